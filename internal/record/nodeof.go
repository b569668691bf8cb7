package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"reflect"
	"strconv"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/scalar"
)

// NodeOf returns a struct, or the target of a pointer to a struct, as an Object. The members are in the
// order of the struct. Members that their tags omit and unknown members are left out. A value with a method
// MarshalJSON becomes the node of the JSON that the method returns. Errors are of type *Error.
func NodeOf(v any) (node.Node, error) {
	r := Addressable(v)
	if r.Kind() != reflect.Struct {
		return node.Node{}, &Error{Found: goType(v), Expected: "a struct"}
	}
	n, err := ShapeOf(r.Type()).node(r)
	if err != nil {
		return node.Node{}, err
	}
	return n, nil
}

func goType(v any) string {
	if v == nil {
		return "nil"
	}
	return reflect.TypeOf(v).String()
}

func (s *Shape) node(v reflect.Value) (node.Node, *Error) {
	switch s.JSON.Write {
	case AsPointer:
		if v.IsNil() {
			return node.Node{}, nil
		}
		return s.Elem.node(v.Elem())
	case AsSlice:
		return s.listNode(v)
	case AsStruct:
		return s.Plan.node(v)
	case AsRaw:
		return s.NodeOfJSON(v.Bytes())
	case AsJSON:
		return s.jsonNode(v)
	}
	return s.scalarNode(v)
}

func (p *Plan) node(v reflect.Value) (node.Node, *Error) {
	n := node.Node{Kind: node.Object, Members: make([]node.Member, 0, len(p.Fields))}
	for i := range p.Fields {
		f := &p.Fields[i]
		value := f.In(v)
		if f.Omitted(value) {
			continue
		}
		child, err := f.Shape.node(value)
		if err != nil {
			return n, err.Under(f)
		}
		if child.Kind == node.List {
			child.Item = f.item
		}
		n.Members = append(n.Members, node.Member{Name: f.Name, Node: child})
	}
	return n, nil
}

func (s *Shape) listNode(v reflect.Value) (node.Node, *Error) {
	if v.IsNil() {
		return node.Node{}, nil
	}
	n := node.Node{Kind: node.List, Items: make([]node.Node, v.Len())}
	for i := range n.Items {
		item, err := s.Elem.node(v.Index(i))
		if err != nil {
			return n, err.At(i)
		}
		n.Items[i] = item
	}
	return n, nil
}

func (s *Shape) scalarNode(v reflect.Value) (node.Node, *Error) {
	kind, text, err := s.scalar(v)
	if err != nil {
		return node.Node{}, err
	}
	if s.Quoted {
		kind = node.Text
	}
	return node.Node{Kind: kind, Text: text, Secret: s.Secret}, nil
}

func (s *Shape) scalar(v reflect.Value) (node.Kind, string, *Error) {
	switch s.JSON.Write {
	case AsBool:
		return node.Bool, strconv.FormatBool(v.Bool()), nil
	case AsInt:
		return node.Number, strconv.FormatInt(v.Int(), 10), nil
	case AsUint:
		return node.Number, strconv.FormatUint(v.Uint(), 10), nil
	case AsFloat:
		text, ok := scalar.AppendFloat(nil, v.Float(), v.Type().Bits())
		if !ok {
			return node.Null, "", Infinite(v.Float())
		}
		return node.Number, string(text), nil
	case AsString:
		return node.Text, v.String(), nil
	case AsText:
		text, err := s.AppendText(nil, v.Addr().Interface())
		return node.Text, string(text), err
	}
	return node.Null, "", s.Unwritable()
}

// Infinite returns the error for a float that JSON and XML cannot write: an infinite one or NaN.
func Infinite(f float64) *Error {
	found := "NaN"
	if math.IsInf(f, 0) {
		found = "an infinity"
	}
	return &Error{Found: found, Expected: "a finite number"}
}

// Unwritable returns the error for a value of a type that cannot be written.
func (s *Shape) Unwritable() *Error {
	return &Error{Found: "a value of type " + s.Type.String(), Expected: s.expected}
}

func (s *Shape) jsonNode(v reflect.Value) (node.Node, *Error) {
	raw, failed := s.AppendJSON(nil, v.Addr().Interface())
	if failed != nil {
		return node.Node{}, failed
	}
	n, failed := s.NodeOfJSON(raw)
	if failed != nil || s.Text.Write != AsText {
		return n, failed
	}
	text, failed := s.AppendText(nil, v.Addr().Interface())
	if string(text) != n.Text {
		n.XMLText = string(text)
	}
	return n, failed
}

// NodeOfJSON returns a complete JSON value as a node, and Null if raw is empty.
func (s *Shape) NodeOfJSON(raw []byte) (node.Node, *Error) {
	if len(raw) == 0 {
		return node.Node{}, nil
	}
	n, err := parseJSON(raw)
	if err != nil {
		return node.Node{}, &Error{Found: s.Type.String() + " that is not JSON", Err: err}
	}
	return n, nil
}

// The functions below turn the JSON of json.RawMessage and of types with JSON methods into a Node, and a
// Node into JSON. Such values are rare and small in requests, so these functions use encoding/json, which
// is quick enough.

func parseJSON(raw []byte) (node.Node, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	n, err := readJSON(d)
	if err != nil {
		return n, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return n, errTrailing
	}
	return n, nil
}

var errTrailing = errors.New("more follows the value")

func readJSON(d *json.Decoder) (node.Node, error) {
	token, err := d.Token()
	if err != nil {
		return node.Node{}, err
	}
	switch t := token.(type) {
	case bool:
		return node.Node{Kind: node.Bool, Text: strconv.FormatBool(t)}, nil
	case json.Number:
		return node.Node{Kind: node.Number, Text: t.String()}, nil
	case string:
		return node.Node{Kind: node.Text, Text: t}, nil
	case json.Delim:
		return readNested(d, t)
	}
	return node.Node{}, nil
}

func readNested(d *json.Decoder, open json.Delim) (node.Node, error) {
	n := node.Node{Kind: node.List}
	if open == '{' {
		n.Kind = node.Object
	}
	for d.More() {
		name := ""
		if n.Kind == node.Object {
			token, err := d.Token()
			if err != nil {
				return n, err
			}
			name = token.(string) //nolint:forcetypeassert // the decoder refuses any other name
		}
		child, err := readJSON(d)
		if err != nil {
			return n, err
		}
		if n.Kind == node.Object {
			n.Members = append(n.Members, node.Member{Name: name, Node: child})
		} else {
			n.Items = append(n.Items, child)
		}
	}
	_, err := d.Token()
	return n, err
}

func appendJSON(dst []byte, n *node.Node) []byte {
	switch n.Kind {
	case node.Bool, node.Number:
		return append(dst, n.Text...)
	case node.Text:
		return appendQuoted(dst, n.Text)
	case node.List:
		dst = append(dst, '[')
		for i := range n.Items {
			dst = appendJSON(separate(dst, i), &n.Items[i])
		}
		return append(dst, ']')
	case node.Object:
		dst = append(dst, '{')
		for i := range n.Members {
			dst = appendQuoted(separate(dst, i), n.Members[i].Name)
			dst = appendJSON(append(dst, ':'), &n.Members[i].Node)
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}

func separate(dst []byte, i int) []byte {
	if i > 0 {
		return append(dst, ',')
	}
	return dst
}

func appendQuoted(dst []byte, text string) []byte {
	quoted, _ := json.Marshal(text) // of a string it cannot fail
	return append(dst, quoted...)
}
