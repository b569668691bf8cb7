package mockserver

import (
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// Faults are the rules that make requests fail.
type Faults struct{ in anyFaults }

type anyFaults interface {
	AddFault(method string, rule fault.Rule, when func(journal.Call) bool) *fault.Armed
	Faults() []*fault.Armed
	ClearFaults()
}

// Add makes the server follow a rule, after the rules that it already has. In each phase of a request the first rule
// that fires decides. Every rule counts its own requests. A server has 10,000 rules at most, and a session too. Rules
// stay until Remove or Clear; a Reset keeps them. They do not act on the methods of a [World].
//
// Add panics if the rule is wrong or one too many. The *Error names what is wrong and what was expected: an operation
// or a parameter that does not exist, with the nearest name; a number out of range; an action that has no meaning in
// the phase.
func (f Faults) Add(rule fault.Rule) *fault.Armed {
	return made(f.in).AddFault("Faults.Add", rule, nil)
}

// AddWhen adds a rule, as Add does, that acts only on requests for which a function returns true. The function runs in
// the goroutine of the request, and must be safe for concurrent use. The Call has no Number, no Status before the
// handler ran, and no secret. The function may use the [World], to change a row between two requests for example.
// AddWhen panics in the World of [Remote], which cannot send a function.
func (f Faults) AddWhen(rule fault.Rule, when func(journal.Call) bool) *fault.Armed {
	if when == nil {
		panic(refusal.Errorf("Faults.AddWhen", "the function is nil"))
	}
	return made(f.in).AddFault("Faults.AddWhen", rule, when)
}

// All returns the rules in the order in which they were added. With [Remote] the field Rule is empty for a rule that
// has a function or a secret.
func (f Faults) All() []*fault.Armed { return made(f.in).Faults() }

// Clear removes all rules, as [fault.Armed.Remove] does.
func (f Faults) Clear() { made(f.in).ClearFaults() }

func (s *server) AddFault(method string, rule fault.Rule, when func(journal.Call) bool) *fault.Armed {
	f, err := s.addFault(rules.Sealed(rule).Open(), when)
	if err != nil {
		panic(refusal.Wrap(method, err))
	}
	return f
}

func (s *server) addFault(rule rules.Rule, when func(journal.Call) bool) (*fault.Armed, error) {
	err := rules.Problems(rule.Check(), rules.CheckOperation(&rule, s.Responder.Router.Serves), s.checkKeys(&rule),
		refusal.CheckWritable("errors", &rule.Errors))
	if err != nil {
		return nil, err
	}
	var ofCall func(subject any) bool
	if when != nil {
		ofCall = func(subject any) bool { return when(subject.(func() journal.Call)()) }
	}
	armed := s.Responder.Faults.Rules.Add(rule, ofCall)
	if armed == nil {
		return nil, fmt.Errorf("the server has %d rules already: Remove or Faults.Clear ends some", rules.Max)
	}
	return new(fault.Armed(rules.Follow(armed))), nil
}

// checkKeys refuses a rule that expires keys on a server that checks no keys.
func (s *server) checkKeys(rule *rules.Rule) error {
	if rule.Does != rules.ExpireKeys {
		return nil
	}
	if s.options.verifier == nil {
		return errors.New("action: ExpireKeys needs a server that checks keys")
	}
	if op := contract.Lookup(rule.Op); op != nil && op.Open {
		return fmt.Errorf("action: ExpireKeys: %s is not signed", op.ID)
	}
	return nil
}

func (s *server) Faults() []*fault.Armed {
	return values.Mapped(s.Responder.Faults.Rules.All(), func(a *rules.Armed) *fault.Armed {
		return new(fault.Armed(rules.Follow(a)))
	})
}

func (s *server) ClearFaults() { s.Responder.Faults.Rules.Clear() }

func (s *server) Unreachable(d time.Duration) { s.unreachableBut(nil, d) }

// unreachableBut does what Unreachable does, for a caller in another process: it keeps the connection of the caller's
// request open for the answer.
func (s *server) unreachableBut(kept net.Conn, d time.Duration) {
	if d < 0 {
		panic(refusal.Errorf("Unreachable", "the time for which it lasts is %s: expected 0s or more", d))
	}
	s.link.CutBut(kept, d)
}
