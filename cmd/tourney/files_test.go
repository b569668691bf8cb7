//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/bulk"
	"github.com/tourney-go/tourney/cassette"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/cmd/internal/survey"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/watch"
)

// fileUser is a user of files. An input has no write, and reads what somebody else wrote. An output has no read, and
// outputs what a person asked for. The others read what they wrote.
type fileUser struct {
	content string // what read accepts; "" for files that a program cannot be given, and for outputs
	read    func(ctx context.Context, path string) error
	write   func(ctx context.Context, path string) error
}

func (u *fileUser) isInput() bool  { return u.write == nil }
func (u *fileUser) isOutput() bool { return u.read == nil }

// fileUsers are all users of files of cmd/tourney and of the packages. The inputs of cmd/mockserver are in its own test.
// The keys of an account are in its test, because each of their files needs its permissions.
func fileUsers(t *testing.T, p *prompt) map[string]fileUser {
	t.Helper()
	srv := p.mock()
	lost := mockserver.Start(t, tourney.Soccer, mockserver.Wrap(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			if req.Method == http.MethodPost {
				panic(http.ErrAbortHandler)
			}
			next.ServeHTTP(w, req)
		})
	}))
	command := func(args ...string) func(context.Context, string) error {
		return func(ctx context.Context, path string) error {
			p.run(ctx, append(slices.Clone(args), path)...)
			if errs := p.errs.String(); strings.Contains(errs, path) { // other errors come later
				return errors.New(errs)
			}
			return nil
		}
	}
	ensure := func(by *mockserver.Server, teams ...tourney.TeamCreateInput) func(context.Context, string) error {
		return func(ctx context.Context, path string) error {
			for _, err := range bulk.EnsureTeams(ctx, by.Client(), slices.Values(teams), bulk.TeamOptions{File: path}) {
				if !errors.Is(err, tourney.ErrOutcomeUnknown) {
					return err
				}
			}
			return nil
		}
	}
	serve := func(_ context.Context, path string) error {
		kept, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"), mockserver.DataFile(path))
		if err == nil {
			kept.Close()
		}
		return err
	}
	output := func(choose func(c *checkHost, path string)) fileUser {
		return fileUser{write: func(ctx context.Context, path string) error {
			c := &checkHost{}
			choose(c, path)
			var printed bytes.Buffer
			err := c.write(ctx, &survey.Report{}, terminalTo(&printed))
			if printed.Len() == 0 {
				err = errors.Join(err, errors.New("nothing was printed"))
			}
			return err
		}}
	}
	name, id, division := "Otters", "otters-1", int64(2001)
	team := tourney.TeamCreateInput{DivisionID: division, Name: &name, ExternalTeamID: &id}
	return map[string]fileUser{
		"--body":                {content: `{"Name":"Otters"}`, read: command("teams", "create", "--yes", "--body")},
		"--profile":             {content: `{"Variant":"soccer"}`, read: command("teams", "get", "--profile")},
		"--expect":              {content: `{"Variant":"soccer"}`, read: command("check", "--expect")},
		"--seed-file of record": {content: "seed", read: command("record", "--seed-file")},
		"--seed-file of import": {content: "seed", read: command("import", "--seed-file")},
		"--report":              output(func(c *checkHost, path string) { c.Report = path }),
		"--write-profile":       output(func(c *checkHost, path string) { c.Write = path }),
		"hosts.json": {`{"hosts":{}}`, command("hosts", "--config"), func(ctx context.Context, path string) error {
			return changeHosts(ctx, path, func(f hostsFile) error { f.Hosts["cup"] = host{URL: srv.URL()}; return nil })
		}},
		"watch.File": {
			`{}`, func(ctx context.Context, path string) error { _, err := watch.File(path).Load(ctx); return err },
			func(ctx context.Context, path string) error { return watch.File(path).Save(ctx, []byte(`{}`)) },
		},
		"File of EnsureTeams": {`[]`, ensure(srv), ensure(lost, team)},
		"a cassette": {
			`{"version": 1}`, func(_ context.Context, path string) error { _, err := cassette.Open(path); return err },
			func(_ context.Context, path string) error {
				r, err := cassette.Record(path, http.DefaultTransport, cassette.Options{})
				if err == nil {
					err = r.Close()
				}
				return err
			},
		},
		"--data of the mock": {read: serve, write: serve},
	}
}

// terminalTo returns a terminal that prints to a writer.
func terminalTo(w io.Writer) command.Terminal { return command.Terminal{Out: w, Errs: w} }

// TestFiles: the rules of files hold for each of their users.
func TestFiles(t *testing.T) {
	p := newPrompt(t)
	for name, u := range fileUsers(t, p) {
		t.Run(name, func(t *testing.T) {
			if u.content != "" {
				path := filepath.Join(t.TempDir(), "file")
				require.NoError(t, os.WriteFile(path, []byte("\uFEFF"+u.content), 0o600))
				require.NoError(t, u.read(t.Context(), path), "a byte order mark")
			}
			if !u.isOutput() {
				refuses(t, u.read)
				if u.isInput() {
					inputs(t, u.read)
					return
				}
			}
			refuses(t, u.write)
			replaces(t, u)
			if u.isOutput() {
				outputs(t, u.write)
				return
			}
			pipe := madePipe(t)
			device := filepath.Join(t.TempDir(), "null")
			isRoot := syscall.Mknod(device, syscall.S_IFCHR|0o666, 1<<8|3) == nil
			for _, use := range []func(context.Context, string) error{u.read, u.write} {
				require.ErrorContains(t, use(t.Context(), pipe), "found a pipe")
				if isRoot {
					require.ErrorContains(t, use(t.Context(), device), "found a device")
				}
			}
			requireMode(t, pipe, os.ModeNamedPipe)
		})
	}
}

// refuses requires that a directory, a circle of links and a name in no folder are errors that name the path.
func refuses(t *testing.T, use func(context.Context, string) error) {
	t.Helper()
	folder := t.TempDir()
	circle := filepath.Join(folder, "circle")
	require.NoError(t, os.Symlink("circle", circle))
	require.ErrorContains(t, use(t.Context(), folder), "directory")
	require.Error(t, use(t.Context(), circle))
	requireMode(t, circle, os.ModeSymlink)
}

// inputs requires that a device has a bound, and that the wait for the writer of a pipe ends with the context.
func inputs(t *testing.T, read func(context.Context, string) error) {
	t.Helper()
	require.ErrorContains(t, read(t.Context(), "/dev/zero"), "/dev/zero: expected at most")
	pipe := madePipe(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	require.ErrorContains(t, read(ctx, pipe), "deadline exceeded")
	for ended := false; !ended; { // the wait that goes on, which may not have begun
		other, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0) // an error without a reader
		if ended = err == nil; ended {
			require.NoError(t, other.Close())
		}
	}
}

// replaces requires that links stay, that permissions are kept, that a new file belongs to its owner alone, and that what
// a killed program left is removed.
func replaces(t *testing.T, u fileUser) {
	t.Helper()
	folder, elsewhere := t.TempDir(), t.TempDir()
	target, chain, link := filepath.Join(elsewhere, "file"), filepath.Join(folder, "chain"), filepath.Join(folder, "link")
	require.NoError(t, os.Symlink("chain", link))
	to, err := filepath.Rel(folder, target)
	require.NoError(t, err)
	require.NoError(t, os.Symlink(to, chain))
	for _, mode := range []os.FileMode{0o600, 0o640} { // first of a new file
		if mode != 0o600 {
			require.NoError(t, os.Chmod(target, mode))
		}
		require.NoError(t, u.write(t.Context(), link))
		requireMode(t, link, os.ModeSymlink)
		requireMode(t, chain, os.ModeSymlink)
		info, err := os.Lstat(target)
		require.NoError(t, err)
		require.Equal(t, mode, info.Mode())
	}
	left := target + ".123.tmp"
	require.NoError(t, os.WriteFile(left, []byte("half"), 0o600))
	require.NoError(t, u.write(t.Context(), link))
	if keepsRows := u.content == "" && !u.isOutput(); !keepsRows { // the unfinished file of rows is FILE.new
		require.NoFileExists(t, left)
	}
}

// outputs requires that a pipe and a device are written into and stay, and that the wait for the reader of a pipe ends.
func outputs(t *testing.T, write func(context.Context, string) error) {
	t.Helper()
	pipe := madePipe(t)
	read := make(chan int, 1)
	go func() {
		data, _ := os.ReadFile(pipe)
		read <- len(data)
	}()
	require.NoError(t, write(t.Context(), pipe))
	require.NotZero(t, <-read)
	requireMode(t, pipe, os.ModeNamedPipe)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorContains(t, write(ctx, pipe), pipe)
	other, err := os.OpenFile(pipe, os.O_RDWR, 0) // which ends the wait that goes on
	require.NoError(t, err)
	require.NoError(t, other.Close())
	device := filepath.Join(t.TempDir(), "null")
	if syscall.Mknod(device, syscall.S_IFCHR|0o666, 1<<8|3) == nil {
		require.NoError(t, write(t.Context(), device))
		requireMode(t, device, os.ModeDevice)
	}
}

func madePipe(t *testing.T) string {
	t.Helper()
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	return pipe
}

func requireMode(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	info, err := os.Lstat(path)
	require.NoError(t, err)
	require.Equal(t, mode, info.Mode()&(os.ModeType&^os.ModeCharDevice), path)
}

// TestTwoRecorders: the second would lose the exchanges of the first.
func TestTwoRecorders(t *testing.T) {
	out := filepath.Join(t.TempDir(), "day.json")
	first, err := cassette.Record(out, http.DefaultTransport, cassette.Options{})
	require.NoError(t, err)
	p := newPrompt(t)
	nobody := httptest.NewServer(http.NotFoundHandler())
	defer nobody.Close()
	_, errs := p.want(command.ExitFailed, "record", "--url", nobody.URL, "--out", out)
	require.Contains(t, errs, out+": another program has the file open: choose another file")
	require.NoError(t, first.Close())
	_, err = cassette.Open(out)
	require.NoError(t, err)
}

// TestCheckWritesBeforeItPrints: the reader of the output can go away, and one file that fails keeps back no other.
func TestCheckWritesBeforeItPrints(t *testing.T) {
	folder := t.TempDir()
	profile := filepath.Join(folder, "profile.json")
	c := &checkHost{Report: filepath.Join(folder, "none", "report"), Write: profile}
	closed, writer := io.Pipe()
	require.NoError(t, closed.Close())
	err := c.write(t.Context(), &survey.Report{}, terminalTo(writer))
	require.ErrorContains(t, err, filepath.Join("none", "report"))
	require.ErrorIs(t, err, io.ErrClosedPipe)
	require.FileExists(t, profile)
}
