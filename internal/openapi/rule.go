package openapi

import (
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/record"
)

// required returns the members that every object of a scope must have, whatever else is in the request.
func (a *asker) required(scope string) (names list) {
	for i := range a.op.Rules {
		r := &a.op.Rules[i]
		switch {
		case r.When+r.Unless+r.Present != "" || !r.Only.Has(a.variant):
		case r.Kind == contract.Required && r.Each == scope:
			for _, name := range r.Names[0] {
				names = append(names, a.wire(join(scope, name)))
			}
		case r.Each == "" || scopeOf(r.Each) != scope:
		case r.Kind == contract.ExactlyOne || a.op.Param(r.Each).Type == contract.Object:
			names = append(names, a.wire(r.Each))
		}
	}
	return names
}

// conditions returns a schema for each rule between the parameters of a body that says which parameters it has, and
// for each boolean parameter that bodies may have under two names.
func (a *asker) conditions() list {
	var all list
	for i := range a.op.Rules {
		if r := &a.op.Rules[i]; r.Only.Has(a.variant) && r.Kind <= contract.ExactlyOne {
			all = append(all, a.condition(r))
		}
	}
	for i := range a.op.Params {
		if p := &a.op.Params[i]; p.Also != "" && p.Type == contract.Boolean && p.In(a.variant) {
			all = append(all, a.agreement(p))
		}
	}
	return all
}

// agreement demands that the two spellings of a boolean parameter do not contradict each other.
func (a *asker) agreement(p *contract.Param) *object {
	both := func(value bool) *object {
		may := obj("enum", list{value, nil})
		return obj("properties", obj(a.wire(p.Name), may, p.AlsoAs, may))
	}
	return assume(obj("anyOf", list{both(true), both(false)}, "description",
		a.wire(p.Name)+" and "+p.AlsoAs+" are equal, if both are given."), "both-spellings")
}

func (a *asker) condition(r *contract.Rule) *object {
	demand := a.demand(r)
	if r.When != "" {
		demand = obj("if", a.present("", r.When), "then", demand)
	}
	if r.Unless != "" {
		name := a.wire(r.Unless)
		off := obj("properties", obj(name, obj("const", false)), "required", texts(name))
		demand = obj("if", off, "else", demand)
	}
	demand.set("description", "Section "+r.Section+": "+ruleText(r)+".")
	if r.Assumed != "" {
		assume(demand, r.Assumed)
	}
	return demand
}

// demand returns the schema of a request that obeys the rule, without the conditions When and Unless of the rule.
func (a *asker) demand(r *contract.Rule) *object {
	if r.Kind == contract.ExactlyOne {
		return a.exactlyOne(r)
	}
	var alternatives list
	for _, names := range r.Names {
		alternatives = append(alternatives, a.allPresent(r.Each, names))
	}
	demand := obj("anyOf", alternatives)
	if len(alternatives) == 1 {
		demand, _ = alternatives[0].(*object)
	}
	if r.Each == "" {
		return demand
	}
	return a.inside(r, demand)
}

// inside returns the schema of a request in which each object that the rule is about matches the schema demand.
func (a *asker) inside(r *contract.Rule, demand *object) *object {
	for scope := r.Each; scope != ""; scope = scopeOf(scope) {
		p := a.op.Param(scope)
		if p.Type == contract.List {
			demand = obj("items", demand)
		}
		demand = obj("properties", obj(a.wire(scope), demand))
		if p.Type == contract.Object && scope == r.Each && r.Present == "" {
			demand.set("required", texts(a.wire(scope)))
		}
	}
	return demand
}

// exactlyOne demands that one item of a list sets a boolean.
func (a *asker) exactlyOne(r *contract.Rule) *object {
	flag, each := a.wire(join(r.Each, r.Names[0][0])), a.wire(r.Each)
	set := obj("properties", obj(flag, obj("const", true)), "required", texts(flag))
	one := obj("contains", set, "minContains", 1, "maxContains", 1)
	return obj("properties", obj(each, one), "required", texts(each))
}

func (a *asker) allPresent(scope string, names []string) *object {
	if !slices.ContainsFunc(names, func(name string) bool { return a.isNested(scope, name) }) {
		return a.given(scope, names...)
	}
	var all list
	for _, name := range names {
		all = append(all, a.present(scope, name))
	}
	return obj("allOf", all)
}

// isNested reports whether a name has a dot or a second spelling in bodies.
func (a *asker) isNested(scope, name string) bool {
	return strings.Contains(name, ".") || a.op.Param(join(scope, name)).Also != ""
}

// given demands members of an object.
func (a *asker) given(scope string, names ...string) *object {
	var required list
	filled := obj()
	for _, name := range names {
		wire := a.wire(join(scope, name))
		required = append(required, wire)
		filled.set(wire, filledIn())
	}
	return obj("required", required, "properties", filled)
}

// filledIn refuses null and an empty text, which count as absent.
func filledIn() *object { return obj("not", obj("enum", list{nil, ""})) }

// present demands a member, under one of its spellings.
func (a *asker) present(scope, name string) *object {
	p := a.op.Param(join(scope, name))
	there := a.given(scope, name)
	for outer := scopeOf(name); outer != ""; outer = scopeOf(outer) {
		wire := a.wire(join(scope, outer))
		there = obj("properties", obj(wire, there.set("type", "object")), "required", texts(wire))
	}
	if p.Also != "" && scopeOf(p.Also) == scope {
		second := obj("required", texts(p.AlsoAs), "properties", obj(p.AlsoAs, filledIn()))
		return obj("anyOf", list{there, second})
	}
	return there
}

// wire returns the last part of a parameter's name as a body of the variant has it.
func (a *asker) wire(dotted string) string {
	t := operations[a.op.ID].question
	var name string
	for part := range strings.SplitSeq(dotted, ".") {
		plan := record.PlanOf(structOf(t))
		f := &plan.Fields[plan.LookupString(part, 0)]
		name, t = f.Name, f.Shape.Type
	}
	return a.wireName(a.op.Param(dotted), name)
}

// structOf returns the struct behind pointers and slices.
func structOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t
}

// ruleText returns a rule in words.
func ruleText(r *contract.Rule) string {
	var alternatives []string
	for _, names := range r.Names {
		alternatives = append(alternatives, strings.Join(names, " with "))
	}
	if r.Kind == contract.Required {
		alternatives = []string{strings.Join(r.Names[0], ", ")}
	}
	text := strings.Join(alternatives, " or ") + " is required"
	if r.Kind == contract.ExactlyOne {
		text = "exactly one has " + r.Names[0][0] + " true"
	}
	if r.Each != "" {
		text = "in " + r.Each + ", " + text
	}
	if r.When != "" {
		text += " when " + r.When + " is given"
	}
	if r.Unless != "" {
		text += " unless " + r.Unless + " is false"
	}
	return text
}
