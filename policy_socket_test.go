package tourney_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// listen serves bare connections until the test ends, and returns the address.
func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var served sync.WaitGroup
	served.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			served.Go(func() {
				serve(conn)
				_ = conn.Close()
			})
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		served.Wait()
	})
	return l.Addr().String()
}

// clientOf returns a client of an address with connections of its own.
func clientOf(t *testing.T, base string, opts ...tourney.Option) *tourney.Client {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	c, err := tourney.New(base, tourney.Soccer, append([]tourney.Option{quick, tourney.WithHTTPClient(&http.Client{Transport: transport})}, opts...)...)
	require.NoError(t, err)
	return c
}

// taken reads a request to its end.
func taken(r *bufio.Reader) (*http.Request, bool) {
	req, err := http.ReadRequest(r)
	if err != nil {
		return nil, false
	}
	_, err = io.Copy(io.Discard, req.Body)
	return req, err == nil
}

// reset closes a connection with RST.
func reset(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

func utter(conn io.Writer, text string) { _, _ = io.WriteString(conn, text) }

// socketPolicy is what follows on failures of real connections, with two more attempts: how often reads, updates and
// logins are sent, how often creates and charges, and whether their outcome is unknown then.
var socketPolicy = []struct {
	failure            string
	after              func(net.Conn) // the request was read; nil to hang up before
	idempotent, writes int64
	unknown            bool
}{
	{"closed after headers", func(c net.Conn) {}, 3, 1, true},
	{"reset after headers", reset, 3, 1, true},
	{"half a header", func(c net.Conn) { utter(c, "HTTP/1.1 200 OK\r\nContent-Ty") }, 3, 1, true},
	{"half a header, reset", func(c net.Conn) { utter(c, "HTTP/1.1 200 OK\r\nContent-Ty"); reset(c) }, 3, 1, true},
	{"no HTTP", func(c net.Conn) { utter(c, "SSH-2.0-OpenSSH_9.9\r\n") }, 3, 1, true},
	{"half a body", func(c net.Conn) {
		utter(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"Id\":")
	}, 3, 1, true},
	{"a cut chunk", func(c net.Conn) {
		utter(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n{\"Id\":")
	}, 3, 1, true},
	{"no last chunk", func(c net.Conn) {
		utter(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"Id\":7}\r\n")
	}, 3, 1, true},
	{"half a refusal", func(c net.Conn) {
		utter(c, "HTTP/1.1 409 Conflict\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"Err")
	}, 1, 1, false},
	{"half a 503", func(c net.Conn) {
		utter(c, "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"Err")
	}, 3, 1, true},
}

// idempotentCalls may be sent again after anything.
var idempotentCalls = map[string]bool{"read": true, "set": true, "set players": true, "login": true, "raw read": true, "raw set": true}

func TestPolicyOnSockets(t *testing.T) {
	for _, row := range socketPolicy {
		t.Run(row.failure, func(t *testing.T) {
			t.Parallel()
			for class, call := range classCalls {
				var requests atomic.Int64
				address := listen(t, func(conn net.Conn) {
					if _, ok := taken(bufio.NewReader(conn)); ok {
						requests.Add(1)
						row.after(conn)
					}
				})
				var meta tourney.Meta
				err := call(t.Context(), clientOf(t, "http://"+address), tourney.WithMeta(&meta))
				require.Error(t, err, class)
				want, unknown := row.idempotent, false
				if !idempotentCalls[class] {
					want, unknown = row.writes, row.unknown
				}
				require.Equal(t, want, requests.Load(), "%s: %v", class, err)
				require.Equal(t, int(want), meta.Attempts, "%s: %v", class, err)
				require.Equal(t, unknown, errors.Is(err, tourney.ErrOutcomeUnknown), "%s: %v", class, err)
			}
		})
	}
}

// TestResetsBeforeTheHeaders: the host hangs up without a look at the request. Whether that comes before the client writes it
// is a matter of luck, but the client knows which it was.
func TestResetsBeforeTheHeaders(t *testing.T) {
	address := listen(t, reset)
	for class, call := range classCalls {
		var meta tourney.Meta
		err := call(t.Context(), clientOf(t, "http://"+address), tourney.WithMeta(&meta))
		require.Error(t, err, class)
		switch {
		case idempotentCalls[class]:
			require.Equal(t, 3, meta.Attempts, class)
			require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown, class)
		case !errors.Is(err, tourney.ErrOutcomeUnknown):
			require.Equal(t, 3, meta.Attempts, "%s: certainly never sent, each time", class)
		}
	}
}

// TestTLSToAPlainPort: no secure connection, so that nothing was sent.
func TestTLSToAPlainPort(t *testing.T) {
	address := listen(t, func(conn net.Conn) {
		_, _ = conn.Read(make([]byte, 1))
		utter(conn, "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
	})
	for class, call := range classCalls {
		var meta tourney.Meta
		var heard tourney.ErrorType
		err := call(t.Context(), clientOf(t, "https://"+address, tourney.WithObserver(tourney.Observer{
			OperationEnd: func(_ context.Context, e tourney.OperationEnd) { heard = e.Error },
		})), tourney.WithMeta(&meta))
		require.Error(t, err, class)
		require.Equal(t, tourney.ErrorTLS, heard)
		require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown, class)
		require.Equal(t, 3, meta.Attempts, class)
	}
}

// TestRedirectsLeadNowhereElse: to another host and from https to http, neither of which sees so much as a connection.
func TestRedirectsLeadNowhereElse(t *testing.T) {
	var connections atomic.Int64
	elsewhere := listen(t, func(net.Conn) { connections.Add(1) })
	var requests atomic.Int64
	to := func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		http.Redirect(w, r, "http://"+elsewhere+r.URL.Path, http.StatusTemporaryRedirect)
	}
	plain, secure := httptest.NewServer(http.HandlerFunc(to)), httptest.NewTLSServer(http.HandlerFunc(to))
	t.Cleanup(plain.Close)
	t.Cleanup(secure.Close)
	for _, srv := range []*httptest.Server{plain, secure} {
		for class, call := range classCalls {
			requests.Store(0)
			err := call(t.Context(), clientOf(t, srv.URL, tourney.WithHTTPClient(srv.Client())))
			require.ErrorContains(t, err, "refused a redirect", class)
			require.Equal(t, !idempotentCalls[class], errors.Is(err, tourney.ErrOutcomeUnknown), class)
			require.Equal(t, int64(1), requests.Load(), class)
		}
	}
	require.Zero(t, connections.Load())
}

// TestSilentPeers: the transport of net/http over connections in memory, so that the time is the bubble's own.
func TestSilentPeers(t *testing.T) {
	for class, call := range classCalls {
		synctest.Test(t, func(t *testing.T) {
			const limit = 5 * time.Second
			var requests atomic.Int64
			transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
				near, far := net.Pipe()
				go func() {
					defer func() { _ = far.Close() }()
					r := bufio.NewReader(far)
					if _, ok := taken(r); ok {
						requests.Add(1)
						_, _ = r.ReadByte() // until the client has enough
					}
				}()
				return near, nil
			}}
			defer transport.CloseIdleConnections()
			c := clientOf(t, "http://127.0.0.1", tourney.WithAttemptTimeout(limit), tourney.WithHTTPClient(&http.Client{Transport: transport}))
			want := int64(3)
			if !idempotentCalls[class] {
				want = 1
			}
			begun := time.Now()
			err := call(t.Context(), c)
			require.ErrorIs(t, err, context.DeadlineExceeded, class)
			require.Equal(t, want == 1, errors.Is(err, tourney.ErrOutcomeUnknown), class)
			require.Equal(t, want, requests.Load(), class)
			require.Equal(t, time.Duration(want)*limit, time.Since(begun), class)
			synctest.Wait()
		})
	}
}

// TestConnectionsThatDieInUse: net/http sends a request again by itself when a connection that it had kept breaks off. It must
// not do so with a create or a charge, whatever header says that it may.
func TestConnectionsThatDieInUse(t *testing.T) {
	for class, call := range classCalls {
		for _, key := range []string{"", "Idempotency-Key", "X-Idempotency-Key"} {
			var requests, keyed atomic.Int64
			address := listen(t, func(conn net.Conn) {
				r := bufio.NewReader(conn)
				for first := true; ; first = false {
					req, ok := taken(r)
					if !ok {
						return
					}
					if req.URL.Path != "/warm" {
						requests.Add(1)
						if key != "" && req.Header.Get(key) == "k" {
							keyed.Add(1)
						}
					}
					if !first {
						return
					}
					utter(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{\"Id\":7}")
				}
			})
			c := clientOf(t, "http://"+address)
			_, err := c.Do(t.Context(), tourney.RawRequest{Method: "GET", Path: "/warm"})
			require.NoError(t, err)
			var opts []tourney.CallOption
			if key != "" {
				opts = append(opts, tourney.Header(key, "k"))
			}
			err = call(t.Context(), c, opts...)
			if key != "" {
				require.Equal(t, requests.Load(), keyed.Load(), class)
			}
			if idempotentCalls[class] {
				require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown, class)
				require.Equal(t, int64(2), requests.Load(), class)
				continue
			}
			require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, "%s %s", class, key)
			require.Equal(t, int64(1), requests.Load(), "%s %s", class, key)
		}
	}
}

// TestConnectionsThatDieBetweenCalls: the host hangs up after each answer without saying so. What each call is told agrees
// with what the host took, whoever is first.
func TestConnectionsThatDieBetweenCalls(t *testing.T) {
	const calls = 300
	var mu sync.Mutex
	took := map[int]int{}
	address := listen(t, func(conn net.Conn) {
		req, ok := taken(bufio.NewReader(conn))
		if !ok {
			return
		}
		number, _ := strconv.Atoi(req.Header.Get("X-Number"))
		mu.Lock()
		took[number]++
		mu.Unlock()
		utter(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 21\r\n\r\n{\"TransactionId\":\"7\"}")
	})
	c := clientOf(t, "http://"+address)
	told := map[int]error{}
	for i := range calls {
		told[i] = classCalls["charge"](t.Context(), c, tourney.Header("X-Number", strconv.Itoa(i)))
	}
	mu.Lock()
	defer mu.Unlock()
	for i, err := range told {
		switch {
		case err == nil:
			require.Equal(t, 1, took[i])
		case errors.Is(err, tourney.ErrOutcomeUnknown):
			require.LessOrEqual(t, took[i], 1)
		default:
			require.Zero(t, took[i], "%v", err)
		}
	}
}

// frame is a frame of HTTP/2 (RFC 9113, section 4.1).
func frame(kind, flags, stream byte, payload ...byte) []byte {
	return append([]byte{0, byte(len(payload) >> 8), byte(len(payload)), kind, flags, 0, 0, 0, stream}, payload...)
}

// Frames, flags and codes of HTTP/2 (RFC 9113, sections 6 and 7).
const (
	frameData, frameHeaders, frameReset, frameSettings, frameGoAway = 0, 1, 3, 4, 7

	flagEnd, flagEndHeaders = 1, 4

	codeInternal, codeRefused, codeCancel = 2, 7, 8
)

// speakHTTP2 gives the answer for each stream that a client opens, until the answer is empty.
func speakHTTP2(conn net.Conn, answer func(stream byte) []byte) {
	if _, err := io.CopyN(io.Discard, conn, int64(len("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))); err != nil {
		return
	}
	_, _ = conn.Write(frame(frameSettings, 0, 0))
	head := make([]byte, 9)
	for {
		if _, err := io.ReadFull(conn, head); err != nil {
			return
		}
		size := int64(head[0])<<16 | int64(head[1])<<8 | int64(head[2])
		if _, err := io.CopyN(io.Discard, conn, size); err != nil {
			return
		}
		if head[3] == frameHeaders {
			out := answer(head[8])
			if len(out) == 0 {
				return
			}
			_, _ = conn.Write(out)
		}
	}
}

// saysYes is a whole answer on a stream: status 200 and a type of content, in the indexes of HPACK.
func saysYes(stream byte) []byte {
	const contentType, body = "application/json", `{"Id":7,"TransactionId":"7","TeamId":7}`
	header := append([]byte{0x88, 0x0f, 0x10, byte(len(contentType))}, contentType...)
	return append(frame(frameHeaders, flagEndHeaders, stream, header...), frame(frameData, flagEnd, stream, []byte(body)...)...)
}

// TestHTTP2: a stream that is refused, or left out of a GOAWAY, was not looked at (RFC 9113, section 8.7), so that net/http
// sends the request again by itself. After anything else it may have been.
func TestHTTP2(t *testing.T) {
	certified := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(certified.Close)
	trusting, ok := certified.Client().Transport.(*http.Transport)
	require.True(t, ok)
	code := func(kind byte, codes ...byte) func(byte) []byte {
		return func(stream byte) []byte {
			if kind == frameReset {
				return frame(kind, 0, stream, 0, 0, 0, codes[0])
			}
			return frame(kind, 0, 0, 0, 0, 0, codes[0], 0, 0, 0, codes[1])
		}
	}
	for name, row := range map[string]struct {
		first   func(stream byte) []byte // the answer to the first stream, and to the others unless they get a yes
		yes     bool
		streams int64 // of a create or a charge
	}{
		"refused stream":      {code(frameReset, codeRefused), true, 2},
		"GOAWAY before it":    {code(frameGoAway, 0, 0), true, 2},
		"GOAWAY after it":     {func(s byte) []byte { return frame(frameGoAway, 0, 0, 0, 0, 0, s, 0, 0, 0, codeInternal) }, false, 1},
		"broken stream":       {code(frameReset, codeInternal), false, 1},
		"cancelled stream":    {code(frameReset, codeCancel), false, 1},
		"closed by the other": {func(byte) []byte { return nil }, false, 1},
	} {
		for class, call := range classCalls {
			t.Run(name+"/"+class, func(t *testing.T) {
				var streams atomic.Int64
				address := listen(t, func(conn net.Conn) {
					secure := tls.Server(conn, &tls.Config{Certificates: certified.TLS.Certificates, NextProtos: []string{"h2"}})
					defer func() { _ = secure.Close() }()
					speakHTTP2(secure, func(stream byte) []byte {
						if streams.Add(1) > 1 && row.yes {
							return saysYes(stream)
						}
						out := row.first(stream)
						if len(out) > 3 && out[3] == frameGoAway && !row.yes {
							_, _ = secure.Write(out)
							return nil
						}
						return out
					})
				})
				transport := &http.Transport{TLSClientConfig: trusting.TLSClientConfig.Clone(), ForceAttemptHTTP2: true}
				t.Cleanup(transport.CloseIdleConnections)
				var meta tourney.Meta
				c := clientOf(t, "https://"+address, tourney.WithHTTPClient(&http.Client{Transport: transport}))
				err := call(t.Context(), c, tourney.WithMeta(&meta))
				if row.yes {
					require.Equal(t, 200, meta.Status, "%v", err)
					require.Equal(t, 1, meta.Attempts)
					require.Equal(t, row.streams, streams.Load())
					return
				}
				require.Error(t, err)
				want := row.streams
				if idempotentCalls[class] {
					want = 3
				}
				require.Equal(t, want, streams.Load(), "%v", err)
				require.Equal(t, !idempotentCalls[class], errors.Is(err, tourney.ErrOutcomeUnknown), "%v", err)
			})
		}
	}
}

// TestTheUsersJarIsUsed: cookies go into the jar of the user's client and come out of it.
func TestTheUsersJarIsUsed(t *testing.T) {
	var cookies []string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cookies = append(cookies, r.Header.Get("Cookie"))
		http.SetCookie(w, &http.Cookie{Name: "node", Value: "3"})
		w.Header().Set("Content-Type", "application/json")
		utter(w, `{}`)
	}))
	t.Cleanup(srv.Close)
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	user := srv.Client()
	user.Jar = jar
	c, err := tourney.New(srv.URL, tourney.Soccer, tourney.WithHTTPClient(user))
	require.NoError(t, err)
	for range 2 {
		require.NoError(t, classCalls["read"](t.Context(), c))
	}
	require.Equal(t, []string{"", "node=3"}, cookies)
}
