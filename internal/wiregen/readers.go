package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/record"
)

// readers writes the functions that the decoders call.
func (g *generator) readers() {
	g.guards()
	for _, t := range g.types {
		p := record.PlanOf(t)
		if readsJSON(p) {
			g.readerJSON(p)
		}
		if readsXML(p) {
			g.readerXML(p)
		}
	}
}

// readsJSON reports whether a reader for the type would read anything from JSON.
func readsJSON(p *record.Plan) bool {
	return slices.ContainsFunc(p.Fields, func(f record.Field) bool { return f.FromText && stored(f.Shape) != "" })
}

// readsXML reports whether a reader for the type would read anything from XML.
func readsXML(p *record.Plan) bool {
	return slices.ContainsFunc(p.Fields, func(f record.Field) bool { return stored(f.Shape) != "" })
}

// readerJSON writes the function that reads members from JSON, in the order of the struct.
func (g *generator) readerJSON(p *record.Plan) {
	g.print("\nfunc read%sJSON(r *jsoncodec.Reader, p any, i int) bool {", function(p.Type))
	g.print("v := p.(*%s)\nswitch i {", p.Type.Name())
	for i := range p.Fields {
		if i > 0 {
			g.print("fallthrough")
		}
		g.print("case %d:\nif !%s {\nreturn false\n}", i, fromJSON(&p.Fields[i], i, at(p, i)))
	}
	g.print("}\nreturn true\n}")
}

// fromJSON returns the call that reads a member.
func fromJSON(f *record.Field, i int, at string) string {
	switch function := stored(f.Shape); {
	case function == "" || !f.FromText:
		return fmt.Sprintf("r.Other(%d, %#q)", i, f.Key)
	case strings.HasPrefix(function, "String"):
		return fmt.Sprintf("r.%s(%d, %#q, &%s)", function, i, f.Key, at)
	default:
		return fmt.Sprintf("jsoncodec.%s(r, %d, %#q, &%s)", function, i, f.Key, at)
	}
}

// readerXML writes the function that reads members from XML, in the order that the calls say.
func (g *generator) readerXML(p *record.Plan) {
	g.print("\nfunc read%sXML(r *xmlwire.Reader, p any, i int) int {", function(p.Type))
	g.print("v := p.(*%s)\nfor {\nswitch i {", p.Type.Name())
	for i := range p.Fields {
		switch function := stored(p.Fields[i].Shape); {
		case function == "":
		case strings.HasPrefix(function, "String"):
			g.print("case %d:\ni = r.%[2]s(%[1]d, &%[3]s)", i, function, at(p, i))
		default:
			g.print("case %d:\ni = xmlwire.%[2]s(r, %[1]d, &%[3]s)", i, function, at(p, i))
		}
	}
	g.print("default:\nreturn i\n}\n}\n}")
}

// at returns the place to read member i into.
func at(p *record.Plan, i int) string { return "v." + p.Type.Field(p.Fields[i].At).Name }

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
