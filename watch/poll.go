package watch

import (
	"errors"
	"iter"

	"github.com/tourney-go/tourney"
)

// polled is the result of a poll.
type polled[T any] struct {
	rows   []T                   // each with a key of its own
	bad    *tourney.BadRowsError // rows that SkipBadRows left out; nil when there are none
	unread map[key]bool          // of the rows that SkipBadRows left out
	whole  bool                  // the poll read the whole list, so a row outside rows and unread is missing
}

// add adds the rows that have a key, and whose key no earlier row had.
func (p *polled[T]) add(f *form[T], seen map[key]bool, rows []T) {
	for i := range rows {
		if k := f.key(&rows[i]); k != (key{}) && !seen[k] {
			seen[k] = true
			p.rows = append(p.rows, rows[i])
		}
	}
}

// pollGames reads the pages of the list. Games without an id cannot be compared.
func pollGames(pages iter.Seq2[tourney.Page[tourney.Game], error]) (now polled[tourney.Game], err error) {
	now.whole = true
	seen := map[key]bool{}
	for page, err := range pages {
		if err != nil {
			err = now.ended(err)
			return now, err
		}
		if page.NotStated { // such an answer must not make every game look removed
			now.whole = false
		}
		now.add(&gameForm, seen, page.Results)
	}
	return now, nil
}

// ended stores the error at the end of a listing, and returns the error if the poll failed.
func (p *polled[T]) ended(err error) error {
	cause := err
	if errors.As(err, &p.bad) {
		p.unread = map[key]bool{}
		for i := range p.bad.Rows {
			p.unread[key{p.bad.Rows[i].ID}] = true
		}
		p.whole = p.whole && p.bad.Count == len(p.bad.Rows) && !p.unread[key{}] // else any row may be among the bad rows
		cause = p.bad.Err
	}
	var changed *tourney.ListChangedError
	switch {
	case errors.As(cause, &changed) && changed.Passes == 0 && changed.MaxRows == 0:
		p.whole = false
	case cause != nil:
		return err
	}
	return nil
}

// comparison is the result of comparing a poll with the known rows.
type comparison[T any] struct {
	changes []RowChange[T]
	next    []T          // known rows after the changes
	missed  map[key]bool // rows that this poll missed, or an earlier poll if this poll does not tell
}

// missedOf returns the keys of the rows that were missed, in the order of the rows.
func (c *comparison[T]) missedOf(f *form[T], rows []T) (keys []key) {
	for i := range rows {
		if k := f.key(&rows[i]); c.missed[k] {
			keys = append(keys, k)
		}
	}
	return keys
}

// compare compares a poll with the known rows. Unknown rows count as added when tellNew is true.
func (p *polled[T]) compare(f *form[T], known known[T], tellNew bool) (found comparison[T]) {
	left := make(map[key]T, len(known.rows))
	for i := range known.rows {
		left[f.key(&known.rows[i])] = known.rows[i]
	}
	for i, row := range p.rows {
		k := f.key(&p.rows[i])
		before, had := left[k]
		delete(left, k)
		switch {
		case had:
			found.changes = append(found.changes, f.changesOf(before, row)...)
		case tellNew:
			found.changes = append(found.changes, RowChange[T]{Kind: KindAdded, After: row})
		}
	}
	found.next = p.rows
	p.miss(f, &found, known, left)
	return found
}

// miss handles the known rows that a poll did not have. A row is removed when the poll before missed the row too
// (assumption removed-games).
func (p *polled[T]) miss(f *form[T], found *comparison[T], known known[T], left map[key]T) {
	found.missed = make(map[key]bool, len(known.missed))
	before := make(map[key]bool, len(known.missed))
	for _, k := range known.missed {
		before[k] = true
	}
	for _, row := range known.rows {
		k := f.key(&row)
		if _, missing := left[k]; !missing {
			continue
		}
		missed := p.whole && !p.unread[k]
		if missed && before[k] {
			found.changes = append(found.changes, RowChange[T]{Kind: KindRemoved, Before: row})
		} else {
			found.next = append(found.next, row)
		}
		if missed || before[k] && !p.unread[k] {
			found.missed[k] = true
		}
	}
}
