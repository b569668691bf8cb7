package mockserver

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/handlers"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/scenario"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// ScenarioInfo describes a scenario.
type ScenarioInfo struct {
	Name  string `json:"name"`            // argument of the option Scenario
	About string `json:"about"`           // a description for people
	Teams int    `json:"teams,omitempty"` // the default of ScenarioSize; 0 if ScenarioSize does not apply
}

// Scenarios returns the scenarios that a server can start with. The first is the default.
func Scenarios() []ScenarioInfo {
	list := make([]ScenarioInfo, len(scenario.All))
	for i, s := range scenario.All {
		list[i] = ScenarioInfo{Name: s.Name, About: s.About, Teams: s.Teams}
	}
	return list
}

// Special names a row of the scenarios that is unlike the others. [World.Special] returns its id.
type Special string

// The special rows. https://github.com/tourney-go/tourney/blob/main/docs/data.md says which scenario has which
// special row.
const (
	SpecialOpenDivision     Special = "OpenDivision"     // accepts registrations, and has free positions in its pools
	SpecialFullDivision     Special = "FullDivision"     // accepts registrations, and no position in its pools is free
	SpecialClosedDivision   Special = "ClosedDivision"   // accepts no registrations
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
	s.State.Guard()
	return scenario.SpecialID(s.State.Newest().Began.Scenario, string(which))
}

// Specials returns the special rows that there are, in any scenario.
func Specials() []Special {
	all := values.Mapped(scenario.SpecialRows, func(r scenario.SpecialRow) Special { return Special(r.Name) })
	return slices.Compact(all)
}

// Noun returns what a special row is: a division, a team, a player, a line of a roster, a game or a bracket. It returns
// "" when there is no such special row.
func (s Special) Noun() string {
	for _, r := range scenario.SpecialRows {
		if r.Name == string(s) {
			return r.Noun
		}
	}
	return ""
}

// ScenarioChoice says which rows ResetTo brings.
type ScenarioChoice struct {
	Name  string  // one of Scenarios
	Seed  *uint64 // of the made-up names and results; nil for the seed of the server's options
	Teams int     // of huge: 1 to 100,000; 0 for the number of ScenarioSize, or 100,000 without that option

	StartDate tourney.Date // as of the option StartDate; the zero Date for the date of the server's options
}

func (s *server) ResetTo(to ScenarioChoice) error {
	s.State.Guard()
	o, err := s.options.choosing(to)
	if err == nil {
		rows := s.rowsOf(&o) // before the clock goes back, because making rows can take seconds
		var begins time.Time
		if s.options.settings.Now == nil { // the clock stands still
			begins = o.choice().Scenario.Begins()
		}
		err = s.ReplaceRows("Reset to "+to.Name, begins, func() *model.Version { return s.Inhabited(rows) })
	}
	return refusal.Wrap("ResetTo", err)
}

func (o options) choosing(to ScenarioChoice) (options, error) {
	var err error
	if o.scenario, err = scenario.Named(to.Name); err != nil {
		return o, refusal.Absentf("there is %s", err)
	}
	if to.Seed != nil {
		o.seed = *to.Seed
	}
	if !to.StartDate.IsZero() {
		if o.moved, err = movedTo(to.StartDate); err != nil {
			return o, fmt.Errorf("StartDate: %w", err)
		}
	}
	switch sized := o.scenario.Teams > 0; {
	case to.Teams != 0 && !sized:
		return o, fmt.Errorf("the scenario %s has no number of teams to set: choose the scenario %s", to.Name, scenario.Huge)
	case to.Teams < 0 || to.Teams > scenario.MostTeams:
		return o, fmt.Errorf("%d teams: give a number of teams from 1 to %d", to.Teams, scenario.MostTeams)
	case sized:
		o.scenario.Teams = cmp.Or(to.Teams, o.size, o.scenario.Teams)
	}
	return o, nil
}

// rowsOf returns the rows of a scenario, which every write can replace. Rows that the server did not start with count
// as rows of a file, so that earlier versions do not keep the rows of any number of scenarios.
func (s *server) rowsOf(o *options) *model.Version {
	own, v := s.main.prepared, s.Responder.Variant
	if len(o.fixtures) == 0 && own.IsFor(v, o.choice()) {
		return own.Fork(v, o.choice())
	}
	rows := scenario.Prepare(v, o.choice()).Fork(v, o.choice())
	rows.Source = (*model.Source)(nil).With(0, size(rows))
	return rows
}

// size returns roughly how many rows a version has.
func size(s *model.Version) int { return count(s) + s.Statistics.Len() }

// The numbers of cards that the mock declines with [tourney.CodePermissionDenied]. It charges every other card whose
// number has the right check digit, and the length and first digits of its type. It refuses mistyped cards with
// [tourney.CodeInvalid].
const (
	CardDeclined          = handlers.CardDeclined          // 4000000000000002
	CardInsufficientFunds = handlers.CardInsufficientFunds // 4000000000009995
	CardExpired           = handlers.CardExpired           // 4000000000000069
	CardWrongCVV          = handlers.CardWrongCVV          // 4000000000000127
)
