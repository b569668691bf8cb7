package mockserver

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/fault"
)

// Fault is that of Server. A rule with a function (When) cannot be sent.
func (r *RemoteServer) Fault(rule FaultRule) *Fault {
	f, err := r.addFault("Fault", rule)
	r.panicFar("Fault", err)
	return f
}

// AddFault is that of Server. A rule with a function (When) cannot be sent.
func (r *RemoteServer) AddFault(rule FaultRule) (*Fault, error) {
	f, err := r.addFault("AddFault", rule)
	return f, r.errorOf("AddFault", err)
}

// addFault adds a rule for a method. The server names AddFault in its refusal. A rule that is wrong at every server is
// refused here, in the words of the server.
func (r *RemoteServer) addFault(method string, rule FaultRule) (*Fault, error) {
	if mistake := rule.rule.Check(); mistake != nil { // such as two actions, which have no form in JSON to send
		anywhere := func(*contract.Operation) bool { return true } // the server alone knows what it serves
		return nil, wrongRule(mistake, checkOperation(&rule.rule, anywhere))
	}
	data, err := fault.Encode(&rule.rule)
	if err != nil {
		return nil, wrongRule(err)
	}
	var made faultJSON
	err = r.call(context.Background(), http.MethodPost, "faults", nil, json.RawMessage(data), &made)
	var far *farError
	if errors.As(err, &far) {
		message := strings.TrimPrefix(far.message, "AddFault: ")
		return nil, &farError{far.status, method + ": " + message, far.own}
	}
	if err != nil {
		return nil, err
	}
	return &Fault{&remoteRule{far: r, shown: made, rule: rule}}, nil
}

// remoteRule is a rule that a server in another process follows.
type remoteRule struct {
	far   *RemoteServer
	shown faultJSON
	rule  FaultRule
	hits  atomic.Int64 // as the server said last
}

func (f *remoteRule) ID() string       { return f.shown.ID }
func (f *remoteRule) String() string   { return f.shown.Text }
func (f *remoteRule) Rule() fault.Rule { return f.rule.rule }

// Hits asks the server. For a rule that was removed it returns what the server said last.
func (f *remoteRule) Hits() int {
	var shown faultJSON
	if f.far.found("Hits", http.MethodGet, farPath("faults", f.shown.ID), nil, nil, &shown) {
		f.hits.Store(int64(shown.Hits))
	}
	return int(f.hits.Load())
}

func (f *remoteRule) Remove() {
	f.Hits()
	f.far.found("Remove", http.MethodDelete, farPath("faults", f.shown.ID), nil, nil, nil)
}

// Faults is that of Server. The Rule of one with a function or a secret is empty.
func (r *RemoteServer) Faults() []*Fault {
	var list faultsJSON
	r.must("Faults", http.MethodGet, "faults", nil, nil, &list)
	return mapped(list.Faults, func(shown faultJSON) *Fault {
		f, err := r.armed(shown)
		r.panicFar("Faults", err)
		return f
	})
}

// armed returns a rule that the server follows.
func (r *RemoteServer) armed(shown faultJSON) (*Fault, error) {
	f := &remoteRule{far: r, shown: shown}
	f.hits.Store(int64(shown.Hits))
	if shown.Rule == nil {
		return &Fault{f}, nil
	}
	return &Fault{f}, f.rule.UnmarshalJSON(shown.Rule)
}

// ClearFaults is that of Server.
func (r *RemoteServer) ClearFaults() {
	r.must("ClearFaults", http.MethodDelete, "faults", nil, nil, nil)
}

// Unreachable is that of Server. The admin API cannot be reached meanwhile either.
func (r *RemoteServer) Unreachable(d time.Duration) {
	r.must("Unreachable", http.MethodPost, "unreachable", nil, unreachableJSON{d.String()}, nil)
}

// Calls is that of Server.
func (r *RemoteServer) Calls(op string, filters ...CallFilter) []Call {
	matches := matcher("Calls", op, filters)
	calls, _, err := r.journalAfter(context.Background(), 0, 0)
	r.panicFar("Calls", err)
	return slices.DeleteFunc(calls, func(c Call) bool { return !matches(c) })
}

// LastCalls is that of Server.
func (r *RemoteServer) LastCalls(n int, op string, filters ...CallFilter) []Call {
	matches := matcher("LastCalls", op, filters)
	checkCount("LastCalls", n)
	if n == 0 {
		return []Call{}
	}
	query := url.Values{}
	if op != "" {
		query.Set("op", op)
	}
	if len(filters) == 0 { // the server cannot call them
		query.Set("limit", strconv.Itoa(n))
	}
	var body requestsJSON
	r.must("LastCalls", http.MethodGet, "requests", query, nil, &body)
	calls := slices.DeleteFunc(body.Requests, func(c Call) bool { return !matches(c) })
	return calls[max(0, len(calls)-n):]
}

// Call is that of Server.
func (r *RemoteServer) Call(number int64) (c Call, ok bool) {
	ok = r.found("Call", http.MethodGet, farPath("requests", number), nil, nil, &c)
	return c, ok
}

// Unmatched is that of Server.
func (r *RemoteServer) Unmatched() []Call {
	return r.Calls("", func(c Call) bool { return c.Op == "" })
}

// CallsDropped is that of Server.
func (r *RemoteServer) CallsDropped() bool {
	_, dropped, err := r.journalAfter(context.Background(), math.MaxInt64, 0)
	r.panicFar("CallsDropped", err)
	return dropped
}

// ClearCalls is that of Server.
func (r *RemoteServer) ClearCalls() {
	r.must("ClearCalls", http.MethodDelete, "requests", nil, nil, nil)
}

// journalAfter returns the calls with a greater number, and whether the journal has dropped calls. It waits until there
// is such a call, at most for the time wait.
func (r *RemoteServer) journalAfter(ctx context.Context, number int64, wait time.Duration) ([]Call, bool, error) {
	query := url.Values{"since": {strconv.FormatInt(number, 10)}}
	if wait > 0 {
		query.Set("wait", wait.String())
	}
	var body requestsJSON
	err := r.call(ctx, http.MethodGet, "requests", query, nil, &body)
	return body.Requests, body.Dropped, err
}

// remoteWait is how long a request of WaitCalls waits, unless the timeout of the client is so short that it would end
// the request.
const remoteWait = 10 * time.Second

// waitTime returns how long a request of WaitCalls waits: at most half of the time that its client gives it.
func (r *RemoteServer) waitTime() time.Duration {
	wait := remoteWait
	if r.http.Timeout > 0 {
		wait = min(wait, r.http.Timeout/2)
	}
	if transport, ok := r.http.Transport.(*http.Transport); ok && transport.ResponseHeaderTimeout > 0 {
		wait = min(wait, transport.ResponseHeaderTimeout/2)
	}
	return wait
}

// WaitCalls is that of Server.
func (r *RemoteServer) WaitCalls(ctx context.Context, op string, n int, filters ...CallFilter) ([]Call, error) {
	return awaitCalls(ctx, op, n, filters, func(ctx context.Context, last int64, wait bool) ([]Call, int64, error) {
		if !wait { // what came counts, also when ctx is done
			calls, _, err := r.journalAfter(context.WithoutCancel(ctx), last, 0)
			return calls, newestOf(calls, last), err
		}
		for {
			calls, _, err := r.journalAfter(ctx, last, r.waitTime())
			switch {
			case ctx.Err() != nil:
				return nil, last, ctx.Err()
			case err != nil || len(calls) > 0:
				return calls, newestOf(calls, last), err
			}
		}
	})
}

// newestOf returns the number of the newest of calls, last for none.
func newestOf(calls []Call, last int64) int64 {
	if len(calls) == 0 {
		return last
	}
	return calls[len(calls)-1].Number
}

// WantCalls is that of Server.
func (r *RemoteServer) WantCalls(t TB, ops ...string) {
	t.Helper()
	calls, dropped, err := r.journalAfter(context.Background(), 0, 0)
	r.panicFar("WantCalls", err)
	if reason := unwanted(ops, calls, dropped); reason != "" {
		t.Fatalf("mockserver: WantCalls: %s", reason)
	}
}

// Assumptions is that of Server.
func (r *RemoteServer) Assumptions() []Assumption {
	var list assumptionsJSON
	r.must("Assumptions", http.MethodGet, "assumptions", nil, nil, &list)
	return list.Assumptions
}
