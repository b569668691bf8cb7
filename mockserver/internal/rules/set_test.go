package rules_test

import (
	"math"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney/mockserver/internal/rules"
)

// fires returns which of n requests in the phase Before fire a rule.
func fires(set *rules.Set, n int) (numbers []int) {
	for i := range n {
		if set.Fire(rules.Before, on("Teams.Get", "/api/v1/teams")) != nil {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}

func TestTriggers(t *testing.T) {
	all := []int{1, 2, 3, 4, 5, 6, 7}
	for name, test := range map[string]struct {
		trigger rules.Trigger
		want    []int
	}{
		"always":               {rules.Trigger{}, all},
		"the first":            {rules.Trigger{Kind: rules.Nth, N: 1}, []int{1}},
		"the third":            {rules.Trigger{Kind: rules.Nth, N: 3}, []int{3}},
		"the first two":        {rules.Trigger{Kind: rules.First, N: 2}, []int{1, 2}},
		"every third":          {rules.Trigger{Kind: rules.Every, N: 3}, []int{3, 6}},
		"all after five":       {rules.Trigger{Kind: rules.After, N: 5}, []int{6, 7}},
		"certainly":            {rules.Trigger{Kind: rules.Probability, P: 1}, all},
		"never":                {rules.Trigger{Kind: rules.Probability}, nil},
		"until later":          {rules.Trigger{Kind: rules.Until, Until: morning.Add(1)}, all},
		"until now":            {rules.Trigger{Kind: rules.Until, Until: morning}, nil},
		"beyond all requests":  {rules.Trigger{Kind: rules.Nth, N: math.MaxInt}, nil},
		"every of the largest": {rules.Trigger{Kind: rules.Every, N: math.MaxInt}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			rule := drop(func(r *rules.Rule) { r.Trigger = test.trigger })
			require.NoError(t, rule.Check())
			set := newSet(1)
			armed := set.Add(rule, nil)
			require.Empty(t, cmp.Diff(test.want, fires(set, len(all))))
			require.Equal(t, len(test.want), armed.Hits())
		})
	}
}

// TestProbabilityIsThatOfTheRule: the same seed and id give the same requests, and another seed or id gives others.
func TestProbabilityIsThatOfTheRule(t *testing.T) {
	rule := drop(func(r *rules.Rule) { r.Trigger = rules.Trigger{Kind: rules.Probability, P: 0.3} })
	draw := func(seed uint64, before int) []int {
		set := newSet(seed)
		for range before {
			set.Add(drop(func(r *rules.Rule) { r.Op = "Payments.Pay" }), nil)
		}
		set.Add(rule, nil)
		return fires(set, 200)
	}
	first := draw(7, 0)
	require.InDelta(t, 60, len(first), 30)
	require.Equal(t, first, draw(7, 0))
	require.NotEqual(t, first, draw(8, 0))
	require.NotEqual(t, first, draw(7, 1), "the second rule has another source")
}

// TestRulesDoNotDisturbEachOther: a rule fires, or would fire, for the same requests whichever rules of its phase are
// beside it.
func TestRulesDoNotDisturbEachOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		several := rapid.SliceOfN(rapid.Custom(randomRule), 1, 5).Draw(t, "rules")
		requests := rapid.SliceOfN(rapid.SampledFrom([]string{"Teams.Get", "Payments.Pay"}), 1, 60).Draw(t, "requests")
		alone := make([][]bool, len(several))
		for i := range several {
			set := newSet(3)
			for j := range i { // so that the rule has the same id
				set.Add(several[j], nil).Remove()
			}
			set.Add(several[i], nil)
			for _, op := range requests {
				alone[i] = append(alone[i], set.Fire(rules.Before, on(op, "")) != nil)
			}
		}
		set := newSet(3)
		var armed []*rules.Armed
		for _, r := range several {
			armed = append(armed, set.Add(r, nil))
		}
		for n, op := range requests {
			var want *rules.Armed
			for i := range several {
				if alone[i][n] {
					want = armed[i]
					break
				}
			}
			if got := set.Fire(rules.Before, on(op, "")); got != want {
				t.Fatalf("request %d: got %v, want %v", n, got, want)
			}
		}
	})
}

func randomRule(t *rapid.T) rules.Rule {
	return drop(func(r *rules.Rule) {
		r.Op = rapid.SampledFrom([]string{"", "Teams.Get", "Payments.Pay"}).Draw(t, "operation")
		r.Trigger = rapid.SampledFrom([]rules.Trigger{
			{}, {Kind: rules.Nth, N: 2}, {Kind: rules.First, N: 3}, {Kind: rules.Every, N: 2}, {Kind: rules.After, N: 4},
			{Kind: rules.Probability, P: 0.5}, {Kind: rules.Until, Until: morning},
		}).Draw(t, "trigger")
	})
}

func TestFirstRuleWinsAndPhasesAreApart(t *testing.T) {
	set := newSet(1)
	after := set.Add(drop(func(r *rules.Rule) { r.Phase = rules.AfterCommit }), nil)
	first, second := set.Add(drop(nil), nil), set.Add(drop(nil), nil)
	require.Same(t, first, set.Fire(rules.Before, on("", "")))
	require.Same(t, after, set.Fire(rules.AfterCommit, on("", "")))
	require.Nil(t, set.Fire(rules.Writing, on("", "")))
	first.Remove()
	first.Remove()
	require.Same(t, second, set.Fire(rules.Before, on("", "")))
	require.Equal(t, []string{"f1", "f3"}, []string{set.All()[0].ID(), set.All()[1].ID()})
	require.Equal(t, []int{1, 1, 1}, []int{after.Hits(), first.Hits(), second.Hits()})
	set.Clear()
	require.Empty(t, set.All())
	require.Nil(t, set.Fire(rules.Before, func() *rules.Request { panic("there is no rule that needs it") }))
	require.Equal(t, "f4", set.Add(drop(nil), nil).ID(), "ids are not given again")
}

// TestCountersUnderConcurrency runs with the race detector in the full run.
func TestCountersUnderConcurrency(t *testing.T) {
	const workers, each = 8, 250
	set := newSet(1)
	nth := set.Add(drop(func(r *rules.Rule) { r.Trigger = rules.Trigger{Kind: rules.Nth, N: workers * each / 2} }), nil)
	every := set.Add(drop(func(r *rules.Rule) { r.Trigger = rules.Trigger{Kind: rules.Every, N: 7} }), nil)
	likely := set.Add(drop(func(r *rules.Rule) { r.Trigger = rules.Trigger{Kind: rules.Probability, P: 0.5} }), nil)
	var clients sync.WaitGroup
	for range workers {
		clients.Go(func() {
			for range each {
				set.Fire(rules.Before, on("Teams.Get", "/"))
				set.Add(drop(func(r *rules.Rule) { r.Op = "Payments.Pay" }), nil).Remove()
			}
		})
	}
	clients.Wait()
	require.Equal(t, 1, nth.Hits())
	fired := workers * each / 7
	require.Contains(t, []int{fired, fired - 1}, every.Hits(), "the one that the other rule won")
	require.InDelta(t, workers*each*6/7/2, likely.Hits(), 150)
	require.Len(t, set.All(), 3)
}

func TestMatching(t *testing.T) {
	nested := `{"TEAMID": 7, "Paid": true, "Notes": null, "Name": "A, B", "Players": [{"FirstName": "Ada"}, {"firstname": "Bo"}],
		"Coach": {"Email": "x@example.com"}, "Ids": [3, 4]}`
	for name, test := range map[string]struct {
		condition rules.Condition
		body      bool
		query     bool
	}{
		"a number":                {rules.Condition{Name: "TeamId", Value: "7"}, true, true},
		"another number":          {rules.Condition{Name: "TeamId", Value: "77"}, false, false},
		"a boolean":               {rules.Condition{Name: "paid", Value: "true"}, true, true},
		"null":                    {rules.Condition{Name: "notes", Value: ""}, false, false},
		"a text with a comma":     {rules.Condition{Name: "name", Value: "A, B"}, true, true},
		"a part of a text":        {rules.Condition{Name: "name", Value: "A"}, false, true},
		"a member of an item":     {rules.Condition{Name: "players.firstname", Value: "Bo"}, true, false},
		"a member of no item":     {rules.Condition{Name: "players.firstname", Value: "Cy"}, false, false},
		"a member of a member":    {rules.Condition{Name: "Coach.Email", Value: "x@example.com"}, true, false},
		"an item of a list":       {rules.Condition{Name: "ids", Value: "4"}, true, true},
		"a list as a whole":       {rules.Condition{Name: "ids", Value: "3,4"}, false, true},
		"an object":               {rules.Condition{Name: "coach", Value: ""}, false, false},
		"a name that nobody gave": {rules.Condition{Name: "email", Value: "x@example.com"}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			for _, side := range []struct {
				req  *rules.Request
				want bool
			}{
				{body(t, nested), test.body},
				{query(t, "teamid=7&Paid=true&name=A, B&ids=3,4"), test.query},
				{&rules.Request{}, false},
			} {
				set := newSet(1)
				set.Add(drop(func(r *rules.Rule) { r.AddCondition(test.condition) }), nil)
				require.Equal(t, side.want, set.Fire(rules.Before, func() *rules.Request { return side.req }) != nil)
			}
		})
	}
}

func TestPaths(t *testing.T) {
	for pattern, paths := range map[string]map[string]bool{
		"/api/v1/teams":  {"/api/v1/teams": true, "/api/v1/teams/": true, "/api/v1/team": false, "/api/v1/teams/7": false},
		"/api/v1/teams/": {"/api/v1/teams": true},
		"/api/*":         {"/api/v1/teams": true, "/api/": true, "/health": false},
		"/*":             {"/": true, "/x": true},
		"/":              {"/": true, "": true, "/x": false},
		"":               {"/x": true},
	} {
		for path, want := range paths {
			set := newSet(1)
			set.Add(drop(func(r *rules.Rule) { r.Path = pattern }), nil)
			require.Equal(t, want, set.Fire(rules.Before, on("", path)) != nil, "%s at %s", pattern, path)
		}
	}
}

// TestPredicatesMayUseTheSet: no lock is held while a predicate runs.
func TestPredicatesMayUseTheSet(t *testing.T) {
	set := newSet(1)
	var rule rules.Rule
	rule.SetAction(rules.Action{Does: rules.Delay, For: time.Second})
	set.Add(rule, func(subject any) bool {
		found := len(set.All()) == 1 && subject == "yes"
		if found {
			set.Clear()
		}
		return found
	})
	ask := func(subject string) *rules.Armed {
		return set.Fire(rules.Before, func() *rules.Request { return &rules.Request{Subject: subject} })
	}
	require.Nil(t, ask("no"))
	require.NotNil(t, ask("yes"))
	require.Nil(t, ask("yes"))
}
