package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/tourney-go/tourney/internal/adminclient"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// What the tools answer.
var (
	anObject = &jsonschema.Schema{Type: "object"}
	aList    = answerOf[list]()
	anAnswer = answerOf[explanation]()
	aTime    = answerOf[struct {
		Now string `json:"now"`
	}]()
)

// addTools adds the tools that the flags allow.
func (s *server) addTools() {
	reads := mcp.ToolAnnotations{ReadOnlyHint: true}
	add(s, tool{"info", "What the mock is", "What the mock is: sport, scenario, time, numbers of rows, ids of rows in " +
		"special states such as an unpaid team, the first events, the open sessions.", reads, anObject}, info)
	add(s, tool{"explain", "Explain a request", "Why a request got its answer: what it asked, the fields that were " +
		"refused and what was expected, the faults that fired, the assumptions about hosts that the answer relied on.",
		reads, anAnswer}, explain)
	add(s, tool{"requests", "List requests",
		"The requests that the mock got, newest first, each on a line with its answer.", reads, aList}, requests)
	add(s, tool{"faults", "List rules of faults",
		"The rules that make requests fail on purpose, and how often each fired.", reads, aList}, faults)
	add(s, tool{"rows", "List rows", "Rows of the mock, or with id one row.", reads, anObject}, rows)
	add(s, tool{"writes", "List writes",
		"The changes of rows, newest first, or with number the rows that one of them changed.", reads, aList}, writes)
	add(s, tool{"clock", "Read the clock", "The time of the mock's clock.", reads, aTime},
		func(c *call, _ world) (any, error) { return c.ask(http.MethodGet, "clock", nil) })
	if s.Write {
		s.addChanges()
	}
}

// addChanges adds the tools that change the mock.
func (s *server) addChanges() {
	adds := mcp.ToolAnnotations{DestructiveHint: new(false)}
	moves := mcp.ToolAnnotations{DestructiveHint: new(true)}
	sets := mcp.ToolAnnotations{DestructiveHint: new(true), IdempotentHint: true}
	add(s, tool{"add_fault", "Add a rule of faults", aboutRules, adds, anObject}, addFault)
	add(s, tool{"remove_fault", "Remove rules of faults",
		"Removes a rule of faults, or all. The answer has them, for add_fault.", sets, anObject}, removeFault)
	add(s, tool{"add_row", "Add a row", "Adds a row, and answers its id.", adds, anObject}, addRow)
	add(s, tool{"change_row", "Change a row", "Changes the members of a row that the call has, and keeps the others. " +
		"null removes a member. A list is replaced as a whole.", sets, anObject}, changeRow)
	add(s, tool{"remove_row", "Remove a row", "Removes a row." + undo, sets, anObject}, removeRow)
	add(s, tool{"set_clock", "Set the clock",
		"Sets or moves the mock's clock, and answers its time.", moves, aTime}, setClock)
	add(s, tool{"reset", "Reset the mock",
		"Restores the rows and the time of the mock's start." + undo, sets, anObject}, reset)
	add(s, tool{"rewind", "Undo writes",
		"Restores the rows as they were after a write. The clock stays." + undo, sets, anObject}, rewind)
}

const aboutRules = `Adds a rule that makes requests fail on purpose, until remove_fault. Such as
{"operation":"Payments.Pay","where":[{"name":"TeamId","value":"7"}],"trigger":"nth","n":2,"phase":"afterCommit",
"action":"status","status":503}.`

const undo = " The answer has the number of the write before, to which rewind goes back."

// world is the part of a tool's parameters that chooses rows, faults and requests.
type world struct {
	Session string `json:"session,omitempty" jsonschema:"the name of a session of the mock; without it the main world"`
}

func (w world) session() string { return w.Session }

// ask sends a request to the admin API, and returns the answer as it is.
func (c *call) ask(method, path string, body any) (any, error) {
	answer := json.RawMessage(`{"done":true}`) // for an answer without a body
	err := c.Ask(c.ctx, method, path, nil, body, &answer)
	return answer, err
}

// get decodes the answer to a GET. In the query names and values take turns. A zero value is left out.
func (c *call) get(path string, to any, query ...any) error {
	values := url.Values{}
	for pair := range slices.Chunk(query, 2) {
		if value := reflect.ValueOf(pair[1]); !value.IsZero() {
			values.Set(fmt.Sprint(pair[0]), fmt.Sprint(reflect.Indirect(value)))
		}
	}
	return c.Ask(c.ctx, http.MethodGet, path, values, nil, to)
}

// part returns a part of a list that comes as a whole, in a member of the answer to a GET. Next is a position in it.
func (c *call) part(path, member string, p page, query ...any) (any, error) {
	var found map[string]json.RawMessage
	var items []json.RawMessage
	err := c.get(path, &found, query...)
	if err == nil {
		err = json.Unmarshal(found[member], &items)
	}
	begin := int(min(max(p.Next, 0), int64(len(items))))
	shown := list{Items: fitting(items[begin:], p.limit())}
	if end := begin + len(shown.Items); end < len(items) {
		shown.Next = int64(end)
	}
	return shown, err
}

func info(c *call, _ world) (any, error) {
	var mock, events json.RawMessage
	var open struct{ Sessions []string }
	err := errors.Join(c.get("info", &mock), c.get("rows/events", &events, "limit", 5), c.get("sessions", &open))
	return map[string]any{"url": c.Base, "mock": mock, "events": events, "sessions": open.Sessions}, err
}

// summary is a request in a list.
type summary struct {
	Number  int64    `json:"number"`
	Arrived string   `json:"arrived"` // in real time
	Text    string   `json:"text"`
	Ignored []string `json:"ignored,omitempty"` // names
}

func summaryOf(c journal.Call) summary {
	return summary{c.Number, c.Arrived.Format(time.RFC3339), plaintext.OneLine(c.String()), c.Ignored}
}

func requests(c *call, in struct {
	world
	page
	Op     string `json:"op,omitempty" jsonschema:"only those of an operation, such as Games.Update"`
	Status *int   `json:"status,omitempty" jsonschema:"only those with this status, 0 for no answer"`
	Failed bool   `json:"failed,omitempty" jsonschema:"only those with a status from 400 on, or without an answer"`
	Text   string `json:"text,omitempty" jsonschema:"only those with this text in what they asked or in what was answered"`
}) (any, error) {
	var found struct {
		Requests []journal.Call // oldest first
		Dropped  bool
	}
	err := c.get("requests", &found, "op", in.Op, "status", in.Status, "failed", in.Failed, "text", in.Text,
		"before", in.Next, "limit", in.limit()+1)
	var all []summary
	for _, call := range slices.Backward(found.Requests) {
		all = append(all, summaryOf(call))
	}
	shown := newest(all, in.page, func(s summary) int64 { return s.Number })
	shown.Dropped, shown.fromJournal = found.Dropped, true
	return shown, err
}

// explanation has what the mock knows about a request. The summary has the messages of the answer.
type explanation struct {
	Summary     string            `json:"summary"`
	Faults      []json.RawMessage `json:"faults,omitempty"`
	Assumptions []json.RawMessage `json:"assumptions,omitempty"`
	Request     json.RawMessage   `json:"request"`
	Repeat      string            `json:"repeat,omitempty"`
}

func explain(c *call, in struct {
	world
	Number int64  `json:"number,omitempty" jsonschema:"the number of the request; without it the last one that failed"`
	As     string `json:"as,omitempty" jsonschema:"curl adds it as a command, in which $MOCK is the URL"`
}) (any, error) {
	if in.Number == 0 {
		var failed struct{ Requests []journal.Call }
		err := c.get("requests", &failed, "failed", true, "limit", 1)
		if err != nil || len(failed.Requests) == 0 {
			return nil, cmp.Or(err, errors.New("no request failed in this world: info lists the sessions, which have their own"))
		}
		in.Number = failed.Requests[0].Number
	}
	shown, of := explanation{}, journal.Call{}
	err := c.get(adminclient.Path("requests", in.Number), &shown.Request)
	if err == nil {
		err = json.Unmarshal(shown.Request, &of)
	}
	if err != nil {
		return nil, err
	}
	switch in.As {
	case "":
	case "curl":
		shown.Repeat = of.Curl()
	default:
		return nil, fmt.Errorf("as: expected curl, found %q", redact.Safe(in.As))
	}
	shown.Summary, shown.Request = summaryOf(of).Text, cut(plaintext.Escape(string(shown.Request)), maxItem/2)
	var errFaults, errLedger error
	shown.Faults, errFaults = c.named("faults", strings.Split(of.Fault, ", "))
	shown.Assumptions, errLedger = c.named("assumptions", of.Assumed)
	return shown, errors.Join(errFaults, errLedger)
}

// named returns those items of a list of the admin API that have one of the ids. A rule of faults may be gone.
func (c *call) named(path string, ids []string) (found []json.RawMessage, err error) {
	var lists map[string][]json.RawMessage
	err = c.get(path, &lists)
	for _, item := range lists[path] {
		var known struct{ ID string }
		if _ = json.Unmarshal(item, &known); slices.Contains(ids, known.ID) {
			found = append(found, shortened(item, maxItem/8))
		}
	}
	return found, err
}

func faults(c *call, in struct {
	world
	page
}) (any, error) {
	return c.part("faults", "faults", in.page)
}

func addFault(c *call, in struct {
	world
	Rule rule `json:"rule" jsonschema:"the rule"`
}) (any, error) {
	return c.ask(http.MethodPost, "faults", in.Rule)
}

func removeFault(c *call, in struct {
	world
	ID string `json:"id" jsonschema:"the id of the rule, such as f1, or all"`
}) (any, error) {
	if in.ID == "all" {
		return c.ask(http.MethodDelete, "faults", nil)
	}
	return c.ask(http.MethodDelete, adminclient.Path("faults", in.ID), nil)
}

// nouns are the rows that the tools offer.
var nouns = strings.Fields("events divisions pools teams players venues games payments registrations")

// noun is one of nouns, which the schema says. Another text could lead a path of the admin API to the keys of accounts.
type noun string

// nounOf is the part of a tool's parameters that chooses a kind of rows.
type nounOf struct {
	world
	Noun noun `json:"noun" jsonschema:"the kind of rows"`
}

func rows(c *call, in struct {
	nounOf
	page
	ID       rowID  `json:"id,omitempty" jsonschema:"the id of one row; of a payment the transaction id"`
	Text     string `json:"text,omitempty" jsonschema:"only the row with this id, or rows with this in their name"`
	Event    int64  `json:"event,omitempty" jsonschema:"only rows that belong to the event with this id"`
	Division int64  `json:"division,omitempty" jsonschema:"only rows that belong to the division with this id"`
	Team     int64  `json:"team,omitempty" jsonschema:"only rows that belong to the team with this id"`
	Day      string `json:"day,omitempty" jsonschema:"only games of a day, such as 2026-06-12"`
}) (any, error) {
	if in.ID != "" {
		return c.ask(http.MethodGet, adminclient.Path("rows", in.Noun, in.ID), nil)
	}
	path := adminclient.Path("rows", in.Noun)
	query := []any{"q", in.Text, "event", in.Event, "division", in.Division, "team", in.Team, "day", in.Day}
	if in.Noun == "payments" || in.Noun == "registrations" { // whose lists have no pages at the mock
		return c.part(path, "rows", in.page, query...)
	}
	for limit := in.limit(); ; {
		var found struct {
			Rows  []json.RawMessage
			Next  int64
			Total *int64
		}
		err := c.get(path, &found, append(query, "after", in.Next, "limit", limit)...)
		items := fitting(found.Rows, limit)
		if err != nil || len(items) == len(found.Rows) {
			return list{Items: items, Next: found.Next, Total: found.Total}, err
		}
		limit = len(items) // only the mock knows the position behind the last row that fits
	}
}

func addRow(c *call, in struct {
	nounOf
	Row map[string]any `json:"row" jsonschema:"the members of the row, such as {\"Name\":\"Kites\",\"Division\":{\"Id\":2001}}"`
}) (any, error) {
	return c.ask(http.MethodPost, adminclient.Path("rows", in.Noun), in.Row)
}

// rowOf is the part of a tool's parameters that chooses a row.
type rowOf struct {
	nounOf
	ID rowID `json:"id" jsonschema:"the id of the row; of a payment the transaction id"`
}

func changeRow(c *call, in struct {
	rowOf
	Members map[string]any `json:"members" jsonschema:"the members to change, such as {\"HomeTeam\":{\"Score\":3}}"`
}) (any, error) {
	return c.ask(http.MethodPatch, adminclient.Path("rows", in.Noun, in.ID), in.Members)
}

func removeRow(c *call, in rowOf) (any, error) {
	return c.ask(http.MethodDelete, adminclient.Path("rows", in.Noun, in.ID), nil)
}

func writes(c *call, in struct {
	world
	page
	Number int64 `json:"number,omitempty" jsonschema:"the number of a write"`
}) (any, error) {
	if in.Number != 0 {
		return c.part(adminclient.Path("writes", in.Number), "rows", in.page)
	}
	var found struct{ Writes []journal.Write }
	err := c.get("writes", &found, "limit", in.limit()+1, "before", in.Next)
	return newest(found.Writes, in.page, func(w journal.Write) int64 { return w.Number }), err
}

func setClock(c *call, in struct {
	world
	Set     string `json:"set,omitempty" jsonschema:"a time, such as 2026-06-12T09:00:00Z"`
	Advance string `json:"advance,omitempty" jsonschema:"a duration, such as 2h"`
}) (any, error) {
	in.world = world{} // which the body leaves out
	return c.ask(http.MethodPut, "clock", in)
}

func reset(c *call, in struct {
	world
	All bool `json:"all,omitempty" jsonschema:"also removes all rules of faults and forgets the requests"`
}) (any, error) {
	in.world = world{}
	return c.ask(http.MethodPost, "reset", in)
}

func rewind(c *call, in struct {
	world
	Write int64 `json:"write" jsonschema:"the number of a write, 0 for the start"`
}) (any, error) {
	return c.ask(http.MethodPost, adminclient.Path("rewind", in.Write), nil)
}
