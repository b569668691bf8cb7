package mockserver

import (
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// noun is a kind of rows: how a World reads, adds, changes and removes them. K is the type of the keys of their
// table, R that of a row in it, and T that of a row as people see it.
//
// All arguments and results are deep copies. The checks of a call come before its changes, so that a refused call
// changes nothing.
type noun[K comparable, R, T any] struct {
	pages[K, R, T]

	one      string // for errors, such as "team"
	all      func(*version) []*R
	whole    func(*version, *R) T // a row with all its data
	id       func(T) int64
	fresh    func(d *door, row T) // checks a new row
	add      func(d *door, row T) int64
	editable func(*version, *R) T // a row as Edit hands it out
	change   func(d *door, before, after T)
	remove   func(d *door, id int64)
}

// localRows are the rows of one kind in this process.
type localRows[K comparable, R, T any] struct {
	noun *noun[K, R, T]
	w    *direct
}

func (l localRows[K, R, T]) Add(row T) int64 {
	return through(l.w, l.noun.name+".Add", func(d *door) int64 {
		l.noun.fresh(d, row)
		d.check()
		return l.noun.add(d, deepCopy(row))
	})
}

func (l localRows[K, R, T]) Get(id int64) (T, bool) {
	return read(l.w.versions, func(st *version) (row T, ok bool) {
		if r := l.noun.table(st).Get(id); r != nil {
			return l.noun.whole(st, r), true
		}
		return row, false
	})
}

func (l localRows[K, R, T]) All() []T {
	list, _ := read(l.w.versions, func(st *version) ([]T, bool) {
		return mapped(l.noun.all(st), func(r *R) T { return l.noun.whole(st, r) }), true
	})
	return list
}

func (l localRows[K, R, T]) Page(q stored.Query) stored.Page[T] { return l.noun.of(l.w, q) }

func (l localRows[K, R, T]) Edit(id int64, f func(*T)) {
	through(l.w, l.noun.name+".Edit", func(d *door) int64 {
		r := l.noun.table(d.version).Get(id)
		d.exists(id, r != nil, l.noun.one)
		before := l.noun.editable(d.version, r)
		l.noun.change(d, before, edit(d, before, l.noun.id, f))
		return 0
	})
}

func (l localRows[K, R, T]) Remove(id int64) {
	through(l.w, l.noun.name+".Remove", func(d *door) int64 {
		d.exists(id, l.noun.table(d.version).Get(id) != nil, l.noun.one)
		l.noun.remove(d, id)
		return 0
	})
}

// detailed is what belongs to the rows of a noun and no resource shows. D is the type of these details.
type detailed[K comparable, R, D any] struct {
	name, one string // as those of the noun
	table     func(*version) *table[K, R]
	get       func(*R) D
	set       func(d *door, r *R, before, after D) // checks the details and changes them
}

// localDetails are the details of one kind of rows in this process.
type localDetails[K comparable, R, D any] struct {
	of *detailed[K, R, D]
	w  *direct
}

func (l localDetails[K, R, D]) Details(id int64) (D, bool) {
	return read(l.w.versions, func(st *version) (details D, ok bool) {
		if r := l.of.table(st).Get(id); r != nil {
			return l.of.get(r), true
		}
		return details, false
	})
}

func (l localDetails[K, R, D]) EditDetails(id int64, f func(*D)) {
	through(l.w, l.of.name+".EditDetails", func(d *door) int64 {
		r := l.of.table(d.version).Get(id)
		d.exists(id, r != nil, l.of.one)
		before := l.of.get(r)
		l.of.set(d, r, before, edit(d, before, func(D) int64 { return id }, f))
		return 0
	})
}

// recordNoun is a kind of records of requests, which outlive the rows that they name. K is the type of their keys.
type recordNoun[K comparable, T any] struct {
	name, one string // for errors, such as "Payments" and "payment"
	all       func(*version) []T
	find      func(*version, K) (T, bool)
	key       func(T) K
	plain     func(T) T // without what the mock does not keep
	fresh     func(d *door, record T)
	add       func(d *door, record T) K
	check     func(d *door, before, after T)
	change    func(d *door, after T)
	remove    func(d *door, key K)
}

// localRecords are the records of one kind in this process.
type localRecords[K comparable, T any] struct {
	of *recordNoun[K, T]
	w  *direct
}

func (l localRecords[K, T]) Add(record T) K {
	record = l.of.plain(record)
	return through(l.w, l.of.name+".Add", func(d *door) K {
		l.of.fresh(d, record)
		d.check()
		return l.of.add(d, deepCopy(record))
	})
}

func (l localRecords[K, T]) Get(key K) (T, bool) {
	return read(l.w.versions, func(st *version) (T, bool) { return l.of.find(st, key) })
}

func (l localRecords[K, T]) All() []T {
	list, _ := read(l.w.versions, func(st *version) ([]T, bool) { return l.of.all(st), true })
	return list
}

func (l localRecords[K, T]) Edit(key K, f func(*T)) {
	through(l.w, l.of.name+".Edit", func(d *door) int64 {
		before := l.found(d, key)
		after := edit(d, before, l.of.key, f)
		l.of.check(d, before, after)
		d.check()
		l.of.change(d, l.of.plain(after))
		return 0
	})
}

func (l localRecords[K, T]) Remove(key K) {
	through(l.w, l.of.name+".Remove", func(d *door) int64 {
		l.found(d, key)
		l.of.remove(d, key)
		return 0
	})
}

// found returns the record with a key. It refuses the call if there is none.
func (l localRecords[K, T]) found(d *door, key K) T {
	record, ok := l.of.find(d.version, key)
	d.exists(shownKey(key), ok, l.of.one)
	return record
}

// shownKey returns a key as an error shows it.
func shownKey(key any) any {
	if text, ok := key.(string); ok {
		return redact.Safe(text)
	}
	return key
}
