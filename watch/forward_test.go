package watch_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
	"github.com/tourney-go/tourney/watch"
	"github.com/tourney-go/tourney/watch/webhook"
)

// posted is a receiver in memory.
type posted struct {
	events []webhook.Event
	answer func(e webhook.Event) error // nil to accept everything
}

func (p *posted) Send(_ context.Context, e webhook.Event) error {
	if p.answer != nil {
		if err := p.answer(e); err != nil {
			return err
		}
	}
	p.events = append(p.events, e)
	return nil
}

// types returns the types of the events with the ids of their rows.
func (p *posted) types(t *testing.T) (list []string) {
	t.Helper()
	for _, e := range p.events {
		var change watch.Change[tourney.Game]
		require.NoError(t, json.Unmarshal(e.Data, &change))
		list = append(list, fmt.Sprint(e.Type, " ", max(change.Before.ID, change.After.ID)))
	}
	return list
}

// forwardFor forwards the changes of a host for a while.
func forwardFor(t *testing.T, host *board, d time.Duration, state watch.State, to *posted, report func(error)) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	o := watch.Options{Interval: minute, State: state}
	return watch.Forward(ctx, watch.Games(ctx, host.client(t).Games, tourney.GameListOptions{}, o), to.Send, report)
}

// TestForward: each kind of change is an event of its own, with the rows before and after. Polls that fail are reported.
func TestForward(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		first := pairing(1, 0, 12)
		first.Extra = tourney.Extra{"ApiSecret": json.RawMessage(`"hush"`)}
		host := &board{games: []tourney.Game{first, pairing(2, 13, 14)}}
		host.after(90*time.Second, func() {
			host.games[0] = with(host.games[0], func(g *tourney.Game) {
				score(0, 2)(g)
				g.Date.Day, g.AwayTeam.TeamID, g.HomeTeam.WonBy = 13, new(int64(11)), &tourney.WonByForfeit
			})
			host.games = append(host.games[:1:1], pairing(3, 15, 16))
		})
		host.after(5*minute, func() { host.status = 503 })
		to := &posted{}
		var reports []error
		start := time.Now()
		err := forwardFor(t, host, 7*minute, nil, to, func(err error) { reports = append(reports, err) })
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.NotEmpty(t, reports)
		_ = clienttest.As[*watch.Error](t, reports[0])
		require.Equal(t, []string{"game.teams 1", "game.moved 1", "game.score 1", "game.result 1", "game.added 3", "game.removed 2"}, to.types(t))
		ids := map[string]bool{}
		for _, e := range to.events {
			ids[e.ID] = true
			require.WithinRange(t, e.Time, start, time.Now())
			require.NotContains(t, string(e.Data), "hush")
		}
		require.Len(t, ids, len(to.events))
		require.JSONEq(t, `{
			"before": {"Id":1, "Date":"6/12/2026", "AwayTeam":{"Name":"Team 0"}, "HomeTeam":{"Name":"Team 12","TeamId":12}},
			"after": {"Id":1, "Date":"6/13/2026", "AwayTeam":{"Name":"Team 0","TeamId":11,"Score":0},
				"HomeTeam":{"Name":"Team 12","TeamId":12,"Score":2,"WonBy":7}}
		}`, string(to.events[2].Data))
		require.JSONEq(t, `{"after": {"Id":3, "Date":"6/12/2026", "AwayTeam":{"Name":"Team 15","TeamId":15},
			"HomeTeam":{"Name":"Team 16","TeamId":16}}}`, string(to.events[4].Data))
		require.JSONEq(t, `{"before": {"Id":2, "Date":"6/12/2026", "AwayTeam":{"Name":"Team 13","TeamId":13},
			"HomeTeam":{"Name":"Team 14","TeamId":14}}}`, string(to.events[5].Data))
	})
}

// TestForwardOtherRows: events of other lists are named after their rows.
func TestForwardOtherRows(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*minute)
		defer cancel()
		time.AfterFunc(minute, func() { srv.Teams.Edit(4001, func(row *tourney.Team) { row.Name = "Kites" }) })
		to := &posted{}
		changes := watch.Rows(ctx, srv.Client().Teams, tourney.TeamListOptions{EventID: 1001}, watch.Options{})
		require.ErrorIs(t, watch.Forward(ctx, changes, to.Send, nil), context.DeadlineExceeded)
		require.Equal(t, []string{"team.changed 4001"}, to.types(t))
		var change watch.Change[tourney.Team]
		require.NoError(t, json.Unmarshal(to.events[0].Data, &change))
		require.Equal(t, "Kites", change.After.Name)
		require.NotEqual(t, "Kites", change.Before.Name)
	})
	event, err := watch.Change[watch.StandingsRow]{Kind: watch.KindAdded}.Event()
	require.NoError(t, err)
	require.Equal(t, "standings.added", event.Type)
	_, err = watch.Change[tourney.Game]{After: tourney.Game{Date: tourney.Date{Year: 2026, Month: 2, Day: 30}}}.Event()
	require.ErrorContains(t, err, "tourney: watch: cannot write a game as JSON")
}

// TestForwardRepeats: a change that was not accepted comes again with its ID, however Forward ended, and the changes before
// it do not.
func TestForwardRepeats(t *testing.T) {
	refused := &webhook.Error{Status: 422, Err: webhook.ErrRefused}
	for name, end := range map[string]func(cancel context.CancelFunc) error{
		"refused": func(context.CancelFunc) error { return refused },
		"at the end of the context": func(cancel context.CancelFunc) error {
			cancel()
			return context.Canceled
		},
		"in a panic": func(context.CancelFunc) error { panic(errLoop) },
	} {
		for at := range 3 {
			t.Run(fmt.Sprint(name, " ", at), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					host, state := &board{games: []tourney.Game{pairing(1, 11, 12), pairing(2, 13, 14), pairing(3, 15, 16)}}, &kept{}
					to, before := &posted{}, ""
					run := func() (err error) {
						ctx, cancel := context.WithTimeout(t.Context(), minute/2)
						defer cancel()
						to.answer = func(e webhook.Event) error {
							if len(to.events) == at && before == "" {
								before = e.ID
								return end(cancel)
							}
							return nil
						}
						defer func() {
							if cause := recover(); cause != nil {
								err = cause.(error)
							}
						}()
						changes := watch.Games(ctx, host.client(t).Games, tourney.GameListOptions{}, watch.Options{State: state, Existing: true})
						return watch.Forward(ctx, changes, to.Send, nil)
					}
					require.Error(t, run())
					require.Len(t, to.events, at)
					require.ErrorIs(t, run(), context.DeadlineExceeded)
					require.Equal(t, []string{"game.added 1", "game.added 2", "game.added 3"}, to.types(t))
					require.Equal(t, before, to.events[at].ID)
				})
			})
		}
	}
}

// TestForwardEndsWithItsWatch: the final error of a watch is that of Forward.
func TestForwardEndsWithItsWatch(t *testing.T) {
	host, to := &board{status: http.StatusForbidden}, &posted{}
	err := forwardFor(t, host, minute, nil, to, func(error) { t.Error("reported") })
	failed := clienttest.As[*watch.Error](t, err)
	require.True(t, failed.Final)
	require.ErrorIs(t, err, tourney.ErrForbidden)
	err = forwardFor(t, &board{games: []tourney.Game{pairing(1, 2, 3)}}, minute, &kept{saveErr: errLoop}, to, nil)
	require.ErrorIs(t, err, errLoop)
}

// TestForwardWaitsForItsReceiver: while a receiver is down, the watch does not poll, and afterwards nothing is lost.
func TestForwardWaitsForItsReceiver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := &board{games: []tourney.Game{pairing(1, 11, 12)}}
		host.after(90*time.Second, func() { host.games = []tourney.Game{with(host.games[0], score(1, 0))} })
		host.after(3*time.Hour, func() { host.games = []tourney.Game{with(host.games[0], score(2, 0))} })
		down := time.Now().Add(6 * time.Hour)
		var got []webhook.Event
		receiver := clienttest.Transport(func(req *http.Request) (*http.Response, error) {
			body, err := io.ReadAll(req.Body)
			require.NoError(t, err)
			if time.Now().Before(down) {
				return nil, errors.New("connection refused")
			}
			event, err := webhook.Verify(req.Header, body, secret.New(testKey), time.Now())
			require.NoError(t, err)
			got = append(got, event)
			return clienttest.Reply(200, "")(req)
		})
		sender, err := webhook.New("https://example.com", secret.New(testKey), webhook.Options{Client: &http.Client{Transport: receiver}})
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), 7*time.Hour)
		defer cancel()
		changes := watch.Games(ctx, host.client(t).Games, tourney.GameListOptions{}, watch.Options{Interval: minute})
		require.ErrorIs(t, watch.Forward(ctx, changes, sender.Send, nil), context.DeadlineExceeded)
		require.Equal(t, []string{"game.score 1", "game.score 1"}, (&posted{events: got}).types(t))
		require.Contains(t, string(got[0].Data), `"Score":1`)
		require.Contains(t, string(got[1].Data), `"Score":2`)
		for _, at := range host.polls {
			require.False(t, at.After(down.Add(-6*time.Hour+3*minute)) && at.Before(down))
		}
	})
}

// testKey is the key of the receivers.
const testKey = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// forwardingChild names the variable that makes the test binary a program which forwards games until it is killed.
const forwardingChild = "TOURNEY_FORWARDS_UNTIL_KILLED"

// forwardUntilKilled is that program. Its arguments are the URLs of the host and of the receiver.
func forwardUntilKilled(state string) {
	client, err := tourney.New(os.Args[1], tourney.Soccer, tourney.WithPlainHTTP())
	if err != nil {
		panic(err)
	}
	sender, err := webhook.New(os.Args[2], secret.New(testKey), webhook.Options{MaxWait: time.Millisecond})
	if err != nil {
		panic(err)
	}
	o := watch.Options{Interval: time.Millisecond, State: watch.File(state), Existing: true}
	changes := watch.Games(context.Background(), client.Games, tourney.GameListOptions{DivisionID: 2001}, o)
	panic(watch.Forward(context.Background(), changes, sender.Send, nil))
}

// kill ends a process as kill -9 does, and waits until it is gone.
func kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// TestForwardLosesNothing kills a program that forwards, again and again and in the middle of a poll, while scores change
// and the receiver fails now and then. The receiver drops the IDs that it knows, and in the end it has the scores of the
// host.
func TestForwardLosesNothing(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer)
	var mu sync.Mutex
	random := rand.New(rand.NewPCG(3, uint64(time.Now().UnixNano())))
	known, games, wake := map[string]string{}, map[int64]tourney.Game{}, make(chan struct{}, 10_000)
	requests, doubles := 0, 0
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		event, err := webhook.Verify(req.Header, body, secret.New(testKey), time.Now())
		mu.Lock()
		defer mu.Unlock()
		if requests++; err != nil || requests%5 == 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		if data, double := known[event.ID]; double {
			doubles++
			if data != string(event.Data) {
				t.Errorf("an ID of two changes:\n%s\n%s", data, event.Data)
			}
		} else {
			var change watch.Change[tourney.Game]
			if err := json.Unmarshal(event.Data, &change); err != nil {
				t.Error(err)
			}
			known[event.ID], games[change.After.ID] = string(event.Data), change.After
		}
		select {
		case wake <- struct{}{}:
		default:
		}
	}))
	defer receiver.Close()
	self, err := os.Executable()
	require.NoError(t, err)
	state := filepath.Join(t.TempDir(), "games.json")
	there := srv.Client()
	all, err := there.Games.ReadAll(t.Context(), tourney.GameListOptions{DivisionID: 2001})
	require.NoError(t, err)
	start := func() *exec.Cmd {
		child := exec.CommandContext(t.Context(), self, srv.URL(), receiver.URL)
		child.Env = append(os.Environ(), forwardingChild+"="+state)
		require.NoError(t, child.Start())
		t.Cleanup(func() { kill(child) })
		return child
	}
	for round := range 12 {
		child := start()
		for i := range random.IntN(2 * len(all.Rows)) { // a poll may yield all games
			game := all.Rows[random.IntN(len(all.Rows))].ID
			srv.Games.Edit(game, func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(100*round + i) })
			<-wake
		}
		kill(child)
	}
	start()
	same := func() bool {
		mu.Lock()
		defer mu.Unlock()
		for _, row := range all.Rows {
			game, _ := srv.Games.Get(row.ID)
			if len(watch.Compare([]tourney.Game{games[row.ID]}, []tourney.Game{game})) > 0 {
				return false
			}
		}
		return true
	}
	for !same() {
		select {
		case <-wake:
		case <-time.After(time.Minute):
			require.True(t, same(), "the receiver lacks a change")
		}
	}
	mu.Lock() // the last child goes on until the end of the test
	defer mu.Unlock()
	t.Logf("%d events, and %d again", len(known), doubles)
}
