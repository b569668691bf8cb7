package requests

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/observe"
)

// logged keeps log records with the context that they came with.
type logged struct {
	mu      sync.Mutex
	records []slog.Record
	from    []any
}

type requestKey struct{}

func (l *logged) Enabled(context.Context, slog.Level) bool { return true }

func (l *logged) Handle(ctx context.Context, r slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.records, l.from = append(l.records, r), append(l.from, ctx.Value(requestKey{}))
	return nil
}

func (l *logged) WithAttrs([]slog.Attr) slog.Handler { return l }

func (l *logged) WithGroup(string) slog.Handler { return l }

// lines returns level and message of each record.
func (l *logged) lines() []string {
	lines := make([]string, len(l.records))
	for i, r := range l.records {
		lines[i] = r.Level.String() + " " + r.Message
	}
	return lines
}

// TestLogShowsWhatIsAllowed: every attribute of every line is on the list, and every value is a number, a duration or a word of this
// library.
func TestLogShowsWhatIsAllowed(t *testing.T) {
	allowed := []string{"op", "method", "path", "attempt", "attempts", "status", "error", "for", "refused", "wait", "took", "hook"}
	seen := map[string]bool{}
	calls := maps.Clone(clienttest.ClassCalls)
	calls["query"] = func(ctx context.Context, c *tourney.Client, o ...tourney.CallOption) error {
		return clienttest.Err(c.Do(ctx, tourney.RawRequest{Method: "GET", Path: "/x", Query: url.Values{"k": {"planted"}}}, o...))
	}
	for class, call := range calls {
		for _, answer := range []httpmock.Responder{
			echo(200, "application/json"), echo(404, "text/html"), echo(503, "application/json"),
			clienttest.Reply(429, ``, "Retry-After", "7"), clienttest.Torn(200),
			clienttest.Broken(&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "planted.example.com"}}),
			clienttest.Reply(307, ``, "Location", "https://planted.example.com/planted"),
		} {
			synctest.Test(t, func(t *testing.T) {
				l := &logged{}
				panics := observe.Observer{OperationEnd: func(context.Context, observe.OperationEnd) { panic("planted") }}
				c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(answer), tourney.WithLogger(slog.New(l)), tourney.WithObserver(panics),
					tourney.WithRateLimit(clienttest.Limiter(func(context.Context) error { return nil })), tourney.WithUserAgent("planted"))
				_ = call(context.WithValue(t.Context(), requestKey{}, "r-1"), c, tourney.WithHeader("X-Planted", "planted"))
				require.NotEmpty(t, l.records, class)
				for i, r := range l.records {
					require.Equal(t, "r-1", l.from[i], "a handler finds what the caller's context holds")
					r.Attrs(func(a slog.Attr) bool {
						require.Contains(t, allowed, a.Key)
						require.Contains(t, []slog.Kind{slog.KindString, slog.KindInt64, slog.KindDuration}, a.Value.Kind())
						require.NotContains(t, strings.ToLower(a.Value.String()), "planted")
						require.NotContains(t, a.Value.String(), "example.com")
						seen[a.Key] = true
						return true
					})
				}
			})
		}
	}
	for _, name := range allowed {
		require.True(t, seen[name] || name == "took", name)
	}
}

func TestLogLevels(t *testing.T) {
	for name, c := range map[string]struct {
		answers []httpmock.Responder
		class   string
		opts    []tourney.Option
		want    []string
	}{
		"well": {[]httpmock.Responder{clienttest.Reply(200, `{}`)}, "read", nil, []string{"DEBUG tourney: attempt", "DEBUG tourney: operation"}},
		"again": {[]httpmock.Responder{clienttest.Reply(503, ``), clienttest.Reply(200, `{}`)}, "read", nil,
			[]string{"DEBUG tourney: attempt", "INFO tourney: retry", "DEBUG tourney: attempt", "DEBUG tourney: operation"}},
		"no more": {[]httpmock.Responder{clienttest.Reply(503, ``)}, "read", []tourney.Option{tourney.WithRetry(tourney.Retry{})},
			[]string{"DEBUG tourney: attempt", "INFO tourney: no retry", "DEBUG tourney: operation"}},
		"no budget": {[]httpmock.Responder{clienttest.Reply(503, ``)}, "read",
			[]tourney.Option{tourney.WithRetryBudget(tourney.RetryBudget{Reserve: 1})},
			[]string{
				"DEBUG tourney: attempt", "INFO tourney: retry", "DEBUG tourney: attempt", "WARN tourney: no retry", "DEBUG tourney: operation",
			}},
		"refused": {[]httpmock.Responder{clienttest.Reply(404, ``)}, "charge", nil,
			[]string{"DEBUG tourney: attempt", "DEBUG tourney: operation"}},
		"unknown": {[]httpmock.Responder{clienttest.Reply(503, ``)}, "charge", nil,
			[]string{"DEBUG tourney: attempt", "WARN tourney: outcome unknown"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := &logged{}
				client, _ := clienttest.Serve(t, tourney.Soccer, c.answers, append(c.opts, tourney.WithLogger(slog.New(l)))...)
				_ = clienttest.ClassCalls[c.class](t.Context(), client)
				require.Equal(t, c.want, l.lines())
			})
		})
	}
}

// TestWaitsAreLogged: the log has waits for keys, for the limiter and for a slot, with their durations.
func TestWaitsAreLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &logged{}
		h := &clienttest.LoginHost{Login: clienttest.KeysOfRound, Accept: func(int) bool { return true }}
		c := clienttest.LoginClient(t, h, tourney.WithLogger(slog.New(l)),
			tourney.WithHTTPClient(&http.Client{Transport: clienttest.Transport(func(req *http.Request) (*http.Response, error) {
				<-time.After(time.Second) // of the bubble's own clock
				return h.RoundTrip(req)
			})}), tourney.WithMaxConcurrent(1))
		for _, err := range clienttest.Many(t, c, 2) {
			require.NoError(t, err)
		}
		var waits []string
		for _, r := range l.records {
			if r.Message != "tourney: wait" {
				continue
			}
			r.Attrs(func(a slog.Attr) bool {
				if a.Key == "for" || a.Key == "took" {
					waits = append(waits, a.Value.String())
				}
				return true
			})
		}
		slices.Sort(waits)
		require.Equal(t, []string{"1s", "1s", "1s", "keys", "keys", "slot"}, waits)
	})
}

// TestWithLoggerReplaces: a second logger replaces the first one, unlike a second observer.
func TestWithLoggerReplaces(t *testing.T) {
	first, other := &logged{}, &logged{}
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{}`), tourney.WithLogger(slog.New(first)))
	d, err := c.With(tourney.WithLogger(slog.New(other)))
	require.NoError(t, err)
	require.NoError(t, clienttest.ClassCalls["read"](t.Context(), d))
	require.Empty(t, first.records)
	require.Len(t, other.records, 2)
}

// echo answers with the whole request, as a debugging host or proxy may do.
func echo(status int, contentType string) httpmock.Responder {
	return func(req *http.Request) (*http.Response, error) {
		said := fmt.Sprintf("%s %v", req.URL, req.Header)
		if req.GetBody != nil {
			if body, err := req.GetBody(); err == nil {
				data, _ := io.ReadAll(body)
				said += string(data)
			}
		}
		body := fmt.Sprintf(`{"Errors":[{"Code":2,"Message":%q}]}`, said)
		return clienttest.Reply(status, body, "Content-Type", contentType)(req)
	}
}
