package tournament

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/internal/brackets"
)

// The interface does not say from which earlier game a side of a game comes. The section Brackets of docs/console.md
// describes how the console finds that game.

// feed says from which earlier game a side of a game comes.
type feed struct {
	game  *bracketGame // nil when it is not known
	loser bool         // the loser of the game comes, not the winner
}

// bracketGame is a game of a bracket.
type bracketGame struct {
	ask.GameRow

	in         brackets.Game
	away, home feed
	next       []*bracketGame // the games of the same bracket in which its teams play next

	column, x, y int // the place of the game's box in the picture
	placed       bool
	visiting     bool // findDepth is running for the game; stops it at circles
	depth        int  // how many columns the game is before the last column; -1 while not known
}

// bracket is the games of a bracket, in the order of the schedule.
type bracket struct {
	name  string
	games []*bracketGame
}

// placeOf returns the bracket that a game belongs to.
func placeOf(g *ask.GameRow) brackets.Game {
	in := brackets.Game{ID: g.ID, Number: string(g.Number), Name: g.BracketName}
	for _, s := range []*ask.Side{g.Away, g.Home} {
		if s != nil {
			in.See(s.BracketID, s.BracketName)
		}
	}
	return in
}

// bracketsOf returns the brackets of the games of a division. It finds the game that each side comes from.
func bracketsOf(rows []ask.GameRow) (all []*bracket) {
	by := map[brackets.Key]*bracket{}
	for i := range rows {
		place := placeOf(&rows[i])
		if place.Key() == (brackets.Key{}) {
			continue
		}
		b := by[place.Key()]
		if b == nil {
			b = &bracket{name: cmp.Or(place.Name, "Bracket")}
			by[place.Key()] = b
			all = append(all, b)
		}
		b.games = append(b.games, &bracketGame{GameRow: rows[i], in: place, depth: -1})
	}
	var games []*bracketGame
	for _, b := range all {
		slices.SortStableFunc(b.games, func(a, c *bracketGame) int { return bySequence(&a.GameRow, &c.GameRow) })
		games = append(games, b.games...)
	}
	slices.SortStableFunc(games, func(a, c *bracketGame) int { return earlier(&a.GameRow, &c.GameRow) })
	places := make([]brackets.Game, len(games))
	for i, g := range games {
		places[i] = g.in
	}
	for i, g := range games {
		g.away, g.home = feedOf(i, g.Away, games, places), feedOf(i, g.Home, games, places)
		for _, f := range []feed{g.away, g.home} {
			if f.game != nil && f.game.in.Key() == g.in.Key() && !slices.Contains(f.game.next, g) {
				f.game.next = append(f.game.next, g)
			}
		}
	}
	return all
}

// feedOf returns the game that a side of the game with an index comes from: the game in the name of the side, else the
// last earlier game of the side's team. It prefers an earlier game of the same bracket. The games are in the order in
// which they begin.
func feedOf(index int, s *ask.Side, games []*bracketGame, places []brackets.Game) feed {
	if s == nil {
		return feed{}
	}
	if i, loser := brackets.Source(s.Name, places[index], places); i >= 0 {
		return feed{games[i], loser}
	}
	for _, inSame := range []bool{true, false} {
		for _, from := range slices.Backward(games[:index]) {
			if team := s.TeamID; team != 0 && (from.in.Key() == places[index].Key()) == inSame {
				if at := sideOf(&from.GameRow, team); at != 0 {
					lost := from.Result() != ask.Undecided && from.Result() != at
					return feed{from, lost}
				}
			}
		}
	}
	return feed{}
}

// sideOf returns the result with which a team wins the game: AwayWon or HomeWon, or Undecided if the team does not
// play in the game.
func sideOf(g *ask.GameRow, team int64) ask.Result {
	switch team {
	case g.Away.Team():
		return ask.AwayWon
	case g.Home.Team():
		return ask.HomeWon
	}
	return ask.Undecided
}

// comer returns the side of the earlier game that plays the next game. It returns nil while the earlier game has no
// result.
func (f feed) comer() *ask.Side {
	if f.game == nil {
		return nil
	}
	switch won := f.game.Result(); {
	case won == ask.AwayWon && !f.loser, won == ask.HomeWon && f.loser:
		return f.game.Away
	case won == ask.HomeWon && !f.loser, won == ask.AwayWon && f.loser:
		return f.game.Home
	}
	return nil
}

// text returns in words where a side comes from, "" when that is not known.
func (f feed) text() string {
	switch {
	case f.game == nil:
		return ""
	case f.loser:
		return "loser of " + lowered(f.game.Label())
	}
	return "winner of " + lowered(f.game.Label())
}

func lowered(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// findDepth returns how many more games of the bracket the winner of this game can play.
func (g *bracketGame) findDepth() int {
	switch {
	case g.depth >= 0:
		return g.depth
	case g.visiting:
		return 0
	}
	g.visiting = true
	depth := 0
	for _, n := range g.next {
		depth = max(depth, n.findDepth()+1)
	}
	if len(g.next) == 0 && g.Round > 1 && g.Round <= maxRound {
		depth = g.Round - 1 // observed: 1 is the final, 2 a semifinal, 3 a quarterfinal
	}
	g.visiting, g.depth = false, depth
	return depth
}

// maxRound is the greatest Round of a game that findDepth accepts as a distance from the final.
const maxRound = 8
