package record

import (
	"math"
	"reflect"
	"strconv"
)

// NodeOf sees a struct, or what a pointer to one points to, as an Object: its members in the order of the
// struct, without those that their tags omit and without unknown members. A type with JSON methods is the
// node that MarshalJSON writes. Errors are of type *Error.
func NodeOf(v any) (Node, error) {
	r := Addressable(v)
	if r.Kind() != reflect.Struct {
		return Node{}, &Error{Found: goType(v), Expected: "a struct"}
	}
	n, err := ShapeOf(r.Type()).node(r)
	if err != nil {
		return Node{}, err
	}
	return n, nil
}

func goType(v any) string {
	if v == nil {
		return "nil"
	}
	return reflect.TypeOf(v).String()
}

func (s *Shape) node(v reflect.Value) (Node, *Error) {
	switch s.JSON.Write {
	case AsPointer:
		if v.IsNil() {
			return Node{}, nil
		}
		return s.Elem.node(v.Elem())
	case AsSlice:
		return s.listNode(v)
	case AsStruct:
		return s.Plan.node(v)
	case AsRaw:
		return s.rawNode(v.Bytes())
	case AsJSON:
		return s.jsonNode(v)
	}
	return s.scalarNode(v)
}

func (p *Plan) node(v reflect.Value) (Node, *Error) {
	n := Node{Kind: Object, Members: make([]Member, 0, len(p.Fields))}
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
		if child.Kind == List {
			child.Item = f.item
		}
		n.Members = append(n.Members, Member{f.Name, child})
	}
	return n, nil
}

func (s *Shape) listNode(v reflect.Value) (Node, *Error) {
	if v.IsNil() {
		return Node{}, nil
	}
	n := Node{Kind: List, Items: make([]Node, v.Len())}
	for i := range n.Items {
		item, err := s.Elem.node(v.Index(i))
		if err != nil {
			return n, err.At(i)
		}
		n.Items[i] = item
	}
	return n, nil
}

func (s *Shape) scalarNode(v reflect.Value) (Node, *Error) {
	kind, text, err := s.scalar(v)
	if err != nil {
		return Node{}, err
	}
	if s.Quoted {
		kind = Text
	}
	return Node{Kind: kind, Text: text, Secret: s.Secret}, nil
}

func (s *Shape) scalar(v reflect.Value) (Kind, string, *Error) {
	switch s.JSON.Write {
	case AsBool:
		return Bool, strconv.FormatBool(v.Bool()), nil
	case AsInt:
		return Number, strconv.FormatInt(v.Int(), 10), nil
	case AsUint:
		return Number, strconv.FormatUint(v.Uint(), 10), nil
	case AsFloat:
		text, ok := AppendFloat(nil, v.Float(), v.Type().Bits())
		if !ok {
			return Null, "", Infinite(v.Float())
		}
		return Number, string(text), nil
	case AsString:
		return Text, v.String(), nil
	case AsText:
		text, err := s.AppendText(nil, v.Addr().Interface())
		return Text, string(text), err
	}
	return Null, "", s.Unwritable()
}

// Infinite returns the error for a float that has no text on the wire.
func Infinite(f float64) *Error {
	found := "NaN"
	if math.IsInf(f, 0) {
		found = "an infinity"
	}
	return &Error{Found: found, Expected: "a finite number"}
}

// Unwritable returns the error for a value of a type that cannot be written.
func (s *Shape) Unwritable() *Error {
	return &Error{Found: "a value of type " + s.Type.String(), Expected: s.wanted}
}

func (s *Shape) jsonNode(v reflect.Value) (Node, *Error) {
	raw, failed := s.AppendJSON(nil, v.Addr().Interface())
	if failed != nil {
		return Node{}, failed
	}
	n, failed := s.rawNode(raw)
	if failed != nil || s.Text.Write != AsText {
		return n, failed
	}
	text, failed := s.AppendText(nil, v.Addr().Interface())
	if string(text) != n.Text {
		n.Alt = string(text)
	}
	return n, failed
}

// NodeOfJSON sees a complete JSON value as a node, and no bytes as Null.
func (s *Shape) NodeOfJSON(raw []byte) (Node, *Error) { return s.rawNode(raw) }

func (s *Shape) rawNode(raw []byte) (Node, *Error) {
	if len(raw) == 0 {
		return Node{}, nil
	}
	n, err := parseJSON(raw)
	if err != nil {
		return Node{}, &Error{Found: s.Type.String() + " that is not JSON", Err: err}
	}
	return n, nil
}
