package watch

import (
	"errors"
	"iter"
	"time"

	"github.com/tourney-go/tourney"
)

// Poll is one poll of a list. It is for programs that store rows: they commit the changes and the state in one
// transaction. The program that begins again with the stored state, as the From of the [Options], gets the changes that
// it did not commit once more, with the same IDs:
//
//	for poll, err := range watch.PollRows(ctx, client.Games, list, watch.Options{From: stored}) {
//		if err != nil {
//			… // a watch.Error, as the watch of single changes yields it: nothing follows when it is Final
//		}
//		state, err := poll.State()
//		… // in one transaction: apply poll.Changes, and store the state
//	}
//
// A watch yields each poll that did not fail, also one without changes, and goes on from it when the body of the loop
// has ended. So leave the loop when a commit fails, and begin again with the stored state. One program at a time may
// store the states of a list. All rows of the first poll are added if the watch begins with no rows.
type Poll[T any] struct {
	Changes []Change[T] // as [Games], [Rows] and [Standings] yield them
	Rows    []T         // of the list now, in its order, then those that one poll missed; do not change what is inside
	Seen    int         // rows that the poll saw
	Time    time.Time   // when the poll had read the list

	// Unread describes the rows that could not be read, and whose changes are unknown. It is nil when there are none.
	Unread *tourney.BadRowsError

	known known[T]
	saved saved[T]
}

// State returns the state after the poll, for the From of the [Options]. It is JSON text, with the rows: store the
// bytes unchanged, and not in a column that rewrites JSON, such as JSONB. Store it after a poll with changes. After a
// poll without changes it may differ too: which rows the poll missed for the first time. Who does not store that gets a
// removal a poll later after a restart.
func (p *Poll[T]) State() ([]byte, error) { return p.saved.encode(p.known) }

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
	changes []Change[T]
	next    []T          // known rows after the changes
	missed  map[key]bool // rows that this poll missed, or an earlier poll if this poll does not tell

	seen    int                   // rows of the poll
	missing int                   // known rows that the poll missed
	removed bool                  // one of them counts as removed
	bad     *tourney.BadRowsError // of the poll
	read    time.Time             // when the poll had read the list
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
			found.changes = append(found.changes, Change[T]{Kind: KindAdded, After: row})
		}
	}
	found.next, found.seen, found.bad = p.rows, len(p.rows), p.bad
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
		if missed {
			found.missing++
		}
		if missed && before[k] {
			found.removed = true
			found.changes = append(found.changes, Change[T]{Kind: KindRemoved, Before: row})
		} else {
			found.next = append(found.next, row)
		}
		if missed || before[k] && !p.unread[k] {
			found.missed[k] = true
		}
	}
}
