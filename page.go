package tourney

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/envelope"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/withhold"
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

// maxBadRows is the number of rows that a BadRowsError describes.
const maxBadRows = 100

// BadRow is a row of a list that [SkipBadRows] left out.
type BadRow struct {
	Page  int    // number of the requested page, from 1; 0 for venues, whose list has no pages
	Index int    // place on the page, from 0; rows that were left out count too
	ID    int64  // of the row; 0 when it has no readable id above 0
	Path  string // of the value, as in "/Games/Results[3]/Time"
	Err   error  // names the place, the value in at most 40 bytes, and the expected form

	excerpt string
}

// Excerpt returns the first bytes of the row, at most 512, as the host wrote them. The text of a [BadRowsError] has no
// excerpt, because a row may have the names and addresses of people. Excerpt hides secrets as [APIError.Excerpt] does.
func (r BadRow) Excerpt() string { return r.excerpt }

// isSame reports whether two lists left out the same row: the rows have one id, or, without ids, one place and content.
func (r BadRow) isSame(other BadRow) bool {
	return r.ID == other.ID && (r.ID != 0 ||
		r.Page == other.Page && r.Index == other.Index && r.excerpt == other.excerpt)
}

// String returns the number of the page and the text of Err.
func (r BadRow) String() string {
	text := printable(plaintext.Inner(r.Err))
	if r.Page > 1 {
		return fmt.Sprintf("page %d: %s", r.Page, text)
	}
	return text
}

// BadRowsError reports the rows that [SkipBadRows] left out. The error matches [ErrBadRows]. A List returns the error
// beside the page with the readable rows. All and Pages yield the error once and last.
type BadRowsError struct {
	Op    string   // operation, as in "Games.List"
	Rows  []BadRow // the first rows, at most 100
	Count int      // number of all rows that were left out
	Err   error    // error that ended the listing early, or a ListChangedError; nil when there was none
}

// shownBadRows is the number of rows in the text of a BadRowsError.
const shownBadRows = 3

// Error returns a text with the number of rows, the errors of the first three rows, and Err.
func (e *BadRowsError) Error() string {
	var b strings.Builder
	what := ErrBadRows.Error()
	if e.Count == 1 {
		what = "row cannot be read"
	}
	fmt.Fprintf(&b, "tourney: %s: %d %s", e.Op, e.Count, what)
	for i, row := range e.Rows[:min(len(e.Rows), shownBadRows)] {
		b.WriteString([]string{": ", "; "}[min(i, 1)] + row.String())
	}
	if more := e.Count - shownBadRows; more > 0 {
		fmt.Fprintf(&b, "; and %d more", more)
	}
	if e.Err != nil {
		b.WriteString("; then " + plaintext.Inner(e.Err))
	}
	return b.String()
}

// Is reports whether target is [ErrBadRows].
func (e *BadRowsError) Is(target error) bool { return target == ErrBadRows }

// Unwrap returns Err.
func (e *BadRowsError) Unwrap() error { return e.Err }

// add appends the rows of another page.
func (e *BadRowsError) add(page *BadRowsError) {
	e.Count += page.Count
	e.Rows = append(e.Rows, page.Rows[:min(len(page.Rows), maxBadRows-len(e.Rows))]...)
}

// count returns the number of rows, 0 without an error.
func (e *BadRowsError) count() int {
	if e == nil {
		return 0
	}
	return e.Count
}

// sameRows reports whether two pages left out the same rows, by their places and ids. A nil error means that no row was
// left out.
func (e *BadRowsError) sameRows(other *BadRowsError) bool {
	if e == nil || other == nil {
		return e == other
	}
	return e.Count == other.Count && slices.EqualFunc(e.Rows, other.Rows, func(a, b BadRow) bool {
		return a.ID == b.ID && a.Index == b.Index
	})
}

// badRowsError returns the error about the rows of a page that the decoder left out.
func badRowsError(show *withhold.Redactor, req *request, bad *record.BadItems, body []byte) error {
	e := &BadRowsError{Op: req.op.ID, Count: bad.Count}
	for i := range bad.Items {
		e.Rows = append(e.Rows, badRow(show, req, &bad.Items[i], body))
	}
	return e
}

// badRow describes a row.
func badRow(show *withhold.Redactor, req *request, item *record.BadItem, body []byte) BadRow {
	at := *item.Err
	at.Path = req.op.Rows + at.Path
	at.Line = 1 + bytes.Count(body[:at.Offset], []byte{'\n'})
	row := BadRow{
		Page: req.page, Index: item.Index, Path: show.Path(&at, body), Err: show.Reworded(&at, body),
		excerpt: show.Excerpt(body[item.Start:item.End]),
	}
	row.ID = envelope.ID(item.ID)
	return row
}
