package writable

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/xmlwire"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/rowjson"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Unwritable returns the path of the first value with which no answer could be written in both formats, and what is
// wrong with it: a day that no calendar has, a number that is not finite, a text that XML cannot carry. It returns ""
// when all can be written. v must be addressable.
func Unwritable(v reflect.Value) (path, problem string) {
	if problem, single := unwritableValue(v); single {
		return "", problem
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return Unwritable(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			if path, problem = Unwritable(v.Index(i)); problem != "" {
				return fmt.Sprintf("[%d]%s", i, path), problem
			}
		}
	case reflect.Map:
		return unwritableIn(v)
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				if path, problem = Unwritable(v.Field(i)); problem != "" {
					return "." + rowjson.Name(field) + path, problem
				}
			}
		}
	}
	return "", ""
}

// unwritableValue is unwritable for a value that is written as one, and reports whether v is such a value.
func unwritableValue(v reflect.Value) (problem string, single bool) {
	if v.Kind() == reflect.String {
		return holding(check.Obstacle(v.String())), true
	}
	switch x := v.Addr().Interface().(type) {
	case encoding.TextAppender:
		written, err := x.AppendText(nil)
		if err != nil {
			return ": " + err.Error(), true
		}
		return holding(check.Obstacle(string(written))), true
	case *json.RawMessage:
		return unwritableJSON(*x), true
	case *float64:
		return values.IfElse(math.IsNaN(*x) || math.IsInf(*x, 0), ": expected a finite number", ""), true
	}
	return "", false
}

func holding(what string) string {
	if what == "" {
		return ""
	}
	return " holds " + what
}

// unwritableIn is unwritable for a map.
func unwritableIn(v reflect.Value) (path, problem string) {
	for _, key := range v.MapKeys() {
		if what := check.Obstacle(fmt.Sprint(key)); what != "" {
			return "", ": a name holds " + what
		}
		value := reflect.New(v.Type().Elem()).Elem()
		value.Set(v.MapIndex(key))
		if path, problem = Unwritable(value); problem != "" {
			return fmt.Sprintf("[%v]%s", key, path), problem
		}
	}
	return "", ""
}

// unwritableJSON returns what is wrong with a member of Extra.
func unwritableJSON(raw json.RawMessage) (problem string) {
	if len(raw) == 0 {
		return ""
	}
	n, err := jsoncodec.ParseNode(raw, jsoncodec.Limits{Doubles: true, Whole: true})
	if err != nil {
		return ": expected JSON"
	}
	check.Unwritable(&n, func(_ *node.Node, v check.Violation) { problem = ": " + v.Message })
	return problem
}

// UnwritableText returns what is wrong with a value, with its path behind a name; "" when nothing is.
func UnwritableText[T any](name string, value *T) string {
	path, problem := Unwritable(reflect.ValueOf(value).Elem())
	if problem == "" {
		return ""
	}
	return redact.Safe(name + strings.TrimPrefix(path, ".") + problem)
}

func TextProblem(problem string) error {
	if problem == "" {
		return nil
	}
	return errors.New(problem)
}

// CheckTexts refuses a request with a name or a text that one of the formats cannot carry.
func CheckTexts(n *node.Node) error {
	var problems refusal.Refusal
	check.Unwritable(n, func(_ *node.Node, v check.Violation) {
		if len(problems.Items) < refusal.MostProblems {
			problems.Items = append(problems.Items, refusal.Item{Code: tourney.ErrorCode(v.Code), Message: redact.Safe(v.Message)})
		}
	})
	return problems.OrNil()
}

// Writable returns a text with U+FFFD for each character that XML cannot carry.
func Writable(text string) string {
	if check.Obstacle(text) == "" {
		return text
	}
	return strings.Map(func(r rune) rune {
		if _, _, illegal := xmlwire.Illegal(string(r)); illegal {
			return '\uFFFD'
		}
		return r
	}, text)
}
