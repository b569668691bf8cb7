package journal

import (
	"slices"

	"github.com/tourney-go/tourney/internal/node"
)

// Filter chooses calls. Since, Before, WithStatus, Failed, Unmatched, Where and ReliedOn return filters, and Func makes
// one of a function.
type Filter interface {
	Match(c Call) bool
}

// Func is a Filter of your own.
type Func func(c Call) bool

// Match calls the function.
func (f Func) Match(c Call) bool { return f(c) }

// Since chooses the calls after the one with this number. The number of the last call before a step of a test makes
// Calls.All return those of the step.
func Since(number int64) Filter { return Func(func(c Call) bool { return c.Number > number }) }

// Before chooses the calls before the one with this number. The number of the first call of Calls.Last makes it return
// those before.
func Before(number int64) Filter { return Func(func(c Call) bool { return c.Number < number }) }

// WithStatus chooses calls that were answered with this status, 0 for calls without an answer.
func WithStatus(status int) Filter { return Func(func(c Call) bool { return c.Status == status }) }

// Failed chooses calls that were answered with a status of 400 or more, and calls without an answer.
func Failed() Filter { return Func(func(c Call) bool { return c.Status == 0 || c.Status >= 400 }) }

// Unmatched chooses the calls that no operation took, such as those with a typing error in the path. Call.Nearest tells
// the nearest route. Requests of a foreign origin or host name are among them, because the server refuses them before
// it looks for an operation.
func Unmatched() Filter { return Func(func(c Call) bool { return c.Op == "" }) }

// Where chooses calls that have a parameter with this value: see Call.Param. A number matches as it was written.
// Calls.All and its like panic when no operation has a parameter of this name, because a typing error would look like a
// request that was not made. A Func of your own finds names that a client made up.
func Where(name, value string) Filter { return where{name, value} }

type where struct{ name, value string }

func (w where) Match(c Call) bool {
	for _, p := range c.parameters() {
		if node.SameName(p.Name, w.name) && p.Text == w.value {
			return true
		}
	}
	return false
}

// Parameter tells the server the name, which it checks.
func (w where) Parameter() string { return w.name }

// ReliedOn chooses calls whose answers relied on the assumption with this id, such as "unknown-paths": see Assumptions
// of the server. No call relied on one about clients. Calls.All and its like panic when no assumption has the id.
func ReliedOn(id string) Filter { return reliedOn(id) }

type reliedOn string

func (r reliedOn) Match(c Call) bool { return slices.Contains(c.Assumed, string(r)) }

// Assumption tells the server the id, which it checks.
func (r reliedOn) Assumption() string { return string(r) }
