package rows

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

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
