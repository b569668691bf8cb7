package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/feed"
	"github.com/tourney-go/tourney/mockserver/internal/form"
	"github.com/tourney-go/tourney/mockserver/internal/recording"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/world"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// AddFault implements the method Faults.Add of a World. It refuses a rule whose condition is a function, because a
// function cannot be sent to another process.
func (r *Server) AddFault(method string, rule fault.Rule, when func(journal.Call) bool) *fault.Armed {
	if when != nil {
		panic(refusal.Errorf(method, "a function cannot be sent to another process: use Where of the rule"))
	}
	f, err := r.addFault(rules.Sealed(rule).Open())
	r.Panic(method, err)
	return f
}

// addFault adds a rule at the server. If the rule would be wrong at any server, addFault sends no request and returns
// the error that a server would return.
func (r *Server) addFault(rule rules.Rule) (*fault.Armed, error) {
	if mistake := rule.Check(); mistake != nil { // such as a rule with two actions, which JSON cannot express
		anywhere := func(*contract.Operation) bool { return true } // only the server knows which operations it has
		return nil, rules.Problems(mistake, rules.CheckOperation(&rule, anywhere))
	}
	data, err := rules.Encode(&rule)
	if err != nil {
		return nil, rules.Problems(err)
	}
	var made form.Fault
	if err := r.Ask(context.Background(), http.MethodPost, "faults", nil, json.RawMessage(data), &made); err != nil {
		return nil, err
	}
	return new(fault.Armed(rules.Follow(&followedRule{far: r, shown: made, rule: rule}))), nil
}

type followedRule struct {
	far   *Server
	shown form.Fault
	rule  rules.Rule
	hits  atomic.Int64 // the number in the last answer of the server
}

func (f *followedRule) ID() string       { return f.shown.ID }
func (f *followedRule) String() string   { return f.shown.Text }
func (f *followedRule) Rule() rules.Rule { return f.rule }

// Hits asks the server how many requests the rule made fail. After the rule is removed, Hits returns the number in the
// last answer of the server.
func (f *followedRule) Hits() int {
	if shown, ok := find[form.Fault](f.far, "Armed.Hits", Path("faults", f.shown.ID), nil); ok {
		f.hits.Store(int64(shown.Hits))
	}
	return int(f.hits.Load())
}

func (f *followedRule) Remove() {
	f.Hits()
	f.far.found("Armed.Remove", http.MethodDelete, Path("faults", f.shown.ID), nil, nil)
}

// Faults implements the method Faults.All of a World.
func (r *Server) Faults() []*fault.Armed {
	list := get[form.Faults](r, "Faults.All", "faults", nil).Faults
	return values.Mapped(list, func(shown form.Fault) *fault.Armed {
		f, err := r.armed(shown)
		r.Panic("Faults.All", err)
		return f
	})
}

func (r *Server) armed(shown form.Fault) (*fault.Armed, error) {
	f := &followedRule{far: r, shown: shown}
	f.hits.Store(int64(shown.Hits))
	if shown.Rule == nil {
		return new(fault.Armed(rules.Follow(f))), nil
	}
	rule, err := rules.Decode(shown.Rule)
	f.rule = rule
	return new(fault.Armed(rules.Follow(f))), rules.Problems(err)
}

// ClearFaults implements the method Faults.Clear of a World.
func (r *Server) ClearFaults() {
	r.Must("Faults.Clear", http.MethodDelete, "faults", nil, nil, nil)
}

// Unreachable implements the method Unreachable of a World.
func (r *Server) Unreachable(d time.Duration) {
	r.Must("Unreachable", http.MethodPost, "unreachable", nil, form.Unreachable{For: d.String()}, nil)
}

// Calls implements the method Calls.All of a World.
func (r *Server) Calls(op string, filters []journal.Filter) []journal.Call {
	matches := recording.Matcher("Calls.All", op, filters)
	query, _ := callQuery(op, filters)
	return r.callsOf("Calls.All", query, matches)
}

// LastCalls implements the method Calls.Last of a World.
func (r *Server) LastCalls(n int, op string, filters []journal.Filter) []journal.Call {
	matches := recording.Matcher("Calls.Last", op, filters)
	recording.CheckCount("Calls.Last", n)
	if n == 0 {
		return []journal.Call{}
	}
	query, all := callQuery(op, filters)
	if all {
		query.Set("limit", strconv.Itoa(min(n, math.MaxInt32)))
	}
	calls := r.callsOf("Calls.Last", query, matches)
	return calls[max(0, len(calls)-n):]
}

// callsOf returns the calls that the server selects by a query and for which matches returns true.
func (r *Server) callsOf(method string, query url.Values, matches func(journal.Call) bool) []journal.Call {
	calls := get[form.Requests](r, method, "requests", query).Requests
	return slices.DeleteFunc(calls, func(c journal.Call) bool { return !matches(c) })
}

// longestWhere is the largest length, in bytes, of a filter's value that is sent to the server. A longer value might
// not fit into a URL.
const longestWhere = 1000

// callQuery returns a query with op and the filters that the server can apply. The result all is true if the server
// can apply every filter.
func callQuery(op string, filters []journal.Filter) (query url.Values, all bool) {
	query, all = url.Values{}, true
	if op != "" {
		query.Set("op", op)
	}
	for _, f := range filters {
		known, ok := f.(recording.KnownFilter)
		if !ok {
			all = false
			continue
		}
		name, value := known.Query()
		if query.Has(name) && name != "where" || len(value) > longestWhere || name == "where" && holdsSecret(value) {
			all = false
			continue
		}
		query.Add(name, value)
	}
	return query, all
}

// holdsSecret reports whether the value of a filter Where may contain a secret. A secret must not be in a URL.
func holdsSecret(where string) bool {
	name, value, _ := strings.Cut(where, "=")
	return rules.Condition{Name: name, Value: value}.IsSecret()
}

// Call implements the method Calls.Get of a World.
func (r *Server) Call(number int64) (c journal.Call, ok bool) {
	return find[journal.Call](r, "Calls.Get", Path("requests", number), nil)
}

// CallsDropped implements the method Calls.Dropped of a World.
func (r *Server) CallsDropped() bool {
	_, dropped, err := r.journalAfter(context.Background(), math.MaxInt64, 0)
	r.Panic("Calls.Dropped", err)
	return dropped
}

// ClearCalls implements the method Calls.Clear of a World.
func (r *Server) ClearCalls() {
	r.Must("Calls.Clear", http.MethodDelete, "requests", nil, nil, nil)
}

// journalAfter requests the calls whose number is greater than number, and whether the journal has dropped calls. If
// there is no such call yet, it waits for one, but no longer than wait.
func (r *Server) journalAfter(ctx context.Context, number int64, wait time.Duration) ([]journal.Call, bool, error) {
	query := url.Values{"since": {strconv.FormatInt(number, 10)}}
	if wait > 0 {
		query.Set("wait", wait.String())
	}
	var body form.Requests
	err := r.Ask(ctx, http.MethodGet, "requests", query, nil, &body)
	return body.Requests, body.Dropped, err
}

// longestWait is how long the server may hold a request of Calls.Wait until there is a call. A short timeout of the
// HTTP client makes this time shorter: see waitTime.
const longestWait = 10 * time.Second

// waitTime returns how long the server may hold a request of Calls.Wait: longestWait, but at most half of the timeouts
// of the HTTP client.
func (r *Server) waitTime() time.Duration {
	wait := longestWait
	if r.HTTP.Timeout > 0 {
		wait = min(wait, r.HTTP.Timeout/2)
	}
	if transport, ok := r.HTTP.Transport.(*http.Transport); ok && transport.ResponseHeaderTimeout > 0 {
		wait = min(wait, transport.ResponseHeaderTimeout/2)
	}
	return wait
}

// WaitCalls implements the method Calls.Wait of a World.
func (r *Server) WaitCalls(ctx context.Context, op string, n int, filters []journal.Filter) ([]journal.Call, error) {
	next := func(ctx context.Context, last int64, wait bool) ([]journal.Call, int64, error) {
		if !wait { // calls that are in the journal count even if ctx is done
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
	}
	return recording.Await(ctx, op, n, filters, next)
}

func newestOf(calls []journal.Call, last int64) int64 {
	if len(calls) == 0 {
		return last
	}
	return calls[len(calls)-1].Number
}

// Unwanted implements the method Calls.Want of a World.
func (r *Server) Unwanted(ops []string) string {
	calls, dropped, err := r.journalAfter(context.Background(), 0, 0)
	r.Panic("Calls.Want", err)
	return recording.Unwanted(ops, calls, dropped)
}

// LastWrites implements the method Writes.Last of a World.
func (r *Server) LastWrites(n int, before int64) []journal.Write {
	world.CheckWrites(n, before)
	if n == 0 {
		return []journal.Write{}
	}
	query := url.Values{"limit": {strconv.Itoa(min(n, math.MaxInt32))}, "before": {strconv.FormatInt(before, 10)}}
	return get[form.Writes](r, "Writes.Last", "writes", query).Writes
}

// WriteDetails implements the method Writes.Get of a World.
func (r *Server) WriteDetails(number int64) (details journal.WriteDetails, ok bool) {
	return find[journal.WriteDetails](r, "Writes.Get", Path("writes", number), nil)
}

// Feed implements the method Feed of a World.
func (r *Server) Feed(ctx context.Context, o feed.Options) iter.Seq2[feed.News, error] {
	return func(yield func(feed.News, error) bool) {
		wanted := true
		err := r.feed(ctx, o, func(n feed.News) bool {
			wanted = yield(n, nil)
			return wanted
		})
		if err != nil && wanted && ctx.Err() == nil {
			yield(feed.News{}, r.ErrorOf("Feed", err))
		}
	}
}

// feed calls yield for the news that the server sends. It leaves out the kinds of news that this release does not
// know. It returns nil when yield returns false.
func (r *Server) feed(ctx context.Context, o feed.Options, yield func(feed.News) bool) error {
	query := url.Values{}
	if o.NumbersOnly {
		query.Set("form", "numbers")
	}
	patient, far := *r.HTTP, *r
	patient.Timeout = 0 // a feed has no end
	far.HTTP = &patient
	resp, err := far.Send(ctx, http.MethodGet, "events", query, nil, nil)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	return form.ReadEvents(resp.Body, func(kind string, data []byte) (bool, error) {
		n := feed.News{Kind: feed.Kind(kind)}
		known, err := form.ReadNews(&n, data, r.armed)
		if err != nil {
			return false, fmt.Errorf("an event %s cannot be read: %w", redact.Safe(kind), err)
		}
		return !known || yield(n), nil
	})
}
