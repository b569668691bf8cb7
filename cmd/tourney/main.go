// Command tourney uses hosts of the Sports Event Management Interface from a prompt or a script. Its commands follow
// the operations of the interface: see tourney --help.
package main

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/cmd/internal/eventcopy"
)

// The exit codes beside those of package command. docs/tourney.md has all of them.
const (
	exitRefused     = 3   // the host refused the request, or has no such row
	exitUnknown     = 4   // a write may have happened
	exitUnreachable = 5   // no answer
	exitUnreadable  = 6   // an answer that cannot be read, or a list that changed while it was read
	exitInterrupted = 130 // as shells say after Ctrl-C
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == cobra.ShellCompRequestCmd {
		newProgram().Complete(os.Args[2:], os.Stdout)
		return
	}
	newProgram().Main()
}

func newProgram() *command.Program {
	return &command.Program{Name: "tourney", Variables: "TOURNEY_", Build: commands, ExitCode: exitCode}
}

// exitCode returns the exit code for an error.
func exitCode(err error) int {
	var refused *tourney.APIError
	var lost *tourney.TransportError
	var unreadable *tourney.DecodeError
	switch {
	case errors.As(err, new(refutedError)):
		return exitRefuted
	case errors.Is(err, tourney.ErrOutcomeUnknown):
		return exitUnknown
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.Is(err, tourney.ErrNotSent):
		return command.ExitUsage
	case errors.As(err, &refused):
		return exitRefused
	case errors.As(err, &lost), errors.Is(err, errUnanswered):
		return exitUnreachable
	case errors.As(err, &unreadable), errors.Is(err, tourney.ErrListChanged), errors.Is(err, tourney.ErrNotStated),
		errors.Is(err, tourney.ErrTooManyRows), errors.Is(err, eventcopy.ErrIncomplete):
		return exitUnreadable
	}
	return command.ExitFailed
}

const about = `tourney uses hosts of the Sports Event Management Interface.

A host is one of the file that tourney login writes, or the address in --url.
Commands that read rows print a table on a terminal, and JSON otherwise.

Each flag about the host is also an environment variable: TOURNEY_HOST for
--host.

The exit code is 0 for success, 1 for a failure, 2 for a wrong flag or a request
that breaks a rule, 3 when the host refused the request or has no such row, 4
when a write may have happened, 5 without an answer, 6 for an answer that cannot
be read, 7 when a check found a difference, 8 when the command did what it
should and its output failed, 130 after an interrupt, and 141 when the reader of
the output went away. After 0, 4 and 8 do not send a write again.`

// rows is the group of the commands that the rows of the contract make.
const rows = "rows"

// commands returns the commands of the program.
func commands(t command.Tree) command.Node {
	root := t.Root(about, nil)
	root.AddGroup(&cobra.Group{ID: rows, Title: "The operations of a host:"})
	addOperations(t, root)
	t.Add(root, "raw", "Send a GET request to any path, and print the answer as it came.", &raw{}).GroupID = rows
	t.Add(root, "login", "Get the keys of an account, and store them and the host.", &login{})
	t.Add(root, "logout", "Forget a host and the keys of its account.", &logout{})
	t.Add(root, "hosts", "List the hosts that --host can name.", &hosts{})
	t.Add(root, "open", "Print the address of the web page of a host: for a mock, its console.", &opening{})
	t.Add(root, "check", "Compare a host with the assumptions of this project, and write its profile.", &checkHost{})
	t.Add(root, "record", "Record what clients and a host send to each other, in a file.", &recording{})
	t.Add(root, "replay", "Answer from a file of tourney record, without the host.", &replaying{})
	t.Add(root, "diff", "Send the requests of a file of tourney record to the mock, and print what differs.",
		&comparing{})
	t.Add(root, "import", "Copy an event from a host into a file for the mock, with made-up people.", &importEvent{})
	t.Add(root, "completion", "Print a script that makes a shell complete commands and flags.", &completion{})
	t.AddVersion(root)
	return root
}
