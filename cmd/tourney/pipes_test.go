//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

// TestReadersThatWentAway runs the program as a process, whose output and errors nobody reads. It ends after the answer,
// and its exit code says what it did.
func TestReadersThatWentAway(t *testing.T) {
	srv := listening(t, func() {})
	file := filepath.Join(t.TempDir(), "card.json")
	require.NoError(t, os.WriteFile(file, []byte(strings.ReplaceAll(card, "9731", "731")), 0o600))
	broken := func() *os.File {
		reader, writer, err := os.Pipe()
		require.NoError(t, err)
		require.NoError(t, reader.Close())
		t.Cleanup(func() { _ = writer.Close() })
		return writer
	}
	pay := []string{"payments", "pay", "--team=4001", "--payment.amount=395.00", "--yes", "--body=" + file}
	list := []string{"teams", "list", "--event=1001", "--all"}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil { // it is one of Linux
		full = broken()
	}
	defer func() { _ = full.Close() }()
	kept, err := os.Create(filepath.Join(t.TempDir(), "out"))
	require.NoError(t, err)
	defer func() { _ = kept.Close() }()
	for name, c := range map[string]struct {
		args      []string
		out, errs *os.File // nil for errors that somebody reads
		code      int
	}{
		"a write into a broken pipe":             {pay, broken(), nil, command.ExitDone},
		"a write on a full disk":                 {pay, full, nil, command.ExitDone},
		"a write without readers":                {pay, broken(), broken(), command.ExitDone},
		"a write whose errors nobody reads":      {pay, kept, broken(), command.ExitOK},
		"a read into a broken pipe":              {list, broken(), nil, command.ExitPipe},
		"a read whose errors nobody reads":       {list, kept, broken(), command.ExitOK},
		"a mistake whose errors nobody reads":    {append(list, "--x"), kept, broken(), command.ExitUsage},
		"a write that asks, and nobody is there": {pay[:4], kept, broken(), command.ExitUsage},
	} {
		before := len(srv.Payments.All())
		var said bytes.Buffer
		run := process(t, append(c.args, "--url", srv.URL(), "--variant=soccer")...)
		run.Stdout, run.Stderr = c.out, &said
		if c.errs != nil {
			run.Stderr = c.errs
		}
		var failed *exec.ExitError
		if err := run.Run(); !errors.As(err, &failed) {
			require.NoError(t, err, name)
		}
		require.Equal(t, c.code, run.ProcessState.ExitCode(), "%s: %s", name, said.String())
		paid := len(srv.Payments.All()) - before
		sends := c.code == command.ExitDone || c.code == command.ExitOK && c.args[0] == "payments"
		require.Equal(t, sends, paid == 1, name)
		if c.code == command.ExitDone && c.errs == nil {
			last := srv.Payments.All()[before]
			require.Contains(t, said.String(), "Payments.Pay is done: TransactionId "+last.TransactionID, name)
		} else if c.code == command.ExitPipe {
			require.Empty(t, said.String(), name)
		}
	}
}

// TestSignalsWhileAWriteIsOut: a signal that ends the program does not make its exit code say that nothing was sent.
func TestSignalsWhileAWriteIsOut(t *testing.T) {
	for _, sent := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT} {
		came, ended := make(chan struct{}), make(chan struct{})
		srv := listening(t, func() {
			close(came)
			<-ended
		})
		run := process(t, "teams", "create", "--name=A", "--yes", "--variant=soccer", "--url", srv.URL())
		require.NoError(t, run.Start())
		<-came
		require.NoError(t, run.Process.Signal(sent))
		_ = run.Wait()
		close(ended)
		require.Equal(t, exitUnknown, run.ProcessState.ExitCode(), sent)
	}
}
