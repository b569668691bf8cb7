//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

// piped is a run of the program in a process of its own that prints into one pipe.
type piped struct {
	*exec.Cmd

	t       *testing.T
	printed *os.File // the end of the pipe to read
	lines   *bufio.Reader
	url     string
	http    *http.Transport
}

// startPiped starts the program. It reads the pipe up to the end of the greeting, and no further than a line at a time.
func startPiped(t *testing.T, args ...string) *piped {
	t.Helper()
	p := &piped{t: t, http: &http.Transport{ResponseHeaderTimeout: time.Minute}}
	printed, to, err := os.Pipe()
	require.NoError(t, err)
	p.printed, p.lines = printed, bufio.NewReaderSize(printed, 16)
	self, err := os.Executable()
	require.NoError(t, err)
	p.Cmd = exec.CommandContext(context.WithoutCancel(t.Context()), self, args...)
	p.Env, p.Stdout, p.Stderr = append(os.Environ(), asProgram+"=1"), to, to
	require.NoError(t, p.Start())
	require.NoError(t, to.Close())
	t.Cleanup(func() {
		p.http.CloseIdleConnections()
		_ = printed.Close()
		_ = p.Process.Kill()
		_ = p.Wait()
	})
	return p
}

// line returns the next line.
func (p *piped) line() string {
	p.t.Helper()
	line, err := p.lines.ReadString('\n')
	require.NoError(p.t, err)
	return line
}

// ask asks for the venues, and requires the answer.
func (p *piped) ask() {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.url+"/api/v1/venues", http.NoBody)
	require.NoError(p.t, err)
	res, err := p.http.RoundTrip(req)
	require.NoError(p.t, err)
	_, err = io.Copy(io.Discard, res.Body)
	require.NoError(p.t, err)
	require.NoError(p.t, res.Body.Close())
	require.Equal(p.t, http.StatusOK, res.StatusCode)
}

// interrupt ends the program as Ctrl-C does.
func (p *piped) interrupt() {
	p.t.Helper()
	p.http.CloseIdleConnections()
	require.NoError(p.t, p.Process.Signal(os.Interrupt))
	require.NoError(p.t, p.Wait(), "the exit code is 0")
}

// servePiped starts a mock, and returns when it answers.
func servePiped(t *testing.T, args ...string) *piped {
	t.Helper()
	p := startPiped(t, append(args, "--listen", "127.0.0.1:0", "--variant", "soccer")...)
	for line := p.line(); !strings.HasPrefix(line, "Stop with"); line = p.line() {
		if rest, ok := strings.CutPrefix(line, "URL "); ok {
			p.url = strings.TrimSpace(rest)
		}
	}
	return p
}

// TestTheReaderOfTheLogGoesAway: the mock goes on, as behind "| head -n 1".
func TestTheReaderOfTheLogGoesAway(t *testing.T) {
	p := servePiped(t, "--log", "text")
	p.ask()
	require.Contains(t, p.line(), "msg=request status=200")
	require.NoError(t, p.printed.Close())
	for range 3 {
		p.ask()
	}
	p.interrupt()
}

// TestALogThatNobodyDrains: requests go on when the pipe is full, and so does the end. What fitted in is in order.
func TestALogThatNobodyDrains(t *testing.T) {
	p := servePiped(t, "--log", "text")
	const asked = 1000 // more than a pipe of 64 KiB holds
	for range asked {
		p.ask()
	}
	p.interrupt()
	rest, err := io.ReadAll(p.lines)
	require.NoError(t, err)
	require.Greater(t, strings.Count(string(rest), "msg=request status=200"), 100)
	require.Less(t, strings.Count(string(rest), "msg=request status=200"), asked)
}

// TestEveryWaitEnds: the context ends the wait for the writer of a pipe that a flag names, and for a mock that hangs.
func TestEveryWaitEnds(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	for _, args := range []string{
		"--seed-file=", "--fixtures=", "--profile=", "--tls-key=" + pipe + " --tls-cert=",
		"health --url=https://127.0.0.1:1 --tls-ca=", "reset --tls-ca=",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		var out, errs bytes.Buffer
		code := run(ctx, strings.Fields(args+pipe), &out, &errs)
		cancel()
		require.NotZero(t, code, args)
		require.Contains(t, errs.String(), "deadline exceeded", args)
		for ended := false; !ended; { // the wait that goes on, which may not have begun
			other, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0) // an error without a reader
			if ended = err == nil; ended {
				require.NoError(t, other.Close())
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	hangs := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { cancel(); <-ended }))
	defer hangs.Close()
	defer close(ended)
	var out, errs bytes.Buffer
	require.Equal(t, command.ExitFailed, run(ctx, []string{"reset", "--url", hangs.URL}, &out, &errs))
	require.Equal(t, "mockserver: context canceled\n", errs.String())
}

// TestByteOrderMarks: editors write one into files for the mock.
func TestByteOrderMarks(t *testing.T) {
	folder := t.TempDir()
	profile, rows := filepath.Join(folder, "profile"), filepath.Join(folder, "rows")
	require.NoError(t, os.WriteFile(profile, []byte("\uFEFF{\"Variant\":\"rugby\"}"), 0o600))
	require.NoError(t, os.WriteFile(rows, []byte("\uFEFF{}"), 0o600))
	cert, key := filepath.Join(folder, "cert"), filepath.Join(folder, "key")
	writeCertificate(t, cert, key)
	for _, file := range []string{cert, key} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, append([]byte("\uFEFF"), text...), 0o600))
	}
	p := start(t, "--profile", profile, "--seed-file", rows, "--tls-cert", cert, "--tls-key", key)
	code, _, errs := runToEnd(t, "reset", "--url", p.url(), "--tls-ca", cert)
	require.Zero(t, code, errs)
}
