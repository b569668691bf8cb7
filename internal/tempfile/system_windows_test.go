package tempfile

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestAFileInUse: another program has the file open for a moment, and shares it with nobody.
func TestAFileInUse(t *testing.T) {
	for name, do := range map[string]func(path string) error{
		"Load":    func(path string) error { _, err := Load(path); return err },
		"Replace": func(path string) error { return Replace(path, []byte("b")) },
		"Remove":  Remove,
	} {
		path := filepath.Join(t.TempDir(), "a")
		require.NoError(t, os.WriteFile(path, []byte("a"), 0o600))
		at, err := syscall.UTF16PtrFromString(path)
		require.NoError(t, err)
		other, err := syscall.CreateFile(at, syscall.GENERIC_READ, 0, nil, syscall.OPEN_EXISTING, 0, 0)
		require.NoError(t, err)
		closed := make(chan error)
		time.AfterFunc(50*time.Millisecond, func() { closed <- syscall.CloseHandle(other) })
		require.NoError(t, do(path), name)
		require.NoError(t, <-closed)
	}
}
