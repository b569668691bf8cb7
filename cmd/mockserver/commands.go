package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

const about = `mockserver serves the Sports Event Management Interface from memory.

Each flag is also an environment variable: MOCKSERVER_LISTEN for --listen. A list has commas there. Another variable
that begins with MOCKSERVER_ is refused.

The exit code is 0 after an interrupt, 1 when the program cannot listen, and 2 for a wrong flag or a file that it cannot
use.`

// errHelp ends the program after it has printed help.
var errHelp = errors.New("help")

// parse reads the arguments and the variables of the environment, and returns the command that they name. It returns
// the command with an error too. The errors name the possible values. parse does not call Execute of cobra, because
// Execute adds more commands.
func parse(args []string, to terminal) (*cobra.Command, error) {
	if slices.Equal(args, []string{"--version"}) { // people try this option first
		args = []string{"version"}
	}
	env := environmentOf(os.Environ())
	all := len(env) > 0 || slices.ContainsFunc(args, func(arg string) bool {
		return strings.HasPrefix(arg, "-h") || strings.HasPrefix(arg, "--help")
	})
	root := commands(tree{args, all, to})
	chosen, rest, err := root.Find(args)
	if err != nil {
		return root, err
	}
	if err := chosen.ParseFlags(rest); err != nil {
		return chosen, mistake(chosen.Flags(), err)
	}
	if help, err := chosen.Flags().GetBool("help"); help || err != nil {
		return chosen, errors.Join(err, chosen.Help(), errHelp)
	}
	if err := chosen.ValidateArgs(chosen.Flags().Args()); err != nil {
		return chosen, err
	}
	return chosen, errors.Join(env.set(chosen.Flags()), env.check(root))
}

// The help lists commands in the order of commands. Cobra would sort them.
func init() { cobra.EnableCommandSorting = false }

// commands returns the command serve, which runs when the arguments name no command. All other commands are below it.
func commands(t tree) *cobra.Command {
	serve := &serveCommand{}
	root := t.command("mockserver", about, serve)
	t.add(root, "serve", "Serve until the program is interrupted: the default.", serve)
	t.add(root, "scenarios", "List the scenarios: the rows to start with.", scenariosCommand{})
	t.add(root, "variants", "List the variants and the profiles of other sports.", variantsCommand{})
	t.add(root, "version", "Print the version, as --version does.", versionCommand{})

	root.AddGroup(&cobra.Group{ID: running, Title: "A mock that runs:"})
	t.ask(root, "reset", "Restore the rows and the time of a mock that runs.", &resetCommand{}).GroupID = running

	fault := t.ask(root, "fault", "Make a mock that runs fail.", &faultList{})
	fault.GroupID = running
	t.ask(fault, "list", "List the rules with their hits: the default.", &faultList{})
	t.ask(fault, "add", "Add a rule in JSON, and print its id.", &faultAdd{})
	t.ask(fault, "remove", "Remove a rule.", &faultRemove{})
	t.ask(fault, "clear", "Remove all rules.", &faultClear{})

	snapshot := t.ask(root, "snapshot", "Keep and restore the rows of a mock that runs.", &snapshotList{})
	snapshot.GroupID = running
	t.ask(snapshot, "list", "List the snapshots: the default.", &snapshotList{})
	t.ask(snapshot, "keep", "Keep the rows as they are now, and print the name.", &snapshotKeep{})
	t.ask(snapshot, "restore", "Restore the rows of a snapshot.", &snapshotRestore{})
	t.ask(snapshot, "forget", "Forget a snapshot.", &snapshotForget{})
	t.ask(snapshot, "remember", "Keep the snapshot again that was forgotten last.", &snapshotRemember{})

	t.ask(root, "requests", "Print the requests that a mock that runs has got.", &requestsCommand{}).GroupID = running
	t.ask(root, "clock", "Print or change the time of a mock that runs.", &clockCommand{}).GroupID = running
	return root.Command
}

// byDefault is the key of an annotation of a command with subcommands. The annotation is the name of the subcommand
// that runs when the arguments name no subcommand.
const byDefault = "default"

// running is the group of the commands that send requests to a running mock.
const running = "running"

// tree builds only the commands whose names are among the arguments, so that a usual start of the program builds only
// the command serve.
type tree struct {
	args []string
	all  bool // the arguments ask for help, or the environment has variables of any command
	to   terminal
}

// node is a command with its flags and arguments.
type node struct {
	*cobra.Command

	parameters *parameters
}

// add adds a command below another command, unless the arguments cannot name it.
func (t tree) add(to node, name, help string, does runner) node {
	if len(to.parameters.commands) == 0 {
		to.Annotations = map[string]string{byDefault: name}
	}
	to.parameters.commands = append(to.parameters.commands, name)
	if !t.all && !slices.Contains(t.args, name) {
		return node{&cobra.Command{}, &parameters{}}
	}
	n := t.command(name, help, does)
	to.AddCommand(n.Command)
	return n
}

// ask adds a command that sends requests to a running mock.
func (t tree) ask(to node, name, help string, does asker) node {
	return t.add(to, name, help, remote{does})
}

// command returns a command that declares the flags of a runner and runs it.
func (t tree) command(name, help string, does runner) node {
	c := &cobra.Command{Short: help}
	p := &parameters{flags: c.Flags(), typed: t.args}
	p.flags.SortFlags = false
	p.flags.BoolP("help", "h", false, "Print this help.")
	does.declare(p)
	c.Use = name + p.usage()
	c.Args = p.take
	c.RunE = func(c *cobra.Command, _ []string) error { return does.run(c.Context(), t.to) }
	c.SetHelpFunc(func(c *cobra.Command, _ []string) { printHelp(t.to.out, c, p) })
	return node{c, p}
}

// hasParameters reports whether a command has a flag beside --help.
func hasParameters(c *cobra.Command) (has bool) {
	c.Flags().VisitAll(func(flag *pflag.Flag) { has = has || flag.Name != "help" })
	return has
}

// noParameters is for commands without flags and arguments.
type noParameters struct{}

func (noParameters) declare(*parameters) {}

type scenariosCommand struct{ noParameters }

// run lists the scenarios.
func (scenariosCommand) run(_ context.Context, to terminal) error {
	table := tabwriter.NewWriter(to.out, 0, 0, 2, ' ', 0)
	for _, scenario := range mockserver.Scenarios() {
		fmt.Fprintf(table, "%s\t%s\n", scenario.Name, scenario.About)
	}
	return table.Flush()
}

type variantsCommand struct{ noParameters }

// run lists the names that --variant accepts.
func (variantsCommand) run(_ context.Context, to terminal) error {
	_, err := fmt.Fprintf(to.out, "Variants: %s\nProfiles of other sports: %s\n", variantNames(), profileNames())
	return err
}

type versionCommand struct{ noParameters }

// run prints the version of the module and of Go.
func (versionCommand) run(_ context.Context, to terminal) error {
	version := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	_, err := fmt.Fprintf(to.out, "mockserver %s, %s %s/%s\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

func variantNames() string {
	var names []string
	for _, v := range tourney.Variants() {
		names = append(names, string(v))
	}
	return strings.Join(names, ", ")
}

func profileNames() string {
	return tourney.Basketball().Name
}
