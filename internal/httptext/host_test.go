package httptext_test

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/httptext"
)

// TestIdentity: all texts of a row of testdata/hosts.json belong to one host, and no two rows to the same one. The tests
// of all users of Identity read the same file: reconcile, fleet, and the programs.
func TestIdentity(t *testing.T) {
	var rows map[string][]string
	data, err := os.ReadFile("../../testdata/hosts.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &rows))
	for want, texts := range rows {
		for _, text := range append(texts, want) {
			got, err := httptext.Identity(text)
			require.NoError(t, err, text)
			require.Equal(t, want, got.String(), text)
			require.True(t, httptext.SameHost(text, want), text)
		}
	}
	_, err = httptext.Identity("https://ada:word@example.com")
	require.ErrorContains(t, err, "holds a user name")
	require.False(t, httptext.SameHost("", ""), "no base URL")
}

// TestJoin: no path changes the host.
func TestJoin(t *testing.T) {
	for _, base := range []string{"https://soccer.example.com", "https://soccer.example.com/a%2Fb"} {
		at, err := httptext.BaseURL(base)
		require.NoError(t, err)
		for _, path := range []string{"/api/v1/teams", "//other.test", "@127.0.0.2:80/secret", "https://other.test/", ":80/", ".other.test/"} {
			u, err := httptext.Join(at, path, "x=1")
			require.NoError(t, err)
			sent, err := url.Parse(u.String())
			require.NoError(t, err)
			require.Equal(t, at.Host, sent.Host, path)
			require.Equal(t, "x=1", sent.RawQuery)
			require.True(t, strings.HasPrefix(sent.String(), base), path)
		}
	}
}

// TestNamesThisMachine lists the names that no page can have. The mock, cassette.Proxy and cassette.Player have a test
// of their own.
func TestNamesThisMachine(t *testing.T) {
	for host, want := range map[string]struct{ socket, none bool }{
		"": {true, true}, ":8080": {true, true}, "localhost": {true, true}, "LOCALHOST.:80": {true, true}, "a.localhost:1": {true, true},
		"127.0.0.1": {true, true}, "127.0.0.1.": {true, true}, "10.0.0.1:80": {true, true}, "[::1]:80": {true, true}, "[::1]": {true, true},
		"0.0.0.0": {true, true}, "[::ffff:10.0.0.1]": {true, true}, "[FE80::1%25en0]:80": {true, true}, "Mock.Internal.:80": {true, true},
		"evil.example": {}, "localhost.evil.example": {}, "evillocalhost": {}, "127.0.0.1.evil.example": {}, "127.0.0.1:80:80": {},
		"0x7f.1": {}, "2130706433": {}, "127.1": {}, "0127.0.0.1": {}, "localhost@evil.example": {}, "[::1]evil.example": {},
		"example.com": {none: true}, "Example.COM.:443": {none: true}, "mock.invalid": {none: true}, "sub.example.com": {},
	} {
		req := httptest.NewRequest("GET", "/", nil)
		req.Host = host
		require.Equal(t, want.none, httptext.NamesThisMachine(req, "mock.internal"), host)
		req = req.WithContext(context.WithValue(t.Context(), http.LocalAddrContextKey, &net.TCPAddr{}))
		req.Header.Set("X-Forwarded-Host", "localhost")
		require.Equal(t, want.socket, httptext.NamesThisMachine(req, "mock.internal"), host)
	}
}
