package console_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// texts returns the rules of the faults that are armed.
func texts(srv *mockserver.Server) (all []string) {
	for _, f := range srv.Faults.All() {
		all = append(all, f.String())
	}
	return all
}

// TestUsualFaults: each fault that the page offers can be armed, and taken back.
func TestUsualFaults(t *testing.T) {
	srv, b := open(t, mockserver.RequireAuth(auth.HMAC{}))
	rules := found(t, b.get("faults").body, "input", "name", "rule")
	require.GreaterOrEqual(t, len(rules), 10)
	for _, n := range rules {
		rule, _ := attribute(n, "value")
		page := b.post("faults/add", "faults", "rule", rule)
		require.Contains(t, plain(t, page.body), "is armed.", rule)
		require.Len(t, srv.Faults.All(), 1, rule)
		require.Contains(t, plain(t, page.body), "1 fault armed")
		b.post(undoOf(t, page.body), "faults")
		require.Empty(t, srv.Faults.All(), rule)
	}
}

// TestFaultForm: the fields of the form make a rule, whatever its action and its trigger.
func TestFaultForm(t *testing.T) {
	srv, b := open(t, mockserver.RequireAuth(auth.HMAC{}))
	for form, want := range map[string]string{
		"action=status&status=503": "OnAny().Before().Status(503)",
		"operation=Teams.List&name=EventId&value=1001&action=drop&phase=writing": `On("Teams.List").Where("EventId", "1001").Writing().Drop()`,
		"path=/api/v1/*&action=reset&trigger=nth&n=3":                            `OnPath("/api/v1/*").Nth(3).Before().Reset()`,
		"action=empty&trigger=first&n=2":                                         "OnAny().First(2).Before().Empty()",
		"action=hang&trigger=every&n=5":                                          "OnAny().Every(5).Before().Hang()",
		"action=delay&for=2s&trigger=after&n=1":                                  "OnAny().After(1).Before().Delay(2s)",
		"action=truncate&bytes=10&trigger=probability&n=0.5":                     "OnAny().Probability(0.5).Writing().Truncate(10)",
		"action=garble&trigger=until&n=2026-06-12T09:00:00Z":                     "OnAny().Until(2026-06-12T09:00:00Z).Writing().Garble()",
		"action=contentType&contentType=text/html":                               `OnAny().Writing().ContentType("text/html")`,
		"action=gateway&status=502&retryAfter=3s":                                "OnAny().Before().Gateway(502, Retry-After 3s)",
		"action=throttle&bytes=100":                                              "OnAny().Writing().Throttle(100)",
		"action=redirect&status=307&to=/elsewhere":                               `OnAny().Before().Redirect(307, "/elsewhere")`,
		"action=besideErrors&code=2&message=no":                                  "OnAny().AfterCommit().BesideErrors(code 2)",
		"action=noResult":                                                        "OnAny().AfterCommit().NoResult()",
		"action=expireKeys":                                                      "OnAny().Before().ExpireKeys()",
		"action=unreachable&for=1s&phase=afterCommit":                            "OnAny().AfterCommit().Unreachable(1s)",
		"action=status&status=400&body=no&contentType=text/plain":                `OnAny().Before().Status(400, "text/plain")`,
	} {
		values, err := url.ParseQuery(form)
		require.NoError(t, err)
		var pairs []string
		for name := range values {
			pairs = append(pairs, name, values.Get(name))
		}
		page := b.post("faults/add", "faults", pairs...)
		require.Empty(t, cmp.Diff([]string{want}, texts(srv)), form)
		require.NotContains(t, strings.Join(keyedRows(t, page.body), "\n"), "{", form)
		srv.Faults.Clear()
	}
}

// TestWordsOfFaults: the form offers each action, each phase and each trigger of the grammar, under its name in JSON, and
// the list says numbers as people say them.
func TestWordsOfFaults(t *testing.T) {
	srv, b := open(t)
	offered := map[string][]string{}
	for _, n := range found(t, b.get("faults").body, "option", "value", "") {
		name, _ := attribute(n.Parent, "name")
		value, _ := attribute(n, "value")
		offered[name] = append(offered[name], value)
	}
	for name, count := range map[string]int{"action": len(rules.Kinds()), "phase": len(rules.Phases()) + 1, "trigger": 7} {
		slices.Sort(offered[name])
		require.Len(t, slices.Compact(offered[name]), count, name)
		for _, value := range offered[name] {
			page := b.post("faults/add", "faults", "action", "reset", name, value)
			require.NotContains(t, plain(t, page.body), "expected one of", "%s=%s", name, value)
		}
	}
	srv.Faults.Clear()
	for want, rule := range map[string]fault.Rule{
		"Teams.List, EventId = 1001 the first request answer with a status, code 10 closed": fault.On("Teams.List").
			Where("EventId", "1001").First(1).Errors(tourney.ErrorItem{Code: 10, Message: "closed"}),
		"every request each request with the probability 0.5 close the connection without an answer, carried out after 3s": fault.
			OnAny().Probability(0.5).Drop().CommitAfter(3 * time.Second),
		"/api/v1/* all but the first 2 answer late, for 2s, after the write is made": fault.OnPath("/api/v1/*").After(2).
			AfterCommit().Delay(2 * time.Second),
	} {
		srv.Faults.Add(rule)
		require.Contains(t, strings.Join(keyedRows(t, b.get("faults").body), "\n"), want)
		srv.Faults.Clear()
	}
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 111: "111th"} {
		srv.Faults.Add(fault.OnAny().Nth(n).Reset())
		require.Contains(t, strings.Join(keyedRows(t, b.get("faults").body), "\n"), " "+want+" ")
		srv.Faults.Clear()
	}
}

// TestFaultList: rules show their hits. They are removed, and taken back.
func TestFaultList(t *testing.T) {
	srv, b := open(t)
	require.Contains(t, plain(t, b.get("faults").body), "No fault is armed")
	srv.Faults.Add(fault.On("Venues.List").First(2).Status(503))
	srv.Faults.AddWhen(fault.OnPath("/api/v1/*").Reset(), func(journal.Call) bool { return false })
	b.api(http.MethodGet, "/api/v1/venues", "")
	page := b.get("faults")
	require.Contains(t, strings.Join(keyedRows(t, page.body), "\n"), "f1 Venues.List the first 2 requests answer with a status, 503 1 Remove")
	require.Contains(t, strings.Join(keyedRows(t, page.body), "\n"), `f2 OnPath("/api/v1/*").Before().Reset() with a function 0 Remove`)
	require.Contains(t, page.body, `href="./requests?answer=fault:f1"`)
	require.Contains(t, plain(t, page.body), "2 faults armed")

	page = b.post("faults/f1/remove", "faults")
	require.Len(t, srv.Faults.All(), 1)
	require.Contains(t, plain(t, page.body), "The fault f1 is removed. Undo arms f1 again, behind all others. Hits count from 0.")
	b.post(undoOf(t, page.body), "faults")
	require.Len(t, srv.Faults.All(), 2)
	page = b.post("faults/clear", "faults")
	require.Empty(t, srv.Faults.All())
	require.Contains(t, plain(t, page.body), "All faults are removed. Undo arms f3 again, behind all others. "+
		"Hits count from 0. No page can arm f2 again: only the program that added a rule has its function")
	b.post(undoOf(t, page.body), "faults")
	require.Equal(t, []string{`On("Venues.List").First(2).Before().Status(503)`}, texts(srv), "a function is in no form")
	srv.Faults.AddWhen(fault.OnPath("/api/v1/*").Reset(), func(journal.Call) bool { return false })
	page = b.post("faults/f5/remove", "faults")
	require.Contains(t, plain(t, page.body), "The fault f5 is removed. No page can arm f5 again")
	require.NotContains(t, page.body, "undo/")
}
