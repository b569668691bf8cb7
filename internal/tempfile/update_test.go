package tempfile_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/tempfile"
)

// TestUpdate: the change gets the content of the file, an error leaves the file as it is, and another program waits until
// its context ends.
func TestUpdate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, tempfile.Update(t.Context(), path, func(data []byte) ([]byte, error) {
		require.Nil(t, data)
		return []byte("one"), nil
	}))
	broken := errors.New("broken")
	require.ErrorIs(t, tempfile.Update(t.Context(), path, func([]byte) ([]byte, error) { return nil, broken }), broken)
	require.NoError(t, tempfile.Update(t.Context(), path, func(data []byte) ([]byte, error) {
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		require.ErrorIs(t, tempfile.Update(ended, path, nil), context.Canceled, "this program has the lock")
		return append(data, " two"...), nil
	}))
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "one two", string(got))
}
