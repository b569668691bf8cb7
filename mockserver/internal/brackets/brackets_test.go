package brackets

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// schedule has two brackets, of which one has no id, and a game in no bracket. The games of the first are not in the
// order of their numbers.
var schedule = []Game{
	{ID: 701, Number: "38", Name: "Championship", Bracket: 5},
	{ID: 702, Number: "37", Name: "championship", Bracket: 5},
	{ID: 703, Number: "40", Name: "Third Place"},
	{ID: 704, Number: "44", Name: "Championship", Bracket: 5},
	{ID: 44},
	{ID: 705, Number: "2", Name: "Plate"},
	{ID: 706, Number: "3", Name: "plate"},
}

func TestSource(t *testing.T) {
	const none = -1
	for name, c := range map[string]struct {
		index int
		loser bool
	}{
		"W1 (Championship)":          {1, false},
		"l2 ( championship )":        {0, true},
		"W1":                         {1, false},
		"W1 (Third Place)":           {2, false},
		"Winner of game 37":          {1, false},
		"Loser of match #38":         {0, true},
		"Winner 38":                  {0, false},
		"W2":                         {0, false},
		"Winner of game 2":           {5, false}, // its number, although the bracket has a second game
		"W2 (Plate)":                 {6, false}, // in any letter case, also without the id of a bracket
		"Winner of 1":                {1, false},
		"Winner of game 703":         {2, false},
		"W3 (Championship)":          {none, false}, // the game itself
		"Winner of game 44":          {none, false},
		"W4 (Championship)":          {none, false},
		"W0":                         {none, false},
		"W1 (Consolation)":           {none, false},
		"L999999999":                 {none, true},
		"W99999999999999999999":      {none, false},
		"Winners":                    {none, false},
		"1st in A":                   {none, false},
		"":                           {none, false},
		"W1 (Championship) or other": {none, false},
	} {
		index, loser := Source(name, schedule[3], schedule)
		require.Equal(t, c.index, index, name)
		require.Equal(t, c.loser, loser, name)
	}
	index, _ := Source("W1", Game{ID: 1}, schedule)
	require.Equal(t, none, index, "a game in no bracket")
}

func TestPlace(t *testing.T) {
	for name, want := range map[string]struct {
		place int
		pool  string
	}{
		"1st in A": {1, "A"}, "2nd in pool B ": {2, "B"}, "3RD of Pool Gold": {3, "Gold"}, "11th in A": {11, "A"},
		"0th in A": {0, "A"}, "1st": {}, "first in A": {}, "99999th in A": {}, "W1": {}, "": {},
	} {
		place, pool := Place(name)
		require.Equal(t, want.place, place, name)
		require.Equal(t, want.pool, pool, name)
	}
}

// FuzzNames: every name is read, in any schedule, and a side never waits for its own game.
func FuzzNames(f *testing.F) {
	for _, name := range []string{"W1 (Championship)", "Winner of game 37", "L2", "1st in A", "W0 ()", "\xff"} {
		f.Add(name, "37", "Championship")
	}
	f.Fuzz(func(t *testing.T, name, number, bracket string) {
		games := append(slices.Clone(schedule), Game{ID: 9, Number: number})
		games[len(games)-1].See(int64(len(name)%7), bracket)
		for _, own := range games {
			if i, _ := Source(name, own, games); i >= 0 && games[i].ID == own.ID {
				t.Errorf("%q waits for its own game", name)
			}
		}
		if place, _ := Place(name); place < 0 || place > 9999 {
			t.Errorf("place %d", place)
		}
	})
}
