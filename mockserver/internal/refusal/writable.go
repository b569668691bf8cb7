package refusal

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
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/internal/rowjson"
	"github.com/tourney-go/tourney/internal/xmlwire"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// find returns the path of the first value that one of the formats cannot carry, and what is wrong with the value.
// Examples are a day that no calendar has, a number that is not finite, and a text with a character that XML does not
// allow. It returns "" if both formats can carry every value. v must be addressable.
func find(v reflect.Value) (path, problem string) {
	if problem, single := findInValue(v); single {
		return "", problem
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return find(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			if path, problem = find(v.Index(i)); problem != "" {
				return fmt.Sprintf("[%d]%s", i, path), problem
			}
		}
	case reflect.Map:
		return findInMap(v)
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				if path, problem = find(v.Field(i)); problem != "" {
					return "." + rowjson.Name(field) + path, problem
				}
			}
		}
	}
	return "", ""
}

// findInValue does what find does, for a value that is written as one text. The result single is true if v is such a
// value.
func findInValue(v reflect.Value) (problem string, single bool) {
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
		return jsonProblem(*x), true
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

// findInMap does what find does, for a map.
func findInMap(v reflect.Value) (path, problem string) {
	for _, key := range v.MapKeys() {
		if what := check.Obstacle(fmt.Sprint(key)); what != "" {
			return "", ": a name holds " + what
		}
		value := reflect.New(v.Type().Elem()).Elem()
		value.Set(v.MapIndex(key))
		if path, problem = find(value); problem != "" {
			return fmt.Sprintf("[%v]%s", key, path), problem
		}
	}
	return "", ""
}

// jsonProblem returns what is wrong with a member of Extra.
func jsonProblem(raw json.RawMessage) (problem string) {
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

// Unwritable returns what is wrong with the value that a pointer points to, or "" if both formats can carry it. The
// text begins with name and the path of the wrong part.
func Unwritable(name string, pointer any) string {
	path, problem := find(reflect.ValueOf(pointer).Elem())
	if problem == "" {
		return ""
	}
	return redact.Safe(name + strings.TrimPrefix(path, ".") + problem)
}

// CheckWritable returns the text of Problem as an error, or nil if there is no problem.
func CheckWritable(name string, pointer any) error {
	if problem := Unwritable(name, pointer); problem != "" {
		return errors.New(problem)
	}
	return nil
}

// CheckWritableNode refuses a request with a name or a text that one of the formats cannot carry.
func CheckWritableNode(n *node.Node) error {
	var problems Refusal
	check.Unwritable(n, func(_ *node.Node, v check.Violation) {
		problems.Add(&Refusal{Items: []Item{{Code: tourney.ErrorCode(v.Code), Message: redact.Safe(v.Message)}}})
	})
	return problems.OrNil()
}

// UnwritableText returns a text in which U+FFFD replaces each character that XML cannot carry.
func UnwritableText(text string) string {
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
