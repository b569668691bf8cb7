package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/redact"
)

// Rule says what goes wrong with which requests. A rule without Op and without Path matches every request.
type Rule struct {
	Op    string      // operation, such as Payments.Pay
	Path  string      // the path of the request; if it ends with *, every path with the same beginning
	Where []Condition // a request matches only if all conditions are true
	Trigger
	Phase Phase // Unset for the first phase of the action's row
	Action

	mistakes []string // mistakes of the code that built the rule, such as two actions
	unread   []string // members of the JSON form that could not be read
}

// Condition is a parameter that a request must have.
type Condition struct {
	Name  string `json:"name"`  // with dots for members of members, such as player.name; in any letter case
	Value string `json:"value"` // the value as text: 7 for the number 7, true for a boolean
}

// Trigger says for which of the matching requests a rule fires.
type Trigger struct {
	Kind  TriggerKind
	N     int       // of Nth, First, Every and After
	P     float64   // of Probability
	Until time.Time // of Until
}

// Action is what goes wrong. The row of its kind in the table actions lists which other fields an action may have.
type Action struct {
	Does        Kind
	Status      int
	Errors      []Item
	Body        string
	ContentType string
	RetryAfter  *RetryAfter
	CommitAfter time.Duration // how long after it the request is carried out; 0 for never
	For         time.Duration // of Delay and Unreachable
	Bytes       int           // Truncate sends this many bytes; Throttle sends this many a second
	To          string        // of Redirect
}

// Item is one of the Errors of an answer.
type Item struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Field   string `json:"field,omitempty"`
}

// RetryAfter is the value of the header Retry-After.
type RetryAfter struct {
	Wait time.Duration
	Date bool // whether the header has a date instead of seconds
}

// Sealed contains a Rule. Other modules can hold it, but cannot see the Rule in it. The type of rules in package fault
// is a Sealed.
type Sealed struct{ rule Rule }

// Seal returns a sealed copy of the rule.
func Seal(r Rule) Sealed { return Sealed{r} }

// Open returns a copy of the rule that was sealed.
func (s Sealed) Open() Rule { return s.rule }

// SetTrigger sets the trigger. Setting a second trigger is a mistake, which Check reports.
func (r *Rule) SetTrigger(t Trigger) {
	if r.Trigger.Kind != Always {
		r.note("trigger", triggers[r.Trigger.Kind].name, triggers[t.Kind].name)
	}
	r.Trigger = t
}

// SetPhase sets the phase. Setting a second phase is a mistake, which Check reports.
func (r *Rule) SetPhase(p Phase) {
	if r.Phase != Unset {
		r.note("phase", phases[r.Phase].name, phases[p].name)
	}
	r.Phase = p
}

// SetAction sets what the rule does. Setting a second action is a mistake, which Check reports.
func (r *Rule) SetAction(a Action) {
	if r.Does != None {
		r.note("action", actions[r.Does].name, actions[a.Does].name)
	}
	a.RetryAfter, a.CommitAfter = cmp.Or(a.RetryAfter, r.RetryAfter), r.CommitAfter
	r.Action = a
}

// AddCondition adds a condition. It copies the slice if necessary, because another rule may use the same slice.
func (r *Rule) AddCondition(c Condition) { r.Where = append(slices.Clip(r.Where), c) }

// note records that the code which built the rule has set something twice. Check reports this mistake.
func (r *Rule) note(what, first, second string) {
	text := fmt.Sprintf("%s: a rule has one, found %s and %s: add a rule for each", what, first, second)
	r.Mistake(text)
}

// Mistake records a mistake of the code that builds the rule. Check reports this mistake.
func (r *Rule) Mistake(text string) { r.mistakes = append(slices.Clip(r.mistakes), text) }

// in returns the phase of the rule: the one that was set, Before with CommitAfter, or the first of the action's row.
func (r *Rule) in() Phase {
	switch {
	case r.Phase != Unset || len(actions[r.Does].phases) == 0:
		return r.Phase
	case r.CommitAfter != 0:
		return Before
	}
	return actions[r.Does].phases[0]
}

// IsSecret reports whether no text may show the value of a condition. The value is secret if a parameter of an
// operation with this name is secret, if the name looks like the name of a secret, or if the value could be the number
// of a card.
func (c Condition) IsSecret() bool {
	last := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
	hides := func(op *contract.Operation) bool {
		p := op.Param(strings.ToLower(c.Name))
		return p != nil && p.Secret
	}
	return redact.Masked(c.Value) != c.Value || redact.SecretName(last) || redact.AssignsSecret(c.Value) ||
		slices.ContainsFunc(contract.Operations(), hides)
}

// String returns the rule on one line, written as the Go calls that build it. It hides the values of secret
// conditions, and leaves out bodies and messages.
func (r *Rule) String() string {
	var b strings.Builder
	b.WriteString(r.target())
	for _, c := range r.Where {
		value := c.Value
		if c.IsSecret() {
			value = redact.Mark
		}
		fmt.Fprintf(&b, ".Where(%q, %q)", c.Name, value)
	}
	if r.Trigger.Kind != Always {
		b.WriteString("." + triggers[r.Trigger.Kind].name + "(" + r.Trigger.argument() + ")")
	}
	if r.in() != Unset {
		b.WriteString("." + phases[r.in()].name + "()")
	}
	if r.CommitAfter != 0 {
		b.WriteString(".CommitAfter(" + r.CommitAfter.String() + ")")
	}
	if r.Does != None {
		b.WriteString("." + actions[r.Does].name + "(" + r.arguments() + ")")
	}
	return redact.Masked(b.String())
}

// target returns the beginning of the rule's text: which requests the rule matches.
func (r *Rule) target() string {
	switch {
	case r.Op != "":
		return fmt.Sprintf("On(%q)", r.Op)
	case r.Path != "":
		return fmt.Sprintf("OnPath(%q)", r.Path)
	}
	return "OnAny()"
}

func (t *Trigger) argument() string {
	switch t.Kind {
	case Until:
		return t.Until.Format(time.RFC3339Nano)
	case Probability:
		return strconv.FormatFloat(t.P, 'g', -1, 64)
	default:
		return strconv.Itoa(t.N)
	}
}

// arguments returns the short arguments of the action. Bodies and messages are left out.
func (r *Rule) arguments() string {
	var texts []string
	for _, f := range fields {
		if f.short == nil {
			continue
		}
		if value := f.write(r); value != nil {
			texts = append(texts, f.short(value))
		}
	}
	return strings.Join(texts, ", ")
}
