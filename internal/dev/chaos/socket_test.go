package chaos

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// socketFaults are the faults of real connections, each at the host's end.
var socketFaults = []struct {
	name string
	meet func(s *socket)
}{
	{"reset before commit", func(s *socket) { s.end(true, "") }},
	{"closed before commit", func(s *socket) { s.end(false, "") }},
	{"never answered", func(s *socket) { <-s.req.Context().Done() }},
	{"503 before commit", func(s *socket) { http.Error(s.w, "down", http.StatusServiceUnavailable) }},
	{"429 before commit", func(s *socket) { http.Error(s.w, "slow down", http.StatusTooManyRequests) }},
	{"reset after commit", func(s *socket) { s.commit(); s.end(true, "") }},
	{"closed after commit", func(s *socket) { s.commit(); s.end(false, "") }},
	{"never answered after commit", func(s *socket) { s.commit(); <-s.req.Context().Done() }},
	{"502 after commit", func(s *socket) { s.commit(); http.Error(s.w, "oops", http.StatusBadGateway) }},
	{"status broken off", func(s *socket) { s.commit(); s.end(false, "HTTP/1.1 200 O") }},
	{"no HTTP", func(s *socket) { s.commit(); s.end(false, "SSH-2.0-host\r\n") }},
	{"header broken off", func(s *socket) { s.commit(); s.end(false, "HTTP/1.1 200 OK\r\nContent-Type: appli") }},
	{"header reset", func(s *socket) { s.commit(); s.end(true, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n") }},
	{"body broken off", func(s *socket) { s.half(false, "Content-Length: %d\r\n\r\n") }},
	{"body reset", func(s *socket) { s.half(true, "Content-Length: %d\r\n\r\n") }},
	{"body cut", func(s *socket) { s.half(false, "Connection: close\r\n\r\n") }},
	{"chunk broken off", func(s *socket) { s.half(false, "Transfer-Encoding: chunked\r\n\r\n%x\r\n") }},
	{"answered and closed", func(s *socket) {
		s.w.Header().Set("Connection", "close")
		s.serve(s.w)
	}},
}

// socket is a request at the host's end of a connection.
type socket struct {
	gate   *gate
	number int // of the write
	w      http.ResponseWriter
	req    *http.Request
	answer *httptest.ResponseRecorder // of the host, after it executed the request
}

func (s *socket) commit() {
	s.answer = httptest.NewRecorder()
	s.serve(s.answer)
}

// serve passes the request to the host. It drops an update that a later update of the same worker has overtaken,
// because its client has given it up.
func (s *socket) serve(w http.ResponseWriter) {
	lane := &s.gate.lanes[s.number%workers]
	lane.mu.Lock()
	defer lane.mu.Unlock()
	if s.number < lane.latest && s.gate.run.writes[s.number].kind.makes == nil {
		return
	}
	lane.latest = max(lane.latest, s.number)
	s.gate.run.host.ServeHTTP(w, s.req)
}

// half answers with the first half of the body.
func (s *socket) half(reset bool, framing string) {
	s.commit()
	body := s.answer.Body.String()
	if strings.Contains(framing, "%") {
		framing = fmt.Sprintf(framing, len(body))
	}
	contentType := s.answer.Header().Get("Content-Type")
	s.end(reset, fmt.Sprintf("HTTP/1.1 %d OK\r\nContent-Type: %s\r\n%s%s", s.answer.Code, contentType, framing, body[:len(body)/2]))
}

// end writes a text to the connection and closes it.
func (s *socket) end(reset bool, text string) {
	conn, _, err := http.NewResponseController(s.w).Hijack()
	if err != nil {
		return // the client is gone
	}
	_, _ = io.WriteString(conn, text)
	shut(conn, reset)
}

// shut closes a connection, optionally with a reset.
func shut(conn net.Conn, reset bool) {
	if tcp, ok := conn.(*net.TCPConn); ok && reset {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// gate is the host behind its faults. After shut it executes no request.
type gate struct {
	run    *run
	lanes  [workers]lane
	mu     sync.RWMutex
	closed bool
}

// lane orders the writes of one worker.
type lane struct {
	mu     sync.Mutex
	latest int
}

func (g *gate) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if g.closed {
		return
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return // the client is gone, and no host acts on half a request
	}
	req.Body = io.NopCloser(strings.NewReader(string(body)))
	number := numberOf(req.Header.Get(header))
	rng := g.run.random(number, 1+g.run.attempt(number))
	s := &socket{gate: g, number: number, w: w, req: req}
	if rng.IntN(2) == 0 {
		g.run.tried(number, try{fault: "none"})
		s.serve(w)
		return
	}
	f := socketFaults[rng.IntN(len(socketFaults))]
	g.run.tried(number, try{fault: f.name})
	f.meet(s)
}

// shut waits for running requests, and stops later ones.
func (g *gate) shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
}

// hasty is a listener that closes some connections as soon as they are made.
type hasty struct {
	net.Listener
	count atomic.Int64
}

func (h *hasty) Accept() (net.Conn, error) {
	for {
		conn, err := h.Listener.Accept()
		if err != nil {
			return nil, err
		}
		n := h.count.Add(1)
		if n%7 != 0 {
			return conn, nil
		}
		shut(conn, n%2 == 0)
	}
}

// nobody is an address on which nothing listens: the port of a service of 1985.
const nobody = "127.0.0.1:1"

// unsureDial returns a dialer that reaches nobody now and then.
func unsureDial() func(context.Context, string, string) (net.Conn, error) {
	var dials atomic.Int64
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if dials.Add(1)%5 == 0 {
			address = nobody
		}
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
}

// hurried returns a client that waits for little.
func hurried(t *testing.T, url string, over http.RoundTripper, f tourney.Format, opts ...tourney.Option) *tourney.Client {
	t.Helper()
	c, err := tourney.New(url, tourney.Rugby, append(opts, tourney.WithHTTPClient(&http.Client{Transport: over}),
		tourney.WithFormat(f), tourney.WithAttemptTimeout(200*time.Millisecond),
		tourney.WithRetry(tourney.Retry{Max: 4, MinWait: time.Microsecond, MaxWait: time.Millisecond}))...)
	require.NoError(t, err)
	return c
}

// sockets makes a run over real connections.
func sockets(t *testing.T, seed uint64, writes int, f tourney.Format) *run {
	t.Helper()
	r, err := newRun(seed, writes)
	require.NoError(t, err)
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	g := &gate{run: r}
	server := &http.Server{Handler: g, ReadHeaderTimeout: time.Minute}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(&hasty{Listener: l})
	}()

	transport := &http.Transport{DialContext: unsureDial()}
	r.all(t.Context(), hurried(t, "http://"+l.Addr().String(), transport, f))

	transport.CloseIdleConnections()
	require.NoError(t, server.Close())
	<-served
	g.shut()
	return r
}

// TestSockets makes runs over real connections. The outcome of a write depends on the system's timing, but callers must
// learn the truth.
func TestSockets(t *testing.T) {
	for name, format := range formats {
		t.Run(name, func(t *testing.T) {
			const fixed = 20260613
			struck := sockets(t, fixed, 800, format).requireTruth(t)
			for _, f := range socketFaults {
				require.NotZero(t, struck[f.name], f.name)
			}
		})
	}
}

// requireTruth requires that the results of the calls agree with the host, and that every outcome occurred. It returns
// how often each fault struck.
func (r *run) requireTruth(t *testing.T) (struck map[string]int) {
	t.Helper()
	wrong := r.compare()
	require.Empty(t, wrong[:min(len(wrong), 10)], "%d wrong: make chaos SEED=%d RUNS=1 repeats it", len(wrong), r.seed)
	struck = map[string]int{}
	outcomes := map[told]int{}
	for i := range r.writes {
		outcomes[r.writes[i].told]++
		for _, try := range r.writes[i].tries {
			struck[try.fault]++
		}
	}
	for _, told := range []told{done, undone, unknown} {
		require.NotZero(t, outcomes[told], told)
	}
	return struck
}
