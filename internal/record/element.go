package record

import (
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/xmlname"
)

// Element is the name of an XML element with its tags.
type Element struct {
	Name        string
	Open, Close string // the tags around a value; empty if the name cannot be an element's
	Next        string // the end tag of the element before it in alphabetical order, and its own start tag
}

// newElement returns the element of that name.
func newElement(name string) Element {
	if !xmlname.IsValid(name) {
		return Element{Name: name}
	}
	e := Element{Name: name, Open: "<" + name + ">", Close: "</" + name + ">"}
	e.Next = e.Close + e.Open
	return e
}

// noItemName names items that have no name from a tag or a type.
const noItemName = "Item"

// itemName returns what XML calls the items of a slice without a tag: the Go name of their type.
func itemName(slice reflect.Type) string {
	name, _, _ := strings.Cut(pointedTo(slice.Elem()).Name(), "[") // without the arguments of a generic type
	if name == "" {
		return noItemName
	}
	return name
}

// pointedTo follows pointers, though not forever: a pointer type may point to itself.
func pointedTo(t reflect.Type) reflect.Type {
	for range 8 {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
	}
	return t
}

// readXMLTags reads the tags that concern XML alone.
func (f *Field) readXMLTags(tag reflect.StructTag) {
	f.Element = newElement(f.Name)
	f.Null = tag.Get("nil") == "xml"
	if f.item = tag.Get("item"); f.item != "" {
		f.Item = new(newElement(f.item))
	}
}

// sort decides the order of the members in XML.
func (p *Plan) sort() {
	p.Sorted = make([]int, len(p.Fields))
	for i := range p.Sorted {
		p.Sorted[i] = i
	}
	slices.SortFunc(p.Sorted, func(i, j int) int { return strings.Compare(p.Fields[i].Name, p.Fields[j].Name) })
	before := ""
	for _, i := range p.Sorted {
		e := &p.Fields[i].Element
		e.Next = before + e.Open
		before = e.Close
	}
}
