package contract

import "slices"

// gameAliases are the other names of a game (section 4.9).
var gameAliases = []Alias{
	{Service: "Bouts", Path: "/bouts", Shown: multiSport},
	{Service: "Races", Path: "/races", Shown: multiSport},
	{Service: "Matches", Path: "/matchs", Shown: multiSport}, // the document's spelling
}

// gameListParams is section 4.10.
var gameListParams = slices.Concat(paging, []Param{
	{Name: "eventid", Type: Integer, Min: 1},
	{Name: "divisionid", Type: Integer, Min: 1},
	{Name: "teamid", Type: Integer, Min: 1},
	{Name: "date", Type: Date},
	includesRow,
})

// gameUpdateParams is both tables of section 4.11. The tables call scores integers. In an answer the score of a game is
// any number (section 2), so an update accepts any number too.
var gameUpdateParams = []Param{
	idRow,
	{
		Name: "awayscore", Type: Decimal, AsText: true, Wire: "AwayScore",
		Spelled: []Spelling{{football, TeamScoreWording, "awayteamscore", "AwayTeamScore"}},
	},
	{
		Name: "homescore", Type: Decimal, AsText: true, Wire: "HomeScore",
		Spelled: []Spelling{{football, TeamScoreWording, "hometeamscore", "HomeTeamScore"}},
	},
	{
		Name: "awaywonby", Type: NamedEnum, Except: football, Wire: "AwayWonBy",
		Spelled: []Spelling{{0, TeamScoreWording, "awayteamwonby", "AwayTeamWonBy"}}, // observed
	},
	{
		Name: "homewonby", Type: NamedEnum, Except: football, Wire: "HomeWonBy",
		Spelled: []Spelling{{0, TeamScoreWording, "hometeamwonby", "HomeTeamWonBy"}}, // observed
	},
	{Name: "awayteamforfeited", Type: Boolean, Only: football},
	{Name: "hometeamforfeited", Type: Boolean, Only: football},
	{Name: "externalid", Type: String, Numbers: true, Stay: StayID},
}
