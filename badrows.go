package tourney

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/record"
)

// maxBadRows is the number of rows that a BadRowsError describes.
const maxBadRows = 100

// BadRow is a row of a list that SkipBadRows left out.
type BadRow struct {
	Page  int    // number of the requested page, from 1; 0 for venues, whose list has no pages
	Index int    // place on the page, from 0, counting the rows that were left out
	ID    int64  // of the row; 0 when it has no readable id above 0
	Path  string // of the value, as in "/Games/Results[3]/Time"
	Err   error  // names the place, the value in at most 40 bytes, and the expected form

	excerpt string
}

// Excerpt returns the first bytes of the row, at most 512, as the host wrote them. BadRowsError leaves the excerpt out
// of its text, because a row may have the names and addresses of people. The excerpt is withheld like the excerpt of an
// APIError.
func (r BadRow) Excerpt() string { return r.excerpt }

// String returns the text of Err, with the page.
func (r BadRow) String() string {
	text := printable(plaintext.Inner(r.Err))
	if r.Page > 1 {
		return fmt.Sprintf("page %d: %s", r.Page, text)
	}
	return text
}

// BadRowsError reports the rows that SkipBadRows left out. It is ErrBadRows. A List returns it beside the page with the
// readable rows. All and Pages yield it once and last.
type BadRowsError struct {
	Op    string   // operation, as in "Games.List"
	Rows  []BadRow // the first rows, at most 100
	Count int      // all rows that were left out
	Err   error    // error that ended the listing early, or a ListChangedError; nil when there was none
}

// shownBadRows is the number of rows in the text of a BadRowsError.
const shownBadRows = 3

// Error gives the number of rows, the errors of the first three, and Err.
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

// Is reports whether target is ErrBadRows.
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

// sameRows reports whether two pages left out the same rows, by their places and ids. nil stands for none.
func (e *BadRowsError) sameRows(other *BadRowsError) bool {
	if e == nil || other == nil {
		return e == other
	}
	return e.Count == other.Count && slices.EqualFunc(e.Rows, other.Rows, func(a, b BadRow) bool {
		return a.ID == b.ID && a.Index == b.Index
	})
}

// badRows returns the error about the rows of a page that the decoder left out; nil when there are none.
func (r *redactor) badRows(op *contract.Operation, page int, bad *record.BadItems, body []byte) error {
	if bad == nil || bad.Count == 0 {
		return nil
	}
	e := &BadRowsError{Op: op.ID, Count: bad.Count}
	for i := range bad.Items {
		e.Rows = append(e.Rows, r.badRow(&bad.Items[i], op.Rows, page, body))
	}
	return e
}

// badRow describes a row. The row lies in the list at the path.
func (r *redactor) badRow(item *record.BadItem, path string, page int, body []byte) BadRow {
	at := *item.Err
	at.Path = path + at.Path
	at.Line = 1 + bytes.Count(body[:at.Offset], []byte{'\n'})
	row := BadRow{
		Page: page, Index: item.Index, Path: r.path(&at, body), Err: r.reworded(&at, body),
		excerpt: r.excerpt(body[item.Start:item.End]),
	}
	row.ID, _ = idOf(item.ID)
	return row
}
