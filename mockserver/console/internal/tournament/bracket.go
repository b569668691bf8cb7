package tournament

import (
	"cmp"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/brackets"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// The interface does not say from which earlier game a side of a game comes. The name of a side that waits says it, and
// the details of the game say what a side with a team has waited for.

// feed says from which earlier game a side of a game comes.
type feed struct {
	game  *bracketGame // nil when it is not known
	loser bool         // the loser of the game comes, not the winner
}

// bracketGame is a game of a bracket.
type bracketGame struct {
	game

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

// bracketsOf returns the brackets of the games of a division. It finds the game that each side comes from. It asks for
// the details of games that have teams.
func bracketsOf(
	rows []tourney.Game, detailsOf func(id int64) (stored.GameDetails, error),
) (all []*bracket, err error) {
	by := map[brackets.Key]*bracket{}
	for i := range rows {
		row := game{rows[i]}
		place := row.place()
		if place.Key() == (brackets.Key{}) {
			continue
		}
		b := by[place.Key()]
		if b == nil {
			b = &bracket{name: cmp.Or(place.Name, "Bracket")}
			by[place.Key()] = b
			all = append(all, b)
		}
		b.games = append(b.games, &bracketGame{game: row, in: place, depth: -1})
	}
	var games []*bracketGame
	for _, b := range all {
		slices.SortStableFunc(b.games, func(a, c *bracketGame) int { return bySequence(a.game, c.game) })
		games = append(games, b.games...)
	}
	places := make([]brackets.Game, len(games))
	for i, g := range games {
		places[i] = g.in
	}
	for i, g := range games {
		from, err := waitedIn(&g.game, detailsOf)
		if err != nil {
			return nil, err
		}
		g.away, g.home = feedOf(i, from.AwayWaited, games, places), feedOf(i, from.HomeWaited, games, places)
		for _, f := range []feed{g.away, g.home} {
			if f.game != nil && f.game.in.Key() == g.in.Key() {
				f.game.next = append(f.game.next, g)
			}
		}
	}
	return all, nil
}

// waitedIn returns details with the names under which the sides of a game wait or have waited for their teams.
func waitedIn(
	g *game, detailsOf func(id int64) (stored.GameDetails, error),
) (d stored.GameDetails, err error) {
	if teamOf(g.AwayTeam) != 0 || teamOf(g.HomeTeam) != 0 {
		d, err = detailsOf(g.ID)
	}
	if teamOf(g.AwayTeam) == 0 {
		d.AwayWaited = sideName(g.AwayTeam)
	}
	if teamOf(g.HomeTeam) == 0 {
		d.HomeWaited = sideName(g.HomeTeam)
	}
	return d, err
}

// feedOf returns the game that a side of the game with an index comes from, by the name under which the side waited.
func feedOf(index int, name string, games []*bracketGame, places []brackets.Game) feed {
	if i, loser := brackets.Source(name, places[index], places); i >= 0 {
		return feed{games[i], loser}
	}
	return feed{}
}

// comer returns the side of the earlier game that plays the next game. It returns nil while the earlier game has no
// result.
func (f feed) comer() *tourney.GameSide {
	if f.game == nil {
		return nil
	}
	switch won := f.game.Winner(); {
	case won == tourney.WinnerAway && !f.loser, won == tourney.WinnerHome && f.loser:
		return f.game.AwayTeam
	case won == tourney.WinnerHome && !f.loser, won == tourney.WinnerAway && f.loser:
		return f.game.HomeTeam
	}
	return nil
}

// text returns in words where a side comes from, "" when that is not known.
func (f feed) text() string {
	switch {
	case f.game == nil:
		return ""
	case f.loser:
		return "loser of game " + f.game.number()
	}
	return "winner of game " + f.game.number()
}

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
	if round := int(valueOf(g.Round)); len(g.next) == 0 && round > 1 && round <= maxRound {
		depth = round - 1 // observed: 1 is the final, 2 a semifinal, 3 a quarterfinal
	}
	g.visiting, g.depth = false, depth
	return depth
}

// maxRound is the greatest Round of a game that findDepth accepts as a distance from the final.
const maxRound = 8
