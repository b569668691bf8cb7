package tourney_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestDataPageSave runs the code of docs/data.md.
func TestDataPageSave(t *testing.T) {
	srv, other := mockserver.Start(t, tourney.Soccer), mockserver.Start(t, tourney.Soccer, mockserver.Scenario("empty"))

	saved, err := os.Create(filepath.Join(t.TempDir(), "rows.jsonl"))
	require.NoError(t, err)
	require.NoError(t, srv.Save(saved))

	_, err = saved.Seek(0, io.SeekStart)
	require.NoError(t, err)
	require.NoError(t, other.Load(saved)) // a server for the same variant

	require.NoError(t, saved.Close())
	require.Equal(t, srv.Games(), other.Games())
}
