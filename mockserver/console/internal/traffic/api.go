package traffic

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// The paths of the pages about the interface.
const (
	apiIndex      = "api"
	apiOperations = "api/operations/"
	apiSchemas    = "api/schemas/"
)

// apiPage is the content of the page that lists the operations and the schemas.
type apiPage struct {
	Title   string
	Groups  []apiGroup
	Schemas []string
}

// apiGroup has the operations with the same tag in the OpenAPI document.
type apiGroup struct {
	Name, About string
	Operations  []apiLine
}

// apiLine is an operation with its method and its path.
type apiLine struct {
	apiOperation

	Method, Path string
}

func loadAPI(v *view.Visit) (view.Body, error) {
	doc, err := ask.Get[apiDocument](v.API, "openapi.json")
	if err != nil {
		return nil, err
	}
	p := &apiPage{Title: doc.Info.Title, Schemas: slices.Sorted(maps.Keys(doc.Components.Schemas))}
	for _, tag := range doc.Tags {
		group := apiGroup{Name: tag.Name, About: tag.Description}
		for _, op := range doc.operations() {
			if slices.Contains(op.Tags, tag.Name) {
				group.Operations = append(group.Operations, op)
			}
		}
		p.Groups = append(p.Groups, group)
	}
	return p, nil
}

// operations returns the operations of the document, ordered by path and then by method.
func (d *apiDocument) operations() (list []apiLine) {
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(d.Paths[path])) {
			list = append(list, apiLine{d.Paths[path][method], strings.ToUpper(method), path})
		}
	}
	return list
}

// operationPage is the content of the page of an operation: its parameters, bodies and answers.
type operationPage struct {
	apiLine

	Takes   []apiMember
	Body    *apiBody // the body of the request; nil if it has none
	Answers []apiBody
	Curl    string
	Open    string // the path to open in a browser; "" for an operation that writes
	Event   int64  // the parameter eventid of Open; 0 for no parameter
}

// apiBody is a body of a request or an answer.
type apiBody struct {
	Status  string // the status of an answer
	About   string
	Kinds   []apiKind
	Assumed []string
	Example string // in JSON; "" if there is no example
	From    string // a text about where the example comes from
}

func loadOperation(v *view.Visit) (view.Body, error) {
	doc, err := ask.Get[apiDocument](v.API, "openapi.json")
	if err != nil {
		return nil, err
	}
	world, err := v.World()
	if err != nil {
		return nil, err
	}
	for _, op := range doc.operations() {
		if op.ID == v.Named["id"] {
			event, err := eventFor(v, op)
			if err != nil {
				return nil, err
			}
			return doc.operationPage(event, world.Address+contract.BasePath+op.Path, op), nil
		}
	}
	return nil, ask.FailureWith(http.StatusNotFound, "the interface has no operation "+prose.Excerpt(v.Named["id"]))
}

// eventFor returns the id of an event for the parameter eventid of an operation that reads. It returns 0 if the
// operation has no such parameter, or if the mock has no event.
func eventFor(v *view.Visit, op apiLine) (int64, error) {
	takes := slices.ContainsFunc(op.Parameters, func(p apiParameter) bool { return p.Name == "eventid" })
	if op.Method != http.MethodGet || !takes {
		return 0, nil
	}
	events, err := ask.RowsOf[tourney.Event](v.API, "events", 1)
	if err != nil || len(events.Rows) == 0 {
		return 0, err
	}
	return events.Rows[0].ID, nil
}

func (d *apiDocument) operationPage(event int64, address string, op apiLine) *operationPage {
	p := &operationPage{apiLine: op, Event: event}
	if event != 0 {
		address += fmt.Sprint("?eventid=", event)
	}
	for _, param := range op.Parameters {
		p.Takes = append(p.Takes, apiMember{
			Name: param.Name, Required: param.Required, Kinds: param.Schema.kinds(), Rules: param.Schema.rules(),
			About: param.Description, Assumed: slices.Concat(param.Assumed, param.Schema.Assumed),
		})
	}
	p.Curl = fmt.Sprintf("curl '%s'", address)
	if op.RequestBody == nil {
		p.Open = "../.." + contract.BasePath + op.Path
	} else {
		body := d.body("", *op.RequestBody)
		p.Body = &body
		p.Curl = fmt.Sprintf("curl -X %s '%s' -H 'Content-Type: application/json' -d @body.json", op.Method, address)
	}
	for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
		p.Answers = append(p.Answers, d.body(status, op.Responses[status]))
	}
	return p
}

// body returns the body of a request or an answer, in JSON, as a page shows it.
func (d *apiDocument) body(status string, r apiResponse) apiBody {
	if name, ok := strings.CutPrefix(r.Ref, "#/components/responses/"); ok {
		r = d.Components.Responses[name]
	}
	media := r.Content["application/json"]
	b := apiBody{Status: status, About: r.Description, Kinds: media.Schema.kinds(), Assumed: r.Assumed}
	for _, name := range slices.Sorted(maps.Keys(media.Examples)) {
		var text bytes.Buffer
		if json.Indent(&text, media.Examples[name].Value, "", "  ") == nil {
			b.Example, b.From = text.String(), media.Examples[name].Summary
			break
		}
	}
	return b
}

// schemaPage is the content of the page of a schema with its members.
type schemaPage struct {
	Name       string
	About      string
	Assumed    []string
	Members    []apiMember
	Conditions []string
	Kinds      []apiKind // the types of a schema without members
	Rules      []string
	Users      []apiKind // the schemas that use this schema
}

func loadSchema(v *view.Visit) (view.Body, error) {
	doc, err := ask.Get[apiDocument](v.API, "openapi.json")
	if err != nil {
		return nil, err
	}
	name := v.Named["name"]
	s, ok := doc.Components.Schemas[name]
	if !ok {
		return nil, ask.FailureWith(http.StatusNotFound, "the interface has no schema "+prose.Excerpt(name))
	}
	p := &schemaPage{
		Name: name, About: s.Description, Assumed: s.Assumed, Members: s.members(),
		Conditions: s.conditions(), Rules: s.rules(),
	}
	if len(p.Members) == 0 {
		p.Kinds = s.kinds()
	}
	for _, other := range slices.Sorted(maps.Keys(doc.Components.Schemas)) {
		used := doc.Components.Schemas[other]
		if slices.ContainsFunc(used.members(), func(m apiMember) bool {
			return slices.ContainsFunc(m.Kinds, func(k apiKind) bool { return k.To == apiSchemas+name })
		}) {
			p.Users = append(p.Users, apiKind{Name: other, To: apiSchemas + other})
		}
	}
	return p, nil
}
