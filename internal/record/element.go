package record

import (
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// Element is the name of an XML element with its tags.
type Element struct {
	Name        string
	Open, Close string // the tags around a value; empty if the name cannot be an element's
	Next        string // the end tag of the element before it in alphabetical order, and its own start tag
}

// NewElement returns the element of that name.
func NewElement(name string) Element {
	if !IsXMLName(name) {
		return Element{Name: name}
	}
	e := Element{Name: name, Open: "<" + name + ">", Close: "</" + name + ">"}
	e.Next = e.Close + e.Open
	return e
}

// IsXMLName reports whether an element may have that name, without a namespace prefix.
func IsXMLName(name string) bool {
	first, size := utf8.DecodeRuneInString(name)
	if size == 0 || !IsNameStart(first) {
		return false
	}
	return !strings.ContainsFunc(name[size:], func(r rune) bool { return !IsNameRune(r) }) && utf8.ValidString(name)
}

// IsNameStart reports whether a name can start with r: NameStartChar of XML 1.0 (fifth edition), without the
// colon.
func IsNameStart(r rune) bool { return within(nameStarts, r) }

// IsNameRune reports whether r can be inside a name: NameChar of XML 1.0 (fifth edition), without the colon.
func IsNameRune(r rune) bool { return within(nameStarts, r) || within(nameRest, r) }

func within(ranges [][2]rune, r rune) bool {
	for i := range ranges {
		if r <= ranges[i][1] {
			return r >= ranges[i][0]
		}
	}
	return false
}

var (
	nameStarts = [][2]rune{
		{'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xC0, 0xD6}, {0xD8, 0xF6}, {0xF8, 0x2FF}, {0x370, 0x37D}, {0x37F, 0x1FFF},
		{0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD},
		{0x10000, 0xEFFFF},
	}
	nameRest = [][2]rune{{'-', '.'}, {'0', '9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}}
)

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
	f.Element = NewElement(f.Name)
	f.Null = tag.Get("nil") == "xml"
	if f.item = tag.Get("item"); f.item != "" {
		f.Item = new(NewElement(f.item))
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
