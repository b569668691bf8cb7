package sending

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/observe"
)

// Frames, flags and codes of HTTP/2 (RFC 9113, sections 6 and 7).
const (
	frameData, frameHeaders, frameReset, frameSettings, frameGoAway, frameWindow = 0, 1, 3, 4, 7, 8

	flagEnd, flagEndHeaders = 1, 4

	codeRefused = 7

	codes = 15 // of which RFC 9113 names all but the last
)

// frame is a frame of HTTP/2 (RFC 9113, section 4.1).
func frame(kind, flags byte, stream uint32, payload ...byte) []byte {
	head := []byte{0, byte(len(payload) >> 8), byte(len(payload)), kind, flags}
	return append(binary.BigEndian.AppendUint32(head, stream), payload...)
}

func resetFrame(stream, code uint32) []byte {
	return frame(frameReset, 0, stream, binary.BigEndian.AppendUint32(nil, code)...)
}

func goAwayFrame(last, code uint32) []byte {
	return frame(frameGoAway, 0, 0, binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, last), code)...)
}

// wholeAnswer is a complete answer on a stream: status 200 and a content type, as indexes of HPACK.
func wholeAnswer(stream uint32) []byte {
	const contentType, body = "application/json", `{"Id":7,"TransactionId":"7","TeamId":7,"ApiKey":"a2V5","ApiSecretKey":"a2V5"}`
	header := append([]byte{0x88, 0x0f, 0x10, byte(len(contentType))}, contentType...)
	return append(frame(frameHeaders, flagEndHeaders, stream, header...), frame(frameData, flagEnd, stream, []byte(body)...)...)
}

// header200 begins an answer on a stream.
func header200(stream uint32) []byte { return frame(frameHeaders, flagEndHeaders, stream, 0x88) }

// earlyHints is an interim answer on a stream: status 103.
func earlyHints(stream uint32) []byte {
	return frame(frameHeaders, flagEndHeaders, stream, append([]byte{0x08, 3}, "103"...)...)
}

// streamEnd is how a host of HTTP/2 ends a stream without an answer.
type streamEnd struct {
	frames func(stream, code uint32) []byte
	hangUp bool // and closes the connection
}

var streamEnds = map[string]streamEnd{
	"RST_STREAM":                   {frames: resetFrame},
	"RST_STREAM after early hints": {frames: func(s, code uint32) []byte { return append(earlyHints(s), resetFrame(s, code)...) }},
	"RST_STREAM, then an answer":   {frames: func(s, code uint32) []byte { return append(resetFrame(s, code), header200(s)...) }},
	"GOAWAY, then an answer":       {frames: func(s, code uint32) []byte { return append(goAwayFrame(s-1, code), header200(s)...) }},
	"GOAWAY before the stream":     {frames: func(s, code uint32) []byte { return goAwayFrame(s-1, code) }},
	"GOAWAY before it and the end": {frames: func(s, code uint32) []byte { return goAwayFrame(s-1, code) }, hangUp: true},
	"GOAWAY after it and the end":  {frames: goAwayFrame, hangUp: true},
	"the end":                      {frames: func(uint32, uint32) []byte { return nil }, hangUp: true},
}

// http2Host speaks HTTP/2 by hand. It ends every stream in the same way, except the streams of warm calls.
type http2Host struct {
	address string
	roots   *x509.CertPool

	how     atomic.Pointer[streamEnd]
	code    atomic.Uint32
	early   atomic.Bool  // the stream ends at its header, before the host acts
	warming atomic.Bool  // streams get a whole answer
	lies    atomic.Int64 // how many streams are left to end; below 0 for all
	streams atomic.Int64
	deeds   atomic.Int64 // requests that the host took in to their end

	hold func() bool   // whether an answer waits until held is closed; nil for none
	held chan struct{} // while other streams go on

	mu    sync.Mutex
	moved *sync.Cond
	conns map[string]*taking // by the addresses of the clients' ends
}

// taking is what the host has taken of the bytes of a connection.
type taking struct {
	written, read int
	waiting       bool // the host has handled what it read, and reads on
	over          bool // the host reads no more
}

// clientEnd and hostEnd are the two ends of a connection, which count its bytes.
type (
	clientEnd struct {
		net.Conn

		host *http2Host
		*taking
	}
	hostEnd clientEnd
)

// takingOf returns what the host has taken of a connection.
func (h *http2Host) takingOf(client net.Addr) *taking {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now := h.conns[client.String()]; now == nil || now.over { // an earlier connection from the port
		h.conns[client.String()] = new(taking)
	}
	return h.conns[client.String()]
}

// move changes what the host has taken.
func (h *http2Host) move(change func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	change()
	h.moved.Broadcast()
}

// dial connects to the host.
func (h *http2Host) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &clientEnd{conn, h, h.takingOf(conn.LocalAddr())}, nil
}

// Write counts what it writes.
func (c *clientEnd) Write(p []byte) (int, error) {
	c.host.move(func() { c.written += len(p) })
	n, err := c.Conn.Write(p)
	c.host.move(func() { c.written -= len(p) - n })
	return n, err
}

// Read counts what it reads.
func (c *hostEnd) Read(p []byte) (int, error) {
	c.host.move(func() { c.waiting = true })
	n, err := c.Conn.Read(p)
	c.host.move(func() { c.waiting, c.read = false, c.read+n })
	return n, err
}

// settle waits until the host has handled all that was written to it. A stream that it read later would count for the
// next call.
func (h *http2Host) settle() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for {
		maps.DeleteFunc(h.conns, func(_ string, c *taking) bool { return c.over })
		behind := false
		for _, c := range h.conns {
			behind = behind || !c.waiting || c.read < c.written
		}
		if !behind {
			return
		}
		h.moved.Wait()
	}
}

func newHTTP2Host(t *testing.T) *http2Host {
	t.Helper()
	certificate, roots := selfSigned(t)
	h := &http2Host{roots: roots, conns: map[string]*taking{}}
	h.moved = sync.NewCond(&h.mu)
	h.address = listen(t, func(conn net.Conn) {
		end := &hostEnd{conn, h, h.takingOf(conn.RemoteAddr())}
		defer h.move(func() { end.over = true })
		secure := tls.Server(end, &tls.Config{Certificates: []tls.Certificate{certificate}, NextProtos: []string{"h2"}})
		defer func() { _ = secure.Close() }()
		h.serve(secure)
	})
	return h
}

func selfSigned(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	require.NoError(t, err)
	parsed, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	roots := x509.NewCertPool()
	roots.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots
}

func (h *http2Host) serve(conn net.Conn) {
	if _, err := io.CopyN(io.Discard, conn, int64(len("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))); err != nil {
		return
	}
	_, _ = conn.Write(frame(frameSettings, 0, 0))
	for head := make([]byte, 9); ; {
		if _, err := io.ReadFull(conn, head); err != nil {
			return
		}
		size := int64(head[0])<<16 | int64(head[1])<<8 | int64(head[2])
		if _, err := io.CopyN(io.Discard, conn, size); err != nil {
			return
		}
		if head[3] == frameData && size > 0 { // or the window of the connection ends after 64 KiB
			_, _ = conn.Write(frame(frameWindow, 0, 0, 0, head[0], head[1], head[2]))
		}
		if !h.handleFrame(conn, head[3], head[4]&flagEnd != 0, binary.BigEndian.Uint32(head[5:])) {
			return
		}
	}
}

// handleFrame takes a frame in and reports whether the connection goes on.
func (h *http2Host) handleFrame(conn net.Conn, kind byte, end bool, stream uint32) bool {
	if kind == frameHeaders && !h.warming.Load() {
		h.streams.Add(1)
		if h.early.Load() {
			return h.answer(conn, stream)
		}
	}
	if (kind == frameHeaders || kind == frameData) && end && (h.warming.Load() || !h.early.Load()) {
		if !h.warming.Load() {
			h.deeds.Add(1)
		}
		return h.answer(conn, stream)
	}
	return true
}

// ends reports whether the next stream ends without an answer.
func (h *http2Host) ends() bool { return h.lies.Load() < 0 || h.lies.Add(-1) >= 0 }

func (h *http2Host) answer(conn net.Conn, stream uint32) bool {
	if h.hold != nil && h.hold() {
		go func() {
			<-h.held
			_, _ = conn.Write(wholeAnswer(stream))
		}()
		return true
	}
	if h.warming.Load() || !h.ends() {
		_, _ = conn.Write(wholeAnswer(stream))
		return true
	}
	how := h.how.Load()
	_, _ = conn.Write(how.frames(stream, h.code.Load()))
	return !how.hangUp
}

// transport returns a transport of net/http that speaks HTTP/2 with the host.
func (h *http2Host) transport() *http.Transport {
	return &http.Transport{
		TLSClientConfig:   &tls.Config{RootCAs: h.roots, MinVersion: tls.VersionTLS12},
		ForceAttemptHTTP2: true, DialContext: h.dial,
	}
}

// clients are clients whose transports speak HTTP/2 with the host: one with the transport of New, and one with a user's transport.
func (h *http2Host) clients(t *testing.T, opts ...tourney.Option) map[string]*tourney.Client {
	t.Helper()
	forced := h.transport()
	clients := map[string]*tourney.Client{}
	for name, transport := range map[string]*http.Transport{"default": ownTransport(forced), "ForceAttemptHTTP2": forced} {
		t.Cleanup(transport.CloseIdleConnections)
		clients[name] = clientOf(t, "https://"+h.address, append(opts, tourney.WithHTTPClient(&http.Client{Transport: transport}))...)
	}
	return clients
}

// warm makes the client keep a connection.
func (h *http2Host) warm(t *testing.T, c *tourney.Client) {
	t.Helper()
	h.warming.Store(true)
	_, err := c.Do(t.Context(), tourney.RawRequest{Method: "GET", Path: "/warm"})
	require.NoError(t, err)
	h.warming.Store(false)
}

// http2Calls are the calls of every class, with a body and without.
func http2Calls() map[string]clienttest.Method {
	calls := maps.Clone(clienttest.ClassCalls)
	for class, method := range map[string]string{"raw set": "PUT", "raw charge": "POST"} {
		calls[class+" without a body"] = clienttest.Calling("Do", tourney.RawRequest{Method: method, Path: "/x"})
	}
	return calls
}

func mayGoTwice(call string) bool { return idempotentCalls[call] || call == "raw set without a body" }

// saysUnprocessed reports whether a streamEnd says that the host did not process the request (RFC 9113, section 8.7).
func saysUnprocessed(name string, code uint32) bool {
	return name == "GOAWAY before the stream" || name == "RST_STREAM" && code == codeRefused
}

// TestHTTP2SendsNothingTwice: a host may end a stream in any way, before or after it acts. Creates and charges are then written once, and
// their outcome is unknown. Reads, updates and logins are written as often as the retry policy says, and each writing counts as a reported
// attempt. Under the zero Retry every call is written once.
func TestHTTP2SendsNothingTwice(t *testing.T) {
	h := newHTTP2Host(t)
	h.lies.Store(-1)
	var begun atomic.Int64
	clients := h.clients(t, tourney.WithRetryBudget(tourney.RetryBudget{}), tourney.WithObserver(observe.Observer{
		AttemptStart: func(ctx context.Context, _ observe.Attempt) context.Context { begun.Add(1); return ctx },
	}))
	seen, calls, turn := int64(0), int64(0), 0
	for name, how := range streamEnds {
		h.how.Store(&how)
		for code := range uint32(codes) {
			h.code.Store(code)
			for call, send := range http2Calls() {
				for bits := range 16 {
					if turn++; !clienttest.Thorough && turn%23 != 0 {
						continue
					}
					early, kept, once, of := bits&1 != 0, bits&2 != 0, bits&4 != 0, []string{"default", "ForceAttemptHTTP2"}[bits>>3]
					h.early.Store(early)
					if kept {
						h.warm(t, clients[of])
					}
					h.streams.Store(0)
					h.deeds.Store(0)
					begun.Store(0)
					var response tourney.Response
					opts := []tourney.CallOption{tourney.ResponseInto(&response)}
					if once {
						opts = append(opts, tourney.WithRetry(tourney.Retry{}))
					}
					err := send(t.Context(), clients[of], opts...)
					h.settle()
					at := fmt.Sprintf("%s, code %d, early %t, kept %t, %s, %s, one attempt %t: %v", name, code, early, kept, of, call, once, err)
					require.Error(t, err, at)
					if kept && saysUnprocessed(name, code) && !mayGoTwice(call) {
						require.ErrorContains(t, err, "the host says it did not process it", at)
					}
					attempts := 3
					if once || !mayGoTwice(call) {
						attempts = 1
					}
					require.Equal(t, attempts, response.Attempts, at)
					require.Equal(t, int64(attempts), begun.Load(), at)
					// A connection that the host has given up can swallow what is written to it, but nothing comes out twice.
					require.LessOrEqual(t, h.streams.Load(), int64(attempts), at)
					require.Equal(t, !mayGoTwice(call), errors.Is(err, tourney.ErrOutcomeUnknown), at)
					seen, calls = seen+h.streams.Load(), calls+int64(attempts)
				}
			}
		}
	}
	require.Greater(t, seen, calls*9/10, "the host sees what is sent")
}
