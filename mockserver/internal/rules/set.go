package rules

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Set holds the armed rules of a server. It is safe for concurrent use.
type Set struct {
	seed uint64
	now  func() time.Time

	mu    sync.Mutex // held while the list is replaced
	last  uint64
	armed atomic.Pointer[[]*Armed] // never changed in place

	revision atomic.Int64
}

// NewSet returns a set without rules. The random numbers of the rules depend on the seed. The function now returns the
// time for triggers.
func NewSet(seed uint64, now func() time.Time) *Set { return &Set{seed: seed, now: now} }

// Armed is a rule of a set, with its own counter and its own random source. Because of this, rules do not affect each
// other, with one exception: a rule that ends a request keeps it from reaching a later phase.
type Armed struct {
	set  *Set
	id   uint64
	rule Rule
	when func(subject any) bool // a condition on Request.Subject; nil for none
	gone chan struct{}          // closed when the rule is removed
	hits atomic.Int64

	mu     sync.Mutex
	count  int // counts the requests that matched, even if another rule fired
	random *rand.Rand
}

// Max is the largest number of rules in a set. There is a limit because the server compares every request with every
// rule.
const Max = 10_000

// Add arms a rule. The rule must be one that Check accepts. If when is not nil, the rule acts only on requests for
// whose Subject when returns true. Add returns nil when the set has Max rules already.
func (s *Set) Add(r Rule, when func(subject any) bool) *Armed {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.All()) >= Max {
		return nil
	}
	s.last++
	a := &Armed{set: s, id: s.last, rule: r, when: when, gone: make(chan struct{})}
	a.random = rand.New(rand.NewPCG(s.seed, a.id)) //nolint:gosec // faults, not secrets
	s.replace(append(slices.Clip(s.All()), a))
	return a
}

// All returns the rules in the order in which they were added.
func (s *Set) All() []*Armed {
	if list := s.armed.Load(); list != nil {
		return *list
	}
	return nil
}

// Revision returns a number that changes when a rule is added, removed or fires.
func (s *Set) Revision() int64 { return s.revision.Load() }

func (s *Set) replace(list []*Armed) {
	s.armed.Store(&list)
	s.revision.Add(1)
}

// Clear removes all rules. Later rules do not get the ids of removed rules.
func (s *Set) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.All() {
		close(a.gone)
	}
	s.replace(nil)
}

// Fire counts a request for every rule of the phase that matches it. It returns the first of these rules that fires,
// or nil if no rule fires. It calls describe only if a rule of the phase is armed.
func (s *Set) Fire(p Phase, describe func() *Request) *Armed {
	var fired *Armed
	var req *Request
	for _, a := range s.All() {
		if a.rule.in() != p {
			continue
		}
		if req == nil {
			req = describe()
		}
		if a.matches(req) && a.counts() && fired == nil {
			fired = a
		}
	}
	if fired != nil {
		fired.hits.Add(1)
		s.revision.Add(1)
	}
	return fired
}

func (a *Armed) matches(req *Request) bool {
	return a.rule.matches(req) && (a.when == nil || a.when(req.Subject))
}

// counts counts a request that matches the rule, and reports whether the rule fires for it.
func (a *Armed) counts() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.count++
	t := &a.rule.Trigger
	return triggers[t.Kind].fires(t, &moment{a.count, a.random, a.set.now})
}

// ID returns the id of the rule in its set, such as f1.
func (a *Armed) ID() string { return "f" + strconv.FormatUint(a.id, 10) }

// Rule returns a copy of the rule.
func (a *Armed) Rule() Rule { return a.rule }

// HasWhen reports whether the rule has a condition that is a function.
func (a *Armed) HasWhen() bool { return a.when != nil }

// String returns the rule on one line, and says whether it has a condition that is a function.
func (a *Armed) String() string {
	if a.HasWhen() {
		return a.rule.String() + " with a function"
	}
	return a.rule.String()
}

// Hits returns for how many requests the rule fired.
func (a *Armed) Hits() int { return int(a.hits.Load()) }

// Gone returns a channel that is closed when the rule is removed. Requests that wait because of the rule then continue.
func (a *Armed) Gone() <-chan struct{} { return a.gone }

// Remove takes the rule out of its set. Requests for which the rule has already fired still fail.
func (a *Armed) Remove() {
	a.set.mu.Lock()
	defer a.set.mu.Unlock()
	if i := slices.Index(a.set.All(), a); i >= 0 {
		close(a.gone)
		a.set.replace(slices.Delete(slices.Clone(a.set.All()), i, i+1))
	}
}
