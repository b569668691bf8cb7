package handlers

// Handlers holds the handler of each operation of the contract.
var Handlers = map[string]Handler{
	"Authentication.Authenticate": typed(authenticate),
	"Teams.Get":                   typed(getTeam),
	"Teams.List":                  typed(listTeams),
	"Teams.Create":                typed(createTeam),
	"Teams.Update":                typed(updateTeam),
	"Divisions.Get":               typed(getDivision),
	"Divisions.List":              typed(listDivisions),
	"Divisions.Create":            typed(createDivision),
	"Divisions.Update":            typed(updateDivision),
	"Games.Get":                   typed(getGame),
	"Games.List":                  typed(listGames),
	"Games.Update":                typed(updateGame),
	"Players.Get":                 typed(getPlayer),
	"Players.List":                typed(listPlayers),
	"Venues.Get":                  typed(getVenue),
	"Venues.List":                 typed(listVenues),
	"Standings.Get":               typed(getStandings),
	"Standings.Update":            typed(updateStandings),
	"Statistics.Leaders":          typed(getLeaders),
	"Statistics.Update":           typed(updateStatistics),
	"Registration.Register":       typed(register),
	"Payments.Pay":                typed(pay),
	"Events.Get":                  typed(getEvent),
	"Events.List":                 typed(listEvents),
}
