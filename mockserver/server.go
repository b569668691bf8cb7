package mockserver

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
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
	row     *contract.Variant
	options options
	router  *router
	fields  *fields
	journal journal

	mu    sync.RWMutex // over store; taken in dispatch, in Reset and by the side door, which authorize reads through
	store *store

	listener  net.Listener
	http      *http.Server
	transport *http.Transport
	closing   sync.Once
	closed    bool
	served    chan struct{}
}

// New returns a server that listens nowhere: it is an http.Handler, and an http.RoundTripper for clients in the
// same process.
func New(v tourney.Variant, opts ...Option) (*Server, error) {
	row, ok := contract.LookupVariant(string(v))
	if !ok {
		_, err := tourney.New("http://localhost", v) // which says what there is to choose from
		return nil, errors.New("mockserver: " + bare(err))
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
	s := &Server{variant: v, row: row, options: o, router: newRouter(row, o.strict), fields: newFields(row)}
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
		t.Fatalf("mockserver.Start: %s", bare(err))
		return nil
	}
	if err := s.Listen("127.0.0.1:0"); err != nil {
		t.Fatalf("mockserver.Start: %s", bare(err))
		return nil
	}
	t.Cleanup(func() {
		s.Close()
		if t.Failed() {
			t.Logf("%s", s.journal.report())
		}
	})
	return s
}

// bare returns an error's text without the package that it begins with, for a text that names one already.
func bare(err error) string {
	return strings.TrimPrefix(strings.TrimPrefix(fmt.Sprint(err), "mockserver: "), "tourney: ")
}

// Listen makes the server answer on an address, such as 127.0.0.1:8080, until Close.
func (s *Server) Listen(address string) error {
	if s.listener != nil || s.closed {
		return errors.New("mockserver: the server is listening already, or was closed")
	}
	l, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", address)
	if err != nil {
		return fmt.Errorf("mockserver: %w", err)
	}
	s.listener, s.served = l, make(chan struct{})
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
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

// Close stops listening and closes all connections. Nothing of the server runs afterwards.
func (s *Server) Close() {
	s.closing.Do(func() {
		s.closed = true
		if s.listener == nil {
			return
		}
		s.transport.CloseIdleConnections()
		_ = s.http.Close()
		<-s.served
	})
}

// Credentials returns the keys of the server's first account, which Client signs with when the server requires it.
func (s *Server) Credentials() tourney.Credentials { return s.options.accounts[0].keys }

// Variant returns the variant that the server speaks for.
func (s *Server) Variant() tourney.Variant { return s.variant }

// Reset goes back to the scenario that the server was made with. Ids are given out anew.
func (s *Server) Reset() {
	fresh := &Server{variant: s.variant, row: s.row, options: s.options, store: newStore(s.row)}
	fresh.store.accounts = s.options.accounts
	s.options.scenario(fresh, s.row, rand.New(rand.NewPCG(s.options.seed, s.options.seed))) //nolint:gosec // made-up names, not secrets
	s.mu.Lock()
	s.store = fresh.store
	s.mu.Unlock()
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
	if s.options.auth != nil {
		own = append(own, tourney.WithSigner(s.options.auth), tourney.WithCredentials(s.options.accounts[0].keys))
	}
	client, err := tourney.New(s.URL(), s.variant, append(own, opts...)...)
	if err != nil {
		panic("mockserver: Client: " + bare(err))
	}
	return client
}

// RoundTrip answers a request without a socket.
func (s *Server) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		defer func() { _ = req.Body.Close() }()
	}
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	if req.Method == "" { // which means GET in a request that is sent
		req = req.Clone(req.Context())
		req.Method = http.MethodGet
	}
	w := &recorder{header: http.Header{}}
	s.ServeHTTP(w, req)
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	return w.response(req), nil
}

// ServeHTTP answers a request of the interface.
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	a := s.answer(req)
	a.encode()
	call := s.journal.add(a)
	if s.options.onCall != nil {
		s.options.onCall(call)
	}
	a.write(w)
}
