// Package envelope reads and writes bodies, which are in JSON or in XML (section 1, convention 2), and reads what an
// answer says beside its rows: whether the host refused the request, and which row or transaction the host made. It
// also finds out which members an answer lacks.
package envelope

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
)

// Envelope holds the members of an answer that say whether the host refused the request, and which row or transaction
// the host made: Errors, and the members in the contract's column Result.
type Envelope struct {
	Errors        json.RawMessage
	ID            json.RawMessage `json:"Id"`
	TeamID        json.RawMessage `json:"TeamId"`
	TransactionID json.RawMessage `json:"TransactionId"`
}

// Errors is the member that makes an answer unsuccessful.
const Errors = "Errors"

// maxBytes bounds the size of Errors, of an id, and of a body that is searched for Errors. Hosts send less.
const maxBytes = 64 << 10

// IDs are the ids of the row or transaction that a create or charge made. Each is zero when the answer does not
// name it.
type IDs struct {
	ID            int64
	TeamID        int64
	TransactionID string
}

// Read returns the envelope of an answer. Its decoder allocates at most memory bytes.
func Read(s Syntax, body []byte, memory int64) (e Envelope, err error) {
	if err = s.Decode(body, &e, "", memory); err == nil {
		e.keepNamed(s, body)
	}
	return e, err
}

// entryMemory is how many times as much memory an entry takes as an error, while secrets are removed, as it takes as a
// node.
const entryMemory = 16

// Entries returns the entries of Errors, and whether there are any. For Errors that have an unknown form or are too
// large to read, it returns true and no entries.
func (e *Envelope) Entries(s Syntax, memory int64) (entries []node.Node, found bool) {
	switch {
	case len(e.Errors) == 0:
		return nil, false
	case len(e.Errors) > maxBytes:
		return nil, true
	}
	list, err := jsoncodec.ParseNode(e.Errors, jsoncodec.Limits{MaxMemory: memory/entryMemory + 1})
	if err != nil || list.Kind == node.Null {
		return nil, err != nil
	}
	entries, known := itemsOf(&list, s.XML)
	return entries, !known || len(entries) > 0
}

// itemsOf returns the items of a list. In XML a list appears as an object with a member for each item, and an empty
// list as empty text.
func itemsOf(list *node.Node, xml bool) (items []node.Node, known bool) {
	switch {
	case list.Kind == node.List:
		return list.Items, true
	case xml && list.Kind == node.Object:
		for _, m := range list.Members {
			if m.Kind == node.List {
				items = append(items, m.Items...)
			} else {
				items = append(items, m.Node)
			}
		}
		return items, true
	}
	return nil, xml && list.Text == ""
}

// Result returns the id under a member's name, and whether the answer names a result there: see noResult.
func (e *Envelope) Result(member string) (ids IDs, named bool) {
	switch member {
	case "Id":
		ids.ID, named = ID(e.ID)
	case "TeamId":
		ids.TeamID, named = ID(e.TeamID)
	case "TransactionId":
		ids.TransactionID, named = textOf(e.TransactionID)
	}
	return ids, named
}

// NamesAny reports whether the answer names a result under any member. An answer to Client.Do may name a result too.
func (e *Envelope) NamesAny() bool {
	for _, raw := range []json.RawMessage{e.ID, e.TeamID, e.TransactionID} {
		if _, named := textOf(raw); named {
			return true
		}
	}
	return false
}

// MayHaveErrors reports whether a body of at most maxBytes may have Errors. It searches for the name, and decodes
// nothing.
func MayHaveErrors(body []byte) bool {
	return len(body) <= maxBytes && bytes.Contains(body, []byte("rrors"))
}

// keepNamed keeps the value that names a result when the body has a member twice. The decoder keeps the last value, but
// a null after an id must not hide that the host acted. keepNamed reads no body above maxBytes again, because answers
// to writes are short.
func (e *Envelope) keepNamed(s Syntax, body []byte) {
	if len(body) > maxBytes {
		return
	}
	lower, before := bytes.ToLower(body), map[bool]string{false: `"`, true: "<"}[s.XML]
	results := map[string]*json.RawMessage{"id": &e.ID, "teamid": &e.TeamID, "transactionid": &e.TransactionID}
	for name, raw := range results {
		if _, named := textOf(*raw); named || bytes.Count(lower, []byte(before+name)) < 2 {
			continue
		}
		n, err := s.Parse(body, 0)
		if err != nil {
			return
		}
		for i := range n.Members {
			value := json.RawMessage(jsoncodec.AppendNode(nil, n.Members[i].Node))
			if _, named := textOf(value); named && node.SameName(name, n.Members[i].Name) {
				*raw = value
			}
		}
	}
}

// ID reads the id of a row. An id that is not a whole number counts as named, but has no value.
func ID(raw json.RawMessage) (id int64, named bool) {
	_, named = textOf(raw)
	if err := jsoncodec.Unmarshal(raw, &id, jsoncodec.Limits{}); err != nil {
		return 0, named
	}
	return max(id, 0), named && !noID(id)
}

// textOf reads the id of a transaction. An id that is an array or an object counts as named, but has no value.
func textOf(raw json.RawMessage) (text string, named bool) {
	if len(raw) > maxBytes { // too long for an id
		return "", true
	}
	n, err := jsoncodec.ParseNode(raw, jsoncodec.Limits{})
	switch {
	case err != nil || n.Kind == node.Null: // also when the member is missing
		return "", false
	case n.Kind == node.List || n.Kind == node.Object:
		return "", len(n.Items)+len(n.Members) > 0
	case noResult(n.Text):
		return "", false
	}
	return n.Text, true
}

// noID reports whether a number cannot be a row's id (assumption result-values).
func noID(id int64) bool { return id < 1 }

// noResult reports whether a text is no result: it has no letter and no digit other than 0, it is a number that is not
// above 0, it begins as a number below 0 begins, or it is a word that platforms print for no value (assumption
// result-values). Spaces and characters that nobody sees count for nothing.
func noResult(text string) bool {
	text = strings.Map(plainMark, text)
	says := func(r rune) bool { return r != '0' && (unicode.IsLetter(r) || unicode.IsNumber(r)) }
	if !strings.ContainsFunc(text, says) || noValues[strings.ToLower(text)] {
		return true
	}
	rest := strings.TrimLeft(text, "-(") // accountants write (1) for -1
	if rest != text && rest != "" && '0' <= rest[0] && rest[0] <= '9' {
		return true
	}
	number, err := strconv.ParseFloat(text, 64)
	whole, notWhole := strconv.ParseInt(text, 0, 64) // reads 0x0, too
	return (err == nil || errors.Is(err, strconv.ErrRange)) && number <= 0 || notWhole == nil && whole == 0
}

// plainMark returns the ASCII digit for a digit of any script, - for a dash or a minus, and -1 for what nobody sees.
func plainMark(r rune) rune {
	switch {
	case r < unicode.MaxASCII && r > ' ':
		return r
	case unicode.IsSpace(r), unicode.In(r, unicode.Cc, unicode.Cf):
		return -1
	case r == '\u2212', unicode.Is(unicode.Pd, r):
		return '-'
	case !unicode.IsDigit(r):
		return r
	}
	for _, digits := range unicode.Nd.R16 {
		if lo := rune(digits.Lo); lo <= r && r <= rune(digits.Hi) {
			return '0' + (r-lo)%10 // each script has ten digits, in order
		}
	}
	for _, digits := range unicode.Nd.R32 {
		if lo := rune(digits.Lo); lo <= r && r <= rune(digits.Hi) { //nolint:gosec // a code point
			return '0' + (r-lo)%10
		}
	}
	return r
}

// noValues are the words that JavaScript, Python, Go, .NET and others print for no value.
var noValues = map[string]bool{
	"null": true, "false": true, "true": true, "undefined": true, "none": true, "nil": true, "nan": true, "n/a": true,
}
