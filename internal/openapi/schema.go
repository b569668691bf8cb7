package openapi

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/secret"
)

// The patterns of section 1, convention 8.
const (
	datePattern      = `^(0?[1-9]|1[0-2])/(0?[1-9]|[12][0-9]|3[01])/[0-9]{4}$`
	birthDatePattern = `^(0[1-9]|1[0-2])/(0[1-9]|[12][0-9]|3[01])/[0-9]{4}$`
	timePattern      = `^(0?[1-9]|1[0-2]):[0-5][0-9] [AP]M$`
)

// The patterns of decimal numbers as text: of an amount, of a score, and of a statistic, which an empty text clears.
const (
	decimalPattern   = `([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?`
	amountPattern    = `^\s*\+?` + decimalPattern + `\s*$`
	scorePattern     = `^\s*[-+]?` + decimalPattern + `\s*$`
	statisticPattern = `^\s*([-+]?` + decimalPattern + `)?\s*$`
)

// special are the schemas of types that their own methods write.
var special = map[reflect.Type]func() *object{
	reflect.TypeFor[tourney.Date](): func() *object {
		return obj("type", "string", "pattern", datePattern, "description", "A date, m/d/yyyy (section 1).")
	},
	reflect.TypeFor[tourney.TimeOfDay](): func() *object {
		return obj("type", "string", "pattern", timePattern, "description", "A time, h:mm AM/PM (section 1).")
	},
	reflect.TypeFor[tourney.DateTime](): func() *object {
		pattern := strings.TrimSuffix(datePattern, "$") + " " + strings.TrimPrefix(timePattern, "^")
		return obj("type", "string", "pattern", pattern, "description", "A date and a time, m/d/yyyy h:mm AM/PM (section 1).")
	},
	reflect.TypeFor[tourney.Decimal]():      func() *object { return scalar(reflect.Float64) },
	reflect.TypeFor[secret.Text]():          func() *object { return obj("type", "string", "format", "password") },
	reflect.TypeFor[tourney.TextOrNumber](): func() *object { return textOrNumber("observed-members") },
	reflect.TypeFor[tourney.WonBy](): func() *object {
		return textOrNumber("won-by-text").
			set("description", "The code in JSON, the name in XML (section 2, Game). Observed: 7 is Forfeit.")
	},
}

// textsOrNumbers are the members that hosts send as text or as a number, with the assumption about each. Observed
// members need no row here, because the assumption observed-members covers them.
var textsOrNumbers = map[string]string{
	"TeamPlayer.Status": "roster-status", "Report.Type": "enumerations",
	"GameSide.ExternalId": "external-id-numbers", "GameSide.ExternalBracketId": "external-id-numbers",
}

// textOrNumber returns a schema with oneOf, and not a schema with two types, because generators of clients cannot
// read a list of types, apart from a type and null.
func textOrNumber(assumed string) *object {
	return obj("oneOf", list{obj("type", "string"), scalar(reflect.Int64)}, assumedKey, texts(assumed))
}

// schemas makes the schemas of a document.
type schemas struct {
	variant    *contract.Variant
	components *object // by name
}

// of returns the schema of a Go type. A struct with a name becomes a component.
func (s *schemas) of(t reflect.Type) *object {
	if made, ok := special[t]; ok {
		return made()
	}
	switch t.Kind() {
	case reflect.Pointer:
		return s.of(t.Elem())
	case reflect.Slice:
		return s.array(t.Elem(), "")
	case reflect.Struct:
		return s.structure(t)
	}
	if isEnum(t) {
		return s.enumeration(t)
	}
	return scalar(t.Kind())
}

// scalar returns the schema of a kind. It has a format, because without one generators use 32 bits for ids and for
// amounts.
func scalar(kind reflect.Kind) *object {
	k := kinds[kind]
	o := obj("type", k.name)
	if k.format != "" {
		o.set("format", k.format)
	}
	return o
}

var kinds = map[reflect.Kind]struct{ name, format string }{
	reflect.Bool: {"boolean", ""}, reflect.Int: {"integer", ""}, reflect.Int64: {"integer", "int64"},
	reflect.Float64: {"number", "double"}, reflect.String: {"string", ""},
}

// array returns the schema of a list. XML names its items item.
func (s *schemas) array(elem reflect.Type, item string) *object {
	items := s.of(elem)
	if item != "" {
		items = named(items, item)
	}
	return obj("type", "array", "items", items, "xml", obj("wrapped", true))
}

// named returns a schema with the name of its element in XML.
func named(schema *object, name string) *object {
	if schema.get("$ref") != nil {
		schema = obj("allOf", list{schema})
	}
	return schema.set("xml", obj("name", name))
}

func (s *schemas) structure(t reflect.Type) *object {
	name := componentName(t)
	if name == "" {
		return s.object(t)
	}
	if s.components.get(name) == nil {
		s.components.set(name, obj()) // before its schema is made, because a type may contain itself
		s.components.set(name, s.object(t))
	}
	return obj("$ref", "#/components/schemas/"+name)
}

// componentName returns the name of the component of a type; "" if the schema of the type is not a component and is
// written where it is used.
func componentName(t reflect.Type) string {
	name, inside, generic := strings.Cut(t.Name(), "[")
	if generic {
		inside = strings.TrimSuffix(inside[strings.LastIndexByte(inside, '.')+1:], "]")
		return inside + name
	}
	if t.PkgPath() != reflect.TypeFor[tourney.Team]().PkgPath() {
		return ""
	}
	return name
}

// object returns the schema of a struct with the members that the variant has.
func (s *schemas) object(t reflect.Type) *object {
	o := obj("type", "object")
	name, _, _ := strings.Cut(t.Name(), "[")
	if section := sections[name]; section != "" {
		o.set("description", "Section 2, "+section+".")
	} else if text := descriptions[name]; text != "" {
		o.set("description", text)
	}
	if name == "ErrorItem" {
		o.set(assumedKey, texts("error-body"))
	}
	properties, required := obj(), list{}
	plan := record.PlanOf(t)
	for i := range plan.Fields {
		f := &plan.Fields[i]
		if !s.has(name, f.Name) {
			continue
		}
		properties.set(f.Name, s.member(name, f))
		if f.Omit == 0 {
			required = append(required, f.Name)
		}
	}
	o.set("properties", properties)
	if len(required) > 0 {
		o.set("required", required)
	}
	return o
}

// has reports whether the variant's objects of a type have a member.
func (s *schemas) has(typeName, name string) bool {
	row := fieldRow(typeName, name)
	return row == nil || row.In(s.variant)
}

// fieldRow returns the row of a member of an answer; nil for a member that all variants have.
func fieldRow(typeName, name string) *contract.ResponseField {
	rows := contract.ResponseFields()
	for i := range rows {
		if rows[i].Type == typeName && rows[i].Member == name {
			return &rows[i]
		}
	}
	return nil
}

func (s *schemas) member(typeName string, f *record.Field) *object {
	schema := s.value(f)
	if assumed := textsOrNumbers[typeName+"."+f.Name]; assumed != "" {
		schema = textOrNumber(assumed)
	}
	if f.Omit != 0 {
		schema = nullable(schema)
	}
	if row := fieldRow(typeName, f.Name); row != nil && row.Observed {
		schema.set("description", "Observed, not stated by the interface document.").
			set(assumedKey, texts("observed-members"))
	} else if text := descriptions[typeName+"."+f.Name]; text != "" {
		schema.set("description", text)
	}
	return schema
}

// value returns the schema of a field without null.
func (s *schemas) value(f *record.Field) *object {
	t := f.Shape.Type
	if t.Kind() == reflect.Slice && special[t] == nil {
		return s.array(t.Elem(), itemName(f))
	}
	return s.of(t)
}

// itemName returns the XML name of an item of a list.
func itemName(f *record.Field) string {
	if f.Item != nil {
		return f.Item.Name
	}
	return f.Shape.Item.Name
}

// nullable lets a schema accept null.
func nullable(schema *object) *object {
	if values, ok := schema.get("enum").(list); ok {
		schema.set("enum", append(values, nil))
	}
	if t := schema.get("type"); t != nil {
		return schema.set("type", list{t, "null"})
	}
	null := obj("type", "null")
	if either, ok := schema.get("oneOf").(list); ok {
		return schema.set("oneOf", append(either, null))
	}
	return obj("anyOf", list{schema, null})
}

// isEnum reports whether the values of a type are the codes of an enumeration.
func isEnum(t reflect.Type) bool {
	return t.Kind() == reflect.Int && t.PkgPath() != ""
}

// maxCode is above every code that was observed.
const maxCode = 100

// enumeration returns a component for an enumeration. The interface document lists no values, so the schema accepts
// all, and a sentence of the description lists the observed ones. Generators would turn each value of a schema into a
// type.
func (s *schemas) enumeration(t reflect.Type) *object {
	if s.components.get(t.Name()) == nil {
		s.components.set(t.Name(), openEnumeration(t))
	}
	return obj("$ref", "#/components/schemas/"+t.Name())
}

func openEnumeration(t reflect.Type) *object {
	text := "The code of " + t.Name() + ". Section 2 lists no values."
	if codes := observedCodes(t); codes != nil {
		text += " Observed: " + strings.Join(codes, ", ") + "."
	}
	return obj("type", "integer", "description", text, assumedKey, texts("enumerations"))
}

// observedCodes returns the codes that have a name, each with its name.
func observedCodes(t reflect.Type) (codes []string) {
	for code := range maxCode {
		v := reflect.New(t).Elem()
		v.SetInt(int64(code))
		text, ok := v.Interface().(interface{ String() string })
		if ok && !strings.HasSuffix(text.String(), "("+strconv.Itoa(code)+")") {
			codes = append(codes, strconv.Itoa(code)+" "+text.String())
		}
	}
	return codes
}
