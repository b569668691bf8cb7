package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// rule is a rule of faults, as the mock reads it.
type rule map[string]any

// rowID is the id of a row: digits, or the transaction id of a payment.
type rowID string

// ruleMembers are the members of a rule. TestRuleSchema compares them with what the mock says.
type ruleMembers struct {
	Operation string `json:"operation,omitempty" jsonschema:"such as Payments.Pay; without operation and path every request fails"`
	Path      string `json:"path,omitempty"`
	Where     []struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	} `json:"where,omitempty" jsonschema:"only requests with these parameters"`
	Trigger string  `json:"trigger,omitempty" jsonschema:"nth, first, every and after need n, probability p, until until"`
	N       int     `json:"n,omitempty"`
	P       float64 `json:"p,omitempty"`
	Until   string  `json:"until,omitempty" jsonschema:"a time of the mock's clock"`
	Phase   string  `json:"phase,omitempty"`
	Action  string  `json:"action"`
	Status  int     `json:"status,omitempty"`
	Errors  []struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Field   string `json:"field,omitempty"`
	} `json:"errors,omitempty"`
	Body           string `json:"body,omitempty"`
	ContentType    string `json:"contentType,omitempty"`
	RetryAfter     string `json:"retryAfter,omitempty" jsonschema:"a duration, such as 2s"`
	RetryAfterDate string `json:"retryAfterDate,omitempty" jsonschema:"a duration, such as 2s"`
	For            string `json:"for,omitempty" jsonschema:"a duration, of delay and unreachable"`
	Bytes          int    `json:"bytes,omitempty"`
	To             string `json:"to,omitempty"`
	CommitAfter    string `json:"commitAfter,omitempty" jsonschema:"a duration"`
}

// ruleWords are the words of the members that have some.
var ruleWords = map[string]string{
	"trigger": "always nth first every after probability until",
	"phase":   "before afterCommit writing",
	"action": "status reset drop empty hang delay truncate garble contentType gateway throttle redirect besideErrors " +
		"noResult expireKeys unreachable",
}

// words returns the schema of a text that is one of the words.
func words(text string) *jsonschema.Schema {
	schema := &jsonschema.Schema{Type: "string"}
	for word := range strings.FieldsSeq(text) {
		schema.Enum = append(schema.Enum, word)
	}
	return schema
}

// schemaOf returns the schema of a Go type. Each member has one type, because some readers know no others.
func schemaOf[T any]() *jsonschema.Schema {
	ofRule := must(jsonschema.For[ruleMembers](nil))
	for member, text := range ruleWords {
		ofRule.Properties[member].Enum = words(text).Enum
	}
	ofRule.AdditionalProperties = nil // the mock says of an unknown member which one is the nearest
	schema := must(jsonschema.For[T](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[noun]():            words(strings.Join(nouns, " ")),
		reflect.TypeFor[rowID]():           {Type: "string"},
		reflect.TypeFor[rule]():            ofRule,
		reflect.TypeFor[json.RawMessage](): {Type: "object"},
	}}))
	oneType(schema)
	return schema
}

// answerOf returns the schema of an answer. An answer that is too long has only its beginning, in another member.
func answerOf[T any]() *jsonschema.Schema {
	schema := schemaOf[T]()
	schema.Required, schema.AdditionalProperties = nil, nil
	return schema
}

// oneType makes null no type of a schema and of those inside it.
func oneType(of *jsonschema.Schema) {
	if of == nil {
		return
	}
	if n := len(of.Types); n > 0 {
		of.Type, of.Types = of.Types[n-1], nil
	}
	for _, member := range of.Properties {
		oneType(member)
	}
	oneType(of.Items)
}

// whole matches an integer that some program wrote as a number with a fraction.
var whole = regexp.MustCompile(`^-?\d+\.0+$`)

// exact returns an integer such as 5.0 or 5e0 as 5. float64 would change one of more than 53 bits.
func exact(number json.Number) json.Number {
	if whole.MatchString(string(number)) {
		text, _, _ := strings.Cut(string(number), ".")
		return json.Number(text)
	}
	if n, err := number.Float64(); err == nil && n == math.Trunc(n) && math.Abs(n) < 1<<53 &&
		strings.ContainsAny(string(number), "eE") {
		return json.Number(strconv.FormatFloat(n, 'f', 0, 64))
	}
	return number
}

// fitted returns a value as its schema has it: a number as the text of an id, and no member that is null. A row, whose
// members the schema does not name, keeps null.
func fitted(value any, of *jsonschema.Schema) any {
	of = cmp.Or(of, &jsonschema.Schema{})
	switch v := value.(type) {
	case json.Number:
		if v = exact(v); of.Type == "string" {
			return string(v)
		}
		return v
	case []any:
		for i := range v {
			v[i] = fitted(v[i], of.Items)
		}
	case map[string]any:
		for name := range v {
			if v[name] = fitted(v[name], of.Properties[name]); v[name] == nil && of.Properties != nil {
				delete(v, name)
			}
		}
	}
	return value
}

// readArguments reads the arguments of a call, which need not be exactly as the schema says: see fitted.
func readArguments(data json.RawMessage, schema *jsonschema.Schema, rules *jsonschema.Resolved, in any) error {
	arguments := map[string]any{}
	if len(data) > 0 {
		from := json.NewDecoder(bytes.NewReader(data))
		from.UseNumber() // float64 would change long ids
		if err := from.Decode(&arguments); err != nil {
			return fmt.Errorf("the arguments: %w", err)
		}
	}
	fitted(arguments, schema)
	data, err := json.Marshal(arguments)
	if err != nil {
		return err
	}
	var plain map[string]any
	if err := json.Unmarshal(data, &plain); err != nil {
		return err
	}
	if err := rules.Validate(plain); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "validating root: "))
	}
	to := json.NewDecoder(bytes.NewReader(data))
	to.UseNumber()
	return to.Decode(in)
}

// must returns a value that only a mistake in this program could keep from being there.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
