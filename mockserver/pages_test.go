package mockserver

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAdminPage compares the table of docs/admin.md with the routes. What most lists of rows have alike is one line.
func TestAdminPage(t *testing.T) {
	count, parameters := map[string]int{}, map[string]bool{}
	for _, r := range adminRoutes() {
		count[adminLine(r, true)]++
		for _, name := range r.query {
			parameters[name] = true
		}
	}
	var table strings.Builder
	table.WriteString("| request | parameters | what it does |\n|---|---|---|\n")
	written := map[string]bool{}
	for _, r := range adminRoutes() {
		line := adminLine(r, false)
		if shared := adminLine(r, true); count[shared] > 4 {
			line = shared
		}
		if !written[line] {
			table.WriteString(line)
		}
		written[line] = true
	}
	page := ComparePage(t, "../docs/admin.md", "admin", table.String())
	_, rest, _ := strings.Cut(page, "<!-- end: admin -->")
	for name := range parameters {
		require.Contains(t, rest, "`"+name+"`", "the table of parameters")
	}
}

// adminLine returns the line of a route. With shared the noun of a row is {noun}.
func adminLine(r adminRoute, shared bool) string {
	names := "–"
	if len(r.query) > 0 {
		names = "`" + strings.Join(r.query, "`, `") + "`"
	}
	path, about := r.path, r.about
	if noun, found := strings.CutPrefix(path, "rows/"); found && shared {
		noun, _, _ = strings.Cut(noun, "/")
		path, about = strings.Replace(path, noun, "{noun}", 1), strings.Replace(about, " "+noun, " {noun}", 1)
	}
	return fmt.Sprintf("| `%s %s%s` | %s | %s |\n", r.method, adminPath, path, names, about)
}

// TestAdminRoutesDiffer: no two routes take the same request.
func TestAdminRoutesDiffer(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range adminRoutes() {
		key := r.method + " " + r.path
		require.False(t, seen[key], key)
		seen[key] = true
		require.NotEmpty(t, r.about, key)
	}
}

// ComparePage compares a table with that of a name on a page, and returns the page. With the flag update it writes the
// page anew.
func ComparePage(t *testing.T, page, name, table string) string {
	t.Helper()
	from, to := "<!-- table: "+name+" -->\n", "<!-- end: "+name+" -->"
	text, before := tableOn(t, page, from, to)
	after := strings.Replace(text, from+before+to, from+table+to, 1)
	if updating() {
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

// updating reports whether the tests shall write their files anew. The flag is in another package of the same program.
func updating() bool { return flag.Lookup("update").Value.String() == "true" }
