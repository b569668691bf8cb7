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
)

// TB is the part of *testing.T, *testing.B and *testing.F that Start needs.
type TB interface {
	Helper()
	Cleanup(func())
	Failed() bool
	Logf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Server serves the interface of one host from memory. New and Start make servers. A Server is safe for concurrent
// use.
type Server struct {
	profile tourney.Profile
	options options

	clock     *Clock
	state     *state
	responder *responder
	journal   journal
	running   running

	listener  net.Listener
	http      *http.Server
	transport *http.Transport
	served    chan struct{}
}

// New returns a server that does not listen. It is an http.Handler, and an http.RoundTripper for clients in the same
// process. It serves the interface as the host does: a Variant, or a Profile, over which the options win.
func New(h tourney.Host, opts ...Option) (*Server, error) {
	profile, err := tourney.ProfileOf(h)
	if err != nil {
		return nil, errors.New("mockserver: " + withoutPackage(err))
	}
	o, err := defaultsOf(profile)
	if err != nil {
		return nil, err
	}
	for _, opt := range opts {
		if opt == nil {
			return nil, errors.New("mockserver: an option is nil")
		}
		if err := opt(&o); err != nil {
			return nil, err
		}
	}
	if err := tourney.RegisterWonBy(profile.WonBy...); err != nil {
		return nil, errors.New("mockserver: Profile.WonBy: " + withoutPackage(err))
	}
	st, clock := &state{}, &Clock{base: o.settings.now}
	o.settings.now = clock.Now
	s := &Server{
		profile: profile, options: o, clock: clock, state: st, responder: newResponder(rowOf(profile), o, st),
	}
	s.journal.keep = journalSize
	s.Reset()
	return s, nil
}

// Start returns a server that listens on a free loopback port until the test ends. If the test fails, its log shows the
// last requests.
func Start(t TB, h tourney.Host, opts ...Option) *Server {
	t.Helper()
	s, err := New(h, opts...)
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

// withoutPackage returns an error's text without the name of the package at its beginning.
func withoutPackage(err error) string {
	return strings.TrimPrefix(strings.TrimPrefix(fmt.Sprint(err), "mockserver: "), "tourney: ")
}

// Listen makes the server listen on an address, such as 127.0.0.1:8080, until Close.
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
		_ = s.http.Serve(l) // Close ends it
	}()
	return nil
}

// URL returns the base URL of the server. It is http://localhost while the server does not listen.
func (s *Server) URL() string {
	if s.listener == nil {
		return "http://localhost"
	}
	return "http://" + s.listener.Addr().String()
}

// Close stops listening, closes all connections, and waits until every request under way has ended. Nothing of the
// server runs afterwards. A client that is still sending its request then, or still reading its answer, gets an
// error. After Close, clients get no connection, also without a socket. An http.Server with the server as its handler
// answers 503. Rows and calls can still be read. Closing a server twice is allowed.
//
// Close waits at most 10 seconds for the user's functions: OnCall, Now, a signer, the body of a request without a
// socket. If such a function calls Close, Close waits the 10 seconds for that function.
func (s *Server) Close() { s.close() }

// close closes the server, and reports whether everything has ended.
func (s *Server) close() bool {
	s.running.stopAccepting()
	if s.listener != nil {
		s.transport.CloseIdleConnections()
		_ = s.http.Close()
		<-s.served // from here on there are no new connections
	}
	return s.running.wait()
}

// Credentials returns the keys of the server's first account. A Client signs with them if the server requires that.
func (s *Server) Credentials() tourney.Credentials { return s.options.accounts[0].keys }

// Variant returns the variant that the server serves. With a profile it is the one whose rows hold.
func (s *Server) Variant() tourney.Variant { return s.profile.Variant }

// Profile returns a copy of the profile that the server follows. Options do not change the profile.
func (s *Server) Profile() tourney.Profile {
	p, _ := tourney.ProfileOf(s.profile) // it was checked before
	return p
}

// Clock returns the clock of the server.
func (s *Server) Clock() *Clock { return s.clock }

// Calls returns the calls of an operation, such as "Teams.List", oldest first. An op of "" stands for all operations.
// The server remembers its last thousand calls.
func (s *Server) Calls(op string) []Call {
	var calls []Call
	for _, c := range s.journal.last(journalSize) {
		if op == "" || c.Op == op {
			calls = append(calls, c)
		}
	}
	return calls
}

// Reset restores the scenario and the time that the server started with, and forgets all calls. New rows get the same
// ids again.
func (s *Server) Reset() {
	fresh := newStore(s.responder.variant)
	fresh.accounts = s.options.accounts
	source := rand.NewPCG(s.options.seed, s.options.seed)
	s.options.scenario.build(fresh, rand.New(source)) //nolint:gosec // made-up names, not secrets
	s.state.replace(fresh)
	s.clock.reset()
	s.journal.clear()
}

// Client returns a client of this server. If the server requires signatures, the client signs with the keys of the
// first account; an option can change that. Client panics if an option is wrong.
func (s *Server) Client(opts ...tourney.Option) *tourney.Client {
	hc := &http.Client{Transport: s}
	if s.listener != nil {
		hc.Transport = s.transport
	}
	own := []tourney.Option{tourney.WithHTTPClient(hc)}
	if s.options.verifier != nil {
		own = append(own, tourney.WithSigner(s.options.verifier), tourney.WithCredentials(s.options.accounts[0].keys))
	}
	client, err := tourney.New(s.URL(), s.profile, append(own, opts...)...)
	if err != nil {
		panic("mockserver: Client: " + withoutPackage(err))
	}
	return client
}

// RoundTrip answers a request without a socket. After Close it returns the error of a refused connection.
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

// ServeHTTP answers a request of the interface. It refuses requests that a page of another origin makes in a browser,
// and requests for a host name that is not this server's: see AllowHosts.
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
	var address net.Addr
	if s.listener != nil {
		address = s.listener.Addr()
	}
	if refused := s.options.visitors.refuse(req, address); refused != nil {
		a := &answer{method: req.Method, path: req.URL.Path, format: answerFormat(req)}
		s.reply(w, a.refuse(refused))
		return
	}
	s.serve(w, req)
}

// expireDeadlines ends the wait for a client that neither sends nor reads. A connection without deadlines ignores it.
func expireDeadlines(w http.ResponseWriter) {
	over := time.Unix(0, 0)
	_ = http.NewResponseController(w).SetReadDeadline(over)
	_ = http.NewResponseController(w).SetWriteDeadline(over)
}

func (s *Server) serve(w http.ResponseWriter, req *http.Request) { s.reply(w, s.responder.answer(req)) }

// reply notes an answer in the journal and writes it.
func (s *Server) reply(w http.ResponseWriter, a *answer) {
	a.encode()
	call := s.journal.add(a)
	if s.options.onCall != nil {
		s.options.onCall(call)
	}
	a.write(w)
}
