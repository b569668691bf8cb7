package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

// completion is the command completion.
type completion struct{ shell string }

// Declare declares the argument.
func (c *completion) Declare(p *command.Parameters) {
	p.Argument(&c.shell, "shell", "bash, zsh, fish or powershell.")
}

// Run prints the script that makes a shell ask the program for commands and flags.
func (c *completion) Run(_ context.Context, to command.Terminal) error {
	root := newProgram().Root()
	switch c.shell {
	case "bash":
		return root.GenBashCompletionV2(to.Bytes, true)
	case "zsh":
		return root.GenZshCompletion(to.Bytes)
	case "fish":
		return root.GenFishCompletion(to.Bytes, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(to.Bytes)
	}
	return command.Usage(fmt.Errorf("no shell %q: expected one of bash, zsh, fish, powershell", c.shell))
}

// complete answers arguments that come from this script. It returns the exit code, and whether it answered.
func complete(args []string, out io.Writer) (code int, asked bool) {
	if len(args) == 0 || args[0] != cobra.ShellCompRequestCmd {
		return 0, false
	}
	root := newProgram().Root()
	root.SetHelpCommand(&cobra.Command{Hidden: true})
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(io.Discard)
	if root.Execute() != nil {
		return command.ExitUsage, true
	}
	return command.ExitOK, true
}
