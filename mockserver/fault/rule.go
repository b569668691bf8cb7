package fault

import (
	"errors"
	"fmt"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
)

// Rule says which requests go wrong, when, and how. On, [OnPath] and [OnAny] begin a rule. Methods then add conditions,
// a trigger, a phase and an action, in any order. A rule has at most one trigger and one phase, and one action: Check
// returns an error otherwise. Every method returns a changed copy, so rules can share a beginning.
type Rule rules.Sealed

// On begins a rule for an operation, such as "Payments.Pay", whatever the path of the request.
func On(op string) Rule {
	r := rules.Rule{Op: op}
	if op == "" {
		r.Mistake("operation: is empty: expected one such as Payments.Pay, or OnAny")
	}
	return sealed(r)
}

// OnPath begins a rule for a path, such as "/api/v1/teams", whatever the method of the request. The path need not
// belong to an operation. A path that ends with * matches all paths that begin with the text before the *.
func OnPath(path string) Rule {
	r := rules.Rule{Path: path}
	if path == "" {
		r.Mistake("path: is empty: expected one such as /api/v1/teams, or OnAny")
	}
	return sealed(r)
}

// OnAny begins a rule for every request that the server lets in.
func OnAny() Rule { return Rule{} }

// Where restricts the rule to requests with this value of a parameter, in a query or in a body of JSON or XML. The
// name is the name in the interface document, in any letter case, with dots between nested names: "Coaches.Email". A
// list matches if one of its items has the value. The rule compares values as text: "7" for the number 7, "true" for
// a boolean. A null matches no value. A request whose parameters cannot be decoded does not match. Several conditions
// must all hold.
//
// For any other condition, pass a function to Faults.AddWhen of the server.
func (r Rule) Where(name, value string) Rule {
	return r.with(func(r *rules.Rule) { r.AddCondition(rules.Condition{Name: name, Value: value}) })
}

// Nth makes the rule fire only for the n-th request, counted from 1. A rule counts the requests that match it and
// reach its phase. A request that a rule of an earlier phase ended does not reach the phase: when another rule
// refuses two requests in Before, the third request is the first one that Nth(1) counts in AfterCommit. Without a
// trigger a rule fires for every request that it counts.
func (r Rule) Nth(n int) Rule { return r.trigger(rules.Trigger{Kind: rules.Nth, N: n}) }

// First makes the rule fire for the first n requests.
func (r Rule) First(n int) Rule { return r.trigger(rules.Trigger{Kind: rules.First, N: n}) }

// Every makes the rule fire for every n-th request.
func (r Rule) Every(n int) Rule { return r.trigger(rules.Trigger{Kind: rules.Every, N: n}) }

// After makes the rule fire for all requests after the first n.
func (r Rule) After(n int) Rule { return r.trigger(rules.Trigger{Kind: rules.After, N: n}) }

// Probability makes the rule fire for each request with the probability p, from 0 to 1. Each rule has its own random
// source, and the option Seed and the id of the rule determine its numbers.
func (r Rule) Probability(p float64) Rule {
	return r.trigger(rules.Trigger{Kind: rules.Probability, P: p})
}

// Until makes the rule fire for the requests before a time of the server's Clock.
func (r Rule) Until(t time.Time) Rule {
	return r.trigger(rules.Trigger{Kind: rules.Until, Until: t})
}

// Before chooses the phase before the server checks the request. The handler does not run, so nothing is written.
// Before is the default phase of all actions that need no answer.
func (r Rule) Before() Rule { return r.phase(rules.Before) }

// AfterCommit chooses the phase after the handler succeeded. The write has then been made, and only the answer goes
// wrong. Requests that only read have this phase, too.
func (r Rule) AfterCommit() Rule { return r.phase(rules.AfterCommit) }

// Writing chooses the phase in which the server sends the answer, even if the answer refuses the request. In this
// phase Reset, Drop and Hang send half of the body first. Writing is the default phase of Truncate, Garble,
// ContentType and Throttle.
func (r Rule) Writing() Rule { return r.phase(rules.Writing) }

// Status answers with a status of 200 to 599, and with Errors in the format of the request. Without Errors the answer
// has no body.
func (r Rule) Status(status int, items ...tourney.ErrorItem) Rule {
	return r.answer(rules.Action{Does: rules.Status, Status: status}, items...)
}

// StatusBody answers with a status of 200 to 599 and a body. With an empty contentType the answer has no Content-Type.
func (r Rule) StatusBody(status int, contentType, body string) Rule {
	return r.answer(rules.Action{Does: rules.Status, Status: status, ContentType: contentType, Body: body})
}

// Errors answers with Errors, and with the status that the mock uses for the code of the first item, such as 400 for
// [tourney.CodeInactive].
func (r Rule) Errors(items ...tourney.ErrorItem) Rule {
	return r.action(rules.Action{Does: rules.Status}, items...)
}

// RetryAfter adds the header Retry-After in whole seconds to the answer of Status, StatusBody, Errors or Gateway.
func (r Rule) RetryAfter(d time.Duration) Rule {
	return r.retryAfter(rules.RetryAfter{Wait: d})
}

// RetryAfterDate adds the header Retry-After as a date, which is d after [time.Now]. The client compares the date with
// its own clock, so the server's Clock does not matter. In a bubble of testing/synctest the date and the client use the
// time of the bubble.
func (r Rule) RetryAfterDate(d time.Duration) Rule {
	return r.retryAfter(rules.RetryAfter{Wait: d, Date: true})
}

func (r Rule) retryAfter(after rules.RetryAfter) Rule {
	return r.with(func(r *rules.Rule) {
		if r.RetryAfter != nil {
			r.Mistake("retryAfter: a rule has one, found two")
		}
		r.RetryAfter = &after
	})
}

// CommitAfter makes the server carry out the request later, as a host does that acts after its client has given up. The
// action of the rule answers at once: Drop, Reset, Hang, Empty, Status, Gateway, Redirect or NoResult. The phase is
// Before. What would refuse the request at once refuses it for good. The server carries out the others after d of real
// time, or as soon as Set or Advance moves its Clock on by d, whether the client is still there or not. Then Call.Write
// of the request has the number of the write. The server never carries out the request if the rows are replaced before
// that (Reset, ResetTo, Load, Rewind, Restore), or if the server or its session is closed. It carries out no reads. At
// most 1000 requests wait: one more makes the server carry out the oldest of them.
func (r Rule) CommitAfter(d time.Duration) Rule {
	return r.with(func(r *rules.Rule) {
		switch {
		case d <= 0:
			r.Mistake(fmt.Sprintf("commitAfter: expected a duration above 0, found %v", d))
		case r.Action.CommitAfter != 0:
			r.Mistake("commitAfter: a rule has one, found two")
		}
		r.Action.CommitAfter = max(d, 0)
	})
}

// Reset breaks the connection: the client sees "connection reset by peer", or over HTTP/2 RST_STREAM.
func (r Rule) Reset() Rule { return r.action(rules.Action{Does: rules.Reset}) }

// Drop closes the connection without an answer, or in Writing after half of the body.
func (r Rule) Drop() Rule { return r.action(rules.Action{Does: rules.Drop}) }

// Empty answers with status 200 and no body. In Writing the answer keeps its status and loses its body.
func (r Rule) Empty() Rule { return r.action(rules.Action{Does: rules.Empty}) }

// Hang sends nothing until the client gives up or the server closes. In Writing it sends half of the body first.
func (r Rule) Hang() Rule { return r.action(rules.Action{Does: rules.Hang}) }

// Delay waits, and then lets the request continue: in Before it waits before the handler runs, in AfterCommit after the
// handler succeeded, and in Writing between header and body. The wait is real time, or time of the bubble in a bubble
// of testing/synctest.
func (r Rule) Delay(d time.Duration) Rule {
	return r.action(rules.Action{Does: rules.Delay, For: d})
}

// Truncate sends the header of the whole answer and only the first n bytes of the body. n may be 0. From a body of n
// bytes or fewer, only the last byte is missing.
func (r Rule) Truncate(n int) Rule {
	return r.action(rules.Action{Does: rules.Truncate, Bytes: n})
}

// Garble makes the body malformed, JSON as well as XML.
func (r Rule) Garble() Rule { return r.action(rules.Action{Does: rules.Garble}) }

// ContentType replaces the Content-Type of the answer, and nothing else. With an empty text the answer has no
// Content-Type.
func (r Rule) ContentType(contentType string) Rule {
	return r.action(rules.Action{Does: rules.ContentType, ContentType: contentType})
}

// Gateway answers as a proxy does, with an HTML page and this status.
func (r Rule) Gateway(status int) Rule {
	return r.action(rules.Action{Does: rules.Gateway, Status: status})
}

// Throttle sends the body at a number of bytes a second of real time.
func (r Rule) Throttle(bytesPerSecond int) Rule {
	return r.action(rules.Action{Does: rules.Throttle, Bytes: bytesPerSecond})
}

// Redirect answers with 301, 302, 303, 307 or 308, and a Location, which may be a URL or a path.
func (r Rule) Redirect(status int, to string) Rule {
	return r.action(rules.Action{Does: rules.Redirect, Status: status, To: to})
}

// BesideErrors adds Errors to a successful answer, beside its result.
func (r Rule) BesideErrors(items ...tourney.ErrorItem) Rule {
	return r.action(rules.Action{Does: rules.BesideErrors}, items...)
}

// NoResult answers with status 200 and an object without members. The write is made, unless the phase is Before.
func (r Rule) NoResult() Rule { return r.action(rules.Action{Does: rules.NoResult}) }

// ExpireKeys ends the keys that signed the request: the server answers 401 with code 5 until the account logs in again.
// In AfterCommit the request itself still succeeds. The server must check signatures (RequireAuth).
func (r Rule) ExpireKeys() Rule { return r.action(rules.Action{Does: rules.ExpireKeys}) }

// Unreachable makes the server unreachable for a time, as the method Unreachable of a World does. The request that
// fires the rule gets no answer.
func (r Rule) Unreachable(d time.Duration) Rule {
	return r.action(rules.Action{Does: rules.Unreachable, For: d})
}

func (r Rule) trigger(t rules.Trigger) Rule {
	return r.with(func(r *rules.Rule) { r.SetTrigger(t) })
}

func (r Rule) phase(p rules.Phase) Rule {
	return r.with(func(r *rules.Rule) { r.SetPhase(p) })
}

func (r Rule) action(a rules.Action, items ...tourney.ErrorItem) Rule {
	return r.with(func(r *rules.Rule) {
		for i, item := range items {
			if len(item.Extra) > 0 {
				r.Mistake(fmt.Sprintf("errors[%d].Extra: the mock writes none: use StatusBody", i))
			}
			a.Errors = append(a.Errors, rules.Item{Code: int(item.Code), Message: item.Message, Field: item.Field})
		}
		r.SetAction(a)
	})
}

// answer returns the rule with an action that needs a status.
func (r Rule) answer(a rules.Action, items ...tourney.ErrorItem) Rule {
	if a.Status == 0 {
		r = r.with(func(r *rules.Rule) { r.Mistake("status: expected a status of 200 to 599, found 0") })
	}
	return r.action(a, items...)
}

func (r Rule) with(change func(*rules.Rule)) Rule {
	data := r.data()
	change(&data)
	return sealed(data)
}

func (r Rule) data() rules.Rule { return rules.Sealed(r).Open() }

func sealed(data rules.Rule) Rule { return Rule(rules.Seal(data)) }

// Check returns an error with every mistake in the rule that does not depend on the server, or nil if there is no
// mistake. The error names each field as the JSON form of the rule does.
func (r Rule) Check() error {
	data := r.data()
	return failing(data.Check())
}

// String returns the rule on one line, as it is written in Go. It hides the values of secret parameters, and leaves out
// bodies and messages.
func (r Rule) String() string {
	data := r.data()
	return data.String()
}

// GoString returns String, so that the format %#v shows no secret.
func (r Rule) GoString() string { return "fault." + r.String() }

// MarshalJSON returns the rule as JSON. It refuses a rule that Check refuses.
func (r Rule) MarshalJSON() ([]byte, error) {
	data := r.data()
	text, err := rules.Encode(&data)
	return text, failing(err)
}

// UnmarshalJSON reads a rule from JSON, as MarshalJSON writes it. Names of members and values must be exact, including
// letter case. An error names each wrong member and what was expected.
func (r *Rule) UnmarshalJSON(text []byte) error {
	data, err := rules.Decode(text)
	if err == nil {
		*r = sealed(data)
	}
	return failing(err)
}

// failing returns an error about a rule, and nil for nil. It redacts the text of the error, which may quote the rule.
func failing(err error) error {
	if err == nil {
		return nil
	}
	return errors.New("fault: " + redact.Masked(err.Error()))
}
