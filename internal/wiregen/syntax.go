package main

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"

	"github.com/tourney-go/tourney/internal/record"
)

// syntax is JSON or XML.
type syntax bool

const (
	inJSON syntax = false
	inXML  syntax = true
)

// suffix ends the names of functions.
func (s syntax) suffix() string {
	if s == inXML {
		return "XML"
	}
	return "JSON"
}

// pkg is the package that generated code calls.
func (s syntax) pkg() string {
	if s == inXML {
		return "xmlwire"
	}
	return "jsoncodec"
}

// order returns the indexes of the members in the order of the syntax.
func (s syntax) order(p *record.Plan) []int {
	if s == inXML {
		return p.Sorted
	}
	order := make([]int, len(p.Fields))
	for i := range order {
		order[i] = i
	}
	return order
}

// before returns the key or the start tag of a value, as an argument.
func (s syntax) before(f *record.Field) string {
	if s == inXML {
		return strconv.Quote(f.Element.Open)
	}
	return fmt.Sprintf("%#q", f.Key)
}

// around returns the arguments for a value between its key or tags.
func (s syntax) around(f *record.Field, argument string) string {
	if s == inXML {
		return s.before(f) + ", " + argument + ", " + strconv.Quote(f.Element.Close)
	}
	return s.before(f) + ", " + argument
}

func (s syntax) null(f *record.Field) string { return "w.Null(" + s.before(f) + ")" }

func (s syntax) form(shape *record.Shape) record.Form {
	if s == inXML {
		return shape.Text.Write
	}
	return shape.JSON.Write
}

// value returns the statement that writes a value which is present.
func (s syntax) value(f *record.Field, at string) (string, error) {
	shape := f.Shape
	pointer := s.form(shape) == record.AsPointer
	if pointer {
		shape = shape.Elem
	}
	form := s.form(shape)
	if shape.Secret || shape.Quoted || form == record.AsPointer || pointer && form == record.AsSlice {
		return "", errUnknown
	}
	switch form {
	case record.AsStruct:
		if !pointer {
			at = "&" + at
		}
		return s.structure(f, function(shape.Type), at), nil
	case record.AsSlice:
		return s.list(f, shape, at)
	case record.AsText:
		return s.text(f, shape, at)
	case record.AsJSON:
		if !implements[interface{ AppendJSON([]byte) ([]byte, error) }](shape.Type) {
			return "", errUnknown
		}
		return "w.JSON(" + at + ".AppendJSON(w.Value(" + s.before(f) + ")))", nil
	}
	if pointer {
		at = "*" + at
	}
	return s.scalar(f, shape, at)
}

func implements[I any](t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[I]())
}

func (s syntax) structure(f *record.Field, name, at string) string {
	if s == inXML {
		return fmt.Sprintf("xmlwire.Element(w, %q, %q, %s, write%sXML)", f.Element.Open, f.Element.Close, at, name)
	}
	return fmt.Sprintf("jsoncodec.Object(w, %#q, %s, write%sJSON)", f.Key, at, name)
}

func (s syntax) list(f *record.Field, shape *record.Shape, at string) (string, error) {
	tags := s.before(f)
	if s == inXML {
		item := f.Item
		if item == nil {
			item = &shape.Item
		}
		if item.Open == "" {
			return "", fmt.Errorf("%w: XML has no such names for its items", errUnknown)
		}
		tags = fmt.Sprintf("%q, %q, %q, %q", f.Element.Open, item.Open, item.Close, f.Element.Close)
	}
	switch elem := shape.Elem; {
	case s.form(elem) == record.AsStruct:
		return fmt.Sprintf("%s.List(w, %s, %s, write%s%s)", s.pkg(), tags, at, function(elem.Type), s.suffix()), nil
	case elem.Type == reflect.TypeFor[string]():
		return fmt.Sprintf("w.Strings(%s, %s)", tags, at), nil
	}
	return "", errUnknown
}

func (s syntax) text(f *record.Field, shape *record.Shape, at string) (string, error) {
	if !implements[encoding.TextAppender](shape.Type) {
		return "", errUnknown
	}
	statement := "w.Text(" + at + ".AppendText(w.Begin(" + s.before(f) + ")))"
	if s == inXML {
		statement += "\nw.End(" + strconv.Quote(f.Element.Close) + ")"
	}
	return statement, nil
}

func (s syntax) scalar(f *record.Field, shape *record.Shape, at string) (string, error) {
	var method string
	var as reflect.Type
	switch form := s.form(shape); {
	case form == record.AsString:
		method, as = "String", reflect.TypeFor[string]()
	case form == record.AsInt:
		method, as = "Int", reflect.TypeFor[int64]()
	case form == record.AsBool:
		method, as = "Bool", reflect.TypeFor[bool]()
	case form == record.AsFloat && shape.Type.Bits() == 64:
		method, as = "Float", reflect.TypeFor[float64]()
	default:
		return "", errUnknown
	}
	if shape.Type != as {
		at = as.Name() + "(" + at + ")"
	}
	return "w." + method + "(" + s.around(f, at) + ")", nil
}
