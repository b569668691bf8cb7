package openapi

import (
	"bytes"
	"encoding/xml"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
)

// XSD returns the types of XML bodies of a variant as an XML Schema. Every body has the root Request or Response
// (section 1, convention 2), so the schema has a named type for each body and declares no root element. Another
// schema can include this one and declare the root with the type of its body.
func XSD(v *contract.Variant) []byte {
	w := &xsdWriter{}
	w.line(xml.Header[:len(xml.Header)-1])
	w.open(`xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"`)
	schemas, _ := document(v).under("components").get("schemas").(*object)
	for _, m := range schemas.members {
		if schema, ok := m.value.(*object); ok && schema.get("oneOf") == nil {
			w.named(m.name, schema)
		}
	}
	w.shut("xs:schema")
	return w.out.Bytes()
}

// xsdWriter writes schemas of the document as types of XML Schema.
type xsdWriter struct {
	out   bytes.Buffer
	depth int
}

func (w *xsdWriter) line(text string) {
	w.out.WriteString(strings.Repeat("  ", w.depth) + text + "\n")
}

func (w *xsdWriter) open(tag string) {
	w.line("<" + tag + ">")
	w.depth++
}

func (w *xsdWriter) shut(name string) {
	w.depth--
	w.line("</" + name + ">")
}

// named writes a component as a type with a name.
func (w *xsdWriter) named(name string, schema *object) {
	if schema.get("properties") == nil {
		w.simple(` name="`+name+`"`, schema)
		return
	}
	w.complex(` name="`+name+`"`, schema)
}

// complex writes the type of an object: its members in any order, each at most once.
func (w *xsdWriter) complex(attributes string, schema *object) {
	w.open("xs:complexType" + attributes)
	w.open("xs:all")
	required, _ := schema.get("required").(list)
	for _, m := range schema.under("properties").members {
		if member, ok := m.value.(*object); ok {
			w.element(m.name, member, occurs(slices.Contains(required, any(m.name))))
		}
	}
	w.shut("xs:all")
	w.shut("xs:complexType")
}

func occurs(required bool) string {
	if required {
		return ""
	}
	return ` minOccurs="0"`
}

// element writes a member or an item. Every member can be null (section 1, convention 2), but an item cannot.
func (w *xsdWriter) element(name string, schema *object, attributes string) {
	schema = bare(schema)
	start := `xs:element name="` + name + `"` + attributes
	if strings.Contains(attributes, `minOccurs="0"`) {
		start += ` nillable="true"`
	}
	if ref, ok := schema.get("$ref").(string); ok {
		w.line("<" + start + ` type="` + strings.TrimPrefix(ref, "#/components/schemas/") + `"/>`)
		return
	}
	w.open(start)
	switch {
	case schema.get("items") != nil:
		w.array(schema)
	case schema.get("properties") != nil:
		w.complex("", schema)
	default:
		w.simple("", schema)
	}
	w.shut("xs:element")
}

// bare returns the inner schema of a schema that only adds null or the name of an XML element to it.
func bare(schema *object) *object {
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		parts, _ := schema.get(key).(list)
		if len(parts) == 0 || schema.get("properties") != nil || schema.get("type") != nil {
			continue
		}
		if inner, ok := parts[0].(*object); ok {
			return bare(inner)
		}
	}
	return schema
}

func (w *xsdWriter) array(schema *object) {
	items := schema.under("items")
	most := "unbounded"
	if limit, ok := schema.get("maxItems").(int); ok {
		most = strconv.Itoa(limit)
	}
	name, _ := items.under("xml").get("name").(string)
	w.open("xs:complexType")
	w.open("xs:sequence")
	w.item(name, items, most)
	w.shut("xs:sequence")
	w.shut("xs:complexType")
}

func (w *xsdWriter) item(name string, items *object, most string) {
	plain := obj()
	plain.members = slices.DeleteFunc(slices.Clone(items.members), func(m member) bool { return m.name == "xml" })
	w.element(name, plain, ` minOccurs="0" maxOccurs="`+most+`"`)
}

// simple writes the type of a scalar with its limits.
func (w *xsdWriter) simple(attributes string, schema *object) {
	base := baseType(schema)
	w.open("xs:simpleType" + attributes)
	w.open(`xs:restriction base="` + base + `"`)
	for _, f := range facets {
		if value := schema.get(f.keyword); value != nil && slices.Contains(f.bases, base) {
			w.facet(f.name, value)
		}
	}
	w.shut("xs:restriction")
	w.shut("xs:simpleType")
}

var facets = []struct {
	keyword, name string
	bases         []string
}{
	{"maxLength", "maxLength", []string{"xs:string"}},
	{"pattern", "pattern", []string{"xs:string"}},
	{"enum", "enumeration", []string{"xs:string"}},
	{"minimum", "minInclusive", []string{"xs:integer"}},
	{"maximum", "maxInclusive", []string{"xs:integer"}},
}

func (w *xsdWriter) facet(name string, value any) {
	switch v := value.(type) {
	case int:
		w.line("<xs:" + name + ` value="` + strconv.Itoa(v) + `"/>`)
	case string:
		w.line("<xs:" + name + ` value="` + xsdPattern(v) + `"/>`)
	case list:
		for _, each := range v {
			w.facet(name, each)
		}
	}
}

// xsdPattern returns a pattern as XML Schema writes it, where a pattern always matches the whole text.
func xsdPattern(pattern string) string {
	whole, anchored := strings.CutPrefix(pattern, "^")
	whole, closed := strings.CutSuffix(whole, "$")
	if anchored && !closed {
		whole += ".*"
	}
	return whole
}

// baseType returns the type of XML Schema for a scalar. Members that can be a text or a number in JSON are a text in
// XML.
func baseType(schema *object) string {
	types, ok := schema.get("type").(list)
	if !ok {
		types = list{schema.get("type")}
	}
	switch types[0] {
	case "integer":
		return "xs:integer"
	case "number":
		return "xs:decimal"
	case "boolean":
		return "xs:boolean"
	}
	return "xs:string"
}
