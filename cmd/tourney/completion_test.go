package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

// TestCompletion: the program prints a script for each shell.
func TestCompletion(t *testing.T) {
	p := newPrompt(t)
	for shell, says := range map[string]string{
		"bash": "__start_tourney()", "zsh": "#compdef tourney", "fish": "complete -c tourney",
		"powershell": "Register-ArgumentCompleter -CommandName 'tourney'",
	} {
		out, _ := p.want(command.ExitOK, "completion", shell)
		require.Contains(t, out, says)
	}
	_, errs := p.want(command.ExitUsage, "completion", "tcsh")
	require.Contains(t, errs, `no shell "tcsh": expected one of bash`)
	p.want(command.ExitUsage, "completion")
	p.want(command.ExitOK, "completion", "--help")
}
