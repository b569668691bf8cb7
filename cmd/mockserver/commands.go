package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/alecthomas/kong"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// commands are the commands of the program.
type commands struct {
	Serve     serveCommand     `cmd:"" default:"withargs" help:"Serve until the program is interrupted: the default."`
	Scenarios scenariosCommand `cmd:"" help:"List the scenarios: the rows to start with."`
	Variants  variantsCommand  `cmd:"" help:"List the variants and the profiles of other sports."`
	Version   versionCommand   `cmd:"" help:"Print the version."`

	Reset    resetCommand    `cmd:"" help:"Restore the rows and the time of a mock that runs." group:"A mock that runs:"`
	Fault    faultCommand    `cmd:"" help:"Make a mock that runs fail." group:"A mock that runs:"`
	Snapshot snapshotCommand `cmd:"" help:"Keep and restore the rows of a mock that runs." group:"A mock that runs:"`
	Requests requestsCommand `cmd:"" help:"Print the requests that a mock that runs has got." group:"A mock that runs:"`
	Clock    clockCommand    `cmd:"" help:"Print or change the time of a mock that runs." group:"A mock that runs:"`
}

// serveAlone is the part of commands that most starts need. Kong builds all commands of a grammar before it reads an
// argument, and that took a third of the program's start.
type serveAlone struct {
	Serve serveCommand `cmd:"" default:"withargs"`
}

const about = `mockserver serves the Sports Event Management Interface from memory.

Each flag is also an environment variable: MOCKSERVER_LISTEN for --listen. A list has commas there. Another variable
that begins with MOCKSERVER_ is refused.

The exit code is 0 after an interrupt, 1 when the program cannot listen, and 2 for a wrong flag or a file that it cannot
use.`

// terminal is where the program prints.
type terminal struct{ out, errs io.Writer }

// errHelp ends a run that has printed its help.
var errHelp = errors.New("help")

// parse reads the arguments, and returns the command to run. Its errors name the choices.
func parse(args []string, to terminal) (*kong.Context, error) {
	if mayBeServe(args) {
		if chosen, err := parseAs(&serveAlone{}, args, to); err == nil {
			return chosen, nil
		}
	}
	return parseAs(&commands{}, args, to)
}

// mayBeServe reports whether arguments are those of the command serve, as far as their looks tell. The help is that of
// all commands.
func mayBeServe(args []string) bool {
	named := len(args) > 0 && !strings.HasPrefix(args[0], "-")
	return (!named || args[0] == "serve") && !slices.ContainsFunc(args, func(arg string) bool {
		return strings.HasPrefix(arg, "-h") || strings.HasPrefix(arg, "--help")
	})
}

// parseAs is parse with a grammar.
func parseAs(grammar any, args []string, to terminal) (chosen *kong.Context, err error) {
	defer func() { // kong ends the program after the help
		if cause := recover(); cause != nil {
			if cause != errHelp { //nolint:errorlint // the value of the panic
				panic(cause)
			}
			chosen, err = nil, errHelp
		}
	}()
	defaults := kong.Vars{"username": mockserver.DefaultUsername, "password": mockserver.DefaultPassword}
	parser, err := kong.New(grammar, kong.Name("mockserver"), kong.Description(about), kong.Writers(to.out, to.errs),
		kong.Exit(func(int) { panic(errHelp) }), kong.DefaultEnvars("MOCKSERVER"), defaults,
		kong.ValueFormatter(helpOf), wholeNumbers, durations, kong.ConfigureHelp(kong.HelpOptions{WrapUpperBound: 120}))
	if err != nil {
		return nil, err
	}
	chosen, err = parser.Parse(args)
	if err != nil {
		return nil, err
	}
	return chosen, errors.Join(onlyOnce(chosen), noneEmpty(chosen), noneUnknown(parser.Model.Node, os.Environ()))
}

// onlyOnce refuses a flag that is given twice, unless it is a list. Kong would take the last.
func onlyOnce(chosen *kong.Context) error {
	var seen []string
	for _, part := range chosen.Path {
		if part.Flag == nil || part.Resolved || part.Flag.IsSlice() {
			continue
		}
		if slices.Contains(seen, part.Flag.Name) {
			return fmt.Errorf("--%s is given twice: it has one value", part.Flag.Name)
		}
		seen = append(seen, part.Flag.Name)
	}
	return nil
}

// noneEmpty refuses a list that is given without a value. Kong would take it for a list that is not given.
func noneEmpty(chosen *kong.Context) error {
	for _, part := range chosen.Path {
		if part.Flag != nil && !part.Resolved && part.Flag.IsSlice() && part.Flag.Target.Len() == 0 {
			return fmt.Errorf("--%s is empty: give a value, or leave the flag out", part.Flag.Name)
		}
	}
	return nil
}

type scenariosCommand struct{}

// Run lists the scenarios.
func (scenariosCommand) Run(_ context.Context, to terminal) error {
	table := tabwriter.NewWriter(to.out, 0, 0, 2, ' ', 0)
	for _, scenario := range mockserver.Scenarios() {
		fmt.Fprintf(table, "%s\t%s\n", scenario.Name, scenario.About)
	}
	return table.Flush()
}

type variantsCommand struct{}

// Run lists the names that --variant takes.
func (variantsCommand) Run(_ context.Context, to terminal) error {
	_, err := fmt.Fprintf(to.out, "Variants: %s\nProfiles of other sports: %s\n", variantNames(), profileNames())
	return err
}

type versionCommand struct{}

// Run prints the version of the module and of Go.
func (versionCommand) Run(_ context.Context, to terminal) error {
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
	var names []string
	for _, p := range tourney.Profiles() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}
