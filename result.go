package tourney

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// statement holds the members of an answer that say whether the host refused the request, and which row or transaction
// the host made: Errors, and the members in the contract's column Result.
type statement struct {
	Errors        json.RawMessage
	ID            json.RawMessage `json:"Id"`
	TeamID        json.RawMessage `json:"TeamId"`
	TransactionID json.RawMessage `json:"TransactionId"`
}

// memberErrors is the member that makes an answer unsuccessful.
const memberErrors = "Errors"

// resultIDs are the ids of the row or transaction that a create or charge made. Each is zero when the answer does not
// name it.
type resultIDs struct {
	id            int64
	teamID        int64
	transactionID string
}

// result returns the id under a member's name, and whether the answer names a result there: see noResult.
func (s *statement) result(member string) (ids resultIDs, named bool) {
	switch member {
	case "Id":
		ids.id, named = idOf(s.ID)
	case "TeamId":
		ids.teamID, named = idOf(s.TeamID)
	case "TransactionId":
		ids.transactionID, named = textOf(s.TransactionID)
	}
	return ids, named
}

// keepNamed makes a member that the body has twice keep the value that names a result. The decoder keeps the last
// value, and a null after an id must not hide that the host acted. Answers to writes are short, so keepNamed reads no
// long body once more.
func (s *statement) keepNamed(format syntax, body []byte) {
	if len(body) > maxErrors {
		return
	}
	lower, before := bytes.ToLower(body), map[Format]string{FormatJSON: `"`, FormatXML: "<"}[format.Format]
	results := map[string]*json.RawMessage{"id": &s.ID, "teamid": &s.TeamID, "transactionid": &s.TransactionID}
	for name, raw := range results {
		if _, named := textOf(*raw); named || bytes.Count(lower, []byte(before+name)) < 2 {
			continue
		}
		n, err := format.parse(body, 0)
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

// namesAny reports whether the answer names a result under any member. The answer to Client.Do may, too.
func (s *statement) namesAny() bool {
	for _, raw := range []json.RawMessage{s.ID, s.TeamID, s.TransactionID} {
		if _, named := textOf(raw); named {
			return true
		}
	}
	return false
}

// maxErrors bounds the bytes of Errors that are read. No host sends that many.
const maxErrors = 64 << 10 // bytes

// idOf reads the id of a row. An id that is not a whole number counts as named, but has no value.
func idOf(raw json.RawMessage) (id int64, named bool) {
	_, named = textOf(raw)
	if err := jsoncodec.Unmarshal(raw, &id, jsoncodec.Limits{}); err != nil {
		return 0, named
	}
	return max(id, 0), named && !noID(id)
}

// textOf reads the id of a transaction. An id that is an array or an object counts as named, but has no value.
func textOf(raw json.RawMessage) (text string, named bool) {
	if len(raw) > maxErrors { // too long for an id
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

// noResult reports whether a text stands for no result: it has no letter and no digit other than 0, it is a number that
// is not above 0, it begins as one below 0, or it is a word that platforms print for no value (assumption
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
			return '0' + (r-lo)%10 // each script has ten of them, in order
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

// requireResult returns an error when a decoded answer lacks the result of a write, unless the operation allows it. The
// zero value of a result must not count as one.
func requireResult(out any, member string, mayLack bool) error {
	result := memberOf(reflect.ValueOf(out).Elem(), member)
	switch {
	case result.Kind() == reflect.Int64 && !noID(result.Int()):
		return nil
	case result.Kind() == reflect.String && !noResult(result.String()):
		return nil
	case mayLack:
		result.SetZero()
		return nil
	}
	return &record.Error{
		Path: "/" + member, Found: "nothing, an empty text or an id below 1",
		Expected: "the id of the new row or transaction", Secret: true,
	}
}

// requireRow returns an error when the answer to a detail request holds no row with an id, or another row than the
// requested one.
func requireRow(out any, member string, asked int64) error {
	id := memberOf(memberOf(reflect.ValueOf(out).Elem(), member), "Id").Int()
	path, row := "/"+member+"/Id", strings.ToLower(member)
	switch {
	case noID(id):
		return &record.Error{
			Path: path, Found: "nothing or an id below 1", Expected: fmt.Sprintf("the id of %s %d", row, asked),
		}
	case id != asked:
		const wrong = "the answer holds %s %d, the request asked for %s %d"
		return &record.Error{Path: path, Err: fmt.Errorf(wrong, row, id, row, asked)}
	}
	return nil
}

// memberOf returns the member of a struct that has this name on the wire.
func memberOf(v reflect.Value, name string) reflect.Value {
	plan := record.PlanOf(v.Type())
	return plan.Fields[plan.LookupString(name, 0)].In(v)
}

// The members of an entry of Errors.
const (
	memberCode  = "Code"
	memberField = "Field"
)

// newErrorItem returns one entry of Errors. An entry in an unknown form becomes a Message with the whole text of the
// entry. A Field that is no text goes to Extra, so that it does not hide the code and the message.
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

// entries returns the items of a list. In XML a list appears as an object with a member for each item, and an empty
// list as empty text.
func entries(list *node.Node, format Format) (nodes []node.Node, known bool) {
	switch {
	case list.Kind == node.List:
		return list.Items, true
	case format == FormatXML && list.Kind == node.Object:
		for _, m := range list.Members {
			if m.Kind == node.List {
				nodes = append(nodes, m.Items...)
			} else {
				nodes = append(nodes, m.Node)
			}
		}
		return nodes, true
	}
	return nil, format == FormatXML && list.Text == ""
}

// settles reports whether an unsuccessful answer without a result proves that the host did nothing. A redirect proves
// nothing, because the host accepted the request and may act elsewhere.
func settles(status int, items []ErrorItem) bool {
	return rejects(status) || status/100 != 3 && rejectsByCode(items)
}

// rejects reports whether the status alone proves that the host did nothing. A host may act and then answer 500 or
// above. After a 408 the host may still be working.
func rejects(status int) bool {
	return status/100 == 4 && status != http.StatusRequestTimeout
}

// rejectsByCode reports whether the Errors prove that the host did nothing: each has a code about the request or the
// caller, which a host checks before it acts. Other, Unavailable and unknown codes prove nothing.
func rejectsByCode(items []ErrorItem) bool {
	for _, item := range items {
		if row, known := contract.LookupCode(int(item.Code)); !known || !rejects(row.Status) {
			return false
		}
	}
	return len(items) > 0
}

// refusesKeys reports whether the Errors of an answer refuse the keys and nothing else (assumption refused-keys).
func refusesKeys(items []ErrorItem) bool {
	other := func(item ErrorItem) bool { return item.Code != CodeInvalidCredentials }
	return len(items) > 0 && !slices.ContainsFunc(items, other)
}
