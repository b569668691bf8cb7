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
	"github.com/tourney-go/tourney/mockserver/internal/direct"
	"github.com/tourney-go/tourney/mockserver/internal/listen"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
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

func (s *server) endWith(t TB) {
	t.Cleanup(func() {
		if !s.close() {
			t.Logf("mockserver: a request was still under way %v after Close: a function of the test hangs", listen.CloseTime)
		}
		if t.Failed() {
			t.Logf("%s", s.Journal.Report())
		}
	})
}

// Listen makes the server listen on an address, such as 127.0.0.1:8080, until Close.
//
//go:noinline
func (s *Server) Listen(address string) error { return inner(s).listen("Listen", address, nil) }

// ListenTLS is Listen over https, with a certificate. The server speaks HTTP/1.1 and HTTP/2. The clients that
// [World.Client] returns trust the certificate, also when nobody else does.
func (s *Server) ListenTLS(address string, certificate tls.Certificate) error {
	if len(certificate.Certificate) == 0 || certificate.PrivateKey == nil {
		return errors.New("mockserver: ListenTLS: the certificate is empty: expected one with its private key")
	}
	return inner(s).listen("ListenTLS", address, &certificate)
}

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

// trusting returns the settings of a client that trusts one certificate, under the name in the certificate.
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

// Shutdown closes a server after its clients got their answers. It stops listening, waits until the requests over the
// listener have ended or ctx ends, and closes the server. It returns the error of ctx when ctx ended first. Requests of
// the admin API that wait, and streams of events, end at once.
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

func (s *server) Client(opts []tourney.Option) *tourney.Client {
	hc := &http.Client{Transport: transportFunc(s.main.roundTrip)}
	if s.main.link.Address != nil {
		hc.Transport = s.transport
	}
	own := []tourney.Option{tourney.WithHTTPClient(hc)}
	if s.options.verifier != nil {
		keys, _ := s.Keys("")
		own = append(own, tourney.WithSigner(s.Responder.Signatures.Signer()), tourney.WithCredentials(keys))
	}
	return mustClient(s.URL(), s.profile.Profile, append(own, opts...))
}

// transportFunc is a function that answers requests without a socket.
type transportFunc func(*http.Request) (*http.Response, error)

// RoundTrip answers a request.
func (f transportFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// mustClient returns a client for the method Client. It panics if an option is wrong.
func mustClient(target string, p tourney.Profile, opts []tourney.Option) *tourney.Client {
	client, err := tourney.New(target, p, opts...)
	if err != nil {
		panic(refusal.Errorf("Client", "%s", refusal.WithoutPackage(err)))
	}
	return client
}

// SessionHeader is the header with the name of the session that a request is for. A request without it, and without
// the prefix of a session in its path, is for the main world: the rows, the clock, the faults and the journal of the
// server that New or Start returned.
const SessionHeader = wire.SessionHeader // X-Mock-Session

func (s *server) StartSession(t TB) *World {
	t.Helper()
	session, err := s.open("")
	if err != nil {
		t.Fatalf("%s", refusal.Wrap("StartSession", err))
		return nil
	}
	session.endWith(t)
	return session.public
}

func (s *server) NewSession(name string) (*World, error) {
	session, err := s.open(name)
	if err != nil {
		return nil, refusal.Wrap("NewSession", err)
	}
	return session.public, nil
}

func (s *server) Sessions() []string { return s.main.sessions.Names() }

func (s *server) EndSession(name string) error {
	return refusal.Wrap("EndSession", s.endSession(name))
}

// endSession ends the session with a name. It refuses to end s itself.
func (s *server) endSession(name string) error {
	session, ok := s.main.sessions.Find(name)
	switch {
	case !ok:
		return refusal.NoneNamed("session", name, s.Sessions())
	case session == s:
		return errors.New("the session " + name + " cannot end itself: Close ends it")
	}
	session.close()
	return nil
}

// open opens a session that begins with what s has now.
func (s *server) open(name string) (*server, error) {
	if err := s.openable(name); err != nil {
		return nil, err
	}
	session := &server{profile: s.profile, options: s.options, main: s.main, transport: s.main.link.Transport()}
	session.World = s.World.Fork()
	session.Access = &direct.Access{Versions: session.State, Time: session.Clock, Rules: s.Rules, Dangling: s.Dangling}
	session.public = session.asWorld()
	session.running.Begin()
	session.Responder.Late.Enter = session.running.Do
	session.link.Running, session.link.Main = &session.running, &s.main.link
	session.admin = session.adminHandler()
	publish := func(name string) { session.name, session.Journal.Session = name, name }
	if err := s.main.sessions.Add(name, session, publish); err != nil {
		return nil, err
	}
	return session, nil
}

// openable returns an error when s can have no session with the name.
func (s *server) openable(name string) error {
	switch {
	case s.running.IsClosed() && s.name != "":
		return errors.New("the session " + s.name + " has ended")
	case s.running.IsClosed():
		return errors.New("the server is closed")
	case name == "":
		return nil
	}
	if problem := wire.SessionNameProblem(name); problem != "" {
		return errors.New("the name " + problem)
	}
	return nil
}

func (s *server) SessionName() string { return s.name }
