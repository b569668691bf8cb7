package tempfile

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// inFolder returns what is in a folder.
func inFolder(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// TestOnlyFilesOfItsOwnAreRemoved: only files with the right name that no program is writing to.
func TestOnlyFilesOfItsOwnAreRemoved(t *testing.T) {
	old := time.Now().Add(-2 * time.Hour)
	for _, base := range []string{"games.json", "g[a-z]mes.json", "1", ".tmp", "games.json.7.tmp"} {
		folder := t.TempDir()
		path := filepath.Join(folder, base)
		require.NoError(t, Replace(path, []byte("x")))
		stay := []string{
			base + ".tmp", base + "..tmp", base + ".x.tmp", base + ".1x.tmp", base + ".-1.tmp", base + ".+1.tmp",
			base + ".0x1.tmp", base + ".1_0.tmp", base + ".01.tmp", base + ".4294967296.tmp", base + ".1.2.tmp",
			base + ".1", base + ".1.tmp2", base + ".1.tmp.1", base + ".\u0663.tmp", "x" + base + ".1.tmp",
			"other.1.tmp", "1.tmp", base + " 1.tmp", base + ".1 .tmp",
		}
		left := []string{base + ".0.tmp", base + ".1.tmp", base + ".123456789.tmp", base + ".4294967295.tmp"}
		for _, name := range append(stay, left...) {
			if name == base || strings.HasPrefix(base, name) {
				continue
			}
			require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("x"), 0o600))
			require.NoError(t, os.Chtimes(filepath.Join(folder, name), old, old))
		}
		require.NoError(t, os.Mkdir(filepath.Join(folder, base+".5.tmp"), 0o700))
		target := filepath.Join(t.TempDir(), "target")
		require.NoError(t, os.WriteFile(target, []byte("mine"), 0o600))
		if os.Symlink(target, filepath.Join(folder, base+".6.tmp")) == nil {
			stay = append(stay, base+".6.tmp")
		}
		RemoveAbandoned(path)
		now := inFolder(t, folder)
		for _, name := range append(stay, base, base+".5.tmp") {
			require.Contains(t, now, name)
		}
		for _, name := range left {
			require.NotContains(t, now, name)
		}
		kept, err := os.ReadFile(target)
		require.NoError(t, err)
		require.Equal(t, "mine", string(kept))
	}
}

// TestAFileBeingWrittenStays: this also holds within one process, where two watches may share a file by mistake.
func TestAFileBeingWrittenStays(t *testing.T) {
	switch runtime.GOOS {
	case "aix", "js", "plan9", "solaris", "wasip1":
		t.Skip("the system does not tell whether a program has a file open")
	}
	path := filepath.Join(t.TempDir(), "games.json")
	temporary, err := Write(path, []byte("x"))
	require.NoError(t, err)
	old := time.Now().Add(-2 * time.Hour)
	require.NoError(t, os.Chtimes(temporary.Name(), old, old), "its age says nothing")
	RemoveAbandoned(path)
	require.FileExists(t, temporary.Name())
	require.NoError(t, temporary.Close())
	RemoveAbandoned(path)
	require.NoFileExists(t, temporary.Name())
}

// TestReplaceBesideRemoveAbandoned: nothing removes the file that a Replace is about to rename.
func TestReplaceBesideRemoveAbandoned(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "games.json")
	failed := make(chan error, 2)
	var removals, replacements sync.WaitGroup
	done := make(chan struct{})
	for range 2 {
		removals.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					RemoveAbandoned(path)
				}
			}
		})
		replacements.Go(func() {
			for range 60 {
				if err := Replace(path, []byte("x")); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	replacements.Wait()
	close(done)
	removals.Wait()
	close(failed)
	for err := range failed {
		require.NoError(t, err)
	}
	require.Equal(t, []string{"games.json"}, inFolder(t, folder))
}

// TestOldFiles tests the rule of systems that do not tell whether a program has a file open.
func TestOldFiles(t *testing.T) {
	for age, stays := range map[time.Duration]bool{
		0: true, 59 * time.Minute: true, 61 * time.Minute: false, -time.Hour: true, 1000 * time.Hour: false,
	} {
		path := filepath.Join(t.TempDir(), "a")
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		at := time.Now().Add(-age)
		require.NoError(t, os.Chtimes(path, at, at))
		removeOld(path)
		_, err := os.Stat(path)
		require.Equal(t, stays, err == nil, age)
		removeOld(path + ".none")
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
