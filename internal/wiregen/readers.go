package main

import (
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/record"
)

// readers writes the functions that the decoders call, for each syntax that has scalars that they read.
func (g *generator) readers() {
	g.guards()
	for _, t := range g.types {
		for _, s := range []syntax{inJSON, inXML} {
			if p := record.PlanOf(t); s.reads(p) {
				g.reader(p, s)
			}
		}
	}
}

// reads reports whether a reader for the type would read anything.
func (s syntax) reads(p *record.Plan) bool {
	return slices.ContainsFunc(p.Fields, func(f record.Field) bool { return s.stored(&f) != "" })
}

// reader writes the function that reads members, in the order that the calls say.
func (g *generator) reader(p *record.Plan, s syntax) {
	g.print("\nfunc read%s%s(r *%s.Reader, p any, i int) int {", function(p.Type), s.suffix(), s.pkg())
	g.print("v := p.(*%s)\nfor {\nswitch i {", p.Type.Name())
	for i := range p.Fields {
		at := "v." + p.Type.Field(p.Fields[i].At).Name
		switch function := s.stored(&p.Fields[i]); {
		case function == "":
		case strings.HasPrefix(function, "String"):
			g.print("case %d:\ni = r.%[2]s(%[1]d, &%[3]s)", i, function, at)
		default:
			g.print("case %d:\ni = %[4]s.%[2]s(r, %[1]d, &%[3]s)", i, function, at, s.pkg())
		}
	}
	g.print("default:\nreturn i\n}\n}\n}")
}

// stored returns the function that reads a scalar; "" for another value, and for a kind that is rare.
func (s syntax) stored(f *record.Field) (function string) {
	if s == inJSON && !f.FromText {
		return ""
	}
	return stored(f.Shape)
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
