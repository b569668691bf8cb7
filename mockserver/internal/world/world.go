// Package world holds all data that a request works on: versions of rows, a clock, a responder, a journal, snapshots.
// A server has one main world, and each session of the server has its own world.
//
// The package uses the packages that handle a request, but neither connections nor the public type World. Operations
// on all parts at once belong here: a reset, a rewind, a restore, the fork for a session. The world also plays games:
// play.go gives them results, with the scores of package scenario, and advance.go puts the teams that a result decides
// into later games, by the names of sides that package brackets reads.
package world

import (
	"context"
	"iter"
	"time"

	"github.com/tourney-go/tourney/mockserver/feed"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/handlers"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/recording"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/respond"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/savefile"
	"github.com/tourney-go/tourney/mockserver/internal/views"
	"github.com/tourney-go/tourney/mockserver/journal"
	"github.com/tourney-go/tourney/secret"
)

// Settings are the settings of all worlds of a server.
type Settings struct {
	handlers.Settings

	Signatures respond.Signatures
	Seed       uint64
	Rewind     int // how many writes Rewind can go back
	Calls      int // how many calls, and how many bytes of calls, the journal keeps
	CallBytes  int64
	OnCall     func(journal.Call) // nil for none
	Token      secret.Text        // the token of the admin API, which the journal redacts
	Brackets   bool               // whether results put teams into later games
}

// World has all data that a request works on. Its responder holds the rate limit and the rules of faults. A request in
// one world has no effect on other worlds: the worlds of a server share only tables that never change.
type World struct {
	Clock     *history.Clock
	State     *history.State
	Responder *respond.Responder
	Journal   *recording.Journal
	Start     func() *model.Version               // returns the rows and the accounts that the world started with
	Inhabited func(*model.Version) *model.Version // adds the first accounts to rows without accounts
	Relied    assumption.Counter

	settings *Settings
	kept     keptSnapshots
}

// New returns a world without rows, rules and calls. The caller must set Start and Inhabited.
func New(t *respond.Tables, s *Settings, clock *history.Clock) *World {
	w := &World{Clock: clock, settings: s, State: &history.State{
		Past: history.Past{Limit: s.Rewind}, Check: savefile.CheckWritable, Now: clock.Now,
	}}
	if s.Brackets {
		w.State.Settle = Advance
	}
	w.Responder = newResponder(t, s, w.State, clock)
	w.Journal = recording.NewJournal(s.Calls, s.CallBytes, w.Responder, clock, s.OnCall)
	w.Journal.Known.Begin(s.Token.Reveal())
	return w
}

// Fork returns a world that begins with the rows, the accounts and the time that w has now. Its journal redacts the
// secrets that the journal of w redacts.
func (w *World) Fork() *World {
	f, origin := New(w.Responder.Tables, w.settings, w.Clock.Fork()), w.State.Settled()
	f.Start = func() *model.Version {
		first := origin.Fork()
		first.Number = 0
		return first
	}
	f.Inhabited = func(rows *model.Version) *model.Version {
		rows.Accounts, rows.Keys = origin.Accounts, origin.Keys
		for i := range rows.Accounts {
			rows.Take(model.AccountIDs, rows.Accounts[i].ID)
		}
		return rows
	}
	f.State.Begin(f.Start())
	f.Journal.Known.Inherit(&w.Journal.Known, origin.Accounts)
	return f
}

// newResponder returns the responder of a world. The responder uses the time of the world's clock.
func newResponder(t *respond.Tables, s *Settings, st *history.State, clock *history.Clock) *respond.Responder {
	r := &respond.Responder{
		Tables: t, Settings: s.Settings, Signatures: s.Signatures, State: st,
		Limiter: respond.NewLimiter(s.RateLimit, clock.Now),
		Totals:  new(views.Totals),
	}
	r.Settings.Now, r.Signatures.Now = clock.Now, clock.Now
	r.Faults = respond.Faults{Rules: rules.NewSet(s.Seed, clock.Now), Expire: r.ExpireKeys, Later: r.CarryOutLater}
	r.Late.Now, clock.Moved = clock.Now, r.Late.Due
	return r
}

// Reset restores the rows, the accounts and the time that the world started with.
func (w *World) Reset() {
	if err := w.ReplaceRows("Reset", time.Time{}, w.Start); err != nil {
		panic(refusal.Wrap("Reset", err))
	}
}

// ReplaceRows replaces all rows and accounts by those in the version that f returns. It sets the clock to the time to,
// or, if to is zero, to the time that the world started with.
func (w *World) ReplaceRows(method string, to time.Time, f func() *model.Version) error {
	w.State.Guard()                                          // before the clock changes
	by := &model.Origin{Time: w.Clock.Now(), Method: method} // the time before the reset
	undo := w.Clock.Reset(to)
	fresh := f()
	_, err := w.State.Advance(by, func(newest *model.Version) (*model.Version, error) {
		w.Journal.Known.Remember(newest.Accounts)
		w.Responder.Late.Drop()
		return fresh, nil
	})
	if err != nil {
		undo()
		return err
	}
	w.Responder.Limiter.Reset()
	return nil
}

// Follow yields what happens in the world: see recording.Source.
func (w *World) Follow(
	ctx context.Context, o feed.Options, idle time.Duration, sessions func() int64, closing <-chan struct{},
) iter.Seq[[]feed.News] {
	source := recording.Source{
		State: w.State, Clock: w.Clock, Journal: w.Journal, Rules: w.Responder.Faults.Rules,
		Snapshots: w.kept.changed, Sessions: sessions,
	}
	return source.Follow(ctx, o, idle, closing)
}
