package doors

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

func routesOf(t *testing.T) []adminRoute {
	t.Helper()
	srv, err := mockserver.New(tourney.Soccer, admin.Serve())
	require.NoError(t, err)
	return adminRoutesOf(t, srv)
}

// TestAdminPage compares the table of docs/mockserver.md with the routes. What most lists of rows have alike is one line.
func TestAdminPage(t *testing.T) {
	routes := routesOf(t)
	count, parameters := map[string]int{}, map[string]bool{}
	for _, r := range routes {
		count[adminLine(r, true)]++
		for _, name := range r.Query {
			parameters[name] = true
		}
	}
	var table strings.Builder
	table.WriteString("| request | parameters | what it does |\n|---|---|---|\n")
	written := map[string]bool{}
	for _, r := range routes {
		line := adminLine(r, false)
		if shared := adminLine(r, true); count[shared] > 4 {
			line = shared
		}
		if !written[line] {
			table.WriteString(line)
		}
		written[line] = true
	}
	page := mocktest.ComparePage(t, "mockserver.md", "admin", table.String())
	_, rest, _ := strings.Cut(page, "<!-- end: admin -->")
	for name := range parameters {
		require.Contains(t, rest, "`"+name+"`", "the table of parameters")
	}
}

// adminLine returns the line of a route. With shared the noun of a row is {noun}.
func adminLine(r adminRoute, shared bool) string {
	names := "–"
	if len(r.Query) > 0 {
		names = "`" + strings.Join(r.Query, "`, `") + "`"
	}
	path, about := r.Path, r.About
	if noun, found := strings.CutPrefix(path, "/_mock/rows/"); found && shared {
		noun, _, _ = strings.Cut(noun, "/")
		path, about = strings.Replace(path, noun, "{noun}", 1), strings.Replace(about, " "+noun, " {noun}", 1)
		if path == "/_mock/rows/{noun}" && r.Method == http.MethodGet {
			names = "of the rows" // they differ: the list below the table has them
		}
	}
	return fmt.Sprintf("| `%s %s` | %s | %s |\n", r.Method, path, names, about)
}

// TestAdminRoutesDiffer: no two routes take the same request.
func TestAdminRoutesDiffer(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range routesOf(t) {
		key := r.Method + " " + r.Path
		require.False(t, seen[key], key)
		seen[key] = true
		require.NotEmpty(t, r.About, key)
	}
}
