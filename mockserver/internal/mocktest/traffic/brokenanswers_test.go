package traffic

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// TestResetIsReal: over HTTP/1.1 with and without TLS the client's system reports a reset, and not an end.
func TestResetIsReal(t *testing.T) {
	for _, secure := range []bool{false, true} {
		srv := mocktest.Empty(t, tourney.Soccer)
		other := httptest.NewUnstartedServer(srv)
		if secure {
			other.StartTLS()
		} else {
			other.Start()
		}
		for phase, rule := range map[string]fault.Rule{
			"before": fault.OnAny().Before().Reset(), "writing": fault.OnAny().Writing().Reset(),
		} {
			f := srv.Faults.Add(rule)
			res, err := other.Client().Do(mocktest.GetRequest(t, other.URL+"/api/v1/venues"))
			if err == nil {
				_, err = io.ReadAll(res.Body)
				_ = res.Body.Close()
			}
			require.ErrorIs(t, err, syscall.ECONNRESET, "%s, TLS %t", phase, secure)
			f.Remove()
		}
		other.Close()
	}
}

// TestLocalErrors are the errors of a client in the same process, which name what happened on a wire.
func TestLocalErrors(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	var dial *net.OpError
	for want, rule := range map[error]fault.Rule{
		syscall.ECONNRESET: fault.OnAny().Reset(), io.EOF: fault.OnAny().Drop(),
	} {
		f := srv.Faults.Add(rule)
		_, err := srv.RoundTrip(mocktest.GetRequest(t, "http://localhost/api/v1/venues"))
		require.ErrorIs(t, err, want)
		f.Remove()
	}
	for name, rule := range map[string]fault.Rule{
		"truncated": fault.OnAny().Truncate(3), "dropped": fault.OnAny().Writing().Drop(),
	} {
		f := srv.Faults.Add(rule)
		res, err := srv.RoundTrip(mocktest.GetRequest(t, "http://localhost/api/v1/venues"))
		require.NoError(t, err)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, res.Body.Close())
		require.ErrorIs(t, err, io.ErrUnexpectedEOF, name)
		require.Greater(t, res.ContentLength, int64(len(body)), name)
		require.NotEmpty(t, body, name)
		f.Remove()
	}
	srv.Faults.Add(fault.OnAny().Nth(1).Unreachable(time.Hour))
	for range 2 {
		_, err := srv.RoundTrip(mocktest.GetRequest(t, "http://localhost/api/v1/venues"))
		require.ErrorIs(t, err, syscall.ECONNREFUSED)
		require.ErrorAs(t, err, &dial)
		require.Equal(t, "dial", dial.Op)
	}
	require.Len(t, srv.Calls.All(""), 5, "a request to an unreachable server does not arrive")
}

// TestUnreachableForATime: in process the time is that of the bubble, and a longer time wins.
func TestUnreachableForATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := mocktest.Empty(t, tourney.Soccer)
		client := once(srv)
		srv.Unreachable(time.Minute)
		srv.Unreachable(time.Second)
		var failed *tourney.TransportError
		_, err := client.Payments.Pay(t.Context(), tourney.PaymentInput{
			EventID: 1, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{PriceID: 1},
		})
		require.ErrorAs(t, err, &failed)
		require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown, "it certainly was not sent")
		<-time.After(time.Minute - 1)
		require.Error(t, mocktest.ListVenues(t, client))
		<-time.After(1)
		require.NoError(t, mocktest.ListVenues(t, client))
	})
}

// TestUnreachableOverASocket: the port refuses connections, and takes them again afterwards.
func TestUnreachableOverASocket(t *testing.T) {
	before := goleak.IgnoreCurrent()
	srv := mocktest.Empty(t, tourney.Soccer)
	require.NoError(t, srv.Listen("127.0.0.1:0"))
	client := once(srv)
	require.NoError(t, mocktest.ListVenues(t, client))
	url := srv.URL()
	back := func() {
		for mocktest.ListVenues(t, client) != nil {
			require.NoError(t, t.Context().Err())
		}
		require.Equal(t, url, srv.URL())
	}
	for range 3 {
		srv.Unreachable(time.Hour)
		refused := false
		for !refused { // until the client has noticed that its kept connection is closed
			err := mocktest.ListVenues(t, client)
			require.Error(t, err)
			refused = errors.Is(err, syscall.ECONNREFUSED)
		}
		srv.Unreachable(0)
		back()
	}
	srv.Unreachable(20 * time.Millisecond)
	back()
	srv.Unreachable(time.Hour)
	srv.Close()
	goleak.VerifyNone(t, before)
	require.Error(t, mocktest.ListVenues(t, client))
}

// TestHangOfAClientThatGoes: the request leaves the server when the client goes, also one with an unread body.
func TestHangOfAClientThatGoes(t *testing.T) {
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		srv := mocktest.Empty(t, tourney.Soccer)
		ended := make(chan struct{})
		other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			defer close(ended)
			srv.ServeHTTP(w, req)
		}))
		srv.Faults.Add(fault.OnAny().Hang())
		conn := mocktest.Dial(t, other.URL, method+" /api/v1/teams HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n{\"a\":")
		for len(srv.Calls.All("")) == 0 {
			require.True(t, mocktest.IsOpen(ended))
		}
		require.NoError(t, conn.Close())
		<-ended
		other.Close()
	}
}

// lateRule makes a mock create teams half a minute after it has let the client down.
func lateRule() fault.Rule { return fault.On("Teams.Create").CommitAfter(30 * time.Second) }

func createTeam(ctx context.Context, client *tourney.Client, name string) error {
	_, err := client.Teams.Create(ctx, tourney.TeamCreateInput{DivisionID: 2001, Name: &name})
	return err
}

func lateTeams(w *mockserver.World, name string) (ids []int64) {
	for _, team := range w.Teams.All() {
		if team.Name == name {
			ids = append(ids, team.ID)
		}
	}
	return ids
}

// TestLateCommits: each action answers at once, also over a socket and to a client that has gone. The write comes when
// the clock has moved far enough, once, and the journal shows which request made it.
func TestLateCommits(t *testing.T) {
	for name, rule := range map[string]fault.Rule{
		"drop": lateRule().Drop(), "reset": lateRule().Reset(), "empty": lateRule().Empty(), "hang": lateRule().Hang(),
		"status": lateRule().Status(503), "gateway": lateRule().Gateway(504), "no result": lateRule().NoResult(),
		"redirect": lateRule().Redirect(307, "/api/v1/other"),
	} {
		for format, options := range map[string][]tourney.Option{"JSON": nil, "XML": {tourney.WithFormat(tourney.FormatXML)}} {
			t.Run(name+" in "+format, func(t *testing.T) {
				srv := mockserver.Start(t, tourney.Soccer)
				srv.Faults.Add(rule)
				before := srv.Writes.Newest()
				ctx, gone := context.WithCancel(t.Context())
				if name == "hang" {
					go func() {
						_, _ = srv.Calls.Wait(t.Context(), "Teams.Create", 1)
						gone()
					}()
				}
				require.ErrorIs(t, createTeam(ctx, srv.Client(options...), "Late Newts"), tourney.ErrOutcomeUnknown)
				gone()
				srv.Clock.Advance(29 * time.Second)
				require.Empty(t, lateTeams(srv.World, "Late Newts"))
				require.Zero(t, srv.Calls.All("Teams.Create")[0].Write)
				srv.Clock.Advance(time.Second)
				srv.Clock.Advance(time.Hour)
				require.Len(t, lateTeams(srv.World, "Late Newts"), 1)
				calls := srv.Calls.All("Teams.Create")
				require.Len(t, calls, 1)
				require.Equal(t, before+1, calls[0].Write)
				require.Equal(t, "f1", calls[0].Fault)
				writes := srv.Writes.Last(1, 0)
				require.Equal(t, "Teams.Create", writes[0].Op)
				require.Equal(t, calls[0].Number, writes[0].Request)
				srv.Writes.Rewind(before)
				require.Empty(t, lateTeams(srv.World, "Late Newts"))
			})
		}
	}
}

// TestLateCommitsAreDropped: what replaces the rows, or ends the server, ends what waits.
func TestLateCommitsAreDropped(t *testing.T) {
	for name, end := range map[string]func(t *testing.T, w *mockserver.World){
		"nothing": func(*testing.T, *mockserver.World) {},
		"reset":   func(_ *testing.T, w *mockserver.World) { w.Reset() },
		"rewind":  func(_ *testing.T, w *mockserver.World) { w.Writes.Rewind(0) },
		"restore": func(_ *testing.T, w *mockserver.World) { w.Snapshots.Restore(w.Snapshots.Take()) },
		"close":   func(_ *testing.T, w *mockserver.World) { w.Close() },
		"no rewind": func(t *testing.T, w *mockserver.World) {
			require.Error(t, mockserver.Try(func() { w.Writes.Rewind(99) }))
		},
		"other rows": func(t *testing.T, w *mockserver.World) {
			require.NoError(t, w.ResetTo(mockserver.ScenarioChoice{Name: "finished"}))
		},
		"load": func(t *testing.T, w *mockserver.World) {
			var saved bytes.Buffer
			require.NoError(t, w.Save(&saved))
			require.NoError(t, w.Load(&saved))
		},
	} {
		t.Run(name, func(t *testing.T) {
			srv := mocktest.New(t, tourney.Soccer)
			defer srv.Close()
			session := srv.StartSession(t)
			for _, w := range []*mockserver.World{session, srv.World} {
				w.Faults.Add(lateRule().Drop())
				require.Error(t, createTeam(t.Context(), w.Client(), "Late Newts"))
				end(t, w)
				w.Clock.Advance(time.Hour)
				want := 0
				if name == "nothing" || name == "no rewind" {
					want = 1
				}
				require.Len(t, lateTeams(w, "Late Newts"), want)
				errs := strings.Join(w.Calls.All("Teams.Create")[0].Errors, "\n")
				require.Equal(t, want == 0, strings.Contains(errs, "never carried out: the rows were replaced, or the server closed"), errs)
			}
		})
	}
}

// TestLateCommitsAreRequests: a request that the mock would refuse is never carried out, neither is a read, and one that
// a row has overtaken writes nothing. The journal says why.
func TestLateCommitsAreRequests(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, mockserver.RequireAuth(auth.HMAC{}))
	srv.Faults.Add(fault.OnAny().CommitAfter(time.Minute).Status(503))
	before := srv.Writes.Newest()
	mocktest.Send(t, srv, "POST", "/api/v1/teams", `{"DivisionId":2001,"Name":"Unsigned"}`)
	mocktest.Send(t, srv, "PATCH", "/api/v1/teams", `{"DivisionId":2001,"Name":"No operation"}`)
	client := srv.Client(tourney.WithRetry(tourney.Retry{}))
	_, err := client.Teams.List(t.Context(), tourney.TeamListOptions{EventID: 1001})
	require.Error(t, err)
	require.Error(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(3)}))
	srv.Games.Remove(7001)
	card := mocktest.Paying(map[string]any{"number": mockserver.CardDeclined})
	card.PriceID, card.Amount, card.Title, card.Description = 0, new(tourney.MustDecimal("5")), new("Entry"), new("Entry")
	_, err = client.Payments.Pay(t.Context(), tourney.PaymentInput{TeamID: 4001, Payment: card})
	require.Error(t, err)
	require.Empty(t, srv.Calls.All("Games.Update")[0].Errors, "it waits")
	srv.Clock.Advance(time.Hour)
	require.Equal(t, before+1, srv.Writes.Newest(), "the removal alone")
	for op, want := range map[string]string{
		"Teams.Create": "never carried out: the request is not signed", "Games.Update": "never carried out: id names no game: 7001",
		"Payments.Pay": "never carried out: payment.creditcardnumber was declined", "Teams.List": "",
	} {
		messages := strings.Join(srv.Calls.All(op)[0].Errors, "\n")
		require.Contains(t, messages, want)
		require.Equal(t, want != "", messages != "", messages)
		require.NotContains(t, messages, mockserver.CardDeclined)
	}
}

// TestLateCommitsInRealTime: without a hand on the clock real time passes, and Close ends it.
func TestLateCommitsInRealTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := mocktest.New(t, tourney.Soccer)
		srv.Faults.Add(lateRule().Drop())
		require.Error(t, createTeam(t.Context(), srv.Client(), "Late Newts"))
		<-time.After(30*time.Second - 1)
		require.Empty(t, lateTeams(srv.World, "Late Newts"))
		<-time.After(1)
		synctest.Wait()
		require.Len(t, lateTeams(srv.World, "Late Newts"), 1)
		require.Error(t, createTeam(t.Context(), srv.Client(), "Later Newts"))
		srv.Close()
		<-time.After(time.Hour)
		require.Empty(t, lateTeams(srv.World, "Later Newts"))
	})
}

// TestLateCommitsAreBounded: the mock carries out the oldest request when too many wait.
func TestLateCommitsAreBounded(t *testing.T) {
	srv := mocktest.New(t, tourney.Soccer, mockserver.Scenario("empty"))
	defer srv.Close()
	srv.Faults.Add(fault.On("Teams.Create").CommitAfter(time.Minute).NoResult())
	for range 1002 {
		mocktest.Send(t, srv, "POST", "/api/v1/teams", `{"Name":"Newts"}`)
	}
	require.Len(t, lateTeams(srv.World, "Newts"), 2)
	srv.Clock.Advance(time.Minute)
	require.Len(t, lateTeams(srv.World, "Newts"), 1002)
}
