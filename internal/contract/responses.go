package contract

// The response objects whose members differ between variants. An object without a heading in section 2 is named after
// the object that contains it.
const (
	typeTeam             = "Team"
	typeTeamDivision     = "TeamDivision" // the Division of a Team
	typeTeamPlayer       = "TeamPlayer"
	typeCoach            = "Coach"
	typeDivision         = "Division"
	typeDivisionSettings = "DivisionSettings"
	typeGame             = "Game"
	typeCourt            = "Court" // of a Game's VenueCourt
	typeGameSide         = "GameSide"
	typePlayer           = "Player"
	typePlayerProfile    = "PlayerProfile"
	typePlayerGame       = "PlayerGame" // an entry of Games of a Player's Teams
	typeTeamRow          = "TeamRow"    // a Team in the list of teams
	typeEvent            = "Event"      // of the observed operations
	typeAddress          = "Address"
	typeLocation         = "Location" // a court of a Venue
)

// responseFields holds every "only in" and "not in" of section 2, and the members that were observed.
var responseFields = []ResponseField{
	{Type: typeTeam, Member: "Sport", Only: multiSport | baseball},
	{Type: typeTeam, Member: "Season", Except: baseball | softball | football},
	{Type: typeTeamDivision, Member: "Description", Only: softball},
	{Type: typeTeamDivision, Member: "Gender", Only: softball},
	{Type: typeTeamDivision, Member: "Event", Only: softball},
	{Type: typeTeamPlayer, Member: "PlayerId", Except: softball},
	{Type: typeTeamPlayer, Member: "Bats", Only: baseball | softball},
	{Type: typeTeamPlayer, Member: "Throws", Only: baseball | softball},
	{Type: typeTeamPlayer, Member: "Status", Except: softball},
	{Type: typeTeamPlayer, Member: "Active", Only: softball},
	{Type: typeCoach, Member: "CoachId", Except: softball},
	{Type: typeDivision, Member: "Active", Only: rugby},
	{Type: typeDivisionSettings, Member: "ShowStandings", Only: rugby},
	{Type: typeDivisionSettings, Member: "ShowSchedule", Only: rugby},
	{Type: typeDivisionSettings, Member: "ShowBrackets", Only: rugby},
	{Type: typeDivisionSettings, Member: "ShowParticipants", Only: rugby},
	{Type: typeGame, Member: "Round", Except: football},
	{Type: typeCourt, Member: "Id", Except: football},
	{Type: typeGameSide, Member: "WonBy", Except: football},
	{Type: typeGameSide, Member: "Color", Except: football},
	{Type: typeGameSide, Member: "TeamPoolId", Except: football},
	{Type: typeGameSide, Member: "Forfeited", Only: football},
	{Type: typePlayer, Member: "Totals", Only: hockey}, // null, and only in XML lists
	{Type: typePlayerProfile, Member: "Bats", Only: baseball},
	{Type: typePlayerProfile, Member: "Throws", Only: baseball},
	{Type: typePlayerGame, Member: "Statistic", Only: baseball},
	{Type: typeTeamRow, Member: "ExternalTeamId", Observed: true},
	{Type: typeGame, Member: "Number", Observed: true},
	{Type: typeGameSide, Member: "PoolName", Observed: true},
	{Type: typeGameSide, Member: "PoolId", Observed: true},
	{Type: typeGameSide, Member: "ExternalId", Observed: true},
	{Type: typeGameSide, Member: "ExternalBracketId", Observed: true},
	{Type: typeEvent, Member: "Image", Observed: true},
	{Type: typeEvent, Member: "TimeZone", Observed: true},
	{Type: typeEvent, Member: "Gender", Observed: true},
	{Type: typeEvent, Member: "Type", Observed: true},
	{Type: typeEvent, Member: "Archive", Observed: true},
	{Type: typeEvent, Member: "Address", Observed: true},
	{Type: typeEvent, Member: "ParticipationType", Observed: true},
	{Type: typeEvent, Member: "TravelWebsite", Observed: true},
	{Type: typeEvent, Member: "Settings", Observed: true},
	{Type: typeEvent, Member: "Organization", Observed: true},
	{Type: typeEvent, Member: "ContactName", Observed: true},
	{Type: typeEvent, Member: "ContactEmail", Observed: true},
	{Type: typeEvent, Member: "ContactPhone", Observed: true},
	{Type: typeAddress, Member: "Country", Observed: true},
	{Type: typeCourt, Member: "Sport", Observed: true},
	{Type: typeLocation, Member: "Sport", Observed: true},
}

// ResponseFields returns the members of responses that only some variants have, and those that were observed.
func ResponseFields() []ResponseField { return append([]ResponseField(nil), responseFields...) }
