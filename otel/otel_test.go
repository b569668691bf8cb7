package tourneyotel_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/observe"
	tourneyotel "github.com/tourney-go/tourney/otel"
	"github.com/tourney-go/tourney/secret"
)

// venues are the attributes of every request for venues.
var venues = attributes{
	"http.request.method": "GET", "url.scheme": "https", "url.template": "/api/v1/venues", "server.address": "mock.invalid",
	"server.port": int64(443),
}

// listVenues is the simplest call.
func listVenues(ctx context.Context, c *tourney.Client) error {
	_, err := c.Venues.List(ctx, tourney.VenueListOptions{})
	return err
}

// createTeam is a create, so the client does not send it again after a lost answer.
func createTeam(ctx context.Context, c *tourney.Client) error {
	_, err := c.Teams.Create(ctx, tourney.TeamCreateInput{DivisionID: 2001, Name: new("Teacups")})
	return err
}

func attempt(name, parent, status string, a attributes) span {
	return span{Name: name, Kind: "client", Status: status, Parent: parent, Attributes: a}
}

func operation(name, status string, a attributes, events ...event) span {
	return span{Name: name, Kind: "internal", Status: status, Attributes: a.with(attributes{"tourney.operation": name}), Events: events}
}

// retried is the event of an attempt that is repeated after a delay, in seconds.
func retried(failed string, delay float64, more attributes) event {
	return event{
		"tourney.retry", attributes{"error.type": failed, "tourney.retry.decision": "sent_again", "tourney.retry.delay": delay}.with(more),
	}
}

// noMoreRetries is the retry event of a failure after the last allowed attempt.
func noMoreRetries(failed string, more attributes) event {
	return event{"tourney.retry", attributes{"error.type": failed, "tourney.retry.decision": "attempts"}.with(more)}
}

// waited is the event of a wait.
func waited(reason string, seconds float64, more attributes) event {
	return event{"tourney.wait", attributes{"tourney.wait.reason": reason, "tourney.wait.duration": seconds}.with(more)}
}

func TestSpans(t *testing.T) {
	const get = "GET /api/v1/venues"
	busy := says(503, ``, "Retry-After", "3")
	unreachable := func(*http.Request, http.RoundTripper) (*http.Response, error) {
		return nil, &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	}
	strange := func(*http.Request, http.RoundTripper) (*http.Response, error) { return nil, errors.New("strange") }
	good := venues.with(attributes{"http.response.status_code": int64(200), "network.protocol.version": "1.1"})
	overloaded := venues.with(attributes{"http.response.status_code": int64(503), "error.type": "503", "network.protocol.version": "2"})
	hinted := attributes{"tourney.retry.hinted": true}
	resent := func(n int64) attributes { return attributes{"http.request.resend_count": n} }
	teams := venues.with(attributes{"http.request.method": "POST", "url.template": "/api/v1/teams"})

	tests := map[string]struct {
		answers []answer
		opts    []tourney.Option
		call    func(context.Context, *tourney.Client) error
		want    []span
	}{
		"success": {
			call: listVenues,
			want: []span{
				attempt(get, "Venues.List", "Unset", good),
				operation("Venues.List", "Unset", attributes{"tourney.attempts": int64(1)}),
			},
		},
		"retried": {
			answers: []answer{busy}, call: listVenues,
			want: []span{
				attempt(get, "Venues.List", "Error", overloaded),
				attempt(get, "Venues.List", "Unset", good.with(resent(1))),
				operation("Venues.List", "Unset", attributes{"tourney.attempts": int64(2)}, retried("503", 3, hinted), waited("retry", 3, nil)),
			},
		},
		"unavailable": {
			answers: []answer{busy, busy}, opts: []tourney.Option{
				tourney.WithRetry(tourney.Retry{Max: 1, MaxRetryAfter: time.Minute}),
			}, call: listVenues,
			want: []span{
				attempt(get, "Venues.List", "Error", overloaded),
				attempt(get, "Venues.List", "Error", overloaded.with(resent(1))),
				operation("Venues.List", "Error", attributes{"tourney.attempts": int64(2), "error.type": "503"},
					retried("503", 3, hinted), waited("retry", 3, nil), noMoreRetries("503", attributes{"tourney.retry.delay": 3.0}.with(hinted))),
			},
		},
		"not found": {
			call: func(ctx context.Context, c *tourney.Client) error {
				_, err := c.Teams.Get(ctx, 99)
				return err
			},
			want: []span{
				attempt("GET /api/v1/teams", "Teams.Get", "Error", good.with(attributes{
					"url.template": "/api/v1/teams", "http.response.status_code": int64(404), "error.type": "404",
				})),
				operation("Teams.Get", "Error", attributes{"tourney.attempts": int64(1), "error.type": "404"}),
			},
		},
		"no in an answer that says yes": {
			answers: []answer{says(200, `{"Errors":[{"Code":1,"Message":"none"}]}`)}, call: listVenues,
			want: []span{
				attempt(get, "Venues.List", "Unset", good.with(attributes{"network.protocol.version": "2"})),
				operation("Venues.List", "Error", attributes{"tourney.attempts": int64(1), "error.type": "errors"}),
			},
		},
		"timeout": {
			answers: []answer{never}, opts: []tourney.Option{
				tourney.WithAttemptTimeout(time.Second), tourney.WithRetry(tourney.Retry{}),
			}, call: listVenues,
			want: []span{
				attempt(get, "Venues.List", "Error", venues.with(attributes{"error.type": "timeout"})),
				operation("Venues.List", "Error", attributes{"tourney.attempts": int64(1), "error.type": "timeout"}, noMoreRetries("timeout", nil)),
			},
		},
		"canceled": {
			answers: []answer{never},
			call: func(ctx context.Context, c *tourney.Client) error {
				ctx, cancel := context.WithCancel(ctx)
				time.AfterFunc(time.Second, cancel)
				return listVenues(ctx, c)
			},
			want: []span{
				attempt(get, "Venues.List", "Error", venues.with(attributes{"error.type": "canceled"})),
				operation("Venues.List", "Error", attributes{"tourney.attempts": int64(1), "error.type": "canceled"}),
			},
		},
		"no connection": {
			answers: []answer{unreachable}, opts: []tourney.Option{tourney.WithRetry(tourney.Retry{})}, call: listVenues,
			want: []span{
				attempt(get, "Venues.List", "Error", venues.with(attributes{"error.type": "dial"})),
				operation("Venues.List", "Error", attributes{"tourney.attempts": int64(1), "error.type": "dial"}, noMoreRetries("dial", nil)),
			},
		},
		"no known error": {
			answers: []answer{strange}, opts: []tourney.Option{tourney.WithRetry(tourney.Retry{})}, call: listVenues,
			want: []span{
				attempt(get, "Venues.List", "Error", venues.with(attributes{"error.type": "_OTHER"})),
				operation("Venues.List", "Error", attributes{"tourney.attempts": int64(1), "error.type": "_OTHER"}, noMoreRetries("_OTHER", nil)),
			},
		},
		"redirected": {
			answers: []answer{says(307, ``, "Location", "/api/v1/venues?moved=1"), busy}, call: listVenues,
			want: []span{
				attempt(get, "Venues.List", "Error", overloaded.with(attributes{"tourney.redirects": int64(1)})),
				attempt(get, "Venues.List", "Unset", good.with(resent(2))),
				operation("Venues.List", "Unset", attributes{"tourney.attempts": int64(2)}, retried("503", 3, hinted), waited("retry", 3, nil)),
			},
		},
		"redirect refused": {
			answers: []answer{says(307, ``, "Location", "https://elsewhere.example.com/")}, call: listVenues,
			want: []span{
				attempt(get, "Venues.List", "Error", overloaded.with(attributes{"http.response.status_code": int64(307), "error.type": "redirect"})),
				operation("Venues.List", "Error", attributes{"tourney.attempts": int64(1), "error.type": "redirect"}),
			},
		},
		"outcome unknown": {
			answers: []answer{lost}, call: createTeam,
			want: []span{
				attempt("POST /api/v1/teams", "Teams.Create", "Error", teams.with(attributes{"error.type": "broken"})),
				operation("Teams.Create", "Error", attributes{"tourney.attempts": int64(1), "error.type": "broken", "tourney.outcome_unknown": true}),
			},
		},
		"a path of the caller": {
			answers: []answer{says(200, `{}`)},
			call: func(ctx context.Context, c *tourney.Client) error {
				_, err := c.Do(ctx, tourney.RawRequest{Method: "GET", Path: "/people/ada", Query: url.Values{"key": {"k"}}})
				return err
			},
			want: []span{
				attempt("GET", "Do", "Unset", attributes{
					"http.request.method": "GET", "url.scheme": "https", "server.address": "mock.invalid", "server.port": int64(443),
					"http.response.status_code": int64(200), "network.protocol.version": "2",
				}),
				operation("Do", "Unset", attributes{"tourney.attempts": int64(1)}),
			},
		},
		"a limiter that refuses": {
			opts: []tourney.Option{tourney.WithRateLimit(refusing{})}, call: listVenues,
			want: []span{
				operation("Venues.List", "Error", attributes{"tourney.attempts": int64(0), "error.type": "rate_limit"},
					waited("rate_limit", 0, attributes{"error.type": "rate_limit"})),
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				kept := listen(t)
				c, _ := kept.client(t, tt.answers, tt.opts...)
				_ = tt.call(t.Context(), c) // other tests check the result
				require.Empty(t, cmp.Diff(tt.want, kept.spans()))
			})
		})
	}
}

// refusing is a Limiter that refuses every request.
type refusing struct{}

// Wait returns an error.
func (refusing) Wait(context.Context) error { return errors.New("not today") }

func TestLoginIsBelowTheCallThatNeedsIt(t *testing.T) {
	kept := listen(t)
	host, err := mockserver.New(tourney.Soccer, mockserver.RequireAuth(auth.HMAC{}))
	require.NoError(t, err)
	c, err := tourney.New(host.URL(), tourney.Soccer, tourney.WithHTTPClient(&http.Client{Transport: host}),
		tourney.WithSigner(auth.HMAC{}), tourney.WithLogin(mockserver.DefaultUsername, mockserver.DefaultPassword),
		tourney.WithObserver(kept.observer))
	require.NoError(t, err)
	require.NoError(t, listVenues(t.Context(), c))

	type place struct{ Name, Parent string }
	var places []place
	for _, s := range kept.spans() {
		places = append(places, place{s.Name, s.Parent})
	}
	require.Empty(t, cmp.Diff([]place{
		{"POST /api/v1/authenticate", "Authentication.Authenticate"},
		{"Authentication.Authenticate", "Venues.List"},
		{"GET /api/v1/venues", "Venues.List"},
		{"Venues.List", ""},
	}, places))
	traces := map[trace.TraceID]bool{}
	for _, s := range kept.exporter.GetSpans() {
		traces[s.SpanContext.TraceID()] = true
	}
	require.Len(t, traces, 1)
}

func TestAttemptsGoOutWithTheirSpan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := listen(t)
		c, w := kept.client(t, []answer{says(503, ``, "Retry-After", "1")})
		require.NoError(t, listVenues(t.Context(), c))
		var want, got []string
		for _, s := range kept.exporter.GetSpans() {
			if s.SpanKind == trace.SpanKindClient {
				want = append(want, "00-"+s.SpanContext.TraceID().String()+"-"+s.SpanContext.SpanID().String()+"-01")
			}
		}
		for _, h := range w.headers {
			got = append(got, h.Get("Traceparent"))
		}
		require.Len(t, want, 2)
		require.Empty(t, cmp.Diff(want, got))
	})
}

func TestOverASocket(t *testing.T) {
	kept := listen(t)
	srv := mockserver.Start(t, tourney.Soccer)
	c := srv.Client(tourney.WithObserver(kept.observer))
	require.NoError(t, listVenues(t.Context(), c))
	at, err := url.Parse(srv.URL())
	require.NoError(t, err)
	port, err := strconv.ParseInt(at.Port(), 10, 64)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(venues.with(attributes{
		"url.scheme": "http", "server.address": "127.0.0.1", "server.port": port,
		"http.response.status_code": int64(200), "network.protocol.version": "1.1",
	}), kept.spans()[0].Attributes))
}

// nested requires that every attempt is below its own call, and every call below the span above.
func nested(t *testing.T, stubs tracetest.SpanStubs, above trace.SpanID) {
	t.Helper()
	calls, attempts := map[trace.SpanID]bool{}, map[trace.SpanID]bool{}
	for _, s := range stubs {
		switch s.SpanKind {
		case trace.SpanKindClient:
			require.False(t, attempts[s.Parent.SpanID()], "two attempts of one call")
			attempts[s.Parent.SpanID()] = true
		case trace.SpanKindInternal:
			if s.SpanContext.SpanID() != above {
				require.Equal(t, above, s.Parent.SpanID())
				calls[s.SpanContext.SpanID()] = true
			}
		}
	}
	require.NotEmpty(t, calls)
	require.Empty(t, cmp.Diff(calls, attempts))
}

func TestManyCallsAtOnce(t *testing.T) {
	const callers, calls = 8, 25
	kept := listen(t, tourneyotel.WithBodySizes())
	c, _ := kept.client(t, nil, tourney.WithMaxConcurrent(3))
	ctx, above := kept.tracers.Tracer("test").Start(t.Context(), "above")
	errs := make(chan error, callers*calls)
	var wait sync.WaitGroup
	for range callers {
		wait.Go(func() {
			for range calls {
				errs <- listVenues(ctx, c)
			}
		})
	}
	wait.Wait()
	close(errs)
	for err := range errs {
		require.NoError(t, err)
	}
	above.End()
	nested(t, kept.exporter.GetSpans(), above.SpanContext().SpanID())
	measured := kept.measured(t)
	for _, name := range []string{"http.client.request.duration", "http.client.request.body.size", "tourney.response.body.size",
		"tourney.operation.duration"} {
		require.Len(t, measured[name].Points, 1, name)
		require.EqualValues(t, callers*calls, measured[name].Points[0].Count, name)
	}
}

func TestMeasurements(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := listen(t)
		slow := func(req *http.Request, host http.RoundTripper) (*http.Response, error) {
			<-time.After(2 * time.Second) // on the clock of the bubble
			return host.RoundTrip(req)
		}
		c, _ := kept.client(t, []answer{says(503, ``, "Retry-After", "3"), slow, lost, says(503, ``, "Retry-After", "3600")})
		require.NoError(t, listVenues(t.Context(), c))
		require.ErrorIs(t, createTeam(t.Context(), c), tourney.ErrOutcomeUnknown)
		require.ErrorIs(t, listVenues(t.Context(), c), tourney.ErrUnavailable)

		list := attributes{"tourney.operation": "Venues.List", "server.address": "mock.invalid", "server.port": int64(443)}
		create := list.with(attributes{"tourney.operation": "Teams.Create", "error.type": "broken"})
		busy := attributes{"error.type": "503"}
		want := map[string]series{
			"http.client.request.duration": {"s", []point{
				{venues.with(attributes{"http.response.status_code": int64(503), "error.type": "503", "network.protocol.version": "2"}), 2, 0},
				{venues.with(attributes{"http.request.method": "POST", "url.template": "/api/v1/teams", "error.type": "broken"}), 1, 0},
				{venues.with(attributes{"http.response.status_code": int64(200), "network.protocol.version": "1.1"}), 1, 2},
			}},
			"tourney.operation.duration":        {"s", []point{{create, 1, 0}, {list.with(busy), 1, 0}, {list, 1, 5}}},
			"tourney.operation.outcome_unknown": {"{operation}", []point{{create, 0, 1}}},
			"tourney.retry.decisions": {"{decision}", []point{
				{list.with(busy).with(attributes{"tourney.retry.decision": "sent_again"}), 0, 1},
				{list.with(busy).with(attributes{"tourney.retry.decision": "retry_after"}), 0, 1},
			}},
			"tourney.wait.duration": {"s", []point{{list.with(attributes{"tourney.wait.reason": "retry"}), 1, 3}}},
		}
		require.Empty(t, cmp.Diff(want, kept.measured(t), anyOrder))
	})
}

func TestBodySizes(t *testing.T) {
	kept := listen(t, tourneyotel.WithBodySizes())
	c, _ := kept.client(t, []answer{says(200, `{"Id":5}`)})
	require.NoError(t, createTeam(t.Context(), c))
	sent := float64(len(`{"divisionid":2001,"name":"Teacups"}`))
	got := kept.measured(t)
	for name, want := range map[string]float64{"http.client.request.body.size": sent, "tourney.response.body.size": 8} {
		require.Equal(t, "By", got[name].Unit)
		require.Len(t, got[name].Points, 1)
		require.InDelta(t, want, got[name].Points[0].Sum, 0, name)
	}
	first := kept.spans()[0].Attributes
	require.Equal(t, int64(sent), first["http.request.body.size"])
	require.Equal(t, int64(8), first["tourney.response.body.size"])
}

// TestNoSecretIsTold plants secrets wherever a caller or a host can put one.
func TestNoSecretIsTold(t *testing.T) {
	kept := listen(t, tourneyotel.WithBodySizes())
	const planted = "planted-secret"
	c, _ := kept.client(t, []answer{
		says(500, `{"Errors":[{"Code":0,"Message":"planted-secret"}]}`, "X-Request-Id", planted),
		says(307, ``, "Location", "https://user:planted-secret@elsewhere.example.com/planted-secret?planted-secret"),
		func(*http.Request, http.RoundTripper) (*http.Response, error) { return nil, errors.New(planted) },
	}, tourney.WithRetry(tourney.Retry{}), tourney.WithSigner(auth.Query{Key: "key", Secret: "secret"}),
		tourney.WithCredentials(auth.Credentials{APIKey: planted, APISecret: secret.New(planted)}))
	for range 3 {
		_, err := c.Do(t.Context(), tourney.RawRequest{
			Method: "POST", Path: "/" + planted, Query: url.Values{planted: {planted}}, Body: []byte(planted),
		},
			tourney.WithHeader("X-Planted", planted))
		require.Error(t, err)
	}
	_, err := c.Authenticate(t.Context(), planted, planted)
	require.Error(t, err)
	told, err := json.Marshal(struct {
		Spans    tracetest.SpanStubs
		Measured map[string]series
	}{kept.exporter.GetSpans(), kept.measured(t)})
	require.NoError(t, err)
	require.Contains(t, string(told), "Authentication.Authenticate")
	require.NotContains(t, string(told), planted)
}

// global makes an observer, and sets the global provider afterwards. A process can do that only once.
var global = sync.OnceValues(func() (observe.Observer, *tracetest.SpanRecorder) {
	o := tourneyotel.Observer(tourneyotel.Option{}, tourneyotel.WithTracerProvider(nil),
		tourneyotel.WithMeterProvider(nil), tourneyotel.WithPropagators(nil))
	recorder := tracetest.NewSpanRecorder()
	otel.SetTracerProvider(sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(recorder)))
	return o, recorder
})

// TestGlobalProviders: the observer uses providers that a program sets after it made the observer.
func TestGlobalProviders(t *testing.T) {
	o, recorder := global()
	recorder.Reset()
	host, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	require.NoError(t, listVenues(t.Context(), host.Client(tourney.WithObserver(o))))
	require.Len(t, recorder.Ended(), 2)
}

// stingy is a provider whose meter refuses all instruments.
type (
	stingy      struct{ metricnoop.MeterProvider }
	stingyMeter struct{ metricnoop.Meter }
)

func (stingy) Meter(string, ...metric.MeterOption) metric.Meter { return stingyMeter{} }

func (stingyMeter) Float64Histogram(string, ...metric.Float64HistogramOption) (metric.Float64Histogram, error) {
	return nil, errors.New("no histogram")
}

func (stingyMeter) Int64Histogram(string, ...metric.Int64HistogramOption) (metric.Int64Histogram, error) {
	return nil, errors.New("no histogram")
}

func (stingyMeter) Int64Counter(string, ...metric.Int64CounterOption) (metric.Int64Counter, error) {
	return nil, errors.New("no counter")
}

func TestInstrumentsThatAreRefusedAreLeftOut(t *testing.T) {
	var reported []error
	previous := otel.GetErrorHandler()
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { reported = append(reported, err) }))
	defer otel.SetErrorHandler(previous)
	kept := listen(t, tourneyotel.WithMeterProvider(stingy{}), tourneyotel.WithBodySizes())
	require.Len(t, reported, 7)
	c, _ := kept.client(t, []answer{lost})
	require.ErrorIs(t, createTeam(t.Context(), c), tourney.ErrOutcomeUnknown)
	require.Len(t, kept.spans(), 2)
}

// TestTwoObservers: each observer uses its own spans, whatever the current span of a context is.
func TestTwoObservers(t *testing.T) {
	first, second := listen(t), listen(t)
	c, _ := first.client(t, nil, tourney.WithObserver(second.observer))
	require.NoError(t, listVenues(t.Context(), c))
	for _, kept := range []*telemetry{first, second} {
		spans := kept.spans()
		require.Len(t, spans, 2)
		require.Equal(t, "GET /api/v1/venues", spans[0].Name)
		require.Equal(t, "Venues.List", spans[1].Name)
	}
}

// TestEventsOfAnotherContext: an observer that drops its context loses spans, and does no other harm.
func TestEventsOfAnotherContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := listen(t)
		rude := observe.Observer{OperationStart: func(ctx context.Context, _ observe.Operation) context.Context { return bare{ctx} }}
		c, _ := kept.client(t, []answer{says(503, ``, "Retry-After", "1")}, tourney.WithObserver(rude))
		require.NoError(t, listVenues(t.Context(), c))
		require.Empty(t, kept.spans())
		require.EqualValues(t, 1, kept.measured(t)["tourney.operation.duration"].Points[0].Count)
	})
}

// bare is a context without values.
type bare struct{ context.Context }

// Value returns nothing.
func (bare) Value(any) any { return nil }
