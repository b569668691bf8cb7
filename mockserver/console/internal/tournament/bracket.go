package tournament

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/internal/brackets"
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

// bracketsOf returns the brackets of the games of a division. It finds the game that each side comes from. It asks for
// the details of games that have teams.
func bracketsOf(
	rows []ask.GameRow, detailsOf func(id int64) (waited, error),
) (all []*bracket, err error) {
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
	places := make([]brackets.Game, len(games))
	for i, g := range games {
		places[i] = g.in
	}
	for i, g := range games {
		from, err := waitedIn(&g.GameRow, detailsOf)
		if err != nil {
			return nil, err
		}
		g.away, g.home = feedOf(i, from.Away, games, places), feedOf(i, from.Home, games, places)
		for _, f := range []feed{g.away, g.home} {
			if f.game != nil && f.game.in.Key() == g.in.Key() && !slices.Contains(f.game.next, g) {
				f.game.next = append(f.game.next, g)
			}
		}
	}
	return all, nil
}

// waited has the names under which the sides of a game have waited for their teams.
type waited struct {
	Away string `json:"AwayWaited"`
	Home string `json:"HomeWaited"`
}

// waitedIn returns the names under which the sides of a game wait or have waited for their teams.
func waitedIn(g *ask.GameRow, detailsOf func(id int64) (waited, error)) (d waited, err error) {
	if g.Away.Team() != 0 || g.Home.Team() != 0 {
		d, err = detailsOf(g.ID)
	}
	if g.Away.Team() == 0 {
		d.Away = g.Away.Text()
	}
	if g.Home.Team() == 0 {
		d.Home = g.Home.Text()
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
