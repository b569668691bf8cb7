package httptext_test

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/httptext"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"https://soccer.example.com":          "https://soccer.example.com",
		"https://example.com/api/v1/":         "https://example.com",
		"http://127.0.0.1:8080/a%2Fb/api/v1":  "http://127.0.0.1:8080/a%2Fb",
		"https://example.com/a b":             "https://example.com/a%20b",
		"https://[::1]:8443/":                 "https://[::1]:8443",
		"https://example.com/clubs//api/v1//": "https://example.com/clubs/",
	} {
		base, err := httptext.BaseURL(text)
		require.NoError(t, err, text)
		require.Equal(t, want, base.String(), text)
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"localhost:8080":             `begin it with "http://localhost:8080"`,
		"soccer.example.com":         `begin it with "https://soccer.example.com"`,
		"":                           "is missing: expected that of a host, such as https://soccer.example.com",
		" \n":                        "is missing: expected that of a host",
		"soccer":                     "has no scheme: expected something like https://soccer.example.com",
		"//":                         "has no scheme: expected something like https://soccer.example.com",
		"ftp://example.com":          `has the scheme "ftp"`,
		"https://":                   "names no host",
		"https://a:b@example.com":    "holds a user name",
		"https://example.com?a=b":    "holds a query",
		"https://exa mple.com/%zz\n": "cannot be parsed",
	} {
		_, err := httptext.BaseURL(text)
		require.ErrorContains(t, err, want, text)
	}
}

// TestNoProxyForThisMachine: net/http knows localhost in small letters only, and asks the proxy of the environment for
// other hosts.
func TestNoProxyForThisMachine(t *testing.T) {
	u, err := httptext.BaseURL("http://LocalHost:8080/Path")
	require.NoError(t, err)
	require.Equal(t, "http://localhost:8080/Path", u.String())
}

func TestEscapedPath(t *testing.T) {
	escaped, ok := httptext.EscapedPath("/a%2Fb c/[1]\u00e9")
	require.True(t, ok)
	require.Equal(t, "/a%2Fb%20c/[1]%C3%A9", escaped)
	_, ok = httptext.EscapedPath("/100%")
	require.False(t, ok)
}

func TestIsLoopback(t *testing.T) {
	for text, want := range map[string]bool{
		"http://localhost:1": true, "http://LOCALHOST": true, "http://127.1.2.3": true, "http://[::1]": true,
		"http://10.0.0.1": false, "http://localhost.example.com": false,
	} {
		u, err := url.Parse(text)
		require.NoError(t, err)
		require.Equal(t, want, httptext.IsLoopback(u), text)
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
