package answers

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// TestRefuseUnknownNames: what the mock ignores otherwise is refused, and the message names the nearest name.
func TestRefuseUnknownNames(t *testing.T) {
	for name, c := range map[string]struct {
		method, target, body string
		says                 string // "" for a request that is carried out
	}{
		"known names":      {"GET", "/teams?EVENTID=1001&includes=Players", "", ""},
		"a misspelled one": {"GET", "/teams?divisonid=2001", "", "divisonid is unknown to Teams.List: the nearest name is divisionid"},
		"two": {
			"GET", "/teams?divisonid=2001&pagsize=1", "", "divisonid is unknown to Teams.List: the nearest name is divisionid\npagsize is unknown to Teams.List: the nearest name is pagesize",
		},
		"an include": {
			"GET", "/teams?id=4001&includes=Players,Cuaches", "", "includes=cuaches means nothing for Teams.Get: the includes are Players, Coaches, Pools, Season",
		},
		"a body": {"PUT", "/teams", `{"Id":4001,"Nots":"n"}`, "nots is unknown to Teams.Update: the nearest name is notes"},
		"an item": {
			"PUT", "/teams", `{"Id":4001,"Players":[{},{"FristName":"A"}]}`, "players[1].fristname is unknown to Teams.Update: the nearest name is firstname",
		},
		"XML": {
			"PUT", "/teams", `<Request><Id>4001</Id><Addrss><City>C</City></Addrss></Request>`, "addrss is unknown to Teams.Update: the nearest name is address",
		},
		"the query of an update": {
			"PUT", "/teams?Id=4001", `{"Id":4001,"Notes":"n"}`, "?Id is in the query of a PUT, which the server does not read: send it in the body",
		},
		"the number of a card": {
			"POST", "/payments", `{"TeamId":4001,"` + clienttest.CardNumber + `":1}`, "[redacted] is unknown to Payments.Pay",
		},
	} {
		srv, err := mockserver.New(tourney.MultiSport, mockserver.RefuseUnknownNames())
		require.NoError(t, err)
		before := mocktest.Dump(srv.World)
		a := mocktest.Send(t, srv, c.method, "/api/v1"+c.target, c.body, "Accept", "application/json")
		require.Empty(t, a.Header.Get("X-Mock-Ignored"), name)
		if c.says == "" {
			require.Equal(t, http.StatusOK, a.Status, name)
			continue
		}
		require.Equal(t, http.StatusBadRequest, a.Status, name)
		require.Contains(t, a.Body, `"Code":2`, name)
		require.Contains(t, a.Header.Get("X-Mock-Assumed"), "ignored-names", name)
		if name != "the number of a card" {
			require.Equal(t, c.says, mocktest.Messages(t, a), name)
		} else {
			digits := strings.NewReplacer(" ", "", "-", "").Replace(mocktest.Messages(t, a))
			require.NotContains(t, digits, clienttest.CardNumber)
		}
		mocktest.Unchanged(t, before, srv.World)
	}
}

// TestRefuseUnknownNamesTakesTheRest: signatures, and what hosts were seen to take, are no typing errors.
func TestRefuseUnknownNamesTakesTheRest(t *testing.T) {
	srv, err := mockserver.New(tourney.Softball, mockserver.RefuseUnknownNames(),
		mockserver.RequireAuth(auth.Query{Key: "Key", Secret: "sig"}))
	require.NoError(t, err)
	client := srv.Client()
	_, err = client.Teams.Get(t.Context(), 4001)
	require.NoError(t, err)
	require.NoError(t, client.Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: 4001, Notes: new("n")}))

	srv, err = mockserver.New(tourney.Softball, mockserver.RefuseUnknownNames())
	require.NoError(t, err)
	mocktest.Accept(t, srv, "POST", "/api/v1/teams", `{"EventId":1001,"DivisionId":2001,"Name":"Otters","Players":[]}`)
	require.Equal(t, []string{"eventid", "players"}, srv.Calls.All("")[0].Ignored)
	srv, err = mockserver.New(tourney.Softball, mockserver.RefuseUnknownNames(), mockserver.Strict())
	require.NoError(t, err)
	a := mocktest.Send(t, srv, "POST", "/api/v1/teams", `{"EventId":1001,"DivisionId":2001,"Name":"Otters"}`)
	require.Equal(t, http.StatusBadRequest, a.Status)
}

// TestRefuseManyUnknownNames: looking for the nearest names takes no time that grows with the body.
func TestRefuseManyUnknownNames(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer, mockserver.RefuseUnknownNames())
	require.NoError(t, err)
	var body strings.Builder
	body.WriteString(`{"Id":4001`)
	for range 100_000 {
		body.WriteString(`,"Nots":1`)
	}
	a := mocktest.Send(t, srv, "PUT", "/api/v1/teams", body.String()+"}")
	require.Equal(t, http.StatusBadRequest, a.Status)
	require.Equal(t, 20, strings.Count(a.Body, "nearest"))
}
