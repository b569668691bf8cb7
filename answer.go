package tourney

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/header"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/transport"
)

// answer is the end of a request: the response, or the failure that took its place.
type answer struct {
	transport.Outcome
	core        *core
	req         *request
	out         any               // where a successful answer goes; nil to judge it alone
	tried       int               // number of the attempt whose answer was decoded into out; 0 for none
	failed      error             // how that went
	outgoing    transport.Request // the request in the form that the transport sends
	redactor    redactor
	lastReading *reading // of the last statement that was read; nil until one is read
}

// reading is the result of reading a statement.
type reading struct {
	statement
	attempt int // number of the attempt that the answer belongs to
	format  syntax
	err     error // nil when the whole body was read in its stated format
	whole   bool  // the whole body was read, in its stated format or another
}

func (c *core) newAnswer(req *request, out any) *answer {
	a := &answer{core: c, req: req, out: out}
	a.redactor.request = a
	return a
}

// release gives the body's memory back to the pool. Code that keeps bytes of the body must have copied them.
func (a *answer) release() {
	if a != nil {
		a.Release()
	}
}

func (a *answer) response() Response {
	return Response{Status: a.Status, Header: a.Header, Attempts: a.Attempts, RequestID: requestID(a.Header)}
}

// setQuestions sets what the transport asks about an answer before the request is over.
func (a *answer) setQuestions(out *transport.Request) {
	if a.req.op.Result != "" {
		out.NamesResult = a.namesResult
	}
	if a.req.op.Class == contract.Read && a.out != nil {
		out.Unreadable = a.isUnreadable
	}
	if a.core.keys != nil && !a.req.op.Open {
		out.RefusesKeys = a.refusesKeys
	}
}

// judge returns the error of the request, and decodes a successful answer into out, unless out is nil.
func (a *answer) judge() error {
	switch {
	case a.Failure != nil:
		return a.transportError()
	case a.Status/100 != 2 || a.out == nil:
		return a.rejection()
	}
	return a.decode(a.out)
}

// transportError returns the error of a request that has no answer, or of whose answer only the status is known.
func (a *answer) transportError() error {
	f, kind := a.Failure, a.Failure.Kind
	failed := &TransportError{
		Op: a.req.op.ID, Method: a.req.op.Method, Path: a.shownPath(), Attempts: a.Attempts,
		Refusal: a.Refusal,
		Err:     a.redactor.err(transport.Cause(withoutURL(f.Err)), kind), kind: kind,
	}
	if a.req.op.Class < contract.Create || a.Attempts == 0 || f.Waiting || f.NeverSent || rejects(a.Status) {
		return failed
	}
	return &OutcomeUnknownError{Op: a.req.op.ID, Attempts: a.Attempts, Err: failed}
}

// leavesOutcomeOpen reports whether a write that ended with this error may have happened. A panic ends a request with
// ErrPanicked, which says nothing about the outcome.
func (a *answer) leavesOutcomeOpen(err error) bool {
	if !errors.Is(err, transport.ErrPanicked) {
		return errors.Is(err, ErrOutcomeUnknown)
	}
	return a.req.op.Class >= contract.Create && a.Attempts > 0 && (a.Failure == nil || !a.Failure.NeverSent)
}

// shownPath returns the path for error texts.
func (a *answer) shownPath() string {
	if a.req.callersPath {
		return a.redactor.searched(a.req.path)
	}
	return a.req.path
}

// rejection returns the error of an unsuccessful answer: one with a status outside 200 to 299, or one with Errors.
func (a *answer) rejection() error {
	items, found := a.statedErrors()
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
		Errors:    items, Attempts: a.Attempts, Refusal: a.Refusal,
		ContentType: a.redactor.name(a.contentType()),
	}
	e.RetryAfter, _ = header.RetryAfter(a.Header, time.Now())
	e.said = a.redactor.items(items)
	if len(items) == 0 {
		e.excerpt = a.excerpt()
	}
	if a.req.op.Class < contract.Create {
		return e
	}
	unknown := &OutcomeUnknownError{Op: e.Op, Attempts: a.Attempts, Err: e}
	if a.addResult(unknown) || !settles(a.Status, items) {
		return unknown
	}
	return e
}

// read decodes the statement of the answer. It keeps the result, because the retry policy and the caller both read the
// statement.
func (a *answer) read() *reading {
	if a.lastReading != nil && a.lastReading.attempt == a.Attempt {
		return a.lastReading
	}
	r := &reading{attempt: a.Attempt}
	a.lastReading = r
	format, err := a.format()
	r.err = err
	if look, found := a.appearance(format, r.err); found {
		format, r.err = look, errFormat
	}
	r.format = format
	if r.err == nil || errors.Is(r.err, errFormat) && a.req.op.Result != "" {
		err = format.decode(a.Body, &r.statement, "", a.core.config.memory())
		r.whole = err == nil
		r.err = cmp.Or(r.err, err)
	}
	if r.whole {
		r.keepNamed(format, a.Body)
	}
	return r
}

// appearance returns the syntax that the body of a create or charge appears to have. It reports false if the body is in
// its stated format. A wrong Content-Type must not hide the result of a write.
func (a *answer) appearance(stated syntax, err error) (look syntax, found bool) {
	if a.req.op.Result == "" || err != nil && !errors.Is(err, errFormat) {
		return look, false
	}
	look, unknown := looksLike(a.Body)
	return look, unknown == nil && (err != nil || look.Format != stated.Format)
}

// isUnreadable reports whether an answer to a read is no well-formed body of the interface. It decodes a body that is.
// A value that does not fit its field is the host's own, and another attempt would not change it.
func (a *answer) isUnreadable(got *transport.Answer) bool {
	a.Answer = *got
	format, err := a.format()
	if err != nil {
		return true
	}
	a.tried, a.failed = a.Attempt, a.unmarshal(format, a.out)
	if a.failed == nil {
		return false
	}
	a.redactor.forget() // only the end of a request knows the secrets to remove
	err = format.check(a.Body, a.core.config.memory())
	return err != nil && !errors.Is(err, errMemory)
}

// namesResult reports whether an answer names the result of a create or charge. The retry policy asks before the
// request is over.
func (a *answer) namesResult(got *transport.Answer) bool {
	a.Answer = *got
	_, named := a.result()
	return named
}

// refusesKeys reports whether the Errors of an answer refuse the keys. An answer to a create or charge must also prove
// that the host did nothing. Every call with a login asks, so refusesKeys reads only bodies that may have Errors.
func (a *answer) refusesKeys(got *transport.Answer) bool {
	if len(got.Body) > maxErrors || !bytes.Contains(got.Body, []byte("rrors")) {
		return false
	}
	a.Answer = *got
	items, _ := a.statedErrors() // only the end of a request knows the secrets to remove
	if !refusesKeys(items) || a.read().namesAny() {
		return false
	}
	return a.req.op.Class < contract.Create || settles(a.Status, items)
}

// result returns the ids that the answer names, and whether it names any. A malformed body names none, because its last
// number may be cut.
func (a *answer) result() (ids resultIDs, named bool) {
	if a.req.op.Result == "" {
		return ids, false
	}
	r := a.read()
	if !r.whole {
		return ids, false
	}
	return r.result(a.req.op.Result)
}

// addResult copies the ids that the answer names into an error, and reports whether the answer names any.
func (a *answer) addResult(e *OutcomeUnknownError) bool {
	ids, named := a.result()
	e.ID, e.TeamID = a.redactor.resultNumber(ids.id), a.redactor.resultNumber(ids.teamID)
	if ids.transactionID != "" {
		e.TransactionID = a.redactor.resultID(ids.transactionID)
	}
	return named
}

// itemPerNode is an entry's memory as an ErrorItem, in multiples of its memory as a node, while secrets are removed.
const itemPerNode = 16

// statedErrors returns the body's Errors, and whether it has any. Errors in an unknown form count, but have no items.
func (a *answer) statedErrors() (items []ErrorItem, found bool) {
	r := a.read()
	if r.err != nil || len(r.Errors) == 0 {
		return nil, beyondMemory(r.err, memberErrors)
	}
	if len(r.Errors) > maxErrors {
		return nil, true
	}
	list, err := jsoncodec.ParseNode(r.Errors, jsoncodec.Limits{MaxMemory: a.core.config.memory()/itemPerNode + 1})
	if err != nil || list.Kind == node.Null {
		return nil, err != nil
	}
	nodes, known := entries(&list, r.format.Format)
	for _, n := range nodes {
		items = append(items, newErrorItem(n))
	}
	return items, !known || len(items) > 0
}

// contentType returns the Content-Type of the answer.
func (a *answer) contentType() string { return strings.Join(a.Header.Values("Content-Type"), ", ") }

// coding returns the codings of the body, "" for a body that can be read.
func (a *answer) coding() string {
	if len(a.Body) == 0 {
		return ""
	}
	return strings.Join(header.Codings(a.Header), ", ")
}

var errCompressed = errors.New("the body is compressed")

// format returns the syntax of the body. It returns an error for a body that is compressed or in an unknown syntax.
func (a *answer) format() (syntax, error) {
	if a.coding() != "" {
		return syntax{}, errCompressed
	}
	return formatOf(a.contentType(), a.Body)
}

// excerpt returns the first part of the body, unless it repeats a key. It returns "" when the request carried a secret,
// and for a compressed body, in which a key cannot be found.
func (a *answer) excerpt() string {
	if a.coding() != "" {
		return ""
	}
	return a.redactor.excerpt(a.Body)
}

// decode decodes the body into out, and finds the body's Errors in the same pass.
func (a *answer) decode(out any) error {
	if _, none := out.(*emptyBody); none && len(bytes.TrimSpace(a.Body)) == 0 {
		return nil
	}
	format, err := a.format()
	if err != nil {
		if coding := a.coding(); coding != "" {
			const compressed = "the body is compressed with %q, which the request does not accept"
			err = fmt.Errorf(compressed, clip(a.redactor.name(coding)))
		}
		return a.unreadable(&DecodeError{Err: err, excerpt: a.excerpt()})
	}
	if err = a.failed; a.tried != a.Attempt {
		err = a.unmarshal(format, out)
	}
	if err == nil {
		return a.redactor.badRows(a.req.op, a.req.page, a.req.bad, a.Body)
	}
	if items, found := a.statedErrors(); found {
		return a.refusal(items)
	}
	if errors.Is(err, record.ErrStopped) { // the body is malformed behind its Errors, or has two
		if err = a.read().err; err == nil {
			return a.refusal(nil)
		}
	}
	failed := &DecodeError{Err: a.redactor.reworded(err, a.Body)}
	failed.locate()
	return a.unreadable(failed)
}

// unreadable completes the error of an answer that cannot be decoded.
func (a *answer) unreadable(failed *DecodeError) error {
	failed.Op, failed.ContentType, failed.Status = a.req.op.ID, a.redactor.name(a.contentType()), a.Status
	failed.Attempts, failed.Refusal = a.Attempts, a.Refusal
	if a.req.op.Class < contract.Create {
		return failed
	}
	unknown := &OutcomeUnknownError{Op: failed.Op, Attempts: a.Attempts, Err: failed}
	a.addResult(unknown)
	return unknown
}

// unmarshal decodes the body into out, up to Errors that are not empty. The answer to an update may be any well-formed
// body (section 4.5). unmarshal clears out before it returns an error, so that a later decode adds to nothing.
func (a *answer) unmarshal(format syntax, out any) error {
	if a.req.bad != nil {
		*a.req.bad = record.BadItems{Most: a.req.bad.Most} // an earlier attempt may have had some
	}
	memory := a.core.config.memory()
	err := format.decodeRows(a.Body, out, memberErrors, memory, a.req.bad)
	if err != nil {
		reflect.ValueOf(out).Elem().SetZero()
	}
	if _, none := out.(*emptyBody); none {
		if err != nil && !errors.Is(err, record.ErrStopped) { // the body may be something else than an object
			err = format.check(a.Body, memory)
			a.lastReading = &reading{attempt: a.Attempt, format: format, err: err} // neither has Errors
		}
		return err
	}
	if body, ok := out.(interface{ completeWonBy(pairs []WonBy) }); ok && len(a.core.config.profile.WonBy) > 0 {
		body.completeWonBy(a.core.config.profile.WonBy) // decoding knows WonByForfeit
	}
	if err == nil {
		err = a.incomplete(format, out)
	}
	return err
}

// incomplete returns an error when a decoded answer lacks the requested row, list or result.
func (a *answer) incomplete(format syntax, out any) error {
	if body, ok := out.(interface{ missing() error }); ok {
		return body.missing()
	}
	switch {
	case a.req.op.Result != "":
		return requireResult(out, a.req.op.Result, a.req.mayLackResult)
	case a.req.op.Row != "":
		return requireRow(out, a.req.op.Row, a.req.rowID)
	case len(a.req.op.Lists) > 0 && !statesList(out, a.req.op.Lists):
		return a.withoutList(format, out)
	}
	return nil
}

// withoutList returns an error for a decoded answer without a list, unless it stands for an empty list.
func (a *answer) withoutList(format syntax, out any) error {
	whole, err := format.parse(a.Body, a.core.config.memory())
	if err != nil {
		return err
	}
	if other := findForeign(&whole, out, a.req.op.Lists); other != nil {
		return other.err(a.redactor.text)
	}
	markNotStated(out, a.req.op.Lists)
	return nil
}
