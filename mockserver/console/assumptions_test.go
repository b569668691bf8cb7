package console_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAssumptions: the page has the whole ledger, with what answers relied on at the top and links to the requests.
func TestAssumptions(t *testing.T) {
	srv, b := open(t)
	page := b.get("assumptions")
	require.Contains(t, plain(t, page.body), "No answer has relied on an assumption yet")
	rows := keyedRows(t, page.body)
	require.Len(t, rows, len(srv.Assumptions()))
	for i, a := range srv.Assumptions() {
		require.True(t, strings.HasPrefix(rows[i], a.ID+" "), "%s: %s", a.ID, rows[i])
		require.NotContains(t, rows[i], "`")
		require.NotContains(t, rows[i], "](")
		require.NotRegexp(t, `^\S+ (section [\d., ]+|observed )[a-z]| (Why|Setting) [a-z]`, rows[i], "cells show as sentences")
	}
	require.NotContains(t, page.body, "https://")
	_, client, ok := strings.Cut(page.body, `id="client-title"`)
	require.True(t, ok)
	for _, a := range srv.Assumptions() {
		require.Equal(t, a.Client, strings.Contains(client, `id="`+a.ID+`"`), a.ID)
	}

	for range 3 {
		b.api(http.MethodGet, "/api/v1/temas", "")
	}
	b.api(http.MethodGet, "/api/v1/venues", "")
	relied := map[string]int64{}
	for _, a := range srv.Assumptions() {
		if a.Calls > 0 {
			relied[a.ID] = a.Calls
		}
	}
	require.EqualValues(t, 3, relied["unknown-paths"])
	page = b.get("assumptions")
	rows = keyedRows(t, page.body)
	last := int64(4)
	for _, row := range rows[:len(relied)] {
		id, _, _ := strings.Cut(row, " ")
		require.Contains(t, relied, id)
		require.LessOrEqual(t, relied[id], last, "the most answers first")
		last = relied[id]
	}
	require.Contains(t, page.body, `href="./requests?assumed=unknown-paths"`)
	b.api(http.MethodGet, "/api/v1/venues?unknown-paths=1", "") // has the text, and does not rely on it
	require.Contains(t, plain(t, b.get("requests?q=unknown-paths").body), "No. 1–5")
	relying := b.get("requests?assumed=unknown-paths").body
	require.Contains(t, plain(t, relying), "No. 1–3")
	require.Contains(t, relying, `<option value="unknown-paths" selected>unknown-paths</option>`)
	require.Contains(t, relying, `href="./requests/2?assumed=unknown-paths#detail"`)
	require.Contains(t, plain(t, page.body), "unknown-paths 3 answers Requests observed A path that is no operation")
	require.Contains(t, page.body, `<a href="./assumptions#tolerated-parameters"><code>tolerated-parameters</code></a>`)
}
