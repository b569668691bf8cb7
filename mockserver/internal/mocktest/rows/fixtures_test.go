package rows

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// TestFixturesOfNoFile: a load that names nothing is a mistake. A file without rows is none, and no write.
func TestFixturesOfNoFile(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	for says, load := range map[string]func() (fs.FS, []string){
		"the file system is nil":                  func() (fs.FS, []string) { return nil, []string{"rows.json"} },
		"expected the name of a file, found none": func() (fs.FS, []string) { return fstest.MapFS{}, nil },
	} {
		fsys, names := load()
		require.EqualError(t, srv.LoadFixtures(fsys, names...), "mockserver: LoadFixtures: "+says)
		_, err := mockserver.New(tourney.Soccer, mockserver.Fixtures(fsys, names...))
		require.EqualError(t, err, "mockserver: Fixtures: "+says)
	}
	require.NoError(t, mocktest.Empty(t, tourney.Soccer).LoadFixtures(mocktest.OneFile(`{"VARIANT":"soccer"}`), "rows.json"))
	for _, text := range []string{"{}", `{"teams":[],"games":[]}`} {
		require.NoError(t, srv.LoadFixtures(mocktest.OneFile(text), "rows.json"))
	}
	require.Zero(t, srv.Writes.Newest())
}

// TestLinesOfFixtures: all kinds of ends of lines count, and a byte order mark does not.
func TestLinesOfFixtures(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		for _, mark := range []string{"", "\uFEFF"} {
			text := mark + strings.Join([]string{"{", `"teams": [`, "{", `"Nme": 1}`, "", `,{"ParentId": "$x"}]}`}, end)
			require.EqualError(t, mocktest.Empty(t, tourney.Soccer).LoadFixtures(mocktest.OneFile(text), "rows.json"),
				"mockserver: LoadFixtures: rows.json:4: teams[0].Nme: unknown, the nearest is Name\n"+
					"rows.json:6: teams[1].ParentId: $x is no reference: no row has a ref", "%q", text)
			require.ErrorContains(t, mocktest.Empty(t, tourney.Soccer).LoadFixtures(mocktest.OneFile(mark+"{"+end+end+"x"), "rows.json"),
				`rows.json:3: found "x", expected `, "%q", end)
		}
	}
}

// TestStrangeFixtures: nobody sees some characters, and some letters look like others.
func TestStrangeFixtures(t *testing.T) {
	const card = clienttest.CardNumber
	for text, says := range map[string]string{
		"":                                "rows.json:1: found end of body, expected a value",
		"\xff\xfe{\x00}":                  `rows.json:1: found "\xff", expected a value`,
		strings.Repeat(`{"teams":[`, 1e5): "rows.json:1: found ",
		`{"teams": [{"ref": "hawks"}, {"ParentId": "$hawk\u200bs"}]}`: `"$hawk\u200bs" is no reference: the nearest is hawks (rows.json:1)`,
		`{"teams": [{"ref": "\u202ehawks"}, {"ParentId": "$hawks"}]}`: `$hawks is no reference: the nearest is "\u202ehawks" (rows.json:1)`,
		`{"teams": [{"ref": "h\u00e4"}, {"ParentId": "$ha\u0308"}]}`:  "is no reference: the nearest is h\u00e4",
		`{"teams": [{"N` + "\u0430" + `me": "x"}]}`:                   "unknown, the nearest is Name",
		`{"te` + "\u0430" + `ms": []}`:                                "unknown, the nearest is teams",
		`{"teams": [],` + "\n" + `"variant": "rugby"}`: "rows.json:2: the rows are of the Variant rugby, and the server " +
			"serves soccer",
		`{"teams": [{"Players": [{"Number": "7"}, {"number": "00"}]}]}`: "rows.json:1: teams[0].Players[1].Number must be a " +
			`plain number, without zeros in front, found "00"`,
		`{"players": [{"Teams": [{"Number": "07"}]}]}`:                "players[0].Teams[0].Number must be a plain number, ",
		`{"Variant": "basketball"}`:                                   "the rows are of the Variant basketball, and the server serves soccer",
		`{"Variants": "soccer"}`:                                      "unknown, the nearest is Variant",
		`{"teams": [{"Player` + "\u017f" + `": []}]}`:                 "unknown, the nearest is Players",
		`{"teams": [{"ref": "` + card + `"}, {"ParentId": "$4111"}]}`: "is no reference: the nearest is [redacted]",
	} {
		err := mocktest.Empty(t, tourney.Soccer).LoadFixtures(mocktest.OneFile(text), "rows.json")
		require.ErrorContains(t, err, says)
		require.NotContains(t, err.Error(), card)
		require.Less(t, len(err.Error()), 1000)
	}
	const basketball = `{"Variant": "basketball"}`
	require.NoError(t, mocktest.Empty(t, tourney.Basketball()).LoadFixtures(mocktest.OneFile(basketball), "rows.json"))
	for _, other := range []tourney.Host{tourney.MultiSport, tourney.Profile{Name: "cup"}} {
		err := mocktest.Empty(t, other).LoadFixtures(mocktest.OneFile(basketball), "rows.json")
		require.ErrorContains(t, err, "the rows are of the Variant basketball, and the server serves multi-sport")
	}
	srv := mocktest.Empty(t, tourney.Soccer)
	mocktest.Load(t, srv, `{"teams": [{"ref": "a"}], "games": [], "TEAMS": [{"ref": "b", "ParentId": "$a"}]}`)
	require.Len(t, srv.Teams.All(), 2, "a list that is there twice loses no row")
}

// TestManyMistakes: the error of a long file is bounded, and so is the time for it.
func TestManyMistakes(t *testing.T) {
	rows := strings.Repeat(`{"Nme": 1, "ParentId": "$hawk"},`+"\n", 20_000)
	err := mocktest.Empty(t, tourney.Soccer).LoadFixtures(mocktest.OneFile(`{"teams": [`+rows+`{"ref": "hawks"}]}`), "rows.json")
	lines := strings.Split(err.Error(), "\n")
	require.Len(t, lines, 101)
	require.Equal(t, "rows.json:50: teams[49].ParentId: $hawk is no reference: the nearest is hawks (rows.json:20001)", lines[99])
	require.Equal(t, "There may be more: these are the first 100 problems", lines[100])
}

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

func TestFixturesOfAnOption(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer, mockserver.Fixtures(mocktest.OneFile(leagueFixture), "rows.json"))
	require.Zero(t, srv.Writes.Newest())
	before, hawks := mocktest.Dump(srv.World), srv.ID("hawks")
	srv.Teams.Remove(hawks)
	srv.Reset()
	require.Equal(t, before, mocktest.Dump(srv.World))
	require.Equal(t, hawks, srv.ID("hawks"))
	_, err := mockserver.New(tourney.Soccer, mockserver.Fixtures(mocktest.OneFile(`{"teams":[{"Nme":"x"}]}`), "rows.json"))
	require.EqualError(t, err, "mockserver: Fixtures: rows.json:1: teams[0].Nme: unknown, the nearest is Name")
	_, err = mockserver.New(tourney.Soccer, mockserver.Fixtures(mocktest.OneFile(""), "other.json"))
	require.ErrorContains(t, err, "mockserver: Fixtures: open other.json")
}

// TestResetMakesFixturesOnce: the rows of fixtures are made once, however often a server goes back to them. The
// versions that Rewind can show would else each have their own.
func TestResetMakesFixturesOnce(t *testing.T) {
	cost := func(teams int) float64 {
		text := `{"teams": [` + strings.Repeat(`{"Name": "Otters"},`, teams) + `{"ref": "last", "Name": "Owls"}]}`
		srv := mocktest.Empty(t, tourney.Soccer, mockserver.Fixtures(mocktest.OneFile(text), "rows.json"))
		allocations := testing.AllocsPerRun(20, srv.Reset)
		require.Len(t, srv.Teams.All(), teams+1)
		require.Equal(t, srv.Teams.All()[teams].ID, srv.ID("last"))
		return allocations
	}
	require.LessOrEqual(t, cost(1000), cost(10)+5)
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
	srv, ctx := mocktest.Empty(t, tourney.Soccer, mockserver.Fixtures(mocktest.OneFile(hostFixture), "rows.json")), t.Context()
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
	srv, ctx := mocktest.Empty(t, tourney.Soccer, mockserver.Fixtures(mocktest.OneFile(hostFixture), "rows.json")), t.Context()
	computed, err := srv.Client().Standings.Get(ctx, tourney.StandingsOptions{EventID: 77})
	require.NoError(t, err)
	require.Equal(t, "Hawks", computed.Groups[0].List[0].Participants[0].Name)
	for name, first := range map[string]string{"Hawks": "Ducks", "Falcons": "Falcons"} {
		computed.Groups[0].List[0].Participants[0].Name = name
		table, err := tourney.MarshalRow(computed)
		require.NoError(t, err)
		rows := strings.Replace(hostFixture, `"leaders"`, `"standings": [{"EventId": 77, `+string(table[1:])+`], "leaders"`, 1)
		srv := mocktest.Empty(t, tourney.Soccer, mockserver.Fixtures(mocktest.OneFile(rows), "rows.json"))
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
		srv := mocktest.Empty(t, tourney.Soccer)
		if srv.LoadFixtures(mocktest.OneFile(text), "rows.json") != nil {
			require.Zero(t, srv.Writes.Newest())
			return
		}
		mocktest.Dump(srv.World)
	})
}

// TestSessionsKnowRefs: the rows of fixtures are in a session, and so are their refs. Refs of a session stay in it.
func TestSessionsKnowRefs(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer, mockserver.Fixtures(mocktest.OneFile(leagueFixture), "rows.json"))
	session := srv.StartSession(t)
	gold, found := session.Divisions.Get(session.ID("gold"))
	require.True(t, found)
	require.Equal(t, "Gold", gold.Name)
	require.NoError(t, session.LoadFixtures(mocktest.OneFile(`{"teams":[{"ref":"hawks2","Name":"Wrens"}]}`), "rows.json"))
	inner := session.StartSession(t)
	require.Equal(t, session.ID("hawks2"), inner.ID("hawks2"))
	require.Equal(t, srv.ID("gold"), inner.ID("gold"))
	require.PanicsWithError(t, `mockserver: ID: there is no ref "hawks2": the nearest is "hawks"`,
		func() { srv.ID("hawks2") })
}

// TestFixturesReferToTheRightNoun: the ids of two rows can be the same, so a reference must name a row of the right
// kind.
func TestFixturesReferToTheRightNoun(t *testing.T) {
	const rows = `"events": [{"ref": "event", "Id": 7}], "venues": [{"ref": "venue", "Id": 7}], "divisions": [{"ref": "division", "Id": 7}],
		"pools": [{"ref": "pool", "Id": 7}], "teams": [{"ref": "team", "Id": 7}], "players": [{"ref": "player", "Id": 7}],
		"games": [{"ref": "game", "Id": 7}]`
	for place, of := range map[string]string{
		`"divisions": [{"Event": X}]`: "event", `"divisions": [{"Event": {"Id": X}}]`: "event", `"venues": [{"Events": [X]}]`: "event",
		`"divisions": [{"Teams": [X]}]`: "team", `"pools": [{"Division": X}]`: "division", `"pools": [{"Division": {"Id": X}}]`: "division",
		`"teams": [{"Division": X}]`: "division", `"teams": [{"ParentId": X}]`: "team", `"teams": [{"Players": [X]}]`: "player",
		`"teams": [{"Players": [{"PlayerId": X}]}]`: "player", `"teams": [{"Pools": [{"Number": 1, "Pool": X}]}]`: "pool",
		`"players": [{"Teams": [X]}]`: "team", `"players": [{"Teams": [{"Id": X}]}]`: "team",
		`"players": [{"Teams": [{"Name": "x", "DivisionId": X}]}]`:   "division",
		`"players": [{"Teams": [{"Name": "x", "ParentId": X}]}]`:     "team",
		`"players": [{"Teams": [{"Name": "x", "Games": [X]}]}]`:      "game",
		`"players": [{"Teams": [{"Name":"x","Games":[{"Id": X}]}]}]`: "game",
		`"games": [{"Home": X}]`:                                     "team",
		`"games": [{"AwayTeam": {"TeamId": X}}]`:                     "team",
		`"games": [{"Home": {"DivisionId": X}}]`:                     "division",
		`"games": [{"Home": {"PoolId": X}}]`:                         "pool",
		`"games": [{"Division": X}]`:                                 "division",
		`"games": [{"Division": {"Id": X, "Event": X2}}]`:            "division",
		`"games": [{"VenueCourt": {"Venue": X}}]`:                    "venue",
		`"teams": [{"Players": [{"ParentId": X}]}]`:                  "",
		`"teams": [{"Players": [{"Id": X}]}]`:                        "",
		`"teams": [{"Coaches": [X]}]`:                                "",
		`"teams": [{"Coaches": [{"CoachId": X}]}]`:                   "",
		`"teams": [{"Season": X}]`:                                   "",
		`"players": [{"ParentId": X}]`:                               "",
		`"games": [{"VenueCourt": X}]`:                               "",
		`"games": [{"VenueCourt": {"Court": X}}]`:                    "",
		`"games": [{"Home": {"TeamPoolId": X}}]`:                     "",
		`"games": [{"Home": {"Score": X}}]`:                          "",
		`"divisions": [{"Prices": [X]}]`:                             "",
		`"pools": [{"Positions": X}]`:                                "",
		`"venues": [{"Locations": [X]}]`:                             "",
	} {
		for _, ref := range []string{"event", "venue", "division", "pool", "team", "player", "game"} {
			text := "{" + rows + ",\n" + strings.NewReplacer("X2", `"$event"`, "X", `"$`+ref+`"`).Replace(place) + "}"
			err := mocktest.Empty(t, tourney.Soccer).LoadFixtures(mocktest.OneFile(text), "rows.json")
			switch {
			case of == "":
				require.ErrorContains(t, err, "expected no reference", "%s: %s", place, ref)
				require.Contains(t, err.Error(), "rows.json:4: ")
			case ref == of && !strings.Contains(place, "Number"): // the pool has no such position
				require.NoError(t, err, "%s: %s", place, ref)
			case ref != of:
				require.ErrorContains(t, err, "$"+ref+" is one of "+ref+"s (rows.json:", "%s: %s", place, ref)
				require.Contains(t, err.Error(), "): expected one of "+of+"s")
				require.Regexp(t, `rows\.json:4: [^\n]*\$`+ref, err.Error())
			}
		}
	}
}

// TestFixturesWithTwoSpellings: a member with two spellings is there once.
func TestFixturesWithTwoSpellings(t *testing.T) {
	const teams = `"teams": [{"ref": "a"}, {"ref": "b"}]`
	for text, says := range map[string]string{
		`{"Home": "$a",` + "\n" + `"HomeTeam": {"TeamId": "$b"}}`: "rows.json:3: games[0].HomeTeam: Home says it already",
		`{"HOMETEAM": null, "home": "$b"}`:                        "rows.json:2: games[0].Home: HomeTeam says it already",
		`{"AwayTeam": "$a", "Away": "$a"}`:                        "rows.json:2: games[0].Away: AwayTeam says it already",
		`{"Away": "$a", "AWAY": "$a"}`:                            "rows.json:2: games[0].Away: is there twice",
		`{"Home": {"TeamId": 1, "teamid": 2}}`:                    "rows.json:2: games[0].Home.TeamId: is there twice",
		`{"ref": "x", "Ref": "y"}`:                                "rows.json:2: games[0].ref: is there twice",
		`{"Id": 1, "ID": 2}`:                                      "rows.json:2: games[0].Id: is there twice",
	} {
		err := mocktest.Empty(t, tourney.Soccer).LoadFixtures(mocktest.OneFile("{"+teams+", \"games\": [\n"+text+"]}"), "rows.json")
		require.EqualError(t, err, "mockserver: LoadFixtures: "+says)
	}
}

// TestFixturesThatContradict: the division of a team is said once.
func TestFixturesThatContradict(t *testing.T) {
	for _, text := range []string{
		`{"divisions": [{"Id": 1}, {"Id": 2, "Teams": ["$a"]}], "teams": [{"ref": "a", "Id": 3, "Division": {"Id": 1}}]}`,
		`{"divisions": [{"Id": 1, "Teams": ["$a"]}, {"Id": 2, "Teams": ["$a"]}], "teams": [{"ref": "a", "Id": 3}]}`,
	} {
		require.EqualError(t, mocktest.Empty(t, tourney.Soccer).LoadFixtures(mocktest.OneFile(text), "rows.json"),
			"mockserver: LoadFixtures: rows.json:1: divisions[1]: Teams[0].Id 3: the team is in division 1")
	}
	const agrees = `{"divisions": [{"ref": "d", "Teams": ["$a", "$a"]}], "teams": [{"ref": "a", "Division": "$d"}]}`
	mocktest.Load(t, mocktest.Empty(t, tourney.Soccer), agrees)
}

// TestOneMistakeIsOneProblem: what refers to a row with a mistake is not wrong for that.
func TestOneMistakeIsOneProblem(t *testing.T) {
	for _, opts := range [][]mockserver.Option{nil, {mockserver.AllowDanglingReferences()}} {
		err := mocktest.Empty(t, tourney.Soccer,
			opts...).LoadFixtures(mocktest.OneFile(strings.Replace(leagueFixture, `"Gold"`, "[]", 1)), "rows.json")
		require.ErrorContains(t, err, "rows.json:8: divisions[0].Name: expected ")
		require.NotContains(t, err.Error(), "\n")
	}
}

// TestEachWrongValueHasItsLine: a row tells of all of its wrong values, each on the line of the value.
func TestEachWrongValueHasItsLine(t *testing.T) {
	err := mocktest.Empty(t, tourney.Soccer).LoadFixtures(mocktest.OneFile(`{"teams": [
{"Name": "A",
"players": [
{"FirstName": "B"},
{"Number": "x", "Birthdate": "yesterday"},
{"FirstName": [1]}
],
"Paid": 7, "Division": "$d"}],
"games": [{"Home": {"Score": "many"},
"Time": "noon"}],
"divisions": [{"ref": "d", "Name": "D"}]}`), "rows.json")
	require.Error(t, err)
	require.Empty(t, cmp.Diff([]string{
		`mockserver: LoadFixtures: rows.json:5: teams[0].Players[1].Number: expected an integer, found string "x"`,
		`rows.json:5: teams[0].Players[1].Birthdate: expected a Date, found string "yesterday": ` +
			`"yesterday" is not a date: expected m/d/yyyy`,
		`rows.json:6: teams[0].Players[2].FirstName: expected a string, found array`,
		`rows.json:8: teams[0].Paid: expected a boolean, found number 7`,
		`rows.json:9: games[0].HomeTeam.Score: expected a Decimal, found string "many": "many" is not a decimal number`,
		`rows.json:10: games[0].Time: expected a TimeOfDay, found string "noon": "noon" is not a time: expected h:mm AM/PM`,
	}, strings.Split(err.Error(), "\n")))
}

// TestLaterLoadsOfAFixture: the rows of an earlier load are there, also for a load with explicit ids.
func TestLaterLoadsOfAFixture(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	mocktest.Load(t, srv, `{"teams": [{"ref": "a", "Id": 5, "Name": "A"}]}`)
	mocktest.Load(t, srv, `{"divisions": [{"ref": "d", "Teams": [{"Id": 5}]}]}`)
	team, _ := srv.Teams.Get(5)
	require.Empty(t, cmp.Diff(srv.ID("d"), team.Division.ID))
	require.ErrorContains(t, srv.LoadFixtures(mocktest.OneFile(`{"teams": [{"ParentId": 6}]}`), "rows.json"), "ParentId 6 names no team")
}
