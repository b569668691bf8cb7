package command

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The help lists commands in the order of Program.Build. Cobra would sort them.
func init() { cobra.EnableCommandSorting = false }

// byDefault is the key of an annotation of a command with subcommands. The annotation is the name of the subcommand
// that runs when the arguments name no subcommand.
const byDefault = "default"

// Tree builds the commands of a program.
type Tree struct {
	program *Program
	args    []string
	to      Terminal
	ctx     context.Context // of the files that flags name
}

// Node is a command.
type Node struct {
	*cobra.Command

	runs bool // the command does something itself, beside the commands below it
}

// Root returns the command at the top. It does what a runner does when the arguments name no command. Without a
// runner, it prints its help.
func (t Tree) Root(about string, does Runner) Node { return t.command(t.program.Name, about, does) }

// Add adds a command below another command. If the other command has a runner, its first subcommand should do the
// same. A command without a runner prints its help.
func (t Tree) Add(to Node, name, help string, does Runner) Node {
	if to.runs && !to.HasSubCommands() {
		to.Annotations = map[string]string{byDefault: name}
	}
	n := t.command(name, help, does)
	to.AddCommand(n.Command)
	return n
}

// AddVersion adds the command that prints the version. If there is no other command, the help leaves it out, and shows
// the flags of the program.
func (t Tree) AddVersion(to Node) {
	v := t.command("version", "Print the version, as --version does.", version{t.program})
	v.Hidden = !to.HasSubCommands()
	to.AddCommand(v.Command)
}

// command returns a command that declares the flags of a runner and runs it.
func (t Tree) command(name, help string, does Runner) Node {
	c := &cobra.Command{Short: help}
	p := &Parameters{flags: c.Flags(), typed: t.args, variables: t.program.Variables, ctx: t.ctx}
	p.flags.SortFlags = false
	p.flags.BoolP("help", "h", false, "Print this help.")
	if does != nil {
		does.Declare(p)
	}
	p.flags.VisitAll(func(flag *pflag.Flag) {
		if f, ok := flag.Value.(*Flag); ok && !f.Unbound {
			flag.Usage = strings.TrimSpace(flag.Usage + " ($" + f.variable() + ")")
		}
	})
	c.Use = name
	for _, a := range p.arguments {
		c.Use += " " + a.name
		c.ValidArgs = append(c.ValidArgs, a.values...)
	}
	c.Args = p.take
	c.RunE = func(c *cobra.Command, _ []string) error {
		if does == nil {
			return c.Help()
		}
		return does.Run(c.Context(), t.to)
	}
	c.SetHelpFunc(func(c *cobra.Command, _ []string) { printHelp(t.to, c, p) })
	return Node{c, does != nil}
}

// NoParameters is for commands without flags and arguments.
type NoParameters struct{}

// Declare declares nothing.
func (NoParameters) Declare(*Parameters) {}

// version is the command version of a program.
type version struct{ *Program }

func (version) Declare(*Parameters) {}

// Run prints the version of the module and of Go.
func (v version) Run(_ context.Context, to Terminal) error {
	_, err := fmt.Fprintf(to.Out, "%s %s, %s %s/%s\n", v.Name, Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// Version returns the version of the program's module, (unknown) if the build does not know it.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}
