package mockserver

import "slices"

// Special names a row of the scenarios that is unlike the others. World.Special returns its id.
type Special string

// The special rows. docs/scenarios.md says which scenario has which.
const (
	SpecialOpenDivision     Special = "OpenDivision"     // takes registrations, and has free positions in its pools
	SpecialFullDivision     Special = "FullDivision"     // takes registrations, and all positions in its pools have a team
	SpecialClosedDivision   Special = "ClosedDivision"   // takes no registrations
	SpecialInactiveDivision Special = "InactiveDivision" // not active: lists do not show it

	SpecialWaitingTeam       Special = "WaitingTeam"       // on the waiting list
	SpecialUnpaidTeam        Special = "UnpaidTeam"        // has not paid, and has no record of a payment
	SpecialPartlyPaidTeam    Special = "PartlyPaidTeam"    // paid a deposit, and is not marked as paid
	SpecialPaidByCardTeam    Special = "PaidByCardTeam"    // paid with a card when it registered
	SpecialPaidByHandTeam    Special = "PaidByHandTeam"    // marked as paid, without a card
	SpecialTwicePaidTeam     Special = "TwicePaidTeam"     // has two payments
	SpecialClub              Special = "Club"              // in no division, and the parent of a team without a season
	SpecialOtherClub         Special = "OtherClub"         // in no division, and the parent of a team with its own season
	SpecialSeasonlessTeam    Special = "SeasonlessTeam"    // has no season, and no club that has one
	SpecialUnidentifiedTeam  Special = "UnidentifiedTeam"  // has no external id
	SpecialPlayerOfTwoTeams  Special = "PlayerOfTwoTeams"  // on the rosters of two teams
	SpecialLineOfNumberZero  Special = "LineOfNumberZero"  // with the number 0 on the jersey
	SpecialForfeitedGame     Special = "ForfeitedGame"     // one side forfeited; it has no statistics
	SpecialLateGame          Special = "LateGame"          // of the first day, and not played yet on its evening
	SpecialHalfKnownGame     Special = "HalfKnownGame"     // one side has a team, the other waits for a result
	SpecialUnknownGame       Special = "UnknownGame"       // both sides wait for results
	SpecialUnscheduledGame   Special = "UnscheduledGame"   // has no time and no place
	SpecialSkillsBracket     Special = "SkillsBracket"     // has results and no games
	SpecialBracketWithoutURL Special = "BracketWithoutURL" // nobody drew it
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
	{SpecialOpenDivision, "division", firstDivision, []string{registrationOpen}},
	{SpecialFullDivision, "division", firstDivision + 1, everyTournament},
	{SpecialClosedDivision, "division", firstDivision + 2, everyTournament},
	{SpecialInactiveDivision, "division", firstDivision + 3, everyTournament},
	{SpecialWaitingTeam, "team", firstTeam + 24, everyTournament},
	{SpecialUnpaidTeam, "team", firstTeam + 4, everyTournament},
	{SpecialPartlyPaidTeam, "team", firstTeam + 3, withRecords},
	{SpecialPaidByCardTeam, "team", firstTeam, withRecords},
	{SpecialPaidByHandTeam, "team", firstTeam + 16, []string{registrationOpen}},
	{SpecialPaidByHandTeam, "team", firstTeam + 1, []string{paymentsMixed}},
	{SpecialTwicePaidTeam, "team", firstTeam + 11, []string{paymentsMixed}},
	{SpecialClub, "team", firstClub, everyTournament},
	{SpecialOtherClub, "team", firstClub + 1, everyTournament},
	{SpecialSeasonlessTeam, "team", firstTeam + 2, everyTournament},
	{SpecialUnidentifiedTeam, "team", firstTeam + 13, everyTournament},
	{SpecialPlayerOfTwoTeams, "player", personBase + 201, everyTournament},
	{SpecialLineOfNumberZero, "line of a roster", rosterBase + 103, everyTournament},
	{SpecialForfeitedGame, "game", firstGame + 17, []string{midTournament, finishedName}},
	{SpecialLateGame, "game", firstGame + 15, []string{midTournament}},
	{SpecialHalfKnownGame, "game", firstGame + 36, []string{midTournament}},
	{SpecialUnknownGame, "game", firstGame + 42, beforeTheEnd},
	{SpecialUnscheduledGame, "game", firstGame + 42, beforeTheEnd},
	{SpecialSkillsBracket, "bracket", firstBracket + skills, []string{midTournament, finishedName}},
	{SpecialBracketWithoutURL, "bracket", firstBracket + thirdPlace, everyTournament},
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
