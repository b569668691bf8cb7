package mockserver_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// TestLoadsBesideEachOther: loads and rewinds come one after another, and each load is there as a whole.
func TestLoadsBesideEachOther(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	mocktest.Load(t, srv, teamsNamed("first"))
	require.NoError(t, mocktest.Together(func(worker int) error {
		srv.Writes.Rewind(1)
		text := teamsNamed(fmt.Sprint("a", worker), fmt.Sprint("b", worker))
		return srv.LoadFixtures(mocktest.OneFile(text), "rows.json")
	}))
	require.EqualValues(t, 1+2*mocktest.Workers, srv.Writes.Newest())
	for _, team := range srv.Teams.All() {
		require.Equal(t, team.ID, srv.ID(team.Name))
	}
	require.Equal(t, 1, len(srv.Teams.All())%2, "both teams of a load or none")
}

// TestFixturesInAnyOrder: rows refer to rows that come later, in the same list, in another one and in another file.
func TestFixturesInAnyOrder(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Baseball)
	files := fstest.MapFS{
		"people.json": {Data: []byte(`{"players": [
			{"ref": "cleo", "FirstName": "Cleo", "LastName": "Clay", "Teams": [{"Id": "$owls", "Number": 7,
				"Games": [{"Id": "$final", "Statistic": {"InningsPitched": 4, "PitchCount": 50}}]}]},
			{"ref": "dora", "FirstName": "Dora", "Teams": ["$hawks", "$owls"]}
		]}`)},
		"teams.json": {Data: []byte(`{
			"games": [{"ref": "final", "Home": "$hawks", "Away": {"TeamId": "$owls"}, "VenueCourt": {"Venue": "$park"}}],
			"teams": [
				{"ref": "hawks", "Name": "Hawks", "ParentId": "$owls", "Pools": [{"Number": 1, "Pool": "$a"}],
				 "Players": [{"PlayerId": "$cleo", "FirstName": "C."}, "$dora", {"FirstName": "Eve"}]},
				{"ref": "owls", "Name": "Owls"}
			],
			"pools": [{"ref": "a", "Positions": 1, "Division": "$gold"}],
			"divisions": [{"ref": "gold", "Event": "$cup", "Teams": ["$owls", {"Name": "Wrens", "Players": ["$dora"]}, "$hawks"]}],
			"venues": [{"ref": "park", "Events": ["$cup"]}],
			"events": [{"ref": "cup"}]
		}`)},
	}
	require.NoError(t, srv.LoadFixtures(files, "people.json", "teams.json"))
	require.Len(t, srv.Teams.All(), 3)
	require.Len(t, srv.Players.All(), 3, "a line of a roster with a player of the load adds no other one")

	hawks, _ := srv.Teams.Get(srv.ID("hawks"))
	require.Equal(t, srv.ID("owls"), hawks.ParentID)
	require.Equal(t, srv.ID("gold"), hawks.Division.ID)
	require.Equal(t, srv.ID("a"), hawks.Pools[0].Pool.ID)
	lines := map[int64]string{}
	for _, line := range hawks.Players {
		lines[line.PlayerID] = line.FirstName
	}
	require.Equal(t, "C.", lines[srv.ID("cleo")])
	require.Equal(t, "Dora", lines[srv.ID("dora")], "a reference in the place of a line has the names")
	require.Len(t, lines, 3)

	cleo, _ := srv.Players.Get(srv.ID("cleo"))
	require.Equal(t, "Clay", cleo.LastName)
	teams := map[int64]tourney.PlayerTeam{}
	for _, team := range cleo.Teams {
		teams[team.ID] = team
	}
	require.Len(t, teams, 2)
	require.Equal(t, 7, *teams[srv.ID("owls")].Number)
	require.Equal(t, srv.ID("final"), teams[srv.ID("owls")].Games[0].ID)
	require.Equal(t, 50, teams[srv.ID("owls")].Games[0].Statistic.PitchCount)
	dora, _ := srv.Players.Get(srv.ID("dora"))
	require.Len(t, dora.Teams, 3)
	final, _ := srv.Games.Get(srv.ID("final"))
	require.Equal(t, srv.ID("park"), final.VenueCourt.Venue.ID)

	again := mocktest.Empty(t, tourney.Baseball)
	require.NoError(t, again.Load(strings.NewReader(mocktest.Saved(t, srv))))
	same(t, srv, again)
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
		"a large id":    {`{"teams": [{"Id": 4611686018427387905}]}`, "teams[0].Id 4611686018427387905: expected an id from 1 to 2^62"},
		"a low id":      {`{"teams": [{"Id": -1}]}`, "teams[0].Id -1: expected an id"},
		"a huge id":     {`{"teams": [{"Id": 99999999999999999999}]}`, "teams[0].Id: expected an id from 1 to 2^62"},
		"a text as id":  {`{"teams": [{"Id": "x"}]}`, "teams[0].Id: expected"},
		"half an id":    {`{"teams": [{"Id": 1.5}]}`, "teams[0].Id: expected"},
		"an own ref":    {`{"teams": [{"Id": "$a", "ref": "a"}]}`, "teams[0].Id: expected"},
		"a list as id":  {`{"teams": [{"Id": [1]}]}`, "teams[0].Id: expected"},
		"a row as id":   {`{"teams": [{"Id": {}}]}`, "teams[0].Id: expected"},
		"an inner id":   {`{"teams": [{"Players": [{"Id": -3}]}]}`, "teams[0]: Players[0].Id -3: expected an id from 1 to 2^62"},
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
			`{"teams": [{"Extra": {"Paid": true}}]}`,
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
			srv := mocktest.Empty(t, tourney.Soccer)
			before := mockserver.Everything(mockserver.Newest(srv))
			err := srv.LoadFixtures(mocktest.OneFile(c.text), "rows.json")
			require.ErrorContains(t, err, c.says)
			require.Regexp(t, "^mockserver: LoadFixtures: rows.json:", err.Error())
			require.Equal(t, strings.Count(c.says, "\n"), strings.Count(err.Error(), "\n"), "a problem too many: %v", err)
			require.Equal(t, before, mockserver.Everything(mockserver.Newest(srv)))
			require.Panics(t, func() { srv.ID("x") })
		})
	}
	wrong := mocktest.OneFile(`{"teams": [{"Nme": 1}, {"Paid": "x"}, {"ParentId": 5}], "x": []}`)
	err := mocktest.Empty(t, tourney.Soccer).LoadFixtures(wrong, "rows.json")
	require.Equal(t, 4, strings.Count(err.Error(), "rows.json:1: "), "all problems at once: %v", err)
}

// teamsNamed is a fixture with a team for each ref.
func teamsNamed(refs ...string) string {
	var teams []string
	for _, ref := range refs {
		teams = append(teams, fmt.Sprintf(`{"ref":%q,"Name":%[1]q}`, ref))
	}
	return `{"teams":[` + strings.Join(teams, ",") + `]}`
}
