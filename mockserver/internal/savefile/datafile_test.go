package savefile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/tempfile"
)

// faulty is the real disk, which notes its calls and fails those that it was told to.
type faulty struct {
	Real

	calls []string
	fail  map[string]error // by the name of the call
	part  int              // bytes that a failing Write writes
	first func()           // what happens before a Write; nil for nothing
}

func (d *faulty) call(name string) error {
	d.calls = append(d.calls, name)
	return d.fail[name]
}

type faultyHandle struct {
	Handle

	disk *faulty
}

func (d *faulty) open(name string, open func(string) (Handle, error), path string) (Handle, error) {
	if err := d.call(name); err != nil {
		return nil, err
	}
	h, err := open(path)
	return faultyHandle{h, d}, err
}

func (d *faulty) Create(name string) (Handle, error) { return d.open("create", d.Real.Create, name) }
func (d *faulty) Append(name string) (Handle, error) { return d.open("append", d.Real.Append, name) }

func (d *faulty) Rename(from, to string) error {
	_ = d.call("rename")
	return d.unless("rename", func() error { return d.Real.Rename(from, to) })
}

func (d *faulty) SyncFolder(name string) error {
	return errors.Join(d.call("sync folder"), d.Real.SyncFolder(name))
}

func (d *faulty) Remove(name string) error {
	_ = d.call("remove")
	return d.unless("remove", func() error { return d.Real.Remove(name) })
}

// unless calls f if the call with a name is not to fail.
func (d *faulty) unless(name string, f func() error) error {
	if d.fail[name] != nil {
		return d.fail[name]
	}
	return f()
}

func (h faultyHandle) Write(p []byte) (int, error) {
	if h.disk.first != nil {
		h.disk.first()
	}
	if err := h.disk.call("write"); err != nil {
		n, _ := h.Handle.Write(p[:min(h.disk.part, len(p))])
		return n, err
	}
	return h.Handle.Write(p)
}

func (h faultyHandle) Sync() error { return errors.Join(h.disk.call("sync"), h.Handle.Sync()) }

func (h faultyHandle) Truncate(size int64) error {
	_ = h.disk.call("truncate")
	return h.disk.unless("truncate", func() error { return h.Handle.Truncate(size) })
}

// begin is how the files of the tests begin.
const begin = "rows"

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

// opened returns a new file with the text "rows\n".
func opened(t *testing.T, disk *faulty, sync bool) *File {
	t.Helper()
	f, err := Open(disk, filepath.Join(t.TempDir(), "data"), sync, begin)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	require.NoError(t, f.Replace(text("rows\n")))
	disk.calls = nil
	return f
}

func content(t *testing.T, f *File) string {
	t.Helper()
	data, err := os.ReadFile(f.path)
	require.NoError(t, err)
	return string(data)
}

func TestAppend(t *testing.T) {
	disk := &faulty{}
	f := opened(t, disk, false)
	require.NoError(t, f.Append([]byte("a\n")))
	require.Equal(t, []string{"write"}, disk.calls)
	require.Equal(t, "rows\na\n", content(t, f))
	require.EqualValues(t, 7, f.Size())

	synced := &faulty{}
	f = opened(t, synced, true)
	require.NoError(t, f.Append([]byte("a\n")))
	require.Equal(t, []string{"write", "sync"}, synced.calls, "a line is on the disk before Append returns")
}

var errDisk = &fs.PathError{Op: "write", Path: "/secret/place", Err: errors.New("no space left on device")}

func TestAppendThatFails(t *testing.T) {
	disk := &faulty{part: 2}
	f := opened(t, disk, false)
	disk.fail = map[string]error{"write": errDisk}
	require.EqualError(t, f.Append([]byte("abc\n")), "no space left on device", "without the path")
	require.Equal(t, "rows\n", content(t, f), "the part that was written is gone")
	disk.fail = nil
	require.NoError(t, f.Append([]byte("b\n")), "there is space again")
	require.Equal(t, "rows\nb\n", content(t, f))

	disk.fail = map[string]error{"write": errDisk, "truncate": errDisk}
	require.Error(t, f.Append([]byte("abc\n")))
	require.Equal(t, "rows\nb\nab", content(t, f), "as after a crash")
	disk.fail = nil
	require.EqualError(t, f.Append([]byte("c\n")), "half a line could not be removed: no space left on device")
	require.Error(t, f.Replace(text("x")))
}

// TestSyncThatFails: a system can drop what it could not write, so no later Sync is worth anything.
func TestSyncThatFails(t *testing.T) {
	disk := &faulty{}
	f := opened(t, disk, true)
	disk.fail = map[string]error{"sync": errDisk}
	require.EqualError(t, f.Append([]byte("a\n")), "no space left on device")
	require.Equal(t, "rows\n", content(t, f))
	disk.fail = nil
	require.ErrorContains(t, f.Append([]byte("b\n")), "the disk failed before")
}

func TestReplace(t *testing.T) {
	disk := &faulty{}
	f := opened(t, disk, false)
	require.NoError(t, f.Append([]byte("a\n")))
	disk.calls = nil
	require.NoError(t, f.Replace(text("fresh\n")))
	require.Equal(t, []string{"create", "write", "sync", "rename", "sync folder", "append"}, disk.calls)
	require.Equal(t, "fresh\n", content(t, f))
	require.NoError(t, f.Append([]byte("b\n")))
	require.Equal(t, "fresh\nb\n", content(t, f))
	require.EqualValues(t, 8, f.Size())
	info, err := os.Stat(f.path)
	require.NoError(t, err)
	if tempfile.IsUnix {
		require.Zero(t, info.Mode().Perm()&0o077, "others can read it")
	}
}

// TestReplaceThatFails fails each step. What Append takes afterwards must be behind the lines that were there.
func TestReplaceThatFails(t *testing.T) {
	for step, broken := range map[string]bool{
		"create": false, "write": false, "sync": false, "rename": false, "sync folder": true, "append": true,
	} {
		t.Run(step, func(t *testing.T) {
			disk := &faulty{}
			f := opened(t, disk, false)
			require.NoError(t, f.Append([]byte("a\n")))
			disk.fail = map[string]error{step: errDisk}
			failed := f.Replace(text("fresh\n"))
			require.ErrorContains(t, failed, "no space left on device")
			require.Equal(t, broken, errors.Is(failed, ErrReplaced))
			disk.fail = nil
			require.NoFileExists(t, f.path+".new", "it would take the space that writes need")
			err := f.Append([]byte("b\n"))
			if broken {
				require.Error(t, err)
				require.Equal(t, "fresh\n", content(t, f))
				return
			}
			require.NoError(t, err)
			require.Equal(t, "rows\na\nb\n", content(t, f))
			require.NoError(t, f.Replace(text("fresh\n")))
			require.Equal(t, "fresh\n", content(t, f))
		})
	}
}

// ownersDeeds are what the owner of a file can do to it while it is open, and what File says then.
var ownersDeeds = map[string]struct {
	do      func(path string) error
	says    string
	unlinks bool
}{
	"removed": {os.Remove, "another program removed the file", true},
	"replaced": {func(path string) error {
		return errors.Join(os.WriteFile(path+".other", []byte("rows\na\n"), 0o600), os.Rename(path+".other", path))
	}, "another program replaced the file", true},
	"a folder": {func(path string) error {
		return errors.Join(os.Remove(path), os.Mkdir(path, 0o700))
	}, "another program replaced the file", true},
	"emptied": {func(path string) error { return os.Truncate(path, 0) },
		"another program changed the file: expected 7 bytes, found 0", false},
	"lengthened": {func(path string) error { return os.Truncate(path, 9) },
		"another program changed the file: expected 7 bytes, found 9", false},
}

// needsUnlink skips a test that takes an open file its name.
func needsUnlink(t *testing.T) {
	t.Helper()
	if !tempfile.IsUnix {
		t.Skip("the system leaves an open file its name")
	}
}

// TestTheOwnersDeeds: no line goes to a file that is not there any more, and no Replace takes the place of another file.
func TestTheOwnersDeeds(t *testing.T) {
	for name, deed := range ownersDeeds {
		t.Run(name, func(t *testing.T) {
			if deed.unlinks {
				needsUnlink(t)
			}
			f, err := Open(Real{}, filepath.Join(t.TempDir(), "data"), true, begin)
			require.NoError(t, err)
			require.NoError(t, f.Replace(text("rows\n")))
			require.NoError(t, f.Append([]byte("a\n")))
			require.NoError(t, deed.do(f.path))
			before, failed := os.ReadFile(f.path)
			require.EqualError(t, f.Append([]byte("b\n")), deed.says)
			require.EqualError(t, f.Replace(text("fresh\n")), deed.says)
			after, again := os.ReadFile(f.path)
			require.Equal(t, string(before), string(after))
			require.Equal(t, failed == nil, again == nil)
			require.NoFileExists(t, f.path+".new")
			require.EqualError(t, f.Close(), deed.says)
		})
	}
}

// TestAFileThatCameBack: the owner moved a file away and back.
func TestAFileThatCameBack(t *testing.T) {
	needsUnlink(t)
	f := opened(t, &faulty{}, false)
	require.NoError(t, os.Rename(f.path, f.path+".away"))
	require.EqualError(t, f.Append([]byte("a\n")), "another program removed the file")
	require.NoError(t, os.Rename(f.path+".away", f.path))
	require.NoError(t, f.Append([]byte("b\n")))
	require.Equal(t, "rows\nb\n", content(t, f))
}

// TestADeedDuringAWrite: the line is refused for good, because it can be in the file or not.
func TestADeedDuringAWrite(t *testing.T) {
	disk := &faulty{}
	f := opened(t, disk, false)
	disk.first = func() { require.NoError(t, os.Truncate(f.path, 0)) }
	says := "another program changed the file: expected 7 bytes, found 2"
	require.EqualError(t, f.Append([]byte("a\n")), says)
	require.EqualError(t, f.Append([]byte("b\n")), says)
	require.Equal(t, "a\n", content(t, f))
}

func TestContinue(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data")
	require.NoError(t, os.WriteFile(path, []byte("rows\ntorn"), 0o600))
	f, err := Open(Real{}, path, true, begin)
	require.NoError(t, err)
	require.ErrorIs(t, f.Append([]byte("x\n")), errClosed, "nothing was read yet")
	require.NoError(t, f.Continue(5))
	require.NoError(t, f.Append([]byte("a\n")))
	require.Equal(t, "rows\na\n", content(t, f))
	require.NoError(t, f.Close())
	require.NoError(t, f.Close())
	require.ErrorIs(t, f.Append([]byte("b\n")), errClosed)
}

func TestOneServerAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data")
	f, err := Open(Real{}, path, false, begin)
	require.NoError(t, err)
	_, err = Open(Real{}, path, false, begin)
	require.ErrorIs(t, err, ErrLocked)
	require.NoError(t, f.Close())
	f, err = Open(Real{}, path, false, begin)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	_, err = Open(Real{}, filepath.Join(path, "no", "folder"), false, begin)
	require.Error(t, err)
}

// TestALinkThatIsSwitched: a line for a file that the owner's name does not lead to any more would be lost.
func TestALinkThatIsSwitched(t *testing.T) {
	for _, name := range []string{"link", "folder/data"} {
		for says, to := range map[string]string{
			"another program replaced the file": "new", "another program removed the file": "none",
		} {
			root := t.TempDir()
			for _, version := range []string{"old", "new"} {
				require.NoError(t, os.Mkdir(filepath.Join(root, version), 0o700))
				require.NoError(t, os.WriteFile(filepath.Join(root, version, "data"), []byte("rows\n"), 0o600))
			}
			link, tail, _ := strings.Cut(name, "/")
			lead := func(version string) {
				_ = os.Remove(filepath.Join(root, link))
				target := version
				if tail == "" {
					target = filepath.Join(version, "data")
				}
				if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
					t.Skip(err)
				}
			}
			lead("old")
			f, err := Open(Real{}, filepath.Join(root, name), false, begin)
			require.NoError(t, err)
			require.NoError(t, f.Continue(5))
			require.NoError(t, f.Append([]byte("a\n")))
			require.NoError(t, f.Replace(text("rows\n")))
			lead(to)
			require.EqualError(t, f.Append([]byte("b\n")), says)
			require.EqualError(t, f.Replace(text("fresh\n")), says)
			lead("old")
			require.NoError(t, f.Append([]byte("c\n")))
			require.Equal(t, "rows\nc\n", content(t, f))
			require.NoError(t, f.Close())
		}
	}
}

// TestALinkStaysALink: another file takes the place of the file that the link names.
func TestALinkStaysALink(t *testing.T) {
	folder := t.TempDir()
	link, target := filepath.Join(folder, "link"), filepath.Join(folder, "target")
	require.NoError(t, os.WriteFile(target, []byte("rows\n"), 0o600))
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	f, err := Open(Real{}, link, false, begin)
	require.NoError(t, err)
	require.NoError(t, f.Replace(text("fresh\n")))
	require.NoError(t, f.Close())
	names, err := filepath.Glob(filepath.Join(folder, "*"))
	require.NoError(t, err)
	slices.Sort(names)
	require.Equal(t, []string{link, target, target + ".lock"}, names)
	data, err := os.ReadFile(target)
	require.NoError(t, err)
	require.Equal(t, "fresh\n", string(data))
}
