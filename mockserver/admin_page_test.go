package mockserver

import (
	"fmt"
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
