package mockserver

import (
	"math/big"
	"slices"
	"strings"
	"sync"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// totals adds up the statistics of scopes, and keeps the sums as long as the statistics are the same.
type totals struct {
	mu     sync.Mutex
	of     store.Generation // of the statistics that are counted
	scopes map[scope]boards // those of questions
}

// maxScopes bounds the scopes whose totals are kept.
const maxScopes = 64

// boards are the statistics of a scope, by their names in lower case. Nothing changes them once they are counted.
type boards map[string]*board

// board has the totals of a statistic in a scope.
type board struct {
	name    string  // as the first row has it
	players []total // in the order of their first rows
}

// total adds up the values of one person.
type total struct {
	person int64
	sum    decimalSum
	games  map[int64]bool // those with a value; nil where no category needs them

	value quantity // of the sum
	mean  quantity // of the games
}

// in returns the totals of a scope in a version.
func (t *totals) in(st *version, where scope) boards {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := st.statistics.Generation()
	b, known := t.scopes[where]
	if known && t.of == now {
		return b
	}
	if t.of != now || t.scopes == nil || len(t.scopes) == maxScopes { // a request can name any scope
		t.of, t.scopes = now, map[scope]boards{}
	}
	b = boardsOf(st, where)
	t.scopes[where] = b
	return b
}

// boardsOf counts all rows of a scope.
func boardsOf(st *version, where scope) boards {
	perGame := slices.ContainsFunc(st.variant.Categories, func(c contract.Category) bool { return c.PerGame })
	b, places := boards{}, map[*board]map[int64]int{} // in the players of a board, by person
	for _, r := range st.statistics.Under(statisticKey{scope: where}) {
		name := strings.ToLower(r.Name)
		of := b[name]
		if of == nil {
			of = &board{name: r.Name}
			b[name], places[of] = of, map[int64]int{}
		}
		i, known := places[of][r.PersonID]
		if !known {
			i = len(of.players)
			places[of][r.PersonID] = i
			of.players = append(of.players, total{person: r.PersonID})
		}
		of.players[i].add(r, perGame)
	}
	for _, of := range b {
		for i := range of.players {
			of.players[i].finish()
		}
	}
	return b
}

func (p *total) add(r *statisticRow, perGame bool) {
	p.sum.add(r.Value)
	if !perGame {
		return
	}
	if p.games == nil {
		p.games = map[int64]bool{}
	}
	p.games[r.GameID] = true
}

// finish computes what categories show.
func (p *total) finish() {
	p.value = p.sum.number()
	if p.games != nil {
		p.mean = p.meanOf(int64(len(p.games)))
	}
}

// shown returns what a category shows: the total, or the mean of the games with one digit after the point.
func (p *total) shown(perGame bool) quantity { return ifElse(perGame, p.mean, p.value) }

// meanOf returns the mean of games, rounded to one digit after the point, halves away from zero.
func (p *total) meanOf(games int64) quantity {
	if p.value.other == nil && p.value.whole >= 0 {
		return quantity{whole: (20*p.value.whole + games) / (2 * games), places: 1}
	}
	mean, ok := new(big.Rat).SetString(p.value.decimal().String())
	if !ok {
		return p.value
	}
	mean.Quo(mean, big.NewRat(games, 1))
	if rounded, err := tourney.ParseDecimal(mean.FloatString(1)); err == nil {
		return quantity{other: &rounded}
	}
	return p.value // too many digits for a Decimal
}
