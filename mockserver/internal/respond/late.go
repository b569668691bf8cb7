package respond

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
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

// lateRequest is a request that waits. Both the timer and the world's clock can end its wait.
type lateRequest struct {
	due    time.Time // by the world's clock
	timer  *time.Timer
	commit func()
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
	if r.take(checking, &late, late.Request) != nil {
		return
	}
	written := new(atomic.Int64)
	a.Later = written
	r.Late.add(d, func() {
		if r.handle(&late, late.Request) == nil {
			written.Store(late.Written)
		}
	})
}

// add makes a request wait. If too many wait, it ends the wait of the first one.
func (l *Late) add(d time.Duration, commit func()) {
	q := &lateRequest{due: l.Now().Add(d), commit: commit}
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
	l.take(func(*lateRequest) bool { return true })
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
