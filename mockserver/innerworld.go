package mockserver

import (
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/rules"
)

// world is what a request works on. Its responder holds the rate limit and the rules of faults. The worlds of a server
// share its tables, and no request of one world is seen in another.
type world struct {
	clock     *clock
	state     *state
	responder *responder
	journal   *requestJournal
	start     func() *version         // returns the rows and the accounts that the world started with
	inhabited func(*version) *version // gives rows without accounts those that the world started with
	snapshots keptSnapshots
	relied    relied
	epoch     feedEpoch
}

// newWorld returns a world without rows, rules and calls. The settings of the server say what its requests follow.
func newWorld(t *tables, o *options, clock *clock) *world {
	w := &world{clock: clock, state: &state{
		past: past{limit: o.limits.Rewind}, check: (*version).checkWritable, now: clock.Now,
	}}
	w.responder = newResponder(t, o, w.state, clock)
	w.journal = newJournal(&o.limits, w.responder, clock, o.onCall)
	w.journal.known.begin(o.admin.token.Reveal())
	w.responder.failer.call = w.journal.callOf
	return w
}

// fork returns a world that begins with the rows, the accounts and the time that w has now. Its journal hides the
// secrets that the journal of w hides.
func (w *world) fork(o *options) *world {
	f, origin := newWorld(w.responder.tables, o, w.clock.fork()), w.state.settled()
	f.start = func() *version {
		first := origin.fork()
		first.number = 0
		return first
	}
	f.inhabited = func(rows *version) *version {
		rows.accounts, rows.keys = origin.accounts, origin.keys
		for i := range rows.accounts {
			rows.take(accountIDs, rows.accounts[i].id)
		}
		return rows
	}
	f.state.begin(f.start())
	f.journal.known.found.Store(w.journal.known.of(origin.accounts))
	return f
}

// newResponder returns the responder of a world. It follows the world's clock.
func newResponder(t *tables, o *options, st *state, clock *clock) *responder {
	r := &responder{
		tables: t, settings: o.settings, signatures: o.signatures, state: st,
		limiter: newLimiter(o.settings.RateLimit, clock.Now),
		totals:  new(totals),
	}
	r.settings.now, r.signatures.now = clock.Now, clock.Now
	r.failer = failer{rules: rules.NewSet(o.seed, clock.Now), expire: r.expireKeys}
	return r
}

// reset restores rows, accounts and time.
func (w *world) reset() {
	if err := w.replaceRows("Reset", time.Time{}, w.start); err != nil {
		panic(failing("Reset", err))
	}
}

// replaceRows restores the time, or sets it to one that is not zero, and makes the rows and accounts that f returns the
// newest ones.
func (w *world) replaceRows(method string, to time.Time, f func() *version) error {
	w.state.guard()                                   // before the clock changes
	by := origin{time: w.clock.Now(), method: method} // the time that a reset leaves
	undo := w.clock.reset(to)
	fresh := f()
	_, err := w.state.advance(by, func(newest *version) (*version, error) {
		w.journal.known.of(newest.accounts) // the journal goes on hiding the secrets of accounts that are gone
		return fresh, nil
	})
	if err != nil {
		undo()
		return err
	}
	w.responder.limiter.reset()
	return nil
}
