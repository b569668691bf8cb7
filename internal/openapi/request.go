package openapi

import (
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/record"
)

// asker makes the schemas of the parameters of an operation.
type asker struct {
	*schemas
	op *contract.Operation
}

// body returns the schema of the operation's body.
func (a *asker) body() *object {
	o := a.object(operations[a.op.ID].question, "")
	o.set("description", "The body of "+a.op.ID+", section "+a.op.Section+". The order of members does not matter.")
	if conditions := a.conditions(); len(conditions) > 0 {
		o.set("if", obj("type", "object")).set("then", obj("allOf", conditions))
	}
	return o.set("xml", obj("name", "Request"))
}

// object returns the schema of the members under a dotted name of the contract; "" means the request itself.
func (a *asker) object(t reflect.Type, scope string) *object {
	properties := obj()
	plan := record.PlanOf(t)
	for i := range plan.Fields {
		f := &plan.Fields[i]
		p := a.op.Param(join(scope, strings.ToLower(f.Name)))
		if p != nil && p.In(a.variant) {
			properties.set(a.wireName(p, f.Name), a.parameter(p, f))
		}
	}
	a.addSecondSpellings(properties, scope)
	o := obj("type", "object", "properties", properties)
	if required := a.required(scope); len(required) > 0 {
		o.set("required", required)
	}
	return o
}

// wireName returns the name of a parameter in a body of the variant.
func (a *asker) wireName(p *contract.Param, usual string) string {
	if s := p.SpelledIn(a.variant); s != nil {
		return s.As
	}
	return usual
}

// addSecondSpellings adds the members that carry a value under its second name.
func (a *asker) addSecondSpellings(properties *object, scope string) {
	for i := range a.op.Params {
		p := &a.op.Params[i]
		if p.Also == "" || scopeOf(p.Also) != scope || !p.In(a.variant) {
			continue
		}
		schema := a.limited(p, obj("type", scalars[p.Type]))
		describe(schema, "A second spelling of "+p.Name+", which carries the same value.")
		properties.set(p.AlsoAs, nullable(assume(schema, "both-spellings")))
	}
}

var scalars = map[contract.Type]string{
	contract.Integer: "integer", contract.String: "string", contract.Boolean: "boolean",
}

// parameter returns the schema of a member. Null counts as absent.
func (a *asker) parameter(p *contract.Param, f *record.Field) *object {
	schema := a.limited(p, a.shaped(p, f))
	if !slices.Contains(a.required(scopeOf(p.Name)), any(a.wireName(p, f.Name))) {
		schema = nullable(schema)
	}
	return a.noted(schema, p)
}

// shaped returns the schema of a member by its type.
func (a *asker) shaped(p *contract.Param, f *record.Field) *object {
	t := f.Shape.Type
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch p.Type {
	case contract.Decimal:
		if p.AsText {
			return obj("oneOf", list{obj("type", "string", "pattern", scorePattern), scalar(reflect.Float64)})
		}
		number, text := scalar(reflect.Float64).set("minimum", 0), obj("type", "string", "pattern", amountPattern)
		return obj("oneOf", list{number, text}, assumedKey, texts("cards"))
	case contract.Enum:
		if !isEnum(t) {
			const unlisted = "A code. Section 4.4 lists no values."
			return obj("type", "integer", "description", unlisted, assumedKey, texts("enumerations"))
		}
	case contract.BirthDate:
		return obj("type", "string", "pattern", birthDatePattern, "description", "A date, mm/dd/yyyy (section 1).")
	case contract.List:
		items := a.object(t.Elem(), p.Name).set("xml", obj("name", itemName(f)))
		return obj("type", "array", "items", items, "xml", obj("wrapped", true))
	case contract.Object:
		return a.object(t, p.Name)
	}
	return a.value(f)
}

// limited adds the limits of a row to a schema.
func (a *asker) limited(p *contract.Param, schema *object) *object {
	limit := p.MaxIn(a.variant)
	switch {
	case p.Type == contract.Integer:
		limitInteger(schema, p, limit)
	case limit > 0 && p.Type == contract.String:
		schema.set("maxLength", limit)
	case limit > 0 && p.Type == contract.List:
		schema.set("maxItems", limit)
	}
	if f, ok := textFormats[p.Format]; ok {
		schema.set(f.keyword, f.value)
	}
	if p.Format == contract.Email {
		assume(schema, "e-mail-addresses")
	}
	if p.Numbers {
		schema = textOrNumber("external-id-numbers")
	}
	if p.Secret {
		schema.set("format", "password").set("writeOnly", true)
	}
	return schema
}

var textFormats = map[contract.Format]struct {
	keyword string
	value   any
}{
	contract.Email:    {"format", "email"},
	contract.HTTP:     {"pattern", "^http://"},
	contract.Handle:   {"pattern", "^[^@]*$"},
	contract.CardType: {"enum", texts(contract.CardTypes()...)},
}

// limitInteger adds the limits of an integer that may have at most so many digits.
func limitInteger(schema *object, p *contract.Param, digits int) {
	if p.Min > 0 {
		assume(schema.set("minimum", p.Min), "ids-below-1")
	}
	if digits > 0 {
		most := 1
		for range digits {
			most *= 10
		}
		schema.set("minimum", 1-most).set("maximum", most-1)
	}
	switch p.Format {
	case contract.Year:
		assume(schema.set("minimum", contract.FirstYear).set("maximum", contract.LastYear), "valid-year")
	case contract.TwoDigits:
		schema.set("minimum", 0).set("maximum", 99)
	case contract.Month:
		schema.set("minimum", 1).set("maximum", 12)
	}
}

// noted adds what else the row of a parameter says, beside its limits.
func (a *asker) noted(schema *object, p *contract.Param) *object {
	if value := p.DefaultIn(a.variant); value != "" {
		describe(schema, "The host's default is "+value+".")
	}
	if p.OnlyInSamples {
		describe(schema, "Sample bodies carry it, and the table does not list it.")
	}
	if p.Type == contract.NamedEnum {
		assume(schema, "won-by-names")
	}
	if p.Format == contract.Cents {
		describe(assume(schema, "whole-cents"), "An amount without parts of a cent.")
	}
	if p.Type == contract.Name {
		schema = obj("oneOf", list{schema.set("pattern", `^\s*\S`), scalar(reflect.Int64)})
	}
	if strings.HasSuffix(p.Name, "statistics.value") {
		assume(schema.set("pattern", statisticPattern), "statistic-values")
	}
	if p.Name == "coaches.id" {
		assume(schema, "coach-ids")
	}
	return schema
}

// describe adds a sentence to a description.
func describe(schema *object, sentence string) {
	if before, ok := schema.get("description").(string); ok && !strings.Contains(before, sentence) {
		sentence = before + " " + sentence
	}
	schema.set("description", sentence)
}

func join(scope, name string) string {
	if scope == "" {
		return name
	}
	return scope + "." + name
}

func scopeOf(dotted string) string {
	return dotted[:max(0, strings.LastIndexByte(dotted, '.'))]
}
