package watch

import (
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
)

// Kind is a word for the kind of a game's change.
type Kind string

// The kinds of change, in the order in which a poll yields the changes of one game.
const (
	KindAdded   Kind = "added"   // the game is new in the list
	KindTeams   Kind = "teams"   // the team of a side became known or changed
	KindMoved   Kind = "moved"   // the date, time, court or venue was set or changed
	KindScore   Kind = "score"   // the score of a side changed
	KindResult  Kind = "result"  // how a side won, or a forfeit, changed
	KindRemoved Kind = "removed" // the game is gone, or the options do not select it any more
)

// Change is one change of a game between two polls. Do not change the sides of Before and After, because the watch
// shares their memory.
type Change struct {
	Kind   Kind
	Before tourney.Game // at the previous poll; zero for KindAdded; without Extra when it comes from a State
	After  tourney.Game // now; zero for KindRemoved
}

// Game returns the game after the change, or the last known game if it was removed.
func (c Change) Game() tourney.Game {
	if c.Kind == KindRemoved {
		return c.Before
	}
	return c.After
}

// changesOf lists the kinds of change of a game that stays in the list, with the members that each kind compares
// (assumption same-game).
var changesOf = []struct {
	kind  Kind
	same  func(a, b tourney.Game) bool
	apply func(to *tourney.Game, from tourney.Game)
}{
	{KindTeams, onBothSides(sameTeam), toBothSides(applyTeam)},
	{KindMoved, samePlace, applyPlace},
	{KindScore, onBothSides(sameScore), toBothSides(applyScore)},
	{KindResult, onBothSides(sameResult), toBothSides(applyResult)},
}

func appendChanges(changes []Change, before, after tourney.Game) []Change {
	for _, of := range changesOf {
		if !of.same(before, after) {
			changes = append(changes, Change{Kind: of.kind, Before: before, After: after})
		}
	}
	return changes
}

// applyChange sets the members of one kind of change in a game, and leaves other differences between Before and After
// alone.
func applyChange(to *tourney.Game, change Change) {
	for _, of := range changesOf {
		if of.kind == change.Kind {
			of.apply(to, change.After)
		}
	}
}

func onBothSides(same func(a, b tourney.GameSide) bool) func(a, b tourney.Game) bool {
	return func(a, b tourney.Game) bool {
		return same(orZero(a.AwayTeam), orZero(b.AwayTeam)) && same(orZero(a.HomeTeam), orZero(b.HomeTeam))
	}
}

// toBothSides applies a function to copies of the sides, because changes that the loop got point to the originals.
func toBothSides(apply func(to *tourney.GameSide, from tourney.GameSide)) func(to *tourney.Game, from tourney.Game) {
	return func(to *tourney.Game, from tourney.Game) {
		away, home := orZero(to.AwayTeam), orZero(to.HomeTeam)
		apply(&away, orZero(from.AwayTeam))
		apply(&home, orZero(from.HomeTeam))
		to.AwayTeam, to.HomeTeam = &away, &home
	}
}

// orZero returns 0 for a nil pointer. It is for members for which absent means the same as zero.
func orZero[T any](p *T) (value T) {
	if p != nil {
		value = *p
	}
	return value
}

func sameTeam(a, b tourney.GameSide) bool { return orZero(a.TeamID) == orZero(b.TeamID) }

func applyTeam(to *tourney.GameSide, from tourney.GameSide) {
	to.TeamID, to.Name = from.TeamID, from.Name
}

func sameScore(a, b tourney.GameSide) bool {
	return (a.Score == nil) == (b.Score == nil) && orZero(a.Score).Equal(orZero(b.Score))
}

func applyScore(to *tourney.GameSide, from tourney.GameSide) { to.Score = from.Score }

func sameResult(a, b tourney.GameSide) bool {
	return sameWonBy(orZero(a.WonBy), orZero(b.WonBy)) && orZero(a.Forfeited) == orZero(b.Forfeited)
}

// sameWonBy compares codes where a and b have codes, else names, because a name may become known or be corrected.
func sameWonBy(a, b tourney.WonBy) bool {
	if a.Code != 0 && b.Code != 0 {
		return a.Code == b.Code
	}
	return a == b || a.Name != "" && strings.EqualFold(a.Name, b.Name)
}

func applyResult(to *tourney.GameSide, from tourney.GameSide) {
	to.WonBy, to.Forfeited = from.WonBy, from.Forfeited
}

func samePlace(a, b tourney.Game) bool {
	sameTime := (a.Time == nil) == (b.Time == nil) && orZero(a.Time) == orZero(b.Time)
	return a.Date == b.Date && sameTime && placeOf(a) == placeOf(b)
}

func applyPlace(to *tourney.Game, from tourney.Game) {
	to.Date, to.Time, to.VenueCourt = from.Date, from.Time, from.VenueCourt
}

// place identifies a court by its ids, because a host may correct a name without moving a game. A court without an id
// is identified by its name.
type place struct {
	id, venue, court int64
	name             string
}

func placeOf(g tourney.Game) place {
	at := orZero(g.VenueCourt)
	court := orZero(at.Court)
	p := place{id: at.ID, venue: orZero(at.Venue).ID, court: court.ID}
	if p.court == 0 {
		p.name = court.Name
	}
	return p
}

// withChanges returns the games with the changes applied.
func withChanges(games []tourney.Game, changes []Change) []tourney.Game {
	games = slices.Clone(games)
	at := make(map[int64]int, len(games))
	for i, game := range games {
		at[game.ID] = i
	}
	for _, change := range changes {
		switch change.Kind {
		case KindAdded:
			games = append(games, change.After)
		case KindRemoved:
			games[at[change.Before.ID]] = tourney.Game{}
		default:
			applyChange(&games[at[change.After.ID]], change)
		}
	}
	return slices.DeleteFunc(games, func(g tourney.Game) bool { return g.ID == 0 })
}
