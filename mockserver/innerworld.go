package mockserver

import (
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/recording"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/respond"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/savefile"
	"github.com/tourney-go/tourney/mockserver/internal/sidedoor"
	"github.com/tourney-go/tourney/mockserver/internal/standings"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// world is what a request works on. Its responder holds the rate limit and the rules of faults. The worlds of a server
// share its tables, and no request of one world is seen in another.
type world struct {
	clock     *history.Clock
	state     *history.State
	responder *respond.Responder
	journal   *recording.Journal
	start     func() *model.Version               // returns the rows and the accounts that the world started with
	inhabited func(*model.Version) *model.Version // gives rows without accounts those that the world started with
	snapshots keptSnapshots
	relied    assumption.Counter
	epoch     feedEpoch
}

// newWorld returns a world without rows, rules and calls. The settings of the server say what its requests follow.
func newWorld(t *respond.Tables, o *options, clock *history.Clock) *world {
	w := &world{clock: clock, state: &history.State{
		Past: history.Past{Limit: o.limits.Rewind}, Check: savefile.CheckWritable, Now: clock.Now,
	}}
	w.responder = newResponder(t, o, w.state, clock)
	w.journal = recording.NewJournal(o.limits.Calls, o.limits.CallBytes, w.responder, clock, o.onCall)
	w.journal.Known.Begin(o.admin.token.Reveal())
	return w
}

// fork returns a world that begins with the rows, the accounts and the time that w has now. Its journal hides the
// secrets that the journal of w hides.
func (w *world) fork(o *options) *world {
	f, origin := newWorld(w.responder.Tables, o, w.clock.Fork()), w.state.Settled()
	f.start = func() *model.Version {
		first := origin.Fork()
		first.Number = 0
		return first
	}
	f.inhabited = func(rows *model.Version) *model.Version {
		rows.Accounts, rows.Keys = origin.Accounts, origin.Keys
		for i := range rows.Accounts {
			rows.Take(model.AccountIDs, rows.Accounts[i].ID)
		}
		return rows
	}
	f.state.Begin(f.start())
	f.journal.Known.Inherit(&w.journal.Known, origin.Accounts)
	return f
}

// newResponder returns the responder of a world. It follows the world's clock.
func newResponder(t *respond.Tables, o *options, st *history.State, clock *history.Clock) *respond.Responder {
	r := &respond.Responder{
		Tables: t, Settings: o.settings, Signatures: o.signatures, State: st,
		Limiter: respond.NewLimiter(o.settings.RateLimit, clock.Now),
		Totals:  new(standings.Totals),
	}
	r.Settings.Now, r.Signatures.Now = clock.Now, clock.Now
	r.Faults = respond.Faults{Rules: rules.NewSet(o.seed, clock.Now), Expire: r.ExpireKeys}
	return r
}

// reset restores rows, accounts and time.
func (w *world) reset() {
	if err := w.replaceRows("Reset", time.Time{}, w.start); err != nil {
		panic(refusal.Wrap("Reset", err))
	}
}

// replaceRows restores the time, or sets it to one that is not zero, and makes the rows and accounts that f returns the
// newest ones.
func (w *world) replaceRows(method string, to time.Time, f func() *model.Version) error {
	w.state.Guard()                                         // before the clock changes
	by := model.Origin{Time: w.clock.Now(), Method: method} // the time that a reset leaves
	undo := w.clock.Reset(to)
	fresh := f()
	_, err := w.state.Advance(by, func(newest *model.Version) (*model.Version, error) {
		w.journal.Known.Remember(newest.Accounts)
		return fresh, nil
	})
	if err != nil {
		undo()
		return err
	}
	w.responder.Limiter.Reset()
	return nil
}

// asWorld returns the World of a server or a session in this process.
func (s *server) asWorld() *World {
	w := s.Direct
	return &World{
		Events:    detailedRowsOf(w, &sidedoor.EventNoun, &sidedoor.EventDetails),
		Divisions: detailedRowsOf(w, &sidedoor.DivisionNoun, &sidedoor.DivisionDetails),
		Pools:     PoolRows{rowsIn(w, &sidedoor.PoolNoun), w},
		Teams:     detailedRowsOf(w, &sidedoor.TeamNoun, &sidedoor.TeamDetails), Players: rowsIn(w, &sidedoor.PlayerNoun),
		Venues:     detailedRowsOf(w, &sidedoor.VenueNoun, &sidedoor.VenueDetails),
		Games:      detailedRowsOf(w, &sidedoor.GameNoun, &sidedoor.GameDetails),
		Statistics: Statistics{w}, Accounts: Accounts{w}, Faults: Faults{s}, Calls: Calls{s.journal}, Writes: History{s},
		Payments: Records[string, stored.Payment]{
			sidedoor.LocalRecords[string, stored.Payment]{Of: &sidedoor.PaymentNoun, W: w},
		},
		Registrations: Records[int64, stored.Registration]{
			sidedoor.LocalRecords[int64, stored.Registration]{Of: &sidedoor.RegistrationNoun, W: w},
		},
		Snapshots: Snapshots{s}, Clock: &Clock{s.clock},
		in: s,
	}
}

func rowsIn[K comparable, R, T any](w *sidedoor.Direct, n *sidedoor.Noun[K, R, T]) Rows[T] {
	return Rows[T]{sidedoor.LocalRows[K, R, T]{Noun: n, W: w}}
}

func detailedRowsOf[K comparable, R, T, D any](
	w *sidedoor.Direct, n *sidedoor.Noun[K, R, T], d *sidedoor.Detailed[K, R, D],
) DetailedRows[T, D] {
	return DetailedRows[T, D]{rowsIn(w, n), sidedoor.LocalDetails[K, R, D]{Of: d, W: w}}
}
