package sending

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	internal "github.com/tourney-go/tourney/internal/transport"
	"github.com/tourney-go/tourney/observe"
)

// listen serves bare connections until the test ends, and returns the address.
func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var accepting, served sync.WaitGroup
	var open sync.Map
	accepting.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			open.Store(conn, nil)
			served.Go(func() {
				serve(conn)
				_ = conn.Close()
				open.Delete(conn)
			})
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		accepting.Wait() // so that no connection comes later
		open.Range(func(conn, _ any) bool {
			_ = conn.(net.Conn).Close() // it may be closed already
			return true
		})
		served.Wait()
	})
	return l.Addr().String()
}

// clientOf returns a client of an address with connections of its own.
func clientOf(t *testing.T, base string, opts ...tourney.Option) *tourney.Client {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return clienttest.Client(t, base, tourney.Soccer, transport, append([]tourney.Option{clienttest.Quick}, opts...)...)
}

// taken reads a request completely.
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

// socketPolicy holds the expected results of failures of real connections, with two retries: how often reads, updates and logins are sent,
// how often creates and charges, and whether the outcome is unknown.
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
	}, 1, 1, true},
	{"nothing of a refusal", func(c net.Conn) { utter(c, "HTTP/1.1 409 Conflict\r\nContent-Length: 100\r\n\r\n") }, 1, 1, true},
	{"half a text that refuses", func(c net.Conn) {
		utter(c, "HTTP/1.1 409 Conflict\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nthere is")
	}, 1, 1, false},
	{"half a 503", func(c net.Conn) {
		utter(c, "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"Err")
	}, 3, 1, true},
}

// idempotentCalls are the calls that may be sent again after any failure.
var idempotentCalls = map[string]bool{"read": true, "set": true, "set players": true, "login": true, "raw read": true, "raw set": true}

func TestPolicyOnSockets(t *testing.T) {
	for _, row := range socketPolicy {
		t.Run(row.failure, func(t *testing.T) {
			t.Parallel()
			for class, call := range clienttest.ClassCalls {
				var requests atomic.Int64
				address := listen(t, func(conn net.Conn) {
					if _, ok := taken(bufio.NewReader(conn)); ok {
						requests.Add(1)
						row.after(conn)
					}
				})
				var response tourney.Response
				err := call(t.Context(), clientOf(t, "http://"+address), tourney.ResponseInto(&response))
				require.Error(t, err, class)
				want, unknown := row.idempotent, false
				if !idempotentCalls[class] {
					want, unknown = row.writes, row.unknown
				}
				require.Equal(t, want, requests.Load(), "%s: %v", class, err)
				require.Equal(t, int(want), response.Attempts, "%s: %v", class, err)
				require.Equal(t, unknown, errors.Is(err, tourney.ErrOutcomeUnknown), "%s: %v", class, err)
			}
		})
	}
}

// TestResetsBeforeTheHeaders: the host closes the connection without reading the request. The client may have written the request by then,
// and must know whether it has.
func TestResetsBeforeTheHeaders(t *testing.T) {
	address := listen(t, reset)
	for class, call := range clienttest.ClassCalls {
		var response tourney.Response
		err := call(t.Context(), clientOf(t, "http://"+address), tourney.ResponseInto(&response))
		require.Error(t, err, class)
		switch {
		case idempotentCalls[class]:
			require.Equal(t, 3, response.Attempts, class)
			require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown, class)
		case !errors.Is(err, tourney.ErrOutcomeUnknown):
			require.Equal(t, 3, response.Attempts, "%s: certainly never sent, each time", class)
		}
	}
}

// TestTLSToAPlainPort: without a secure connection nothing was sent.
func TestTLSToAPlainPort(t *testing.T) {
	address := listen(t, func(conn net.Conn) {
		_, _ = conn.Read(make([]byte, 1))
		utter(conn, "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
	})
	for class, call := range clienttest.ClassCalls {
		var response tourney.Response
		var ends []observe.OperationEnd
		err := call(t.Context(), clientOf(t, "https://"+address, clienttest.Ends(&ends)), tourney.ResponseInto(&response))
		require.Error(t, err, class)
		require.Equal(t, observe.ErrorTLS, ends[0].Error)
		require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown, class)
		require.Equal(t, 3, response.Attempts, class)
	}
}

// followsRedirects says which idempotent calls follow a redirect. A login does not, because of its password.
func followsRedirects(class string) bool { return idempotentCalls[class] && class != "login" }

// TestRedirectsLeadNowhereElse: the client does not even connect to another host, nor to plain http.
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
		for class, call := range clienttest.ClassCalls {
			requests.Store(0)
			err := call(t.Context(), clientOf(t, srv.URL, tourney.WithHTTPClient(srv.Client())))
			if followsRedirects(class) {
				require.ErrorContains(t, err, "refused a redirect", class)
			} else {
				require.ErrorContains(t, err, "the redirect was not followed", class)
			}
			require.Equal(t, !idempotentCalls[class], errors.Is(err, tourney.ErrOutcomeUnknown), class)
			require.Equal(t, int64(1), requests.Load(), class)
		}
	}
	require.Zero(t, connections.Load())
}

// TestSilentPeers uses the transport of net/http over connections in memory, so that the time is virtual.
func TestSilentPeers(t *testing.T) {
	for class, call := range clienttest.ClassCalls {
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

// dieInUse serves one request of each connection, and closes the connection at the second one without an answer. It counts the requests
// outside /warm, and those of them whose header it got.
func dieInUse(t *testing.T, requests, keyed *atomic.Int64, key string) (address string) {
	t.Helper()
	return listen(t, func(conn net.Conn) {
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
}

// TestConnectionsThatDieInUse: net/http repeats a request by itself when a kept connection breaks. The client prevents it for reads, and
// applies the retry policy. Writes and requests with headers of the caller use no kept connection.
func TestConnectionsThatDieInUse(t *testing.T) {
	for class, call := range clienttest.ClassCalls {
		for _, key := range []string{"", "Idempotency-Key", "X-Idempotency-Key"} {
			for _, once := range []bool{false, true} {
				var requests, keyed atomic.Int64
				var begun []int
				c := clientOf(t, "http://"+dieInUse(t, &requests, &keyed, key), tourney.WithObserver(observe.Observer{
					AttemptStart: func(ctx context.Context, a observe.Attempt) context.Context {
						begun = append(begun, a.Number)
						return ctx
					},
				}))
				_, err := c.Do(t.Context(), tourney.RawRequest{Method: "GET", Path: "/warm"})
				require.NoError(t, err)
				begun = nil
				var response tourney.Response
				opts := []tourney.CallOption{tourney.ResponseInto(&response)}
				if key != "" {
					opts = append(opts, tourney.WithHeader(key, "k"))
				}
				want := []int{1}
				kept := key == "" && strings.HasSuffix(class, "read")
				if once {
					opts = append(opts, tourney.WithRetry(tourney.Retry{}))
				} else if kept {
					want = []int{1, 2}
				}
				err = call(t.Context(), c, opts...)
				if key != "" {
					require.Equal(t, requests.Load(), keyed.Load(), class)
				}
				require.Equal(t, int64(len(want)), requests.Load(), "%s %s", class, key)
				require.Equal(t, len(want), response.Attempts, "%s %s", class, key)
				require.Equal(t, want, begun, "%s %s", class, key)
				require.Equal(t, kept && once, response.Status == 0, "%s %s: %v", class, key, err)
			}
		}
	}
}

// deaf is a connection that takes no more bytes after it is shut, while its reader notices nothing.
type deaf struct {
	net.Conn
	shut *atomic.Bool
}

// Write writes unless the connection is shut.
func (d deaf) Write(p []byte) (int, error) {
	if d.shut.Load() {
		return 0, &net.OpError{Op: "write", Net: "tcp", Err: syscall.EPIPE}
	}
	return d.Conn.Write(p)
}

// TestDeadConnectionsAreNoAttempt: a kept connection that takes no byte does not count as an attempt, and does not make
// a single attempt fail. If no
// transport counts the bytes, a read may have gone out.
func TestDeadConnectionsAreNoAttempt(t *testing.T) {
	for class, call := range clienttest.ClassCalls {
		for _, counted := range []bool{true, false} {
			var requests atomic.Int64
			address := listen(t, func(conn net.Conn) {
				for r := bufio.NewReader(conn); ; {
					req, ok := taken(r)
					if !ok {
						return
					}
					if req.URL.Path != "/warm" {
						requests.Add(1)
					}
					const body = `{"Id":7,"TransactionId":"7","TeamId":7,"ApiKey":"a2V5","ApiSecretKey":"a2V5"}`
					utter(conn, fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body))
				}
			})
			shut := new(atomic.Bool)
			dial := func(ctx context.Context, network, address string) (net.Conn, error) {
				conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
				if shut.Load() {
					return conn, err
				}
				return deaf{conn, shut}, err
			}
			transport := &http.Transport{DialContext: dial}
			if counted {
				transport = ownTransport(transport)
			}
			t.Cleanup(transport.CloseIdleConnections)
			c := clientOf(t, "http://"+address, tourney.WithHTTPClient(&http.Client{Transport: transport}))
			_, err := c.Do(t.Context(), tourney.RawRequest{Method: "GET", Path: "/warm"})
			require.NoError(t, err)
			shut.Store(true)
			var response tourney.Response
			err = call(t.Context(), c, tourney.WithRetry(tourney.Retry{}), tourney.ResponseInto(&response))
			require.Equal(t, 1, response.Attempts, class)
			if isGet := class == "read" || class == "raw read"; isGet && !counted {
				require.Error(t, err, class)
				require.Zero(t, requests.Load(), class)
				continue
			}
			require.Equal(t, int64(1), requests.Load(), class)
			require.Equal(t, 200, response.Status, "%s: %v", class, err)
		}
	}
}

// TestConnectionsThatDieBetweenCalls: the host closes the connection after each answer without notice. The result of each call agrees with
// the requests that the host got.
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
		told[i] = clienttest.ClassCalls["charge"](t.Context(), c, tourney.WithHeader("X-Number", strconv.Itoa(i)))
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

// TestTheUsersJarIsUsed: the client stores and sends cookies with the jar of the user's client.
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
		require.NoError(t, clienttest.ClassCalls["read"](t.Context(), c))
	}
	require.Equal(t, []string{"", "node=3"}, cookies)
}

// ownTransport makes the transport of clients without a WithHTTPClient from one of net/http.
func ownTransport(from *http.Transport) *http.Transport {
	return internal.NewHTTPTransport(from, clienttest.MaxHeaderBytes)
}
