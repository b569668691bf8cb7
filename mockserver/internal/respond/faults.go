package respond

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// errFailed ends the handling of a request whose answer a fault decides.
var errFailed = errors.New("a fault ended the request")

// firing is the action of a rule that fired, with the phase in which it fired.
type firing struct {
	*rules.Action
	phase rules.Phase
}

// Faults lets rules act on requests and answers.
type Faults struct {
	Rules  *rules.Set
	Expire func(req *http.Request)                             // ends the keys of the account that signed a request
	Call   func(*Answer) journal.Call                          // returns the call for the function of AddWhen
	Later  func(a *Answer, req *http.Request, d time.Duration) // carries out a request after its answer
}

// fail applies the rules of the phases Before and AfterCommit. In the phase Before, the action ends the request unless
// the action has a row in during.
func (fs *Faults) fail(a *Answer, req *http.Request, p rules.Phase) error {
	action := fs.fire(a, req, p)
	if action == nil {
		return nil
	}
	if do, found := during[action.Does]; found {
		return do(fs, a, req, action)
	}
	a.firings = append(a.firings, firing{action, p})
	if p == rules.Before {
		if action.CommitAfter > 0 {
			fs.Later(a, req, action.CommitAfter)
		}
		return errFailed
	}
	return nil
}

// failWriting applies the actions of the rules that fired in earlier phases. If the client still gets an answer after
// these actions, failWriting also applies the rules of the phase Writing.
func (fs *Faults) failWriting(a *Answer, req *http.Request) {
	for _, f := range a.firings {
		acts[f.Does](a, f)
	}
	if a.Status == 0 {
		return
	}
	if action := fs.fire(a, req, rules.Writing); action != nil {
		acts[action.Does](a, firing{action, rules.Writing})
	}
}

// fire returns the action of the rule that fires in a phase, or nil if no rule fires.
func (fs *Faults) fire(a *Answer, req *http.Request, p rules.Phase) *rules.Action {
	fired := fs.Rules.Fire(p, func() *rules.Request { return fs.seen(a, req) })
	if fired == nil {
		return nil
	}
	a.Fault = strings.TrimPrefix(a.Fault+", "+fired.ID(), ", ")
	a.medium.Follow(fired.Gone())
	action := fired.Rule().Action
	return &action
}

// during has the actions that take effect at once, while the server handles the request. They are possible in every
// phase except Writing. The request continues after such an action.
var during = map[rules.Kind]func(fs *Faults, a *Answer, req *http.Request, f *rules.Action) error{
	rules.Delay: func(_ *Faults, a *Answer, _ *http.Request, f *rules.Action) error {
		if a.medium.Wait(f.For) {
			return nil
		}
		a.Status, a.value, a.delivery.finish = 0, nil, Finish{Ending: EndDropped}
		return errFailed
	},
	rules.ExpireKeys: func(fs *Faults, _ *Answer, req *http.Request, _ *rules.Action) error {
		fs.Expire(req)
		return nil
	},
}

// seen returns the parts of a request that rules compare.
func (fs *Faults) seen(a *Answer, req *http.Request) *rules.Request {
	subject := func() journal.Call { return fs.Call(a) }
	s := &rules.Request{Path: req.URL.Path, Query: wire.Method(req) == http.MethodGet, Subject: subject}
	if a.Op != nil {
		s.Op = a.Op.ID
	}
	if n, err := parseAny(req, a); err == nil {
		s.Params = &n
	}
	return s
}

// parseAny decodes the parameters of a request, even if the request is no operation.
func parseAny(req *http.Request, a *Answer) (node.Node, error) {
	if a.unread != nil {
		return node.Node{}, a.unread
	}
	op := a.Op
	if op == nil {
		op = &contract.Operation{}
	}
	return wire.Parse(req, &a.Query, op, a.Body)
}
