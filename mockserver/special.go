package mockserver

import "slices"

// Special names a row of the scenarios that is unlike the others. World.Special returns its id.
type Special string

// The special rows. docs/scenarios.md says which scenario has which.
const (
	OpenDivision     Special = "OpenDivision"     // takes registrations, and has free positions in its pools
	FullDivision     Special = "FullDivision"     // takes registrations, and all positions in its pools have a team
	ClosedDivision   Special = "ClosedDivision"   // takes no registrations
	InactiveDivision Special = "InactiveDivision" // not active: lists do not show it

	WaitingTeam       Special = "WaitingTeam"       // on the waiting list
	UnpaidTeam        Special = "UnpaidTeam"        // has not paid, and has no record of a payment
	PartlyPaidTeam    Special = "PartlyPaidTeam"    // paid a deposit, and is not marked as paid
	PaidByCardTeam    Special = "PaidByCardTeam"    // paid with a card when it registered
	PaidByHandTeam    Special = "PaidByHandTeam"    // marked as paid, without a card
	TwicePaidTeam     Special = "TwicePaidTeam"     // has two payments
	Club              Special = "Club"              // in no division, and the parent of a team without a season
	OtherClub         Special = "OtherClub"         // in no division, and the parent of a team with a season of its own
	SeasonlessTeam    Special = "SeasonlessTeam"    // has no season, and no club that has one
	UnidentifiedTeam  Special = "UnidentifiedTeam"  // has no external id
	PlayerOfTwoTeams  Special = "PlayerOfTwoTeams"  // on the rosters of two teams
	LineOfNumberZero  Special = "LineOfNumberZero"  // with the number 0 on the jersey
	ForfeitedGame     Special = "ForfeitedGame"     // one side forfeited; it has no statistics
	LateGame          Special = "LateGame"          // of the first day, and not played yet on its evening
	HalfKnownGame     Special = "HalfKnownGame"     // one side has a team, the other waits for a result
	UnknownGame       Special = "UnknownGame"       // both sides wait for results
	UnscheduledGame   Special = "UnscheduledGame"   // has no time and no place
	SkillsBracket     Special = "SkillsBracket"     // has results and no games
	BracketWithoutURL Special = "BracketWithoutURL" // nobody drew it
)

// specialRow says where a special row is.
type specialRow struct {
	special   Special
	noun      string
	id        int64
	scenarios []string
}

// The scenarios that special rows are in.
var (
	everyTournament = []string{midTournament, notStartedName, registrationOpen, paymentsMixed, finishedName}
	beforeTheEnd    = []string{midTournament, notStartedName, paymentsMixed}
	withRecords     = []string{registrationOpen, paymentsMixed}
)

var specialRows = []specialRow{
	{OpenDivision, "division", firstDivision, []string{registrationOpen}},
	{FullDivision, "division", firstDivision + 1, everyTournament},
	{ClosedDivision, "division", firstDivision + 2, everyTournament},
	{InactiveDivision, "division", firstDivision + 3, everyTournament},
	{WaitingTeam, "team", firstTeam + 24, everyTournament},
	{UnpaidTeam, "team", firstTeam + 4, everyTournament},
	{PartlyPaidTeam, "team", firstTeam + 3, withRecords},
	{PaidByCardTeam, "team", firstTeam, withRecords},
	{PaidByHandTeam, "team", firstTeam + 16, []string{registrationOpen}},
	{PaidByHandTeam, "team", firstTeam + 1, []string{paymentsMixed}},
	{TwicePaidTeam, "team", firstTeam + 11, []string{paymentsMixed}},
	{Club, "team", firstClub, everyTournament},
	{OtherClub, "team", firstClub + 1, everyTournament},
	{SeasonlessTeam, "team", firstTeam + 2, everyTournament},
	{UnidentifiedTeam, "team", firstTeam + 13, everyTournament},
	{PlayerOfTwoTeams, "player", personBase + 201, everyTournament},
	{LineOfNumberZero, "line of a roster", rosterBase + 103, everyTournament},
	{ForfeitedGame, "game", firstGame + 17, []string{midTournament, finishedName}},
	{LateGame, "game", firstGame + 15, []string{midTournament}},
	{HalfKnownGame, "game", firstGame + 36, []string{midTournament}},
	{UnknownGame, "game", firstGame + 42, beforeTheEnd},
	{UnscheduledGame, "game", firstGame + 42, beforeTheEnd},
	{SkillsBracket, "bracket", firstBracket + skills, []string{midTournament, finishedName}},
	{BracketWithoutURL, "bracket", firstBracket + thirdPlace, everyTournament},
}

func (s *server) Special(which Special) (id int64, ok bool) {
	s.state.guard()
	return specialIn(s.state.newest.Load().began.scenario, which)
}

func specialIn(scenario string, which Special) (id int64, ok bool) {
	for _, r := range specialRows {
		if r.special == which && slices.Contains(r.scenarios, scenario) {
			return r.id, true
		}
	}
	return 0, false
}

// Specials returns the special rows that there are, in any scenario.
func Specials() []Special {
	all := mapped(specialRows, func(r specialRow) Special { return r.special })
	return slices.Compact(all)
}

// Noun returns what a special row is: a division, a team, a player, a line of a roster, a game or a bracket; "" for
// none.
func (s Special) Noun() string {
	for _, r := range specialRows {
		if r.special == s {
			return r.noun
		}
	}
	return ""
}
