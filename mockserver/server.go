package mockserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/direct"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/listen"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/respond"
	"github.com/tourney-go/tourney/mockserver/internal/savefile"
	"github.com/tourney-go/tourney/mockserver/internal/scenario"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/mockserver/internal/world"
)

// Server serves the interface of one host from memory. [New] and [Start] make servers. It is a [World] that listens, an
// [http.Handler], and an [http.RoundTripper] for clients in the same process. It is safe for concurrent use. The zero
// Server has no World: its methods panic, and say what to call.
type Server struct {
	*World

	inside inside
}

// inside is a *server: see anyWorld. With a *server in place of it, a test that names a Server takes two and a half
// times as long to compile. Methods of Server with short bodies are not inlined, because the compiler would then read
// the types behind inside for each of their callers.
type inside interface{ inside() }

// server is what a Server holds.
type server struct {
	public *World // the World whose field inside is this server

	profile Profile
	options options

	main     *server                  // the server of a session; a server that is no session has itself here
	name     string                   // of a session; "" for a server that is no session
	sessions listen.Sessions[*server] // of the main server

	*world.World
	*direct.Access

	prepared *scenario.Prepared // the rows to start with
	data     *savefile.Keeper   // nil without a data file

	running listen.Running
	admin   http.HandlerFunc // of the admin API; nil without the admin API

	link      listen.Link
	transport *http.Transport // of clients of the listener
	wrapped   http.Handler    // nil without the option Wrap
}

func (*server) inside() {}

func inner(s *Server) *server { return made(cmp.Or(s, new(Server)).inside).(*server) }

// New returns a server that does not listen. It is an [http.Handler], and an [http.RoundTripper] for clients in the
// same process. It serves the interface as the host does: a Variant, a [tourney.Profile], or a [Profile]. Options
// replace what the Profile has.
func New(h tourney.Host, opts ...Option) (*Server, error) {
	profile, err := hostProfile(h)
	if err != nil {
		return nil, errors.New("mockserver: " + refusal.WithoutPackage(err))
	}
	o, err := optionsOf(profile)
	if err != nil {
		return nil, err
	}
	for _, opt := range opts {
		if opt.set == nil {
			return nil, errors.New("mockserver: an option is the zero Option")
		}
		if err := opt.set(&o); err != nil {
			return nil, err
		}
	}
	if err := o.settle(); err != nil {
		return nil, err
	}
	o.settings.Keys = model.KeyRules{Lifetime: profile.KeyLifetime, Overlap: profile.KeyOverlap, Seed: o.seed}
	if o.signatures, err = respond.NewSignatures(o.verifier, profile.ClockSkew); err != nil {
		return nil, err
	}
	s := &server{profile: profile, options: o, sessions: listen.Sessions[*server]{Limit: o.limits.Sessions}}
	s.main = s
	clock := &history.Clock{Base: o.settings.Now}
	if clock.Base == nil {
		clock.Base = o.choice().Scenario.Begins
	}
	t := respond.NewTables(profile.row(), &o.settings, o.admin.serve != nil, o.limits.EncodedRows)
	s.World = world.New(t, o.world(), clock)
	s.Access = &direct.Access{Versions: s.State, Time: clock, Rules: o.settings.Keys, Dangling: o.dangling}
	s.public = s.asWorld()
	s.running.Begin()
	s.Responder.Late.Enter = s.running.Do
	s.link.Running = &s.running
	if s.wrapped, err = listen.Wrapped(http.HandlerFunc(s.unwrap), o.wraps); err != nil {
		return nil, err
	}
	s.admin = s.adminHandler()
	s.Start, s.Inhabited = s.scenario, s.withAccounts
	if s.prepared, err = prepared(&o, profile.Name, s.Responder.Variant); err != nil {
		return nil, fmt.Errorf("mockserver: Fixtures: %w", err)
	}
	if o.data.Path == "" {
		s.State.Begin(s.Start())
	} else if err := s.openData(); err != nil {
		return nil, err
	}
	return &Server{s.public, s}, nil
}

func (s *server) URL() string { return s.main.link.URL() + s.path() }

// path returns the path of the URL: "" for the main world.
func (s *server) path() string {
	if s.name == "" {
		return ""
	}
	return wire.SessionPath + s.name
}

func (s *server) ResetAll() {
	s.Reset() // first, because it can refuse
	s.ClearFaults()
	s.public.Calls.Clear()
}

func (s *server) Close() { s.close() }

// close closes the server, and reports whether everything has ended.
func (s *server) close() bool {
	s.main.sessions.Remove(s.name)
	s.running.AnswerWaits()
	s.running.StopAccepting()
	sessionsEnd := s.sessions.End((*server).close)
	if s.transport != nil {
		s.transport.CloseIdleConnections()
	}
	s.link.Close()
	ended := s.running.Wait() // while the sessions wait too
	ended = sessionsEnd() && ended
	s.Responder.Late.Drop()
	s.Journal.Close()
	s.closeData()
	return ended
}

func (s *server) Profile() Profile { return s.profile.clone() }

// scenario returns the rows and the accounts that the server starts with.
func (s *server) scenario() *model.Version {
	return s.withAccounts(s.prepared.Fork(s.Responder.Variant, s.options.choice()))
}

// openData makes the server start with the rows of its data file, and keep its rows there.
func (s *server) openData() error {
	k, read, err := savefile.OpenKeeper(s.options.data, savefile.HostOf(&s.profile.Profile), s.Responder.Variant)
	if err != nil {
		return err
	}
	var st *model.Version
	if read == nil {
		st = s.Start()
		if err := k.Replace(st); err != nil {
			return errors.Join(k.Named(err), k.File.Close())
		}
	} else {
		st = s.withAccounts(model.NewVersion(s.Responder.Variant))
		st.Hands = s.options.settings.HandNames
		st.Began = &model.Beginning{Scenario: s.options.scenario.Name, Seed: s.options.seed, Moved: s.options.moved}
		read.Replace(st)
		st.Number = read.Write
	}
	s.State.Begin(st)
	s.data, s.State.Keep, s.State.Tell = k, k.Keep, k.Tell
	k.Tell()
	return nil
}

// closeData lets other servers open the data file.
func (s *server) closeData() {
	if s.data != nil {
		s.State.Alone(s.data.Close)
		s.data.Tell()
	}
}

func (s *server) withAccounts(fresh *model.Version) *model.Version {
	for _, a := range s.options.accounts {
		fresh.AddAccount(a, s.Clock.Now(), s.options.settings.Keys)
	}
	return fresh
}

// RoundTrip answers a request without a socket. After Close, and while the server is unreachable, it returns the error
// of a refused connection.
//
//go:noinline
func (s *Server) RoundTrip(req *http.Request) (*http.Response, error) { return inner(s).roundTrip(req) }

func (s *server) roundTrip(req *http.Request) (*http.Response, error) {
	to, inside, refused := s.addressed(req)
	if to != s {
		return to.roundTrip(req)
	}
	served, body := s.running.LocalRequest(inside)
	defer func() { _ = body.Close() }()
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	if !s.running.Enter(&body.Call, body) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: refusal.ErrClosed}
	}
	defer s.running.Leave(&body.Call)
	if s.link.IsCut() {
		return nil, listen.ErrUnreachable
	}
	m := listen.NewRecorder(req, &s.link)
	m.Serve(func(w http.ResponseWriter) {
		if refused != nil {
			s.turnAway(m, w, served, refused)
			return
		}
		s.pass(m, w, served)
	})
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	if body.Broke && s.running.IsClosed() {
		return nil, refusal.ErrClosed
	}
	return m.Response(req)
}

// ServeHTTP answers a request of the interface. It refuses requests that a page of another origin makes in a browser,
// and requests for a host name that is not this server's: see [AllowHosts]. A fault that ends a connection makes
// ServeHTTP panic with [http.ErrAbortHandler], as net/http expects.
//
//go:noinline
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) { inner(s).serveHTTP(w, req) }

func (s *server) serveHTTP(w http.ResponseWriter, req *http.Request) {
	to, served, refused := s.addressed(req)
	if to != s {
		to.serveHTTP(w, req)
		return
	}
	m := &listen.Socket{W: w, Req: req, Link: &s.link}
	if !s.running.Enter(&m.Call, m) {
		a := respond.NewAnswer(m, req)
		a.Refuse(refusal.Because(0, tourney.CodeUnavailable, "the server or the session is closed"))
		a.Encode()
		a.Write(w)
		return
	}
	defer s.running.Leave(&m.Call)
	if s.link.IsCut() {
		m.End(w, respond.Finish{Ending: respond.EndDropped})
	}
	visitors := &s.options.visitors
	if stranger := visitors.Refuse(req); stranger != nil {
		refused = stranger
	} else if visitors.CORS(w, req) {
		return
	}
	if refused != nil {
		s.turnAway(m, w, served, refused)
		return
	}
	s.pass(m, w, served)
}

// addressed returns the server or the session that a request is for, and the request without the prefix of the session.
func (s *server) addressed(req *http.Request) (to *server, inside *http.Request, refused *refusal.Refusal) {
	name, inside, refused := wire.SessionOf(req)
	switch {
	case refused != nil || name == "" || name == s.name:
		return s, inside, refused
	case s.name != "":
		message := fmt.Sprintf("the request is for the session %s, and came to %s", wire.ShownSession(name), s.name)
		return s, inside, refusal.Forbidden(message)
	}
	if session, ok := s.sessions.Find(name); ok {
		return session, inside, nil
	}
	message := fmt.Sprintf("there is no session %s: it has ended, or was never opened", wire.ShownSession(name))
	return s, req, refusal.Forbidden(message)
}

// turnAway refuses a request that the server does not let in. The journal does not have a request of the admin API.
func (s *server) turnAway(m respond.Medium, w http.ResponseWriter, req *http.Request, refused *refusal.Refusal) {
	a := respond.NewAnswer(m, req).Refuse(refused)
	a.Encode()
	if s.options.admin.console != nil {
		listen.ShowRefusal(a, refused, s.options.visitors.Knows(req), s.options.admin.console)
	}
	if s.admin != nil && wire.IsAdmin(wire.WithoutPrefix(req).URL) {
		s.Journal.Tell(a)
		a.Write(w)
		return
	}
	s.deliver(w, a)
}

// passageKey is the key of the passage in the context of a request that goes through the handlers of Wrap.
type passageKey struct{}

// passage is the server or session that answers a request after the handlers of Wrap.
type passage struct {
	medium respond.Medium
	to     *server
}

// unwrap serves a request that came through the handlers of Wrap. When a handler gave the request another context, the
// header of the request names the session.
func (s *server) unwrap(w http.ResponseWriter, req *http.Request) {
	if p, ok := req.Context().Value(passageKey{}).(passage); ok {
		p.to.serve(p.medium, w, req)
		return
	}
	to, inside, refused := s.addressed(req)
	m := &listen.Socket{W: w, Req: req, Link: &to.link}
	if refused != nil {
		to.turnAway(m, w, inside, refused)
		return
	}
	to.serve(m, w, inside)
}

// pass serves a request, through the handlers of Wrap if there are any.
func (s *server) pass(m respond.Medium, w http.ResponseWriter, req *http.Request) {
	if s.admin != nil && wire.IsAdmin(req.URL) {
		s.admin(w, req)
		return
	}
	guide := &listen.Guide{
		Host: s.profile.Name, Session: s.name, Console: s.options.admin.console != nil, Admin: s.admin != nil,
		Responder: s.Responder,
	}
	if guide.Answers(w, req) {
		return
	}
	within := s.main.wrapped
	if within == nil {
		s.serve(m, w, req)
		return
	}
	within.ServeHTTP(w, req.WithContext(context.WithValue(req.Context(), passageKey{}, passage{m, s})))
}

func (s *server) serve(m respond.Medium, w http.ResponseWriter, req *http.Request) {
	s.deliver(w, s.Responder.Answer(m, req))
}

// deliver adds an answer to the journal and writes it to the client.
func (s *server) deliver(w http.ResponseWriter, a *respond.Answer) {
	s.Relied.Note(a.Assumed)
	a.Hint = s.options.visitors.Hint(a.Request)
	a.Session = s.name
	s.Journal.Add(a)
	a.Write(w)
}
