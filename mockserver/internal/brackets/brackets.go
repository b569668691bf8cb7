// Package brackets finds out where the teams of later games come from. The interface does not say so. The names of
// sides do: W1 (Championship), L2, Winner of game 37, 1st in A. To read another form of names, change the patterns.
package brackets

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Game says which bracket a game of a division belongs to.
type Game struct {
	ID      int64
	Number  string // in the schedule; "" for none
	Name    string // of the bracket
	Bracket int64  // its id; 0 for none
}

// See takes what a side of the game says about the bracket, if the game does not say it itself.
func (g *Game) See(bracket int64, name string) {
	g.Bracket, g.Name = cmp.Or(g.Bracket, bracket), cmp.Or(g.Name, name)
}

// Key is the same for all games of a bracket. It is zero for a game in no bracket.
type Key struct {
	id   int64
	name string
}

// Key returns the key of the game's bracket.
func (g Game) Key() Key {
	if g.Bracket != 0 {
		return Key{id: g.Bracket}
	}
	return Key{name: strings.ToLower(g.Name)}
}

// Sequence returns the number of the game in the schedule, or the id of a game without such a number.
func (g Game) Sequence() int64 {
	if n, err := strconv.ParseInt(g.Number, 10, 64); err == nil {
		return n
	}
	return g.ID
}

var (
	sideFromGame = regexp.MustCompile(
		`(?i)^(w|l|winner|loser)\s*(of)?\s*(game|match|bout|race)?\s*#?(\d{1,9})\s*(?:\(\s*(.*?)\s*\))?$`)
	sideFromPool = regexp.MustCompile(`(?i)^(\d{1,4})(?:st|nd|rd|th)\s+(?:in|of)\s+(?:pool\s+)?(.+)$`)
)

// Source returns the game whose winner or loser a side waits for, as an index in games, and -1 if the name of the side
// names no such game. W1 (Championship) is the winner of the first game of the bracket Championship, in the order of
// Sequence. Without the name of a bracket it is a game of the bracket of own, the game of the side. Winner of game 37
// is the winner of the game with the number or the id 37.
func Source(name string, own Game, games []Game) (index int, loser bool) {
	found := sideFromGame.FindStringSubmatch(strings.TrimSpace(name))
	if found == nil {
		return -1, false
	}
	n, _ := strconv.Atoi(found[4]) // at most nine digits
	numbered := slices.IndexFunc(games, func(g Game) bool { return g.Number == found[4] || g.ID == int64(n) })
	index = nth(n, cmp.Or(found[5], own.Name), own, games)
	if says := found[2] != "" || found[3] != ""; index < 0 || says && numbered >= 0 {
		index = numbered
	}
	if index >= 0 && games[index].ID == own.ID {
		index = -1
	}
	return index, strings.EqualFold(found[1][:1], "l")
}

// nth returns the index of a game of the bracket with a name, -1 if there is none. It prefers the bracket of own.
// Games count from 1.
func nth(n int, name string, own Game, games []Game) int {
	key := own.Key()
	if !strings.EqualFold(own.Name, name) {
		i := slices.IndexFunc(games, func(g Game) bool { return strings.EqualFold(g.Name, name) })
		if i < 0 {
			return -1
		}
		key = games[i].Key()
	}
	var in []int
	for i, g := range games {
		if key != (Key{}) && g.Key() == key {
			in = append(in, i)
		}
	}
	if n < 1 || n > len(in) {
		return -1
	}
	slices.SortStableFunc(in, func(a, b int) int { return cmp.Compare(games[a].Sequence(), games[b].Sequence()) })
	return in[n-1]
}

// Place returns the final place in a pool that a side waits for, from 1, and the name of the pool, as in 1st in A. The
// place is 0 if the name of the side names no such place.
func Place(name string) (place int, pool string) {
	found := sideFromPool.FindStringSubmatch(strings.TrimSpace(name))
	if found == nil {
		return 0, ""
	}
	place, _ = strconv.Atoi(found[1]) // at most four digits
	return place, found[2]
}
