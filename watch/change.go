package watch

import (
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
)

// Kind is a word for the kind of a change.
type Kind string

// The kinds of change, in the order in which a poll yields the changes of one game.
const (
	KindAdded   Kind = "added"   // the game or row is new in the list
	KindTeams   Kind = "teams"   // the team of a side became known or changed
	KindMoved   Kind = "moved"   // the date, time, court or venue was set or changed
	KindScore   Kind = "score"   // the score of a side changed
	KindResult  Kind = "result"  // how a side won, or a forfeit, changed
	KindRemoved Kind = "removed" // the game or row is gone, or the options do not select it any more
	KindChanged Kind = "changed" // a value of a row changed; not of games
)

// Change is one change of a game or another row between two polls. Do not change the lists and sides inside Before and
// After, because the watch shares their memory.
type Change[T any] struct {
	Kind   Kind
	Before T // at the previous poll; zero for KindAdded; a game that comes from a State has no Extra
	After  T // now; zero for KindRemoved

	// ID identifies the change. When a watch yields a change again, because the program ended before it stored the state
	// after the change, the change has the same ID. Other changes have other IDs. So a program that keeps the IDs of the
	// last poll can leave out what it did before.
	ID string
}

// Row returns the row after the change, or the last known row if it was removed.
func (c Change[T]) Row() T {
	if c.Kind == KindRemoved {
		return c.Before
	}
	return c.After
}

// kindOf is a kind of change of a row that stays in the list: what it compares, and what it sets in a row.
type kindOf[T any] struct {
	kind  Kind
	same  func(a, b T) bool
	apply func(to *T, from T)
}

// kindsOfGames lists the kinds of change of a game that stays in the list (assumption same-game).
var kindsOfGames = []kindOf[tourney.Game]{
	{KindTeams, onBothSides(sameTeam), toBothSides(applyTeam)},
	{KindMoved, samePlace, applyPlace},
	{KindScore, onBothSides(sameScore), toBothSides(applyScore)},
	{KindResult, onBothSides(sameResult), toBothSides(applyResult)},
}

// changesOf returns the changes of a row that stays in the list.
func (f *form[T]) changesOf(before, after T) (changes []Change[T]) {
	for _, of := range f.kinds {
		if !of.same(before, after) {
			changes = append(changes, Change[T]{Kind: of.kind, Before: before, After: after})
		}
	}
	return changes
}

// applyChange sets the members of one kind of change in a row, and leaves other differences between Before and After
// alone.
func (f *form[T]) applyChange(to *T, change Change[T]) {
	for _, of := range f.kinds {
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

// toBothSides returns a function that calls apply for both sides of a game. It changes copies of the sides, because the
// caller's loop may hold changes that point to the old sides.
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

// withChanges returns the rows with the changes applied.
func (f *form[T]) withChanges(rows []T, changes []Change[T]) []T {
	rows = slices.Clone(rows)
	at := make(map[key]int, len(rows))
	for i := range rows {
		at[f.key(&rows[i])] = i
	}
	removed := map[key]bool{}
	for i := range changes {
		switch change := &changes[i]; change.Kind {
		case KindAdded:
			rows = append(rows, change.After)
		case KindRemoved:
			removed[f.key(&change.Before)] = true
		default:
			f.applyChange(&rows[at[f.key(&change.After)]], *change)
		}
	}
	return slices.DeleteFunc(rows, func(row T) bool { return removed[f.key(&row)] })
}

// Compare returns the changes from one list of rows to another, as [Games] and [Rows] yield them between two polls, but
// without IDs. Rows without an id are left out.
func Compare[T Row](before, after []T) []Change[T] {
	f, ofGames := any(&gameForm).(*form[T])
	if !ofGames {
		f = contentOf[T]()
	}
	then, now := polled[T]{}, polled[T]{whole: true}
	then.add(f, map[key]bool{}, before)
	now.add(f, map[key]bool{}, after)
	was := known[T]{rows: then.rows}
	for i := range was.rows {
		was.missed = append(was.missed, f.key(&was.rows[i])) // so that one list without a row removes it
	}
	return now.compare(f, was, true).changes
}
