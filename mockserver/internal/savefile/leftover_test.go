package savefile

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/tempfile"
)

// TestOnlyRegularFiles: Open returns at once, and leaves no lock behind.
func TestOnlyRegularFiles(t *testing.T) {
	folder := t.TempDir()
	for name, want := range map[string]string{
		folder:      "expected a regular file, found a directory",
		os.DevNull:  "expected a regular file, found a device",
		"data\x00x": "invalid argument",
	} {
		_, err := Open(Real{}, name, false, begin)
		require.ErrorContains(t, err, want)
		if tempfile.IsUnix || name != os.DevNull { // NUL.lock is a device of Windows
			require.NoFileExists(t, name+".lock")
		}
	}
}

// TestLeftoverOfAKilledReplace: Continue and Replace remove what a killed Replace left, and nothing else.
func TestLeftoverOfAKilledReplace(t *testing.T) {
	for name, leftover := range map[string]struct {
		text string
		goes bool
	}{
		"empty":                 {"", true},
		"a part of the header":  {"ro", true},
		"more than the header":  {"rows\nhalf", true},
		"zeros":                 {"\x00\x00\x00\x00\x00\x00", true},
		"a file of somebody":    {"precious", false},
		"a short file":          {"r1", false},
		"a file of one letter":  {"x", false},
		"nearly the header":     {"rowing", false},
		"the header behind a 0": {"\x00rows", false},
	} {
		for _, exists := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " ", exists), func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "data")
				require.NoError(t, os.WriteFile(path+".new", []byte(leftover.text), 0o600))
				if exists {
					require.NoError(t, os.WriteFile(path, []byte("rows\n"), 0o600))
				}
				f, err := Open(Real{}, path, false, begin)
				require.NoError(t, err)
				t.Cleanup(func() { require.NoError(t, f.Close()) })
				require.FileExists(t, path+".new", "the file can turn out to be none of the kind")
				if exists {
					require.NoError(t, f.Continue(5))
				}
				err = f.Replace(text("rows\n"))
				if leftover.goes {
					require.NoError(t, err)
					require.NoFileExists(t, path+".new")
					return
				}
				require.EqualError(t, err, "data.new is in the way, and no data file: move it")
				kept, err := os.ReadFile(path + ".new")
				require.NoError(t, err)
				require.Equal(t, leftover.text, string(kept))
			})
		}
	}
}

// TestAFolderInTheWay: no Replace made it.
func TestAFolderInTheWay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data")
	f, err := Open(Real{}, path, false, begin)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	require.NoError(t, os.Mkdir(path+".new", 0o700))
	require.EqualError(t, f.Replace(text("rows\n")), "data.new is in the way, and no data file: move it")
	require.DirExists(t, path+".new")
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
	f, err := Open(Real{}, link, false, begin)
	require.NoError(t, err)
	require.NoError(t, f.Replace(text("rows\n")))
	_, err = Open(Real{}, filepath.Join(folder, "deep", "target"), false, begin)
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
	_, err = Open(Real{}, filepath.Join(folder, "round"), false, begin)
	require.Error(t, err)
}
