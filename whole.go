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
// ReadAll reads the list until two passes in a row agree, as a [ConsistentRead] does. So a list of n pages costs at
// least 2n requests, one after another, or several at once with [Prefetch]. Teams cost more: see
// [TeamsService.ReadAll]. Venues cost one request. ReadAll leaves out rows that cannot be read, as [SkipBadRows] does.
//
// ReadAll returns all of the list or an error, and never a part of the list. When the answer to the first page is
// NotStated, the error is an [ErrNotStated]. When no two passes agree, the error is an [ErrListChanged]. When a pass
// has more rows than [MaxRows], the error is an [ErrTooManyRows]. MaxRows and the number of passes have the defaults of
// ConsistentRead; that option sets other limits. ReadAll refuses options with a Page above 1, because it reads all
// pages. [ResponseInto] and [BodyInto] describe the page that ReadAll read last.
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

// readAll reads lists, one after another, until two passes over all of them agree, and joins their rows. Of a row that
// is in several lists it returns the last.
func readAll[T any](ctx context.Context, lists ...listing[T]) (WholeList[T], error) {
	for i := range lists {
		lists[i].opts = append([]ListOption{ConsistentRead{}, SkipBadRows()}, lists[i].opts...)
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
		l := &lists[i]
		l.deliver(ctx, &own, &replaying[T]{pages: pages[i], get: l.get}, func(page Page[T], rows []T, failed error) bool {
			if page.NotStated {
				failed = &wrappedError{l.op, ErrNotStated}
			}
			err = all.add(l.id, rows, failed)
			return err == nil
		})
		if err != nil {
			return WholeList[T]{}, err
		}
	}
	return all.WholeList, nil
}

// joining collects the rows of several lists.
type joining[T any] struct {
	WholeList[T]
	at map[int64]int // place in Rows, by id
}

// add adds rows, or the rows that an error is about. It returns any other error.
func (j *joining[T]) add(id func(*T) int64, rows []T, err error) error {
	for i := range rows {
		id := id(&rows[i])
		if at, had := j.at[id]; had && id != 0 {
			j.Rows[at] = rows[i]
			continue
		}
		j.at[id], j.ids[id] = len(j.Rows), true
		j.Rows = append(j.Rows, rows[i])
	}
	var bad *BadRowsError
	if !errors.As(err, &bad) || bad.Err != nil {
		return err
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
	return nil
}
