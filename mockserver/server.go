package mockserver

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// TB is what Start needs of a *testing.T, *testing.B or *testing.F.
type TB interface {
	Helper()
	Cleanup(func())
	Failed() bool
	Logf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Server is the interface of one variant in memory. It is made by New or Start and safe for concurrent use.
type Server struct {
	variant tourney.Variant
	options options

	state     *state
	responder *responder
	journal   journal
	running   running

	listener  net.Listener
	http      *http.Server
	transport *http.Transport
	served    chan struct{}
}

// New returns a server that listens nowhere: it is an http.Handler, and an http.RoundTripper for clients in the
// same process.
func New(v tourney.Variant, opts ...Option) (*Server, error) {
	row, ok := contract.LookupVariant(string(v))
	if !ok {
		_, err := tourney.New("http://localhost", v) // which says what there is to choose from
		return nil, errors.New("mockserver: " + withoutPackage(err))
	}
	o := defaults()
	for _, opt := range opts {
		if opt == nil {
			return nil, errors.New("mockserver: an option is nil")
		}
		if err := opt(&o); err != nil {
			return nil, err
		}
	}
	st := &state{}
	s := &Server{variant: v, options: o, state: st, responder: newResponder(row, o, st)}
	s.journal.keep = journalSize
	s.Reset()
	return s, nil
}

// Start returns a server that listens on a loopback port of the system's choice until the test ends. When the
// test has failed by then, the log shows the last requests.
func Start(t TB, v tourney.Variant, opts ...Option) *Server {
	t.Helper()
	s, err := New(v, opts...)
	if err != nil {
		t.Fatalf("mockserver.Start: %s", withoutPackage(err))
		return nil
	}
	if err := s.Listen("127.0.0.1:0"); err != nil {
		t.Fatalf("mockserver.Start: %s", withoutPackage(err))
		return nil
	}
	t.Cleanup(func() {
		if !s.close() {
			t.Logf("mockserver: a request was still under way %v after Close: a function of the test hangs", closeTime)
		}
		if t.Failed() {
			t.Logf("%s", s.journal.report())
		}
	})
	return s
}

// withoutPackage returns an error's text without the package that it begins with, for a text that names one already.
func withoutPackage(err error) string {
	return strings.TrimPrefix(strings.TrimPrefix(fmt.Sprint(err), "mockserver: "), "tourney: ")
}

// Listen makes the server answer on an address, such as 127.0.0.1:8080, until Close.
func (s *Server) Listen(address string) error {
	if s.listener != nil || s.running.isClosed() {
		return errors.New("mockserver: the server is listening already, or was closed")
	}
	l, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", address)
	if err != nil {
		return fmt.Errorf("mockserver: %w", err)
	}
	s.listener, s.served = l, make(chan struct{})
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, ConnState: s.running.track}
	s.transport = &http.Transport{}
	go func() {
		defer close(s.served)
		_ = s.http.Serve(l) // ends with Close
	}()
	return nil
}

// URL returns the base URL of a server that listens, and http://localhost of one that does not.
func (s *Server) URL() string {
	if s.listener == nil {
		return "http://localhost"
	}
	return "http://" + s.listener.Addr().String()
}

// Close stops listening, closes all connections, and waits until every request under way has ended: nothing of the
// server runs afterwards. A client that has not sent its whole request by then, or not read its answer, gets an error.
// Requests after Close find no connection, also without a socket; those of another http.Server that has the server as
// its handler are answered with 503. Rows and calls can still be read. To close a server again does nothing.
//
// Close waits at most 10 seconds for functions that the user has given to the server (OnCall, Now, a signer, the body
// of a request without a socket) and that do not return. So one of them that calls Close waits that long for itself.
func (s *Server) Close() { s.close() }

// close reports whether everything has ended.
func (s *Server) close() bool {
	s.running.stopAccepting()
	if s.listener != nil {
		s.transport.CloseIdleConnections()
		_ = s.http.Close()
		<-s.served // now there are no new connections
	}
	return s.running.wait()
}

// Credentials returns the keys of the server's first account, which Client signs with when the server requires it.
func (s *Server) Credentials() tourney.Credentials { return s.options.accounts[0].keys }

// Variant returns the variant that the server speaks for.
func (s *Server) Variant() tourney.Variant { return s.variant }

// Calls returns the last thousand calls of an operation, such as "Teams.List", or of all when op is "", oldest first.
func (s *Server) Calls(op string) []Call {
	var calls []Call
	for _, c := range s.journal.last(journalSize) {
		if op == "" || c.Op == op {
			calls = append(calls, c)
		}
	}
	return calls
}

// Reset goes back to the scenario that the server was made with. Ids are given out anew.
func (s *Server) Reset() {
	fresh := newStore(s.responder.variant)
	fresh.accounts = s.options.accounts
	source := rand.NewPCG(s.options.seed, s.options.seed)
	s.options.scenario(fresh, rand.New(source)) //nolint:gosec // made-up names, not secrets
	s.state.replace(fresh)
	s.journal.clear()
}

// Client returns a client of this server. When the server requires credentials the client has those of its first
// account, unless the options say otherwise. It panics when an option is wrong.
func (s *Server) Client(opts ...tourney.Option) *tourney.Client {
	hc := &http.Client{Transport: s}
	if s.listener != nil {
		hc.Transport = s.transport
	}
	own := []tourney.Option{tourney.WithHTTPClient(hc)}
	if s.options.verifier != nil {
		own = append(own, tourney.WithSigner(s.options.verifier), tourney.WithCredentials(s.options.accounts[0].keys))
	}
	client, err := tourney.New(s.URL(), s.variant, append(own, opts...)...)
	if err != nil {
		panic("mockserver: Client: " + withoutPackage(err))
	}
	return client
}

// RoundTrip answers a request without a socket. Once the server is closed no connection can be made.
func (s *Server) RoundTrip(req *http.Request) (*http.Response, error) {
	served, body := localRequest(req)
	defer func() { _ = body.Close() }()
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	call, ok := s.running.enter(func() { s.running.closeLocked(body) })
	if !ok {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errClosed}
	}
	defer s.running.leave(call)
	w := &recorder{header: http.Header{}}
	s.serve(w, served)
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	if body.broke && s.running.isClosed() {
		return nil, errClosed
	}
	return w.response(req), nil
}

// ServeHTTP answers a request of the interface.
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	call, ok := s.running.enter(func() { expireDeadlines(w) })
	if !ok {
		a := &answer{format: answerFormat(req)}
		a.refuse(&refusal{items: []item{{tourney.CodeUnavailable, "the server is closed"}}})
		a.encode()
		a.write(w)
		return
	}
	defer s.running.leave(call)
	s.serve(w, req)
}

// expireDeadlines ends the waits for a client that does not send or not read, as far as its connection can do that.
func expireDeadlines(w http.ResponseWriter) {
	over := time.Unix(0, 0)
	_ = http.NewResponseController(w).SetReadDeadline(over)
	_ = http.NewResponseController(w).SetWriteDeadline(over)
}

func (s *Server) serve(w http.ResponseWriter, req *http.Request) {
	a := s.responder.answer(req)
	a.encode()
	call := s.journal.add(a)
	if s.options.onCall != nil {
		s.options.onCall(call)
	}
	a.write(w)
}
