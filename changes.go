package tourney

import "slices"

// ChangeKind is the kind of a game's change, as a word.
type ChangeKind string

// The kinds of change, in the order in which a poll yields the changes of one game.
const (
	ChangeAdded   ChangeKind = "added"   // the game is new in the list
	ChangeTeams   ChangeKind = "teams"   // the team of a side became known or changed
	ChangeMoved   ChangeKind = "moved"   // the date, time, court or venue was set or changed
	ChangeScore   ChangeKind = "score"   // the score of a side
	ChangeResult  ChangeKind = "result"  // how a side won, or a forfeit
	ChangeRemoved ChangeKind = "removed" // the game is gone, or the options do not select it any more
)

// GameChange is one change of a game between two polls. Do not change the sides of Before and After, because the watch
// shares their memory.
type GameChange struct {
	Kind   ChangeKind
	Before Game // at the previous poll; zero for ChangeAdded; without Extra when it comes from a WatchState
	After  Game // now; zero for ChangeRemoved
}

// Game returns the game after the change, or the last known game if it was removed.
func (c GameChange) Game() Game {
	if c.Kind == ChangeRemoved {
		return c.Before
	}
	return c.After
}

// changesOf lists the kinds of change of a game that stays in the list, with the members that each compares (assumption
// same-game).
var changesOf = []struct {
	kind  ChangeKind
	same  func(a, b Game) bool
	apply func(to *Game, from Game)
}{
	{ChangeTeams, onBothSides(sameTeam), toBothSides(applyTeam)},
	{ChangeMoved, samePlace, applyPlace},
	{ChangeScore, onBothSides(sameScore), toBothSides(applyScore)},
	{ChangeResult, onBothSides(sameResult), toBothSides(applyResult)},
}

func appendChanges(changes []GameChange, before, after Game) []GameChange {
	for _, of := range changesOf {
		if !of.same(before, after) {
			changes = append(changes, GameChange{Kind: of.kind, Before: before, After: after})
		}
	}
	return changes
}

// applyChange applies one change to a game, and no other difference between Before and After.
func applyChange(to *Game, change GameChange) {
	for _, of := range changesOf {
		if of.kind == change.Kind {
			of.apply(to, change.After)
		}
	}
}

func onBothSides(same func(a, b GameSide) bool) func(a, b Game) bool {
	return func(a, b Game) bool {
		return same(orZero(a.AwayTeam), orZero(b.AwayTeam)) && same(orZero(a.HomeTeam), orZero(b.HomeTeam))
	}
}

// toBothSides applies a function to copies of the sides, because changes that the loop got point to the originals.
func toBothSides(apply func(to *GameSide, from GameSide)) func(to *Game, from Game) {
	return func(to *Game, from Game) {
		away, home := orZero(to.AwayTeam), orZero(to.HomeTeam)
		apply(&away, orZero(from.AwayTeam))
		apply(&home, orZero(from.HomeTeam))
		to.AwayTeam, to.HomeTeam = &away, &home
	}
}

// orZero returns 0 for a nil pointer. It is for members whose absence means the same as zero.
func orZero[T any](p *T) (value T) {
	if p != nil {
		value = *p
	}
	return value
}

func sameTeam(a, b GameSide) bool { return orZero(a.TeamID) == orZero(b.TeamID) }

func applyTeam(to *GameSide, from GameSide) { to.TeamID, to.Name = from.TeamID, from.Name }

func sameScore(a, b GameSide) bool {
	return (a.Score == nil) == (b.Score == nil) && orZero(a.Score).Equal(orZero(b.Score))
}

func applyScore(to *GameSide, from GameSide) { to.Score = from.Score }

func sameResult(a, b GameSide) bool {
	return orZero(a.WonBy) == orZero(b.WonBy) && orZero(a.Forfeited) == orZero(b.Forfeited)
}

func applyResult(to *GameSide, from GameSide) { to.WonBy, to.Forfeited = from.WonBy, from.Forfeited }

func samePlace(a, b Game) bool {
	sameTime := (a.Time == nil) == (b.Time == nil) && orZero(a.Time) == orZero(b.Time)
	return a.Date == b.Date && sameTime && placeOf(a) == placeOf(b)
}

func applyPlace(to *Game, from Game) {
	to.Date, to.Time, to.VenueCourt = from.Date, from.Time, from.VenueCourt
}

// place identifies a court by its ids, because a host may correct a name without moving a game. A court without an id
// is identified by its name.
type place struct {
	id, venue, court int64
	name             string
}

func placeOf(g Game) place {
	at := orZero(g.VenueCourt)
	court := orZero(at.Court)
	p := place{id: at.ID, venue: orZero(at.Venue).ID, court: court.ID}
	if p.court == 0 {
		p.name = court.Name
	}
	return p
}

// withChanges returns the games with the changes applied.
func withChanges(games []Game, changes []GameChange) []Game {
	games = slices.Clone(games)
	at := make(map[int64]int, len(games))
	for i, game := range games {
		at[game.ID] = i
	}
	for _, change := range changes {
		switch change.Kind {
		case ChangeAdded:
			games = append(games, change.After)
		case ChangeRemoved:
			games[at[change.Before.ID]] = Game{}
		default:
			applyChange(&games[at[change.After.ID]], change)
		}
	}
	return slices.DeleteFunc(games, func(g Game) bool { return g.ID == 0 })
}
