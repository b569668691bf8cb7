//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package savefile

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPipesAndSockets: Open does not wait for a writer of a pipe.
func TestPipesAndSockets(t *testing.T) {
	folder := t.TempDir()
	pipe, socket := filepath.Join(folder, "pipe"), filepath.Join(folder, "s")
	if err := syscall.Mknod(pipe, syscall.S_IFIFO|0o600, 0); err != nil {
		t.Skip(err)
	}
	_, err := Open(Real{}, pipe, false, begin)
	require.EqualError(t, err, "expected a regular file, found a pipe")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { require.NoError(t, listener.Close()) })
	_, err = Open(Real{}, socket, false, begin)
	require.EqualError(t, err, "expected a regular file, found a socket")
	require.NoFileExists(t, pipe+".lock")
	require.NoFileExists(t, socket+".lock")
}

// TestPlantedLocks: a lock follows no link, and waits for no writer of a pipe.
func TestPlantedLocks(t *testing.T) {
	for name, plant := range map[string]func(lock string) error{
		"a link": func(lock string) error { return os.Symlink(lock+".victim", lock) },
		"a pipe": func(lock string) error { return syscall.Mkfifo(lock, 0o600) },
	} {
		path := filepath.Join(t.TempDir(), "rows.jsonl")
		require.NoError(t, plant(path+".lock"))
		_, err := Open(Real{}, path, false, begin)
		require.ErrorContains(t, err, "expected a regular file, found "+name)
		require.NoFileExists(t, path+".lock.victim")
	}
}

// TestPermissions: a data file keeps its permissions when new content takes its place.
func TestPermissions(t *testing.T) {
	f := opened(t, &faulty{}, false)
	require.NoError(t, os.Chmod(f.path, 0o640))
	require.NoError(t, f.Replace(text("fresh\n")))
	info, err := os.Stat(f.path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o640), info.Mode())
}

// TestHardLink: two servers would write into one file, each without the lines of the other.
func TestHardLink(t *testing.T) {
	disk := &faulty{}
	f := opened(t, disk, false)
	link := filepath.Join(filepath.Dir(f.path), "link")
	require.NoError(t, os.Link(f.path, link))
	_, err := Open(Real{}, link, false, begin)
	require.ErrorIs(t, err, ErrLocked)
	require.NoError(t, f.Replace(text("fresh\n")))
	other, err := Open(Real{}, link, false, begin)
	require.NoError(t, err, "the link names the old file now, which is nobody's")
	require.NoError(t, other.Close())
	require.NoError(t, os.Remove(link))
	require.NoError(t, os.Link(f.path, link))
	_, err = Open(Real{}, link, false, begin)
	require.ErrorIs(t, err, ErrLocked, "the new file is locked too")
}

// alone is the disk of a file that is mounted alone.
type alone struct{ Real }

func (alone) Link(from, to string) error {
	return &os.LinkError{Op: "link", Old: from, New: to, Err: syscall.EXDEV}
}

// TestAFileThatIsMountedAlone: no Replace could ever succeed, so the file is not opened.
func TestAFileThatIsMountedAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data")
	require.NoError(t, os.WriteFile(path, []byte("rows\n"), 0o600))
	f, err := Open(alone{}, path, false, begin)
	require.NoError(t, err)
	require.EqualError(t, f.Continue(5),
		"the file is mounted alone, so no other file can take its place: mount its folder")
	require.NoError(t, f.Close())
}
