package mockserver

import (
	"math/big"
	"slices"
	"strings"
	"sync"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// totals adds up the statistics of scopes. It follows the versions of a world: a question about another version costs
// the rows in which the versions differ, whoever wrote them, and no write costs anything.
type totals struct {
	games bool // count the games of players, which categories of means need

	mu     sync.Mutex
	seen   *version         // whose rows are counted; nil before the first question
	scopes map[scope]boards // those of questions
}

// newTotals returns empty totals for hosts of a variant.
func newTotals(v *contract.Variant) *totals {
	return &totals{games: slices.ContainsFunc(v.Categories, func(c contract.Category) bool { return c.PerGame })}
}

// maxScopes bounds the scopes whose totals are kept.
const maxScopes = 64

// boards are the statistics of a scope, by their names in lower case.
type boards map[string]*board

// board has the totals of a statistic in a scope.
type board struct {
	rows      int
	spellings map[string]int // of the name, with the numbers of their rows
	players   []total        // in no order
	places    map[int64]int  // in players, by person
}

// total adds up the values of one person.
type total struct {
	person int64
	rows   int
	sum    decimalSum
	games  map[int64]int // the numbers of the values by game; nil where no category needs them

	value quantity  // of the sum
	mean  *quantity // of the games; nil until it is needed
}

// of calls f with the totals of a scope in a version.
func (t *totals) of(st *version, where scope, f func(boards)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.follow(st)
	if _, known := t.scopes[where]; !known {
		t.begin(st, where)
	}
	f(t.scopes[where])
}

// follow counts the rows in which a version differs from the version that was seen last.
func (t *totals) follow(st *version) {
	if before := t.seen; before != nil && before.statistics.Generation() != st.statistics.Generation() {
		st.statistics.EachChange(&before.statistics, func(was, is *statisticRow) {
			t.count(was, -1)
			t.count(is, 1)
		})
	}
	t.seen = st
}

// begin counts all rows of a scope. A scope without rows is not kept, because a request can name any.
func (t *totals) begin(st *version, where scope) {
	rows := st.statistics.Under(statisticKey{scope: where})
	if len(rows) == 0 {
		return
	}
	if t.scopes == nil || len(t.scopes) == maxScopes {
		t.scopes = map[scope]boards{}
	}
	b := boards{}
	t.scopes[where] = b
	for _, r := range rows {
		b.count(r, 1, t.games)
	}
}

// count adds a row to the scopes that are kept, or takes it out again. The row may be nil.
func (t *totals) count(r *statisticRow, by int) {
	if r == nil || r.cleared {
		return
	}
	for i, where := range r.scopes {
		if b := t.scopes[where]; b != nil && slices.Index(r.scopes, where) == i { // a file can have a scope twice
			b.count(r, by, t.games)
		}
	}
}

func (b boards) count(r *statisticRow, by int, games bool) {
	name := strings.ToLower(r.name)
	of := b[name]
	if of == nil {
		of = &board{spellings: map[string]int{}, places: map[int64]int{}}
		b[name] = of
	}
	of.rows += by
	changeCount(of.spellings, r.name, by)
	if of.countOf(r, by, games); of.rows == 0 {
		delete(b, name)
	}
}

// countOf adds a row to the total of its person, or takes it out again.
func (b *board) countOf(r *statisticRow, by int, games bool) {
	i, known := b.places[r.personID]
	if !known {
		i = len(b.players)
		b.places[r.personID] = i
		b.players = append(b.players, total{person: r.personID})
	}
	p := &b.players[i]
	p.count(r, by, games)
	if p.rows > 0 {
		return
	}
	last := len(b.players) - 1
	b.players[i] = b.players[last]
	b.places[b.players[i].person] = i
	delete(b.places, r.personID)
	b.players[last], b.players = total{}, b.players[:last]
}

func (p *total) count(r *statisticRow, by int, games bool) {
	p.rows += by
	p.sum.count(r.value, by)
	p.value, p.mean = p.sum.number(), nil
	if !games {
		return
	}
	if p.games == nil {
		p.games = map[int64]int{}
	}
	changeCount(p.games, r.gameID, by)
}

// changeCount changes a count in a map, which has no zeros.
func changeCount[K comparable](counts map[K]int, k K, by int) {
	if counts[k] += by; counts[k] == 0 {
		delete(counts, k)
	}
}

// shown returns what a category shows: the total, or the mean of the games with one digit after the point.
func (p *total) shown(perGame bool) quantity {
	if !perGame {
		return p.value
	}
	if p.mean == nil {
		p.mean = new(p.meanOf(int64(len(p.games))))
	}
	return *p.mean
}

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
