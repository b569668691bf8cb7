package admin

import (
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/form"
	"github.com/tourney-go/tourney/mockserver/internal/listen"
	"github.com/tourney-go/tourney/mockserver/internal/recording"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/mockserver/journal"
)

var filtersOfCalls = []string{
	"op", "since", "status", "failed", "unmatched", "assumed", "fault", "ignored", "text", "where", "wait",
	"count",
}

func callRoutes() []route {
	return []route{
		{http.MethodGet, "requests", append([]string{"limit", "before"}, filtersOfCalls...), noBody,
			"the requests in the journal, oldest first; wait waits until some come", listRequests},
		{http.MethodGet, "requests/{number}", []string{"as"}, noBody,
			"a request, with its parameters; as=curl as a command", getRequest},
		{http.MethodDelete, "requests", nil, noBody, "forgets all requests",
			func(c *call) (any, error) { c.world.Calls.Clear(); return nil, nil }},
		{http.MethodGet, "faults", nil, noBody, "the rules of faults", listFaults},
		{http.MethodPost, "faults", nil, hasBody, "adds a rule", addFault},
		{http.MethodDelete, "faults", nil, noBody, "removes all rules, and answers them",
			func(c *call) (any, error) {
				removed, err := listFaults(c)
				c.world.Faults.Clear()
				return removed, err
			}},
		{http.MethodGet, "faults/{id}", nil, noBody, "a rule",
			withFault(func(f *fault.Armed) (any, error) { return form.FaultOf(f), nil })},
		{http.MethodDelete, "faults/{id}", nil, noBody, "removes a rule, and answers it",
			withFault(func(f *fault.Armed) (any, error) { f.Remove(); return form.FaultOf(f), nil })},
		{http.MethodPost, "unreachable", nil, hasBody,
			`makes the server unreachable: {"for": "2s"}`, makeUnreachable},
		{http.MethodGet, "assumptions", nil, noBody,
			"the ledger of assumptions, with the number of answers that relied on each",
			func(c *call) (any, error) { return map[string]any{"assumptions": c.world.Assumptions()}, nil }},
	}
}

func listRequests(c *call) (any, error) {
	op := c.query.Get("op")
	if op != "" {
		if reason := recording.WrongOperation(op); reason != "" {
			return nil, invalid("op: %s", reason)
		}
	}
	filters, err := callFilters(c)
	if err != nil {
		return nil, err
	}
	wait, count, err := waitOf(c)
	if err != nil {
		return nil, err
	}
	if wait > 0 {
		ctx, cancel := c.waiting(wait)
		defer cancel()
		_, _ = c.world.Calls.Wait(ctx, op, count, filters...) // the answer has the calls that came until then
	}
	limit, err := c.limit("requests")
	if err != nil {
		return nil, err
	}
	return form.Requests{Requests: c.world.Calls.Last(limit, op, filters...), Dropped: c.world.Calls.Dropped()}, nil
}

type requestJSON struct{ call journal.Call }

// MarshalJSON adds the parameters to the call, as Call.Params has them, in the order of the request.
func (r requestJSON) MarshalJSON() ([]byte, error) {
	c := r.call
	text, err := c.MarshalJSON()
	inXML := c.Format == tourney.FormatXML
	request := check.Asked{Op: c.Op, Method: c.Method, Query: c.Query, Body: c.Body, InXML: inXML}
	if parameters := request.Parameters(); len(parameters) > 0 && err == nil {
		more, err := json.Marshal(map[string]any{"parameters": parameters})
		return slices.Concat(text[:len(text)-1], []byte(","), more[1:]), err
	}
	return text, err
}

func getRequest(c *call) (any, error) {
	number, err := c.id("number")
	if err != nil {
		return nil, err
	}
	call, ok := c.world.Calls.Get(number)
	if !ok {
		return nil, notFound("there is no request %d in the journal", number)
	}
	switch as := c.query.Get("as"); as {
	case "":
		return requestJSON{call}, nil
	case "curl":
		wire.WritePage(c.w, c.Request, http.StatusOK, "text/plain"+wire.CharsetUTF8, []byte(call.Curl()))
	default:
		return nil, invalid("as: expected curl, found %q", redact.Safe(as))
	}
	return written{}, nil
}

// waitOf returns how long to wait, and for how many requests. The time is 0 without the parameter wait.
func waitOf(c *call) (wait time.Duration, count int, err error) {
	if wait, err = c.duration("wait"); err != nil {
		return 0, 0, err
	}
	wanted, err := c.number("count")
	switch {
	case err != nil:
		return 0, 0, err
	case wait < 0:
		return 0, 0, invalid("wait: expected no less than 0s, found %s", wait)
	case !c.query.Has("count"):
		return wait, 1, nil
	case !c.query.Has("wait"):
		return 0, 0, invalid("count: expected beside wait, as in wait=5s&count=2")
	case wanted < 1 || wanted > math.MaxInt32:
		return 0, 0, invalid("count: expected 1 to %d, found %d", math.MaxInt32, wanted)
	}
	return wait, int(wanted), nil
}

func callFilters(c *call) (filters []journal.Filter, err error) {
	for _, f := range []struct {
		name   string
		filter func(number int64) journal.Filter
	}{
		{"since", journal.Since}, {"before", journal.Before},
		{"status", func(number int64) journal.Filter { return journal.WithStatus(clamped(number)) }},
	} {
		number, err := c.number(f.name)
		if err != nil {
			return nil, err
		}
		if c.query.Has(f.name) {
			filters = append(filters, f.filter(number))
		}
	}
	for _, f := range []struct {
		name   string
		filter journal.Filter
	}{
		{"failed", journal.Failed()}, {"unmatched", journal.Unmatched()},
		{"ignored", journal.Func(func(call journal.Call) bool { return len(call.Ignored) > 0 })},
	} {
		on, err := c.flag(f.name)
		if err != nil {
			return nil, err
		}
		if on {
			filters = append(filters, f.filter)
		}
	}
	if c.query.Has("assumed") {
		id := c.query.Get("assumed")
		if reason := recording.WrongAssumption(id); reason != "" {
			return nil, invalid("assumed: %s", reason)
		}
		filters = append(filters, journal.ReliedOn(id))
	}
	return whereFilters(c, filters)
}

// anyFault is the value of the parameter fault that selects all requests for which any rule fired.
const anyFault = "any"

// whereFilters appends those filters of the query that look for a value in the request.
func whereFilters(c *call, filters []journal.Filter) ([]journal.Filter, error) {
	if c.query.Has("fault") {
		id := c.query.Get("fault")
		filters = append(filters, journal.Func(func(call journal.Call) bool {
			return call.Fault != "" && (id == anyFault || slices.Contains(strings.Split(call.Fault, ", "), id))
		}))
	}
	for _, text := range c.query["where"] {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, invalid("where: expected a parameter and its value, as in where=DivisionId%%3D2001, found %q",
				redact.Safe(text))
		}
		if reason := recording.WrongParameter(name); reason != "" {
			return nil, invalid("where: %s", reason)
		}
		filters = append(filters, journal.Where(name, value))
	}
	if text := c.query.Get("text"); text != "" {
		filters = append(filters, recording.WithText(text)) // the last one, because it looks at all bytes
	}
	return filters, nil
}

func listFaults(c *call) (any, error) {
	return form.Faults{Faults: values.Mapped(c.world.Faults.All(), form.FaultOf)}, nil
}

func addFault(c *call) (any, error) {
	data, err := c.data()
	if err != nil {
		return nil, err
	}
	if _, err := parseBody(data); err != nil {
		return nil, err // before decoding, because a rule takes several times the memory of its JSON
	}
	rule, _ := rules.Decode(data) // Faults.Add refuses the mistakes of the rule, also those about the server
	return created{form.FaultOf(c.world.Faults.Add(fault.Rule(rules.Seal(rule))))}, nil
}

func withFault(f func(*fault.Armed) (any, error)) func(*call) (any, error) {
	return func(c *call) (any, error) {
		rule, err := named("rule", c.named["id"], c.world.Faults.All(), (*fault.Armed).ID)
		if err != nil {
			return nil, err
		}
		return f(rule)
	}
}

func makeUnreachable(c *call) (any, error) {
	body, err := bodyAs(c, form.Plain[form.Unreachable]())
	if err != nil {
		return nil, err
	}
	d, err := parsed("for", body.For, expectedDuration, time.ParseDuration)
	if err != nil {
		return nil, err
	}
	kept := listen.ConnOf(c.Context())
	if d > 0 {
		c.w.Header().Set("Connection", "close")
	}
	c.Unreachable(kept, d)
	return nil, nil
}
