package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney/mockserver/internal/scenario"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

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

func (s *server) Special(which Special) (id int64, ok bool) {
	s.state.Guard()
	return scenario.SpecialID(s.state.Newest().Began.Scenario, string(which))
}

// Specials returns the special rows that there are, in any scenario.
func Specials() []Special {
	all := values.Mapped(scenario.SpecialRows, func(r scenario.SpecialRow) Special { return Special(r.Name) })
	return slices.Compact(all)
}

// Noun returns what a special row is: a division, a team, a player, a line of a roster, a game or a bracket; "" for
// none.
func (s Special) Noun() string {
	for _, r := range scenario.SpecialRows {
		if r.Name == string(s) {
			return r.Noun
		}
	}
	return ""
}
