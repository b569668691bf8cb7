package mockserver

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/listen"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// Start returns a server that listens on a free loopback port until the test ends. If the test fails, its log shows the
// last requests, what was wrong with each, and the faults that fired.
func Start(t TB, h tourney.Host, opts ...Option) *Server {
	t.Helper()
	s, err := New(h, append(slices.Clip(opts), logNotes(t.Logf))...)
	if err != nil {
		t.Fatalf("mockserver.Start: %s", refusal.WithoutPackage(err))
		return nil
	}
	if err := s.Listen("127.0.0.1:0"); err != nil {
		t.Fatalf("mockserver.Start: %s", refusal.WithoutPackage(err))
		return nil
	}
	inner(s).endWith(t)
	return s
}

// endWith closes the server when a test ends.
func (s *server) endWith(t TB) {
	t.Cleanup(func() {
		if !s.close() {
			t.Logf("mockserver: a request was still under way %v after Close: a function of the test hangs", listen.CloseTime)
		}
		if t.Failed() {
			t.Logf("%s", reportOf(s.journal))
		}
	})
}

// Listen makes the server listen on an address, such as 127.0.0.1:8080, until Close.
//
//go:noinline
func (s *Server) Listen(address string) error { return inner(s).listen("Listen", address, nil) }

// ListenTLS is Listen over https, with a certificate. It speaks HTTP/1.1 and HTTP/2. Clients of Client trust the
// certificate, also when nobody else does.
func (s *Server) ListenTLS(address string, certificate tls.Certificate) error {
	if len(certificate.Certificate) == 0 || certificate.PrivateKey == nil {
		return errors.New("mockserver: ListenTLS: the certificate is empty: expected one with its private key")
	}
	return inner(s).listen("ListenTLS", address, &certificate)
}

// listen listens for a method, without a certificate over http.
func (s *server) listen(method, address string, certificate *tls.Certificate) error {
	if s.link.HTTP != nil || s.running.IsClosed() {
		return errors.New("mockserver: the server is listening already, or was closed")
	}
	if certificate != nil {
		leaf, err := x509.ParseCertificate(certificate.Certificate[0])
		if err != nil {
			return errors.New("mockserver: " + method + ": the certificate cannot be read: " + err.Error())
		}
		s.link.Trust = trusting(leaf)
	}
	if err := s.link.Listen(address, http.HandlerFunc(s.serveHTTP), certificate, s.options.errorLog); err != nil {
		return err
	}
	s.transport = s.link.Transport()
	return nil
}

// trusting returns the settings of a client that trusts one certificate, under the name that it has.
func trusting(leaf *x509.Certificate) *tls.Config {
	roots, name := x509.NewCertPool(), ""
	roots.AddCert(leaf)
	if len(leaf.DNSNames) > 0 {
		name = leaf.DNSNames[0]
	} else if len(leaf.IPAddresses) > 0 {
		name = leaf.IPAddresses[0].String()
	}
	return &tls.Config{RootCAs: roots, ServerName: name, MinVersion: tls.VersionTLS12}
}

// Addr returns the address on which the server listens, nil while it does not.
//
//go:noinline
func (s *Server) Addr() net.Addr { return inner(s).link.Address }

// Shutdown is Close for a server with clients that shall get their answers. It stops listening, waits until the
// requests over its listener have ended or ctx ends, and closes the server. It returns the error of ctx when that ended
// first. Requests of the admin API that wait, and streams of events, end at once.
func (s *Server) Shutdown(ctx context.Context) error {
	in := inner(s)
	in.running.EndWaits()
	for _, name := range in.sessions.Names() {
		if session, ok := in.sessions.Find(name); ok {
			session.running.EndWaits()
		}
	}
	err := in.link.Drain(ctx)
	s.Close()
	return err
}

// TB is the part of *testing.T, *testing.B and *testing.F that Start needs.
type TB interface {
	Helper()
	Cleanup(func())
	Failed() bool
	Logf(format string, args ...any)
	Fatalf(format string, args ...any)
}
