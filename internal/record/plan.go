package record

import (
	"reflect"

	"github.com/tourney-go/tourney/internal/node"
)

// Plan describes a struct type as named members. It is immutable, and built once per type.
type Plan struct {
	Type   reflect.Type
	Fields []Field // in the order of the struct
	Sorted []int   // indexes of Fields, by the character codes of the names: the order of XML

	number   int     // of the plan, from 0
	byLength [][]int // indexes of Fields, by the length of the name
	extra    []int   // where the place for unknown members is; nil when the type has none
}

// Field is one member of a Plan.
type Field struct {
	Name  string // on the wire
	Key   string // the name as JSON writes it after another member: a comma, the name in quotes, a colon
	Shape *Shape

	At int // index of the field in the struct; -1 when the field is in an embedded struct

	Element Element  // what XML writes around the value
	Item    *Element // around each item of a slice, where the tag "item" names them; else nil
	Null    bool     // in XML zero is null where it would be omitted: the tag nil:"xml"

	Omit Omission

	item string // the tag "item"
	path []int  // indexes that lead to the field, when it is in an embedded struct
}

// PlanOf returns the plan of a struct type. It returns nil for other types, and for a struct that its own methods read
// and write.
func PlanOf(t reflect.Type) *Plan { return ShapeOf(t).Plan }

// Lookup returns the index of the member called name, or -1. An exact match wins; else the first match but for the case
// of ASCII letters does. Lookup tries the guess first, an index in or out of range: wire and struct mostly agree on the
// order, so the index after the last one is a good guess.
func (p *Plan) Lookup(name []byte, guess int) int { return lookup(p, name, guess) }

// LookupString is Lookup for a name held as a string.
func (p *Plan) LookupString(name string, guess int) int { return lookup(p, name, guess) }

func lookup[T string | []byte](p *Plan, name T, guess int) int {
	if uint(guess) < uint(len(p.Fields)) && p.Fields[guess].Name == string(name) {
		return guess
	}
	if len(name) >= len(p.byLength) {
		return -1
	}
	same := p.byLength[len(name)]
	for _, i := range same {
		if p.Fields[i].Name == string(name) {
			return i
		}
	}
	for _, i := range same {
		if node.SameName(p.Fields[i].Name, name) {
			return i
		}
	}
	return -1
}

// In returns the field of the struct v for reading. Behind a nil embedded pointer there is no field: the result is the
// zero reflect.Value.
func (f *Field) In(v reflect.Value) reflect.Value {
	if f.path == nil {
		return v.Field(f.At)
	}
	return descend(v, f.path, nil)
}

// Into returns the field of the struct v for setting. It allocates embedded pointers that are nil, out of m.
func (f *Field) Into(v reflect.Value, m *Memory) reflect.Value {
	if f.path == nil {
		return v.Field(f.At)
	}
	return descend(v, f.path, m)
}

// descend follows path. Where an embedded pointer is nil it allocates the target out of m, or stops without m.
func descend(v reflect.Value, path []int, m *Memory) reflect.Value {
	for _, i := range path {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				if m == nil {
					return reflect.Value{}
				}
				m.Reserve(int(v.Type().Elem().Size()))
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v
}

// Number returns the number of the plan, from 0: plans are numbered as they are made.
func (p *Plan) Number() int { return p.number }
