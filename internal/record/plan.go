package record

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/tourney-go/tourney/internal/node"
)

// Plan is a struct type as named members. It is immutable, and built once per type.
type Plan struct {
	Type   reflect.Type
	Fields []Field // in the order of the struct
	Sorted []int   // indexes of Fields, by the character codes of the names: the order of XML

	number   int // of the plan, from 0
	setter   Setter
	byLength [][]int // indexes of Fields, by the length of the name
	extra    []int   // where the place for unknown members is; nil when the type has none
}

// Field is one member of a Plan.
type Field struct {
	Name  string // on the wire
	Key   string // the name as JSON writes it after another member: a comma, the name in quotes, a colon
	Shape *Shape

	At int // index of the field in the struct; -1 where embedding put it deeper

	FromText bool // a Setter may know how to store it, also from JSON

	Element Element  // what XML writes around the value
	Item    *Element // around each item of a slice, where the tag "item" names them; else nil
	Null    bool     // in XML zero is null where it would be omitted: the tag nil:"xml"

	Omit Omission

	item string // the tag "item"
	path []int  // where the field is instead, when embedding put it deeper
}

// Omission says when a field is left out of what is written: whenever one of its bits says so.
type Omission uint8

// The bits.
const (
	OmitIfEmpty Omission = 1 << iota // omitempty
	OmitIfZero                       // omitzero
	OmitIfAsked                      // omitzero on a type with an IsZero method
	OmitIfNil                        // either, on what is empty or zero only when it is nil
)

// PlanOf returns the plan of a struct type, and nil for a type that is not read and written member by
// member: one that is no struct, or one whose methods read and write it whole.
func PlanOf(t reflect.Type) *Plan { return ShapeOf(t).Plan }

// Lookup returns the index of the member called name, or -1. A name that matches exactly wins; failing
// that, the first one that matches but for the case of ASCII letters does. The guess, an index in or out
// of range, is tried first: wire and struct mostly agree on the order, so one more than the last index
// found is a good one.
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

// In returns the field of the struct v for reading. Behind a nil embedded pointer there is none: the
// result is then the zero reflect.Value.
func (f *Field) In(v reflect.Value) reflect.Value {
	if f.path == nil {
		return v.Field(f.At)
	}
	return descend(v, f.path, nil)
}

// Into returns the field of the struct v for setting, and makes the embedded pointers on the way, which takes memory.
func (f *Field) Into(v reflect.Value, m *Memory) reflect.Value {
	if f.path == nil {
		return v.Field(f.At)
	}
	return descend(v, f.path, m)
}

// descend makes the embedded pointers on the way when it has the memory to count them in.
func descend(v reflect.Value, path []int, m *Memory) reflect.Value {
	for _, i := range path {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				if m == nil {
					return reflect.Value{}
				}
				m.Take(int(v.Type().Elem().Size()))
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v
}

// Omitted reports whether v, which In returned, is left out of what is written. A pointer counts as zero
// only when it is nil, whatever its target's IsZero says: presence is what pointers are for here.
func (f *Field) Omitted(v reflect.Value) bool { return f.Omit != 0 && f.omits(v) || !v.IsValid() }

func (f *Field) omits(v reflect.Value) bool {
	switch {
	case !v.IsValid():
		return true
	case f.Omit&OmitIfNil != 0 && v.IsNil(), f.Omit&OmitIfEmpty != 0 && isEmpty(v):
		return true
	case f.Omit&OmitIfZero != 0 && v.IsZero():
		return true
	}
	return f.Omit&OmitIfAsked != 0 && v.Addr().Interface().(zeroer).IsZero()
}

type zeroer interface{ IsZero() bool }

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String, reflect.Slice, reflect.Map, reflect.Array:
		return v.Len() == 0
	case reflect.Int, reflect.Int64: // quicker than IsZero
		return v.Int() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// Number returns the number of the plan, from 0: plans are numbered as they are made.
func (p *Plan) Number() int { return p.number }

// HasExtra reports whether values of the plan have a place for unknown members.
func (p *Plan) HasExtra() bool { return p.extra != nil }

// KeepExtra puts an unknown member of the struct v into its Extra field, unless the memory is spent. The plan must
// have one. The name and the value are the caller's to count.
func (p *Plan) KeepExtra(v reflect.Value, name string, raw json.RawMessage, m *Memory) {
	extra := p.extraOf(v, m)
	if _, again := extra[name]; again || m.takeForExtra(extra) {
		extra[name] = raw
	}
}

// takeForExtra takes what one more unknown member needs beside its name and its value.
func (m *Memory) takeForExtra(extra map[string]json.RawMessage) bool {
	return m.TakeForMap(len(extra), int(reflect.TypeFor[string]().Size()+reflect.TypeFor[json.RawMessage]().Size()))
}

// AddExtra is KeepExtra for a syntax in which a name that is repeated stands for an array: the second value
// of a name makes one. No value passed in may be an array itself. The name and the value are copied, and counted.
func (p *Plan) AddExtra(v reflect.Value, name []byte, raw json.RawMessage, m *Memory) {
	extra := p.extraOf(v, m)
	if before := extra[string(name)]; before != nil {
		extra[string(name)] = m.joined(before, raw)
	} else if m.Take(len(name)) && m.Take(len(raw)) && m.takeForExtra(extra) {
		extra[string(name)] = bytes.Clone(raw)
	}
}

// joined returns an array of what was before, which may be one already, and one more value; without memory it is what
// was before.
func (m *Memory) joined(before, raw json.RawMessage) json.RawMessage {
	var array json.RawMessage
	if before[0] != '[' {
		array = m.room(nil, len(before)+len(raw)+len("[,]"))
	} else {
		array = m.room(before, len(raw)+len(","))
	}
	switch {
	case m.left < 0:
		return before
	case len(array) == 0:
		array = append(append(array, '['), before...)
	default:
		array = array[:len(array)-1]
	}
	return append(append(append(array, ','), raw...), ']')
}

// room returns text with room for n more bytes, unless the memory is spent.
func (m *Memory) room(text []byte, n int) []byte {
	if cap(text)-len(text) >= n {
		return text
	}
	size := max(2*cap(text), len(text)+n)
	if !m.Take(size) {
		return text
	}
	return append(make([]byte, 0, size), text...)
}

func (p *Plan) extraOf(v reflect.Value, m *Memory) map[string]json.RawMessage {
	place := descend(v, p.extra, m).Addr().Convert(extraPointer).Interface().(*map[string]json.RawMessage)
	if *place == nil {
		*place = make(map[string]json.RawMessage)
	}
	return *place
}

var (
	extraMap     = reflect.TypeFor[map[string]json.RawMessage]()
	extraPointer = reflect.TypeFor[*map[string]json.RawMessage]()
	zeroerType   = reflect.TypeFor[zeroer]()
)

// isExtra reports whether a field is the struct's place for unknown members.
func isExtra(sf *reflect.StructField) bool {
	return sf.Name == "Extra" && sf.Tag.Get("json") == "-" &&
		sf.Type.Kind() == reflect.Map && sf.Type.ConvertibleTo(extraMap)
}

// candidate is a field that becomes a member unless another one of the same name dominates it.
type candidate struct {
	Field
	tagged bool
	depth  int
}

// collector gathers the candidates of a struct and of what it embeds.
type collector struct {
	shapes builder
	found  []candidate
	extra  []int
	inside []reflect.Type // the embedded structs being visited, against endless recursion

	refused string // why the struct cannot be read or written, if it cannot
}

// plans counts those that were made.
var plans atomic.Int64

// plan returns the plan of a struct type, or what is wrong with it.
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
	p.setter = setters[t]
	return p, ""
}

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

// isName reports whether a tag can name a member so: encoding/json ignores what is none.
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

// embedded visits the struct that a field embeds, unless its tag makes it a member. Reflection cannot set one from here
// that is not exported: it is refused as a member, and the members behind a pointer to one do not exist.
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
	f.takeXMLTags(sf.Tag)
	f.FromText = f.Shape.readsText()
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

// omitsZero looks for IsZero on the type itself and not on what a pointer points to.
func omitsZero(t reflect.Type) Omission {
	switch {
	case t.Kind() != reflect.Pointer && reflect.PointerTo(t).Implements(zeroerType):
		return OmitIfAsked
	case t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice:
		return OmitIfNil
	}
	return OmitIfZero
}

func omitsEmpty(t reflect.Type) Omission {
	if t.Kind() == reflect.Pointer {
		return OmitIfNil
	}
	return OmitIfEmpty
}

// dominates applies Go's rule for embedded fields, as encoding/json does: the least deep field of a name
// wins, then the tagged one; where that leaves two, neither is a member.
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

// index sorts the members by the length of their names: few names share one, so comparing the bytes of
// those that do is a perfect match without a hash.
func (p *Plan) index() {
	for i := range p.Fields {
		n := len(p.Fields[i].Name)
		for len(p.byLength) <= n {
			p.byLength = append(p.byLength, nil)
		}
		p.byLength[n] = append(p.byLength[n], i)
	}
}
