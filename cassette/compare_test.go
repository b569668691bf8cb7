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
	_, err = cassette.Compare(t.Context(), file, "https://host.test", host(func(*http.Request) (*http.Response, error) {
		return nil, os.ErrDeadlineExceeded
	}))
	require.ErrorContains(t, err, "cassette: exchange 1, Teams.List: ")
	_, err = cassette.Compare(t.Context(), filepath.Join(t.TempDir(), "none"), "https://host.test", other)
	require.ErrorIs(t, err, os.ErrNotExist)
}
