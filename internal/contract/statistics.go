package contract

import "slices"

// leaderParams is the first table of section 4.15.
var leaderParams = []Param{
	{Name: "pagesize", Type: Integer, Min: 1, Default: "10"},
	{Name: "categories", Type: Names, Stay: StayName},
	{Name: "eventid", Type: Integer, Min: 1},
	{Name: "divisionid", Type: Integer, Min: 1},
}

// statisticsUpdateParams is the second table of section 4.15.
var statisticsUpdateParams = slices.Concat(
	[]Param{{Name: "gameid", Type: Integer, Min: 1}},
	[]Param{{Name: "away", Type: Object}}, under("away", statisticsSideParams...),
	[]Param{{Name: "home", Type: Object}}, under("home", statisticsSideParams...),
)

// statisticsSideParams are the rows of section 4.15 for one side.
var statisticsSideParams = []Param{
	idRow,
	{Name: "externalteamid", Type: String, Numbers: true, Stay: StayID},
	{Name: "players", Type: List},
	{Name: "players.teamplayerid", Type: Integer, Min: 1},
	{Name: "players.externalplayerid", Type: String, Numbers: true, Stay: StayCode},
	{Name: "players.statistics", Type: List},
	{Name: "players.statistics.name", Type: Name, Stay: StayName},

	// "" clears, null leaves alone
	{Name: "players.statistics.value", Type: String, Format: Statistic, Stay: StayNumber, Assumed: "statistic-values"},
}

// PitchingStatistics are the statistics that a game of a player shows as integers in the baseball variant (section 2,
// Player). The first may end with .1 or .2, which scorers write for thirds of an inning.
var PitchingStatistics = []string{
	"InningsPitched", "InningsPitchedNumerator", "InningsPitchedDenominator", "PitchCount",
}

// statisticsTarget names the game, the teams, the players and the statistics of an update; the values are the change.
var statisticsTarget = []string{
	"gameid", "away.id", "away.externalteamid", "home.id", "home.externalteamid",
	"away.players.teamplayerid", "away.players.externalplayerid", "away.players.statistics.name",
	"home.players.teamplayerid", "home.players.externalplayerid", "home.players.statistics.name",
}

// statisticsUpdateRules are the notes of section 4.15 that section 7 repeats, and the assumption that the game and the
// names of statistics are required.
var statisticsUpdateRules = []Rule{
	{Kind: Required, Names: [][]string{{"gameid"}}, Section: "4.15", Assumed: "addressed-updates"},
	{Kind: OneOf, Each: "away", Present: "away", Names: [][]string{{"id"}, {"externalteamid"}}, Section: "4.15, 7"},
	{Kind: OneOf, Each: "away.players", Names: [][]string{{"teamplayerid"}, {"externalplayerid"}}, Section: "4.15, 7"},
	{
		Kind: Required, Each: "away.players.statistics", Names: [][]string{{"name"}}, Section: "4.15",
		Assumed: "addressed-updates",
	},
	pitchingRule("away"),
	{Kind: OneOf, Each: "home", Present: "home", Names: [][]string{{"id"}, {"externalteamid"}}, Section: "4.15, 7"},
	{Kind: OneOf, Each: "home.players", Names: [][]string{{"teamplayerid"}, {"externalplayerid"}}, Section: "4.15, 7"},
	{
		Kind: Required, Each: "home.players.statistics", Names: [][]string{{"name"}}, Section: "4.15",
		Assumed: "addressed-updates",
	},
	pitchingRule("home"),
}

// pitchingRule is the rule for the statistics of pitchers on a side.
func pitchingRule(side string) Rule {
	return Rule{
		Kind: Pitching, Each: side + ".players.statistics", Names: [][]string{{"value", "name"}}, Only: baseball,
		Section: "2", Assumed: "statistic-values",
	}
}
