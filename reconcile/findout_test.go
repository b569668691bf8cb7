package reconcile_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/reconcile"
)

// world is a mock server behind a network that a test spoils.
type world struct {
	*mockserver.Server
	client  *tourney.Client
	event   int64
	gold    int64
	network func(*http.Request) (*http.Response, error) // nil for a perfect one
}

func newWorld(t *testing.T, v tourney.Variant, opts ...tourney.Option) *world {
	t.Helper()
	srv, err := mockserver.New(v, mockserver.Scenario("empty"))
	require.NoError(t, err)
	w := &world{Server: srv}
	w.event = srv.Events.Add(tourney.Event{Name: "Pond Cup"})
	w.gold = srv.Divisions.Add(tourney.Division{Name: "Gold", Event: &tourney.Event{ID: w.event}})
	w.client = srv.Client(append(opts, tourney.WithRetry(tourney.Retry{}), tourney.WithHTTPClient(&http.Client{Transport: clienttest.Transport(
		func(req *http.Request) (*http.Response, error) {
			if w.network != nil {
				return w.network(req)
			}
			return srv.RoundTrip(req)
		})}))...)
	return w
}

// note returns the note before a write.
func (w *world) note(t *testing.T, in tourney.Input) reconcile.Note {
	t.Helper()
	note, err := reconcile.NoteBefore(t.Context(), w.client, in)
	require.NoError(t, err)
	return note
}

// findOut returns what FindOut finds out, without an error.
func (w *world) findOut(t *testing.T, n reconcile.Note, failure error, settle time.Duration) reconcile.Finding {
	t.Helper()
	found, err := reconcile.FindOut(t.Context(), w.client, n, failure, settle)
	require.NoError(t, err)
	return found
}

// pass lets a request arrive at the host, and drops the answer.
func (w *world) pass(req *http.Request) error {
	res, err := w.RoundTrip(req)
	if err == nil {
		_ = res.Body.Close()
	}
	return err
}

// lose makes the network lose the next write: the whole of it, or its answer alone.
func (w *world) lose(arrives bool) {
	w.network = func(req *http.Request) (*http.Response, error) {
		w.network = nil
		if arrives {
			if err := w.pass(req); err != nil {
				return nil, err
			}
		} else {
			_, _ = io.Copy(io.Discard, req.Body)
		}
		return nil, io.ErrUnexpectedEOF
	}
}

// answer makes the network answer the next request without the host, or after it.
func (w *world) answer(status int, body string, arrives bool) {
	w.network = func(req *http.Request) (*http.Response, error) {
		w.network = nil
		if arrives {
			if err := w.pass(req); err != nil {
				return nil, err
			}
		}
		return clienttest.JSON(status, body), nil
	}
}

func (w *world) team(name, contact string) int64 {
	return w.Teams.Add(tourney.Team{
		Name: name, Division: &tourney.TeamDivision{ID: w.gold}, Paid: new(false),
		Coaches: []tourney.Coach{{FirstName: "Pat", LastName: "Lake", Email: contact}},
	})
}

// writes are the writes that FindOut knows, in a world.
var writes = map[string]func(*world) tourney.Input{
	"team": func(w *world) tourney.Input {
		return tourney.TeamCreateInput{DivisionID: w.gold, Name: new("Otters"), ExternalTeamID: new("T-1")}
	},
	"team without an external id": func(w *world) tourney.Input {
		return &tourney.TeamCreateInput{EventID: w.event, DivisionID: w.gold, Name: new("Otters"), Paid: new(false)}
	},
	"division": func(w *world) tourney.Input {
		return tourney.DivisionCreateInput{EventID: w.event, Name: new("Silver")}
	},
	"registration": func(w *world) tourney.Input { return registrationOf(w) },
	"registration with a payment": func(w *world) tourney.Input {
		in := registrationOf(w)
		in.EnableCreditCard, in.Payment = new(false), paymentFor(0).Payment
		return in
	},
	"payment": func(w *world) tourney.Input { return new(paymentFor(w.team("Puffins", "lee@example.com"))) },
}

// send makes the call of the write that a note is of.
func (w *world) send(ctx context.Context, n reconcile.Note, in tourney.Input) error {
	return clienttest.Calling(n.Op, reflect.Indirect(reflect.ValueOf(in)).Interface())(ctx, w.client)
}

func registrationOf(w *world) tourney.RegistrationInput {
	return tourney.RegistrationInput{
		DivisionID: w.gold, Name: new("Otters"), Coaches: []tourney.RegistrationCoachInput{{
			PrimaryContact: new(true), FirstName: new("Pat"), LastName: new("Lake"), Email: new("pat@example.com"),
		}},
	}
}

func paymentFor(team int64) tourney.PaymentInput {
	return tourney.PaymentInput{
		TeamID: team, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{
			Amount: new(tourney.MustDecimal("10")), Title: new("Entry"), Description: new("Entry"),
		},
	}
}

// TestFindOut: what happened is found out, and money never "did not happen".
func TestFindOut(t *testing.T) {
	for name, write := range writes {
		pays := strings.Contains(name, "payment")
		for _, arrives := range []bool{true, false} {
			for _, settle := range []time.Duration{0, time.Minute} {
				t.Run(fmt.Sprintf("%s, arrives %t, settling for %v", name, arrives, settle), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						w := newWorld(t, tourney.Lacrosse)
						if !strings.HasPrefix(name, "payment") {
							w.team("Otters", "somebody.else@example.com") // a namesake
						}
						in := write(w)
						note := w.note(t, in)
						note = restarted(t, note)
						w.lose(arrives)
						failure := w.send(t.Context(), note, in)
						require.ErrorIs(t, failure, tourney.ErrOutcomeUnknown)
						began := time.Now()
						found := w.findOut(t, note, failure, settle)
						require.NotEmpty(t, found.Reason)
						switch {
						case arrives:
							require.Equal(t, reconcile.OutcomeHappened, found.Outcome, found.Reason)
							require.Equal(t, w.newest(t, name), found.ID)
							require.Equal(t, began, time.Now(), "the first look shows it")
						case pays || settle == 0:
							require.Equal(t, reconcile.OutcomeUnknown, found.Outcome, found.Reason)
							require.Zero(t, found.ID)
							require.Equal(t, settle, time.Since(began))
						default:
							require.Equal(t, reconcile.OutcomeDidNotHappen, found.Outcome, found.Reason)
							require.Equal(t, settle, time.Since(began))
						}
					})
				})
			}
		}
	}
}

// restarted is the note as a program reads it after a restart.
func restarted(t *testing.T, n reconcile.Note) (again reconcile.Note) {
	t.Helper()
	text, err := json.Marshal(n)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &again))
	n.Division = nil // only the process that read it has it
	require.Empty(t, cmp.Diff(n, again))
	return again
}

// newest is the row that the write of that name made, or paid for.
func (w *world) newest(t *testing.T, name string) (id int64) {
	t.Helper()
	if name == "division" {
		for d, err := range w.client.Divisions.All(t.Context(), tourney.DivisionListOptions{EventID: w.event}) {
			require.NoError(t, err)
			id = max(id, d.ID)
		}
		return id
	}
	for _, paid := range []bool{true, false} {
		for team, err := range w.client.Teams.All(t.Context(), tourney.TeamListOptions{DivisionID: w.gold, Paid: &paid}) {
			require.NoError(t, err)
			id = max(id, team.ID)
		}
	}
	return id
}

// TestFindOutLooksAgain: a host that acts late is seen before the settling time is over. Without a settling time nothing
// is said to have not happened.
func TestFindOutLooksAgain(t *testing.T) {
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, tourney.Lacrosse)
				in := write(w)
				note := w.note(t, in)
				w.Faults.Add(fault.OnAny().Nth(1).CommitAfter(time.Minute / 3).Drop())
				failure := w.send(t.Context(), note, in)
				require.ErrorIs(t, failure, tourney.ErrOutcomeUnknown)
				began := time.Now()
				found := w.findOut(t, note, failure, 0)
				require.Equal(t, reconcile.OutcomeUnknown, found.Outcome, found.Reason)
				found = w.findOut(t, note, failure, time.Minute)
				require.Equal(t, reconcile.OutcomeHappened, found.Outcome, found.Reason)
				require.Equal(t, time.Minute/2, time.Since(began))
				require.Equal(t, w.newest(t, name), found.ID)
			})
		})
	}
}

// TestNoteBeforeOfAPayment: a team that is paid already shows no trace of a payment, which the note says at once.
func TestNoteBeforeOfAPayment(t *testing.T) {
	for _, c := range []struct {
		paid     *bool
		untraced string
	}{{new(false), ""}, {new(true), "the team was paid before"}, {nil, "the host does not say whether the team is paid"}} {
		srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"))
		require.NoError(t, err)
		id := srv.Teams.Add(tourney.Team{Name: "Otters", Paid: c.paid})
		note, err := reconcile.NoteBefore(t.Context(), srv.Client(), paymentFor(id))
		require.NoError(t, err)
		require.Equal(t, c.untraced, note.Untraced)
		require.Equal(t, c.paid, note.Paid)
		_, err = reconcile.NoteBefore(t.Context(), srv.Client(), paymentFor(id+1))
		require.ErrorIs(t, err, tourney.ErrNotFound)
	}
}

// TestFindOutCannotTell: what only looks like the write proves nothing.
func TestFindOutCannotTell(t *testing.T) {
	team := writes["team without an external id"]
	for name, c := range map[string]struct {
		write  func(*world) tourney.Input
		before func(context.Context, *world, tourney.Input)
		after  func(*world, tourney.Input)
		reason string
	}{
		"two rows that look like it": {write: team, after: func(w *world, _ tourney.Input) {
			w.team("Otters", "")
			w.team("OTTERS ", "")
		}, reason: "2 rows look like it"},
		"a team that was paid before": {write: writes["payment"], before: func(ctx context.Context, w *world, in tourney.Input) {
			paid, _ := in.(*tourney.PaymentInput)
			require.NoError(t, clienttest.Err(w.client.Payments.Pay(ctx, *paid)))
		}, reason: "paid before"},
		"a team without a name": {write: func(w *world) tourney.Input {
			return tourney.TeamCreateInput{DivisionID: w.gold}
		}, reason: "neither a name nor an external id"},
		"a team of nowhere": {write: func(*world) tourney.Input {
			return tourney.TeamCreateInput{Name: new("Otters")}
		}, reason: "neither an event nor a division"},
		"a division that is hidden": {write: func(w *world) tourney.Input {
			return tourney.DivisionCreateInput{EventID: w.event, Name: new("Silver"), Active: new(false)}
		}, reason: "active divisions only"},
		"a payment that marks nothing": {write: func(w *world) tourney.Input {
			in := paymentFor(w.team("Puffins", ""))
			in.MarkAsPaid = new(false)
			return in
		}, reason: "does not mark"},
		"a payment for no team": {write: func(w *world) tourney.Input {
			in := paymentFor(0)
			in.DivisionID = w.gold
			return in
		}, reason: "without a team"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, tourney.Lacrosse)
				in := c.write(w)
				if c.before != nil {
					c.before(t.Context(), w, in)
				}
				note := w.note(t, in)
				w.lose(false)
				failure := w.send(t.Context(), note, in)
				if c.after != nil {
					c.after(w, in)
				}
				found := w.findOut(t, note, failure, time.Minute)
				require.Equal(t, reconcile.OutcomeUnknown, found.Outcome)
				require.Contains(t, found.Reason, c.reason)
			})
		})
	}
}

// TestFindOutByNamedResult: the id in the answer decides between several rows. An id that is not there proves nothing, and
// keeps the absence of rows from proving anything.
func TestFindOutByNamedResult(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, tourney.Lacrosse)
		in := writes["team without an external id"](w)
		note := w.note(t, in)
		first, other := w.team("Otters", ""), w.team("Otters", "")
		for named, want := range map[int64]reconcile.Finding{
			first: {Outcome: reconcile.OutcomeHappened, ID: first}, other: {Outcome: reconcile.OutcomeHappened, ID: other}, 99: {},
		} {
			w.answer(500, fmt.Sprintf(`{"Id":%d,"Errors":[{"Code":0}]}`, named), false)
			found := w.findOut(t, note, w.send(t.Context(), note, in), time.Minute)
			found.Reason = ""
			require.Equal(t, want, found, named)
		}

		w = newWorld(t, tourney.Lacrosse)
		in = writes["team without an external id"](w)
		note = w.note(t, in)
		w.answer(500, `{"Id":99,"Errors":[{"Code":0}]}`, false)
		found := w.findOut(t, note, w.send(t.Context(), note, in), time.Minute)
		require.Equal(t, reconcile.OutcomeUnknown, found.Outcome)
		require.Contains(t, found.Reason, "99")
	})
}

// TestFindOutByContact: a registration may go to an existing team. The new contact of that team is then the trace.
func TestFindOutByContact(t *testing.T) {
	for contact, want := range map[string]reconcile.Outcome{
		"pat@example.com": reconcile.OutcomeHappened, "PAT@example.com": reconcile.OutcomeHappened, "lee@example.com": reconcile.OutcomeUnknown,
	} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t, tourney.Lacrosse)
			id := w.Teams.Add(tourney.Team{
				Name: "Otters", Division: &tourney.TeamDivision{ID: w.gold}, Coaches: []tourney.Coach{{FirstName: "Lee", LastName: "Hill"}},
			})
			in := writes["registration"](w)
			note := w.note(t, in)
			require.Empty(t, note.Before)
			w.lose(false)
			failure := w.send(t.Context(), note, in)
			require.NoError(t, w.client.Teams.Update(t.Context(), tourney.TeamUpdateInput{
				ID: id, Coaches: []tourney.CoachUpdateInput{{CoachInput: tourney.CoachInput{FirstName: new("P"), Email: &contact}}},
			}))
			found := w.findOut(t, note, failure, time.Minute)
			require.Equal(t, want, found.Outcome, found.Reason)
		})
	}
}

// TestFindOutCannotLook: a look that fails is an error, and the outcome cannot be told.
func TestFindOutCannotLook(t *testing.T) {
	for name, write := range writes {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t, tourney.Lacrosse)
			in := write(w)
			note := w.note(t, in)
			w.lose(false)
			failure := w.send(t.Context(), note, in)
			for what, network := range map[string]func(*http.Request) (*http.Response, error){
				"no network":                      func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF },
				"the context ends while it waits": nil,
				"a refusal": func(*http.Request) (*http.Response, error) {
					return clienttest.JSON(403, `{"Errors":[{"Code":6}]}`), nil
				},
			} {
				w.network = network
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				found, err := reconcile.FindOut(ctx, w.client, note, failure, time.Hour)
				cancel()
				require.Error(t, err, "%s: %s", name, what)
				require.Equal(t, reconcile.OutcomeUnknown, found.Outcome)
				require.Zero(t, found.ID)
			}
			w.network = func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF }
			_, err := reconcile.NoteBefore(t.Context(), w.client, in)
			require.Error(t, err, name)
		})
	}
}

// TestFindOutNeedsWholeLists: a list that the host did not state, or that changed, proves nothing.
func TestFindOutNeedsWholeLists(t *testing.T) {
	const page = `{"Results":[{"Id":1}],"Page":1,"PageSize":1,"Total":2}`
	lists := map[string]string{
		"not stated": `{}`, "without rows": `{"Teams":{},"Divisions":{}}`,
		"changed": `{"Teams":` + page + `,"Divisions":` + page + `}`,
	}
	for name, write := range writes {
		for what, body := range lists {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, tourney.Lacrosse)
				in := write(w)
				note := w.note(t, in)
				w.lose(false)
				failure := w.send(t.Context(), note, in)
				w.network = func(req *http.Request) (*http.Response, error) {
					if req.URL.Query().Has("id") {
						return w.RoundTrip(req)
					}
					return clienttest.JSON(200, body), nil
				}
				found := w.findOut(t, note, failure, time.Minute)
				require.Equal(t, reconcile.OutcomeUnknown, found.Outcome, "%s: %s: %s", name, what, found.Reason)
				if note, err := reconcile.NoteBefore(t.Context(), w.client, in); note.TeamID == 0 {
					require.NoError(t, err)
					require.Contains(t, note.Untraced, "whole list")
				}
			})
		}
	}
}

func TestFindOutRefuses(t *testing.T) {
	w := newWorld(t, tourney.Lacrosse)
	note := reconcile.Note{Version: 1, Op: "Teams.Create", Host: "mock.invalid", DivisionID: w.gold, Name: "Otters"}
	ctx, newer := t.Context(), note
	newer.Version = 3
	for want, err := range map[string]error{
		"version 3":   clienttest.Err(reconcile.FindOut(ctx, w.client, newer, nil, 0)),
		"empty":       clienttest.Err(reconcile.FindOut(ctx, w.client, reconcile.Note{}, nil, 0)),
		"is empty":    clienttest.Err((&reconcile.Note{}).For(tourney.TeamCreateInput{Name: new("A"), DivisionID: 1})),
		"division 1":  clienttest.Err(note.For(tourney.TeamCreateInput{Name: new("A"), DivisionID: 1})),
		"of its own":  clienttest.Err(note.For(tourney.PaymentInput{TeamID: 1})),
		"negative":    clienttest.Err(reconcile.FindOut(ctx, w.client, note, nil, -1)),
		"no Outcome":  clienttest.Err(reconcile.FindOut(ctx, w.client, note, &tourney.APIError{Status: 400}, 0)),
		"New":         clienttest.Err(reconcile.FindOut(ctx, new(tourney.Client), note, nil, 0)),
		"context":     clienttest.Err(reconcile.FindOut(nil, w.client, note, nil, 0)), //nolint:staticcheck // on purpose
		"nil":         clienttest.Err(reconcile.NoteBefore(ctx, w.client, nil)),
		"no create":   clienttest.Err(reconcile.NoteBefore(ctx, w.client, tourney.GameUpdateInput{ID: 1})),
		"is nil":      clienttest.Err(reconcile.NoteBefore(ctx, w.client, (*tourney.PaymentInput)(nil))),
		"not made by": clienttest.Err(reconcile.NoteBefore(ctx, new(tourney.Client), tourney.PaymentInput{})),
	} {
		require.ErrorContains(t, err, want)
	}
	found, err := reconcile.FindOut(ctx, w.client, note, nil, 0) // a program that has lost the error
	require.NoError(t, err)
	require.Equal(t, reconcile.OutcomeUnknown, found.Outcome)
	require.ErrorIs(t, clienttest.Err(reconcile.NoteBefore(ctx, w.client, tourney.PaymentInput{TeamID: 99})), tourney.ErrNotFound)
	require.Equal(t, "cannot be told, happened, did not happen",
		fmt.Sprintf("%v, %v, %v", reconcile.OutcomeUnknown, reconcile.OutcomeHappened, reconcile.OutcomeDidNotHappen))
}
