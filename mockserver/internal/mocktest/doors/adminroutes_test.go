package doors

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// adminRoute is a request in the list of all.
type adminRoute struct {
	Method, Path, About string
	Query               []string
	Body                bool
}

// adminRoutesOf returns the list of all requests.
func adminRoutesOf(t *testing.T, srv *mockserver.Server) []adminRoute {
	t.Helper()
	var list struct{ Routes []adminRoute }
	require.NoError(t, json.Unmarshal([]byte(mocktest.Get(t, srv, "/_mock/")), &list))
	return list.Routes
}

// TestAdminBodies: the list says which requests take a body.
func TestAdminBodies(t *testing.T) {
	without := map[string]bool{}
	for _, r := range adminRoutesOf(t, mocktest.World(t, tourney.Soccer)) {
		changes := r.Method != http.MethodGet && r.Method != http.MethodDelete
		require.False(t, r.Body && !changes, r)
		if changes && !r.Body {
			without[r.Method+" "+r.Path] = true
		}
	}
	require.Empty(t, cmp.Diff(map[string]bool{
		"POST /_mock/rewind/{write}":             true,
		"POST /_mock/accounts/{username}/rotate": true, "POST /_mock/accounts/{username}/expire": true,
		"POST /_mock/snapshots/{name}/restore":  true,
		"POST /_mock/rows/pools/{id}/positions": true,
	}, without))
}

// TestAdminRefusesABodyThatIsLost: no request ignores a body, and no error repeats one.
func TestAdminRefusesABodyThatIsLost(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	before, write := mocktest.Dump(srv.World), srv.Writes.Newest()
	for _, r := range adminRoutesOf(t, srv) {
		if r.Body {
			continue
		}
		path := strings.NewReplacer("{id}", "101", "{write}", "0", "{number}", "1").Replace(r.Path)
		a := mocktest.Send(t, srv, r.Method, path, `{"Password":"hunter2"}`)
		require.Equal(t, http.StatusBadRequest, a.Status, r)
		require.Contains(t, a.Body, r.Method+" "+r.Path+" takes no body: expected none, {} or null")
		require.NotContains(t, a.Body, "hunter2")
		if r.Method == http.MethodGet {
			require.Equal(t, http.StatusBadRequest, mocktest.Send(t, srv, http.MethodHead, path, `[1]`).Status, r)
		}
	}
	mocktest.Unchanged(t, before, srv.World)
	require.Equal(t, write, srv.Writes.Newest())
}

// TestAdminBodiesThatAreNone: what clients send with every request, with a length and in chunks.
func TestAdminBodiesThatAreNone(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
	for body, status := range map[string]int{
		"": 200, "{}": 200, "null": 200, " \r\n\t": 200, "{ \n}": 200, " null ": 200,
		"{": 400, "}": 400, "{{}}": 400, "n ull": 400, "0": 400, `""`: 400, "[]": 400, "{}{}": 400, `{"a":1}`: 400,
		strings.Repeat(" ", 8<<20) + "{}": 413, strings.Repeat("x", 8<<20): 400,
	} {
		for kind, sent := range map[string]io.Reader{
			"with a length": strings.NewReader(body), "in chunks": io.MultiReader(strings.NewReader(body)),
		} {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, srv.URL()+"/_mock/rewind/0", sent)
			require.NoError(t, err)
			resp, err := http.DefaultClient.Do(req)
			require.NoError(t, err)
			require.NoError(t, resp.Body.Close())
			require.Equal(t, status, resp.StatusCode, "%.20q of %d bytes %s", body, len(body), kind)
		}
	}
}

func routesOf(t *testing.T) []adminRoute {
	t.Helper()
	srv := mocktest.New(t, tourney.Soccer, admin.Serve())
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
