package console_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver"
)

// TestAPI: the pages have every operation and schema of the document, and every link in them leads somewhere.
func TestAPI(t *testing.T) {
	srv, b := open(t)
	seen, queue := map[string]bool{}, []string{"api"}
	for ; len(queue) > 0; queue = queue[1:] {
		path := queue[0]
		if !strings.HasPrefix(path, "api") || seen[path] {
			continue
		}
		seen[path] = true
		page := b.get(path)
		require.Equal(t, http.StatusOK, page.status, path)
		for _, to := range b.linked(at+path, page.body) {
			queue = append(queue, strings.TrimPrefix(to, at))
		}
	}
	document := string(srv.Schema(mockserver.SchemaOpenAPIJSON))
	for _, id := range between(document, `"operationId": "`, `"`) {
		require.True(t, seen["api/operations/"+id], id)
	}
	require.Greater(t, len(seen), 80)
	here := func(document string) string { return strings.Replace(document, srv.URL(), "http://localhost:8080", 1) }
	require.Equal(t, here(document), b.get("api/openapi.json").body)
	require.Equal(t, here(string(srv.Schema(mockserver.SchemaOpenAPIYAML))), b.get("api/openapi.yaml").body)
	require.Equal(t, string(srv.Schema(mockserver.SchemaXSD)), b.get("api/openapi.xsd").body)
	require.Contains(t, b.get("api").body, `action="./api/openapi.xsd"`)
	for path, want := range map[string]string{
		"api/operations/Nothing": "The interface has no operation Nothing",
		"api/schemas/Nothing":    "The interface has no schema Nothing",
	} {
		page := b.get(path)
		require.Equal(t, http.StatusNotFound, page.status)
		require.Contains(t, plain(t, page.body), want)
	}
}

// between returns the texts between two texts.
func between(text, begin, end string) (found []string) {
	for _, part := range strings.Split(text, begin)[1:] {
		inside, _, _ := strings.Cut(part, end)
		found = append(found, inside)
	}
	return found
}
