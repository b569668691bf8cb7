package rules

import (
	"math/rand/v2"
	"time"
)

// TriggerKind says how a rule chooses among the requests that match it.
type TriggerKind uint8

// The triggers. The rows of triggers contain their meanings.
const (
	Always TriggerKind = iota
	Nth
	First
	Every
	After
	Probability
	Until
)

// moment is what a trigger needs to decide whether a rule fires.
type moment struct {
	count  int // how many requests have matched the rule, including the current one
	random *rand.Rand
	now    func() time.Time
}

// triggerRow is a row of the table of triggers.
type triggerRow struct {
	name    string
	spelled string // the name in JSON
	counts  bool   // the trigger needs N, which is at least 1
	fires   func(t *Trigger, m *moment) bool
	meaning string
}

func (r triggerRow) word() string { return r.spelled }

var triggers = [...]triggerRow{
	Always: {"Always", "always", false, func(*Trigger, *moment) bool { return true }, "every request"},
	Nth:    {"Nth", "nth", true, func(t *Trigger, m *moment) bool { return m.count == t.N }, "the n-th request alone"},
	First:  {"First", "first", true, func(t *Trigger, m *moment) bool { return m.count <= t.N }, "the first n requests"},
	Every:  {"Every", "every", true, func(t *Trigger, m *moment) bool { return m.count%t.N == 0 }, "every n-th request"},
	After:  {"After", "after", true, func(t *Trigger, m *moment) bool { return m.count > t.N }, "all but the first n"},
	Probability: {
		"Probability", "probability", false, func(t *Trigger, m *moment) bool { return m.random.Float64() < t.P },
		"each request with probability p, from the random source of the rule",
	},
	Until: {
		"Until", "until", false, func(t *Trigger, m *moment) bool { return m.now().Before(t.Until) },
		"every request before a time of the mock's clock",
	},
}
