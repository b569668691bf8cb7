package transport_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/transport"
	"github.com/tourney-go/tourney/observe"
)

// roundTrip is a transport of a user.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// answers answers with these statuses in turn, the last one for ever. Status 0 is no answer.
func answers(statuses ...int) roundTrip {
	return func(*http.Request) (*http.Response, error) {
		status := statuses[0]
		statuses = statuses[min(1, len(statuses)-1):]
		if status == 0 {
			return nil, io.ErrUnexpectedEOF
		}
		return response(status, "body"), nil
	}
}

func response(status int, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}
}

// headed answers with a header of this many bytes.
func headed(size int) roundTrip {
	return func(*http.Request) (*http.Response, error) {
		res := response(200, "body")
		res.Header["X"] = []string{strings.Repeat("x", size-1)}
		return res, nil
	}
}

// send sends a request of a class, three times at most.
func send(ctx context.Context, class contract.Class, rt http.RoundTripper, change ...func(*transport.Config)) transport.Outcome {
	config := transport.Config{
		Client: &http.Client{Transport: rt}, MaxHeaderBytes: 1 << 10, MaxBodyBytes: 1 << 10,
	}
	for _, f := range change {
		f(&config)
	}
	return transport.New(config, nil).Send(ctx, &transport.Request{
		Op:  &contract.Operation{ID: "Test", Method: http.MethodPost, Class: class},
		URL: &url.URL{Scheme: "https", Host: "host.example.com", Path: "/x"}, Header: http.Header{},
		Retry: transport.Retry{Max: 2, MinWait: time.Second, MaxWait: time.Second, MaxRetryAfter: time.Hour},
	})
}

// TestOutcome: a request ends in an answer or in a failure, which says what the caller has to know of it.
func TestOutcome(t *testing.T) {
	type ends struct {
		Status, Attempts          int
		Body                      string
		Kind                      observe.ErrorType
		NeverSent, Waiting, InURL bool
		Torn                      bool
	}
	dial := &net.OpError{Op: "dial", Err: errors.New("refused")}
	canceled := func(t *testing.T) context.Context {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Millisecond, cancel)
		return ctx
	}
	for name, tc := range map[string]struct {
		class  contract.Class
		rt     roundTrip
		ctx    func(*testing.T) context.Context
		change func(*transport.Config)
		want   ends
	}{
		"answer":            {rt: answers(200), want: ends{Status: 200, Attempts: 1, Body: "body"}},
		"read, 503 and 200": {rt: answers(503, 200), want: ends{Status: 200, Attempts: 2, Body: "body"}},
		"read, 503":         {rt: answers(503), want: ends{Status: 503, Attempts: 3, Body: "body"}},
		"create, 503":       {class: contract.Create, rt: answers(503), want: ends{Status: 503, Attempts: 1, Body: "body"}},
		"create, 429":       {class: contract.Create, rt: answers(429, 200), want: ends{Status: 200, Attempts: 2, Body: "body"}},
		"create, 429 and broken": {
			class: contract.Create, rt: answers(429, 0),
			want: ends{Attempts: 2, Kind: observe.ErrorBroken},
		},
		"charge, 429": {class: contract.Charge, rt: answers(429, 200), want: ends{Status: 429, Attempts: 1, Body: "body"}},
		"charge, no connection": {
			class: contract.Charge, rt: func(*http.Request) (*http.Response, error) { return nil, dial },
			want: ends{Attempts: 3, Kind: observe.ErrorDial, NeverSent: true},
		},
		"charge, broken": {
			class: contract.Charge, rt: answers(0),
			want: ends{Attempts: 1, Kind: observe.ErrorBroken},
		},
		"too large": {
			rt:   func(*http.Request) (*http.Response, error) { return response(200, strings.Repeat("x", 1<<10+1)), nil },
			want: ends{Status: 200, Attempts: 1, Body: strings.Repeat("x", 1<<10), Kind: observe.ErrorTooLarge, Torn: true},
		},
		"as large as allowed": {
			rt:   func(*http.Request) (*http.Response, error) { return response(200, strings.Repeat("x", 1<<10)), nil },
			want: ends{Status: 200, Attempts: 1, Body: strings.Repeat("x", 1<<10)},
		},
		"header too large":           {rt: headed(1<<10 + 1), want: ends{Attempts: 1, Kind: observe.ErrorTooLarge}},
		"header as large as allowed": {rt: headed(1 << 10), want: ends{Status: 200, Attempts: 1, Body: "body"}},
		"canceled in a wait": {
			rt: answers(503), ctx: canceled,
			want: ends{Attempts: 1, Kind: observe.ErrorCanceled, Waiting: true},
		},
		"create, canceled in a wait": {
			class: contract.Create, rt: answers(429), ctx: canceled,
			want: ends{Attempts: 1, Kind: observe.ErrorCanceled, Waiting: true},
		},
		"no budget": {
			rt: answers(503), change: func(c *transport.Config) { c.Budget = transport.NewBudget(1, 0) },
			want: ends{Status: 503, Attempts: 2, Body: "body"},
		},
		"signer": {
			rt: answers(200), change: func(c *transport.Config) {
				c.Sign = func(*http.Request, any) error { return errors.New("no") }
			},
			want: ends{Kind: observe.ErrorSigner, NeverSent: true},
		},
		"signer of one URL": {
			rt: answers(503, 200), change: func(c *transport.Config) {
				query := "?key=secret"
				c.Sign = func(req *http.Request, _ any) (err error) {
					req.URL, err = req.URL.Parse(query)
					query = ""
					return err
				}
			},
			want: ends{Status: 200, Attempts: 2, Body: "body", InURL: true},
		},
		"no keys": {
			rt: answers(200), change: func(c *transport.Config) {
				c.Sign, c.Keyring = func(*http.Request, any) error { return nil }, new(transport.Keyring)
				c.Login = func(context.Context, any) (any, error) { return nil, errors.New("wrong password") }
			},
			want: ends{Kind: observe.ErrorLogin, NeverSent: true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				if tc.ctx != nil {
					ctx = tc.ctx(t)
				}
				if tc.change == nil {
					tc.change = func(*transport.Config) {}
				}
				out := send(ctx, tc.class, tc.rt, tc.change)
				got := ends{Status: out.Status, Attempts: out.Attempts, Body: string(out.Body), InURL: out.InURL, Torn: out.Torn}
				if out.Failure != nil {
					got.Kind, got.NeverSent, got.Waiting = out.Failure.Kind, out.Failure.NeverSent, out.Failure.Waiting
				}
				require.Empty(t, cmp.Diff(tc.want, got))
				out.Release()
				require.Nil(t, out.Body)
			})
		})
	}
}

// ended keeps the outcome of a request.
type ended struct{ out transport.Outcome }

func (*ended) AttemptStart(ctx context.Context, _ int) (context.Context, http.Header) {
	return ctx, nil
}
func (*ended) AttemptEnd(context.Context, transport.AttemptEnd) {}
func (*ended) Decided(context.Context, transport.Decision)      {}
func (*ended) WaitEnd(context.Context, transport.WaitEnd)       {}
func (e *ended) SendEnd(out transport.Outcome)                  { e.out = out }

func (*ended) WaitStart(ctx context.Context, _ observe.WaitReason) context.Context { return ctx }

// TestOutcomeOfAPanic: the observer gets the outcome, and the panic goes on.
func TestOutcomeOfAPanic(t *testing.T) {
	observer := &ended{}
	config := transport.Config{Client: &http.Client{Transport: roundTrip(func(*http.Request) (*http.Response, error) { panic("boom") })}}
	require.PanicsWithValue(t, "boom", func() {
		transport.New(config, nil).Send(t.Context(), &transport.Request{
			Op:  &contract.Operation{Method: http.MethodPost, Class: contract.Charge},
			URL: &url.URL{Scheme: "https", Host: "host.example.com"}, Header: http.Header{}, Observer: observer,
		})
	})
	require.Equal(t, observe.ErrorPanic, observer.out.Failure.Kind)
	require.Equal(t, 1, observer.out.Attempts)
	require.False(t, observer.out.Failure.NeverSent)
}

// closing is a body that tells when it is closed.
type closing struct {
	io.Reader
	close func()
}

func (c closing) Close() error {
	c.close()
	return nil
}

// TestRefusedAnswersAreClosed: otherwise their connections would stay open.
func TestRefusedAnswersAreClosed(t *testing.T) {
	for name, answer := range map[string]roundTrip{
		"header too large": headed(1<<10 + 1),
		"beside an error":  func(*http.Request) (*http.Response, error) { return response(200, "body"), io.ErrUnexpectedEOF },
	} {
		closed := 0
		out := send(t.Context(), contract.Charge, roundTrip(func(req *http.Request) (*http.Response, error) {
			res, err := answer(req)
			res.Body = closing{res.Body, func() { closed++ }}
			return res, err
		}))
		require.NotNil(t, out.Failure, name)
		require.Equal(t, 1, closed, name)
	}
}

// TestACanceledWaitKeepsNothing: a request that ends in a wait is not in memory until the wait would have ended.
func TestACanceledWaitKeepsNothing(t *testing.T) {
	gone := make(chan struct{})
	func() {
		held := new([1 << 10]byte)
		runtime.AddCleanup(held, func(gone chan struct{}) { close(gone) }, gone)
		ctx, cancel := context.WithCancel(context.WithValue(t.Context(), &gone, held))
		out := send(ctx, contract.Read, roundTrip(func(*http.Request) (*http.Response, error) {
			res := response(503, "busy")
			res.Header.Set("Retry-After", "3600")
			res.Body = closing{res.Body, cancel} // the retry loop closes it before it waits
			return res, nil
		}))
		require.True(t, out.Failure.Waiting)
	}()
	for range 100 {
		runtime.GC()
		select {
		case <-gone:
			return
		default:
		}
	}
	t.Fatal("the request is still in memory")
}

// TestTransportsShareNothing: a Transport that is made from another one sends through the connections of its own user.
func TestTransportsShareNothing(t *testing.T) {
	var dialed []string
	of := func(name string, from *transport.Transport) *transport.Transport {
		dial := func(context.Context, string, string) (net.Conn, error) {
			dialed = append(dialed, name)
			return nil, errors.New("no connection")
		}
		return transport.New(transport.Config{Client: &http.Client{Transport: &http.Transport{DialContext: dial}}}, from)
	}
	of("second", of("first", nil)).Send(t.Context(), &transport.Request{
		Op:  &contract.Operation{Method: http.MethodPost, Class: contract.Charge},
		URL: &url.URL{Scheme: "http", Host: "host.example.com"}, Header: http.Header{},
	})
	require.Equal(t, []string{"second"}, dialed)
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
