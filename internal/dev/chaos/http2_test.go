package chaos

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/tourney-go/tourney"
)

// http2Faults are the faults of HTTP/2 streams, and of the connections that they share.
var http2Faults = []struct {
	name string
	meet func(s *stream)
}{
	{"refused before commit", func(s *stream) { s.reset(http2.ErrCodeRefusedStream) }},
	{"protocol error before commit", func(s *stream) { s.reset(http2.ErrCodeProtocol) }},
	{"reset before commit", func(s *stream) { s.reset(s.anyCode()) }},
	{"GOAWAY before commit", func(s *stream) { s.goAway(s.id-2, s.anyCode()) }},
	{"GOAWAY and the end before commit", func(s *stream) { s.goAway(s.id-2, s.anyCode()); s.conn.end() }},
	{"end before commit", func(s *stream) { s.conn.end() }},
	{"never answered", func(s *stream) { <-s.req.Context().Done() }},
	{"503 before commit", func(s *stream) { s.answers(http.StatusServiceUnavailable) }},
	{"429 before commit", func(s *stream) { s.answers(http.StatusTooManyRequests) }},
	{"refused after commit", func(s *stream) { s.commit(); s.reset(http2.ErrCodeRefusedStream) }},
	{"protocol error after commit", func(s *stream) { s.commit(); s.reset(http2.ErrCodeProtocol) }},
	{"reset after commit", func(s *stream) { s.commit(); s.reset(s.anyCode()) }},
	{"reset after early hints", func(s *stream) { s.commit(); s.head(http.StatusEarlyHints, false); s.reset(http2.ErrCodeProtocol) }},
	{"GOAWAY after commit", func(s *stream) { s.commit(); s.goAway(s.id-2, s.anyCode()) }},
	{"GOAWAY and the end after commit", func(s *stream) { s.commit(); s.goAway(s.id-2, s.anyCode()); s.conn.end() }},
	{"GOAWAY with the stream, and the end", func(s *stream) { s.commit(); s.goAway(s.id, s.anyCode()); s.conn.end() }},
	{"end after commit", func(s *stream) { s.commit(); s.conn.end() }},
	{"never answered after commit", func(s *stream) { s.commit(); <-s.req.Context().Done() }},
	{"502 after commit", func(s *stream) { s.commit(); s.answers(http.StatusBadGateway) }},
	{"redirect after commit", func(s *stream) { s.commit(); s.answers(http.StatusTemporaryRedirect, "location", s.req.URL.Path) }},
	{"header and reset", func(s *stream) { s.commit(); s.head(http.StatusOK, false); s.reset(http2.ErrCodeProtocol) }},
	{"half a body and reset", func(s *stream) { s.half(); s.reset(http2.ErrCodeRefusedStream) }},
	{"half a body and the end", func(s *stream) { s.half(); s.conn.end() }},
}

// stream is a request at the host's end of an HTTP/2 stream.
type stream struct {
	socket
	conn *streams
	id   uint32
	rng  *rand.Rand
}

// anyCode returns one of the codes of RFC 9113, section 7.
func (s *stream) anyCode() http2.ErrCode {
	return http2.ErrCode(s.rng.IntN(int(http2.ErrCodeHTTP11Required) + 1))
}

func (s *stream) reset(code http2.ErrCode) {
	s.conn.write(func(f *http2.Framer) error { return f.WriteRSTStream(s.id, code) })
}

// goAway refuses the streams above this one, which other workers opened later on the connection.
func (s *stream) goAway(last uint32, code http2.ErrCode) {
	s.conn.write(func(f *http2.Framer) error { return f.WriteGoAway(last&^(1<<31), code, nil) })
}

// head sends the header of an answer. The additional headers are alternating names and values.
func (s *stream) head(status int, end bool, more ...string) {
	s.conn.write(func(f *http2.Framer) error {
		s.conn.block.Reset()
		for pair := range slices.Chunk(append([]string{":status", strconv.Itoa(status)}, more...), 2) {
			_ = s.conn.encoder.WriteField(hpack.HeaderField{Name: pair[0], Value: pair[1]})
		}
		return f.WriteHeaders(http2.HeadersFrameParam{StreamID: s.id, BlockFragment: s.conn.block.Bytes(), EndHeaders: true, EndStream: end})
	})
}

// answers sends a whole answer without a body.
func (s *stream) answers(status int, more ...string) { s.head(status, true, more...) }

// data sends a part of the body.
func (s *stream) data(part []byte, end bool) {
	s.conn.write(func(f *http2.Framer) error { return f.WriteData(s.id, end, part) })
}

func (s *stream) half() {
	s.commit()
	body := s.answer.Body.Bytes()
	s.head(s.answer.Code, false, "content-type", s.answer.Header().Get("Content-Type"), "content-length", strconv.Itoa(len(body)))
	s.data(body[:len(body)/2], false)
}

func (s *stream) whole() {
	s.commit()
	s.head(s.answer.Code, false, "content-type", s.answer.Header().Get("Content-Type"))
	s.data(s.answer.Body.Bytes(), true)
}

// meet executes the request, or applies a fault to it.
func (s *stream) meet() {
	g := s.gate
	g.mu.RLock()
	defer g.mu.RUnlock()
	if g.closed {
		return
	}
	s.rng = g.run.random(s.number, 1+g.run.attempt(s.number))
	if s.rng.IntN(2) == 0 {
		g.run.tried(s.number, try{fault: "none"})
		s.whole()
		return
	}
	f := http2Faults[s.rng.IntN(len(http2Faults))]
	g.run.tried(s.number, try{fault: f.name})
	f.meet(s)
}

// streams is a connection of HTTP/2 at the host's end.
type streams struct {
	gate *gate
	net.Conn
	framer *http2.Framer

	mu      sync.Mutex // over writes
	block   bytes.Buffer
	encoder *hpack.Encoder
	under   sync.WaitGroup
}

func newStreams(g *gate, conn net.Conn) *streams {
	s := &streams{gate: g, Conn: conn, framer: http2.NewFramer(conn, conn)}
	s.framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	s.encoder = hpack.NewEncoder(&s.block)
	return s
}

func (s *streams) write(frame func(*http2.Framer) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = frame(s.framer) // an error means that the client is gone
}

func (s *streams) end() { shut(s.Conn, false) }

// serve reads frames until the connection ends, and starts each request when it is complete.
func (s *streams) serve() {
	defer s.under.Wait()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if _, err := io.CopyN(io.Discard, s, int64(len(http2.ClientPreface))); err != nil {
		return
	}
	s.write(func(f *http2.Framer) error { return f.WriteSettings() })
	open := map[uint32]*request{}
	for {
		frame, err := s.framer.ReadFrame()
		if err != nil {
			return
		}
		id := frame.Header().StreamID
		switch frame := frame.(type) {
		case *http2.SettingsFrame:
			if !frame.IsAck() {
				s.write(func(f *http2.Framer) error { return f.WriteSettingsAck() })
			}
		case *http2.PingFrame:
			s.write(func(f *http2.Framer) error { return f.WritePing(true, frame.Data) })
		case *http2.MetaHeadersFrame:
			open[id] = newRequest(ctx, frame)
		case *http2.DataFrame:
			s.took(open[id], frame.Data())
		case *http2.RSTStreamFrame:
			if open[id] != nil {
				open[id].cancel()
			}
		}
		if frame.Header().Flags.Has(http2.FlagDataEndStream) && open[id] != nil {
			s.begin(id, open[id])
		}
	}
}

// took stores a part of a body, and extends the client's window by its size.
func (s *streams) took(r *request, part []byte) {
	if r == nil || len(part) == 0 {
		return
	}
	r.body.Write(part)
	s.write(func(f *http2.Framer) error { return f.WriteWindowUpdate(0, uint32(len(part))) })
}

func (s *streams) begin(id uint32, r *request) {
	req := r.http()
	at := &stream{socket: socket{gate: s.gate, number: numberOf(req.Header.Get(header)), req: req}, conn: s, id: id}
	s.under.Go(at.meet)
}

// request is a request that is not complete yet.
type request struct {
	body   bytes.Buffer
	ctx    context.Context //nolint:containedctx // the request's own context
	cancel context.CancelFunc
	fields map[string]string
}

func newRequest(ctx context.Context, frame *http2.MetaHeadersFrame) *request {
	r := &request{fields: map[string]string{}}
	r.ctx, r.cancel = context.WithCancel(ctx)
	for _, field := range frame.Fields {
		r.fields[field.Name] = field.Value
	}
	return r
}

func (r *request) http() *http.Request {
	req := httptest.NewRequestWithContext(r.ctx, r.fields[":method"], r.fields[":path"], bytes.NewReader(r.body.Bytes()))
	req.Host = r.fields[":authority"]
	for name, value := range r.fields {
		if !strings.HasPrefix(name, ":") {
			req.Header.Set(name, value)
		}
	}
	return req
}

// overHTTP2 makes a run over HTTP/2, with TLS or without.
func overHTTP2(t *testing.T, seed uint64, writes int, f tourney.Format, secure bool) *run {
	t.Helper()
	r, err := newRun(seed, writes)
	require.NoError(t, err)
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	g := &gate{run: r}
	certified := httptest.NewUnstartedServer(nil)
	certified.StartTLS()
	defer certified.Close()
	secured := &tls.Config{Certificates: certified.TLS.Certificates, NextProtos: []string{"h2"}, MinVersion: tls.VersionTLS12}
	var served sync.WaitGroup
	var open sync.Map
	served.Go(func() {
		for hurried := (&hasty{Listener: l}); ; {
			conn, err := hurried.Accept()
			if err != nil {
				return
			}
			if secure {
				conn = tls.Server(conn, secured)
			}
			open.Store(conn, nil)
			served.Go(func() {
				newStreams(g, conn).serve()
				_ = conn.Close()
			})
		}
	})

	trusting, ok := certified.Client().Transport.(*http.Transport)
	require.True(t, ok)
	transport := &http.Transport{
		TLSClientConfig: trusting.TLSClientConfig.Clone(), Protocols: new(http.Protocols), DialContext: unsureDial(),
	}
	scheme := "http://"
	if secure {
		scheme = "https://"
	}
	transport.TLSClientConfig.ClientSessionCache = tls.NewLRUClientSessionCache(0)
	transport.Protocols.SetHTTP2(secure)
	transport.Protocols.SetUnencryptedHTTP2(!secure)
	r.all(t.Context(), hurried(t, scheme+l.Addr().String(), transport, f, tourney.WithRetryBudget(tourney.RetryBudget{})))

	transport.CloseIdleConnections()
	require.NoError(t, l.Close())
	open.Range(func(conn, _ any) bool { _ = conn.(net.Conn).Close(); return true })
	served.Wait()
	g.shut()
	return r
}

// sample is the number of writes of a run: few, or many in a thorough run.
func sample(few int) int {
	if os.Getenv("TOURNEY_THOROUGH") != "" {
		return 20_000
	}
	return few
}

// TestHTTP2 makes runs over HTTP/2, where net/http would repeat streams by itself.
func TestHTTP2(t *testing.T) {
	for name, format := range formats {
		t.Run(name, func(t *testing.T) {
			const fixed = 20261122
			struck := overHTTP2(t, fixed, sample(1_000), format, format == tourney.FormatJSON).requireTruth(t)
			for _, f := range http2Faults {
				require.NotZero(t, struck[f.name], f.name)
			}
		})
	}
}
