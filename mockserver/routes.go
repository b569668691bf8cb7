package mockserver

// handlers is the index of the house: which function answers which operation of the contract.
var handlers = map[string]handler{
	"Authentication.Authenticate": on(authenticate),
	"Teams.Get":                   on(getTeam),
	"Teams.List":                  on(listTeams),
	"Teams.Create":                on(createTeam),
	"Teams.Update":                on(updateTeam),
	"Divisions.Get":               on(getDivision),
	"Divisions.List":              on(listDivisions),
	"Divisions.Create":            on(createDivision),
	"Divisions.Update":            on(updateDivision),
	"Games.Get":                   on(getGame),
	"Games.List":                  on(listGames),
	"Games.Update":                on(updateGame),
	"Players.Get":                 on(getPlayer),
	"Players.List":                on(listPlayers),
	"Venues.Get":                  on(getVenue),
	"Venues.List":                 on(listVenues),
	"Standings.Get":               on(getStandings),
	"Standings.Update":            on(updateStandings),
	"Statistics.Leaders":          on(getLeaders),
	"Statistics.Update":           on(updateStatistics),
	"Registration.Register":       on(register),
	"Payments.Pay":                on(pay),
}
