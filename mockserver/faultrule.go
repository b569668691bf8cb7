package mockserver

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/internal/fault"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// FaultRule says which requests go wrong, when, and how. On, OnPath and OnAny begin one. Conditions, a trigger, a phase
// and an action follow, in any order:
//
//	srv.Faults.Add(mockserver.On("Payments.Pay").Where("TeamId", "7").Nth(2).AfterCommit().Drop())
//
// A rule has one trigger, one phase and one action. Faults.Add reports a rule that has more, or none. Every method
// returns a changed copy, so rules can share a beginning. docs/faults.md says what each action is over HTTP/1.1, over
// HTTP/2 and in process.
type FaultRule struct{ rule fault.Rule }

// On begins a rule for an operation, such as "Payments.Pay", whatever the path of the request.
func On(op string) FaultRule {
	r := FaultRule{fault.Rule{Op: op}}
	if op == "" {
		r.rule.Mistake("operation: is empty: expected one such as Payments.Pay, or OnAny")
	}
	return r
}

// OnPath begins a rule for a path, such as "/api/v1/teams", with any method, also where no operation is. A path that
// ends with * stands for all paths that begin so.
func OnPath(path string) FaultRule {
	r := FaultRule{fault.Rule{Path: path}}
	if path == "" {
		r.rule.Mistake("path: is empty: expected one such as /api/v1/teams, or OnAny")
	}
	return r
}

// OnAny begins a rule for every request that the server lets in.
func OnAny() FaultRule { return FaultRule{} }

// Where restricts the rule to requests with this value of a parameter, in a query or in a body of JSON or XML. The name
// is that of the document, in any letter case, with dots for members of members: "Coaches.Email". One item of a list is
// enough. The value is compared as text: "7" for the number 7, "true" for a boolean. A null has no value. A request
// whose parameters cannot be decoded does not match. Several conditions must all hold.
func (r FaultRule) Where(name, value string) FaultRule {
	r.rule.AddCondition(fault.Condition{Name: name, Value: value})
	return r
}

// When restricts the rule to requests for which f is true. f runs in the goroutine of the request, and must be safe for
// concurrent use. The Call has no Number, and no Status before the handler ran, and secrets in it are redacted. f may
// use the side door, to change a row between two requests for example. A rule with a function has no JSON form.
func (r FaultRule) When(f func(Call) bool) FaultRule {
	if f == nil {
		r.rule.Mistake("when: the function is nil")
		return r
	}
	r.rule.AddWhen(func(subject any) bool {
		call, ok := subject.(func() Call)
		return ok && f(call())
	})
	return r
}

// Nth makes the rule fire for the n-th request alone, counted from 1. A rule counts the requests that match it and
// reach its phase. A request that a rule of an earlier phase ended does not reach it: after two requests that another
// rule refuses in Before, the third is Nth(1) in AfterCommit. Without a trigger a rule fires for all of them.
func (r FaultRule) Nth(n int) FaultRule { return r.trigger(fault.Trigger{Kind: fault.Nth, N: n}) }

// First makes the rule fire for the first n requests.
func (r FaultRule) First(n int) FaultRule { return r.trigger(fault.Trigger{Kind: fault.First, N: n}) }

// Every makes the rule fire for every n-th request.
func (r FaultRule) Every(n int) FaultRule { return r.trigger(fault.Trigger{Kind: fault.Every, N: n}) }

// After makes the rule fire for all requests after the first n.
func (r FaultRule) After(n int) FaultRule { return r.trigger(fault.Trigger{Kind: fault.After, N: n}) }

// Probability makes the rule fire for each request with the probability p, from 0 to 1. The rule draws from a random
// source of its own, which the option Seed and the id of the rule determine.
func (r FaultRule) Probability(p float64) FaultRule {
	return r.trigger(fault.Trigger{Kind: fault.Probability, P: p})
}

// Until makes the rule fire for the requests before a time of the server's Clock.
func (r FaultRule) Until(t time.Time) FaultRule {
	return r.trigger(fault.Trigger{Kind: fault.Until, Until: t})
}

// Before chooses the phase before anything of the request is checked. The handler does not run, so nothing is written.
// It is the default of all actions that need no answer.
func (r FaultRule) Before() FaultRule { return r.phase(fault.Before) }

// AfterCommit chooses the phase after the handler succeeded. A write was made then, and only its answer goes wrong.
// Reads have this phase, too.
func (r FaultRule) AfterCommit() FaultRule { return r.phase(fault.AfterCommit) }

// Writing chooses the phase in which the answer goes out, also an answer that refuses the request. Reset, Drop and Hang
// then let half of the body out. It is the default of Truncate, Garble, ContentType and Throttle.
func (r FaultRule) Writing() FaultRule { return r.phase(fault.Writing) }

// Status answers with a status of 200 to 599, and with Errors in the format of the request. Without Errors the answer
// has no body.
func (r FaultRule) Status(status int, items ...tourney.ErrorItem) FaultRule {
	r.noExtra(items)
	if status == 0 {
		r.rule.Mistake("status: expected a status of 200 to 599, found 0")
	}
	return r.action(fault.Action{Does: fault.Status, Status: status, Errors: mapped(items, faultItem)})
}

// StatusBody answers with a status of 200 to 599 and a body. An empty contentType sends none.
func (r FaultRule) StatusBody(status int, contentType, body string) FaultRule {
	if status == 0 {
		r.rule.Mistake("status: expected a status of 200 to 599, found 0")
	}
	return r.action(fault.Action{Does: fault.Status, Status: status, ContentType: contentType, Body: body})
}

// Errors answers with Errors, and with the status that the mock gives with the code of the first: 400 for
// tourney.CodeInactive.
func (r FaultRule) Errors(items ...tourney.ErrorItem) FaultRule {
	r.noExtra(items)
	return r.action(fault.Action{Does: fault.Status, Errors: mapped(items, faultItem)})
}

// RetryAfter adds the header Retry-After in whole seconds to the answer of Status, StatusBody, Errors or Gateway.
func (r FaultRule) RetryAfter(d time.Duration) FaultRule {
	return r.retryAfter(fault.RetryAfter{Wait: d})
}

// RetryAfterDate adds the header Retry-After as a date, which is d after time.Now. The client compares the date with
// its own clock, so the server's Clock has no part in it. In a bubble of testing/synctest both are that of the bubble.
func (r FaultRule) RetryAfterDate(d time.Duration) FaultRule {
	return r.retryAfter(fault.RetryAfter{Wait: d, Date: true})
}

func (r FaultRule) retryAfter(after fault.RetryAfter) FaultRule {
	if r.rule.RetryAfter != nil {
		r.rule.Mistake("retryAfter: a rule has one, found two")
	}
	r.rule.RetryAfter = &after
	return r
}

// Reset breaks the connection: the client sees "connection reset by peer", or over HTTP/2 RST_STREAM.
func (r FaultRule) Reset() FaultRule { return r.action(fault.Action{Does: fault.Reset}) }

// Drop closes the connection without an answer, or in Writing after half of its body.
func (r FaultRule) Drop() FaultRule { return r.action(fault.Action{Does: fault.Drop}) }

// Empty answers with status 200 and no body. In Writing the answer keeps its status and loses its body.
func (r FaultRule) Empty() FaultRule { return r.action(fault.Action{Does: fault.Empty}) }

// Hang sends nothing until the client gives up or the server closes. In Writing half of the body goes out before.
func (r FaultRule) Hang() FaultRule { return r.action(fault.Action{Does: fault.Hang}) }

// Delay waits before the request is handled, after it was carried out, or in Writing between header and body, and goes
// on then. The wait takes real time, in a bubble of testing/synctest the time of the bubble.
func (r FaultRule) Delay(d time.Duration) FaultRule {
	return r.action(fault.Action{Does: fault.Delay, For: d})
}

// Truncate sends the header of the whole answer, the first n bytes of its body, and then no more. n may be 0. A body
// that has no more than n bytes loses its last byte.
func (r FaultRule) Truncate(n int) FaultRule {
	return r.action(fault.Action{Does: fault.Truncate, Bytes: n})
}

// Garble makes the body malformed, JSON as well as XML.
func (r FaultRule) Garble() FaultRule { return r.action(fault.Action{Does: fault.Garble}) }

// ContentType replaces the Content-Type of the answer, and nothing else. An empty text sends none.
func (r FaultRule) ContentType(contentType string) FaultRule {
	return r.action(fault.Action{Does: fault.ContentType, ContentType: contentType})
}

// Gateway answers as a proxy does, with an HTML page and this status.
func (r FaultRule) Gateway(status int) FaultRule {
	return r.action(fault.Action{Does: fault.Gateway, Status: status})
}

// Throttle sends the body at a number of bytes a second of real time.
func (r FaultRule) Throttle(bytesPerSecond int) FaultRule {
	return r.action(fault.Action{Does: fault.Throttle, Bytes: bytesPerSecond})
}

// Redirect answers with 301, 302, 303, 307 or 308, and a Location, which may be a URL or a path.
func (r FaultRule) Redirect(status int, to string) FaultRule {
	return r.action(fault.Action{Does: fault.Redirect, Status: status, To: to})
}

// BesideErrors adds Errors to a successful answer, beside its result.
func (r FaultRule) BesideErrors(items ...tourney.ErrorItem) FaultRule {
	r.noExtra(items)
	return r.action(fault.Action{Does: fault.BesideErrors, Errors: mapped(items, faultItem)})
}

// NoResult answers with status 200 and an object without members. The write is made, unless the phase is Before.
func (r FaultRule) NoResult() FaultRule { return r.action(fault.Action{Does: fault.NoResult}) }

// ExpireKeys ends the keys that signed the request: the server answers 401 with code 5 until the account logs in again.
// In AfterCommit the request itself still succeeds. The server must check signatures (RequireAuth).
func (r FaultRule) ExpireKeys() FaultRule { return r.action(fault.Action{Does: fault.ExpireKeys}) }

// Unreachable makes the server unreachable for a time: see Server.Unreachable. The request that fires the rule gets no
// answer.
func (r FaultRule) Unreachable(d time.Duration) FaultRule {
	return r.action(fault.Action{Does: fault.Unreachable, For: d})
}

func (r FaultRule) trigger(t fault.Trigger) FaultRule { r.rule.SetTrigger(t); return r }
func (r FaultRule) phase(p fault.Phase) FaultRule     { r.rule.SetPhase(p); return r }
func (r FaultRule) action(a fault.Action) FaultRule   { r.rule.SetAction(a); return r }

// noExtra refuses items with members that an answer of the mock does not have.
func (r *FaultRule) noExtra(items []tourney.ErrorItem) {
	for i := range items {
		if len(items[i].Extra) > 0 {
			r.rule.Mistake(fmt.Sprintf("errors[%d].Extra: the mock writes none: use StatusBody", i))
		}
	}
}

func faultItem(i tourney.ErrorItem) fault.Item {
	return fault.Item{Code: int(i.Code), Message: i.Message, Field: i.Field}
}

// String returns the rule on one line, as it is written in Go. It hides the values of secret parameters, and leaves out
// bodies and messages.
func (r FaultRule) String() string { return redact.Masked(r.rule.Text(isSecret)) }

// GoString returns String, so that the format %#v shows no secret.
func (r FaultRule) GoString() string { return "mockserver." + r.String() }

// MarshalJSON returns the rule as JSON. It refuses a rule that Faults.Add would refuse on any server, and a rule with a
// function (When).
func (r FaultRule) MarshalJSON() ([]byte, error) {
	data, err := fault.Encode(&r.rule)
	if err != nil {
		return nil, errors.New("mockserver: FaultRule: " + redact.Masked(err.Error()))
	}
	return data, nil
}

// UnmarshalJSON reads a rule from JSON, as MarshalJSON writes it. The names of members and values are exact. An error
// names each wrong member and what was expected.
func (r *FaultRule) UnmarshalJSON(data []byte) error {
	rule, err := decodeRule(data)
	if err != nil {
		return errors.New("mockserver: FaultRule: " + redact.Masked(err.Error()))
	}
	r.rule = rule
	return nil
}

// decodeRule reads a rule from JSON. The rule of an error is one that Faults.Add refuses for the same mistakes.
func decodeRule(data []byte) (fault.Rule, error) {
	return fault.Decode(data, func(body []byte) (node.Node, error) {
		return jsoncodec.ParseNode(body, jsoncodec.Limits{Doubles: true})
	})
}

// isSecret reports whether no text may show the value of a condition: it belongs to a secret parameter of an operation,
// its name looks like that of a secret, or it could be the number of a card.
func isSecret(c fault.Condition) bool {
	last := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
	hides := func(op *contract.Operation) bool {
		p := op.Param(strings.ToLower(c.Name))
		return p != nil && p.Secret
	}
	return redact.Masked(c.Value) != c.Value || redact.SecretName(last) || redact.AssignsSecret(c.Value) ||
		slices.ContainsFunc(contract.Operations(), hides)
}
