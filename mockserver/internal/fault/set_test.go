package fault_test

import (
	"math"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney/mockserver/internal/fault"
)

// fires returns which of n requests in the phase Before fire a rule.
func fires(set *fault.Set, n int) (numbers []int) {
	for i := range n {
		if set.Fire(fault.Before, on("Teams.Get", "/api/v1/teams")) != nil {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}

func TestTriggers(t *testing.T) {
	all := []int{1, 2, 3, 4, 5, 6, 7}
	for name, test := range map[string]struct {
		trigger fault.Trigger
		want    []int
	}{
		"always":               {fault.Trigger{}, all},
		"the first":            {fault.Trigger{Kind: fault.Nth, N: 1}, []int{1}},
		"the third":            {fault.Trigger{Kind: fault.Nth, N: 3}, []int{3}},
		"the first two":        {fault.Trigger{Kind: fault.First, N: 2}, []int{1, 2}},
		"every third":          {fault.Trigger{Kind: fault.Every, N: 3}, []int{3, 6}},
		"all after five":       {fault.Trigger{Kind: fault.After, N: 5}, []int{6, 7}},
		"certainly":            {fault.Trigger{Kind: fault.Probability, P: 1}, all},
		"never":                {fault.Trigger{Kind: fault.Probability}, nil},
		"until later":          {fault.Trigger{Kind: fault.Until, Until: morning.Add(1)}, all},
		"until now":            {fault.Trigger{Kind: fault.Until, Until: morning}, nil},
		"beyond all requests":  {fault.Trigger{Kind: fault.Nth, N: math.MaxInt}, nil},
		"every of the largest": {fault.Trigger{Kind: fault.Every, N: math.MaxInt}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			rule := drop(func(r *fault.Rule) { r.Trigger = test.trigger })
			require.NoError(t, rule.Check())
			set := newSet(1)
			armed := set.Add(rule)
			require.Empty(t, cmp.Diff(test.want, fires(set, len(all))))
			require.Equal(t, len(test.want), armed.Hits())
		})
	}
}

// TestProbabilityIsThatOfTheRule: the same seed and id give the same requests, and another seed or id gives others.
func TestProbabilityIsThatOfTheRule(t *testing.T) {
	rule := drop(func(r *fault.Rule) { r.Trigger = fault.Trigger{Kind: fault.Probability, P: 0.3} })
	draw := func(seed uint64, before int) []int {
		set := newSet(seed)
		for range before {
			set.Add(drop(func(r *fault.Rule) { r.Op = "Payments.Pay" }))
		}
		set.Add(rule)
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
		rules := rapid.SliceOfN(rapid.Custom(randomRule), 1, 5).Draw(t, "rules")
		requests := rapid.SliceOfN(rapid.SampledFrom([]string{"Teams.Get", "Payments.Pay"}), 1, 60).Draw(t, "requests")
		alone := make([][]bool, len(rules))
		for i := range rules {
			set := newSet(3)
			for j := range i { // so that the rule has the same id
				set.Add(rules[j]).Remove()
			}
			set.Add(rules[i])
			for _, op := range requests {
				alone[i] = append(alone[i], set.Fire(fault.Before, on(op, "")) != nil)
			}
		}
		set := newSet(3)
		var armed []*fault.Armed
		for _, r := range rules {
			armed = append(armed, set.Add(r))
		}
		for n, op := range requests {
			var want *fault.Armed
			for i := range rules {
				if alone[i][n] {
					want = armed[i]
					break
				}
			}
			if got := set.Fire(fault.Before, on(op, "")); got != want {
				t.Fatalf("request %d: got %v, want %v", n, got, want)
			}
		}
	})
}

func randomRule(t *rapid.T) fault.Rule {
	return drop(func(r *fault.Rule) {
		r.Op = rapid.SampledFrom([]string{"", "Teams.Get", "Payments.Pay"}).Draw(t, "operation")
		r.Trigger = rapid.SampledFrom([]fault.Trigger{
			{}, {Kind: fault.Nth, N: 2}, {Kind: fault.First, N: 3}, {Kind: fault.Every, N: 2}, {Kind: fault.After, N: 4},
			{Kind: fault.Probability, P: 0.5}, {Kind: fault.Until, Until: morning},
		}).Draw(t, "trigger")
	})
}

func TestFirstRuleWinsAndPhasesAreApart(t *testing.T) {
	set := newSet(1)
	after := set.Add(drop(func(r *fault.Rule) { r.Phase = fault.AfterCommit }))
	first, second := set.Add(drop(nil)), set.Add(drop(nil))
	require.Same(t, first, set.Fire(fault.Before, on("", "")))
	require.Same(t, after, set.Fire(fault.AfterCommit, on("", "")))
	require.Nil(t, set.Fire(fault.Writing, on("", "")))
	first.Remove()
	first.Remove()
	require.Same(t, second, set.Fire(fault.Before, on("", "")))
	require.Equal(t, []string{"f1", "f3"}, []string{set.All()[0].ID(), set.All()[1].ID()})
	require.Equal(t, []int{1, 1, 1}, []int{after.Hits(), first.Hits(), second.Hits()})
	set.Clear()
	require.Empty(t, set.All())
	require.Nil(t, set.Fire(fault.Before, func() *fault.Request { panic("there is no rule that needs it") }))
	require.Equal(t, "f4", set.Add(drop(nil)).ID(), "ids are not given again")
}

// TestCountersUnderConcurrency runs with the race detector in the full run.
func TestCountersUnderConcurrency(t *testing.T) {
	const workers, each = 8, 250
	set := newSet(1)
	nth := set.Add(drop(func(r *fault.Rule) { r.Trigger = fault.Trigger{Kind: fault.Nth, N: workers * each / 2} }))
	every := set.Add(drop(func(r *fault.Rule) { r.Trigger = fault.Trigger{Kind: fault.Every, N: 7} }))
	likely := set.Add(drop(func(r *fault.Rule) { r.Trigger = fault.Trigger{Kind: fault.Probability, P: 0.5} }))
	var clients sync.WaitGroup
	for range workers {
		clients.Go(func() {
			for range each {
				set.Fire(fault.Before, on("Teams.Get", "/"))
				set.Add(drop(func(r *fault.Rule) { r.Op = "Payments.Pay" })).Remove()
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
		condition fault.Condition
		body      bool
		query     bool
	}{
		"a number":                {fault.Condition{Name: "TeamId", Value: "7"}, true, true},
		"another number":          {fault.Condition{Name: "TeamId", Value: "77"}, false, false},
		"a boolean":               {fault.Condition{Name: "paid", Value: "true"}, true, true},
		"null":                    {fault.Condition{Name: "notes", Value: ""}, false, false},
		"a text with a comma":     {fault.Condition{Name: "name", Value: "A, B"}, true, true},
		"a part of a text":        {fault.Condition{Name: "name", Value: "A"}, false, true},
		"a member of an item":     {fault.Condition{Name: "players.firstname", Value: "Bo"}, true, false},
		"a member of no item":     {fault.Condition{Name: "players.firstname", Value: "Cy"}, false, false},
		"a member of a member":    {fault.Condition{Name: "Coach.Email", Value: "x@example.com"}, true, false},
		"an item of a list":       {fault.Condition{Name: "ids", Value: "4"}, true, true},
		"a list as a whole":       {fault.Condition{Name: "ids", Value: "3,4"}, false, true},
		"an object":               {fault.Condition{Name: "coach", Value: ""}, false, false},
		"a name that nobody gave": {fault.Condition{Name: "email", Value: "x@example.com"}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			for _, side := range []struct {
				req  *fault.Request
				want bool
			}{
				{body(t, nested), test.body},
				{query(t, "teamid=7&Paid=true&name=A, B&ids=3,4"), test.query},
				{&fault.Request{}, false},
			} {
				set := newSet(1)
				set.Add(drop(func(r *fault.Rule) { r.AddCondition(test.condition) }))
				require.Equal(t, side.want, set.Fire(fault.Before, func() *fault.Request { return side.req }) != nil)
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
			set.Add(drop(func(r *fault.Rule) { r.Path = pattern }))
			require.Equal(t, want, set.Fire(fault.Before, on("", path)) != nil, "%s at %s", pattern, path)
		}
	}
}

// TestPredicatesMayUseTheSet: no lock is held while a predicate runs, and all predicates of a rule must hold.
func TestPredicatesMayUseTheSet(t *testing.T) {
	set := newSet(1)
	var rule fault.Rule
	rule.SetAction(fault.Action{Does: fault.Delay, For: time.Second})
	rule.AddWhen(func(subject any) bool { return len(set.All()) == 1 && subject == "yes" })
	rule.AddWhen(func(any) bool { set.Clear(); return true })
	set.Add(rule)
	ask := func(subject string) *fault.Armed {
		return set.Fire(fault.Before, func() *fault.Request { return &fault.Request{Subject: subject} })
	}
	require.Nil(t, ask("no"))
	require.NotNil(t, ask("yes"))
	require.Nil(t, ask("yes"))
}
