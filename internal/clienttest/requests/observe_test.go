package requests

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/observe"
)

func TestObserverHearsWhatHelps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var events []any
		slow := func(req *http.Request) (*http.Response, error) {
			<-time.After(2 * time.Second) // of the bubble's own clock
			return clienttest.Reply(503, `{"Errors":[]}`, "Retry-After", "3")(req)
		}
		c, _ := clienttest.ServeAt(t, "http://127.0.0.1:8080/below", tourney.Soccer, []httpmock.Responder{slow, clienttest.Reply(200, `{}`)},
			tourney.WithObserver(clienttest.Listener(func(_ context.Context, e any) { events = append(events, e) })))
		require.NoError(t, clienttest.ClassCalls["set"](t.Context(), c))
		op := observe.Operation{Op: "Games.Update", Method: "PUT", Path: "/api/v1/games", Scheme: "http", Host: "127.0.0.1", Port: 8080}
		size := len(`{"id":7,"externalid":"x"}`)
		first := observe.Attempt{Operation: op, Number: 1, RequestBytes: size, Header: http.Header{}}
		second := observe.Attempt{Operation: op, Number: 2, RequestBytes: size, Header: http.Header{}}
		require.Empty(t, cmp.Diff([]any{
			op,
			first,
			observe.AttemptEnd{Attempt: first, Status: 503, Protocol: "HTTP/1.1", Took: 2 * time.Second, RetryAfter: 3 * time.Second, Error: "503"},
			observe.RetryDecision{Operation: op, Attempt: 1, Status: 503, Error: "503", Wait: 3 * time.Second, Hinted: true},
			observe.Wait{Operation: op, For: observe.WaitRetry},
			observe.WaitEnd{Wait: observe.Wait{Operation: op, For: observe.WaitRetry}, Took: 3 * time.Second},
			second,
			observe.AttemptEnd{Attempt: second, Status: 200, Protocol: "HTTP/1.1", ResponseBytes: 2},
			observe.OperationEnd{Operation: op, Attempts: 2, Status: 200, Took: 5 * time.Second},
		}, events))
	})
}

func TestObserverSeesTheHost(t *testing.T) {
	for base, want := range map[string]observe.Operation{
		"https://host.example.com":      {Scheme: "https", Host: "host.example.com", Port: 443},
		"http://localhost":              {Scheme: "http", Host: "localhost", Port: 80},
		"https://[::1]:8443/below":      {Scheme: "https", Host: "::1", Port: 8443},
		"https://host.example.com:1234": {Scheme: "https", Host: "host.example.com", Port: 1234},
	} {
		var got observe.Operation
		c, _ := clienttest.ServeAt(t, base, tourney.Soccer, clienttest.Always(200, `{}`), tourney.WithObserver(observe.Observer{
			OperationEnd: func(_ context.Context, e observe.OperationEnd) { got = e.Operation },
		}))
		require.NoError(t, clienttest.ClassCalls["raw read"](t.Context(), c))
		want.Op, want.Method = "Do", "GET" // and no path, which is the caller's own
		require.Equal(t, want, got)
	}
}

// TestContextsNest: the context of a start function is the parent of everything below it.
func TestContextsNest(t *testing.T) {
	type key string
	mark := func(ctx context.Context, name string) context.Context {
		at, _ := ctx.Value(key("at")).(string)
		return context.WithValue(ctx, key("at"), at+"/"+name)
	}
	at := func(ctx context.Context) string { return fmt.Sprint(ctx.Value(key("at"))) }
	var ends, sent []string
	o := observe.Observer{
		OperationStart: func(ctx context.Context, e observe.Operation) context.Context { return mark(ctx, e.Op) },
		OperationEnd:   func(ctx context.Context, _ observe.OperationEnd) { ends = append(ends, at(ctx)) },
		AttemptStart: func(ctx context.Context, e observe.Attempt) context.Context {
			return mark(ctx, fmt.Sprint(e.Number))
		},
		AttemptEnd: func(ctx context.Context, _ observe.AttemptEnd) { ends = append(ends, at(ctx)) },
		WaitStart:  func(ctx context.Context, e observe.Wait) context.Context { return mark(ctx, string(e.For)) },
		WaitEnd:    func(ctx context.Context, _ observe.WaitEnd) { ends = append(ends, at(ctx)) },
	}
	h := &clienttest.LoginHost{Login: clienttest.KeysOfRound, Accept: func(round int) bool { return round == 2 }}
	synctest.Test(t, func(t *testing.T) {
		transport := clienttest.Transport(func(req *http.Request) (*http.Response, error) {
			sent = append(sent, at(req.Context()))
			return h.RoundTrip(req)
		})
		limited := ""
		c := clienttest.LoginClient(t, h, tourney.WithObserver(o), tourney.WithHTTPClient(&http.Client{Transport: transport}),
			tourney.WithRateLimit(clienttest.Limiter(func(ctx context.Context) error { limited = at(ctx); return nil })))
		_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{})
		require.NoError(t, err)
		require.Equal(t, "/Venues.List/rate_limit", limited)
	})
	require.Equal(t, []string{
		"/Venues.List/keys/Authentication.Authenticate/1", "/Venues.List/1",
		"/Venues.List/keys/Authentication.Authenticate/1", "/Venues.List/2",
	}, sent)
	login := []string{
		"/Venues.List/keys/Authentication.Authenticate/rate_limit", "/Venues.List/keys/Authentication.Authenticate/1",
		"/Venues.List/keys/Authentication.Authenticate", "/Venues.List/keys",
	}
	want := append(append([]string{}, login...), "/Venues.List/rate_limit", "/Venues.List/1", "/Venues.List/retry")
	want = append(append(want, login...), "/Venues.List/rate_limit", "/Venues.List/2", "/Venues.List")
	require.Empty(t, cmp.Diff(want, ends))
}

// TestRedirectsBelongToTheirAttempt: this also holds for a client with a timeout, which gives each hop its own context.
func TestRedirectsBelongToTheirAttempt(t *testing.T) {
	type key struct{}
	for _, timeout := range []time.Duration{0, time.Minute} {
		var n clienttest.Notes
		h := &clienttest.Host{Answers: []httpmock.Responder{
			clienttest.Reply(307, ``, "Location", "/elsewhere"), clienttest.Reply(308, ``, "Location", "/again"),
			clienttest.Reply(200, `{"Venues":[]}`),
		}}
		user := h.HTTPClient()
		user.Timeout = timeout
		c, err := tourney.New(clienttest.BaseURL, tourney.Soccer, tourney.WithHTTPClient(user), tourney.WithObserver(n.Observer()),
			tourney.WithObserver(observe.Observer{AttemptStart: func(ctx context.Context, e observe.Attempt) context.Context {
				e.Header.Set("Traceparent", "one")
				return context.WithValue(ctx, key{}, "span")
			}}))
		require.NoError(t, err)
		require.NoError(t, clienttest.ClassCalls["read"](t.Context(), c))
		require.Equal(t, []string{
			"Venues.List begins", "Venues.List attempt 1 begins", `Venues.List attempt 1 ends: status 200 error "" redirects 2`,
			`Venues.List ends: attempts 1 status 200 error "" unknown false`,
		}, n.Taken())
		require.Len(t, h.Requests(), 3)
		for _, r := range h.Requests() {
			require.Equal(t, []string{"one"}, r.Header["Traceparent"])
			require.Equal(t, "span", r.Request.Context().Value(key{}))
		}
	}
}

func TestObserversAddHeaders(t *testing.T) {
	o := observe.Observer{AttemptStart: func(_ context.Context, e observe.Attempt) context.Context {
		e.Header.Set("traceparent", fmt.Sprintf("00-%d", e.Number))
		e.Header.Add("Accept", "text/html")
		e.Header.Set("X-Mine", "not the caller's")
		e.Header.Set("X-Torn", "a\nb")
		return nil
	}}
	synctest.Test(t, func(t *testing.T) {
		c, h := clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{clienttest.Reply(503, ``), clienttest.Reply(200, `{}`)},
			tourney.WithObserver(o))
		require.NoError(t, clienttest.ClassCalls["set"](t.Context(), c, tourney.WithHeader("X-Mine", "the caller's")))
		require.Len(t, h.Requests(), 2)
		for i, r := range h.Requests() {
			require.Equal(t, []string{fmt.Sprintf("00-%d", i+1)}, r.Header["Traceparent"])
			require.Equal(t, []string{"application/json"}, r.Header["Accept"])
			require.Equal(t, []string{"the caller's"}, r.Header["X-Mine"])
			require.NotContains(t, r.Header, "X-Torn")
		}
	})
}

func TestWaitsAreHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var n clienttest.Notes
		full := errors.New("full")
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{}`), tourney.WithObserver(n.Observer()),
			tourney.WithRateLimit(clienttest.Limiter(func(context.Context) error { return full })))
		require.ErrorIs(t, clienttest.ClassCalls["charge"](t.Context(), c), full)
		require.Equal(t, []string{
			"Payments.Pay begins", "Payments.Pay waits for rate_limit", `Payments.Pay waited for rate_limit: error "rate_limit"`,
			`Payments.Pay ends: attempts 0 status 0 error "rate_limit" unknown false`,
		}, n.Taken())

		c, _ = clienttest.Serve(t, tourney.Soccer, clienttest.One(clienttest.Hang), tourney.WithMaxConcurrent(1),
			tourney.WithTimeout(time.Minute))
		c2, err := c.With(tourney.WithObserver(n.Observer()))
		require.NoError(t, err)
		done := make(chan error)
		go func() { done <- clienttest.ClassCalls["read"](t.Context(), c, tourney.WithTimeout(time.Second)) }()
		synctest.Wait()
		require.ErrorIs(t, clienttest.ClassCalls["read"](t.Context(), c2, tourney.WithTimeout(time.Second/2)), context.DeadlineExceeded)
		require.Equal(t, []string{
			"Venues.List begins", "Venues.List waits for slot", `Venues.List waited for slot: error "timeout"`,
			`Venues.List ends: attempts 0 status 0 error "timeout" unknown false`,
		}, n.Taken())
		require.Error(t, <-done)

		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		c, _ = clienttest.Serve(t, tourney.Soccer, clienttest.Always(503, ``, "Retry-After", "9"), tourney.WithObserver(n.Observer()))
		require.ErrorIs(t, clienttest.ClassCalls["read"](ctx, c), context.Canceled)
		require.Equal(t, []string{
			"Venues.List waits for retry", `Venues.List waited for retry: error "canceled"`,
			`Venues.List ends: attempts 1 status 0 error "canceled" unknown false`,
		}, n.Taken()[4:])
	})
}

func TestFailingLoginIsHeard(t *testing.T) {
	var n clienttest.Notes
	h := &clienttest.LoginHost{Login: func(int) *http.Response { return clienttest.JSON(401, `{}`) }}
	c := clienttest.LoginClient(t, h, tourney.WithObserver(n.Observer()))
	require.ErrorIs(t, clienttest.ClassCalls["read"](t.Context(), c), tourney.ErrUnauthorized)
	require.Equal(t, []string{
		"Venues.List begins", "Venues.List waits for keys",
		"Authentication.Authenticate begins", "Authentication.Authenticate attempt 1 begins",
		`Authentication.Authenticate attempt 1 ends: status 401 error "401" redirects 0`,
		`Authentication.Authenticate ends: attempts 1 status 401 error "401" unknown false`,
		`Venues.List waited for keys: error "login"`, `Venues.List ends: attempts 0 status 0 error "login" unknown false`,
	}, n.Taken())
}

func TestRefusalsAreHeard(t *testing.T) {
	for want, c := range map[observe.Refusal]struct {
		answer httpmock.Responder
		opts   []tourney.Option
	}{
		observe.RefusedAttempts:   {clienttest.Reply(503, ``), []tourney.Option{tourney.WithRetry(tourney.Retry{Max: 0})}},
		observe.RefusedRetryAfter: {clienttest.Reply(503, ``, "Retry-After", "3600"), nil},
		observe.RefusedDeadline:   {clienttest.Reply(503, ``, "Retry-After", "9"), []tourney.Option{tourney.WithTimeout(5 * time.Second)}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var n clienttest.Notes
			client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(c.answer), append(c.opts, tourney.WithObserver(n.Observer()))...)
			require.Error(t, clienttest.ClassCalls["read"](t.Context(), client))
			require.Equal(t, []string{
				"Venues.List begins", "Venues.List attempt 1 begins", `Venues.List attempt 1 ends: status 503 error "503" redirects 0`,
				fmt.Sprintf(`Venues.List after attempt 1: status 503 error "503" refusal %q`, want),
				`Venues.List ends: attempts 1 status 503 error "503" unknown false`,
			}, n.Taken())
		})
	}
}

func TestErrorTypes(t *testing.T) {
	signer := signerFunc(func(*http.Request, auth.Credentials) error { return errors.New("no") })
	wrapped := fmt.Errorf("broken: %w", &net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}) // url.Error asks only the error right below it
	for _, c := range []struct {
		want   observe.ErrorType
		answer httpmock.Responder
		opts   []tourney.Option
	}{
		{observe.ErrorTimeout, clienttest.Hang, []tourney.Option{tourney.WithTimeout(time.Second)}},
		{observe.ErrorDNS, clienttest.Broken(&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host"}}), nil},
		{observe.ErrorDial, clienttest.Broken(&net.OpError{Op: "dial", Err: errors.New("refused")}), nil},
		{observe.ErrorBroken, clienttest.Broken(&net.OpError{Op: "read", Err: errors.New("reset")}), nil},
		{observe.ErrorRedirect, clienttest.Reply(307, ``, "Location", "https://elsewhere.example.com"), nil},
		{observe.ErrorTooLarge, clienttest.Reply(200, `{"Venues":[]}`), []tourney.Option{tourney.WithMaxResponseBytes(2)}},
		{observe.ErrorSigner, clienttest.Reply(200, `{}`), []tourney.Option{tourney.WithSigner(signer)}},
		{observe.ErrorDecode, clienttest.Reply(200, `{`), nil},
		{observe.ErrorItems, clienttest.Reply(200, `{"Errors":[{"Code":2}]}`), nil},
		{observe.ErrorOther, clienttest.Broken(errors.New("lost")), nil},
		{"404", clienttest.Reply(404, ``), nil},
		{observe.ErrorTimeout, clienttest.Broken(wrapped), nil},
	} {
		t.Run(string(c.want), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var got []observe.ErrorType
				client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(c.answer),
					append(c.opts, tourney.WithObserver(clienttest.Listener(func(_ context.Context, e any) {
						switch e := e.(type) {
						case observe.AttemptEnd:
							got = append(got, e.Error)
						case observe.OperationEnd:
							got = append(got, e.Error)
						}
					})))...)
				require.Error(t, clienttest.ClassCalls["read"](t.Context(), client, tourney.WithRetry(tourney.Retry{})))
				require.Len(t, got, 2)
				require.Equal(t, c.want, got[1])
				if c.want == observe.ErrorItems {
					c.want = observe.ErrorNone // the attempt did what it should
				}
				require.Equal(t, c.want, got[0])
			})
		})
	}
}

type signerFunc func(*http.Request, auth.Credentials) error

func (f signerFunc) Sign(r *http.Request, k auth.Credentials) error { return f(r, k) }

// TestPanickingObserversLoseNothing: the answer arrives, and the other observers get their events.
func TestPanickingObserversLoseNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var n clienttest.Notes
		var out bytes.Buffer
		c, h := clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{clienttest.Reply(429, ``, "Retry-After", "1"),
			clienttest.Reply(200, `{"Id":5}`)},
			tourney.WithObserver(clienttest.Listener(func(context.Context, any) { panic("a text that nobody may see") })),
			tourney.WithObserver(n.Observer()), tourney.WithLogger(slog.New(slog.NewTextHandler(&out, nil))))
		require.NoError(t, clienttest.ClassCalls["create"](t.Context(), c))
		require.Len(t, h.Requests(), 2)
		require.Len(t, n.Taken(), 9)
		for _, hook := range []string{"OperationStart", "OperationEnd", "AttemptStart", "AttemptEnd", "Retry", "WaitStart", "WaitEnd"} {
			require.Contains(t, out.String(), "hook="+hook+"\n")
		}
		require.Contains(t, out.String(), "level=ERROR")
		require.NotContains(t, out.String(), "nobody may see")
	})
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Id":5}`),
		tourney.WithLogger(slog.New(panicHandler{slog.DiscardHandler})))
	require.NoError(t, clienttest.ClassCalls["create"](t.Context(), c))
}

// panicHandler is a log handler that cannot write.
type panicHandler struct{ slog.Handler }

func (panicHandler) Enabled(context.Context, slog.Level) bool { return true }

func (panicHandler) Handle(context.Context, slog.Record) error { panic("disk full") }

func (h panicHandler) WithAttrs([]slog.Attr) slog.Handler { return h }

func (h panicHandler) WithGroup(string) slog.Handler { return h }

// TestPanickingTransportsAreTold: the caller gets the panic, the slot becomes free, and every event comes.
func TestPanickingTransportsAreTold(t *testing.T) {
	var n clienttest.Notes
	calls := 0
	c := clienttest.Over(t, func(*http.Request) (*http.Response, error) {
		if calls++; calls == 1 {
			panic("broken transport")
		}
		return clienttest.JSON(200, `{"Venues":[]}`), nil
	}, tourney.WithObserver(n.Observer()), tourney.WithMaxConcurrent(1))
	require.PanicsWithValue(t, "broken transport", func() { _ = clienttest.ClassCalls["read"](t.Context(), c) })
	require.Equal(t, []string{
		"Venues.List begins", "Venues.List attempt 1 begins", `Venues.List attempt 1 ends: status 0 error "panic" redirects 0`,
		`Venues.List ends: attempts 1 status 0 error "panic" unknown false`,
	}, n.Taken())
	require.NoError(t, clienttest.ClassCalls["read"](t.Context(), c))
}

// TestObserversAddUp: With keeps the earlier observers, and the end functions run in the opposite order.
func TestObserversAddUp(t *testing.T) {
	var said []string
	say := func(name string) tourney.Option {
		return tourney.WithObserver(observe.Observer{
			OperationStart: func(ctx context.Context, _ observe.Operation) context.Context { said = append(said, name); return ctx },
			OperationEnd:   func(context.Context, observe.OperationEnd) { said = append(said, "not "+name) },
		})
	}
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{}`), say("a"), say("b"), tourney.WithObserver(observe.Observer{}))
	d, err := c.With(say("c"))
	require.NoError(t, err)
	e, err := c.With(say("d"))
	require.NoError(t, err)
	for client, want := range map[*tourney.Client]string{c: "a b not b not a", d: "a b c not c not b not a", e: "a b d not d not b not a"} {
		said = nil
		require.NoError(t, clienttest.ClassCalls["read"](t.Context(), client))
		require.Equal(t, want, strings.Join(said, " "))
	}
}

// TestRequestsThatAreNotMadeAreNotHeard: an operation begins only when its request has passed the checks.
func TestRequestsThatAreNotMadeAreNotHeard(t *testing.T) {
	var n clienttest.Notes
	c, _ := clienttest.ServeAt(t, "http://host.example.com", tourney.Soccer, clienttest.Always(200, `{}`), tourney.WithObserver(n.Observer()))
	require.ErrorIs(t, clienttest.ClassCalls["charge"](t.Context(), c), tourney.ErrInvalid)
	require.ErrorIs(t, clienttest.Err(c.Teams.Create(t.Context(), tourney.TeamCreateInput{Website: new("teacups.example.com")})),
		tourney.ErrInvalid)
	require.Empty(t, n.Taken())
}

// TestAttemptEndHasRetryAfter: also for a charge, which is not sent again and so has no RetryDecision.
func TestAttemptEndHasRetryAfter(t *testing.T) {
	var end observe.AttemptEnd
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(429, `{"Errors":[]}`, "Retry-After", "3600"),
		tourney.WithObserver(observe.Observer{
			AttemptEnd: func(_ context.Context, e observe.AttemptEnd) { end = e },
			Retry:      func(context.Context, observe.RetryDecision) { t.Error("there is nothing to decide") },
		}))
	answered := clienttest.As[*tourney.APIError](t, clienttest.ClassCalls["charge"](t.Context(), c))
	require.Equal(t, []any{429, time.Hour, time.Hour}, []any{end.Status, end.RetryAfter, answered.RetryAfter})
}

// TestObserversThatEndTheGoroutineKeepNoSlot: a test that fails in an observer ends its goroutine there.
func TestObserversThatEndTheGoroutineKeepNoSlot(t *testing.T) {
	for _, hook := range []string{"AttemptStart", "AttemptEnd", "WaitStart", "WaitEnd"} {
		synctest.Test(t, func(t *testing.T) {
			ends := 0
			exit := func(at string) {
				if at == hook {
					runtime.Goexit()
				}
			}
			slow := tourney.WithRateLimit(clienttest.Limiter(func(context.Context) error {
				<-time.After(time.Second)
				return nil
			}))
			free := clienttest.Limiter(func(context.Context) error { return nil })
			c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Venues":[]}`), tourney.WithMaxConcurrent(1), slow)
			observed, err := c.With(tourney.WithRateLimit(free), tourney.WithObserver(observe.Observer{
				AttemptStart: func(context.Context, observe.Attempt) context.Context { exit("AttemptStart"); return nil },
				AttemptEnd: func(ctx context.Context, _ observe.AttemptEnd) {
					if ends++; ctx == nil {
						t.Error("no context")
					}
					exit("AttemptEnd")
				},
				WaitStart: func(context.Context, observe.Wait) context.Context { exit("WaitStart"); return nil },
				WaitEnd:   func(context.Context, observe.WaitEnd) { exit("WaitEnd") },
			}))
			require.NoError(t, err)
			go func() { _ = clienttest.ClassCalls["read"](t.Context(), c) }() // has the slot for a second
			synctest.Wait()
			go func() { _ = clienttest.ClassCalls["read"](t.Context(), observed) }()
			<-time.After(time.Minute)
			require.NoError(t, clienttest.ClassCalls["read"](t.Context(), c, tourney.WithTimeout(time.Minute)), hook)
			require.LessOrEqual(t, ends, 1, hook)
		})
	}
}
