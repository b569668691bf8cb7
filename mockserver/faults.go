package mockserver

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/nearest"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/writable"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// Faults are the rules that make requests fail.
type Faults struct{ in anyFaults }

type anyFaults interface {
	AddFault(method string, rule fault.Rule, when func(journal.Call) bool) *Fault
	Faults() []*Fault
	ClearFaults()
}

// Add makes the server follow a rule, after those that it has. In each phase of a request the first rule that fires
// decides. Every rule counts for itself. A server has 10,000 rules at most, and so has a session. Rules stay until
// Remove or Clear, also over a Reset. They do not act on the methods of a World.
//
// Add panics if the rule is wrong or one too many. The *Error names what is wrong and what was expected: an operation
// or a parameter that does not exist, with the nearest name; a number out of range; an action that has no meaning in
// the phase.
func (f Faults) Add(rule fault.Rule) *Fault { return f.in.AddFault("Faults.Add", rule, nil) }

// AddWhen is Add for a rule that acts only on requests for which a function is true. The function runs in the goroutine
// of the request, and must be safe for concurrent use. The Call has no Number, no Status before the handler ran, and no
// secret. The function may use the World, to change a row between two requests for example. Remote panics, because it
// cannot send a function.
func (f Faults) AddWhen(rule fault.Rule, when func(journal.Call) bool) *Fault {
	if when == nil {
		panic(refusal.Errorf("Faults.AddWhen", "the function is nil"))
	}
	return f.in.AddFault("Faults.AddWhen", rule, when)
}

// All returns the rules in the order in which they were added. In Remote the Rule of one with a function or a secret is
// empty.
func (f Faults) All() []*Fault { return f.in.Faults() }

// Clear removes all rules, as Fault.Remove does.
func (f Faults) Clear() { f.in.ClearFaults() }

// Fault is a rule that a server follows. It is safe for concurrent use.
type Fault struct{ armed armedRule }

// armedRule is a rule at a server, which can be in another process.
type armedRule interface {
	ID() string
	String() string
	Hits() int
	Rule() rules.Rule
	Remove()
}

// ID returns the id of the rule, such as "f1". Calls and the header X-Mock-Fault name it.
func (f *Fault) ID() string { return f.armed.ID() }

// String returns the rule on one line, much as it is written in Go. It hides the values of secret parameters, and of
// Errors it shows the codes alone.
func (f *Fault) String() string { return redact.Masked(f.armed.String()) }

// Hits returns how many requests the rule made fail. Requests that match and do not fire do not count, nor does one for
// which an earlier rule of the same phase fired.
func (f *Fault) Hits() int { return f.armed.Hits() }

// Rule returns the rule, without the function of AddWhen.
func (f *Fault) Rule() fault.Rule { return fault.Rule(rules.Seal(f.armed.Rule())) }

// Remove ends the rule. A request that waits because of it gets its answer, and one that hangs loses its connection. A
// request that it fails already goes on failing. Removing a rule twice is allowed.
func (f *Fault) Remove() { f.armed.Remove() }

func (s *server) AddFault(method string, rule fault.Rule, when func(journal.Call) bool) *Fault {
	f, err := s.addFault(rules.Sealed(rule).Open(), when)
	if err != nil {
		panic(refusal.Wrap(method, err))
	}
	return f
}

func (s *server) addFault(rule rules.Rule, when func(journal.Call) bool) (*Fault, error) {
	err := wrongRule(rule.Check(), checkOperation(&rule, s.responder.Router.Serves), s.checkKeys(&rule),
		writable.Check("errors", &rule.Errors))
	if err != nil {
		return nil, err
	}
	var ofCall func(subject any) bool
	if when != nil {
		ofCall = func(subject any) bool { return when(subject.(func() journal.Call)()) }
	}
	armed := s.responder.Faults.Rules.Add(rule, ofCall)
	if armed == nil {
		return nil, fmt.Errorf("the server has %d rules, and takes no more: Remove or Faults.Clear ends some", rules.Most)
	}
	return &Fault{armed}, nil
}

// wrongRule returns one error for all that is wrong with a rule, and nil for nothing.
func wrongRule(problems ...error) error {
	problems = slices.DeleteFunc(problems, func(err error) bool { return err == nil })
	if len(problems) == 0 {
		return nil
	}
	texts := values.Mapped(problems, func(err error) string { return redact.Masked(err.Error()) })
	return errors.New(strings.Join(texts, "; "))
}

// checkOperation refuses an operation that the server does not serve, and conditions on parameters that it does not
// have.
func checkOperation(rule *rules.Rule, serves func(*contract.Operation) bool) error {
	if rule.Op == "" {
		return nil
	}
	op := contract.Lookup(rule.Op)
	if op == nil {
		names := values.Mapped(contract.Operations(), func(op *contract.Operation) string { return op.ID })
		return fmt.Errorf("operation: there is no %q: %s", redact.Safe(rule.Op), nearest.Hint(names, rule.Op))
	}
	if !serves(op) {
		return fmt.Errorf("operation: this server does not serve %s", op.ID)
	}
	for i, c := range rule.Where {
		names := parametersOf(op)
		if c.Name != "" && len(names) > 0 && !slices.Contains(names, strings.ToLower(c.Name)) {
			hint := nearest.Hint(names, c.Name)
			return fmt.Errorf("where[%d].name: %s has no parameter %q: %s", i, op.ID, redact.Safe(c.Name), hint)
		}
	}
	return nil
}

// parametersOf returns the names of an operation's parameters, in every spelling.
func parametersOf(op *contract.Operation) (names []string) {
	for i := range op.Params {
		p := &op.Params[i]
		names = append(names, p.Name)
		if p.Also != "" {
			names = append(names, p.Also)
		}
		for _, s := range p.Spelled {
			names = append(names, s.Name)
		}
	}
	return names
}

// checkKeys refuses to expire keys that nobody checks.
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

func (s *server) Faults() []*Fault {
	return values.Mapped(s.responder.Faults.Rules.All(), func(a *rules.Armed) *Fault { return &Fault{a} })
}

func (s *server) ClearFaults() { s.responder.Faults.Rules.Clear() }

func (s *server) Unreachable(d time.Duration) { s.unreachableBut(nil, d) }

// unreachableBut is Unreachable for a caller in another process: the connection of its request is kept for the answer.
func (s *server) unreachableBut(kept net.Conn, d time.Duration) {
	if d < 0 {
		panic(refusal.Errorf("Unreachable", "the time for which it lasts is %s: expected 0s or more", d))
	}
	s.link.CutBut(kept, d)
}
