// Package record describes a Go struct as named members. It decides once per type how each member is found,
// read and written. The codecs of JSON, XML and node.Node use this decision. So they accept the same
// numbers in text, blanks and nulls, put unknown members into the same field, and return errors of the same
// form.
//
// Start at PlanOf for a struct type and at ShapeOf for any type. The codecs read tokens and pass them to
// Shape.Set. They deal with white space, escapes and nesting, and with nothing else.
//
// The standard json tags name the members. A field without a tag has its Go name. The fields of an embedded struct
// without a name in its tag belong to the struct around it, under Go's rules of promotion. Two rules differ from
// encoding/json. An embedded struct that is not exported must not have a name in its tag. The fields behind an embedded
// pointer to a struct that is not exported do not exist.
package record

import (
	"reflect"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/tourney-go/tourney/internal/node"
)

// Plan describes a struct type as named members. A Plan is immutable, and PlanOf makes it once per type.
type Plan struct {
	Type   reflect.Type
	Fields []Field // in the order of the struct
	Sorted []int   // indexes of Fields, by the character codes of the names: the order of XML

	number   int     // from 0, in the order in which plans are made
	byLength [][]int // indexes of Fields, by the length of the name
	extra    []int   // indexes that lead to the Extra field for unknown members; nil if the type has none
}

// Field is one member of a Plan.
type Field struct {
	Name  string // in JSON and XML
	Key   string // the name as JSON writes it after another member: a comma, the name in quotes, a colon
	Shape *Shape

	At int // index of the field in the struct; -1 when the field is in an embedded struct

	Element Element  // the XML element around the value
	Item    *Element // the XML element around each item of a slice if the tag "item" names it, else nil
	Null    bool     // XML writes null instead of omitting the member: the tag nil:"xml"

	Omit Omission

	item string // the tag "item"
	path []int  // indexes that lead to the field, when it is in an embedded struct
}

// PlanOf returns the plan of a struct type. It returns nil for other types, and for a struct that its own methods read
// and write.
func PlanOf(t reflect.Type) *Plan { return ShapeOf(t).Plan }

// Lookup returns the index of the member called name, or -1. An exact match wins; without one, the first
// name wins that differs only in the case of ASCII letters. Lookup tries the index guess first, which may
// be out of range. A good guess is the index after the last member, because bodies mostly have their
// members in the order of the struct.
func (p *Plan) Lookup(name []byte, guess int) int { return lookup(p, name, guess) }

// LookupString does what Lookup does, for a name that is a string.
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

// In returns the field of the struct v for reading. If the field is behind an embedded pointer that is nil,
// In returns the zero reflect.Value.
func (f *Field) In(v reflect.Value) reflect.Value {
	if f.path == nil {
		return v.Field(f.At)
	}
	return descend(v, f.path, nil)
}

// Into returns the field of the struct v for setting. It allocates the targets of embedded pointers that
// are nil, and reserves their memory in m.
func (f *Field) Into(v reflect.Value, m *Memory) reflect.Value {
	if f.path == nil {
		return v.Field(f.At)
	}
	return descend(v, f.path, m)
}

// descend returns the field at the end of path. If an embedded pointer is nil, descend allocates its target
// and reserves the memory in m; if m is nil, it returns the zero reflect.Value instead.
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

// Number returns the number of the plan. The plan that was made first has the number 0.
func (p *Plan) Number() int { return p.number }

// candidate is a field that becomes a member unless another one of the same name dominates it.
type candidate struct {
	Field
	tagged bool
	depth  int
}

// collector gathers the candidates of a struct and of the structs that it embeds.
type collector struct {
	shapes builder
	found  []candidate
	extra  []int
	inside []reflect.Type // the embedded structs being visited, to stop endless recursion

	refused string // why the struct cannot be read or written, if it cannot
}

// plan returns the plan of a struct type, or the reason why there is none.
func (b builder) plan(t reflect.Type) (p *Plan, refused string) {
	c := collector{shapes: b}
	c.visit(t, nil)
	if c.refused != "" {
		return nil, c.refused
	}
	p = &Plan{Type: t, extra: c.extra, number: int(plans.Add(1)) - 1}
	for i := range c.found {
		if c.dominates(i) {
			p.Fields = append(p.Fields, c.found[i].Field)
		}
	}
	p.index()
	p.sort()
	return p, ""
}

// plans counts the plans that were made.
var plans atomic.Int64

func (c *collector) visit(t reflect.Type, path []int) {
	for _, outer := range c.inside {
		if outer == t {
			return
		}
	}
	c.inside = append(c.inside, t)
	for i := range t.NumField() {
		sf := t.Field(i)
		c.field(&sf, append(path[:len(path):len(path)], i))
	}
	c.inside = c.inside[:len(c.inside)-1]
}

func (c *collector) field(sf *reflect.StructField, path []int) {
	tag := sf.Tag.Get("json")
	name, options, _ := strings.Cut(tag, ",")
	if !isName(name) {
		name = ""
	}
	switch {
	case isExtra(sf):
		if c.extra == nil || len(path) < len(c.extra) {
			c.extra = path
		}
	case tag == "-":
	case sf.Anonymous && embeds(sf):
		c.embedded(sf, name, options, path)
	case sf.IsExported():
		c.add(sf, name, options, path)
	}
}

// isName reports whether a member can get the name from a tag. encoding/json ignores other names.
func isName(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool {
		return !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// embeds reports whether an anonymous field has fields of its own.
func embeds(sf *reflect.StructField) bool {
	t := sf.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct
}

// embedded visits the struct that a field embeds, unless its tag makes it a member. Reflection cannot set
// an embedded struct that is not exported. So embedded refuses such a struct as a member, and ignores the
// fields behind a pointer to such a struct.
func (c *collector) embedded(sf *reflect.StructField, name, options string, path []int) {
	t := sf.Type
	switch {
	case name != "" && !sf.IsExported():
		c.refused = "no value: the embedded " + sf.Name + " is not exported"
	case name != "":
		c.add(sf, name, options, path)
	case t.Kind() != reflect.Pointer:
		c.visit(t, path)
	case sf.IsExported():
		c.visit(t.Elem(), path)
	}
}

func (c *collector) add(sf *reflect.StructField, name, options string, path []int) {
	f := Field{Name: name, Shape: c.shapes.shape(sf.Type), At: path[0]}
	if name == "" {
		f.Name = sf.Name
	}
	if len(path) > 1 {
		f.path, f.At = path, -1
	}
	f.Key = string(appendQuoted([]byte{','}, f.Name)) + ":"
	for option := range strings.SplitSeq(options, ",") {
		f.option(option)
	}
	f.readXMLTags(sf.Tag)
	c.found = append(c.found, candidate{f, name != "", len(path)})
}

func (f *Field) option(option string) {
	switch option {
	case "omitempty":
		f.Omit |= omitsEmpty(f.Shape.Type)
	case "omitzero":
		f.Omit |= omitsZero(f.Shape.Type)
	case "string":
		f.Shape = f.Shape.quoted()
	}
}

// dominates applies Go's rule for embedded fields, as encoding/json does: of the fields with one name the
// least deep wins. Of several at that depth the one with a tag wins. If that still leaves two, neither is a
// member.
func (c *collector) dominates(i int) bool {
	me := &c.found[i]
	for j := range c.found {
		other := &c.found[j]
		switch {
		case i == j || other.Name != me.Name || other.depth > me.depth:
		case other.depth < me.depth, other.tagged, !me.tagged:
			return false
		}
	}
	return true
}

// index sorts the members by the length of their names: few names have the same length, so Lookup compares
// only few names, and needs no hash.
func (p *Plan) index() {
	for i := range p.Fields {
		n := len(p.Fields[i].Name)
		for len(p.byLength) <= n {
			p.byLength = append(p.byLength, nil)
		}
		p.byLength[n] = append(p.byLength[n], i)
	}
}
