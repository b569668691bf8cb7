package openapi

import (
	"net/http"
	"reflect"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/record"
)

// The media types of bodies (section 1, convention 2).
const (
	jsonType = "application/json"
	xmlType  = "application/xml"
)

var operationErrors = reflect.TypeFor[errorsBody]()

// route is a path and a method, with the operations that share both, such as a request for one row and a request for
// a list.
type route struct {
	service, path, method string
	ops                   []*contract.Operation
}

// routes returns the routes that the variant has, in the order of section 4.
func (s *schemas) routes() []*route {
	var routes []*route
	add := func(service, path string, op *contract.Operation) {
		for _, r := range routes {
			if r.path == path && r.method == op.Method {
				r.ops = append(r.ops, op)
				return
			}
		}
		routes = append(routes, &route{service, path, op.Method, []*contract.Operation{op}})
	}
	for _, op := range contract.Operations() {
		if !op.Shown.Has(s.variant) {
			continue
		}
		service, _, _ := strings.Cut(op.ID, ".")
		add(service, op.Path, op)
		for _, alias := range op.Aliases {
			if alias.Shown.Has(s.variant) {
				add(alias.Service, alias.Path, op)
			}
		}
	}
	return routes
}

func (s *schemas) paths() *object {
	paths := obj()
	for _, r := range s.routes() {
		paths.under(r.path).set(strings.ToLower(r.method), s.operation(r))
	}
	return paths
}

// operation describes a route.
func (s *schemas) operation(r *route) *object {
	o := obj("operationId", r.id(), "tags", texts(r.service), "summary", r.summary(), "description", s.description(r))
	for _, op := range r.ops {
		for _, id := range operations[op.ID].assumed {
			assume(o, id)
		}
	}
	if r.ops[0].Open {
		o.set("security", list{})
	}
	if r.method == http.MethodGet {
		o.set("parameters", s.parameters(r))
	} else {
		o.set("requestBody", s.requestBody(r))
	}
	refused := obj("$ref", "#/components/responses/Refused") // not 4XX, which generators cannot read
	return o.set("responses", obj("200", s.answer(r), "default", refused))
}

// id is the name of the operation for generated clients. A request for one row and a request for a list share one
// name.
func (r *route) id() string {
	_, method, _ := strings.Cut(r.ops[0].ID, ".")
	if len(r.ops) > 1 {
		method = "Read"
	}
	return r.service + method
}

func (r *route) summary() string {
	var names []string
	for _, op := range r.ops {
		_, method, _ := strings.Cut(op.ID, ".")
		names = append(names, method)
	}
	return r.service + ": " + strings.ToLower(strings.Join(names, " or "))
}

// source returns the section that describes an operation, or the fact that the operation was observed.
func source(op *contract.Operation) string {
	if op.Observed {
		return "Observed: the interface document does not show it."
	}
	return "Section " + op.Section + " of the interface document."
}

// description names the sections that describe a route, and has the rules that the schema of a query cannot express.
func (s *schemas) description(r *route) string {
	text := source(r.ops[0])
	switch {
	case len(r.ops) == 1:
	case r.ops[0].Observed:
		text += " With an id the answer is the row, without one it is the list: the answer is one of both."
	default:
		text += " With an id the answer is the row (section " + r.ops[0].Section + "), without one it is the list (section " +
			r.ops[1].Section + "): the answer is one of both."
	}
	if r.ops[0].Partial {
		text += " Only the members of the request are changed (section 1, convention 9)."
	}
	for _, op := range r.ops {
		text += s.rulesOfQuery(r, op)
	}
	return text
}

func (s *schemas) rulesOfQuery(r *route, op *contract.Operation) (text string) {
	for i := range op.Rules {
		rule := &op.Rules[i]
		if r.method == http.MethodGet && rule.Only.Has(s.variant) && !op.ByID {
			text += " Section " + rule.Section + ": " + ruleText(rule) + "."
		}
	}
	return text
}

// parameters returns the parameters of the route's operations, each once.
func (s *schemas) parameters(r *route) list {
	var all list
	seen := map[string]bool{}
	for _, op := range r.ops {
		a := asker{s, op}
		question := operations[op.ID].question
		for i := range op.Params {
			if p := &op.Params[i]; p.In(s.variant) && !seen[p.Name] {
				seen[p.Name] = true
				all = append(all, a.query(p, question))
			}
		}
	}
	return all
}

// query describes a parameter of a query.
func (a *asker) query(p *contract.Param, question reflect.Type) *object {
	name, t := queryField(question, p.Name)
	schema := a.limited(p, a.inQuery(p, t))
	o := obj("name", name, "in", "query")
	text := "Section " + a.op.Section + "."
	switch {
	case a.op.Observed:
		text = "Observed, not stated by the interface document."
	case p.Name == "id":
		text += " Of the row to answer."
	}
	if value := p.DefaultIn(a.variant); value != "" {
		text += " The default is " + value + "."
	}
	o.set("description", text)
	if p.Type == contract.Names || p.Type == contract.Integers {
		assume(o.set("style", "form").set("explode", false), "comma-lists")
	}
	return o.set("schema", schema)
}

func (a *asker) inQuery(p *contract.Param, t reflect.Type) *object {
	switch p.Type {
	case contract.Names:
		return obj("type", "array", "items", obj("type", "string"))
	case contract.Integers:
		return obj("type", "array", "items", assume(scalar(reflect.Int64).set("minimum", 1), "ids-below-1"))
	}
	return a.of(t)
}

// queryField returns the name of a parameter in a query, and the type of its values.
func queryField(question reflect.Type, lower string) (string, reflect.Type) {
	for f := range question.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("url"), ",")
		if strings.EqualFold(name, lower) {
			return name, f.Type
		}
	}
	return lower, reflect.TypeFor[string]()
}

func (s *schemas) requestBody(r *route) *object {
	op := r.ops[0]
	name := strings.ReplaceAll(op.ID, ".", "") + "Request"
	if s.components.get(name) == nil {
		a := asker{s, op}
		s.components.set(name, a.body())
	}
	schema := obj("$ref", "#/components/schemas/"+name)
	media := obj("schema", schema).withExample(operations[op.ID].folder, s.variant, "request")
	return obj("required", true, "content", obj(jsonType, media, xmlType, obj("schema", schema)))
}

// answer describes the answer to a request that succeeded.
func (s *schemas) answer(r *route) *object {
	media := obj("schema", s.answerSchema(r))
	for _, op := range r.ops {
		media.withExample(operations[op.ID].folder, s.variant, "response")
	}
	return obj("description", answerText(r), "content",
		obj(jsonType, media, xmlType, obj("schema", s.answerSchema(r))))
}

func answerText(r *route) string {
	switch {
	case len(r.ops) > 1:
		return "The row with the id of the request, or the list."
	case r.ops[0].Partial:
		return "The row is changed (section 1, convention 7)."
	case r.method == http.MethodPost:
		return "The request is carried out (section 2, Results of writes)."
	}
	return "The list."
}

// answerSchema returns the schema of the answer. If two operations share the route, the schema is a oneOf of both
// answers. It is a component, because generators give no name to a schema that is written in a body.
func (s *schemas) answerSchema(r *route) *object {
	if len(r.ops) == 1 {
		return s.answerComponent(r.ops[0])
	}
	var both list
	for _, op := range r.ops {
		both = append(both, s.answerComponent(op))
	}
	service, _, _ := strings.Cut(r.ops[0].ID, ".")
	s.components.set(service+"ReadAnswer", obj("oneOf", both, "description", "The row or the list."))
	return obj("$ref", "#/components/schemas/"+service+"ReadAnswer")
}

func (s *schemas) answerComponent(op *contract.Operation) *object {
	name := strings.ReplaceAll(op.ID, ".", "") + "Answer"
	if s.components.get(name) == nil {
		o := s.object(operations[op.ID].answer)
		from := "section " + op.Section
		if op.Observed {
			from = "observed"
		}
		o.set("description", "The answer to "+op.ID+", "+from+".").set("xml", obj("name", "Response"))
		s.components.set(name, requireFirst(o, operations[op.ID].answer))
	}
	return obj("$ref", "#/components/schemas/"+name)
}

// requireFirst makes the member of an answer required if the answer has only one, so that a schema can tell the two
// answers of a route apart.
func requireFirst(o *object, t reflect.Type) *object {
	if plan := record.PlanOf(t); len(plan.Fields) == 1 {
		o.set("required", texts(plan.Fields[0].Name))
	}
	return o
}
