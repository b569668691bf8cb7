package cassette_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cassette"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
)

// newMock returns a mock that is no listener.
func newMock(t *testing.T, opts ...mockserver.Option) *mockserver.Server {
	t.Helper()
	mock, err := mockserver.New(tourney.Soccer, opts...)
	require.NoError(t, err)
	t.Cleanup(mock.Close)
	return mock
}

// TestCompare: the mock that was recorded differs in nothing, whatever ids it chooses, and another one in what it does
// differently.
func TestCompare(t *testing.T) {
	for _, media := range []string{"application/json", "application/xml"} {
		ask := func(method, target, body string) *http.Request {
			req := request(t, method, target, body)
			req.Header.Set("Accept", media)
			return req
		}
		mock := newMock(t)
		file, bodies := record(t, mock, ask("POST", "/api/v1/authenticate", `{"Username":"director","Password":"wrong"}`),
			ask("POST", "/api/v1/teams", `{"EventId":1001,"DivisionId":2001,"Name":"Owls","Players":[{"FirstName":"Gus","LastName":"P"}]}`))
		id := mock.Teams.All()[len(mock.Teams.All())-1].ID
		require.Contains(t, bodies[1], fmt.Sprint(id))
		r, err := cassette.Record(file, mock, cassette.Options{})
		require.NoError(t, err)
		for _, req := range []*http.Request{
			ask("GET", fmt.Sprintf("/api/v1/teams?id=%d&includes=Players", id), ""),
			ask("POST", "/api/v1/payments", fmt.Sprintf(`{"TeamId":%d,"Payment":{"PriceId":6001,"CreditCardType":"Visa",`+
				`"CreditCardNumber":"4111111111111111","CreditCardExpireYear":30,"CreditCardExpireMonth":12,"CreditCardCvv2":"123",`+
				`"StreetAddress":"7 Kazoo Court","ExtendedAddress":"-","City":"A","StateRegion":"B","PostalCode":"1"}}`, id)),
			ask("GET", "/api/v1/teams?eventid=1001", ""),
		} {
			_, err := send(t, r, req)
			require.NoError(t, err)
		}
		require.NoError(t, r.Close())

		other := newMock(t)
		other.Teams.Add(tourney.Team{Name: "Taken"}) // so that the mock chooses other ids
		found, err := cassette.Compare(t.Context(), file, "http://localhost", other)
		require.NoError(t, err)
		require.Empty(t, found, "%s", media)

		other = newMock(t)
		other.Teams.Remove(4001)
		other.Teams.Edit(4002, func(row *tourney.Team) { row.Name, row.ExternalTeamID = "Owls", "" })
		found, err = cassette.Compare(t.Context(), file, "http://localhost", other)
		require.NoError(t, err)
		require.NotEmpty(t, found)
		for _, d := range found {
			require.Equal(t, "Teams.List", d.Operation)
			require.Equal(t, 5, d.Exchange)
		}
		require.Contains(t, fmt.Sprint(found), "externalteamid")
	}
}

// TestDifferences lists every kind of difference.
func TestDifferences(t *testing.T) {
	const teams = `{"Teams":{"Results":[{"Id":1,"Name":"A","Paid":true},{"Id":2,"Old":1}],"Total":2}}`
	file, _ := record(t, answers(200, "application/json", teams),
		request(t, "GET", "/api/v1/teams", ""), request(t, "GET", "/api/v1/unknown", ""))
	r, err := cassette.Record(file, answers(404, "text/html", "no"), cassette.Options{})
	require.NoError(t, err)
	_, err = send(t, r, request(t, "GET", "/api/v1/games", ""))
	require.NoError(t, err)
	require.NoError(t, r.Close())
	other := answers(200, "application/json", `{"Teams":{"Results":[{"Id":"1","Name":"B","Paid":null,"New":[]},{"Id":2},{}],"Total":2}}`)
	found, err := cassette.Compare(t.Context(), file, "https://host.test/", other)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff([]cassette.Difference{
		{"Teams.List", "teams.results.?", "absent", "[]", 1, 2},
		{"Teams.List", "teams.results.id", "1", `"1"`, 1, 1},
		{"Teams.List", "teams.results.name", `"A"`, `"B"`, 1, 1},
		{"Teams.List", "teams.results.paid", "true", "null", 1, 1},
		{"Teams.List", "teams.results", "absent", "{}", 1, 1},
		{"Games.List", "", "404", "200", 3, 1},
	}, found))
	_, err = cassette.Compare(t.Context(), file, "https://host.test", clienttest.Transport(func(*http.Request) (*http.Response, error) {
		return nil, os.ErrDeadlineExceeded
	}))
	require.ErrorContains(t, err, "cassette: "+file+": exchange 1, Teams.List: ")
	_, err = cassette.Compare(t.Context(), filepath.Join(t.TempDir(), "none"), "https://host.test", other)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestNothingElseIsSent: whatever a file says, its requests go to the host, and are the operations that it names.
func TestNothingElseIsSent(t *testing.T) {
	for name, c := range map[string]struct {
		method, path, query string
		sent                string // "" for a request that is not sent
	}{
		"an operation":             {"GET", "/api/v1/teams", "eventid=7", "GET https://host.test/cup/api/v1/teams?eventid=7"},
		"another host":             {"GET", "@127.0.0.2:80/secret", "", ""},
		"another host, as a URL":   {"GET", "http://127.0.0.2/api/v1/teams", "", ""},
		"another port":             {"GET", ":81/api/v1/teams", "", ""},
		"a longer name":            {"GET", ".evil.example/api/v1/teams", "", ""},
		"an authority":             {"GET", "//evil.example/api/v1/teams", "", ""},
		"the admin API":            {"POST", "/_mock/reset", "", ""},
		"a DELETE":                 {"DELETE", "/_mock/faults", "", ""},
		"dots":                     {"GET", "/api/v1/../../_mock/reset", "", ""},
		"escaped dots":             {"GET", "/api/v1/%2e%2e/%2e%2e/_mock/reset", "", ""},
		"dots behind an operation": {"GET", "/api/v1/teams/../payments", "", ""},
		"a query in the path":      {"GET", "/api/v1/teams?x=1", "", ""},
		"a fragment":               {"GET", "/api/v1/teams#x", "", ""},
		"another method":           {"PUT", "/api/v1/payments", "", ""},
		"a small method":           {"get", "/api/v1/teams", "", ""},
		"CONNECT":                  {"CONNECT", "127.0.0.2:80", "", ""},
		"TRACE":                    {"TRACE", "/api/v1/teams", "", ""},
		"another operation":        {"POST", "/api/v1/payments", "", ""},
		"a login":                  {"POST", "/api/v1/authenticate", "", ""},
		"a query that is no query": {
			"GET", "/api/v1/teams", "eventid=7#@evil.example/", "GET https://host.test/cup/api/v1/teams?eventid=7%23%40evil.example%2F",
		},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "odd.json")
			text := fmt.Sprintf(`{"operation":"Teams.List","request":{"method":%q,"path":%q,"query":%q,"header":{`+
				`"Accept":"application/json","X-HTTP-Method-Override":"DELETE","X-Mock-Session":"other","Host":"evil.example"}},`+
				`"answer":{"status":200}}`, c.method, c.path, c.query)
			require.NoError(t, os.WriteFile(file, []byte("{\"version\": 1}\n"+text), 0o600))
			sent := ""
			to := clienttest.Transport(func(req *http.Request) (*http.Response, error) {
				sent = req.Method + " " + req.URL.String()
				require.Equal(t, http.Header{"Accept": {"application/json"}}, req.Header)
				require.Equal(t, "host.test", req.Host)
				return answers(200, "", "")(req)
			})
			found, err := cassette.Compare(t.Context(), file, "https://host.test/cup/", to)
			require.NoError(t, err)
			require.Equal(t, c.sent, sent)
			if sent == "" {
				require.Equal(t, []cassette.Difference{{"Teams.List", "", "200", "not sent", 1, 1}}, found)
			}
		})
	}
	_, err := cassette.Compare(t.Context(), filepath.Join(t.TempDir(), "none"), "host.test", newMock(t))
	require.ErrorIs(t, err, os.ErrNotExist)
	file, _ := record(t, newMock(t), request(t, "GET", "/api/v1/teams", ""))
	_, err = cassette.Compare(t.Context(), file, "host.test", newMock(t))
	require.ErrorContains(t, err, "has no scheme")
}
