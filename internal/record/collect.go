package record

import (
	"reflect"
	"strings"
	"sync/atomic"
	"unicode"
)

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
	inside []reflect.Type // the embedded structs being visited, against endless recursion

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

// plans counts those that were made.
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

// isName reports whether a tag can give a member that name. encoding/json ignores other names.
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

// embedded visits the struct that a field embeds, unless its tag makes it a member. Reflection cannot set a struct that
// is not exported: it is refused as a member, and the members behind a pointer to it do not exist.
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
