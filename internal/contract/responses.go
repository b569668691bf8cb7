package contract

// The response objects whose members differ between variants. Objects without a heading in section 2 are named after
// the object around them.
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
)

// responseFields holds every "only in" and "not in" of section 2.
var responseFields = []ResponseField{
	{Type: typeTeam, Member: "Sport", Only: multiSport | baseball},
	{Type: typeTeam, Member: "Season", Lacks: baseball | softball | football},
	{Type: typeTeamDivision, Member: "Description", Only: softball},
	{Type: typeTeamDivision, Member: "Gender", Only: softball},
	{Type: typeTeamDivision, Member: "Event", Only: softball},
	{Type: typeTeamPlayer, Member: "PlayerId", Lacks: softball},
	{Type: typeTeamPlayer, Member: "Bats", Only: baseball | softball},
	{Type: typeTeamPlayer, Member: "Throws", Only: baseball | softball},
	{Type: typeTeamPlayer, Member: "Status", Lacks: softball},
	{Type: typeTeamPlayer, Member: "Active", Only: softball},
	{Type: typeCoach, Member: "CoachId", Lacks: softball},
	{Type: typeDivision, Member: "Active", Only: rugby},
	{Type: typeDivisionSettings, Member: "ShowStandings", Only: rugby},
	{Type: typeDivisionSettings, Member: "ShowSchedule", Only: rugby},
	{Type: typeDivisionSettings, Member: "ShowBrackets", Only: rugby},
	{Type: typeDivisionSettings, Member: "ShowParticipants", Only: rugby},
	{Type: typeGame, Member: "Round", Lacks: football},
	{Type: typeCourt, Member: "Id", Lacks: football},
	{Type: typeGameSide, Member: "WonBy", Lacks: football},
	{Type: typeGameSide, Member: "Color", Lacks: football},
	{Type: typeGameSide, Member: "TeamPoolId", Lacks: football},
	{Type: typeGameSide, Member: "Forfeited", Only: football},
	{Type: typePlayer, Member: "Totals", Only: hockey}, // null, and only in XML lists
	{Type: typePlayerProfile, Member: "Bats", Only: baseball},
	{Type: typePlayerProfile, Member: "Throws", Only: baseball},
	{Type: typePlayerGame, Member: "Statistic", Only: baseball},
}

// ResponseFields returns the members of responses that only some variants have.
func ResponseFields() []ResponseField { return append([]ResponseField(nil), responseFields...) }
