package direct

import (
	"iter"
	"strconv"

	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// Noun describes how a World reads, adds, changes and removes rows of one kind. R is the type of a row in the table. T
// is the type of a row as people see it. All arguments and results are deep copies.
type Noun[R, T any] struct {
	Pages[R, T]

	One      string // for errors, such as "team"
	id       func(T) int64
	parts    func(*T) iter.Seq[model.RowID]    // the ids of a row and of its parts
	names    func(d *Call, row T) []named      // the ids with which a row names other things
	check    func(d *Call, before *T, after T) // what else a row must fulfil; before is nil for a new row
	whole    func(*model.Reader, *R) T         // a row with all its data
	editable func(*model.Reader, *R) T         // the row that Edit passes to its caller's function
	add      func(s *model.Version, row T) int64
	change   func(s *model.Version, row T)
	remove   func(d *Call, id int64) // refuses the call if other rows belong to the row
}

// checkNew checks a row that the call adds.
func (n *Noun[R, T]) checkNew(d *Call, row T) {
	id := n.id(row)
	d.fresh("Id", id, n.table(d.Version).Get(id) != nil, n.One)
	n.checkRow(d, nil, row)
}

// checkRow checks a new row, or a row that a call changes.
func (n *Noun[R, T]) checkRow(d *Call, before *T, row T) {
	var had []named
	if before != nil {
		had = n.names(d, *before)
	}
	d.choose("", n.parts(&row))
	d.checkNames(n.names(d, row), had)
	n.check(d, before, row)
}

// Rows reads and changes the rows of one kind in this process.
type Rows[R, T any] struct {
	Noun *Noun[R, T]
	W    *Access
}

// Add adds a row, and returns the id of the row.
func (l *Rows[R, T]) Add(row T) int64 {
	return through(l.W, l.Noun.Name+".Add", func(d *Call) int64 {
		l.Noun.checkNew(d, row)
		d.check()
		return l.Noun.add(d.Version, values.DeepCopy(row))
	})
}

// Get returns the row with an id, and false if there is none.
func (l *Rows[R, T]) Get(id int64) (T, bool) {
	return history.Read(l.W.Versions, func(st *model.Version) (row T, ok bool) {
		if r := l.Noun.table(st).Get(id); r != nil {
			return l.Noun.whole(st.Reader(), r), true
		}
		return row, false
	})
}

// All returns all rows, oldest first.
func (l *Rows[R, T]) All() []T {
	list, _ := history.Read(l.W.Versions, func(st *model.Version) ([]T, bool) {
		s := st.Reader()
		return values.Mapped(l.Noun.all(st), func(r *R) T { return l.Noun.whole(s, r) }), true
	})
	return list
}

// Page returns the rows that a query selects.
func (l *Rows[R, T]) Page(q stored.Query) stored.Page[T] { return l.Noun.Of(l.W, q) }

// Edit calls f with a copy of a row, and stores the changed copy as the row.
func (l *Rows[R, T]) Edit(id int64, f func(*T)) {
	through(l.W, l.Noun.Name+".Edit", func(d *Call) int64 {
		r := l.Noun.table(d.Version).Get(id)
		d.exists(id, r != nil, l.Noun.One)
		before := l.Noun.editable(d.Reader(), r)
		after := edit(d, before, l.Noun.id, f)
		l.Noun.checkRow(d, &before, after)
		d.check()
		l.Noun.change(d.Version, after)
		return 0
	})
}

// Remove removes a row.
func (l *Rows[R, T]) Remove(id int64) {
	through(l.W, l.Noun.Name+".Remove", func(d *Call) int64 {
		d.exists(id, l.Noun.table(d.Version).Get(id) != nil, l.Noun.One)
		l.Noun.remove(d, id)
		return 0
	})
}

// Detailed describes how a World reads and changes the details of rows of one kind. Details are values that no resource
// shows. D is the type of these details.
type Detailed[R, D any] struct {
	get func(*R) D
	set func(d *Call, r *R, before, after D) // checks the details and changes them
}

// Details reads and changes the details of the rows of one kind in this process.
type Details[R, T, D any] struct {
	Noun *Noun[R, T]
	Of   *Detailed[R, D]
	W    *Access
}

// Details returns the details of a row, and false if there is none with the id.
func (l *Details[R, T, D]) Details(id int64) (D, bool) {
	return history.Read(l.W.Versions, func(st *model.Version) (details D, ok bool) {
		if r := l.Noun.table(st).Get(id); r != nil {
			return l.Of.get(r), true
		}
		return details, false
	})
}

// EditDetails calls f with a copy of a row's details, and stores the changed copy.
func (l *Details[R, T, D]) EditDetails(id int64, f func(*D)) {
	through(l.W, l.Noun.Name+".EditDetails", func(d *Call) int64 {
		r := l.Noun.table(d.Version).Get(id)
		d.exists(id, r != nil, l.Noun.One)
		before := l.Of.get(r)
		l.Of.set(d, r, before, edit(d, before, func(D) int64 { return id }, f))
		return 0
	})
}

// RecordNoun describes how a World reads and changes records of one kind: payments or registrations. A record stays
// when the rows that it names are removed. K is the type of the records' keys.
type RecordNoun[K comparable, T any] struct {
	Name, One string // for errors, such as "Payments" and "payment"
	all       func(*model.Version) []T
	find      func(*model.Version, K) (T, bool)
	key       func(T) K
	Plain     func(T) T                       // removes values that the mock does not store
	names     func(T) []named                 // the ids with which a record names other things
	check     func(d *Call, before, after *T) // what else a record must fulfil; before is nil for a new record
	add       func(s *model.Version, record T) K
	change    func(s *model.Version, record T)
	remove    func(s *model.Version, key K)
}

// Records reads and changes the records of one kind in this process.
type Records[K comparable, T any] struct {
	Of *RecordNoun[K, T]
	W  *Access
}

// Add adds a record, and returns the key of the record.
func (l *Records[K, T]) Add(record T) K {
	record = l.Of.Plain(record)
	return through(l.W, l.Of.Name+".Add", func(d *Call) K {
		d.checkNames(l.Of.names(record), nil)
		l.Of.check(d, nil, &record)
		d.check()
		return l.Of.add(d.Version, values.DeepCopy(record))
	})
}

// Get returns a record, and false if there is none with the key.
func (l *Records[K, T]) Get(key K) (T, bool) {
	return history.Read(l.W.Versions, func(st *model.Version) (T, bool) { return l.Of.find(st, key) })
}

// All returns all records, oldest first.
func (l *Records[K, T]) All() []T {
	list, _ := history.Read(l.W.Versions, func(st *model.Version) ([]T, bool) { return l.Of.all(st), true })
	return list
}

// Edit calls f with a copy of a record, and stores the changed copy as the record.
func (l *Records[K, T]) Edit(key K, f func(*T)) {
	through(l.W, l.Of.Name+".Edit", func(d *Call) int64 {
		before := l.found(d, key)
		after := edit(d, before, l.Of.key, f)
		d.checkNames(l.Of.names(after), l.Of.names(before))
		l.Of.check(d, &before, &after)
		d.check()
		l.Of.change(d.Version, l.Of.Plain(after))
		return 0
	})
}

// Remove removes a record.
func (l *Records[K, T]) Remove(key K) {
	through(l.W, l.Of.Name+".Remove", func(d *Call) int64 {
		l.found(d, key)
		l.Of.remove(d.Version, key)
		return 0
	})
}

// found returns the record with a key. It refuses the call if there is no such record.
func (l *Records[K, T]) found(d *Call, key K) T {
	record, ok := l.Of.find(d.Version, key)
	d.exists(shownKey(key), ok, l.Of.One)
	return record
}

// shownKey returns a key for an error text: a string is in quotes and without secrets.
func shownKey(key any) any {
	if text, ok := key.(string); ok {
		return strconv.Quote(redact.Safe(text))
	}
	return key
}
