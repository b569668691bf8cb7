package mockserver

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAdminPage compares the table of docs/admin.md with the routes.
func TestAdminPage(t *testing.T) {
	const page, from, to = "../docs/admin.md", "<!-- table: admin -->\n", "<!-- end: admin -->"
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
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	head, rest, found := strings.Cut(string(text), from)
	_, tail, ended := strings.Cut(rest, to)
	require.True(t, found && ended)
	for name := range parameters {
		require.Contains(t, tail, "`"+name+"`", "the table of parameters")
	}
	after := head + from + table.String() + to + tail
	if updating() {
		require.NoError(t, os.WriteFile(page, []byte(after), 0o600))
		return
	}
	require.Equal(t, after, string(text), "the page differs from the routes: run make tables")
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
