package tourney

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/envelope"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/transport"
	"github.com/tourney-go/tourney/internal/withhold"
	"github.com/tourney-go/tourney/observe"
)

// outcome is the end of a request: an answer, or the failure of a request without an answer.
type outcome struct {
	transport.Outcome
	req *request
}

// content returns the reader of the answer's body.
func (o *outcome) content() *content { return o.Content.(*content) }

func (o *outcome) response() Response {
	return Response{Status: o.Status, Header: o.Header, Attempts: o.Attempts, RequestID: requestID(o.Header)}
}

// judge returns the body of a successful answer, as a pointer to the type that the call wants, or the error of the
// call. If rows of the body are bad, it returns both the body and a BadRowsError. It returns two nils for an answer
// without a body to a call that needs no body.
func (o *outcome) judge() (body any, err error) {
	switch {
	case o.Failure != nil:
		return nil, o.transportError()
	case o.Status/100 != 2 || o.req.wants == nil:
		return nil, o.rejection()
	case o.req.wants == wantsNothing && len(bytes.TrimSpace(o.Body)) == 0:
		return nil, nil //nolint:nilnil // no body is what such a call expects
	}
	return o.decode()
}

// transportError returns the error of a request without an answer, or with an answer of which only the status is known.
func (o *outcome) transportError() error {
	show := o.redactor()
	f, kind := o.Failure, o.Failure.Kind
	failed := &TransportError{
		Op: o.req.op.ID, Method: o.req.op.Method, Path: o.path(show), below: o.req.core.base.Path != "", Attempts: o.Attempts,
		Refusal: o.Refusal,
		Err:     show.Err(transport.Cause(withhold.WithoutURL(f.Err)), kind), kind: kind,
	}
	refused := statusProvesRefusal(o.Status) && !o.content().NamesResult() // with an answer above a limit
	if o.req.op.Class < contract.Create || o.Attempts == 0 || f.Waiting || f.NeverSent || refused {
		return failed
	}
	return &OutcomeUnknownError{Op: o.req.op.ID, Attempts: o.Attempts, Err: failed}
}

// path returns the path for errors.
func (o *outcome) path(show *withhold.Redactor) string {
	if o.req.callers {
		return show.Searched(o.req.path)
	}
	return o.req.path
}

// shownPath returns the path of a request for a text, with … in front for the path of the base URL.
func shownPath(path string, below bool) string {
	if below {
		return "…" + path
	}
	return path
}

// attemptsText returns the words about several attempts, and about a retry budget that allowed no further attempt.
func attemptsText(attempts int, refused observe.Refusal) string {
	switch {
	case refused == observe.RefusedBudget && attempts == 1:
		return " (after 1 attempt: the retry budget is used up)"
	case refused == observe.RefusedBudget:
		return fmt.Sprintf(" (after %d attempts: the retry budget is used up)", attempts)
	case attempts > 1:
		return fmt.Sprintf(" (after %d attempts)", attempts)
	}
	return ""
}

// rejection returns the error of an unsuccessful answer: an answer with a status outside 200 to 299, or with Errors.
// It returns nil for any other answer.
func (o *outcome) rejection() error {
	items, found := o.content().errorItems()
	if o.Status/100 == 2 && !found {
		return nil
	}
	return o.apiError(items)
}

// apiError returns the error of an unsuccessful answer with these Errors: an APIError, or an OutcomeUnknownError
// around it if the host may have carried out a create or a charge.
func (o *outcome) apiError(items []ErrorItem) error {
	show := o.redactor()
	shown, said := shownItems(show, items)
	e := &APIError{
		Op: o.req.op.ID, Method: o.req.op.Method, Path: o.path(show), below: o.req.core.base.Path != "", Status: o.Status,
		RequestID: show.ID(requestID(o.Header)),
		Errors:    shown, Attempts: o.Attempts, Refusal: o.Refusal,
		ContentType: show.Name(o.content().contentType()), said: said,
	}
	e.RetryAfter, _ = httptext.RetryAfter(o.Header, time.Now())
	if len(items) == 0 {
		e.excerpt = o.excerpt(show)
	}
	if o.req.op.Class < contract.Create || !o.content().NamesResult() && provesRefusal(o.Status, shown) {
		return e
	}
	return o.unknown(show, e)
}

// unknown returns the error of a create or charge that may have happened, with the ids that the answer names.
func (o *outcome) unknown(show *withhold.Redactor, why error) error {
	ids, _ := o.content().result()
	e := &OutcomeUnknownError{
		Op: o.req.op.ID, Attempts: o.Attempts, Err: why,
		ID: show.ResultNumber(ids.ID), TeamID: show.ResultNumber(ids.TeamID),
	}
	if ids.TransactionID != "" {
		e.TransactionID = show.ResultID(ids.TransactionID)
	}
	return e
}

// excerpt returns the first part of the body, or a notice when that part repeats a key. It returns "" when the request
// carried a secret, and for a compressed body, in which a key cannot be found.
func (o *outcome) excerpt(show *withhold.Redactor) string {
	if o.content().coding() != "" {
		return ""
	}
	return show.Excerpt(o.Body)
}

// decode returns the decoded body, and the errors of a body that cannot be decoded, has Errors, or has bad rows.
func (o *outcome) decode() (body any, err error) {
	c := o.content()
	stated, err := c.syntax()
	if err != nil {
		return nil, o.unreadable(err)
	}
	b := c.decoded(stated)
	if b.err == nil && b.bad != nil && b.bad.Count > 0 {
		return b.value, badRowsError(o.redactor(), o.req, b.bad, o.Body)
	}
	if b.err == nil {
		return b.value, nil
	}
	if items, found := c.errorItems(); found {
		return nil, o.apiError(items)
	}
	if errors.Is(b.err, record.ErrStopped) { // the body is malformed after Errors, or has Errors twice
		if err = c.readEnvelope().err; err == nil {
			return nil, o.apiError(nil)
		}
		return nil, o.decodeError(err)
	}
	return nil, o.decodeError(b.err)
}

// unreadable returns the error of a body that is compressed or in an unknown syntax.
func (o *outcome) unreadable(err error) error {
	show := o.redactor()
	if coding := o.content().coding(); coding != "" {
		const compressed = "the body is compressed with %q, which the request does not accept"
		err = fmt.Errorf(compressed, clip(show.Name(coding)))
	}
	return o.undecoded(show, &DecodeError{Err: err, excerpt: o.excerpt(show)})
}

// decodeError returns the error of a body that is malformed, or does not have the form that the call needs.
func (o *outcome) decodeError(err error) error {
	show := o.redactor()
	var other *envelope.UnexpectedError
	if errors.As(err, &other) {
		err = other.Showing(show.Text)
	}
	failed := &DecodeError{Err: show.Reworded(err, o.Body)}
	failed.locate()
	return o.undecoded(show, failed)
}

// undecoded completes a DecodeError. For a create or charge it returns an OutcomeUnknownError around the DecodeError.
func (o *outcome) undecoded(show *withhold.Redactor, failed *DecodeError) error {
	failed.Op, failed.ContentType, failed.Status = o.req.op.ID, show.Name(o.content().contentType()), o.Status
	failed.Attempts, failed.Refusal = o.Attempts, o.Refusal
	if o.req.op.Class < contract.Create {
		return failed
	}
	return o.unknown(show, failed)
}

// provesRefusal reports whether an unsuccessful answer without a result proves that the host did nothing. A redirect
// proves nothing, because the host accepted the request and may act elsewhere.
func provesRefusal(status int, items []ErrorItem) bool {
	return statusProvesRefusal(status) || status/100 != 3 && codesProveRefusal(items)
}

// statusProvesRefusal reports whether the status alone proves that the host did nothing. A host may act and then answer
// 500 or above. After a 408 the host may still be working.
func statusProvesRefusal(status int) bool {
	return status/100 == 4 && status != http.StatusRequestTimeout
}

// codesProveRefusal reports whether the Errors prove that the host did nothing: each entry has a code about the request
// or the caller, and a host checks the request and the caller before it acts. CodeOther, CodeUnavailable and unknown
// codes prove nothing.
func codesProveRefusal(items []ErrorItem) bool {
	for _, item := range items {
		if row, known := contract.LookupCode(int(item.Code)); !known || !statusProvesRefusal(row.Status) {
			return false
		}
	}
	return len(items) > 0
}

// allRefuseKeys reports whether the Errors of an answer refuse the keys and nothing else (assumption refused-keys).
func allRefuseKeys(items []ErrorItem) bool {
	other := func(item ErrorItem) bool { return item.Code != CodeInvalidCredentials }
	return len(items) > 0 && !slices.ContainsFunc(items, other)
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
