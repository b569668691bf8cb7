// Package listen brings requests to a server and answers to clients. It has the listener and its connections, requests
// in the same process, the check of requests from the network, the calls under way, and the open sessions. It knows how
// an answer can end, but not what an answer contains. Faults end connections here: socketEndings in socket.go has the
// endings of sockets, and localErrors in bodies.go has the endings of requests in the same process. Limits in
// mockserver/options.go has the limit of sessions.
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

// Link is how clients reach a server: its listener, and the time in which it is unreachable.
type Link struct {
	Running *Running
	Main    *Link        // of the server of a session; nil when this is no session
	HTTP    *http.Server // nil when the server never listened
	Address net.Addr     // of the listener; nil when the server never listened
	secure  bool         // the listener uses https
	Trust   *tls.Config  // of clients over https; nil for the usual settings

	mu       sync.Mutex
	listener net.Listener  // nil while the listener is closed
	until    time.Time     // end of the time in which the server is unreachable
	over     chan struct{} // closed when that time ends early; nil while nobody waits
	closed   bool
	serving  sync.WaitGroup // the goroutines of the link
}

// Listen serves a handler at an address, with a certificate over https. The log gets the errors of connections.
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
	l.serving.Go(func() { // the error of Serve says that the listener was closed
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

// noAddress has the scheme with which clients may sign.
const noAddress = "https://" + noHost

// URL returns a URL with which this machine reaches the listener, also when it listens on all addresses of the machine.
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

// Drain stops listening, and waits until no connection has a request, at most until ctx ends.
func (l *Link) Drain(ctx context.Context) error {
	if l.HTTP == nil {
		return nil
	}
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	return l.HTTP.Shutdown(ctx)
}

// cut makes the server unreachable: it closes all connections, and listens again after d. A second cut never shortens
// the time, but a d of 0 or less makes the server reachable at once.
func (l *Link) cut(d time.Duration) { l.CutBut(nil, d) }

// CutBut does what cut does, but leaves one connection open for an answer.
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

// left returns how long the server is still unreachable, at least a moment.
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

// connKey is the key of the connection in the context of a request to the server's own listener.
type connKey struct{}

// ConnOf returns the connection of a request to the server's own listener, nil for other requests.
func ConnOf(ctx context.Context) net.Conn {
	conn, _ := ctx.Value(connKey{}).(net.Conn)
	return conn
}

// withConn is a ConnContext. It keeps the connection below TLS.
func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, belowTLS(c))
}

// Wrapped returns a handler inside the handlers of the option Wrap, nil when there are none. The first is the
// outermost.
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
