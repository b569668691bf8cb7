package record

import (
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/node"
)

// Element is the name of an XML element with its tags.
type Element struct {
	Name        string
	Open, Close string // the tags around a value; empty if XML does not allow the name
	Next        string // of a member: the end tag of the member before it in alphabetical order, and its start tag
}

// newElement returns the element with a name, and with empty tags if XML does not allow the name.
func newElement(name string) Element {
	if !node.IsName(name) {
		return Element{Name: name}
	}
	return Element{Name: name, Open: "<" + name + ">", Close: "</" + name + ">"}
}

// noItemName is the name of a slice's items in XML if neither a tag nor their type has a name.
const noItemName = "Item"

// itemName returns the XML name of the items of a slice that no tag names: the Go name of their type.
func itemName(slice reflect.Type) string {
	name, _, _ := strings.Cut(pointedTo(slice.Elem()).Name(), "[") // without the arguments of a generic type
	if name == "" {
		return noItemName
	}
	return name
}

// pointedTo returns the type behind up to eight pointers. It does not follow more, because a pointer type
// may point to itself.
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

// sort sets p.Sorted, the order of the members in XML, and the tags that follow from the order.
func (p *Plan) sort() {
	p.Sorted = make([]int, len(p.Fields))
	for i := range p.Sorted {
		p.Sorted[i] = i
	}
	slices.SortFunc(p.Sorted, func(i, j int) int { return strings.Compare(p.Fields[i].Name, p.Fields[j].Name) })
	before := ""
	for _, i := range p.Sorted {
		if e := &p.Fields[i].Element; e.Open != "" {
			e.Next = before + e.Open
			before = e.Close
		}
	}
}
