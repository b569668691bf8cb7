// Package command has what the programs of this module share at the command line: commands with flags and arguments,
// variables of the environment, help, errors and exit codes. A new command is a Runner and its line in Program.Build.
package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"unicode"

	"github.com/spf13/cobra"
)

// The exit codes of every program. A program can have more, see Program.ExitCode.
const (
	ExitOK     = 0
	ExitFailed = 1 // such as a port in use
	ExitUsage  = 2
	ExitDone   = 8   // see DoneError
	ExitPipe   = 141 // as shells say when the reader of the output goes away
)

// Program is a program with commands.
type Program struct {
	Name      string // such as mockserver
	Variables string // the prefix of the environment variables that set flags, such as MOCKSERVER_

	// Example is a flag for the warning about a variable that sets no flag, such as listen. If Example is "", the program
	// does not warn. A variable whose name differs from that of a flag by one letter is an error.
	Example string

	// Build returns the command at the top of a tree, after adding the other commands.
	Build func(t Tree) Node

	// ExitCode returns the exit code for an error that is no UsageError and no DoneError; nil for ExitFailed.
	ExitCode func(err error) int
}

// Main runs the program of this process until it ends or a signal interrupts it, and exits. When the reader of its
// output goes away, writes fail, and the program goes on. Notify reaches no program that this one starts, as Ignore
// would.
func (p *Program) Main() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	// Without a handler, Go ends a program with ExitUsage after a signal to quit, also while it waits for an answer.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	context.AfterFunc(ctx, stop) // a second signal ends a shutdown that hangs
	os.Exit(p.Run(ctx, os.Args[1:], system()))
}

// Run runs the program until it ends or ctx is done, and returns the exit code.
func (p *Program) Run(ctx context.Context, args []string, to Terminal) int {
	to.Bytes = &output{Writer: to.Out}
	to.Out, to.Errs = plainly{to.Bytes}, plainly{to.Errs}
	chosen, err := p.Parse(ctx, args, to)
	switch {
	case err == nil:
		chosen.SetContext(ctx)
		err = chosen.RunE(chosen, nil)
	case errors.Is(err, errHelp):
		err = nil
	default:
		err = Usage(err)
	}
	if err = cmp.Or(err, to.failure()); err == nil {
		return ExitOK
	}
	done := errors.As(err, new(DoneError))
	if !done && to.failure() != nil && isClosedPipe(err) {
		return ExitPipe
	}
	fmt.Fprintf(to.Errs, "%s: %s\n", p.Name, unprefixed(err))
	if done {
		return ExitDone
	}
	if errors.As(err, &UsageError{}) && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(to.Errs, hint(args, chosen, err))
		return ExitUsage
	}
	if p.ExitCode != nil {
		return p.ExitCode(err)
	}
	return ExitFailed
}

// Root returns the command at the top with all commands below it.
func (p *Program) Root() *cobra.Command { return p.Build(Tree{program: p}).Command }

// helpCommand is the word that does what --help does. The commands whose help it prints follow it.
const helpCommand = "help"

// errHelp ends the program after it has printed help.
var errHelp = errors.New("help")

// Parse reads the arguments, the variables of the environment and the files that flags name, and returns the command
// that they name. It returns the command with an error too. The errors name the possible values. Parse does not call
// Execute of cobra, because Execute adds more commands.
func (p *Program) Parse(ctx context.Context, args []string, to Terminal) (*cobra.Command, error) {
	switch { // what people try first
	case slices.Equal(args, []string{"--version"}):
		args = []string{"version"}
	case len(args) > 0 && args[0] == helpCommand:
		args = append(slices.Clone(args[1:]), "--help")
	}
	root := p.Build(Tree{p, args, to, ctx})
	chosen, rest, err := find(root.Command, args)
	if err != nil {
		return chosen, err
	}
	if err := chosen.ParseFlags(rest); err != nil {
		return chosen, misplaced(chosen, err)
	}
	if help, err := chosen.Flags().GetBool("help"); help || err != nil {
		return chosen, errors.Join(err, chosen.Help(), errHelp)
	}
	if err := chosen.ValidateArgs(chosen.Flags().Args()); err != nil {
		return chosen, err
	}
	env := p.environmentOf(os.Environ())
	return chosen, errors.Join(env.set(chosen.Flags()), p.check(env, root.Command, to.Errs))
}

// hint returns a line that leads to the help of the called command, or to the list of commands after an error about
// the name of one. It leaves out the values of flags, which can be secrets.
func hint(args []string, called *cobra.Command, err error) string {
	text := "See " + strings.TrimSpace(called.CommandPath()+" "+called.Annotations[byDefault]) + " --help."
	if errors.As(err, new(commandError)) && called.HasAvailableSubCommands() {
		text = "See " + called.CommandPath() + " --help for the commands."
	}
	i := slices.IndexFunc(args, func(arg string) bool { return len(arg) > 2 && arg[0] == '-' && arg[1] != '-' })
	if i >= 0 && unicode.IsLetter(rune(args[i][1])) {
		name, _, _ := strings.Cut(args[i], "=")
		return fmt.Sprintf("Flags have two dashes: -%s. %s", name, text)
	}
	return text
}

// unprefixed returns the text of an error without the names of packages, because Run prints the name of the program
// first.
func unprefixed(err error) string {
	text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "mockserver: "), "tourney: ")
	return strings.NewReplacer(": mockserver: ", ": ", ": tourney: ", ": ").Replace(text)
}
