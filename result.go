package tourney

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// resultBody is an answer of which only the results of creates and charges matter: the members that the contract's
// column Result names.
type resultBody struct {
	ID            json.RawMessage `json:"Id"`
	TeamID        json.RawMessage `json:"TeamId"`
	TransactionID json.RawMessage `json:"TransactionId"`
}

// names puts what the answer names as made into an error about it, and reports whether the answer names anything. It
// names what it holds under the member Result of its operation, unless that is none: see noResult. A body that is not
// well-formed names nothing, because its last number may be a part of one.
func (a *answer) names(e *OutcomeUnknownError) (named bool) {
	body, ok := a.resultBody()
	if !ok {
		return false
	}
	switch a.req.op.Result {
	case "Id":
		e.ID, named = idOf(body.ID)
	case "TeamId":
		e.TeamID, named = idOf(body.TeamID)
	case "TransactionId":
		e.TransactionID, named = textOf(body.TransactionID)
		e.TransactionID = a.req.cleanResult(e.TransactionID)
	}
	return named
}

// resultBody reads the body in the format that it says it has, else in the one that it looks like: a wrong Content-Type
// must not hide what was made, nor a byte order mark.
func (a *answer) resultBody() (body resultBody, ok bool) {
	if a.req.op.Result == "" {
		return body, false
	}
	format, err := a.format()
	if err == nil && format.decode(a.body, &body, "", a.memory) == nil {
		return body, true
	}
	if err != nil && !errors.Is(err, errFormat) { // it is compressed
		return body, false
	}
	plain := bytes.TrimPrefix(a.body, []byte("\ufeff"))
	if format, err = looksLike(plain); err != nil {
		return body, false
	}
	body = resultBody{}
	return body, format.decode(plain, &body, "", a.memory) == nil
}

// idOf reads the id of a row. One that is named, and is no whole number, has no value.
func idOf(raw json.RawMessage) (id int64, named bool) {
	_, named = textOf(raw)
	if err := jsoncodec.Unmarshal(raw, &id, jsoncodec.Limits{}); err != nil {
		return 0, named
	}
	return max(id, 0), named && !noID(id)
}

// textOf reads an id that is a text. One that is named, and is an array or an object, has no value.
func textOf(raw json.RawMessage) (text string, named bool) {
	if len(raw) > maxErrors { // it is no id, and not worth the memory
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

// noID reports whether a number is no row's id (assumption result-values).
func noID(id int64) bool { return id < 1 }

// noResult reports whether a text stands for no result: without a letter and without a digit other than 0, a number
// that is 0, or a word that platforms print for no value (assumption result-values).
func noResult(text string) bool {
	says := func(r rune) bool { return r != '0' && (unicode.IsLetter(r) || unicode.IsNumber(r)) }
	number, err := strconv.ParseFloat(text, 64)
	return !strings.ContainsFunc(text, says) || err == nil && number == 0 || noValues[strings.ToLower(text)]
}

// noValues are what JavaScript, Python, Go, .NET and others print for no value.
var noValues = map[string]bool{
	"null": true, "false": true, "true": true, "undefined": true, "none": true, "nil": true, "nan": true, "n/a": true,
}

// lacks returns what is missing of the row that was asked for, or of the result of a write: its zero value must not
// pass for it. It is nil when nothing is.
func (a *answer) lacks(out any) error {
	v := reflect.ValueOf(out).Elem()
	switch {
	case a.req.op.Result != "":
		return a.lacksResult(v)
	case a.req.op.ByID && v.IsZero():
		return errors.New("it holds nothing of what was asked for")
	}
	return nil
}

// lacksResult returns an error when the result of a write is missing, and no option allows that.
func (a *answer) lacksResult(v reflect.Value) error {
	plan := record.PlanOf(v.Type())
	result := plan.Fields[plan.LookupString(a.req.op.Result, 0)].In(v)
	switch {
	case result.Kind() == reflect.Int64 && !noID(result.Int()):
		return nil
	case result.Kind() == reflect.String && !noResult(result.String()):
		return nil
	case a.req.resultOpen:
		result.SetZero()
		return nil
	}
	return &record.Error{
		Path: "/" + a.req.op.Result, Found: "nothing, an empty text or an id below 1", Expected: "the id of what was made",
	}
}

// namesResult reports whether the answer to the last attempt, once it is read, names what was made.
func (s *sending) namesResult(res *http.Response) bool {
	a := &answer{
		req: &request{op: s.op}, header: res.Header, contentType: res.Header.Get("Content-Type"), body: s.body,
		memory: s.core.config.memory(),
	}
	return a.names(&OutcomeUnknownError{})
}
