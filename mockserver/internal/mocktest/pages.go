package mocktest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/clienttest"
)

// Update says whether tests write the files anew with which they compare.
var Update = flag.Bool("update", false, "write the files that tests compare with, such as docs/faults.md, anew")

// ComparePage compares a table with that of a name on a page of docs, and returns the page. With the flag update it
// writes the page anew.
func ComparePage(t *testing.T, page, name, table string) string {
	t.Helper()
	page = filepath.Join(clienttest.Root(), "docs", page)
	from, to := "<!-- table: "+name+" -->\n", "<!-- end: "+name+" -->"
	text, before := tableOn(t, page, from, to)
	after := strings.Replace(text, from+before+to, from+table+to, 1)
	if *Update {
		require.NoError(t, os.WriteFile(page, []byte(after), 0o600))
		return after
	}
	require.Equal(t, after, text, "the page differs: run make tables")
	return after
}

// tableOn returns a page, and what is on it between two marks.
func tableOn(t *testing.T, page, from, to string) (text, table string) {
	t.Helper()
	data, err := os.ReadFile(page) //nolint:gosec // the tests name the page
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(data), from)
	table, _, ended := strings.Cut(rest, to)
	require.True(t, found && ended, "%s has no table between %s and %s", page, from, to)
	return string(data), table
}
