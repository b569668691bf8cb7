package datafile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOnlyRegularFiles: Open returns at once, and leaves no lock behind.
func TestOnlyRegularFiles(t *testing.T) {
	folder := t.TempDir()
	for name, want := range map[string]string{
		folder:      "expected a regular file, found a directory",
		os.DevNull:  "expected a regular file, found a device",
		"data\x00x": "invalid argument",
	} {
		_, err := Open(Real{}, name, false)
		require.ErrorContains(t, err, want)
		require.NoFileExists(t, name+".lock")
	}
}

// TestLeftoverOfAKilledReplace: Open removes it, and Replace goes on.
func TestLeftoverOfAKilledReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data")
	require.NoError(t, os.WriteFile(path+".new", []byte("half"), 0o600))
	disk := &faulty{}
	f, err := Open(disk, path, false)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	require.Equal(t, []string{"remove"}, disk.calls)
	require.NoFileExists(t, path+".new")
	require.NoError(t, os.Mkdir(path+".new", 0o700))
	require.Error(t, f.Replace(text("rows\n")))
	require.DirExists(t, path+".new", "no Replace made it")
}

// TestALinkToNoFileYet: the file comes where the links lead, and the links stay.
func TestALinkToNoFileYet(t *testing.T) {
	folder := t.TempDir()
	link, second := filepath.Join(folder, "link"), filepath.Join(folder, "second")
	require.NoError(t, os.Mkdir(filepath.Join(folder, "deep"), 0o700))
	if err := os.Symlink("second", link); err != nil {
		t.Skip(err)
	}
	require.NoError(t, os.Symlink(filepath.Join("deep", "target"), second))
	f, err := Open(Real{}, link, false)
	require.NoError(t, err)
	require.NoError(t, f.Replace(text("rows\n")))
	_, err = Open(Real{}, filepath.Join(folder, "deep", "target"), false)
	require.ErrorIs(t, err, ErrLocked)
	require.NoError(t, f.Close())
	for _, name := range []string{link, second} {
		info, err := os.Lstat(name)
		require.NoError(t, err)
		require.NotZero(t, info.Mode()&os.ModeSymlink)
	}
	data, err := os.ReadFile(filepath.Join(folder, "deep", "target"))
	require.NoError(t, err)
	require.Equal(t, "rows\n", string(data))

	require.NoError(t, os.Symlink("round", filepath.Join(folder, "round")))
	_, err = Open(Real{}, filepath.Join(folder, "round"), false)
	require.Error(t, err)
}
