package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

// TestASilentKeyring: a session bus that never answers delays no command beyond --timeout or the first interrupt. A pipe
// with keys that nobody writes does not either.
func TestASilentKeyring(t *testing.T) {
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	url, _ := keyed(t, "key-of-cup")
	p := newPrompt(t)
	p.writeHosts(`{"hosts": {"cup": {"url": "` + url + `", "profile": {"Name": "soccer"}, "keyring": true, "username": "ada"}}}`)
	for name, c := range map[string]struct {
		args      []string
		interrupt bool
		says      string
	}{
		"a timeout":           {[]string{"teams", "get", "4001", "--timeout=50ms"}, false, "the keyring has not answered: context deadline"},
		"an interrupt":        {[]string{"teams", "get", "4001", "--timeout=0"}, true, "the keyring has not answered: context canceled"},
		"an import":           {[]string{"import", "--event=1", "--timeout=50ms"}, false, "the keyring has not answered"},
		"a check":             {[]string{"check", "--event=1", "--timeout=50ms"}, false, "the keyring has not answered"},
		"a path":              {[]string{"raw", "GET", "/x", "--timeout=50ms"}, false, "the keyring has not answered"},
		"a login interrupted": {[]string{"login"}, true, "context canceled"},
		"a logout":            {[]string{"logout"}, true, "context canceled"},
		"a pipe":              {[]string{"teams", "get", "4001", "--key-file", pipe, "--timeout=50ms"}, false, pipe + " has not answered"},
	} {
		t.Run(name, func(t *testing.T) {
			bus, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "bus")})
			require.NoError(t, err)
			defer bus.Close()
			require.NoError(t, bus.SetDeadline(time.Now().Add(time.Minute)))
			cmd := process(t, c.args...)
			cmd.Env = append(cmd.Env, "DBUS_SESSION_BUS_ADDRESS=unix:path="+bus.Addr().String(),
				"TOURNEY_CONFIG="+p.config, password+"=sesame")
			cmd.Dir = folder
			errs := filepath.Join(t.TempDir(), "errs")
			file, err := os.Create(errs)
			require.NoError(t, err)
			defer file.Close()
			cmd.Stderr = file
			require.NoError(t, cmd.Start())
			code := command.ExitFailed
			if c.interrupt {
				conn, err := bus.Accept() // the program asks the keyring
				require.NoError(t, err)
				defer conn.Close()
				require.NoError(t, cmd.Process.Signal(os.Interrupt))
				code = exitInterrupted
			}
			var ended *exec.ExitError
			require.ErrorAs(t, cmd.Wait(), &ended)
			said, err := os.ReadFile(errs)
			require.NoError(t, err)
			require.Equal(t, code, ended.ExitCode(), "%s", said)
			require.Contains(t, string(said), c.says)
		})
	}
	f, err := readHosts(p.config)
	require.NoError(t, err)
	require.Equal(t, url, f.Hosts["cup"].URL, "no host is lost")
}
