package sending

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
)

const wholeBody = `{"Venues":[],"Id":7,"TransactionId":"7","TeamId":7,"ApiKey":"a2V5","ApiSecretKey":"a2V5"}`

// forever writes a text until the other side has enough.
func forever(conn net.Conn, text string) {
	for err := error(nil); err == nil; {
		_, err = io.WriteString(conn, text)
	}
}

// stuck are hosts that hold a connection after they took the request.
var stuck = map[string]func(net.Conn){
	"silence": func(net.Conn) {},
	"an upgrade beside 200": func(c net.Conn) {
		utter(c, "HTTP/1.1 200 OK\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
	},
	"endless hints":  func(c net.Conn) { forever(c, "HTTP/1.1 103 Early Hints\r\n\r\n") },
	"endless header": func(c net.Conn) { utter(c, "HTTP/1.1 200 OK\r\nX-A: "); forever(c, "x") },
	"endless body": func(c net.Conn) {
		utter(c, "HTTP/1.1 503 Service Unavailable\r\nTransfer-Encoding: chunked\r\n\r\n")
		forever(c, "1\r\n \r\n")
	},
	"half a body": func(c net.Conn) { utter(c, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{") },
}

// requireFree requires a call with a short deadline to end, and to leave its slot to the next call.
func requireFree(t *testing.T, name string, well *atomic.Bool, opts ...tourney.Option) {
	t.Helper()
	for _, class := range []string{"read", "set", "create", "charge"} {
		c := clientOf(t, "http://host.example.com", append(opts, tourney.WithMaxConcurrent(1), tourney.WithPlainHTTP())...)
		err := clienttest.ClassCalls[class](t.Context(), c, tourney.WithTimeout(30*time.Millisecond))
		require.True(t, err != nil || name == "Close", "%s: %s", name, class)
		if well != nil {
			well.Store(true) // for connections that a call left behind, too
			require.NoError(t, clienttest.ClassCalls[class](t.Context(), c), "%s: %s", name, class)
			well.Store(false)
		}
	}
}

// dialing returns a transport that connects to an address, whatever the host.
func dialing(t *testing.T, address string) *http.Transport {
	t.Helper()
	transport := &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, address)
	}}
	t.Cleanup(transport.CloseIdleConnections)
	return transport
}

// TestNoStateOutlivesTheDeadline: whatever a host does with the connection, the call ends and the next one goes through.
func TestNoStateOutlivesTheDeadline(t *testing.T) {
	for name, hold := range stuck {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var well atomic.Bool
			address := listen(t, func(conn net.Conn) {
				r := bufio.NewReader(conn)
				if _, ok := taken(r); !ok {
					return
				}
				if well.Load() {
					utter(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"+wholeBody)
					return
				}
				hold(conn)
				_, _ = r.ReadByte() // until the client has enough
			})
			transport := dialing(t, address)
			requireFree(t, name, &well, tourney.WithHTTPClient(&http.Client{Transport: transport}))
			requireFree(t, name, &well, tourney.WithHTTPClient(&http.Client{Transport: wrapper(detached).over(transport)}))
		})
	}
}

// TestSwitchingProtocolsIsAnAnswer: 101 is the last answer. Its body would be the connection, which is closed unread.
func TestSwitchingProtocolsIsAnAnswer(t *testing.T) {
	for _, header := range []string{"", "Connection: Upgrade\r\nUpgrade: websocket\r\n"} {
		for class, call := range clienttest.ClassCalls {
			var requests atomic.Int64
			closed := make(chan struct{}, 1)
			address := listen(t, func(conn net.Conn) {
				r := bufio.NewReader(conn)
				if _, ok := taken(r); ok {
					requests.Add(1)
					utter(conn, "HTTP/1.1 101 Switching Protocols\r\n"+header+"\r\n{")
					_, _ = r.ReadByte() // until the client hangs up
					closed <- struct{}{}
				}
			})
			var response tourney.Response
			c := clientOf(t, "http://"+address, tourney.WithTimeout(0), tourney.WithAttemptTimeout(0))
			err := call(t.Context(), c, tourney.ResponseInto(&response))
			<-closed
			require.ErrorContains(t, err, "101", class)
			require.Equal(t, 101, response.Status, class)
			require.Equal(t, int64(1), requests.Load(), class)
			require.Equal(t, !idempotentCalls[class], errors.Is(err, tourney.ErrOutcomeUnknown), class)
		}
	}
}

// TestProxiesThatHoldAConnection: a proxy that never connects ends with the deadline, and nothing was sent to the host.
func TestProxiesThatHoldAConnection(t *testing.T) {
	const switching = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"
	for name, says := range map[string]string{"silence": "", "101": switching} {
		address := listen(t, func(conn net.Conn) {
			r := bufio.NewReader(conn)
			if _, ok := taken(r); ok {
				utter(conn, says)
				_, _ = r.ReadByte()
			}
		})
		transport := &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: address})}
		c := clientOf(t, "https://host.example.com", tourney.WithHTTPClient(&http.Client{Transport: transport}), tourney.WithMaxConcurrent(1))
		for _, class := range []string{"read", "create", "charge"} {
			err := clienttest.ClassCalls[class](t.Context(), c, tourney.WithTimeout(30*time.Millisecond))
			require.Error(t, err, "%s: %s", name, class)
			require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown, "%s: %s", name, class)
		}
	}
}

// stubborn is a body of a user's transport. Its functions may ignore the end of the attempt.
type stubborn struct{ read, close func() }

// Read reads the whole answer at the second call.
func (s stubborn) Read([]byte) (int, error) { s.read(); return 0, io.EOF }

// Close closes the body.
func (s stubborn) Close() error { s.close(); return nil }

// TestTransportsThatIgnoreTheEnd: a user's transport, or the body of its answer, ignores the end of the attempt.
func TestTransportsThatIgnoreTheEnd(t *testing.T) {
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	block := func() { <-over }
	nothing := func() {}
	for name, answer := range map[string]func() (*http.Response, error){
		"the transport": func() (*http.Response, error) { block(); return nil, io.EOF },
		"Read": func() (*http.Response, error) {
			return &http.Response{StatusCode: 200, Header: http.Header{}, Body: stubborn{block, nothing}}, nil
		},
		"Read of nothing": func() (*http.Response, error) {
			empty := clienttest.ReadFunc(func([]byte) (int, error) { return 0, nil })
			return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(empty)}, nil
		},
		"Close": func() (*http.Response, error) {
			return &http.Response{StatusCode: 200, Header: http.Header{}, Body: stubborn{nothing, block}}, nil
		},
		"Close of a refusal": func() (*http.Response, error) {
			return &http.Response{StatusCode: 503, Header: http.Header{}, Body: stubborn{block, block}}, nil
		},
		"Close of a redirect": func() (*http.Response, error) {
			return &http.Response{StatusCode: 307, Header: http.Header{"Location": {"/x"}}, Body: stubborn{block, block}}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var well atomic.Bool
			transport := clienttest.Transport(func(*http.Request) (*http.Response, error) {
				if well.Load() {
					return clienttest.JSON(200, wholeBody), nil
				}
				return answer()
			})
			requireFree(t, name, &well, tourney.WithHTTPClient(&http.Client{Transport: transport}))
		})
	}
}

// TestATransportThatSendsLate: a create that a transport may send after its deadline is not sent again.
func TestATransportThatSendsLate(t *testing.T) {
	over, called := make(chan struct{}), atomic.Int64{}
	defer close(over)
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		called.Add(1)
		<-over
		return nil, io.EOF
	}}
	c := clientOf(t, "http://127.0.0.1", tourney.WithAttemptTimeout(30*time.Millisecond),
		tourney.WithHTTPClient(&http.Client{Transport: wrapper(detached).over(transport)}))
	require.ErrorIs(t, clienttest.ClassCalls["charge"](t.Context(), c), tourney.ErrOutcomeUnknown)
	require.Equal(t, int64(1), called.Load())
}
