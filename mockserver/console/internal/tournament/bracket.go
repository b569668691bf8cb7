package tournament

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
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

	key        string // the key of the game's bracket
	away, home feed
	next       []*bracketGame // the games of the same bracket in which its teams play next

	column, x, y int // the place of the game's box in the picture
	placed       bool
	visiting     bool // findDepth is running for the game; stops it at circles
	depth        int  // how many columns the game is before the last column; -1 while not known
}

// bracket is the games of a bracket, in the order of the schedule.
type bracket struct {
	key, name string
	games     []*bracketGame
}

// bracketKey returns the key and the name of a game's bracket. The key and the name are empty for a game in no
// bracket.
func bracketKey(g *ask.GameRow) (key, name string) {
	name = g.BracketName
	for _, s := range []*ask.Side{g.Away, g.Home} {
		if s == nil {
			continue
		}
		name = cmp.Or(name, s.BracketName)
		if key == "" && s.BracketID != 0 {
			key = "id " + ask.IDText(s.BracketID)
		}
	}
	if key == "" && name != "" {
		key = "name " + strings.ToLower(name)
	}
	return key, name
}

// bracketsOf returns the brackets of the games of a division. It finds the game that each side comes from.
func bracketsOf(rows []ask.GameRow) (all []*bracket) {
	by := map[string]*bracket{}
	for i := range rows {
		key, name := bracketKey(&rows[i])
		if key == "" {
			continue
		}
		b := by[key]
		if b == nil {
			b = &bracket{key: key, name: cmp.Or(name, "Bracket")}
			by[key] = b
			all = append(all, b)
		}
		b.games = append(b.games, &bracketGame{GameRow: rows[i], key: key, depth: -1})
	}
	var games []*bracketGame
	for _, b := range all {
		slices.SortStableFunc(b.games, func(a, c *bracketGame) int { return bySequence(&a.GameRow, &c.GameRow) })
		games = append(games, b.games...)
	}
	slices.SortStableFunc(games, func(a, c *bracketGame) int { return earlier(&a.GameRow, &c.GameRow) })
	for i, g := range games {
		g.away, g.home = feedOf(g, g.Away, games[:i], all), feedOf(g, g.Home, games[:i], all)
		for _, f := range []feed{g.away, g.home} {
			if f.game != nil && f.game.key == g.key && !slices.Contains(f.game.next, g) {
				f.game.next = append(f.game.next, g)
			}
		}
	}
	return all
}

// feedOf returns the game that a side comes from: the game in the name of the side, else the last earlier game of the
// side's team. It prefers an earlier game of the same bracket.
func feedOf(g *bracketGame, s *ask.Side, before []*bracketGame, all []*bracket) feed {
	if s == nil {
		return feed{}
	}
	if f := feedByName(g, s.Name, all); f.game != nil {
		return f
	}
	for _, inSame := range []bool{true, false} {
		for _, from := range slices.Backward(before) {
			if team := s.TeamID; team != 0 && (from.key == g.key) == inSame {
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

// sideFromGame matches the name of a side that is known only after another game: W1 (Championship), L2, Winner of
// game 37.
var sideFromGame = regexp.MustCompile(
	`(?i)^(w|l|winner|loser)\s*(of)?\s*(game|match|bout|race)?\s*#?(\d{1,9})\s*(?:\((.*)\))?$`)

// feedByName returns the feed that the name of a side describes. W1 (Championship) is the winner of the first game of
// the bracket Championship, in the order of the games' numbers. Winner of game 37 is the winner of the game with the
// number 37.
func feedByName(g *bracketGame, name string, all []*bracket) feed {
	found := sideFromGame.FindStringSubmatch(strings.TrimSpace(name))
	if found == nil {
		return feed{}
	}
	n, _ := strconv.Atoi(found[4]) // at most nine digits
	loser := strings.EqualFold(found[1][:1], "l")
	var numbered, nth *bracketGame
	for _, b := range all {
		for i, from := range b.games {
			if string(from.Number) == found[4] || from.ID == int64(n) {
				numbered = cmp.Or(numbered, from)
			}
			if i+1 == n && b.means(found[5], g) {
				nth = from
			}
		}
	}
	if found[2] != "" || found[3] != "" {
		nth = cmp.Or(numbered, nth)
	}
	if from := cmp.Or(nth, numbered); from != g {
		return feed{from, loser}
	}
	return feed{}
}

// means reports whether the bracket that a side of game g names is b. If the side names no bracket, it means the
// bracket of g.
func (b *bracket) means(name string, g *bracketGame) bool {
	if name == "" {
		return b.key == g.key
	}
	return strings.EqualFold(b.name, strings.TrimSpace(name))
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
