package tourney

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// WholeList is a list that a ReadAll method read, with all pages. For a copy of the list, save Rows, and delete the
// saved rows that the list Lacks.
//
// Three methods read more than a page:
//
//	All      rows, one after another, from one reading of the list: for a loop
//	Pages    the same, page by page: for Total, and for an import that continues at a page
//	ReadAll  all rows, once two readings agree: for a copy, a count, or what is missing
//
// ReadAll reads the list until two passes in a row agree. A pass is one reading of all pages of the list, and the rows
// are those of the last pass. So a list of n pages costs at least 2n requests, one after another, or several at once
// with [Prefetch]. Teams cost more: see [TeamsService.ReadAll]. Venues cost one request. ReadAll leaves out rows that
// cannot be read, as [SkipBadRows] does.
//
// Page numbers can hide a row without a trace: when a row leaves the front of the list and another row joins at the
// end, Total stays the same. The next pass then has other rows, and so shows the loss. Two passes agree when they have
// the same ids, in any order; other values may differ. For a row without an id, all values must be equal in the two
// passes. Unread rows are compared by their ids, and those without an id by their number. A pass in which an id came
// twice agrees with no other pass, because the rows moved during the pass. A pass whose Total changed agrees with none.
//
// ReadAll returns all of the list or an error, and never a part of the list. When the answer to the first page is
// NotStated, the error is an [ErrNotStated]. When no two of five passes in a row agree, the error is an
// [ErrListChanged]. When a pass has more rows than [MaxRows], by default 100,000, the error is an [ErrTooManyRows].
// ReadAll refuses options with a Page above 1, because it reads all pages. [ResponseInto] and [BodyInto] describe the
// page that ReadAll read last.
type WholeList[T any] struct {
	Rows   []T           // each id once, in the order of the list
	Unread *BadRowsError // rows that could not be read; nil when there are none

	ids map[int64]bool // of Rows and Unread; has 0 when any other id may be among them
}

// Lacks reports whether the list certainly has no row with this id. It returns false for a row of Rows or Unread. It
// returns false for every id when a row has no readable id, when Unread does not describe all its rows, and when
// ReadAll returned an error. A row that the options do not select is not in the list, either.
func (l WholeList[T]) Lacks(id int64) bool {
	return l.ids != nil && !l.ids[id] && !l.ids[0] && id != 0
}

// mostWhole is the default of MaxRows for ReadAll, which holds all rows of a pass in memory.
const mostWhole = 100_000

// readAll reads lists, one after another, until two passes over all of them agree, and joins their rows. Of a row that
// is in several lists it returns the last.
func readAll[T any](ctx context.Context, lists ...listing[T]) (WholeList[T], error) {
	for i := range lists {
		lists[i].opts = append([]ListOption{MaxRows(mostWhole), SkipBadRows()}, lists[i].opts...)
	}
	own, err := lists[0].options()
	if err != nil {
		return WholeList[T]{}, err
	}
	if from := lists[0].from; from > 1 {
		return WholeList[T]{}, fmt.Errorf("tourney: %s: Page is %d: expected 0 or 1, because ReadAll reads all pages",
			lists[0].op, from)
	}
	pages, err := agreed(ctx, &own, lists...)
	if err != nil {
		return WholeList[T]{}, err
	}
	all := joining[T]{WholeList: WholeList[T]{ids: map[int64]bool{}}, at: map[int64]int{}}
	for i := range lists {
		w := lists[i].walk()
		for _, got := range pages[i] {
			rows, _ := w.accept(got.page, got.bad)
			if got.page.NotStated && w.pages == 1 {
				return WholeList[T]{}, &wrappedError{w.op, ErrNotStated}
			}
			all.add(w.id, rows)
		}
		all.leaveOut(w.ended(nil))
	}
	return all.WholeList, nil
}

// joining collects the rows of several lists.
type joining[T any] struct {
	WholeList[T]
	at map[int64]int // place in Rows, by id
}

// add adds rows.
func (j *joining[T]) add(id func(*T) int64, rows []T) {
	for i := range rows {
		id := id(&rows[i])
		if at, had := j.at[id]; had && id != 0 {
			j.Rows[at] = rows[i]
			continue
		}
		j.at[id], j.ids[id] = len(j.Rows), true
		j.Rows = append(j.Rows, rows[i])
	}
}

// leaveOut adds the rows that a BadRowsError is about; nil for none.
func (j *joining[T]) leaveOut(err error) {
	var bad *BadRowsError
	if !errors.As(err, &bad) {
		return
	}
	for i := range bad.Rows {
		j.ids[bad.Rows[i].ID] = true
	}
	if j.Unread == nil {
		j.Unread = &BadRowsError{Op: bad.Op}
	}
	fresh := slices.DeleteFunc(slices.Clone(bad.Rows), func(row BadRow) bool {
		return slices.ContainsFunc(j.Unread.Rows, row.isSame) // a host that ignores paid has a team in both lists
	})
	j.Unread.add(&BadRowsError{Rows: fresh, Count: bad.Count - len(bad.Rows) + len(fresh)})
	if j.Unread.Count > len(j.Unread.Rows) {
		j.ids[0] = true
	}
}
