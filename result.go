package tourney

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// statement is the part of an answer that says whether a request was refused, and what it made: Errors, and the members
// that the contract's column Result names.
type statement struct {
	Errors        json.RawMessage
	ID            json.RawMessage `json:"Id"`
	TeamID        json.RawMessage `json:"TeamId"`
	TransactionID json.RawMessage `json:"TransactionId"`
}

// made is what a create or charge made. Each member is zero where an answer names none.
type made struct {
	id            int64
	teamID        int64
	transactionID string
}

// result returns the value of the member that an operation's answer names its result by, and whether it names one: see
// noResult.
func (s *statement) result(member string) (m made, named bool) {
	switch member {
	case "Id":
		m.id, named = idOf(s.ID)
	case "TeamId":
		m.teamID, named = idOf(s.TeamID)
	case "TransactionId":
		m.transactionID, named = textOf(s.TransactionID)
	}
	return m, named
}

// maxErrors bounds how much of Errors is read: no host has that much to complain about.
const maxErrors = 64 << 10 // bytes

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

// requireResult returns an error when a decoded answer lacks the result of a write, unless it may. The zero value of a
// result must not pass for one.
func requireResult(out any, member string, mayLack bool) error {
	v := reflect.ValueOf(out).Elem()
	plan := record.PlanOf(v.Type())
	result := plan.Fields[plan.LookupString(member, 0)].In(v)
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
		Path: "/" + member, Found: "nothing, an empty text or an id below 1", Expected: "the id of what was made",
	}
}
