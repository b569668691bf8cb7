package mockserver

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAdminPage compares the table of docs/admin.md with the routes.
func TestAdminPage(t *testing.T) {
	var table strings.Builder
	table.WriteString("| request | parameters | what it does |\n|---|---|---|\n")
	parameters := map[string]bool{}
	for _, r := range adminRoutes() {
		names := "–"
		if len(r.query) > 0 {
			names = "`" + strings.Join(r.query, "`, `") + "`"
		}
		for _, name := range r.query {
			parameters[name] = true
		}
		fmt.Fprintf(&table, "| `%s %s%s` | %s | %s |\n", r.method, adminPath, r.path, names, r.about)
	}
	page := ComparePage(t, "../docs/admin.md", "admin", table.String())
	_, rest, _ := strings.Cut(page, "<!-- end: admin -->")
	for name := range parameters {
		require.Contains(t, rest, "`"+name+"`", "the table of parameters")
	}
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
