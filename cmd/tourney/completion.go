package main

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/tourney-go/tourney/internal/command"
)

// completes reports whether the arguments ask for the script that makes a shell complete commands and flags, or come
// from this script.
func completes(args []string) bool {
	return len(args) > 0 && slices.Contains([]string{"completion", cobra.ShellCompRequestCmd}, args[0])
}

// complete lets cobra answer, and returns the exit code.
func complete(p *command.Program, args []string, out io.Writer) int {
	root := p.Root()
	root.SetHelpCommand(&cobra.Command{Hidden: true})
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(io.Discard)
	if root.Execute() != nil {
		return command.ExitUsage
	}
	return command.ExitOK
}
