package fault

import (
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
)

// Armed is a rule that a server follows. It is safe for concurrent use.
type Armed rules.Followed

func (a *Armed) open() rules.Following { return rules.Followed(*a).Open() }

// ID returns the id of the rule, such as "f1". Calls and the header X-Mock-Fault name it.
func (a *Armed) ID() string { return a.open().ID() }

// String returns the rule on one line, much as it is written in Go. It redacts the values of secret parameters, and of
// Errors it shows the codes alone.
func (a *Armed) String() string { return redact.Masked(a.open().String()) }

// Hits returns how many requests the rule made fail. Requests that match and do not fire do not count, nor does one for
// which an earlier rule of the same phase fired.
func (a *Armed) Hits() int { return a.open().Hits() }

// Rule returns the rule, without the function of AddWhen.
func (a *Armed) Rule() Rule { return Rule(rules.Seal(a.open().Rule())) }

// Remove ends the rule. A request that waits because of it gets its answer, and one that hangs loses its connection. A
// request that it fails already goes on failing. Removing a rule twice is allowed.
func (a *Armed) Remove() { a.open().Remove() }
