package tourney

import (
	"errors"
	"reflect"
	"strings"
	"unicode"

	"github.com/tourney-go/tourney/internal/record"
)

// noID reports whether a number is no row's id (assumption result-values).
func noID(id int64) bool { return id < 1 }

// noResult reports whether a text stands for no result: without a letter and without a digit other than 0, or the text
// of a null or a false (assumption result-values).
func noResult(text string) bool {
	says := func(r rune) bool { return r != '0' && (unicode.IsLetter(r) || unicode.IsNumber(r)) }
	return !strings.ContainsFunc(text, says) || strings.EqualFold(text, "null") || strings.EqualFold(text, "false")
}

// lacks returns what is missing of the row that was asked for, or of the result of a write: its zero value must not pass
// for it. It is nil when nothing is.
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
	if result.Kind() == reflect.Int64 && !noID(result.Int()) || result.Kind() == reflect.String && !noResult(result.String()) {
		return nil
	}
	if a.req.resultOpen {
		result.SetZero()
		return nil
	}
	return &record.Error{
		Path: "/" + a.req.op.Result, Found: "nothing, an empty text or an id below 1", Expected: "the id of what was made",
	}
}
