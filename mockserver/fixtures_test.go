package mockserver_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

func oneFile(text string) fstest.MapFS { return fstest.MapFS{"rows.json": {Data: []byte(text)}} }

const leagueFixture = `{
  "games": [
    {"ref": "final", "home": "$hawks", "Away": "$owls", "division": "$gold", "Date": "6/12/2026", "Time": "2:30 PM"},
    {"HomeTeam": {"TeamId": "$owls", "Score": 3}, "AwayTeam": {"TeamId": "$hawks", "Score": "2.50"}, "Division": {"Id": "$gold"}}
  ],
  "events": [{"ref": "cup", "Name": "Cup", "Id": 77}],
  "venues": [{"ref": "park", "name": "Park", "events": ["$cup"]}],
  "divisions": [{"ref": "gold", "Name": "Gold", "Event": "$cup"}],
  "pools": [{"ref": "a", "Name": "A", "Division": "$gold", "Positions": 2}],
  "teams": [
    {"ref": "hawks", "NAME": "Hawks", "Division": "$gold", "Pools": [{"Pool": "$a", "Number": 1}],
     "Players": [{"FirstName": "Ann"}, {"FirstName": "Bea"}]},
    {"ref": "owls", "Name": "Owls", "Division": "$gold", "ParentId": "$hawks"}
  ],
  "players": [{"ref": "cleo", "FirstName": "Cleo", "Teams": [{"Id": "$owls"}]}]
}`

func TestLoadFixtures(t *testing.T) {
	srv := empty(t, tourney.Soccer)
	require.NoError(t, srv.LoadFixtures(oneFile(leagueFixture), "rows.json"))
	require.EqualValues(t, 1, srv.Writes.Newest(), "all rows are one write")
	require.EqualValues(t, 77, srv.ID("cup"))
	hawks, _ := srv.Teams.Get(srv.ID("hawks"))
	require.Equal(t, "Hawks", hawks.Name)
	require.Equal(t, srv.ID("gold"), hawks.Division.ID)
	require.Len(t, hawks.Players, 2)
	require.Equal(t, srv.ID("a"), hawks.Pools[0].Pool.ID)
	owls, _ := srv.Teams.Get(srv.ID("owls"))
	require.Equal(t, hawks.ID, owls.ParentID)
	require.Equal(t, "Cleo", owls.Players[0].FirstName)
	require.Equal(t, []int64{77}, detailsOf(srv.Venues, srv.ID("park")).EventIDs)
	final, _ := srv.Games.Get(srv.ID("final"))
	require.Equal(t, hawks.ID, *final.HomeTeam.TeamID)
	require.Equal(t, "Hawks", final.HomeTeam.Name)
	require.Equal(t, tourney.Date{Year: 2026, Month: 6, Day: 12}, final.Date)
	second := srv.Games.All()[1]
	require.Equal(t, "2.50", second.AwayTeam.Score.String())
	require.NotEqual(t, srv.ID("hawks"), srv.Teams.Add(tourney.Team{Name: "next"}))
}

func TestFixturesOfAnOption(t *testing.T) {
	srv := empty(t, tourney.Soccer, mockserver.Fixtures(oneFile(leagueFixture), "rows.json"))
	require.Zero(t, srv.Writes.Newest())
	before, hawks := dump(srv.World), srv.ID("hawks")
	srv.Teams.Remove(hawks)
	srv.Reset()
	require.Equal(t, before, dump(srv.World))
	require.Equal(t, hawks, srv.ID("hawks"))
	_, err := mockserver.New(tourney.Soccer, mockserver.Fixtures(oneFile(`{"teams":[{"Nme":"x"}]}`), "rows.json"))
	require.EqualError(t, err, "mockserver: Fixtures: rows.json:1: teams[0].Nme: unknown, the nearest is Name")
	_, err = mockserver.New(tourney.Soccer, mockserver.Fixtures(oneFile(""), "other.json"))
	require.ErrorContains(t, err, "mockserver: Fixtures: open other.json")
}

// TestResetMakesFixturesOnce: the rows of fixtures are made once, however often a server goes back to them. The
// versions that Rewind can show would else each have their own.
func TestResetMakesFixturesOnce(t *testing.T) {
	cost := func(teams int) float64 {
		text := `{"teams": [` + strings.Repeat(`{"Name": "Otters"},`, teams) + `{"ref": "last", "Name": "Owls"}]}`
		srv := empty(t, tourney.Soccer, mockserver.Fixtures(oneFile(text), "rows.json"))
		allocations := testing.AllocsPerRun(20, srv.Reset)
		require.Len(t, srv.Teams.All(), teams+1)
		require.Equal(t, srv.Teams.All()[teams].ID, srv.ID("last"))
		return allocations
	}
	require.LessOrEqual(t, cost(1000), cost(10)+5)
}

func TestFixturesRefuse(t *testing.T) {
	for name, c := range map[string]struct{ text, says string }{
		"no JSON": {"{\n\"teams\": [}", "rows.json:2: "},
		"a list":  {"[]", "rows.json:1: expected an object with lists of rows, such as teams"},
		"a noun":  {`{"team": []}`, "rows.json:1: team: unknown, the nearest is teams"},
		"no row":  {`{"teams": [1]}`, "rows.json:1: teams[0]: expected an object, found number"},
		"a name":  {"{\"teams\": [\n{},\n{\"Divisin\": 1}]}", "rows.json:3: teams[1].Divisin: unknown, the nearest is Division"},
		"twice":   {`{"teams": [{"Name": "x", "name": "y"}]}`, "teams[0].Name: is there twice"},
		"a reference": {
			"{\"divisions\": [\n{\"ref\": \"gold\"}],\n\"teams\": [{\"Division\": \"$glod\"}]}",
			"rows.json:3: teams[0].Division: $glod is no reference: the nearest is gold (rows.json:2)",
		},
		"a reference without $": {
			"{\"teams\": [{\"ref\": \"hawks\"}],\n\"games\": [{\"Home\": \"hawks\",\n\"Away\": {\"TeamId\": \"hawks\"}}]}",
			"rows.json:2: games[0].Home: found the text hawks: $hawks stands for the row (rows.json:1)\n" +
				"rows.json:3: games[0].Away.TeamId: found the text hawks: $hawks stands for the row (rows.json:1)",
		},
		"a text in the place of a row": {
			`{"venues": [{"Events": ["x"]}], "teams": [{"Division": "gold", "ParentId": "12"}]}`,
			"rows.json:1: venues[0].Events[0]: expected an id or a reference such as $hawks, found a text without $\n" +
				"rows.json:1: teams[0].Division: expected an object or a reference such as $hawks, found a text without $",
		},
		"no refs":       {`{"teams": [{"ParentId": "$x"}]}`, "teams[0].ParentId: $x is no reference: no row has a ref"},
		"a ref twice":   {`{"teams": [{"ref": "x"}, {"ref": "x"}]}`, "teams[1].ref: x is the name of a row at rows.json:1 already"},
		"a ref with $":  {`{"teams": [{"ref": "$x"}]}`, "teams[0].ref: expected a name without $"},
		"a type":        {`{"teams": [{"Paid": "perhaps"}]}`, `rows.json:1: teams[0].Paid: expected a boolean, found string "perhaps"`},
		"an unknown id": {`{"teams": [{"Division": {"Id": 5}}]}`, "teams[0]: Division.Id 5 names no division"},
		"an id twice":   {`{"teams": [{"Id": 5}, {"Id": 5}]}`, "teams[1]: Id 5: the team exists already"},
		"positions":     {`{"pools": [{"Positions": 1000000}]}`, "rows.json:1: pools[0].Positions is 1000000: expected 0 to 10000"},
		"positions of a text": {
			"{\"pools\": [\n{\"Name\": \"A\",\n\"Positions\": \"two\"}]}",
			"rows.json:3: pools[0].Positions: expected a whole number from 0 to 10000, found string",
		},
		"below 0":           {`{"pools": [{"Positions": -1}]}`, "pools[0].Positions is -1: expected 0 to 10000"},
		"no event":          {`{"venues": [{"Events": ["x"]}]}`, "venues[0].Events[0]: expected an id or a reference such as"},
		"no list of events": {"{\"venues\": [{\n\"Events\": {}}]}", "rows.json:2: venues[0].Events: expected a list of ids, found object"},
		"an unknown event":  {`{"venues": [{"Events": [5]}]}`, "venues[0]: Events[0] 5 names no event"},
		"an Extra of the interface": {
			`{"teams": [{"Extra": {"Paid": true}, "Players": [{"Extra": {"number": 1}}]}]}`,
			"rows.json:1: teams[0].Extra.Paid: the interface has Paid: write it without Extra",
		},
		"an Extra in a row": {
			`{"teams": [{"Players": [{"Extra": {"number": 1}}]}]}`, "teams[0].Players[0].Extra.number: the interface has Number",
		},
		"an Extra without end": {`{"teams": [{"Extra": [1]}]}`, "teams[0].Extra: expected an object, found array"},
		"an Extra of pools": {
			`{"pools": [{"Division": {"Name": "x", "Extra": 1}}]}`, "pools[0].Division.Extra: expected an object, found number",
		},
		"ids of positions":     {`{"pools": [{"Positions": [7, 8, 7]}]}`, "pools[0]: ids[2] 7 is there twice"},
		"texts as positions":   {`{"pools": [{"Positions": [7, "$x"]}]}`, "pools[0].Positions[1]: expected an id, found string"},
		"two events of a team": {`{"teams": [{"EventId": [5, 6]}]}`, "teams[0].EventId: expected an id, found array"},
		"no event of a team":   {`{"teams": [{"EventId": 5}]}`, "teams[0]: EventId 5 names no event"},
		"two tables": {
			`{"standings": [{}, {}]}`, "standings[1]: expected one row: the mock answers all requests for standings with it",
		},
		"a table of no event": {`{"leaders": [{"EventId": 5}]}`, "leaders[0]: EventId[0] 5 names no event"},
		"an id of a table":    {`{"standings": [{"Id": 5}]}`, "standings[0].Id: unknown"},
		"no place": {
			`{"teams": [{"Name": "$x"}], "events": [{"ref": "x", "StartDate": "$x"}]}`,
			"events[0].StartDate: expected no reference",
		},
	} {
		t.Run(name, func(t *testing.T) {
			srv := empty(t, tourney.Soccer)
			before := mockserver.Everything(mockserver.Newest(srv))
			err := srv.LoadFixtures(oneFile(c.text), "rows.json")
			require.ErrorContains(t, err, c.says)
			require.Regexp(t, "^mockserver: LoadFixtures: rows.json:", err.Error())
			require.Equal(t, before, mockserver.Everything(mockserver.Newest(srv)))
			require.Panics(t, func() { srv.ID("x") })
		})
	}
	err := empty(t, tourney.Soccer).LoadFixtures(oneFile(`{"teams": [{"Nme": 1}, {"Paid": "x"}, {"ParentId": 5}], "x": []}`), "rows.json")
	require.Equal(t, 4, strings.Count(err.Error(), "rows.json:1: "), "all problems at once: %v", err)
}

// hostFixture has what only rows of a host have: unknown members, ids of positions, a team of an event without a
// division.
const hostFixture = `{
  "events": [{"Id": 77, "Name": "Cup", "Extra": {"Name2": "x", "ref": 1, "Extra": {"a": [1.50]}}}],
  "divisions": [{"Id": 5, "Event": {"Id": 77}, "Settings": {"RosterLimit": 9, "Extra": {"Ranked": true}}}],
  "pools": [{"Id": 3, "Name": "A", "Division": {"Id": 5}, "Positions": [31, 0, 33]}],
  "teams": [
    {"Id": 1, "Name": "Hawks", "Division": {"Id": 5}, "Pools": [{"Number": 3, "Pool": {"Id": 3}}], "Extra": {"EventId": "x"}},
    {"Id": 2, "Name": "Owls", "EventId": 77, "Players": [{"Id": 8, "PlayerId": 9, "Extra": {"Cap": "C-1"}}]},
    {"Id": 4, "Name": "Ducks", "Division": {"Id": 5}, "Pools": [{"Number": 1, "Pool": {"Id": 3}}]}
  ],
  "games": [{"Id": 6, "Division": {"Id": 5}, "Home": {"TeamId": 1, "Score": 2}, "Away": {"TeamId": 4, "Score": 1, "TeamPoolId": 31}}],
  "leaders": [{"EventId": 77, "Statistics": [{"Name": "Hops", "Participants": [{"Value": 5}, {"Value": "4.50"}], "Extra": {"Unit": "ft"}}]}]
}`

func TestFixturesOfAHost(t *testing.T) {
	srv, ctx := empty(t, tourney.Soccer, mockserver.Fixtures(oneFile(hostFixture), "rows.json")), t.Context()
	c := srv.Client()
	event, err := c.Events.Get(ctx, 77)
	require.NoError(t, err)
	require.Equal(t, `{"Extra":{"a":[1.50]},"Name2":"x","ref":1}`, event.Extra.String())
	event, err = c.Events.Get(ctx, 77, tourney.WithFormat(tourney.FormatXML))
	require.NoError(t, err)
	require.Equal(t, `{"Extra":{"a":{"Item":"1.50"}},"Name2":"x","ref":"1"}`, event.Extra.String())
	division, err := c.Divisions.Get(ctx, 5, tourney.IncludeSettings)
	require.NoError(t, err)
	require.Equal(t, tourney.DivisionSettings{RosterLimit: 9, Extra: tourney.Extra{"Ranked": []byte("true")}}, *division.Settings)
	teams, err := c.Teams.List(ctx, tourney.TeamListOptions{EventID: 77}, tourney.IncludePlayers)
	require.NoError(t, err)
	require.Len(t, teams.Results, 3)
	require.Equal(t, `{"EventId":"x"}`, teams.Results[0].Extra.String())
	require.Equal(t, `{"Cap":"C-1"}`, teams.Results[1].Players[0].Extra.String())
	require.Nil(t, teams.Results[1].Division)
	players, err := c.Players.List(ctx, tourney.PlayerListOptions{EventID: 77})
	require.NoError(t, err)
	require.Len(t, players.Results, 1)
	positions := srv.Pools.Positions(3)
	require.Equal(t, []int64{31, 33}, []int64{positions[0].ID, positions[2].ID})
	require.Equal(t, []int64{4, 0, 1}, []int64{positions[0].TeamID, positions[1].TeamID, positions[2].TeamID})
	for size, names := range map[int]int{0: 2, 1: 1, 9: 2} {
		leaders, err := c.Statistics.Leaders(ctx, tourney.LeadersOptions{PageSize: size})
		require.NoError(t, err)
		require.Len(t, leaders[0].Participants, names)
		require.Equal(t, `{"Unit":"ft"}`, leaders[0].Extra.String())
	}
}

// TestStandingsOfFixtures: standings that the mock computes too change with the games, and others stay.
func TestStandingsOfFixtures(t *testing.T) {
	srv, ctx := empty(t, tourney.Soccer, mockserver.Fixtures(oneFile(hostFixture), "rows.json")), t.Context()
	computed, err := srv.Client().Standings.Get(ctx, tourney.StandingsOptions{EventID: 77})
	require.NoError(t, err)
	require.Equal(t, "Hawks", computed.Groups[0].List[0].Participants[0].Name)
	for name, first := range map[string]string{"Hawks": "Ducks", "Falcons": "Falcons"} {
		computed.Groups[0].List[0].Participants[0].Name = name
		table, err := tourney.MarshalRow(computed)
		require.NoError(t, err)
		rows := strings.Replace(hostFixture, `"leaders"`, `"standings": [{"EventId": 77, `+string(table[1:])+`], "leaders"`, 1)
		srv := empty(t, tourney.Soccer, mockserver.Fixtures(oneFile(rows), "rows.json"))
		require.NoError(t, srv.Client().Games.Update(ctx, tourney.GameUpdateInput{ID: 6, AwayScore: tourney.Score(9)}))
		got, err := srv.Client().Standings.Get(ctx, tourney.StandingsOptions{EventID: 77})
		require.NoError(t, err)
		require.Equal(t, first, got.Groups[0].List[0].Participants[0].Name)
	}
}

// FuzzFixtures reads any text. It must not panic, and change nothing when it refuses a file.
func FuzzFixtures(f *testing.F) {
	f.Add(leagueFixture)
	f.Add(`{"teams":[{"ref":"a","Pools":[{"Pool":{"Id":1,"Name":"$a"}}],"ParentId":"$a"}],"GAMES":[{"Home":"$a","Number":"$a"}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		srv := empty(t, tourney.Soccer)
		if srv.LoadFixtures(oneFile(text), "rows.json") != nil {
			require.Zero(t, srv.Writes.Newest())
			return
		}
		dump(srv.World)
	})
}

// TestSessionsKnowRefs: the rows of fixtures are in a session, and so are their refs. Refs of a session stay in it.
func TestSessionsKnowRefs(t *testing.T) {
	srv := empty(t, tourney.Soccer, mockserver.Fixtures(oneFile(leagueFixture), "rows.json"))
	session := srv.StartSession(t)
	gold, found := session.Divisions.Get(session.ID("gold"))
	require.True(t, found)
	require.Equal(t, "Gold", gold.Name)
	require.NoError(t, session.LoadFixtures(oneFile(`{"teams":[{"ref":"hawks2","Name":"Wrens"}]}`), "rows.json"))
	inner := session.StartSession(t)
	require.Equal(t, session.ID("hawks2"), inner.ID("hawks2"))
	require.Equal(t, srv.ID("gold"), inner.ID("gold"))
	require.PanicsWithError(t, `mockserver: ID: no row of the fixtures has the ref "hawks2": the nearest is "hawks"`,
		func() { srv.ID("hawks2") })
}
