package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
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
	"github.com/tourney-go/tourney/internal/pseudonym"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
)

const seed = "a seed"

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

// TestRecordADay records the tour through a proxy, and takes it again without the mock. The results are the same but for
// people and keys, and the file holds no secret and no person.
func TestRecordADay(t *testing.T) {
	t.Cleanup(func() { goleak.VerifyNone(t) })
	mock := mockserver.Start(t, tourney.Soccer, mockserver.RequireAuth(auth.HMAC{}))
	host, err := url.Parse(mock.URL())
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "day.json")
	through := &http.Transport{DisableCompression: true}
	t.Cleanup(through.CloseIdleConnections)
	recorder, err := cassette.Record(file, through, cassette.Options{Seed: secret.New(seed)})
	require.NoError(t, err)

	var day, again bytes.Buffer
	var requests, replayed []string
	proxy := httptest.NewServer(counting(&requests, cassette.Proxy(host, recorder)))
	t.Cleanup(proxy.Close)
	require.NoError(t, take(&tour{out: &day, host: proxy.URL, sent: listed(&requests)}))
	require.NoError(t, recorder.Close())
	golden, err := os.ReadFile("testdata/output.txt")
	require.NoError(t, err)
	require.Equal(t, string(golden), day.String(), "the proxy changes nothing")

	player, err := cassette.Open(file)
	require.NoError(t, err)
	without := httptest.NewServer(counting(&replayed, player))
	t.Cleanup(without.Close)
	mock.Close()
	require.NoError(t, take(&tour{out: &again, host: without.URL, sent: listed(&replayed)}))
	require.Equal(t, requests, replayed)
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, plain(withPeople(t, mock, day.String())), plain(again.String()))
	requireNobody(t, mock, string(data))
}

// people returns the rows with people of the mock, with their people learned by p.
func people(t *testing.T, mock *mockserver.Server, p *pseudonym.People) (teams []tourney.Team) {
	t.Helper()
	teams = mock.Teams.All()
	data, err := tourney.MarshalRow(teams)
	require.NoError(t, err)
	_, err = p.JSON(data)
	require.NoError(t, err)
	return teams
}

// withPeople returns what the tour prints for the made-up people.
func withPeople(t *testing.T, mock *mockserver.Server, text string) string {
	t.Helper()
	p := pseudonym.New([]byte(seed))
	people(t, mock, p)
	quoted, err := json.Marshal(text)
	require.NoError(t, err)
	quoted, err = p.JSON(quoted)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(quoted, &text))
	return text
}

// plain returns a text without keys, the wrong e-mail address that the host repeats, the address of the account, which
// holds the redacted user name, and the widths of tables.
func plain(text string) string {
	text = regexp.MustCompile(`(?m)^(account +\d+) +\S+@example\.com`).ReplaceAllString(text, "$1")
	text = regexp.MustCompile(`found "[^"]*"`).ReplaceAllString(text, "found it")
	text = regexp.MustCompile(`(?m)^key .*`).ReplaceAllString(text, "key")
	return regexp.MustCompile(` +`).ReplaceAllString(text, " ")
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
	for _, team := range people(t, mock, pseudonym.New([]byte("another"))) {
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
