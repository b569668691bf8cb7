package tourney

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// Page is one page of a list (section 1, convention 5).
//
// The Pages and All methods of the services walk a list page by page. Each range over Pages or All begins a new walk,
// which is one reading of the list. A walk ends after an empty page, after the last page according to Total, after a
// page that repeats the previous page, after pages without new rows, or after an error. The iterator yields an error
// once, and last. A walk uses the PageSize of the answer, because a host may lower the PageSize of the request.
//
// Without Total or PageSize, one page without new rows ends the walk. With Total and PageSize, the walk ends when more
// pages without new rows come in a row than pages with new rows came before. If Total changes during the walk, or does
// not match the number of rows, the walk ends with a [ListChangedError], because it may have missed rows. Page numbers
// can hide a row without an error: see [WholeList]. The option [MaxRows] bounds a list that never ends.
//
// For an answer that is no page, such as the message of a proxy, the error is a [DecodeError]. Pages yields a first
// page that is NotStated; All yields nothing for such a page.
//
// Call options apply to the request of every page. [ResponseInto] and [BodyInto] describe the page that was yielded
// last, or the page that failed. The client fills the variables of these options before the loop's body runs. Loops
// that run at the same time need separate variables. [Prefetch] fetches pages ahead.
type Page[T any] struct {
	Results  []T   `json:"Results,omitzero"`
	Page     int   `json:"Page"`     // number of this page, from 1
	PageSize int   `json:"PageSize"` // rows on a full page
	Total    int   `json:"Total"`    // rows of the whole list
	Extra    Extra `json:"-"`

	// NotStated is true for an answer without a list, such as {}, which gives an empty page: Results is missing or
	// null, and Page, PageSize and Total are missing, null or 0. The list may have rows. See
	// https://github.com/tourney-go/tourney/blob/main/docs/reading.md.
	NotStated bool `json:"-"`
}

func (p *Page[T]) setNotStated() { p.NotStated = true }

// More reports whether the list has rows after this page. It returns false for a page without rows, without a PageSize
// or without a Total above 0.
func (p Page[T]) More() bool {
	if len(p.Results) == 0 || p.PageSize <= 0 || p.Total <= 0 {
		return false
	}
	return p.Page <= (p.Total-1)/p.PageSize // Page*PageSize < Total, without the overflow of the product
}

// walk is the state of one walk over a listing.
type walk[T any] struct {
	op          string
	id          func(*T) int64
	before      Page[T]
	badBefore   *BadRowsError // of the page before
	bad         *BadRowsError // of all pages; nil when there are none
	pages       int
	first, last int  // Total on the first and the last page
	moved       bool // Total changed at least once
	whole       bool // the walk began with the first page
	seen        map[int64]bool
	rows        int  // of all pages, also rows that came again or cannot be read
	twice       bool // a page that did not end the walk had a row that came before
	yielded     int  // rows, each id counted once, also rows that cannot be read
	fresh       int  // pages with new rows
	stale       int  // pages without new rows, since the last page with new rows
}

// accept counts a page in the walk, and returns the new rows of the page. It reports false when the walk ends with the
// page: the page is empty, repeats the previous page, or is one of too many pages without new rows.
func (w *walk[T]) accept(p Page[T], bad *BadRowsError) (rows []T, more bool) {
	if w.pages == 0 {
		w.first, w.last = p.Total, p.Total
	}
	w.pages++
	w.rows += len(p.Results) + bad.count()
	w.moved = w.moved || p.Total != w.last
	w.last = p.Total
	if len(p.Results) == 0 && bad == nil || w.repeats(p, bad) {
		return nil, false
	}
	w.before, w.badBefore = p, bad
	rows = make([]T, 0, len(p.Results))
	for i := range p.Results {
		if w.isNew(w.id(&p.Results[i])) {
			rows = append(rows, p.Results[i])
		}
	}
	fresh := len(rows) + w.acceptBad(bad)
	w.yielded += fresh
	if w.onlyOldRows(fresh > 0) {
		return nil, false
	}
	w.twice = w.twice || fresh < len(p.Results)+bad.count()
	return rows, true
}

// acceptBad counts the rows of a page that cannot be read, and returns the number of new rows among them. Rows that the
// error does not describe count as new.
func (w *walk[T]) acceptBad(bad *BadRowsError) (fresh int) {
	if bad == nil {
		return 0
	}
	for i := range bad.Rows {
		if w.isNew(bad.Rows[i].ID) {
			fresh++
		}
	}
	if w.bad == nil {
		w.bad = &BadRowsError{Op: w.op}
	}
	w.bad.add(bad)
	return fresh + bad.Count - len(bad.Rows)
}

// add adds the counts and the unreadable rows of a walk over another list.
func (w *walk[T]) add(other *walk[T]) {
	w.first, w.last, w.yielded, w.rows = w.first+other.first, w.last+other.last, w.yielded+other.yielded, other.rows
	if other.bad != nil {
		w.acceptBad(other.bad)
	}
}

// ended returns the error at the end of the walk: err, or when rows could not be read, a BadRowsError with err in it.
func (w *walk[T]) ended(err error) error {
	if w.bad == nil {
		return err
	}
	w.bad.Err = err
	return w.bad
}

// onlyOldRows counts pages with and without new rows, and reports whether the walk should expect no more new rows.
// Total and PageSize alone do not bound a walk, because Total may be huge or grow with every page. When a list grows at
// the front during the walk, the walk gets at most as many pages of old rows in a row as it read pages before.
func (w *walk[T]) onlyOldRows(fresh bool) bool {
	if fresh {
		w.fresh, w.stale = w.fresh+1, 0
		return false
	}
	w.stale++
	return w.lastPage() == 0 || w.stale > w.fresh
}

// isNew stores an id, and reports whether no earlier row had the id. Rows without an id always count as new.
func (w *walk[T]) isNew(id int64) bool {
	if id == 0 {
		return true
	}
	had := w.seen[id]
	w.seen[id] = true
	return !had
}

// repeats reports whether a page equals the previous page. Some hosts repeat their last page when a request goes past
// the end.
func (w *walk[T]) repeats(p Page[T], bad *BadRowsError) bool {
	n := len(w.before.Results)
	switch {
	case w.pages == 1 || len(p.Results) != n || !bad.sameRows(w.badBefore):
		return false
	case n == 0:
		return true
	}
	return w.sameRow(&p.Results[0], &w.before.Results[0]) && w.sameRow(&p.Results[n-1], &w.before.Results[n-1])
}

// sameRow compares ids. For rows without an id, it compares all values.
func (w *walk[T]) sameRow(a, b *T) bool {
	return w.id(a) == w.id(b) && (w.id(a) != 0 || reflect.DeepEqual(a, b))
}

// lastPage returns the number of the last page according to the last answer; 0 when the answer does not tell.
func (w *walk[T]) lastPage() int {
	if w.before.PageSize <= 0 || w.last <= 0 {
		return 0
	}
	return 1 + (w.last-1)/w.before.PageSize
}

// atTotal reports whether the list ends with this page, according to Total.
func (w *walk[T]) atTotal(number int) bool {
	if w.before.PageSize > 0 {
		return w.last > 0 && number >= w.lastPage()
	}
	return w.last > 0 && w.yielded >= w.last
}

// changed returns the error of a list whose Total changed, or did not match the number of rows.
func (w *walk[T]) changed() error {
	if !w.moved && (!w.whole || w.last == 0 || w.yielded == w.last) {
		return nil
	}
	return &ListChangedError{Op: w.op, First: w.first, Last: w.last, Yielded: w.yielded}
}

// ListChangedError ends a listing whose Total changed during the walk, or did not match the number of rows. The listing
// may have missed rows. A ListChangedError also ends a ReadAll without two passes in a row that agree. The error
// matches [ErrListChanged]. A listing with more rows than [MaxRows] ends with a ListChangedError too, which matches
// [ErrTooManyRows] alone.
type ListChangedError struct {
	Op      string
	First   int // Total on the first page
	Last    int // Total on the last page
	Yielded int // rows that were read, each counted once, also rows that SkipBadRows left out
	Passes  int // passes of a ReadAll, if no two in a row agreed: the counts above are of the last; else 0
	MaxRows int // limit, if the list or a pass has more rows: the counts above are then 0; else 0
}

// Error returns a text with the counts.
func (e *ListChangedError) Error() string {
	text := fmt.Sprintf("tourney: %s: %v: total was %d at first and %d at last, %d read",
		e.Op, ErrListChanged, e.First, e.Last, e.Yielded)
	switch {
	case e.MaxRows > 0:
		return fmt.Sprintf("tourney: %s: the list has more than %d rows, which is MaxRows", e.Op, e.MaxRows)
	case e.Passes > 0:
		return fmt.Sprintf("%s, and no two of %d passes in a row agreed", text, e.Passes)
	}
	return text
}

// Is reports whether target is [ErrListChanged], or [ErrTooManyRows] if MaxRows is set.
func (e *ListChangedError) Is(target error) bool {
	if e.MaxRows > 0 {
		return target == ErrTooManyRows
	}
	return target == ErrListChanged
}

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
