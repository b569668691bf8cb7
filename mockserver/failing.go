package mockserver

import (
	"errors"
	"net/http"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// errFailed ends the handling of a request whose answer a fault decides.
var errFailed = errors.New("a fault ended the request")

// failer lets rules act on requests and answers.
type failer struct {
	rules  *rules.Set
	expire func(req *http.Request)    // ends the keys of the account that signed a request
	call   func(*answer) journal.Call // what a predicate sees of a request
}

// fail lets the rules of the phases Before and AfterCommit act. In Before it ends the request, unless the action is in
// during.
func (l *failer) fail(a *answer, req *http.Request, p rules.Phase) error {
	action := l.fire(a, req, p)
	if action == nil {
		return nil
	}
	if do, found := during[action.Does]; found {
		return do(l, a, req, action)
	}
	a.firings = append(a.firings, firing{action, p})
	if p == rules.Before {
		return errFailed
	}
	return nil
}

// failWriting lets the rules that fired act on the answer, and then those of the phase Writing, if there is an answer.
func (l *failer) failWriting(a *answer, req *http.Request) {
	for _, f := range a.firings {
		acts[f.Does](a, f)
	}
	if a.status == 0 {
		return
	}
	if action := l.fire(a, req, rules.Writing); action != nil {
		acts[action.Does](a, firing{action, rules.Writing})
	}
}

// fire returns the action of the rule that fires in a phase, nil if none does.
func (l *failer) fire(a *answer, req *http.Request, p rules.Phase) *rules.Action {
	fired := l.rules.Fire(p, func() *rules.Request { return l.seen(a, req) })
	if fired == nil {
		return nil
	}
	a.fault = strings.TrimPrefix(a.fault+", "+fired.ID(), ", ")
	a.medium.follow(fired.Gone())
	action := fired.Rule().Action
	return &action
}

// during are the actions that happen while the request is handled, in every phase but Writing. The request goes on.
var during = map[rules.Kind]func(l *failer, a *answer, req *http.Request, f *rules.Action) error{
	rules.Delay: func(_ *failer, a *answer, _ *http.Request, f *rules.Action) error {
		if a.medium.wait(f.For) {
			return nil
		}
		a.status, a.value, a.delivery.finish = 0, nil, finish{ending: dropped}
		return errFailed
	},
	rules.ExpireKeys: func(l *failer, _ *answer, req *http.Request, _ *rules.Action) error {
		l.expire(req)
		return nil
	},
}

// seen returns what rules see of a request.
func (l *failer) seen(a *answer, req *http.Request) *rules.Request {
	subject := func() journal.Call { return l.call(a) }
	s := &rules.Request{Path: req.URL.Path, Query: methodOf(req) == http.MethodGet, Subject: subject}
	if a.op != nil {
		s.Op = a.op.ID
	}
	if n, err := parseAny(req, a); err == nil {
		s.Params = &n
	}
	return s
}

// parseAny decodes the parameters of a request, also when no operation takes it.
func parseAny(req *http.Request, a *answer) (node.Node, error) {
	if a.unread != nil {
		return node.Node{}, a.unread
	}
	op := a.op
	if op == nil {
		op = &contract.Operation{}
	}
	return parse(req, &a.query, op, a.body)
}
