package mockserver

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// ComparePage compares a table with that of a name on a page, and returns the page. With the flag update it writes the
// page anew.
func ComparePage(t *testing.T, page, name, table string) string {
	t.Helper()
	from, to := "<!-- table: "+name+" -->\n", "<!-- end: "+name+" -->"
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	head, rest, found := strings.Cut(string(text), from)
	_, tail, ended := strings.Cut(rest, to)
	require.True(t, found && ended)
	after := head + from + table + to + tail
	if updating() {
		require.NoError(t, os.WriteFile(page, []byte(after), 0o600))
		return after
	}
	require.Equal(t, after, string(text), "the page differs: run make tables")
	return after
}

// updating reports whether the tests shall write their files anew. The flag is in another package of the same program.
func updating() bool { return flag.Lookup("update").Value.String() == "true" }
