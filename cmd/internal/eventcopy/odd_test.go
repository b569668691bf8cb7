package eventcopy_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/eventcopy"
)

// oddHost are the answers of a host that has what a mock never has: unknown members with names that fixtures use,
// positions that two teams have, results that contradict each other, rows that cannot be read, rows that are missing, and
// no operations for events, players and statistics.
var oddHost = map[string]string{
	"divisions?eventid=1001": `{"Divisions":{"Results":[{"Id":5,"Name":"9U","Order":1,"Settings":{"RosterLimit":9,"Ranked":[1,{"By":null}]},
		"Teams":[{"Id":1,"Name":"Hawks","ExternalTeamId":"X-1"},{"Id":3,"Name":"Hidden"}]}],"Page":1,"PageSize":50,"Total":1}}`,
	"divisions?id=6": `{"Division":{"Id":6,"Name":"Old","Order":2,"Event":{"Id":1001,"Name":"Lantern Cup"}}}`,
	"teams?paid=false": `{"Teams":{"Results":[{"Id":2,"Name":"Gus Pepperday","Paid":false,"Division":{"Id":5,"Name":"9U"},
		"Pools":[{"Number":1,"Pool":{"Id":30,"Name":"A"}}],"Coaches":[{"Id":8,"FirstName":"Gus","LastName":"Pepperday"}]},
		{"Id":4,"Name":"Ducks","Paid":false,"Players":[{"Id":9,"LastName":"Lobsworth","Birthdate":"Lobsworth Day"}]}],
		"Page":1,"PageSize":250,"Total":2}}`,
	"teams?paid=true": `{"Teams":{"Results":[{"Id":1,"Name":"Hawks\u0001","ParentId":77,"Paid":true,"Division":{"Id":5,"Name":"9U"},
		"EventId":"x","ref":"r","Extra":{"a":1.50},"HeadCoach":"Gundula F","Tel":7397397397,"Gundula":"June 5, 2010",
		"Organizer":{"Name":"O’Brien","Email":"gundula@host.test"},
		"Pools":[{"Number":1,"Pool":{"Id":30,"Name":"A"}}]}],"Page":1,"PageSize":250,"Total":1}}`,
	"teams?id=3": `{"Team":{"Id":3,"Name":"Hidden","Division":{"Id":6,"Name":"Old"}}}`,
	"players":    `{"Players":null}`,
	"venues":     `{"Venues":[]}`,
	"games": `{"Games":{"Results":[{"Id":7,"Date":"6/12/2026","Division":{"Id":5,"Name":"9U","Event":{"Id":1001,"Name":"Lantern Cup"}},
		"AwayTeam":{"Name":"Hawks","TeamId":1,"WonBy":7,"TeamPoolId":41,"PoolNumber":1},"HomeTeam":{"Name":"Gus Pepperday","TeamId":2,"WonBy":7},
		"Home":"field","GameCastUrl":"https://cast.test"}],"Page":1,"PageSize":250,"Total":1}}`,
	"standings": `{"Columns":[{"Name":"Aura","Abbr":"A"}],"Groups":[{"Id":5,"Name":"9U","List":[{"Id":30,"Name":"Pool A","Participants":[
		{"Name":"Gus Pepperday","Id":2,"ParticipantId":42,"Columns":["9"],"Place":"1st","Number":"2","ExternalId":""}]},
		{"Id":31,"Name":"Pool B","Participants":[]}]}]}`,
}

// answerOf answers a request with the entry whose name the request fits, or with a page in HTML.
func answerOf(req *http.Request) (*http.Response, error) {
	name, _ := strings.CutPrefix(req.URL.Path, "/api/v1/")
	for _, by := range []string{"", "?id=" + req.FormValue("id"), "?paid=" + req.FormValue("paid"), "?eventid=" + req.FormValue("eventid")} {
		if body, ok := oddHost[name+by]; ok {
			res := httpmock.NewStringResponse(http.StatusOK, body)
			res.Header.Set("Content-Type", "application/json")
			return res, nil
		}
	}
	return httpmock.NewStringResponse(http.StatusNotFound, "<html>no such page</html>"), nil
}

func TestCopyOfAnOddHost(t *testing.T) {
	transport := httpmock.NewMockTransport()
	transport.RegisterNoResponder(answerOf)
	c, err := tourney.New("https://host.test", tourney.Soccer, tourney.WithHTTPClient(&http.Client{Transport: transport}))
	require.NoError(t, err)
	o := options(t, c, transport)
	result, err := eventcopy.Copy(t.Context(), o)
	require.ErrorIs(t, err, eventcopy.ErrIncomplete)
	require.Empty(t, cmp.Diff([]string{
		"players: the host answered without a list, which counts as empty",
		"leaders: the host has none", "events: the host has none",
		"team 77: other rows refer to it, and the host has none",
		"team 2: its position 1 in pool 30 is taken, or none: the file has position 2",
		"teams: 1 texts have characters that XML cannot carry: the file has spaces",
	}, result.Notes))
	require.Equal(t, []string{"teams: row 4, on page 1, cannot be read at /Teams/Results[1]/Players[0]/Birthdate"}, result.Unread)
	file := text(t, o.Path)
	require.NotRegexp(t, `(?i)"pepperday|lobsworth|gundula|brien|june|7397|organizer|cast|ranked|"ref"|"Extra":\{"Extra"|1\.50`, file)

	keeping := options(t, c, transport)
	keeping.Keep = []string{"gamecasturl", "organizer"}
	_, err = eventcopy.Copy(t.Context(), keeping)
	require.ErrorIs(t, err, eventcopy.ErrIncomplete)
	require.Contains(t, text(t, keeping.Path), `"GameCastUrl":"https://cast.test"`)
	require.Contains(t, text(t, keeping.Path), `"Organizer":{"Name":"O’Brien","Email":"gundula@host.test"}`)

	srv, ctx := served(t, tourney.Soccer, o.Path), t.Context()
	read := func(row any, err error) string {
		require.NoError(t, err)
		text, err := tourney.MarshalRow(row)
		require.NoError(t, err)
		return string(text)
	}
	c = srv.Client()
	hawks := read(c.Teams.Get(ctx, 1, tourney.IncludePools))
	require.Regexp(t, `^{"Id":1,"ParentId":77,"Name":"Hawks ","Paid":true,"Division":{"Id":5,"Name":"9U"},`+
		`"Pools":\[{"Number":1,"Pool":{"Id":30,"Name":"A","Division":{"Id":5,"Name":"9U"}}}],("\w{8}":[^:]*.*){7}}$`, hawks)
	division := read(c.Divisions.Get(ctx, 5, tourney.IncludeSettings, tourney.IncludeTeams))
	require.Regexp(t, `"Settings":{"RosterLimit":9,"\w{8}":\[\d,{"\w{8}":null}]}`, division)
	require.Contains(t, division, `"ExternalTeamId":"X-1"`)
	require.Contains(t, read(c.Teams.Get(ctx, 3)), `"Division":{"Id":6,"Name":"Old"}`)
	list, err := c.Divisions.List(ctx, tourney.DivisionListOptions{EventID: eventID})
	require.NoError(t, err)
	require.Len(t, list.Results, 1, "the other division is in no list")
	game, err := c.Games.Get(ctx, 7)
	require.NoError(t, err)
	require.Regexp(t, `^{("\w{8}":("https://example.com/\w{8}"|"\w{5}"),?){2}}$`, game.Extra.String())
	people, err := c.Teams.Get(ctx, 2, tourney.IncludeCoaches)
	require.NoError(t, err)
	require.NotEqual(t, "Pepperday", people.Coaches[0].LastName)
	require.Equal(t, []string{"Gus Pepperday", "Gus Pepperday"}, []string{people.Name, game.HomeTeam.Name}, "the name of a team stays")
	require.EqualValues(t, 30, *game.AwayTeam.PoolID)
	table, err := c.Standings.Get(ctx, tourney.StandingsOptions{EventID: eventID})
	require.NoError(t, err)
	require.Equal(t, []string{"Aura", "Gus Pepperday", "9"}, []string{
		table.Columns[0].Name, table.Groups[0].List[0].Participants[0].Name, table.Groups[0].List[0].Participants[0].Columns[0],
	})
	pool, _ := srv.Pools.Get(31)
	require.Equal(t, "Pool B", pool.Name)
	require.Equal(t, []int64{41, 42}, []int64{srv.Pools.Positions(30)[0].ID, srv.Pools.Positions(30)[1].ID})
	event, err := c.Events.Get(ctx, eventID)
	require.NoError(t, err)
	require.Equal(t, "Lantern Cup", event.Name)
}
