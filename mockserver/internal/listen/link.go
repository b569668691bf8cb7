// Package listen brings requests to a server and answers to clients. It contains the listener and its connections,
// requests in the same process, the checks of requests from the network, the list of calls that are running, and the
// open sessions. It knows how an answer can end, but not what an answer contains, apart from the page at / for people
// in welcome.go. Faults end connections in this package. For requests over sockets, see socketEndings in socket.go. For
// requests in the same process, see localErrors in bodies.go. The type Limits in mockserver/options.go contains the
// limit of sessions.
//
// The file extension.go has the types that mockserver exchanges with the packages admin and console, so that mockserver
// need not import these packages: a test without the admin API and the console compiles neither.
package listen

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Link is the way by which clients reach a server. It contains the listener, and the time until which a fault makes the
// server unreachable.
type Link struct {
	Running *Running
	Main    *Link        // for a session: the link of the session's server; else nil
	HTTP    *http.Server // nil if the server never listened
	Address net.Addr     // of the listener; nil when the server never listened
	secure  bool         // the listener uses https
	Trust   *tls.Config  // the TLS settings for clients over https; nil for Go's defaults

	mu       sync.Mutex
	listener net.Listener  // nil while the listener is closed
	until    time.Time     // end of the time in which the server is unreachable
	over     chan struct{} // closed when the time until ends early; nil while nobody waits
	closed   bool
	serving  sync.WaitGroup // the goroutines of the link
}

// Listen serves a handler at an address, with a certificate over https. It writes errors of connections to the log
// errs.
func (l *Link) Listen(address string, handler http.Handler, certificate *tls.Certificate, errs *log.Logger) error {
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", address)
	if err != nil {
		return fmt.Errorf("mockserver: %w", err)
	}
	protocols := &http.Protocols{}
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	l.Address = listener.Addr()
	l.HTTP = &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, ConnState: l.Running.track, ConnContext: withConn,
		Protocols: protocols, ErrorLog: errs,
	}
	if certificate != nil {
		l.secure = true
		protocols.SetHTTP2(true)
		l.HTTP.TLSConfig = &tls.Config{Certificates: []tls.Certificate{*certificate}, MinVersion: tls.VersionTLS12}
	}
	l.serveLocked(listener)
	return nil
}

// serveLocked accepts connections until the listener is closed.
func (l *Link) serveLocked(listener net.Listener) {
	l.listener = listener
	l.serving.Go(func() { // the error of Serve only means that the listener was closed
		if l.secure {
			_ = l.HTTP.ServeTLS(listener, "", "")
		} else {
			_ = l.HTTP.Serve(listener)
		}
	})
}

// noHost is the host of the URL of a server that does not listen. No name ends in invalid (RFC 2606, section 2), so a
// client without the server's transport fails at once, and reaches no other program.
const noHost = "mock.invalid"

// noAddress is the URL of a server that does not listen. It uses https, because clients refuse to sign other requests.
const noAddress = "https://" + noHost

// URL returns a URL with which this machine reaches the listener, even if the listener uses all addresses of the
// machine.
func (l *Link) URL() string {
	scheme := "http://"
	if l.secure {
		scheme = "https://"
	}
	if l.Address == nil {
		return noAddress
	}
	name, port, err := net.SplitHostPort(l.Address.String())
	if err != nil {
		return scheme + l.Address.String()
	}
	if ip := net.ParseIP(name); ip != nil && ip.IsUnspecified() {
		name = "localhost"
	}
	return scheme + net.JoinHostPort(name, port)
}

// Transport returns a transport for clients of the listener. It also works for a listener that starts later.
func (l *Link) Transport() *http.Transport {
	return &http.Transport{DialTLSContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		return (&tls.Dialer{Config: l.Trust}).DialContext(ctx, network, address)
	}}
}

// Drain stops listening. Then it waits until every connection is idle, but no longer than until ctx ends.
func (l *Link) Drain(ctx context.Context) error {
	if l.HTTP == nil {
		return nil
	}
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	return l.HTTP.Shutdown(ctx)
}

// cut makes the server unreachable: it closes all connections, and listens again after d. A second cut with a shorter
// time changes nothing, except that a d of 0 or less makes the server reachable at once.
func (l *Link) cut(d time.Duration) { l.CutBut(nil, d) }

// CutBut makes the server unreachable as cut does, but leaves the connection kept open, so that its answer arrives.
func (l *Link) CutBut(kept net.Conn, d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if d <= 0 {
		l.endLocked()
		return
	}
	until := time.Now().Add(d)
	if l.closed || !until.After(l.until) {
		return
	}
	l.until = until
	if l.listener == nil {
		return // nothing listens, or the listener is already closed
	}
	_ = l.listener.Close()
	l.listener = nil
	l.Running.closeConns(kept)
	over := make(chan struct{})
	l.over = over
	l.serving.Go(func() { l.reopen(over) })
}

// endLocked makes the server reachable. It listens before it returns, unless another program took the port.
func (l *Link) endLocked() {
	l.until = time.Time{}
	if l.over == nil {
		return
	}
	close(l.over)
	l.over = nil
	l.listenLocked()
}

// IsCut reports whether the server is unreachable.
func (l *Link) IsCut() bool {
	if l.Main != nil && l.Main.IsCut() {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.until.IsZero() && time.Now().Before(l.until)
}

// reopenWait is the wait before another try to listen, when another program took the port.
const reopenWait = 10 * time.Millisecond

// reopen listens again when the time is over, unless the server closes first.
func (l *Link) reopen(over <-chan struct{}) {
	for wait := l.left(); wait > 0; wait = l.listenAgain() {
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-over:
			over = nil
		case <-l.Running.closing:
			timer.Stop()
			return
		}
		timer.Stop()
	}
}

// left returns how long the server is still unreachable. The result is always positive.
func (l *Link) left() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(time.Until(l.until), 1)
}

// listenAgain listens at the earlier address. It returns the wait before another try, 0 when no other try is needed.
func (l *Link) listenAgain() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if left := time.Until(l.until); left > 0 {
		return left
	}
	l.over = nil
	return l.listenLocked()
}

// listenLocked listens at the earlier address, unless the server already listens or is closed. It returns the wait
// before another try, 0 when no other try is needed.
func (l *Link) listenLocked() time.Duration {
	if l.closed || l.listener != nil {
		return 0
	}
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", l.Address.String())
	if err != nil {
		return reopenWait
	}
	l.serveLocked(listener)
	return 0
}

// Close closes the listener and all connections. After Close there are no new connections.
func (l *Link) Close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	if l.HTTP != nil {
		_ = l.HTTP.Close()
	}
	l.serving.Wait()
}

type connKey struct{}

// ConnOf returns the connection of a request to the server's own listener, nil for other requests.
func ConnOf(ctx context.Context) net.Conn {
	conn, _ := ctx.Value(connKey{}).(net.Conn)
	return conn
}

// withConn is a ConnContext. It puts the connection into the context. For https that is the TCP connection below TLS.
func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, belowTLS(c))
}

// Wrapped returns h inside the handlers of the option Wrap, of which the first is the outermost. It returns nil if
// there are none.
func Wrapped(h http.Handler, wraps []func(http.Handler) http.Handler) (http.Handler, error) {
	if len(wraps) == 0 {
		return nil, nil //nolint:nilnil // there is no handler and no error
	}
	for _, wrap := range slices.Backward(wraps) {
		if h = wrap(h); h == nil {
			return nil, errors.New("mockserver: Wrap: the function returned no handler")
		}
	}
	return h, nil
}
