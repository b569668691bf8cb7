package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

// mcpProgram is the program behind the command mcp. It is a module of its own, so that its library is not among the
// requirements of this module.
const mcpProgram = "mockserver-mcp"

type mcpCommand struct{ command.NoParameters }

// Run runs mockserver-mcp in place of this process. Windows cannot do that: there Run waits for the end of the program,
// and exits with its code.
func (mcpCommand) Run(ctx context.Context, _ command.Terminal) error {
	self, _ := os.Executable()
	if target, err := filepath.EvalSymlinks(self); err == nil {
		self = target
	}
	for _, name := range []string{filepath.Join(filepath.Dir(self), mcpProgram), mcpProgram} {
		if path, err := exec.LookPath(name); err == nil { // an error for a program of the current folder in PATH
			return runInstead(ctx, path, os.Args[slices.Index(os.Args, "mcp")+1:])
		}
	}
	return fmt.Errorf("there is no program %s beside this one or in PATH: the archives of a release hold both, and "+
		`"go install github.com/tourney-go/tourney/cmd/%[1]s@latest" installs it`, mcpProgram)
}

func runInstead(ctx context.Context, path string, args []string) error {
	err := syscall.Exec(path, append([]string{path}, args...), os.Environ()) //nolint:gosec // the program found above
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	below := exec.CommandContext(context.WithoutCancel(ctx), path, args...) //nolint:gosec // as above
	below.Stdin, below.Stdout, below.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err = below.Run(); below.ProcessState != nil {
		os.Exit(below.ProcessState.ExitCode())
	}
	return err
}
