// Command mockserver runs the mock of the Sports Event Management Interface as a program, to try the interface with
// curl, from another language, or in a browser. See mockserver --help.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"unicode"

	"github.com/spf13/cobra"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // such as a port in use
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends a shutdown that hangs
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run runs the program until ctx is done, and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	to := terminal{plainly{stdout}, plainly{stderr}}
	chosen, err := parse(args, to) //nolint:contextcheck // the command gets the context below
	if errors.Is(err, errHelp) {
		return exitOK
	}
	if err != nil {
		err = usageError{err}
	} else {
		chosen.SetContext(ctx)
		err = chosen.RunE(chosen, nil)
	}
	if err == nil {
		return exitOK
	}
	fmt.Fprintf(to.errs, "mockserver: %s\n", unprefixed(err))
	if errors.As(err, &usageError{}) {
		fmt.Fprintln(to.errs, hint(args, chosen))
		return exitUsage
	}
	return exitFailed
}

// hint returns a text that says where a person finds the flags of the called command. It leaves out the values of
// flags, which can be secrets.
func hint(args []string, called *cobra.Command) string {
	explains, lists := helpOf(called)
	i := slices.IndexFunc(args, func(arg string) bool { return len(arg) > 2 && arg[0] == '-' && arg[1] != '-' })
	if i >= 0 && unicode.IsLetter(rune(args[i][1])) {
		name, _, _ := strings.Cut(args[i], "=")
		return fmt.Sprintf("Flags have two dashes: -%s. %s explains every flag.", name, explains)
	}
	if explains == lists {
		return lists + " lists the commands."
	}
	return fmt.Sprintf("%s explains every flag, and %s lists the other commands.", explains, lists)
}

// helpOf returns two commands for the called command: explains, whose help explains the flags of the called command,
// and lists, whose help lists the commands beside the called command. For a command without flags, both are the same.
func helpOf(called *cobra.Command) (explains, lists string) {
	path, group := called.CommandPath(), called.Parent()
	if name := called.Annotations[byDefault]; name != "" {
		path, group = path+" "+name, called
	}
	lists = group.CommandPath() + " --help"
	if !hasParameters(called) {
		return lists, lists
	}
	return path + " --help", lists
}

// unprefixed returns the text of an error without the names of packages, because run prints the name of the program
// first.
func unprefixed(err error) string {
	text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "mockserver: "), "tourney: ")
	return strings.NewReplacer(": mockserver: ", ": ", ": tourney: ", ": ").Replace(text)
}
