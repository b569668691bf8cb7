package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/secret"
)

// hints are those of a tool: r reads only, d destroys, i is idempotent.
func toolNames(a *assistant) map[string]string {
	a.t.Helper()
	names := map[string]string{}
	for tool, err := range a.Tools(a.t.Context(), nil) {
		require.NoError(a.t, err)
		hints := ""
		if tool.Annotations.ReadOnlyHint {
			hints += "r"
		}
		if tool.Annotations.DestructiveHint != nil && *tool.Annotations.DestructiveHint {
			hints += "d"
		}
		if tool.Annotations.IdempotentHint {
			hints += "i"
		}
		require.False(a.t, *tool.Annotations.OpenWorldHint)
		require.NotEmpty(a.t, tool.Description)
		names[tool.Name] = hints
		for name, property := range tool.InputSchema.(map[string]any)["properties"].(map[string]any) {
			require.NotEmpty(a.t, property.(map[string]any)["description"], name)
		}
	}
	return names
}

// TestToolsOfAReader: without --write there are no tools that change the mock.
func TestToolsOfAReader(t *testing.T) {
	srv := mock(t)
	reads := map[string]string{
		"info": "r", "explain": "r", "requests": "r", "faults": "r", "rows": "r", "writes": "r", "clock": "r",
	}
	a := connect(t, "--url", srv.URL())
	require.Empty(t, cmp.Diff(reads, toolNames(a)))
	all := map[string]string{
		"add_fault": "", "remove_fault": "di", "add_row": "", "change_row": "di", "remove_row": "di", "set_clock": "d", "reset": "di",
		"rewind": "di",
	}
	for tool := range all {
		_, err := a.CallTool(t.Context(), &mcp.CallToolParams{Name: tool})
		require.ErrorContains(t, err, `unknown tool "`+tool+`"`)
	}
	require.Zero(t, srv.Writes.Newest())
	maps.Copy(all, reads)
	writer := connect(t, "--url", srv.URL(), "--write")
	require.Empty(t, cmp.Diff(all, toolNames(writer)))
	require.NotContains(t, writer.InitializeResult().Instructions, "change nothing")
}

// TestExplain: the tool tells what was asked, which fields were refused, which fault fired, the assumptions, and the
// request as a command and as a test.
func TestExplain(t *testing.T) {
	srv := mock(t)
	a := connect(t, "--url", srv.URL())
	require.Equal(t, "no request failed in this world: info lists the sessions, which have their own", a.refused("explain", nil))
	send(t, "GET", srv.URL()+"/api/v1/teams?eventid=1001&page=1", "")
	send(t, "PUT", srv.URL()+"/api/v1/games", `{"Id":"x","HomeScore":-2,"AwayScore":"many"}`)

	var last explained
	require.NoError(t, json.Unmarshal([]byte(a.call("explain", nil)), &last))
	require.Equal(t, 2, last.Request.Number)
	require.Equal(t, "400 PUT /api/v1/games (Games.Update): "+strings.Join(last.Request.Errors, "; "), last.Summary)
	require.Equal(t, []string{`id must be an integer, found "x"`, `awayscore must be a number, found "many"`}, last.Request.Errors)
	require.Contains(t, last.Request.Parameters, map[string]string{"name": "HomeScore", "value": "-2"})
	require.Contains(t, ids(last.Assumptions), "error-body")
	require.Empty(t, last.Faults)
	require.Empty(t, last.Repeat)

	rule := srv.Faults.Add(fault.On("Teams.List").Drop())
	send(t, "GET", srv.URL()+"/api/v1/teams?eventid=1001", "")
	last = explained{}
	require.NoError(t, json.Unmarshal([]byte(a.call("explain", args{"as": "curl"})), &last))
	require.Equal(t, 3, last.Request.Number)
	require.Equal(t, "0 GET /api/v1/teams?eventid=1001 (Teams.List) [fault: f1]", last.Summary)
	require.Equal(t, []string{"f1"}, ids(last.Faults))
	require.Contains(t, last.Repeat, `curl -sS --globoff --path-as-is -X 'GET' "$MOCK"'/api/v1/teams?eventid=1001'`)
	rule.Remove()
	last = explained{}
	require.NoError(t, json.Unmarshal([]byte(a.call("explain", args{"number": 3, "as": "curl"})), &last))
	require.Empty(t, last.Faults, "the rule is gone")
	require.Contains(t, last.Summary, "[fault: f1]")

	require.Contains(t, a.refused("explain", args{"number": 9}), "there is no request 9 in the journal")
	require.Contains(t, a.refused("explain", args{"as": "go"}), `as: expected curl, found "go"`)
}

// explained is an answer of explain.
type explained struct {
	Summary, Repeat     string
	Faults, Assumptions []struct{ ID string }
	Request             struct {
		Number     int
		Errors     []string
		Parameters []map[string]string
	}
}

func ids(items []struct{ ID string }) (all []string) {
	for _, item := range items {
		all = append(all, item.ID)
	}
	return all
}

// TestReads: each tool that reads, with its parameters.
func TestReads(t *testing.T) {
	srv := mock(t)
	send(t, "GET", srv.URL()+"/api/v1/teams?eventid=1001&colour=red", "")
	send(t, "GET", srv.URL()+"/api/v1/teams?eventid=x", "")
	send(t, "GET", srv.URL()+"/api/v1/events", "")
	srv.Faults.Add(fault.On("Payments.Pay").Nth(2).Status(503))
	srv.Teams.Edit(4001, func(team *tourney.Team) { team.Name = "Zephyrs" })
	session, err := srv.NewSession("anna")
	require.NoError(t, err)
	session.Teams.Edit(4001, func(team *tourney.Team) { team.Name = "Annas" })
	send(t, "DELETE", session.URL()+"/api/v1/venues", "")
	a := connect(t, "--url", srv.URL())
	for _, c := range []struct {
		tool string
		args args
		want string // a pattern
	}{
		{"info", nil, `"UnpaidTeam":4005`},
		{"info", nil, `"events":\{"rows":\[\{"Id":1001,.*"sessions":\["anna"\]`},
		{"info", args{"session": "anna"}, `"session":"anna"`},
		{"requests", nil, `^\{"items":\[\{"number":3,"arrived":"\d[^"]+","text":"200 GET /api/v1/events \(Events.List\)"\},\{"number":2`},
		{"requests", args{"failed": true}, `^\{"items":\[\{"number":2,[^}]*\}\]\}$`},
		{"requests", args{"status": 400}, `^\{"items":\[\{"number":2,[^}]*\}\]\}$`},
		{"requests", args{"status": 0}, `^\{"items":\[\]\}$`},
		{"requests", args{"op": "Events.List"}, `^\{"items":\[\{"number":3,[^}]*\}\]\}$`},
		{"requests", args{"text": "red"}, `^\{"items":\[\{"number":1,[^}]*"ignored":\["colour"\]\}\]\}$`},
		{"requests", args{"session": "anna"}, `^\{"items":\[\{"number":1,[^}]*DELETE /api/v1/venues[^}]*\}\]\}$`},
		{"explain", args{"session": "anna"}, `^\{"summary":"\d+ DELETE /api/v1/venues`},
		{"faults", nil, `^\{"items":\[\{"id":"f1","hits":0,"text":"On\(\\"Payments.Pay\\"\).*"rule":\{`},
		{"faults", args{"session": "anna"}, `^\{"items":\[\]\}$`},
		{"faults", args{"next": int64(1 << 32)}, `^\{"items":\[\]\}$`},
		{"rows", args{"noun": "teams", "id": 4001}, `"Name":"Zephyrs"`},
		{"rows", args{"noun": "teams", "id": "4001", "session": "anna"}, `"Name":"Annas"`},
		{"rows", args{"noun": "teams", "text": "zeph"}, `^\{"items":\[\{"Id":4001,`},
		{"rows", args{"noun": "games", "limit": 2, "division": 2001}, `^\{"items":\[\{"Id":7001,.*\{"Id":7002,.*\],"next":\d+,"total":\d+\}$`},
		{"rows", args{"noun": "games", "limit": 1, "event": 1001, "team": 4001}, `^\{"items":\[\{"Id":\d+,.*"TeamId":4001`},
		{"rows", args{"noun": "games", "day": "2020-01-01"}, `^\{"items":\[\],"total":0\}$`},
		{"rows", args{"noun": "registrations"}, `^\{"items":\[\]\}$`},
		{"writes", nil, `^\{"items":\[\{"number":1,"time":.*"method":"Teams.Edit","changes":9\}\]\}$`},
		{"writes", args{"number": 1}, `^\{"items":\[\{"table":"teams","id":4001,"before":.*"after":.*"members":\[`},
		{"clock", nil, `^\{"now":"`},
	} {
		require.Regexp(t, c.want, a.call(c.tool, c.args), "%s %v", c.tool, c.args)
	}
	for _, noun := range nouns {
		require.Contains(t, a.call("rows", args{"noun": noun}), `{"items":[`)
	}
	require.Contains(t, connect(t, "--url", srv.URL(), "--session", "anna").call("info", nil), `"session":"anna"`)
	require.EqualValues(t, 1, srv.Writes.Newest(), "the tools have changed nothing")
}

// TestRefusals: what is wrong is named, and changes nothing.
func TestRefusals(t *testing.T) {
	srv := mock(t)
	a := connect(t, "--url", srv.URL(), "--write")
	for _, c := range []struct {
		tool string
		args args
		want string
	}{
		{"info", args{"session": "bob"}, `there is no session "bob"`},
		{"info", args{"session": "../.."}, `there is no session "../.."`},
		{"info", args{"sesion": "bob"}, `unexpected additional properties ["sesion"]`},
		{"requests", args{"op": "Teams.Lst"}, `op: no operation is called "Teams.Lst": the nearest is "Teams.List"`},
		{"requests", args{"limit": "many"}, `has type "string", want "integer"`},
		{"rows", nil, `missing properties: ["noun"]`},
		{"rows", args{"noun": "accounts"}, `noun: enum: accounts does not equal any of: [events`},
		{"rows", args{"noun": "..", "id": "credentials"}, `noun: enum: .. does not equal any of: [events`},
		{"rows", args{"noun": "games", "id": "../../credentials"}, `id in the path: expected a whole number, found "../../credentials"`},
		{"rows", args{"noun": "games", "id": 1}, `there is no game 1`},
		{"rows", args{"noun": "games", "day": "today"}, `day: expected a day such as 2026-06-12, found "today"`},
		{"rows", args{"noun": "venues", "team": 4001}, `team: unknown`},
		{"rows", args{"noun": "payments", "text": "x"}, `q: unknown: the request takes no parameters`},
		{"writes", args{"number": 5}, `there is no write 5, or it is no longer kept`},
		{"add_fault", args{"rule": "drop"}, `has type "string", want "object"`},
		{"add_fault", args{"rule": args{"operatin": "Teams.List", "action": "drop"}}, `"operatin": no such member`},
		{"add_fault", args{"rule": args{"operation": "Teams.Lst", "action": "drop"}}, `operation: there is no "Teams.Lst": the nearest`},
		{"add_fault", args{"rule": args{"action": "status", "status": 99}}, `status`},
		{"remove_fault", args{"id": "f7"}, `there is no rule "f7"`},
		{"remove_fault", args{"id": ""}, `no path /_mock/faults/`},
		{"remove_fault", args{"id": ".."}, `there is no`},
		{"add_row", args{"noun": "teams", "row": args{"Nme": "Kites"}}, `Nme: unknown, the nearest is Name`},
		{"change_row", args{"noun": "games", "id": 7001, "members": args{"HomeTeam": args{"Score": "many"}}}, `hometeam.score must be a decimal`},
		{"change_row", args{"noun": "games", "id": 1, "members": args{}}, `there is no game 1`},
		{"remove_row", args{"noun": "games", "id": 1}, `there is no game 1`},
		{"set_clock", nil, `expected one of set, as in`},
		{"set_clock", args{"set": "noon"}, `set: expected a time such as 2026-06-12T09:00:00Z, found "noon"`},
		{"set_clock", args{"advance": "soon"}, `advance: expected a duration`},
		{"rewind", args{"write": 5}, `there is no write 5: expected 0 to 0`},
	} {
		require.Contains(t, a.refused(c.tool, c.args), c.want, "%s %v", c.tool, c.args)
	}
	require.Zero(t, srv.Writes.Newest())
	require.Empty(t, srv.Faults.All())
}

// TestChanges: the tools of --write change the mock.
func TestChanges(t *testing.T) {
	srv := mock(t)
	a := connect(t, "--url", srv.URL(), "--write")
	require.Contains(t, a.call("add_fault", args{"rule": args{"operation": "Teams.List", "action": "status", "status": 503}}), `"id":"f1"`)
	require.Len(t, srv.Faults.All(), 1)
	require.Contains(t, a.call("remove_fault", args{"id": "f1"}), `"id":"f1"`)
	a.call("add_fault", args{"rule": args{"action": "drop"}})
	require.Contains(t, a.call("remove_fault", args{"id": "all"}), `"id":"f2"`)
	require.Empty(t, srv.Faults.All())

	const long int64 = 9007199254740993 // float64 has no such number
	text := a.call("add_row", args{"noun": "teams", "row": args{"Id": long, "Name": "Kites", "Division": args{"Id": 2001}}})
	require.JSONEq(t, fmt.Sprintf(`{"id":%d}`, long), text)
	team, ok := srv.Teams.Get(long)
	require.True(t, ok)
	require.Equal(t, "Kites", team.Name)
	require.Contains(t, a.call("rows", args{"noun": "teams", "id": json.Number(fmt.Sprint(long))}), `"Id":9007199254740993`)
	require.JSONEq(t, `{"done":true}`, a.call("change_row", args{"noun": "teams", "id": long, "members": args{"Name": "Larks"}}))
	team, _ = srv.Teams.Get(long)
	require.Equal(t, "Larks", team.Name)
	require.Contains(t, a.call("remove_row", args{"noun": "teams", "id": long}), `{"before":{"write":2,`)
	a.call("rewind", args{"write": 2})
	_, ok = srv.Teams.Get(long)
	require.True(t, ok)

	now := srv.Clock.Now()
	a.call("set_clock", args{"advance": "90m"})
	require.Equal(t, now.Add(90*60e9), srv.Clock.Now())
	require.Contains(t, a.call("set_clock", args{"set": "2026-06-12T09:00:00Z"}), `{"now":"2026-06-12T09:00:00Z"}`)
	srv.Faults.Add(fault.OnAny().Drop())
	a.call("reset", nil)
	require.Equal(t, now, srv.Clock.Now())
	require.Len(t, srv.Faults.All(), 1)
	a.call("reset", args{"all": true})
	require.Empty(t, srv.Faults.All())

	session, err := srv.NewSession("anna")
	require.NoError(t, err)
	before := srv.Writes.Newest()
	a.call("remove_row", args{"noun": "games", "id": 7001, "session": "anna"})
	_, ok = session.Games.Get(7001)
	require.False(t, ok)
	require.Equal(t, before, srv.Writes.Newest())
}

// TestRuleSchema: the schema of a rule has the members and the words that the mock knows, and the example is right.
func TestRuleSchema(t *testing.T) {
	expected := func(rule, of string) []string {
		said := json.Unmarshal([]byte(rule), new(fault.Rule)).Error()
		known := regexp.MustCompile(of + `: (?:no such member: )?expected one of ([\w, ]+?)(?:, found|;|$)`).FindStringSubmatch(said)
		require.NotNil(t, known, said)
		return strings.Split(known[1], ", ")
	}
	schema := schemaOf[rule]()
	require.ElementsMatch(t, expected(`{"x":1,"action":"drop"}`, `"x"`), slices.Collect(maps.Keys(schema.Properties)))
	for member, text := range ruleWords {
		require.ElementsMatch(t, expected(`{"trigger":"x","phase":"x","action":"x"}`, member), strings.Fields(text))
		require.Len(t, schema.Properties[member].Enum, len(strings.Fields(text)))
	}
	example := regexp.MustCompile(`\{"operation".*?\}\.`).FindString(strings.ReplaceAll(aboutRules, "\n", " "))
	require.NoError(t, json.Unmarshal([]byte(strings.TrimSuffix(example, ".")), new(fault.Rule)))
}

// TestSchemas: each member of each schema has one type, and each tool a title and the schema of its answer.
func TestSchemas(t *testing.T) {
	a := connect(t, "--url", mock(t).URL(), "--write")
	for tool, err := range a.Tools(t.Context(), nil) {
		require.NoError(t, err)
		require.NotEmpty(t, tool.Title, tool.Name)
		for _, schema := range []any{tool.InputSchema, tool.OutputSchema} {
			var look func(of any)
			look = func(of any) {
				members := of.(map[string]any)
				require.IsType(t, "", members["type"], "%s: %v", tool.Name, of)
				properties, _ := members["properties"].(map[string]any)
				for _, member := range properties {
					look(member)
				}
				if items, ok := members["items"]; ok {
					look(items)
				}
			}
			look(schema)
		}
	}
}

// TestLooseArguments: an integer as 5.0, a number as the id, and null for what is not given are read.
func TestLooseArguments(t *testing.T) {
	a := connect(t, "--url", mock(t).URL(), "--write")
	require.Contains(t, a.call("rows", args{
		"noun": "games", "limit": json.Number("1.0"), "event": json.Number("1001.0"), "day": nil, "id": nil, "session": nil,
	}), `{"items":[{"Id":7001,`)
	require.Contains(t, a.call("rows", args{"noun": "games", "id": json.Number("7001.0")}), `{"Id":7001,`)
	rule := args{"action": "status", "status": json.Number("503.0"), "trigger": "nth", "n": json.Number("2.0")}
	require.Contains(t, a.call("add_fault", args{"rule": rule}), `.Nth(2).`)
	require.Contains(t, a.call("rows", args{"noun": "games", "limit": json.Number("1e0"), "id": json.Number("7.001e3")}), `{"Id":7001,`)
	rule = args{"action": "status", "status": json.Number("5.03e2"), "n": nil, "errors": nil, "where": []args{{"name": "TeamId", "value": 7}}}
	require.Contains(t, a.call("add_fault", args{"rule": rule}), `Where(\"TeamId\", \"7\")`)
	rule = args{"action": "status", "errors": []args{{"code": json.Number("2E0"), "message": "odd", "field": nil}}}
	require.Contains(t, a.call("add_fault", args{"rule": rule}), `"message":"odd"`)
	require.Contains(t, a.refused("rows", args{"noun": "games", "limit": 1.5}), "limit")
	require.Contains(t, a.refused("rows", args{"noun": "games", "limit": json.Number("1e400")}), "1e400")
	require.Contains(t, a.refused("rows", args{"noun": nil}), `missing properties: ["noun"]`)
	require.JSONEq(t, `{"done":true}`, a.call("change_row", args{"noun": "games", "id": 7001, "members": args{"Round": nil}}))
}

// TestPages: next leads through a whole list, each item comes once, and each answer is bounded: see assistant.try.
func TestPages(t *testing.T) {
	srv := mock(t)
	for i := range 130 {
		send(t, "POST", srv.URL()+"/api/v1/teams", fmt.Sprintf(`{"Name":"Kites %d","Notes":%q}`, i, strings.Repeat("x", 16000)))
		srv.Faults.Add(fault.On("Payments.Pay").StatusBody(503, "text/plain", strings.Repeat("y", 1000)))
		srv.Teams.Edit(4001, func(team *tourney.Team) { team.Name = strings.Repeat("z", i) })
	}
	a := connect(t, "--url", srv.URL())
	for _, c := range []struct {
		tool  string
		args  args
		count int
	}{
		{"requests", nil, 130},
		{"requests", args{"limit": 100, "op": "Teams.Create"}, 130},
		{"faults", args{"limit": 1000}, 130},
		{"writes", args{"limit": 100}, 260},
		{"rows", args{"noun": "games", "limit": 100}, len(srv.Games.All())},
		{"rows", args{"noun": "players"}, len(srv.Players.All())},
		{"rows", args{"noun": "divisions", "limit": 3}, len(srv.Divisions.All())},
	} {
		args, seen := maps.Clone(c.args), map[string]bool{}
		if args == nil {
			args = map[string]any{}
		}
		for {
			var page struct {
				Items []json.RawMessage
				Next  json.Number
			}
			require.NoError(t, json.Unmarshal([]byte(a.call(c.tool, args)), &page))
			require.NotEmpty(t, page.Items)
			require.LessOrEqual(t, len(page.Items), maxItems)
			for _, item := range page.Items {
				require.False(t, seen[string(item)], "%s", item)
				seen[string(item)] = true
			}
			if page.Next == "" {
				break
			}
			args["next"] = page.Next
		}
		require.Len(t, seen, c.count, "%s %v", c.tool, c.args)
	}
	require.Contains(t, a.call("explain", args{"number": 1}), `"summary":"`)

	few := mock(t, mockserver.WithLimits(mockserver.Limits{Calls: 1}))
	send(t, "GET", few.URL()+"/api/v1/events", "")
	reader := connect(t, "--url", few.URL())
	require.NotContains(t, reader.call("requests", nil), "dropped")
	send(t, "GET", few.URL()+"/api/v1/events", "")
	require.Regexp(t, `^\{"items":\[\{"number":2,[^}]*\}\],"dropped":true\}$`, reader.call("requests", nil))
}

// TestLongTexts: an item that is too long for an answer comes with its beginning.
func TestLongTexts(t *testing.T) {
	srv := mock(t)
	a := connect(t, "--url", srv.URL())
	for _, letter := range []string{"x", "\u202e"} {
		srv.Teams.Edit(4001, func(team *tourney.Team) { team.Name = "Long " + strings.Repeat(letter, 40000) })
		require.Contains(t, a.call("rows", args{"noun": "teams", "id": 4001}), `{"cut":"{\"Id\":4001,`)
		require.Contains(t, a.call("rows", args{"noun": "teams", "text": "long"}), `{"items":[{"cut":"{\"Id\":4001,`)
		require.Contains(t, a.call("writes", args{"number": srv.Writes.Newest()}), `{"items":[{"cut":"`)
	}
}

// FuzzShortened: an answer is JSON, bounded and safe to show, and a short one says what it should.
func FuzzShortened(f *testing.F) {
	for _, text := range []string{"", "a\nb", "ß", "\U0001f93e", `"\`, "\u009b\u202e\x1b", "<&>", "\xff"} {
		f.Add(text, uint8(1))
		f.Add(text, uint8(255))
	}
	f.Fuzz(func(t *testing.T, text string, times uint8) {
		text = strings.Repeat(text, int(times))
		for _, value := range []any{text, map[string]any{text: []string{text}}, json.RawMessage(text)} {
			data := shortened(value, 512)
			text, err := json.Marshal(string(data))
			require.NoError(t, err)
			require.LessOrEqual(t, len(data)+len(text)-2, 512)
			require.NotRegexp(t, acting, string(data))
			require.True(t, json.Valid(data), "%s", data)
		}
		if utf8.ValidString(text) {
			require.Equal(t, text, read(t, shortened(text, 9+16*len(text))))
		}
	})
}

// read decodes a text in JSON.
func read(t *testing.T, data []byte) (text string) {
	t.Helper()
	require.NoError(t, json.Unmarshal(data, &text))
	return text
}

// TestNothingActs: what a request holds that could move a terminal's cursor comes escaped: see assistant.try.
func TestNothingActs(t *testing.T) {
	srv := mock(t)
	send(t, "PUT", srv.URL()+"/api/v1/games?x=%1b%5b2J%c2%9b", "{\"Id\":7030,\"HomeScore\":\"\u202e\u001b[2J\u009b\"}")
	srv.Teams.Edit(4001, func(team *tourney.Team) { team.Name = "\u202eESC\u009b<b>" })
	a := connect(t, "--url", srv.URL())
	a.call("requests", nil)
	a.call("explain", args{"as": "curl"})
	require.Contains(t, a.call("rows", args{"noun": "teams", "id": 4001}), `"Name":"\u202eESC\u009b<b>"`)
	a.refused("rows", args{"noun": "\u202e\u001b"})
	a.refused("requests", args{"op": "\u202e\u001b"})
}

// TestSecrets: no answer has a password, a key, a token or the number of a card.
func TestSecrets(t *testing.T) {
	const password, number, code, key, token = "pass-word-of-pat", "378282246310005", "7316", "the-api-secret", "open-sesame"
	srv := mock(t, mockserver.Account("pat", password, tourney.Account{
		Credentials: auth.Credentials{APIKey: "key-of-pat", APISecret: secret.New(key)},
	}))
	const card = `{"PriceId":51,"CreditCardType":"American Express","CreditCardNumber":"` + number + `","CreditCardCvv":"` + code + `"}`
	send(t, "POST", srv.URL()+"/api/v1/authenticate", `{"Username":"pat","Password":"`+password+`"}`)
	send(t, "POST", srv.URL()+"/api/v1/payments", `{"TeamId":4005,"Payment":`+card+`}`)
	send(t, "POST", srv.URL()+"/api/v1/register", `{"Team":{"Name":"Kites"},"Payment":`+card+`}`)
	send(t, "POST", srv.URL()+"/api/v1/nothing?password="+password+"&token="+token, card)
	srv.Accounts.RotateKeys("pat")
	rotated, _ := srv.Accounts.Keys("pat")
	srv.Faults.Add(fault.On("Payments.Pay").Where("Payment.CreditCardNumber", number).Drop())
	srv.Faults.Add(fault.On("Games.Get").StatusBody(403, "application/json", `{"Login":{"Password":"`+password+`"}}`))
	srv.Faults.Add(fault.On("Games.Get").Status(403, tourney.ErrorItem{Message: "card " + number}))
	kept := srv.Teams.Add(tourney.Team{
		Name: number, Division: &tourney.TeamDivision{ID: 2001}, ExternalTeamID: "3782-822463-10005",
		Extra: tourney.Extra{
			"ApiSecret": json.RawMessage(`"` + key + `"`), "Card": json.RawMessage(number),
			"Login":  json.RawMessage(`[{"Password":["` + password + `"]},{"Name":"Key","Value":"` + key + `"}]`),
			"Script": json.RawMessage(`"{\"cvv\":\"` + code + `\"}"`),
			"Long":   json.RawMessage(`"` + strings.Repeat("x", 2*maxAnswer) + number + `"`),
		},
	})
	srv.Teams.Edit(kept, func(team *tourney.Team) { team.Name = "card " + number })
	a := connect(t, "--url", srv.URL(), "--write")
	said := a.call("requests", args{"limit": 100}) + a.call("faults", nil) + a.call("writes", nil) + a.call("info", nil)
	for _, call := range srv.Calls.All("") {
		said += a.call("explain", args{"number": call.Number, "as": "curl"})
	}
	for number := range srv.Writes.Newest() {
		said += a.call("writes", args{"number": number + 1})
	}
	for _, noun := range nouns {
		said += a.call("rows", args{"noun": noun, "limit": 100})
	}
	for _, tool := range []string{"rows", "remove_row", "add_fault"} {
		text, _ := a.try(tool, args{"noun": number, "id": number})
		said += text
	}
	require.Contains(t, a.call("rows", args{"noun": "teams", "id": kept}), fmt.Sprintf(`{"Id":%d,"Name":"`, kept))
	for _, secret := range []string{password, number, "3782-822463-10005", code, key, token, rotated.APISecret.Reveal()} {
		require.NotContains(t, said, secret)
	}
	require.Greater(t, strings.Count(said, "[redacted]"), 5)
	require.True(t, slices.ContainsFunc(srv.Faults.All(), func(f *fault.Armed) bool { return strings.Contains(said, f.ID()) }))
}
