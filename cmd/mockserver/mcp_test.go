package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMCP: the command runs mockserver-mcp, beside the program or in PATH, with all that it got. It never runs a program
// of the current folder.
func TestMCP(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs of this test are scripts")
	}
	own, inPath, current := t.TempDir(), t.TempDir(), t.TempDir()
	self, err := os.Executable()
	require.NoError(t, err)
	binary, err := os.ReadFile(self)
	require.NoError(t, err)
	program := filepath.Join(own, "mockserver")
	require.NoError(t, os.WriteFile(program, binary, 0o700))
	script := func(folder, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, mcpProgram), []byte("#!/bin/sh\n"+text+"\n"), 0o700))
	}
	run := func(path string) *exec.Cmd {
		cmd := exec.CommandContext(context.WithoutCancel(t.Context()), program, "mcp", "--url", "http://x", "mcp", "a b", "--", "--help")
		cmd.Dir, cmd.Env = current, append(os.Environ(), asProgram+"=1", "PATH="+path, "MOCKSERVER_SESSION=anna")
		return cmd
	}
	script(current, "echo wrong")
	for _, path := range []string{"", ".", ".:" + inPath, inPath} {
		out, err := run(path).CombinedOutput()
		require.Error(t, err)
		require.Equal(t, "mockserver: there is no program mockserver-mcp beside this one or in PATH: the archives of a release "+
			"hold both, and \"go install github.com/tourney-go/tourney/cmd/mockserver-mcp@latest\" installs it\n", string(out), path)
	}
	const says = `read line; printf '%s|' "$line" "$MOCKSERVER_SESSION" "$@"; echo error >&2; exit 7`
	script(inPath, "printf path:; "+says)
	for _, where := range []string{"path:", "beside:"} {
		if where == "beside:" {
			script(own, "printf beside:; "+says)
		}
		var errs strings.Builder
		cmd := run(inPath)
		cmd.Stdin, cmd.Stderr = strings.NewReader("hello\n"), &errs
		out, err := cmd.Output()
		require.Error(t, err)
		require.Equal(t, 7, cmd.ProcessState.ExitCode())
		require.Equal(t, where+"hello|anna|--url|http://x|mcp|a b|--|--help|", string(out))
		require.Equal(t, "error\n", errs.String())
	}

	script(own, `trap 'echo stopped; exit 9' TERM; echo ready; while read line; do :; done`)
	cmd := run("")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "ready\n", line)
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	_, err = fmt.Fprintln(in) // a shell looks at signals after the read
	require.NoError(t, err)
	rest, err := io.ReadAll(lines)
	require.NoError(t, err)
	require.Equal(t, "stopped\n", string(rest))
	require.Error(t, cmd.Wait())
	require.Equal(t, 9, cmd.ProcessState.ExitCode())
}
