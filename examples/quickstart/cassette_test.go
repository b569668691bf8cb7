package main

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/cassette"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
)

// listed counts the requests of the whole tour that read the list of teams.
func listed(list *[]string) func(string) int {
	return func(string) (n int) {
		for _, path := range *list {
			if strings.HasPrefix(path, "GET /api/v1/teams?") && !strings.Contains(path, "?id=") {
				n++
			}
		}
		return n
	}
}

// counting notes the requests that reach a handler.
func counting(list *[]string, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*list = append(*list, r.Method+" "+r.URL.RequestURI())
		h.ServeHTTP(w, r)
	})
}

// TestRecordADay records the tour through a proxy, and takes it again without the mock, with the same requests. One file
// keeps what the tour prints, and the results are the same but for keys. The other holds no secret and no person.
func TestRecordADay(t *testing.T) {
	t.Cleanup(func() { goleak.VerifyNone(t) })
	mock := mockserver.Start(t, tourney.Soccer, mockserver.RequireAuth(auth.HMAC{}))
	host, err := url.Parse(mock.URL())
	require.NoError(t, err)
	file, kept := filepath.Join(t.TempDir(), "day.json"), filepath.Join(t.TempDir(), "kept.json")
	through := &http.Transport{DisableCompression: true}
	t.Cleanup(through.CloseIdleConnections)
	keeping, err := cassette.Record(kept, through, cassette.Options{
		Keep: []string{"City", "FirstName", "lastname", "Message", "Name"},
	})
	require.NoError(t, err)
	recorder, err := cassette.Record(file, keeping, cassette.Options{Seed: secret.New("a seed")})
	require.NoError(t, err)

	var day bytes.Buffer
	var requests []string
	proxy := httptest.NewServer(counting(&requests, cassette.Proxy(host, recorder)))
	t.Cleanup(proxy.Close)
	require.NoError(t, take(&tour{out: &day, host: proxy.URL, sent: listed(&requests)}))
	require.NoError(t, recorder.Close())
	require.NoError(t, keeping.Close())
	golden, err := os.ReadFile("testdata/output.txt")
	require.NoError(t, err)
	require.Equal(t, string(golden), day.String(), "the proxy changes nothing")
	mock.Close()

	again := func(file string) (printed string) {
		var out bytes.Buffer
		var replayed []string
		player, err := cassette.Open(file)
		require.NoError(t, err)
		without := httptest.NewServer(counting(&replayed, player))
		t.Cleanup(without.Close)
		require.NoError(t, take(&tour{out: &out, host: without.URL, sent: listed(&replayed)}))
		require.Equal(t, requests, replayed)
		return out.String()
	}
	require.Equal(t, plain(day.String()), plain(again(kept)))
	require.Contains(t, again(file), "Granite Badgers")
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	requireNobody(t, mock, string(data))
}

// plain returns a text without keys, and without the address of the account, which is made up.
func plain(text string) string {
	text = regexp.MustCompile(`(?m)^(account +\d+) +\S+@example\.com`).ReplaceAllString(text, "$1")
	return regexp.MustCompile(`(?m)^key .*`).ReplaceAllString(text, "key")
}

// requireNobody searches a file for every person of the mock, every value of a person, and every secret of the day.
func requireNobody(t *testing.T, mock *mockserver.Server, file string) {
	t.Helper()
	gone := []string{
		mockserver.DefaultUsername, mockserver.DefaultPassword, "4111", `"123"`, "nettie", "Kazoo Court",
		`"Authentication"`, "Timestamp", mock.URL(),
	}
	keys, found := mock.Accounts.Keys(mockserver.DefaultUsername)
	require.True(t, found)
	for _, key := range []string{keys.APIKey, keys.APISecret.Reveal()} {
		gone = append(gone, key, base64.StdEncoding.EncodeToString([]byte(key)))
	}
	for _, team := range mock.Teams.All() {
		for _, p := range team.Players {
			gone = append(gone, p.LastName, `"`+p.FirstName+`"`, p.Email, p.MobilePhone, p.HomePhone)
			if p.Address != nil {
				gone = append(gone, p.Address.StreetAddress)
			}
		}
		for _, c := range team.Coaches {
			gone = append(gone, c.LastName, `"`+c.FirstName+`"`, c.Email, c.MobilePhone, c.HomePhone, c.WorkPhone, c.FaxPhone)
		}
	}
	require.Greater(t, len(gone), 1000)
	for _, text := range gone {
		require.False(t, text != "" && strings.Contains(file, text), text)
	}
}
