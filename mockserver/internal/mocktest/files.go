package mocktest

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// Kept returns a server with a data file.
func Kept(t testing.TB, path string, opts ...mockserver.DataOption) *mockserver.Server {
	t.Helper()
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"), mockserver.DataFile(path, opts...))
	require.NoError(t, err)
	t.Cleanup(srv.Close)
	return srv
}

// DataPath returns the path of a data file that is not there.
func DataPath(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "rows.jsonl")
}

// FileText returns the text of a file.
func FileText(t require.TestingT, path string) string {
	data, err := os.ReadFile(path) //nolint:gosec // the test chose it
	require.NoError(t, err)
	return string(data)
}

// OneFile returns the file rows.json with a text.
func OneFile(text string) fstest.MapFS { return fstest.MapFS{"rows.json": {Data: []byte(text)}} }

// Load loads fixtures.
func Load(t testing.TB, srv *mockserver.Server, text string) {
	t.Helper()
	require.NoError(t, srv.LoadFixtures(OneFile(text), "rows.json"))
}
