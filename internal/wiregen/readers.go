package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/record"
)

// readers writes the functions that the decoders call: one for XML that stores a scalar, because XML comes in two
// orders, and one for JSON that reads members in the order of the struct.
func (g *generator) readers() {
	g.guards()
	for _, t := range g.types {
		g.setter(record.PlanOf(t))
		if hasScalars(record.PlanOf(t)) {
			g.reader(record.PlanOf(t))
		}
	}
}

// hasScalars reports whether a reader for the type would read anything.
func hasScalars(p *record.Plan) bool {
	return slices.ContainsFunc(p.Fields, func(f record.Field) bool { return f.FromText && stored(f.Shape) != "" })
}

// setter writes the function that stores scalars.
func (g *generator) setter(p *record.Plan) {
	g.print("\nfunc set%s(s *record.Scalar, p any, index int, text []byte) bool {", function(p.Type))
	if cases := scalars(p); len(cases) > 0 {
		g.print("v := p.(*%s)\nswitch index {\n%s}", p.Type.Name(), strings.Join(cases, ""))
	}
	g.print("return false\n}")
}

// scalars returns the cases of the function, by the index of the member.
func scalars(p *record.Plan) (cases []string) {
	for i := range p.Fields {
		f := &p.Fields[i]
		at := "v." + p.Type.Field(f.At).Name
		switch function := stored(f.Shape); function {
		case "":
		case "String", "StringPointer":
			cases = append(cases, fmt.Sprintf("case %d:\n%s = s.%s(text)\nreturn true\n", i, at, function))
		case "Int":
			cases = append(cases, fmt.Sprintf("case %d:\nreturn record.Int(&%s, text)\n", i, at))
		default:
			cases = append(cases, fmt.Sprintf("case %d:\nreturn record.%s(s.Arena, &%s, text)\n", i, function, at))
		}
	}
	return cases
}

// reader writes the function that reads members from JSON.
func (g *generator) reader(p *record.Plan) {
	g.print("\nfunc read%sJSON(r *jsoncodec.Reader, p any, i int) bool {", function(p.Type))
	g.print("v := p.(*%s)\nswitch i {", p.Type.Name())
	for i := range p.Fields {
		if i > 0 {
			g.print("fallthrough")
		}
		g.print("case %d:\nif !%s {\nreturn false\n}", i, readMember(&p.Fields[i], i, "v."+p.Type.Field(p.Fields[i].At).Name))
	}
	g.print("}\nreturn true\n}")
}

// readMember returns the call that reads a member.
func readMember(f *record.Field, i int, at string) string {
	switch function := stored(f.Shape); {
	case function == "" || !f.FromText:
		return fmt.Sprintf("r.Other(%d, %#q)", i, f.Key)
	case strings.HasPrefix(function, "String"):
		return fmt.Sprintf("r.%s(%d, %#q, &%s)", function, i, f.Key, at)
	default:
		return fmt.Sprintf("jsoncodec.%s(r, %d, %#q, &%s)", function, i, f.Key, at)
	}
}

// stored returns the function that stores a scalar of a shape; "" for a kind that is rare.
func stored(shape *record.Shape) (function string) {
	pointer := shape.Text.Read == record.AsPointer
	if pointer {
		shape = shape.Elem
	}
	switch kind := shape.Type.Kind(); {
	case shape.Secret || shape.Quoted:
		return ""
	case shape.Text.Read == record.AsText && shape.Flat:
		function = "Value"
	case shape.Text.Read == record.AsInt && (kind == reflect.Int || kind == reflect.Int64):
		function = "Int"
	case shape.Type == reflect.TypeFor[string]():
		function = "String"
	default:
		return ""
	}
	if pointer {
		function += "Pointer"
	}
	return function
}
