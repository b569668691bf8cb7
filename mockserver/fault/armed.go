package fault

import (
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
)

// Armed is a rule that a server follows: Faults.Add of package mockserver returns it. It is safe for concurrent use.
type Armed rules.Followed

func (a *Armed) open() rules.Following { return rules.Followed(*a).Open() }

// ID returns the id of the rule, such as "f1". The field Fault of a Call and the header X-Mock-Fault contain this id.
func (a *Armed) ID() string { return a.open().ID() }

// String returns the rule on one line, much as it is written in Go. It redacts the values of secret parameters. It
// shows the codes of Errors, but not their messages.
func (a *Armed) String() string { return redact.Masked(a.open().String()) }

// Hits returns how many requests the rule made fail. A request that matches but for which the rule does not fire does
// not count. A request for which an earlier rule of the same phase fired does not count either.
func (a *Armed) Hits() int { return a.open().Hits() }

// Rule returns the rule, without the function that Faults.AddWhen got.
func (a *Armed) Rule() Rule { return Rule(rules.Seal(a.open().Rule())) }

// Remove ends the rule. A request that the rule delays gets its answer, and a request that the rule lets hang loses
// its connection. A request that the rule has already made fail still fails. Removing a rule twice is allowed.
func (a *Armed) Remove() { a.open().Remove() }
