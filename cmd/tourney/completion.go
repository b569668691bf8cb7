package main

import (
	"cmp"
	"context"
	_ "embed" // the script of bash
	"fmt"
	"io"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

type completion struct{ shell string }

func (c *completion) Declare(p *command.Parameters) {
	p.Argument(&c.shell, "shell", "bash, zsh, fish or powershell.", "bash", "zsh", "fish", "powershell")
}

//go:embed completion.bash
var wordsOfBash string

// Run prints the script that makes a shell ask the program for commands, flags and values.
func (c *completion) Run(_ context.Context, to command.Terminal) error {
	root := newProgram().Root()
	switch c.shell {
	case "bash":
		_, err := io.WriteString(to.Bytes, wordsOfBash)
		return cmp.Or(err, root.GenBashCompletionV2(to.Bytes, true))
	case "zsh":
		return root.GenZshCompletion(to.Bytes)
	case "fish":
		return root.GenFishCompletion(to.Bytes, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(to.Bytes)
	}
	return command.Usage(fmt.Errorf("no shell %q: expected one of bash, zsh, fish, powershell", c.shell))
}
