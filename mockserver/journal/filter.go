package journal

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/node"
)

// Filter chooses calls. Since, Before, [WithStatus], Failed, Unmatched, Where and [ReliedOn] return filters, and Func
// makes a function a Filter.
type Filter interface {
	Match(c Call) bool
}

// Func is a [Filter] that you write as a function.
type Func func(c Call) bool

// Match calls the function.
func (f Func) Match(c Call) bool { return f(c) }

// known is a filter that the admin API has too, as a parameter of the list of requests. The server checks the value
// of the parameter.
type known struct {
	name, value string
	match       func(c Call) bool
}

func (k known) Match(c Call) bool { return k.match(c) }

// Query returns the name and the value of the parameter.
func (k known) Query() (name, value string) { return k.name, k.value }

// Since chooses the calls after the one with this number. With the number of the last call before a step of a test,
// Calls.All returns the calls of the step.
func Since(number int64) Filter {
	return known{"since", strconv.FormatInt(number, 10), func(c Call) bool { return c.Number > number }}
}

// Before chooses the calls before the call with this number. With the number of the first call that Calls.Last
// returned, Calls.Last returns the calls before that one.
func Before(number int64) Filter {
	return known{"before", strconv.FormatInt(number, 10), func(c Call) bool { return c.Number < number }}
}

// WithStatus chooses calls that were answered with this status, 0 for calls without an answer.
func WithStatus(status int) Filter {
	return known{"status", strconv.Itoa(status), func(c Call) bool { return c.Status == status }}
}

// Failed chooses calls that were answered with a status of 400 or more, and calls without an answer.
func Failed() Filter {
	return known{"failed", "true", func(c Call) bool { return c.Status == 0 || c.Status >= 400 }}
}

// Unmatched chooses the calls that are no operation, such as a call with a typing error in the path. Call.Nearest has
// the nearest route. Unmatched also chooses requests of a foreign origin or host name, because the server refuses these
// before it looks for an operation.
func Unmatched() Filter { return known{"unmatched", "true", func(c Call) bool { return c.Op == "" }} }

// Where chooses calls that have a parameter with this value: see [Call.Param]. A number matches only as the client
// wrote it. The methods of Calls panic when no operation has a parameter of this name, because a typing error would
// look like a request that was not made. To find names that no operation has, use a Func.
func Where(name, value string) Filter {
	text := strings.ReplaceAll(name, "=", "%3D") + "=" + value // no parameter has a = in its name
	return known{"where", text, func(c Call) bool {
		return slices.ContainsFunc(c.parameters(), func(p check.Parameter) bool {
			return node.SameName(p.Name, name) && p.Text == value
		})
	}}
}

// ReliedOn chooses calls whose answers relied on the assumption with this id, such as "unknown-paths": see Assumptions
// of the server. No call relies on an assumption about clients. The methods of Calls panic when no assumption has the
// id.
func ReliedOn(id string) Filter {
	return known{"assumed", id, func(c Call) bool { return slices.Contains(c.Assumed, id) }}
}
