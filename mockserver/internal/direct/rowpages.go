package direct

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// The cost of a page does not depend on its position in a list. A page with Query.Text looks at no more than 100,000
// rows, or 10,000 games. Such a page can therefore have fewer rows than its limit, even no rows, although its Next says
// that more rows follow. The same is true for a page of games with From or To, and for a page with the ids of both an
// event and a division. If Query.Text is the id of a row, that row comes first. The position of a row does not change
// when other rows are added or removed. After Reset, Rewind, Restore or Load, a position can belong to another row.

// maxLooks bounds the rows that one page looks at for a text or for a filter that has no index, so that a page takes
// some 10 ms (BenchmarkRowPages). The bound for games is lower, because the names of a game require a look at two
// teams.
const (
	maxLooks        = 100_000
	maxLooksAtGames = 10_000
)

// lookedAtOnce is how many positions a page reads from an index at a time.
const lookedAtOnce = 256

// Pages describes how to make pages of the rows of a table.
type Pages[R, T any] struct {
	Name  string   // the name of the part of a World, such as "Teams"
	Takes []string // the names of the filters that a query of these rows may use
	Looks int      // how many rows one page looks at, at most
	table func(*model.Version) *model.Table[*R]
	key   func(q *stored.Query) store.Key                 // returns the key that selects the fewest rows from the index
	rest  func(q *stored.Query) func(*R) bool             // the filter that the index does not apply; nil for none
	text  func(st *model.Version, r *R, to []byte) []byte // appends the names of a row
	view  func(*model.Reader, *R) T
}

// rowFilter is a filter of a stored.Query.
type rowFilter struct {
	name string
	set  bool
}

// queryFilters returns the filters that a query can have.
func queryFilters(q *stored.Query) []rowFilter {
	return []rowFilter{
		{"EventID", q.EventID != 0}, {"DivisionID", q.DivisionID != 0}, {"TeamID", q.TeamID != 0},
		{"Day", !q.Day.IsZero()}, {"From", !q.From.IsZero()}, {"To", !q.To.IsZero()},
	}
}

// QueryProblem returns what is wrong with a query, "" for nothing.
func QueryProblem(q *stored.Query, takes []string) string {
	switch {
	case q.Limit < 0:
		return fmt.Sprintf("stored.Query.Limit is %d: expected 0 or more", q.Limit)
	case q.After < 0:
		return fmt.Sprintf("stored.Query.After is %d: expected 0, or the Next of a page", q.After)
	}
	for _, id := range []int64{q.EventID, q.DivisionID, q.TeamID} {
		if id < 0 {
			return fmt.Sprintf("stored.Query: the id %d: expected 0 or more", id)
		}
	}
	for _, day := range []tourney.Date{q.Day, q.From, q.To} {
		if _, err := day.MarshalText(); err != nil {
			return "stored.Query: " + redact.Safe(refusal.WithoutPackage(err))
		}
	}
	known := " " + strings.Join(takes, " ") + " "
	for _, f := range queryFilters(q) {
		if f.set && !strings.Contains(known, " "+f.name+" ") {
			return fmt.Sprintf("stored.Query.%s: these rows are not found by it", f.name)
		}
	}
	return ""
}

// Of returns a page of the newest version. It panics if the query is invalid.
func (p *Pages[R, T]) Of(w *Access, q stored.Query) stored.Page[T] {
	if problem := QueryProblem(&q, p.Takes); problem != "" {
		panic(refusal.Errorf(p.Name+".Page", "%s", problem))
	}
	page, _ := history.Read(w.Versions, func(st *model.Version) (stored.Page[T], bool) { return p.page(st, &q), true })
	return page
}

// page returns a page of a version.
func (p *Pages[R, T]) page(st *model.Version, q *stored.Query) stored.Page[T] {
	rows := p.table(st)
	key := p.key(q)
	list := rows.List(key)
	found := finding[R]{rows: rows, list: list, at: list.Index(positionOf(q.After)), limit: q.Limit}
	if found.limit == 0 {
		found.limit = math.MaxInt
	}
	total := list.Len()
	if passes := p.passes(st, q); passes != nil {
		total = -1
		if r := rowWithID(rows, q.Text); r != nil && q.After == 0 && rows.Has(r, key) && p.fits(q, r) {
			found.rowsFound = append(found.rowsFound, r)
		}
		found.look(passes, p.Looks)
	} else {
		found.take()
	}
	s := st.Reader()
	view := func(r *R) T { return p.view(s, r) }
	return stored.Page[T]{Rows: values.Mapped(found.rowsFound, view), Next: found.next(), Total: total}
}

// all returns all rows of a version.
func (p *Pages[R, T]) all(st *model.Version) []*R { return p.table(st).Under(p.key(new(stored.Query))) }

// positionOf returns the position at which a page begins, from the After of its query. Queries count positions from 1,
// because 0 means the first page.
func positionOf(after int64) int32 {
	return int32(min(max(after-1, 0), math.MaxInt32))
}

// rowWithID returns the row whose id is written in the text, nil when there is none.
func rowWithID[R any](rows *model.Table[*R], text string) *R {
	id, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		return nil
	}
	return rows.Get(id)
}

// fits reports whether a row fits the filters that the index does not apply.
func (p *Pages[R, T]) fits(q *stored.Query, r *R) bool {
	if p.rest == nil {
		return true
	}
	rest := p.rest(q)
	return rest == nil || rest(r)
}

// passes returns a function that reports whether a row that the index selects belongs to the query. It returns nil if
// all such rows belong to the query. If Query.Text is the id of a row, the function returns false for that row, because
// the page already shows it first.
func (p *Pages[R, T]) passes(st *model.Version, q *stored.Query) func(*R) bool {
	var rest func(*R) bool
	if p.rest != nil {
		rest = p.rest(q)
	}
	text := foldedBytes([]byte(strings.TrimSpace(q.Text)))
	if len(text) == 0 {
		return rest
	}
	var name []byte
	first := rowWithID(p.table(st), q.Text)
	return func(r *R) bool {
		if rest != nil && !rest(r) || r == first {
			return false
		}
		name = p.text(st, r, name[:0])
		return bytes.Contains(foldedBytes(name), text)
	}
}

// foldedBytes returns a text in lower case. It changes ASCII letters in place.
func foldedBytes(text []byte) []byte {
	for i, c := range text {
		switch {
		case c >= 0x80:
			return bytes.ToLower(text)
		case 'A' <= c && c <= 'Z':
			text[i] = c + 'a' - 'A'
		}
	}
	return text
}

// finding collects the rows of a page.
type finding[R any] struct {
	rows      *model.Table[*R]
	list      store.List
	at        int // the index in list of the next row
	limit     int
	rowsFound []*R
}

// take adds the next rows to the page, until the limit.
func (f *finding[R]) take() {
	positions := f.list.Slice(f.at, f.at+min(f.limit, f.list.Len()-f.at))
	f.rowsFound = f.rows.RowsAt(positions)
	f.at += len(positions)
}

// look adds the next rows for which passes returns true. It stops at the limit of the page, or after it has looked at
// most rows.
func (f *finding[R]) look(passes func(*R) bool, most int) {
	for end := min(f.at+most, f.list.Len()); f.at < end; {
		positions := f.list.Slice(f.at, min(f.at+lookedAtOnce, end))
		for _, pos := range positions {
			if len(f.rowsFound) == f.limit {
				return
			}
			row := f.rows.Row(pos)
			if f.at++; passes(row) {
				f.rowsFound = append(f.rowsFound, row)
			}
		}
	}
}

// next returns the After of the query for the next page, 0 if no rows are left.
func (f *finding[R]) next() int64 {
	for _, pos := range f.list.Slice(f.at, f.at+1) {
		return int64(pos) + 1
	}
	return 0
}

// scopeOfQuery returns the division of a query. Without a division it returns the event, and without both it returns
// everything.
func scopeOfQuery(q *stored.Query) model.Scope {
	all := model.Scopes(q.EventID, q.DivisionID)
	return all[len(all)-1]
}
