package tourney

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/transport"
)

// answer is the end of a request: the answer that came back, or the failure in place of one.
type answer struct {
	transport.Outcome
	core     *core
	req      *request
	redactor redactor
	stated   *reading // of the last statement that was read; nil before
}

// reading is what came of reading a statement.
type reading struct {
	statement
	attempt int // that the answer came to
	format  Format
	err     error // nil when the whole body was read in the format that it says it has
	whole   bool  // the whole body was read, in whatever format
}

func (c *core) newAnswer(req *request) *answer {
	a := &answer{core: c, req: req}
	a.redactor.keeper = a
	return a
}

// release gives the body's memory back. Whoever keeps bytes of the body has copied them.
func (a *answer) release() {
	if a != nil {
		a.Release()
	}
}

func (a *answer) meta() Meta {
	return Meta{Status: a.Status, Header: a.Header, Attempts: a.Attempts, RequestID: requestID(a.Header)}
}

func requestID(h http.Header) string {
	for _, name := range []string{"X-Request-Id", "Request-Id", "X-Correlation-Id"} {
		if id := h.Get(name); id != "" {
			return id
		}
	}
	return ""
}

// judge returns the error of the request, and decodes a successful answer into out, unless out is nil.
func (a *answer) judge(out any) error {
	switch {
	case a.Failure != nil:
		return a.transportError()
	case a.Status/100 != 2 || out == nil:
		return a.rejection()
	}
	return a.decode(out)
}

// transportError returns the error of a request without an answer, or with an answer of which the status alone is
// known.
func (a *answer) transportError() error {
	f, kind := a.Failure, ErrorType(a.Failure.Kind)
	failed := &TransportError{
		Op: a.req.op.ID, Method: a.req.op.Method, Path: a.shownPath(), Attempts: a.Attempts,
		Err: a.redactor.err(transport.Cause(withoutURL(f.Err)), kind), kind: kind,
	}
	if a.req.op.Class < contract.Create || a.Attempts == 0 || f.Waiting || f.NeverSent || rejects(a.Status) {
		return failed
	}
	return &OutcomeUnknownError{Op: a.req.op.ID, Attempts: a.Attempts, Err: failed}
}

// leavesOutcomeOpen reports whether a write may have happened that ended with this error. A panic ends a request
// without an error of ours.
func (a *answer) leavesOutcomeOpen(err error) bool {
	if !errors.Is(err, transport.ErrPanicked) {
		return errors.Is(err, ErrOutcomeUnknown)
	}
	return a.req.op.Class >= contract.Create && a.Attempts > 0 && (a.Failure == nil || !a.Failure.NeverSent)
}

// shownPath returns the path as errors show it.
func (a *answer) shownPath() string {
	if a.req.callersPath {
		return a.redactor.text(a.req.path)
	}
	return a.req.path
}

// rejection returns the error of an unsuccessful answer: one with another status than 200 to 299, or with Errors.
func (a *answer) rejection() error {
	items, found := a.errorItems()
	if a.Status/100 == 2 && !found {
		return nil
	}
	return a.refusal(items)
}

// refusal returns the error of an unsuccessful answer with these Errors.
func (a *answer) refusal(items []ErrorItem) error {
	e := &APIError{
		Op: a.req.op.ID, Method: a.req.op.Method, Path: a.shownPath(), Status: a.Status,
		RequestID: a.redactor.id(requestID(a.Header)),
		Errors:    items, Attempts: a.Attempts, ContentType: a.redactor.text(a.contentType()),
	}
	e.RetryAfter, _ = transport.RetryAfter(a.Header, time.Now())
	if len(items) == 0 {
		e.excerpt = a.excerpt()
	}
	if a.req.op.Class < contract.Create {
		return e
	}
	unknown := &OutcomeUnknownError{Op: e.Op, Attempts: a.Attempts, Err: e}
	if a.names(unknown) || !settles(a.Status, items) {
		return unknown
	}
	return e
}

// settles reports whether a refusal that names no result proves that the host did nothing. A redirect proves nothing:
// the host took the request in, and may act elsewhere.
func settles(status int, items []ErrorItem) bool {
	return rejects(status) || status/100 != 3 && rejectsByCode(items)
}

// rejects reports whether a status alone says that the host did nothing. One of 500 and above may come after the deed,
// as may a 408, whose host was still working.
func rejects(status int) bool {
	return status/100 == 4 && status != http.StatusRequestTimeout
}

// rejectsByCode reports whether Errors say that the host did nothing: each has a code about the request or the caller,
// which a host comes to before it acts. Other and Unavailable say no more than that something went wrong, and unknown
// codes say nothing.
func rejectsByCode(items []ErrorItem) bool {
	for _, item := range items {
		if row, known := contract.LookupCode(int(item.Code)); !known || !rejects(row.Status) {
			return false
		}
	}
	return len(items) > 0
}

// memberErrors is the member that makes an answer unsuccessful.
const memberErrors = "Errors"

// read decodes the statement of the answer once: the policy may have asked for it before.
func (a *answer) read() *reading {
	if a.stated != nil && a.stated.attempt == a.Attempt {
		return a.stated
	}
	r := &reading{attempt: a.Attempt}
	a.stated = r
	body := a.Body
	format, err := a.format()
	r.err = err
	if look, plain, found := a.appearance(format, r.err); found {
		format, body, r.err = look, plain, errFormat
	}
	r.format = format
	if r.err == nil || errors.Is(r.err, errFormat) && a.req.op.Result != "" {
		err = format.decode(body, &r.statement, "", a.core.config.memory())
		r.whole = err == nil
		r.err = cmp.Or(r.err, err)
	}
	return r
}

// appearance returns the format that the answer to a create or charge looks like, and its body, when it cannot be read
// in the format that it says it has: a wrong Content-Type must not hide what the request made, nor a byte order mark.
func (a *answer) appearance(stated Format, err error) (look Format, body []byte, found bool) {
	if a.req.op.Result == "" || err != nil && !errors.Is(err, errFormat) {
		return 0, nil, false
	}
	body = bytes.TrimPrefix(a.Body, []byte("\ufeff"))
	look, unknown := looksLike(body)
	if unknown != nil {
		return 0, nil, false
	}
	return look, body, err != nil || look != stated || look == JSON && len(body) < len(a.Body)
}

// namesResult reports whether an answer, before the request is over, names what a create or charge made.
func (a *answer) namesResult(got *transport.Answer) bool {
	a.Answer = *got
	_, named := a.result()
	return named
}

// result returns what the answer names as made, and whether it names anything. A body that is not well-formed names
// nothing, because its last number may be cut.
func (a *answer) result() (m made, named bool) {
	if a.req.op.Result == "" {
		return m, false
	}
	said := a.read()
	if !said.whole {
		return m, false
	}
	return said.result(a.req.op.Result)
}

// names puts the result that the answer names into an error about it, and reports whether it names one.
func (a *answer) names(e *OutcomeUnknownError) bool {
	m, named := a.result()
	e.ID, e.TeamID = m.id, m.teamID
	if m.transactionID != "" {
		e.TransactionID = a.redactor.resultID(m.transactionID)
	}
	return named
}

// itemPerNode is how many times the memory of its node an entry of Errors takes on its way to an ErrorItem without
// secrets.
const itemPerNode = 16

// errorItems returns the body's Errors, and whether it has any: they may be written in an unknown form.
func (a *answer) errorItems() (items []ErrorItem, found bool) {
	said := a.read()
	if said.err != nil || len(said.Errors) == 0 {
		return nil, beyondMemory(said.err, memberErrors)
	}
	if len(said.Errors) > maxErrors {
		return nil, true
	}
	list, err := jsoncodec.ParseNode(said.Errors, jsoncodec.Limits{MaxMemory: a.core.config.memory()/itemPerNode + 1})
	if err != nil || list.Kind == node.Null {
		return nil, err != nil
	}
	nodes, known := entries(&list, said.format)
	for _, n := range nodes {
		items = append(items, a.errorItem(n))
	}
	return items, !known || len(items) > 0
}

// contentType returns the Content-Type of the answer.
func (a *answer) contentType() string { return a.Header.Get("Content-Type") }

// format returns the syntax of the body, or an error when the body is in none that can be read.
func (a *answer) format() (Format, error) {
	switch coding := a.Header.Get("Content-Encoding"); {
	case coding == "", strings.EqualFold(coding, "identity"), transport.IsGzip(coding) && len(a.Body) == 0:
		return formatOf(a.contentType(), a.Body)
	default:
		return 0, fmt.Errorf("it is compressed with %q, which was not asked for", clip(coding))
	}
}

// entries returns the items of a list; in XML it looks like an object with a member for each, or like empty text.
func entries(list *node.Node, format Format) (nodes []node.Node, known bool) {
	switch {
	case list.Kind == node.List:
		return list.Items, true
	case format == XML && list.Kind == node.Object:
		for _, m := range list.Members {
			if m.Kind == node.List {
				nodes = append(nodes, m.Items...)
			} else {
				nodes = append(nodes, m.Node)
			}
		}
		return nodes, true
	}
	return nil, format == XML && list.Text == ""
}

// errorItem returns one entry of Errors, with the whole text of an entry that is written in an unknown form.
func (a *answer) errorItem(n node.Node) ErrorItem {
	var item ErrorItem
	if record.Bind(n, &item) != nil || n.Kind != node.Object {
		item = ErrorItem{Message: string(jsoncodec.AppendNode(nil, n))}
	}
	a.redactor.item(&item)
	return item
}

// excerpt returns the first part of the body as far as it may be shown; nothing of the answer to a login, which is made
// of secrets.
func (a *answer) excerpt() string {
	if a.req.op.Class == contract.Login {
		return ""
	}
	return a.redactor.excerpt(a.Body)
}

// decode decodes the body into out. It finds out on the way whether the body has Errors.
func (a *answer) decode(out any) error {
	if _, none := out.(*emptyBody); none && len(bytes.TrimSpace(a.Body)) == 0 {
		return nil
	}
	format, err := a.format()
	if err != nil {
		return a.unreadable(&DecodeError{Err: a.redactor.reworded(err, a.source()), excerpt: a.excerpt()})
	}
	if err = a.unmarshal(format, out); err == nil {
		return nil
	}
	if items, found := a.errorItems(); found {
		return a.refusal(items)
	}
	if errors.Is(err, record.ErrStopped) { // at Errors, in a body that is malformed after them, or names them twice
		if err = a.read().err; err == nil {
			return a.refusal(nil)
		}
	}
	failed := &DecodeError{Err: a.redactor.reworded(err, a.source())}
	failed.locate(err)
	failed.Path = a.redactor.quoted(failed.Path, a.source(), failed.Offset)
	return a.unreadable(failed)
}

func (a *answer) source() source {
	return source{body: a.Body, coding: a.Header.Get("Content-Encoding"), keys: a.req.op.Class == contract.Login}
}

// unreadable completes the error of an answer that cannot be decoded.
func (a *answer) unreadable(failed *DecodeError) error {
	failed.Op, failed.ContentType, failed.Status = a.req.op.ID, a.redactor.text(a.contentType()), a.Status
	if a.req.op.Class < contract.Create {
		return failed
	}
	unknown := &OutcomeUnknownError{Op: failed.Op, Attempts: a.Attempts, Err: failed}
	a.names(unknown)
	return unknown
}

// unmarshal decodes the body into out, up to Errors that hold something. The answer to an update holds nothing to
// decode, and what section 4.5 leaves open may be anything well-formed. Before an error it clears out, so that nothing
// decoded later adds to it.
func (a *answer) unmarshal(format Format, out any) error {
	memory := a.core.config.memory()
	err := format.decode(a.Body, out, memberErrors, memory)
	if err != nil {
		reflect.ValueOf(out).Elem().SetZero()
	}
	if _, none := out.(*emptyBody); none {
		if err != nil && !errors.Is(err, record.ErrStopped) { // it may be no object
			err = format.check(a.Body, memory)
			a.stated = &reading{attempt: a.Attempt, format: format, err: err} // neither has Errors
		}
		return err
	}
	if err == nil {
		err = a.incomplete(out)
	}
	return err
}

// incomplete returns an error when a decoded answer lacks the row or the result that the request was for.
func (a *answer) incomplete(out any) error {
	if body, ok := out.(interface{ missing() error }); ok {
		return body.missing()
	}
	switch {
	case a.req.op.Result != "":
		return requireResult(out, a.req.op.Result, a.req.mayLackResult)
	case a.req.op.ByID && reflect.ValueOf(out).Elem().IsZero():
		return errors.New("it holds nothing of what was asked for")
	}
	return nil
}

// locate takes over where the decoder stopped.
func (e *DecodeError) locate(err error) {
	var at *record.Error
	if errors.As(err, &at) {
		e.Path, e.Offset, e.Line = at.Path, at.Offset, at.Line
	}
}
