package mockserver

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/recording"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/journal"
)

func (r *remote) AddFault(method string, rule fault.Rule, when func(journal.Call) bool) *fault.Armed {
	if when != nil {
		panic(refusal.Errorf(method, "a function cannot be sent to another process: use Where of the rule"))
	}
	f, err := r.addFault(rules.Sealed(rule).Open())
	r.panicFar(method, err)
	return f
}

// addFault adds a rule. One that is wrong at every server is refused here, in the words of the server.
func (r *remote) addFault(rule rules.Rule) (*fault.Armed, error) {
	if mistake := rule.Check(); mistake != nil { // such as two actions, which have no form in JSON to send
		anywhere := func(*contract.Operation) bool { return true } // the server alone knows what it serves
		return nil, rules.Problems(mistake, rules.CheckOperation(&rule, anywhere))
	}
	data, err := rules.Encode(&rule)
	if err != nil {
		return nil, rules.Problems(err)
	}
	var made faultJSON
	if err := r.call(context.Background(), http.MethodPost, "faults", nil, json.RawMessage(data), &made); err != nil {
		return nil, err
	}
	return new(fault.Armed(rules.Follow(&remoteRule{far: r, shown: made, rule: rule}))), nil
}

// remoteRule is a rule that a server in another process follows.
type remoteRule struct {
	far   *remote
	shown faultJSON
	rule  rules.Rule
	hits  atomic.Int64 // as the server said last
}

func (f *remoteRule) ID() string       { return f.shown.ID }
func (f *remoteRule) String() string   { return f.shown.Text }
func (f *remoteRule) Rule() rules.Rule { return f.rule }

// Hits asks the server. For a rule that was removed it returns what the server said last.
func (f *remoteRule) Hits() int {
	var shown faultJSON
	if f.far.found("Fault.Hits", http.MethodGet, farPath("faults", f.shown.ID), nil, &shown) {
		f.hits.Store(int64(shown.Hits))
	}
	return int(f.hits.Load())
}

func (f *remoteRule) Remove() {
	f.Hits()
	f.far.found("Fault.Remove", http.MethodDelete, farPath("faults", f.shown.ID), nil, nil)
}

func (r *remote) Faults() []*fault.Armed {
	var list faultsJSON
	r.must("Faults.All", http.MethodGet, "faults", nil, nil, &list)
	return values.Mapped(list.Faults, func(shown faultJSON) *fault.Armed {
		f, err := r.armed(shown)
		r.panicFar("Faults.All", err)
		return f
	})
}

// armed returns a rule that the server follows.
func (r *remote) armed(shown faultJSON) (*fault.Armed, error) {
	f := &remoteRule{far: r, shown: shown}
	f.hits.Store(int64(shown.Hits))
	if shown.Rule == nil {
		return new(fault.Armed(rules.Follow(f))), nil
	}
	rule, err := rules.Decode(shown.Rule)
	f.rule = rule
	return new(fault.Armed(rules.Follow(f))), rules.Problems(err)
}

func (r *remote) ClearFaults() {
	r.must("Faults.Clear", http.MethodDelete, "faults", nil, nil, nil)
}

func (r *remote) Unreachable(d time.Duration) {
	r.must("Unreachable", http.MethodPost, "unreachable", nil, unreachableJSON{d.String()}, nil)
}

func (r *remote) Calls(op string, filters []journal.Filter) []journal.Call {
	matches := recording.Matcher("Calls.All", op, filters)
	query, _ := callQuery(op, filters)
	return r.callsOf("Calls.All", query, matches)
}

func (r *remote) LastCalls(n int, op string, filters []journal.Filter) []journal.Call {
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

// callsOf returns the calls that a query chooses and that match.
func (r *remote) callsOf(method string, query url.Values, matches func(journal.Call) bool) []journal.Call {
	var body requestsJSON
	r.must(method, http.MethodGet, "requests", query, nil, &body)
	return slices.DeleteFunc(body.Requests, func(c journal.Call) bool { return !matches(c) })
}

// longestWhere bounds a value that filters in another process. A longer one would not fit into a URL.
const longestWhere = 1000

// callQuery returns what the server can filter, and whether that is all.
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

// holdsSecret reports whether a where looks for a secret, which must not be in a URL.
func holdsSecret(where string) bool {
	name, _, _ := strings.Cut(where, "=")
	return redact.SecretName(name) || redact.Masked(where) != where
}

func (r *remote) Call(number int64) (c journal.Call, ok bool) {
	ok = r.found("Calls.Get", http.MethodGet, farPath("requests", number), nil, &c)
	return c, ok
}

func (r *remote) CallsDropped() bool {
	_, dropped, err := r.journalAfter(context.Background(), math.MaxInt64, 0)
	r.panicFar("Calls.Dropped", err)
	return dropped
}

func (r *remote) ClearCalls() {
	r.must("Calls.Clear", http.MethodDelete, "requests", nil, nil, nil)
}

// journalAfter returns the calls with a greater number, and whether the journal has dropped calls. It waits until there
// is such a call, at most for the time wait.
func (r *remote) journalAfter(ctx context.Context, number int64, wait time.Duration) ([]journal.Call, bool, error) {
	query := url.Values{"since": {strconv.FormatInt(number, 10)}}
	if wait > 0 {
		query.Set("wait", wait.String())
	}
	var body requestsJSON
	err := r.call(ctx, http.MethodGet, "requests", query, nil, &body)
	return body.Requests, body.Dropped, err
}

// remoteWait is how long a request of Calls.Wait waits, unless the timeout of the client is so short that it would end
// the request.
const remoteWait = 10 * time.Second

// waitTime returns how long a request of Calls.Wait waits: at most half of the time that its client gives it.
func (r *remote) waitTime() time.Duration {
	wait := remoteWait
	if r.http.Timeout > 0 {
		wait = min(wait, r.http.Timeout/2)
	}
	if transport, ok := r.http.Transport.(*http.Transport); ok && transport.ResponseHeaderTimeout > 0 {
		wait = min(wait, transport.ResponseHeaderTimeout/2)
	}
	return wait
}

func (r *remote) WaitCalls(ctx context.Context, op string, n int, filters []journal.Filter) ([]journal.Call, error) {
	next := func(ctx context.Context, last int64, wait bool) ([]journal.Call, int64, error) {
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
	}
	return recording.Await(ctx, op, n, filters, next)
}

// newestOf returns the number of the newest of calls, last for none.
func newestOf(calls []journal.Call, last int64) int64 {
	if len(calls) == 0 {
		return last
	}
	return calls[len(calls)-1].Number
}

func (r *remote) Unwanted(ops []string) string {
	calls, dropped, err := r.journalAfter(context.Background(), 0, 0)
	r.panicFar("Calls.Want", err)
	return recording.Unwanted(ops, calls, dropped)
}

func (r *remote) Assumptions() []Assumption {
	var list assumptionsJSON
	r.must("Assumptions", http.MethodGet, "assumptions", nil, nil, &list)
	return list.Assumptions
}

func (r *remote) LastWrites(n int, before int64) []journal.Write {
	checkWrites(n, before)
	if n == 0 {
		return []journal.Write{}
	}
	query := url.Values{"limit": {strconv.Itoa(min(n, math.MaxInt32))}, "before": {strconv.FormatInt(before, 10)}}
	var body writesJSON
	r.must("Writes.Last", http.MethodGet, "writes", query, nil, &body)
	return body.Writes
}

func (r *remote) WriteDetails(number int64) (details journal.WriteDetails, ok bool) {
	ok = r.found("Writes.Get", http.MethodGet, farPath("writes", number), nil, &details)
	return details, ok
}

func (r *remote) Feed(ctx context.Context, o FeedOptions) iter.Seq2[News, error] {
	return func(yield func(News, error) bool) {
		_, err := o.check()
		wanted := true
		if err == nil {
			err = r.feed(ctx, &o, func(n News) bool {
				wanted = yield(n, nil)
				return wanted
			})
		}
		if err != nil && wanted && ctx.Err() == nil {
			yield(News{}, r.errorOf("Feed", err))
		}
	}
}

// feed yields the events of the server. It returns nil when nobody wants more.
func (r *remote) feed(ctx context.Context, o *FeedOptions, yield func(News) bool) error {
	query := url.Values{}
	if o.NumbersOnly {
		query.Set("form", "numbers")
	}
	if o.After != "" {
		query.Set("after", o.After)
	}
	patient, far := *r.http, *r
	patient.Timeout = 0 // a feed has no end
	far.http = &patient
	resp, err := far.send(ctx, http.MethodGet, "events", query, nil, nil)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	return readEvents(resp.Body, func(id, kind string, data []byte) (bool, error) {
		n := News{ID: id, Kind: NewsKind(kind)}
		known, err := readNews(&n, data, r.armed)
		if err != nil {
			return false, fmt.Errorf("the event %s cannot be read: %w", redact.Safe(id), err)
		}
		return !known || yield(n), nil
	})
}

// readEvents calls f for each server-sent event. It returns the error of f, nil when f wants no more, and otherwise the
// error that ended the stream. It reads what adminFeed writes: one line of data in each event.
func readEvents(from io.Reader, f func(id, kind string, data []byte) (more bool, err error)) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maxFarAnswer)
	var id, kind string
	var data []byte
	for lines.Scan() {
		line := lines.Text()
		if line == "" {
			if data != nil {
				if more, err := f(id, kind, data); !more || err != nil {
					return err
				}
			}
			kind, data = "", nil
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "id":
			id = value
		case "event":
			kind = value
		case "data":
			data = []byte(value)
		}
	}
	if err := lines.Err(); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return io.ErrUnexpectedEOF
}
