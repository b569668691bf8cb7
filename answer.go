package tourney

import (
	"bytes"
	"encoding/json"
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
)

// answer is what came back, read to its end.
type answer struct {
	req         *request
	status      int
	header      http.Header
	contentType string
	body        []byte
	buffer      *bytes.Buffer // which body lies in
	memory      int64         // bytes that reading it may take
	attempts    int
}

// release gives the body's memory back. Whoever keeps bytes of the body has copied them.
func (a *answer) release() {
	if a != nil && a.buffer != nil && a.buffer.Cap() <= maxKept {
		bodies.Put(a.buffer)
		a.buffer, a.body = nil, nil
	}
}

// statusCode returns the answer's status, 0 when there is none.
func (a *answer) statusCode() int {
	if a == nil {
		return 0
	}
	return a.status
}

func (a *answer) meta(s *sending) Meta {
	if a == nil {
		return Meta{Attempts: s.attempts}
	}
	return Meta{Status: a.status, Header: a.header, Attempts: a.attempts, RequestID: requestID(a.header)}
}

func requestID(h http.Header) string {
	for _, name := range []string{"X-Request-Id", "Request-Id", "X-Correlation-Id"} {
		if id := h.Get(name); id != "" {
			return id
		}
	}
	return ""
}

// rejection tells an answer that says no: by its status, or by Errors in a body of any status.
func (a *answer) rejection() error {
	items, found := a.errorItems()
	if a.status/100 == 2 && !found {
		return nil
	}
	return a.refusal(items)
}

// refusal returns the error for an answer that says no, with these Errors.
func (a *answer) refusal(items []ErrorItem) error {
	e := &APIError{
		Op: a.req.op.ID, Method: a.req.op.Method, Path: a.req.shownPath(), Status: a.status,
		RequestID: a.req.cleanID(requestID(a.header)),
		Errors:    items, Attempts: a.attempts, ContentType: a.req.clean(a.contentType),
	}
	e.RetryAfter, _ = retryAfter(&http.Response{Header: a.header}, time.Now())
	if len(items) == 0 {
		e.excerpt = a.excerpt()
	}
	if a.req.op.Class < contract.Create {
		return e
	}
	unknown := &OutcomeUnknownError{Op: e.Op, Attempts: a.attempts, Err: e}
	if a.names(unknown) || !settles(a.status, items) {
		return unknown
	}
	return e
}

// settles reports whether a refusal that names no result proves that the host did nothing. A redirect proves nothing:
// the host took the request in, and may act elsewhere.
func settles(status int, items []ErrorItem) bool {
	return turnsAway(status) || status/100 != 3 && refusesAll(items)
}

// turnsAway reports whether a status alone says that nothing was done. One of 500 and above may come after the deed, as may
// a 408, whose host was still working.
func turnsAway(status int) bool {
	return status/100 == 4 && status != http.StatusRequestTimeout
}

// refusesAll reports whether Errors say that nothing was done: every one has a code that a host comes to before it acts,
// because it is about the request or the caller. Other and Unavailable say no more than that something went wrong, and
// codes that are not known say nothing.
func refusesAll(items []ErrorItem) bool {
	for _, item := range items {
		if row, known := contract.LookupCode(int(item.Code)); !known || !turnsAway(row.Status) {
			return false
		}
	}
	return len(items) > 0
}

// memberErrors is the member that makes an answer a no.
const memberErrors = "Errors"

// errorsBody is an answer of which only the Errors matter.
type errorsBody struct{ Errors json.RawMessage }

// maxErrors bounds what is read of Errors: no host has that much to complain about.
const maxErrors = 64 << 10

// itemPerNode is how many times the memory of its node an entry of Errors takes on its way to an ErrorItem without
// secrets.
const itemPerNode = 16

// errorItems returns the body's Errors, and whether it has any: they may be written in a form that is not known.
func (a *answer) errorItems() (items []ErrorItem, found bool) {
	format, err := a.format()
	if err != nil || len(a.body) == 0 {
		return nil, false
	}
	var body errorsBody
	if err := format.decode(a.body, &body, "", a.memory); err != nil || len(body.Errors) == 0 {
		return nil, beyondMemory(err, memberErrors)
	}
	if len(body.Errors) > maxErrors {
		return nil, true
	}
	list, err := jsoncodec.ParseNode(body.Errors, jsoncodec.Limits{MaxMemory: a.memory/itemPerNode + 1})
	if err != nil || list.Kind == node.Null {
		return nil, err != nil
	}
	nodes, known := entries(&list, format)
	for _, node := range nodes {
		items = append(items, a.errorItem(node))
	}
	return items, !known || len(items) > 0
}

// format returns the syntax of the body, or an error when it is in none that can be read.
func (a *answer) format() (Format, error) {
	switch coding := a.header.Get("Content-Encoding"); {
	case coding == "", strings.EqualFold(coding, "identity"), isGzip(coding) && len(a.body) == 0:
		return formatOf(a.contentType, a.body)
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

// errorItem reads one entry of Errors, and keeps the text of one that is written in another form.
func (a *answer) errorItem(n node.Node) ErrorItem {
	var item ErrorItem
	if record.Bind(n, &item) != nil || n.Kind != node.Object {
		item = ErrorItem{Message: string(jsoncodec.AppendNode(nil, n))}
	}
	a.req.cleanItem(&item)
	return item
}

// excerpt returns the first part of the body as far as it may be shown; nothing of the answer to a login, which is made of
// secrets.
func (a *answer) excerpt() string {
	if a.req.op.Class == contract.Login {
		return ""
	}
	return a.req.excerptOf(a.body)
}

// take reads an answer that says yes into out, unless that is nil.
func (a *answer) take(out any) error {
	if a.status/100 != 2 || out == nil {
		return a.rejection()
	}
	return a.decode(out)
}

// decode reads the body into out. Whether it has Errors is found on the way.
func (a *answer) decode(out any) error {
	if _, none := out.(*emptyBody); none && len(bytes.TrimSpace(a.body)) == 0 {
		return nil
	}
	format, err := a.format()
	if err != nil {
		return a.unreadable(&DecodeError{Err: a.reworded(err), excerpt: a.excerpt()})
	}
	if err = a.unmarshal(format, out, memberErrors); err == nil {
		return nil
	}
	if items, found := a.errorItems(); found {
		return a.refusal(items)
	}
	if errors.Is(err, record.ErrStopped) { // at Errors that are null or none
		if err = a.unmarshal(format, out, ""); err == nil {
			return nil
		}
	}
	failed := &DecodeError{Err: a.reworded(err)}
	failed.locate(err)
	failed.Path = a.quoted(failed.Path, failed.Offset)
	return a.unreadable(failed)
}

// unreadable completes the error for an answer that cannot be decoded.
func (a *answer) unreadable(failed *DecodeError) error {
	failed.Op, failed.ContentType, failed.Status = a.req.op.ID, a.req.clean(a.contentType), a.status
	if a.req.op.Class < contract.Create {
		return failed
	}
	unknown := &OutcomeUnknownError{Op: failed.Op, Attempts: a.attempts, Err: failed}
	a.names(unknown)
	return unknown
}

// unmarshal reads the body into out, up to a member called stop. An update has no answer to be read: what section 4.5
// leaves open may be anything that is well-formed. What was read before an error is let go, so that nothing read
// after it adds to it.
func (a *answer) unmarshal(format Format, out any, stop string) error {
	err := format.decode(a.body, out, stop, a.memory)
	if err != nil {
		reflect.ValueOf(out).Elem().SetZero()
	}
	if _, none := out.(*emptyBody); none {
		if err != nil && !errors.Is(err, record.ErrStopped) { // it may be no object
			err = format.check(a.body, a.memory)
		}
		return err
	}
	if err == nil {
		err = a.lacks(out)
	}
	if body, ok := out.(interface{ missing() error }); ok && err == nil {
		err = body.missing()
	}
	return err
}

// locate takes over where the decoder stopped.
func (e *DecodeError) locate(err error) {
	var at *record.Error
	if errors.As(err, &at) {
		e.Path, e.Offset, e.Line = at.Path, at.Offset, at.Line
	}
}
