//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package tempfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLock: a name beside a file can be a trap, and a lock holds for other opens of this program too.
func TestLock(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	held, err := Lock(path)
	require.NoError(t, err)
	_, err = Lock(path)
	require.ErrorIs(t, err, ErrLocked)
	require.ErrorContains(t, err, path)
	require.NoError(t, held.Close())
	require.NoError(t, Locks(path))
	require.NoError(t, Update(t.Context(), path, func([]byte) ([]byte, error) { return nil, Locks(path) }), "it is locked, so it can be")
	again, err := Lock(path)
	require.NoError(t, err)
	require.NoError(t, again.Close())

	victim := filepath.Join(folder, "victim")
	for name, make := range map[string]func(trap string) error{
		"a link":      func(trap string) error { return os.Symlink(path, trap) },
		"a link away": func(trap string) error { return os.Symlink(victim, trap) },
		"a pipe":      func(trap string) error { return syscall.Mkfifo(trap, 0o600) },
		"a directory": func(trap string) error { return os.Mkdir(trap, 0o700) },
	} {
		trap := filepath.Join(t.TempDir(), "file.lock")
		require.NoError(t, make(trap))
		_, err = Lock(trap)
		require.ErrorContains(t, err, trap, name)
		require.Error(t, Update(t.Context(), trap[:len(trap)-len(".lock")], nil), name)
		require.Error(t, Locks(trap[:len(trap)-len(".lock")]), name)
		require.NoFileExists(t, victim)
	}
}

// TestFixedFiles: where no other file can take the place of a file, the file changes in place. Any other error, such as a
// full disk, leaves the file alone.
func TestFixedFiles(t *testing.T) {
	for err, want := range map[error]bool{
		syscall.EBUSY: true, syscall.EXDEV: true, syscall.EROFS: true, syscall.EACCES: true, syscall.EPERM: true,
		syscall.ENOSPC: false, syscall.EDQUOT: false, syscall.EIO: false, fs.ErrNotExist: false,
	} {
		require.Equal(t, want, isFixed(&os.LinkError{Op: "rename", Err: err}), err)
	}
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, []byte("before"), 0o640))
	was, err := os.Stat(path)
	require.NoError(t, err)
	for _, text := range []string{"longer than before", "short", ""} {
		require.NoError(t, overwrite(path, []byte(text)))
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, text, string(got))
	}
	now, err := os.Stat(path)
	require.NoError(t, err)
	require.True(t, os.SameFile(was, now))
	require.Equal(t, was.Mode(), now.Mode())
}

// TestAReadOnlyFolder: a file in it can be changed all the same, and no file can be added.
func TestAReadOnlyFolder(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	require.NoError(t, os.WriteFile(path, []byte("before"), 0o600))
	require.NoError(t, os.Chmod(folder, 0o500))
	t.Cleanup(func() { _ = os.Chmod(folder, 0o700) })
	if probe := os.WriteFile(filepath.Join(folder, "probe"), nil, 0o600); !errors.Is(probe, fs.ErrPermission) {
		t.Skip("root may write into any folder")
	}
	require.NoError(t, Update(t.Context(), path, func(data []byte) ([]byte, error) { return append(data, " after"...), nil }))
	got, err := Load(path)
	require.NoError(t, err)
	require.Equal(t, "before after", string(got))
	require.ErrorIs(t, Replace(filepath.Join(folder, "other"), nil), fs.ErrPermission)
}
