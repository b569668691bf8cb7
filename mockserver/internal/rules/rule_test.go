package rules_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver/internal/rules"
)

func TestCheck(t *testing.T) {
	action := func(a rules.Action) rules.Rule { return rules.Rule{Action: a} }
	items := []rules.Item{{Code: 2}}
	for want, rule := range map[string]rules.Rule{
		"action: is required: expected one of status, reset":  {},
		"path: expected an operation or a path, found both":   drop(func(r *rules.Rule) { r.Op, r.Path = "Teams.Get", "/x" }),
		`path: expected a path that begins with /, found "x"`: drop(func(r *rules.Rule) { r.Path = "x" }),
		`path: expected a path without query, found "/x?a"`:   drop(func(r *rules.Rule) { r.Path = "/x?a" }),
		"where[1].name: expected the name of a parameter": drop(func(r *rules.Rule) {
			r.Where = []rules.Condition{{Name: "a"}, {Value: "7"}}
		}),
		"n: expected 1 or more, found 0":  drop(func(r *rules.Rule) { r.Trigger.Kind = rules.Nth }),
		"n: expected 1 or more, found -1": drop(func(r *rules.Rule) { r.Trigger = rules.Trigger{Kind: rules.After, N: -1} }),
		"n: Always takes none":            drop(func(r *rules.Rule) { r.N = 2 }),
		"p: expected 0 to 1, found 1.5":   drop(func(r *rules.Rule) { r.Trigger = rules.Trigger{Kind: rules.Probability, P: 1.5} }),
		"p: expected 0 to 1, found -0.5":  drop(func(r *rules.Rule) { r.Trigger = rules.Trigger{Kind: rules.Probability, P: -0.5} }),
		"p: expected 0 to 1, found NaN": drop(func(r *rules.Rule) {
			r.Trigger = rules.Trigger{Kind: rules.Probability, P: math.NaN()}
		}),
		"p: Nth takes none": drop(func(r *rules.Rule) {
			r.Trigger = rules.Trigger{Kind: rules.Nth, N: 1, P: 0.5}
		}),
		"until: is required":                                    drop(func(r *rules.Rule) { r.Trigger.Kind = rules.Until }),
		"until: Always takes none":                              drop(func(r *rules.Rule) { r.Until = morning }),
		"status: is required where there are no errors":         action(rules.Action{Does: rules.Status}),
		"status: expected a status of 200 to 599, found 600":    action(rules.Action{Does: rules.Status, Status: 600}),
		"status: expected a status of 200 to 599, found 101":    action(rules.Action{Does: rules.Status, Status: 101}),
		"status: an answer with the status 204 has no body":     action(rules.Action{Does: rules.Status, Status: 204, Errors: items}),
		"status: an answer with the status 304 has no body":     action(rules.Action{Does: rules.Gateway, Status: 304}),
		"status: is required by Gateway":                        action(rules.Action{Does: rules.Gateway}),
		"status: expected 301, 302, 303, 307 or 308, found 304": action(rules.Action{Does: rules.Redirect, Status: 304, To: "/x"}),
		"to: is required by Redirect":                           action(rules.Action{Does: rules.Redirect, Status: 307}),
		"to: expected a URL or a path":                          action(rules.Action{Does: rules.Redirect, Status: 307, To: "http://a b/%"}),
		"status: Reset takes none":                              action(rules.Action{Does: rules.Reset, Status: 500}),
		"body: expected errors or a body, found both":           action(rules.Action{Does: rules.Status, Status: 400, Errors: items, Body: "x"}),
		"contentType: expected a body beside it":                action(rules.Action{Does: rules.Status, Status: 400, ContentType: "text/html"}),
		`contentType: expected a media type, such as text/html, found "a\nb"`: action(rules.Action{
			Does: rules.ContentType, ContentType: "a\nb",
		}),
		"retryAfter: expected whole seconds, 0 or more, found 1.5s": action(rules.Action{
			Does: rules.Status, Status: 429, RetryAfter: &rules.RetryAfter{Wait: 1500 * time.Millisecond},
		}),
		"retryAfterDate: expected whole seconds, 0 or more, found -1s": action(rules.Action{
			Does: rules.Gateway, Status: 503, RetryAfter: &rules.RetryAfter{Wait: -time.Second, Date: true},
		}),
		"retryAfter: Drop takes none":                  action(rules.Action{Does: rules.Drop, RetryAfter: &rules.RetryAfter{}}),
		"for: is required by Delay":                    action(rules.Action{Does: rules.Delay}),
		"for: expected a duration above 0, found -1ns": action(rules.Action{Does: rules.Delay, For: -1}),
		"bytes: expected a number of bytes, found -1":  action(rules.Action{Does: rules.Truncate, Bytes: -1}),
		"bytes: is required by Throttle":               action(rules.Action{Does: rules.Throttle}),
		"errors: is required by BesideErrors":          action(rules.Action{Does: rules.BesideErrors}),
		"phase: Truncate has no meaning in Before: expected Writing or AfterCommit": {
			Phase: rules.Before, Action: rules.Action{Does: rules.Truncate, Bytes: 3},
		},
		"phase: Status has no meaning in Writing: expected Before or AfterCommit": {
			Phase: rules.Writing, Action: rules.Action{Does: rules.Status, Status: 500},
		},
		"action: a rule has one, found Drop and Hang: add a rule for each": drop(func(r *rules.Rule) {
			r.SetAction(rules.Action{Does: rules.Hang})
		}),
		"trigger: a rule has one, found Nth and First": drop(func(r *rules.Rule) {
			r.SetTrigger(rules.Trigger{Kind: rules.Nth, N: 1})
			r.SetTrigger(rules.Trigger{Kind: rules.First, N: 1})
		}),
		"phase: a rule has one, found Before and Writing": drop(func(r *rules.Rule) {
			r.SetPhase(rules.Before)
			r.SetPhase(rules.Writing)
		}),
	} {
		require.ErrorContains(t, rule.Check(), want)
	}
	all := rules.Rule{Trigger: rules.Trigger{Kind: rules.Nth}, Action: rules.Action{Does: rules.Delay}}
	require.EqualError(t, all.Check(), "n: expected 1 or more, found 0; for: is required by Delay", "every mistake")
}

// TestRulesShareABeginning: a rule that is made from another one does not change it.
func TestRulesShareABeginning(t *testing.T) {
	var shared rules.Rule
	shared.AddCondition(rules.Condition{Name: "a", Value: "1"})
	first, second := shared, shared
	first.AddCondition(rules.Condition{Name: "b", Value: "2"})
	second.AddCondition(rules.Condition{Name: "c", Value: "3"})
	require.Equal(t, "b", first.Where[1].Name)
	require.Equal(t, "c", second.Where[1].Name)
	require.Len(t, shared.Where, 1)
}

func TestText(t *testing.T) {
	set := newSet(1)
	for want, rule := range map[string]rules.Rule{
		`OnAny().Before().Drop()`: drop(nil),
		`On("Payments.Pay").Where("TeamId", "7").Nth(2).AfterCommit().Drop()`: drop(func(r *rules.Rule) {
			r.Op, r.Phase, r.Trigger = "Payments.Pay", rules.AfterCommit, rules.Trigger{Kind: rules.Nth, N: 2}
			r.AddCondition(rules.Condition{Name: "TeamId", Value: "7"})
		}),
		`OnPath("/x").Where("Password", "[redacted]").Probability(0.25).Before().Drop()`: drop(func(r *rules.Rule) {
			r.Path, r.Trigger = "/x", rules.Trigger{Kind: rules.Probability, P: 0.25}
			r.AddCondition(rules.Condition{Name: "Password", Value: "hunter2"})
		}),
		`OnAny().Until(2027-04-03T08:00:00Z).Before().Status(503, Retry-After 30s)`: {
			Trigger: rules.Trigger{Kind: rules.Until, Until: morning},
			Action:  rules.Action{Does: rules.Status, Status: 503, RetryAfter: &rules.RetryAfter{Wait: 30 * time.Second}},
		},
		`OnAny().AfterCommit().BesideErrors(code 10, code 2)`: {
			Action: rules.Action{Does: rules.BesideErrors, Errors: []rules.Item{{Code: 10, Message: "closed"}, {Code: 2}}},
		},
		`OnAny().Writing().Truncate(10)`: {Action: rules.Action{Does: rules.Truncate, Bytes: 10}},
		`OnAny().Before().Redirect(307, "https://x.example.com/")`: {
			Action: rules.Action{Does: rules.Redirect, Status: 307, To: "https://x.example.com/?key=secret"},
		},
	} {
		require.Equal(t, want, set.Add(rule, nil).String())
		require.Equal(t, want+" with a function", set.Add(rule, func(any) bool { return true }).String())
	}
}

// spelled are rules in JSON, one for each action at least.
var spelled = []string{
	`{"operation":"Payments.Pay","where":[{"name":"TeamId","value":"7"}],"trigger":"nth","n":2,"phase":"afterCommit","action":"drop"}`,
	`{"path":"/api/*","trigger":"probability","p":0.25,"action":"reset"}`, `{"trigger":"probability","p":0,"action":"reset"}`,
	`{"trigger":"until","until":"2027-04-03T08:00:00Z","action":"status","status":400,"errors":[{"code":10,"message":"m","field":"f"}]}`,
	`{"action":"status","status":503,"body":"busy","contentType":"text/plain","retryAfter":"30s"}`,
	`{"trigger":"first","n":1,"action":"gateway","status":502,"retryAfterDate":"1m0s"}`,
	`{"trigger":"every","n":3,"action":"hang"}`, `{"trigger":"after","n":1,"action":"empty"}`,
	`{"operation":"Payments.Pay","action":"drop","commitAfter":"30s"}`,
	`{"action":"delay","for":"1.5s"}`, `{"action":"unreachable","for":"1h0m0s"}`,
	`{"phase":"writing","action":"truncate","bytes":10}`, `{"action":"throttle","bytes":1000}`,
	`{"action":"garble"}`, `{"action":"contentType","contentType":"text/html"}`,
	`{"action":"redirect","status":307,"to":"/api/v1/events"}`, `{"action":"expireKeys"}`,
	`{"action":"besideErrors","errors":[{"code":2,"message":""}]}`, `{"phase":"before","action":"noResult"}`,
}

func TestSpelling(t *testing.T) {
	seen := map[rules.Kind]bool{}
	for _, text := range spelled {
		rule, err := rules.Decode([]byte(text))
		require.NoError(t, err, text)
		again, err := rules.Encode(&rule)
		require.NoError(t, err)
		require.Equal(t, text, string(again))
		seen[rule.Does] = true
	}
	require.Len(t, seen, len(rules.Kinds()), "a rule for each action")
}

func TestWrongSpelling(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                                 "expected an object, found array",
		`null`:                               "expected an object, found null",
		`{`:                                  "found end of body",
		`{"action":"drop","nth":2}`:          `"nth": no such member: expected one of operation, path, where`,
		`{"Action":"drop"}`:                  `"Action": no such member`,
		`{"action":"drop","action":"reset"}`: "action: is given twice",
		`{"action":"dropp"}`:                 `action: expected one of status, reset, drop`,
		`{"action":7}`:                       "found 7",
		`{"action":""}`:                      "action: expected one of",
		`{"operation":"","action":"drop"}`:   "operation: expected a text that is not empty",
		`{"operation":7,"action":"drop"}`:    "operation: expected a text, found number",
		`{"trigger":"nth","n":1.5,"action":"drop"}`:                         "n: expected an integer, found 1.5",
		`{"trigger":"nth","n":"2","action":"drop"}`:                         `n: expected an integer, found "2"`,
		`{"trigger":"nth","n":99999999999999999999,"action":"drop"}`:        "n: expected an integer nearer to zero, found 9",
		`{"trigger":"sometimes","action":"drop"}`:                           "trigger: expected one of always, nth, first, every, after",
		`{"trigger":"probability","p":"x","action":"drop"}`:                 "p: expected a number",
		`{"trigger":"probability","action":"drop"}`:                         "p: is required: expected 0 to 1",
		`{"trigger":"until","until":"soon","action":"drop"}`:                `such as 2027-04-01T08:00:00Z, found "soon"`,
		`{"phase":"Before","action":"drop"}`:                                `one of before, afterCommit, writing, found "Before"`,
		`{"action":"drop","commitAfter":"-1s"}`:                             "commitAfter: expected a duration above 0, found -1s",
		`{"action":"delay","for":"1s","commitAfter":"1s"}`:                  "commitAfter: Delay takes none",
		`{"action":"drop","phase":"afterCommit","commitAfter":"1s"}`:        "phase: commitAfter has a meaning in Before alone",
		`{"action":"delay","for":3}`:                                        "for: expected a duration, such as 1.5s, found 3",
		`{"action":"delay"}`:                                                "for: is required by Delay",
		`{"action":"drop","where":{}}`:                                      "where: expected an array, found object",
		`{"action":"drop","where":[7]}`:                                     "where[0]: expected an object, found number",
		`{"action":"drop","where":[{"name":"a"}]}`:                          "where[0].value: is required",
		`{"action":"drop","where":[{"name":"a","value":4111111111111111}]}`: "where[0].value: expected a text, found number",
		`{"action":"drop","where":[{"name":"a","value":"b","or":"c"}]}`:     `where[0]: "or": no such member`,
		`{"action":"drop","where":[{"name":"a","name":"b","value":"c"}]}`:   "where[0].name: is given twice",
		`{"action":"status","errors":[{"message":"m"}]}`:                    "errors[0].code: is required",
		`{"action":"drop","retryAfter":"1s","retryAfterDate":"1s"}`:         "expected retryAfter or retryAfterDate, found both",
	} {
		_, err := rules.Decode([]byte(text))
		require.ErrorContains(t, err, want, text)
		require.NotContains(t, err.Error(), "4111111111111111")
	}
	_, err := rules.Encode(&rules.Rule{})
	require.ErrorContains(t, err, "action: is required")
}

// TestEveryMistakeOfASpelling: an error names all mistakes, and none that only follows from another one.
func TestEveryMistakeOfASpelling(t *testing.T) {
	for text, want := range map[string]string{
		`{"operation":"","where":[{"name":"a"},7,{"value":1,"or":2}],"trigger":"nth","n":"x","action":"status","status":9}`: "" +
			`operation: expected a text that is not empty; where[0].value: is required; ` +
			`where[1]: expected an object, found number; where[2].value: expected a text, found number; ` +
			`where[2]: "or": no such member; where[2].name: is required; n: expected an integer, found "x"; ` +
			`status: expected a status of 200 to 599, found 9`,
		`{"trigger":"often","n":2,"action":"drop"}`: `trigger: expected one of always, nth, first, every, after, probability, ` +
			`until, found "often"`,
		`{"trigger":"nth","action":"drop","bytes":1}`:   `n: expected 1 or more, found 0; bytes: Drop takes none`,
		`{"action":"delay","for":"soon","status":503}`:  `for: expected a duration, such as 1.5s, found "soon"; status: Delay takes none`,
		`{"action":"status","errors":[{"code":"x"}]}`:   `errors[0].code: expected an integer, found "x"; errors[0].message: is required`,
		`{"path":"teams","trigger":"nth","action":"x"}`: `path: expected a path that begins with /, found "teams"`,
	} {
		_, err := rules.Decode([]byte(text))
		require.Error(t, err, text)
		if strings.Contains(text, `"x"}`) && strings.Contains(text, "path") {
			require.Contains(t, err.Error(), want)
			require.Contains(t, err.Error(), "n: expected 1 or more, found 0")
			require.Equal(t, 1, strings.Count(err.Error(), "action: "))
			continue
		}
		require.EqualError(t, err, want, text)
	}
	_, err := rules.Decode([]byte(`{"action":"drop","where":[` + strings.Repeat("1,", 1000) + `1]}`))
	require.Equal(t, 100, strings.Count(err.Error(), "expected an object"))
	require.ErrorContains(t, err, "there may be more: these are the first 100")
}

// FuzzDecode: no text makes Decode panic, and each rule that it accepts is written and read again as the same rule.
func FuzzDecode(f *testing.F) {
	for _, text := range spelled {
		f.Add([]byte(text))
	}
	f.Add([]byte(`{"action":"drop","where":[{"name":"","value":null}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		rule, err := rules.Decode(text)
		if err != nil {
			require.LessOrEqual(t, len(err.Error()), 4000+2*len(text))
			return
		}
		written, err := rules.Encode(&rule)
		if err != nil { // a time or a text that JSON cannot write
			require.True(t, strings.HasPrefix(err.Error(), "until: "), "%v", err)
			return
		}
		require.True(t, json.Valid(written), "%s", written)
		again, err := rules.Decode(written)
		require.NoError(t, err, "%s", written)
		require.Empty(t, cmp.Diff(rule, again, cmpopts.IgnoreUnexported(rules.Rule{}), cmpopts.EquateEmpty()))
	})
}
