package console

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

// TestAddressesOfLinks: a link to another page or host stays as it is, and one that would run a script leads nowhere.
func TestAddressesOfLinks(t *testing.T) {
	const nowhere = "about:invalid#TemplFailedSanitizationURL"
	for to, want := range map[string]string{
		"./requests?answer=fault:f1#detail": "./requests?answer=fault:f1#detail",
		"../tournament/teams/4005":          "../tournament/teams/4005",
		"https://sports.example/a?b=c&d":    "https://sports.example/a?b=c&d",
		`./"><zq9 a='b'>`:                   `./"><zq9 a='b'>`,
		"javascript:zq9()":                  nowhere,
		"JavaScript:zq9()":                  nowhere,
		" javascript:zq9()":                 nowhere,
		"java\tscript:zq9()":                nowhere,
		"vbscript:zq9()":                    nowhere,
		"data:text/html,<b>zq9":             nowhere,
	} {
		page, err := written(link(to, "text", ""))
		require.NoError(t, err)
		root, err := html.Parse(strings.NewReader(string(page)))
		require.NoError(t, err)
		var got []string
		for n := range root.Descendants() {
			if n.Data == "a" {
				require.Len(t, n.Attr, 1, to)
				got = append(got, n.Attr[0].Val)
			}
			require.NotContains(t, n.Data, "zq9", to)
		}
		require.Empty(t, cmp.Diff([]string{want}, got), to)
	}
}

// TestZeros: a page has no character of zero, which HTML does not allow.
func TestZeros(t *testing.T) {
	page, err := written(badge("plain", "a\x00b"))
	require.NoError(t, err)
	require.Equal(t, "<span class=\"badge plain\">a\uFFFDb</span>", string(page))
}
