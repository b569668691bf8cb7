package views

import (
	"math/big"
	"slices"
	"strings"
	"sync"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Totals adds up the statistics in scopes, and keeps the sums until a statistic changes.
type Totals struct {
	mu     sync.Mutex
	of     store.Generation       // the generation of the statistics that were counted
	scopes map[model.Scope]boards // the totals of the scopes for which in was called
}

// maxScopes is the largest number of scopes whose totals are kept.
const maxScopes = 64

// boards are the statistics of a scope, by their names in lower case. Boards do not change after boardsOf has counted
// them.
type boards map[string]*board

// board has the totals of a statistic in a scope.
type board struct {
	name    string  // as spelled in the first row
	players []total // in the order in which the players first occur in the rows
}

// total adds up the values of one person.
type total struct {
	person int64
	sum    values.Sum
	games  map[int64]bool // games with a value; nil if no category needs them

	value values.Quantity // the sum of the values
	mean  values.Quantity // the mean of the games
}

// in returns the totals of scopes in a version. The scopes share no row. It keeps the totals of a single scope.
func (t *Totals) in(st *model.Version, scopes []model.Scope) boards {
	if len(scopes) != 1 {
		return boardsOf(st, scopes...)
	}
	where := scopes[0]
	t.mu.Lock()
	defer t.mu.Unlock()
	now := st.Statistics.Generation()
	b, known := t.scopes[where]
	if known && t.of == now {
		return b
	}
	if t.of != now || t.scopes == nil || len(t.scopes) == maxScopes { // a request can name any scope
		t.of, t.scopes = now, map[model.Scope]boards{}
	}
	b = boardsOf(st, where)
	t.scopes[where] = b
	return b
}

// boardsOf counts all rows of scopes.
func boardsOf(st *model.Version, scopes ...model.Scope) boards {
	var rows []*model.StatisticRow
	for _, where := range scopes {
		rows = append(rows, st.Statistics.Under(model.StatisticKey{Scope: where}.Key())...)
	}
	perGame := slices.ContainsFunc(st.Variant.Categories, func(c contract.Category) bool { return c.PerGame })
	b, places := boards{}, map[*board]map[int64]int{} // in the players of a board, by person
	for _, r := range rows {
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

func (p *total) add(r *model.StatisticRow, perGame bool) {
	p.sum.Add(r.Value)
	if !perGame {
		return
	}
	if p.games == nil {
		p.games = map[int64]bool{}
	}
	p.games[r.GameID] = true
}

// finish computes the values that categories show.
func (p *total) finish() {
	p.value = p.sum.Number()
	if p.games != nil {
		p.mean = p.meanOf(int64(len(p.games)))
	}
}

// shown returns what a category shows: the total, or the mean of the games with one digit after the point.
func (p *total) shown(perGame bool) values.Quantity { return values.IfElse(perGame, p.mean, p.value) }

// meanOf returns the mean of games, rounded to one digit after the point, halves away from zero.
func (p *total) meanOf(games int64) values.Quantity {
	if p.value.Other == nil && p.value.Whole >= 0 {
		return values.Quantity{Whole: (20*p.value.Whole + games) / (2 * games), Places: 1}
	}
	mean, ok := new(big.Rat).SetString(p.value.Decimal().String())
	if !ok {
		return p.value
	}
	mean.Quo(mean, big.NewRat(games, 1))
	if rounded, err := tourney.ParseDecimal(mean.FloatString(1)); err == nil {
		return values.Quantity{Other: &rounded}
	}
	return p.value // too many digits for a Decimal
}
