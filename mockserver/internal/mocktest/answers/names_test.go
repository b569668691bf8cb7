package answers

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// TestIgnoredNames: what the mock does not know is ignored with all that is inside it, and named. What is left decides.
func TestIgnoredNames(t *testing.T) {
	for name, c := range map[string]struct {
		method, target, body string
		status               int
		ignored, says        string
	}{
		"a double inside an unknown member": {"PUT", "/teams", `{"Id":4001,"Notes":"n","Foo":{"a":1,"A":2,"a":3}}`, 200, "foo", ""},
		"an unknown list in XML": {
			"PUT", "/teams", `<Request><Id>4001</Id><Notes>n</Notes><Foo><a>1</a><a>2</a></Foo></Request>`, 200, "foo", "",
		},
		"an unknown member twice": {
			"PUT", "/teams", `<Request><Id>4001</Id><Notes>n</Notes><Foo>1</Foo><Foo>2</Foo></Request>`, 200, "foo, foo", "",
		},
		"a known name twice in JSON": {"PUT", "/teams", `{"Id":4001,"Notes":"n","Notes":"m"}`, 400, "", "notes is doubled"},
		"a known name twice in XML": {
			"PUT", "/teams", `<Request><Id>4001</Id><Notes>n</Notes><notes>m</notes></Request>`, 400, "", "notes is doubled",
		},
		"a known name twice in an item": {
			"PUT", "/teams", `{"Id":4001,"Coaches":[{"FirstName":"A"},{"FirstName":"B","FIRSTNAME":"C"}]}`, 400, "",
			"coaches[1].firstname is doubled",
		},
		"a dotted name": {"PUT", "/teams", `{"Id":4001,"Notes":"n","Address.City":"A"}`, 200, "address.city", ""},
		"a dotted name twice": {
			"PUT", "/teams", `{"Id":4001,"Notes":"n","Address.City":"A","address.city":"B"}`, 200, "address.city, address.city", "",
		},
		"a dotted name alone": {
			"PUT", "/teams", `{"Id":4001,"Address.City":"A"}`, 400, "address.city", "the mock ignores address.city",
		},
		"unknown names alone":                     {"PUT", "/teams", `{"Id":4001,"Foo":"A"}`, 400, "foo", "the mock ignores foo"},
		"unknown names alone for an unknown team": {"PUT", "/teams", `{"Id":99,"Foo":"A"}`, 404, "foo", "id names no team"},
		"nothing but the id":                      {"PUT", "/teams", `{"Id":4001,"Notes":null}`, 200, "", ""},
		"the name of another host": {
			"PUT", "/games", `{"Id":7001,"AwayTeamScore":3,"HomeScore":2}`, 400, "", "awayteamscore is called awayscore on this host",
		},
		"the query of an update": {"PUT", "/teams?id=4001&apikey=k", `{"Id":4001,"Notes":"n"}`, 200, "?apikey, ?id", ""},
		"an include that means nothing": {
			"GET", "/teams?id=4001&includes=Players,Assets,nonsense", "", 200, "includes=assets, includes=nonsense", "",
		},
		"a star":                       {"GET", "/teams?id=4001&includes=*", "", 200, "includes=*", ""},
		"includes that mean something": {"GET", "/teams?id=4001&includes=players,%20COACHES", "", 200, "", ""},
		"an unknown event":             {"PUT", "/standings", `{"EventId":99}`, 404, "", "eventid names no event"},
		"an unknown event and a seat": {
			"PUT", "/standings", `{"EventId":99,"TeamPoolId":1,"TeamId":4001}`, 404, "", "eventid names no event",
		},
	} {
		t.Run(name, func(t *testing.T) {
			srv := mocktest.New(t, tourney.MultiSport)
			a := mocktest.Send(t, srv, c.method, "/api/v1"+c.target, c.body, "Accept", "application/json")
			require.Equal(t, c.status, a.Status, a.Body)
			require.Equal(t, c.ignored, a.Header.Get("X-Mock-Ignored"))
			if c.says != "" {
				require.Contains(t, mocktest.Messages(t, a), c.says)
			}
		})
	}
}

// TestToleratedParameters: the mock takes what clients of softball were seen to send, and a strict one does not.
func TestToleratedParameters(t *testing.T) {
	const create = `{"EventId":1001,"DivisionId":2001,"Name":"Otters","players":[{"FirstName":"A","Nonsense":1}],"ExternalTeamId":77}`
	srv := mocktest.New(t, tourney.Softball)
	a := mocktest.Send(t, srv, http.MethodPost, "/api/v1/teams", create)
	require.Equal(t, 200, a.Status, a.Body)
	require.Equal(t, "eventid, players, players[0].nonsense", sortedNames(a.Header.Get("X-Mock-Ignored")))
	for _, id := range []string{"external-id-numbers", "tolerated-parameters"} {
		require.Contains(t, a.Header.Get("X-Mock-Assumed"), id)
	}
	teams := srv.Teams.All()
	made := teams[len(teams)-1]
	require.Equal(t, []any{"Otters", "77"}, []any{made.Name, made.ExternalTeamID})
	require.Empty(t, made.Players)

	require.Equal(t, 400, mocktest.Send(t, srv, http.MethodPost, "/api/v1/teams", `{"Name":"A","Coaches":[]}`).Status)
	require.Equal(t, 400, mocktest.Send(t, srv, http.MethodPut, "/api/v1/teams", `{"Id":4001,"Players":[]}`).Status)
	strict := mocktest.New(t, tourney.Softball, mockserver.Strict())
	a = mocktest.Send(t, strict, http.MethodPost, "/api/v1/teams", create)
	require.Equal(t, 400, a.Status)
	for _, says := range []string{"eventid is not", "players is not", "externalteamid must be a string"} {
		require.Contains(t, mocktest.Messages(t, a), says)
	}
}

// TestExternalIDsAsNumbers: a number where an external id is finds the same row as its text.
func TestExternalIDsAsNumbers(t *testing.T) {
	srv := mocktest.New(t, tourney.MultiSport)
	mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":4001,"ExternalTeamId":77}`)
	mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"ExternalTeamId":77,"Name":"Found"}`)
	team, _ := srv.Teams.Get(4001)
	require.Equal(t, "Found", team.Name)
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", `{"Id":7001,"ExternalId":12345678901234567890}`)
	require.Equal(t, "12345678901234567890", mocktest.DetailsOf(srv.Games, 7001).ExternalID)
	a := mocktest.Send(t, srv, http.MethodPut, "/api/v1/games", `{"Id":7001,"ExternalId":1.5}`)
	require.Equal(t, 400, a.Status, "an external id is no part of a number")
	a = mocktest.Send(t, srv, http.MethodPut, "/api/v1/teams", `{"Id":4001,"Name":5}`)
	require.Equal(t, 400, a.Status, "other texts are no numbers")
}

// sortedNames returns names that are separated by commas in alphabetical order.
func sortedNames(text string) string {
	names := strings.Split(text, ", ")
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// TestStarIncludesNothing: a star in a request is an unknown name.
func TestStarIncludesNothing(t *testing.T) {
	srv := mockserver.Start(t, mockserver.Profile{DefaultIncludes: []tourney.Include{"*"}})
	bare, err := srv.Client().Teams.Get(t.Context(), 4001)
	require.NoError(t, err)
	starred, err := srv.Client().Teams.Get(t.Context(), 4001, tourney.Include("*"))
	require.NoError(t, err)
	require.Equal(t, bare, starred)
	require.Nil(t, bare.Players)
}

// TestReportTypesAreIntegers: enumerations are integers in JSON (section 2).
func TestReportTypesAreIntegers(t *testing.T) {
	srv := mockserver.Start(t, tourney.MultiSport)
	a := mocktest.Send(t, srv, http.MethodGet, "/api/v1/divisions?id=2001&includes=Reports", "")
	require.Contains(t, a.Body, `"Type":3`)
	require.Contains(t, a.Body, `"Type":2`)
	require.NotContains(t, a.Body, `"Type":"`)
}

// TestEmptyUpdatesInside: a misspelled name in a list does not vanish behind a success.
func TestEmptyUpdatesInside(t *testing.T) {
	side := fmt.Sprintf(`{"GameId":%d,"Away":{"Id":%d,"Players":[{"TeamPlayerId":%d,%%s}]}}`, mocktest.Played, mocktest.Otters, mocktest.Line1)
	sideXML := fmt.Sprintf("<Request><GameId>%d</GameId><Away><Id>%d</Id><Players><Player><TeamPlayerId>%d</TeamPlayerId>"+
		"%%s</Player></Players></Away></Request>", mocktest.Played, mocktest.Otters, mocktest.Line1)
	for _, test := range []struct{ path, body, ignored string }{
		{"teams", fmt.Sprintf(`{"Id":%d,"Players":[{"Id":%d,"Fristname":"A"}]}`, mocktest.Otters, mocktest.Line1),
			"players[0].fristname (the nearest is firstname)"},
		{"teams", fmt.Sprintf(`{"Id":%d,"Coaches":[{"Id":%d,"Emial":"a@example.com"}]}`, mocktest.Otters, mocktest.Coach1),
			"coaches[0].emial (the nearest is email)"},
		{"teams", fmt.Sprintf("<Request><Id>%d</Id><Players><Player><Id>%d</Id><Fristname>A</Fristname></Player></Players></Request>",
			mocktest.Otters, mocktest.Line1), "players[0].fristname (the nearest is firstname)"},
		{"statistics", fmt.Sprintf(side, `"Statistics":[{"Name":"Goals","Valeu":"9"}]`),
			"away.players[0].statistics[0].valeu (the nearest is value)"},
		{"statistics", fmt.Sprintf(side, `"Statistic":[{"Name":"Goals","Value":"9"}]`),
			"away.players[0].statistic (the nearest is statistics)"},
		{"statistics", fmt.Sprintf(sideXML, "<Statistics><Statistic><Name>Goals</Name><Valeu>9</Valeu></Statistic></Statistics>"),
			"away.players[0].statistics[0].valeu (the nearest is value)"},
	} {
		srv := mocktest.World(t, tourney.Soccer)
		before := mocktest.Dump(srv.World)
		a := mocktest.Send(t, srv, http.MethodPut, "/api/v1/"+test.path, test.body, "Accept", "application/json")
		require.Equal(t, 400, a.Status, "%s: %s", test.body, a.Body)
		require.Equal(t, "nothing is left to change: the mock ignores "+test.ignored, mocktest.Messages(t, a))
		require.Contains(t, a.Header.Get("X-Mock-Assumed"), "empty-updates")
		mocktest.Unchanged(t, before, srv.World)
	}
}

// TestRefuseUnknownNames: what the mock ignores otherwise is refused, and the message names the nearest name.
func TestRefuseUnknownNames(t *testing.T) {
	for name, c := range map[string]struct {
		method, target, body string
		says                 string // "" for a request that is carried out
	}{
		"known names":      {"GET", "/teams?EVENTID=1001&includes=Players", "", ""},
		"a misspelled one": {"GET", "/teams?divisonid=2001", "", "divisonid is unknown to Teams.List: the nearest name is divisionid"},
		"two": {
			"GET", "/teams?divisonid=2001&pagsize=1", "", "divisonid is unknown to Teams.List: the nearest name is divisionid\n" +
				"pagsize is unknown to Teams.List: the nearest name is pagesize",
		},
		"an include": {
			"GET", "/teams?id=4001&includes=Players,Cuaches", "",
			"includes=cuaches means nothing for Teams.Get: the includes are Players, Coaches, Pools, Season",
		},
		"a body": {"PUT", "/teams", `{"Id":4001,"Nots":"n"}`, "nots is unknown to Teams.Update: the nearest name is notes"},
		"an item": {
			"PUT", "/teams", `{"Id":4001,"Players":[{},{"FristName":"A"}]}`,
			"players[1].fristname is unknown to Teams.Update: the nearest name is firstname",
		},
		"XML": {
			"PUT", "/teams", `<Request><Id>4001</Id><Addrss><City>C</City></Addrss></Request>`,
			"addrss is unknown to Teams.Update: the nearest name is address",
		},
		"the query of an update": {
			"PUT", "/teams?Id=4001", `{"Id":4001,"Notes":"n"}`, "?Id is in the query of a PUT, which the server does not read: send it in the body",
		},
		"the number of a card": {
			"POST", "/payments", `{"TeamId":4001,"` + clienttest.CardNumber + `":1}`, "[redacted] is unknown to Payments.Pay",
		},
	} {
		srv := mocktest.New(t, tourney.MultiSport, mockserver.RefuseUnknownNames())
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

	srv = mocktest.New(t, tourney.Softball, mockserver.RefuseUnknownNames())
	mocktest.Accept(t, srv, "POST", "/api/v1/teams", `{"EventId":1001,"DivisionId":2001,"Name":"Otters","Players":[]}`)
	require.Equal(t, []string{"eventid", "players"}, srv.Calls.All("")[0].Ignored)
	srv = mocktest.New(t, tourney.Softball, mockserver.RefuseUnknownNames(), mockserver.Strict())
	a := mocktest.Send(t, srv, "POST", "/api/v1/teams", `{"EventId":1001,"DivisionId":2001,"Name":"Otters"}`)
	require.Equal(t, http.StatusBadRequest, a.Status)
}

// TestRefuseManyUnknownNames: looking for the nearest names takes no time that grows with the body.
func TestRefuseManyUnknownNames(t *testing.T) {
	srv := mocktest.New(t, tourney.Soccer, mockserver.RefuseUnknownNames())
	var body strings.Builder
	body.WriteString(`{"Id":4001`)
	for range 100_000 {
		body.WriteString(`,"Nots":1`)
	}
	a := mocktest.Send(t, srv, "PUT", "/api/v1/teams", body.String()+"}")
	require.Equal(t, http.StatusBadRequest, a.Status)
	require.Equal(t, 20, strings.Count(a.Body, "nearest"))
}

// TestRealTimes: calls and writes say when they really came, also while the mock's clock stands still or is moved. A
// call has the time of its arrival, however long its answer took.
func TestRealTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := mocktest.World(t, tourney.Soccer)
		srv.Faults.Add(fault.On("Teams.Get").Delay(3 * time.Second))
		clock, began := srv.Clock.Now(), time.Now()
		<-time.After(90 * time.Second) // of the bubble, which does not wait
		mocktest.Send(t, srv, "GET", "/api/v1/teams?id=101", "")
		srv.Clock.Advance(-time.Hour)
		mocktest.Send(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Notes":"late"}`)
		<-time.After(time.Minute)
		srv.Teams.Remove(mocktest.Otters)

		type moment struct {
			What       string
			Real, Mock time.Duration // since the beginning
		}
		var got []moment
		for _, call := range srv.Calls.All("") {
			got = append(got, moment{call.Op, call.Arrived.Sub(began), call.Time.Sub(clock)})
		}
		for _, w := range srv.Writes.Last(2, 0) {
			got = append(got, moment{w.Op + w.Method, w.Made.Sub(began), w.Time.Sub(clock)})
		}
		require.Empty(t, cmp.Diff([]moment{
			{"Teams.Get", 90 * time.Second, 0}, {"Teams.Update", 93 * time.Second, -time.Hour},
			{"Teams.Remove", 153 * time.Second, -time.Hour}, {"Teams.Update", 93 * time.Second, -time.Hour},
		}, got))
	})
}

// TestWonByIsACodeInJSONAndANameInXML, also where the row has one half, and the request the half of the other format.
func TestWonByIsACodeInJSONAndANameInXML(t *testing.T) {
	walkover := tourney.WonBy{Code: 8, Name: "Walkover"}
	srv := mocktest.New(t, tourney.Profile{WonBy: []tourney.WonBy{walkover}}, mockserver.Scenario("empty"))
	for id, half := range map[int64]tourney.WonBy{1: {Code: 8}, 2: {Name: "walkover"}, 3: walkover} {
		srv.Games.Add(tourney.Game{ID: id, AwayTeam: &tourney.GameSide{WonBy: &half}})
		for range 2 { // the second answer is a kept one
			target := "/api/v1/games?id=" + strconv.FormatInt(id, 10)
			require.InDelta(t, 8, mocktest.At(t, mocktest.Get(t, srv, target), "Game.AwayTeam.WonBy"), 0)
			require.Contains(t, mocktest.Send(t, srv, http.MethodGet, target, "", "Accept", "application/xml").Body, "<WonBy>Walkover</WonBy>")
		}
	}
	mocktest.Accept(t, srv, http.MethodPut, "/api/v1/games", `{"Id":1,"HomeWonBy":"walkover"}`)
	game, _ := srv.Games.Get(1)
	require.Equal(t, &walkover, game.HomeTeam.WonBy)
}
