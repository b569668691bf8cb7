package mockserver_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// comparePage compares a table with that of a name on a page, and returns the page. With the flag update it writes the
// page anew.
func comparePage(t *testing.T, page, name, table string) string {
	t.Helper()
	from, to := "<!-- table: "+name+" -->\n", "<!-- end: "+name+" -->"
	text, before := tableOn(t, page, from, to)
	after := strings.Replace(text, from+before+to, from+table+to, 1)
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(after), 0o600))
		return after
	}
	require.Equal(t, after, text, "the page differs: run make tables")
	return after
}

// tableOn returns a page, and what is on it between two marks.
func tableOn(t *testing.T, page, from, to string) (text, table string) {
	t.Helper()
	data, err := os.ReadFile(page)
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(data), from)
	table, _, ended := strings.Cut(rest, to)
	require.True(t, found && ended, "%s has no table between %s and %s", page, from, to)
	return string(data), table
}
