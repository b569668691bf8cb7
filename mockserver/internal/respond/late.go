package respond

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// maxLate bounds the requests that wait to be carried out.
const maxLate = 1000

// Late holds the requests that a fault makes the server carry out later. It is safe for concurrent use.
type Late struct {
	Now   func() time.Time // of the world's clock
	Enter func(f func())   // calls f unless the server is closed; Close waits for f

	mu      sync.Mutex
	waiting []*lateRequest // in the order of their time by the world's clock
	epoch   atomic.Int64   // how often the requests were dropped
}

// Later is what becomes of a request that a fault puts off. It is safe for concurrent use.
type Later struct {
	outcome atomic.Pointer[laterOutcome] // nil while the request waits
}

type laterOutcome struct {
	write int64
	why   []refusal.Item
}

// Write returns the number of the write that the request made; 0 for none.
func (l *Later) Write() int64 {
	if o := l.outcome.Load(); o != nil {
		return o.write
	}
	return 0
}

// Refused returns why the request was not carried out; nothing for a request that waits or was carried out.
func (l *Later) Refused() []refusal.Item {
	if o := l.outcome.Load(); o != nil {
		return o.why
	}
	return nil
}

// end records that the request a was carried out, or why it was refused.
func (l *Later) end(a *Answer, err error) {
	o := &laterOutcome{write: a.Written}
	if err != nil {
		o.why = a.Refuse(err).Problem.Items
	}
	l.outcome.Store(o)
}

// drop records that the request came too late for the rows that it was sent to.
func (l *Later) drop() {
	l.outcome.Store(&laterOutcome{why: []refusal.Item{{
		Code: tourney.CodeOther, Message: "the rows were replaced, or the server closed, before its time",
	}}})
}

// lateRequest is a request that waits. Both the timer and the world's clock can end its wait.
type lateRequest struct {
	due    time.Time // by the world's clock
	timer  *time.Timer
	commit func()
	later  *Later
}

// checking are the steps that can refuse a request before its handler runs.
var checking = []step{
	(*Responder).refuseLost, (*Responder).checkSignature, (*Responder).checkRate, (*Responder).understand,
}

// CarryOutLater makes the server carry out a request that writes after d, unless a check refuses the request now.
func (r *Responder) CarryOutLater(a *Answer, req *http.Request, d time.Duration) {
	if a.Op == nil || a.Op.Class == contract.Read {
		return
	}
	late, epoch := *a, r.Late.epoch.Load()
	late.medium, late.Request = nil, req.Clone(context.Background())
	late.dropped = func() bool { return r.Late.epoch.Load() != epoch }
	later := new(Later)
	a.Later = later
	if err := r.take(checking, &late, late.Request); err != nil {
		later.end(&late, err)
		return
	}
	r.Late.add(d, later, func() {
		err := r.handle(&late, late.Request)
		if err == nil && late.Written == 0 && late.dropped() {
			later.drop()
			return
		}
		later.end(&late, err)
	})
}

// add makes a request wait. If too many wait, it ends the wait of the first one.
func (l *Late) add(d time.Duration, later *Later, commit func()) {
	q := &lateRequest{due: l.Now().Add(d), later: later, commit: commit}
	l.mu.Lock()
	q.timer = time.AfterFunc(d, func() { l.end(func(of *lateRequest) bool { return of == q }) })
	l.waiting = append(l.waiting, q)
	slices.SortStableFunc(l.waiting, func(a, b *lateRequest) int { return a.due.Compare(b.due) })
	first, full := l.waiting[0], len(l.waiting) > maxLate
	l.mu.Unlock()
	if full {
		l.end(func(of *lateRequest) bool { return of == first })
	}
}

// Due carries out the requests whose time has come by the world's clock.
func (l *Late) Due() {
	now := l.Now()
	l.end(func(q *lateRequest) bool { return !q.due.After(now) })
}

// end carries out the requests that f selects.
func (l *Late) end(f func(*lateRequest) bool) {
	for _, q := range l.take(f) {
		l.Enter(q.commit)
	}
}

// Drop forgets all requests that wait. A request that is just being carried out comes before Drop, or never happens.
func (l *Late) Drop() {
	l.epoch.Add(1)
	for _, q := range l.take(func(*lateRequest) bool { return true }) {
		q.later.drop()
	}
}

// take removes the requests that f selects.
func (l *Late) take(f func(*lateRequest) bool) (taken []*lateRequest) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = slices.DeleteFunc(l.waiting, func(q *lateRequest) bool {
		selected := f(q)
		if selected {
			q.timer.Stop()
			taken = append(taken, q)
		}
		return selected
	})
	return taken
}
