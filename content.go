package tourney

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/envelope"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/transport"
)

// content reads the body of one answer. The transport calls its methods to decide whether to send the request again,
// and then the client calls them to decide how the call ended. A method reads only the part of the body that it needs,
// and content reads each part once. The errors of content may repeat secrets of the request. Only the type outcome
// knows all of these secrets, and removes them.
type content struct {
	transport.Answer
	req      *request
	envelope *readEnvelope // nil until it is read
	body     decodedBody   // without a value until it is decoded
	searched bool          // ids and mayName are set
	ids      envelope.IDs  // that the body names as the result of a create or a charge
	mayName  bool          // the body may name that result
}

// readEnvelope is the result of reading an envelope.
type readEnvelope struct {
	envelope.Envelope
	syntax envelope.Syntax
	err    error // nil when the whole body was read in its stated syntax
}

// decodedBody is the result of decoding a body.
type decodedBody struct {
	value any              // a pointer to the type of the call
	bad   *record.BadItems // rows that cannot be read; nil when such a row is an error
	err   error
}

// ContentOf returns the content of an answer to the request. The transport calls it for each answer that it reads.
func (r *request) ContentOf(a transport.Answer) transport.Content { return &content{Answer: a, req: r} }

// Unreadable reports whether a successful answer to a read is no well-formed body of the interface. It returns false
// for a body with a value that does not fit its field, because the host would send that value again.
func (c *content) Unreadable() bool {
	if c.req.op.Class != contract.Read || c.req.wants == nil {
		return false
	}
	stated, err := c.syntax()
	if err != nil {
		return true
	}
	if c.decoded(stated).err == nil {
		return false
	}
	err = stated.Check(c.Body, c.req.core.memory)
	return err != nil && !errors.Is(err, envelope.ErrMemory)
}

// NamesResult reports whether the answer to a create or charge may name its result.
func (c *content) NamesResult() bool {
	_, may := c.result()
	return may
}

// RefusesKeys reports whether the Errors of the answer refuse the keys. An answer to a create or charge must also prove
// that the host did nothing. The transport calls RefusesKeys for every answer to a call with a login, so RefusesKeys
// reads only bodies that may have Errors.
func (c *content) RefusesKeys() bool {
	if !envelope.MayHaveErrors(c.Body) {
		return false
	}
	items, _ := c.errorItems()
	return allRefuseKeys(items) &&
		(c.req.op.Class < contract.Create || !c.NamesResult() && provesRefusal(c.Status, items))
}

// result returns the ids that the answer to a create or charge names, and whether it may name its result: see
// envelope.Result. An answer to Client.Do, and to an update that adds rows, may do so under any member. The client
// looks at the body whatever its Content-Type, because a wrong one must not hide the result of a write.
func (c *content) result() (ids envelope.IDs, may bool) {
	if op := c.req.op; op.Class >= contract.Create && !c.searched {
		if c.searched, c.mayName = true, c.coding() != ""; !c.mayName {
			c.ids, c.mayName = envelope.Result(op.Result, c.contentType(), c.Body, c.Torn, c.req.core.memory)
		}
	}
	return c.ids, c.mayName
}

// errorItems returns the entries of the body's Errors, and whether the body has Errors. If the member Errors has an
// unknown form or is too large to read, found is true and items is empty.
func (c *content) errorItems() (items []ErrorItem, found bool) {
	e, memory := c.readEnvelope(), c.req.core.memory
	if e.err != nil {
		return nil, envelope.IsBeyondMemory(e.err, envelope.Errors)
	}
	entries, found := e.Entries(e.syntax, memory)
	for _, entry := range entries {
		items = append(items, newErrorItem(entry))
	}
	return items, found
}

// readEnvelope returns the envelope of the answer.
func (c *content) readEnvelope() *readEnvelope {
	if c.envelope == nil {
		e := &readEnvelope{}
		if e.syntax, e.err = c.syntax(); e.err == nil {
			e.Envelope, e.err = envelope.Read(e.syntax, c.Body, c.req.core.memory)
		}
		c.envelope = e
	}
	return c.envelope
}

// contentType returns the Content-Type of the answer.
func (c *content) contentType() string { return strings.Join(c.Header.Values("Content-Type"), ", ") }

// coding returns the codings of the body, such as br, and "" for a body that is not encoded.
func (c *content) coding() string {
	if len(c.Body) == 0 {
		return ""
	}
	return strings.Join(httptext.Codings(c.Header), ", ")
}

var errCompressed = errors.New("the body is compressed")

// syntax returns the syntax of the body. It returns an error for a body that is compressed or in an unknown syntax.
func (c *content) syntax() (envelope.Syntax, error) {
	if c.coding() != "" {
		return envelope.Syntax{}, errCompressed
	}
	return envelope.SyntaxOf(c.contentType(), c.Body)
}

// decoded returns the body, decoded in the stated syntax into the type that the call returns.
func (c *content) decoded(stated envelope.Syntax) *decodedBody {
	if c.body.value == nil {
		c.body = c.decode(stated)
	}
	return &c.body
}

// decode decodes the body, and stops at Errors that are not empty. The answer to an update may be any well-formed body
// (section 4.5).
func (c *content) decode(stated envelope.Syntax) decodedBody {
	memory := c.req.core.memory
	b := decodedBody{value: reflect.New(c.req.wants).Interface()}
	if c.req.skipsBadRows {
		b.bad = &record.BadItems{Max: maxBadRows}
	}
	b.err = stated.DecodeRows(c.Body, b.value, envelope.Errors, memory, b.bad)
	if c.req.wants == wantsNothing {
		if b.err != nil && !errors.Is(b.err, record.ErrStopped) { // the body may be something else than an object
			b.err = stated.Check(c.Body, memory)
			c.envelope = &readEnvelope{syntax: stated, err: b.err} // such a body has no Errors
		}
		return b
	}
	if b.err == nil {
		if body, ok := b.value.(interface{ completeWonBy(pairs []WonBy) }); ok && len(c.req.core.config.profile.WonBy) > 0 {
			body.completeWonBy(c.req.core.config.profile.WonBy) // decoding has added WonByForfeit
		}
		b.err = c.missing(stated, b.value)
	}
	return b
}

// missing returns an error when a decoded body lacks the row, the list or the result that the call should return.
func (c *content) missing(stated envelope.Syntax, value any) error {
	if body, ok := value.(interface{ missing() error }); ok {
		return body.missing()
	}
	op := c.req.op
	switch {
	case op.Result != "":
		return envelope.RequireResult(value, op.Result, c.req.mayLackResult)
	case op.Row != "":
		return envelope.RequireRow(value, op.Row, c.req.rowID)
	case len(op.Lists) > 0 && !envelope.HasList(value, op.Lists):
		return c.missingList(stated, value)
	}
	return nil
}

// missingList returns an error for a decoded body without the list, unless the body can mean an empty list.
func (c *content) missingList(stated envelope.Syntax, value any) error {
	whole, err := stated.Parse(c.Body, c.req.core.memory)
	if err != nil {
		return err
	}
	if other := envelope.FindUnexpected(&whole, value, c.req.op.Lists); other != nil {
		return other
	}
	markNotStated(value, c.req.op.Lists)
	return nil
}

// markNotStated sets NotStated in the page or the standings of a decoded body, when the answer did not have the list.
func markNotStated(value any, lists []string) {
	targets := []any{value}
	for _, list := range lists {
		targets = append(targets, envelope.Member(reflect.ValueOf(value).Elem(), list).Addr().Interface())
	}
	for _, target := range targets {
		if t, ok := target.(interface{ setNotStated() }); ok {
			t.setNotStated()
		}
	}
}

// The members of an entry of Errors.
const (
	memberCode  = "Code"
	memberField = "Field"
)

// newErrorItem returns one entry of Errors. An entry in an unknown form becomes a Message with the whole text of the
// entry. If only the Field of the entry is no text, newErrorItem puts that Field into Extra, and keeps the code and the
// message.
func newErrorItem(entry node.Node) ErrorItem {
	var item ErrorItem
	known := entry
	known.Members = slices.DeleteFunc(slices.Clone(entry.Members), isOddField)
	for i := range known.Members {
		if m := &known.Members[i]; node.SameName(memberCode, m.Name) {
			m.Text = codeByName(m.Text)
		}
	}
	if entry.Kind != node.Object || record.Bind(known, &item) != nil {
		return ErrorItem{Message: string(jsoncodec.AppendNode(nil, entry))}
	}
	for _, m := range entry.Members {
		if isOddField(m) {
			if item.Extra == nil {
				item.Extra = Extra{}
			}
			item.Extra[m.Name] = json.RawMessage(jsoncodec.AppendNode(nil, m.Node))
		}
	}
	return item
}

// codeByName returns the number of a code that a host writes by its name, as XML may have enumerations (assumption
// error-code-names). It returns any other text unchanged.
func codeByName(text string) string {
	for _, code := range contract.Codes() {
		if strings.EqualFold(strings.TrimSpace(text), code.Name) {
			return strconv.Itoa(code.Code)
		}
	}
	return text
}

// isOddField reports whether a member has the name Field, in any letter case, and is no text.
func isOddField(m node.Member) bool {
	return node.SameName(memberField, m.Name) && m.Kind != node.Text && m.Kind != node.Null
}
