package rowjson

import (
	"encoding/base64"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/record"
)

// Error says where a value is wrong. It repeats no text of the input, because the text can be a password.
type Error struct {
	Path     string // such as Team.Players[3].Id; "" for the whole value
	Offset   int    // in bytes from the beginning of the input
	Expected string
	Found    string

	hint string // what a Mistake says instead, about a member that is unknown
}

// Error returns the text of the error.
func (e *Error) Error() string {
	text := fmt.Sprintf("expected %s, found %s (byte %d)", e.Expected, e.Found, e.Offset+1)
	if e.Path == "" {
		return text
	}
	return e.Path + ": " + text
}

// longestPath bounds a path. A limit is necessary because names in the path can come from the input.
const longestPath = 100

// Under returns the error with a name in front of its path.
func (e *Error) Under(name string) *Error {
	switch {
	case e == nil:
		return nil
	case len(e.Path)+len(name) > longestPath:
		e.Path = name + "…"
	case e.Path == "" || strings.HasPrefix(e.Path, "["):
		e.Path = name + e.Path
	default:
		e.Path = name + "." + e.Path
	}
	return e
}

// deepest is how deeply lists and objects may be nested. The limit also bounds the stack.
const deepest = 500

// Parse reads JSON. Errors are of type *Error.
func Parse(data []byte) (node.Node, error) {
	n, err := jsoncodec.ParseNode(data, jsoncodec.Limits{MaxDepth: deepest, Doubles: true, Whole: true})
	var at *record.Error
	if !errors.As(err, &at) {
		return n, err
	}
	path := strings.ReplaceAll(strings.TrimPrefix(at.Path, "/"), "/", ".")
	path = plaintext.Clip(path, longestPath)
	found := "something else"
	if at.Found == "end of body" { // it repeats nothing
		found = at.Found
	}
	return n, &Error{Path: path, Offset: int(at.Offset), Expected: at.Expected, Found: found}
}

// Decode sets the Go value that a pointer points to from a node of JSON. It refuses names that the type does not have,
// and names that occur twice. Errors are of type *Error.
func Decode(n *node.Node, pointer any) error {
	v := reflect.ValueOf(pointer).Elem()
	v.SetZero()
	if err := codecOf(v.Type()).decode(n, v); err != nil {
		return err
	}
	return nil
}

// Member returns the only member of an object. If the object does not have exactly one member, it returns an error.
// Errors are of type *Error.
func Member(n *node.Node) (*node.Member, error) {
	if n.Kind != node.Object {
		return nil, unexpected(n, "an object")
	}
	if len(n.Members) != 1 {
		return nil, &Error{Offset: int(n.Offset), Expected: "one member", Found: strconv.Itoa(len(n.Members))}
	}
	return &n.Members[0], nil
}

// unexpected returns an error about a value.
func unexpected(n *node.Node, expected string) *Error {
	found := [...]string{
		node.Null: "null", node.Bool: "true or false", node.Number: "a number", node.Text: "a text", node.List: "a list",
		node.Object: "an object",
	}
	return &Error{Offset: int(n.Offset), Expected: expected, Found: found[n.Kind]}
}

func decodeBool(n *node.Node, v reflect.Value) *Error {
	if n.Kind != node.Bool {
		return unexpected(n, "true or false")
	}
	v.SetBool(n.Text == "true")
	return nil
}

func decodeInt(n *node.Node, v reflect.Value) *Error {
	i, err := strconv.ParseInt(n.Text, 10, 64)
	if n.Kind != node.Number || err != nil || v.OverflowInt(i) {
		return unexpected(n, "an integer of "+strconv.Itoa(v.Type().Bits())+" bits")
	}
	v.SetInt(i)
	return nil
}

func decodeFloat(n *node.Node, v reflect.Value) *Error {
	f, err := strconv.ParseFloat(n.Text, 64)
	if n.Kind != node.Number || err != nil {
		return unexpected(n, "a number")
	}
	v.SetFloat(f)
	return nil
}

func decodeString(n *node.Node, v reflect.Value) *Error {
	text, err := textOf(n)
	if err == nil {
		v.SetString(text)
	}
	return err
}

func decodeBytes(n *node.Node, v reflect.Value) *Error {
	if n.Kind == node.Null {
		return nil
	}
	text, err := textOf(n)
	if err == nil {
		v.SetBytes([]byte(text))
	}
	return err
}

// textOf returns the text of a node, even if the text is not UTF-8 and therefore written as a list.
func textOf(n *node.Node) (string, *Error) {
	switch {
	case n.Kind == node.Text:
		return n.Text, nil
	case n.Kind != node.List:
		return "", unexpected(n, "a text")
	case len(n.Items) == 1 && n.Items[0].Kind == node.Text:
		if text, err := base64.StdEncoding.DecodeString(n.Items[0].Text); err == nil {
			return string(text), nil
		}
	}
	return "", &Error{Offset: int(n.Offset), Expected: "a text", Found: "a list that is no text in base64"}
}

func decodeItems(n *node.Node, v reflect.Value, elem *codec) *Error {
	switch n.Kind {
	case node.Null:
		return nil
	case node.List:
	default:
		return unexpected(n, "a list")
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.Items), len(n.Items)))
	for i := range n.Items {
		if err := elem.decode(&n.Items[i], v.Index(i)); err != nil {
			return err.Under(fmt.Sprintf("[%d]", i))
		}
	}
	return nil
}

func decodeMap(n *node.Node, v reflect.Value, elem *codec) *Error {
	switch n.Kind {
	case node.Null:
		return nil
	case node.Object:
	default:
		return unexpected(n, "an object")
	}
	t := v.Type()
	v.Set(reflect.MakeMapWithSize(t, len(n.Members)))
	for i := range n.Members {
		m := &n.Members[i]
		key, item := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		err := setKey(key, m)
		if err == nil && v.MapIndex(key).IsValid() {
			err = twice(m)
		}
		if err == nil {
			err = elem.decode(&m.Node, item)
		}
		if err != nil {
			return err.Under(m.Name)
		}
		v.SetMapIndex(key, item)
	}
	return nil
}

func setKey(key reflect.Value, m *node.Member) *Error {
	if key.Kind() == reflect.String {
		key.SetString(m.Name)
		return nil
	}
	n, err := strconv.ParseInt(m.Name, 10, key.Type().Bits())
	if err != nil || strconv.FormatInt(n, 10) != m.Name {
		return &Error{Offset: int(m.Offset), Expected: "an integer as a name", Found: "another name"}
	}
	key.SetInt(n)
	return nil
}

func decodeFields(n *node.Node, v reflect.Value, fields []field) *Error {
	if n.Kind != node.Object {
		return unexpected(n, "an object")
	}
	var seen uint64
	next := 0
	for k := range n.Members {
		m := &n.Members[k]
		i := indexOf(fields, m.Name, next)
		var err *Error
		switch {
		case i < 0:
			err = unknown(m, fields)
		case seen&(1<<i) != 0:
			err = twice(m)
		default:
			err = fields[i].values.decode(&m.Node, fields[i].in(v))
		}
		if err != nil {
			return err.Under(m.Name)
		}
		seen |= 1 << i
		next = i + 1
	}
	return nil
}

// unknown returns the error about a member that the fields do not have.
func unknown(m *node.Member, fields []field) *Error {
	names := make([]string, len(fields))
	for i := range fields {
		names[i] = fields[i].name
	}
	hint := "unknown member"
	if len(names) > 0 {
		hint += ": " + plaintext.Hint(names, m.Name)
	}
	return &Error{Offset: int(m.Offset), Expected: "a name of the format", Found: "an unknown one", hint: hint}
}

func twice(m *node.Member) *Error {
	return &Error{Offset: int(m.Offset), Expected: "each name once", Found: "a name a second time"}
}
