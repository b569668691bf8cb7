package mockserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"

	"github.com/tourney-go/tourney"
)

// Server serves the interface of one host from memory. [New] and [Start] make servers. It is a [World] that listens, an
// [http.Handler], and an [http.RoundTripper] for clients in the same process. It is safe for concurrent use.
type Server struct {
	*World

	inside inside
}

// inside is a *server, a *version or a builder: see anyWorld. Methods of Server with short bodies are not inlined,
// because their callers would take in the types behind it, too.
type inside interface{ inside() }

// server is what a Server holds.
type server struct {
	public *World // whose inside this is

	profile Profile
	options options

	main     *server           // the server of a session; of others itself
	name     string            // of a session; "" for others
	sessions sessions[*server] // of the main server

	*world
	*direct

	prepared *prepared   // the rows to start with
	data     *dataKeeper // nil without a data file

	running running
	admin   http.HandlerFunc // of the admin API; nil without it

	link      link
	transport *http.Transport // of clients of the listener
	wrapped   http.Handler    // nil without the option Wrap
}

func (*server) inside() {}

// inner returns what a Server holds.
func inner(s *Server) *server { return s.inside.(*server) }

// New returns a server that does not listen. It is an http.Handler, and an http.RoundTripper for clients in the same
// process. It serves the interface as the host does: a Variant, a tourney.Profile, or a [Profile], over which the
// options win.
func New(h tourney.Host, opts ...Option) (*Server, error) {
	profile, err := hostProfile(h)
	if err != nil {
		return nil, errors.New("mockserver: " + withoutPackage(err))
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
	o.settings.keys = keyRules{profile.KeyLifetime, profile.KeyOverlap, o.seed}
	if o.signatures, err = newSignatures(o.verifier, profile.ClockSkew); err != nil {
		return nil, err
	}
	s := &server{profile: profile, options: o, sessions: sessions[*server]{limit: o.limits.Sessions}}
	s.main = s
	clock := &clock{base: o.settings.now}
	if clock.base == nil {
		clock.base = o.scenario.begins
	}
	t := newTables(profile.row(), &o.settings, o.admin.api != nil, o.limits.EncodedRows, signerNames(o.verifier))
	s.world = newWorld(t, &o, clock)
	s.direct = &direct{s.state, clock, o.settings.keys, o.dangling}
	s.public = s.asWorld()
	s.running.begin()
	s.link.running = &s.running
	if s.wrapped, err = wrapped(http.HandlerFunc(s.unwrap), o.wraps); err != nil {
		return nil, err
	}
	s.admin = o.admin.handler(s.forAdmin())
	s.start, s.inhabited = s.scenario, s.withAccounts
	s.prepared = builtScenarios.find(s.responder.variant, o.choice())
	if s.prepared, err = s.prepared.withFixtures(s.responder.variant, s.state, o.choice(), o.fixtures, o.dangling); err != nil {
		return nil, fmt.Errorf("mockserver: Fixtures: %w", err)
	}
	if o.data.path == "" {
		s.state.begin(s.start())
	} else if err := s.openData(); err != nil {
		return nil, err
	}
	return &Server{s.public, s}, nil
}

func (s *server) URL() string { return s.main.link.url() + s.path() }

// path returns the path of the URL: "" for the main world.
func (s *server) path() string {
	if s.name == "" {
		return ""
	}
	return sessionPath + s.name
}

func (s *server) Close() { s.close() }

// close closes the server, and reports whether everything has ended.
func (s *server) close() bool {
	s.main.sessions.remove(s.name)
	s.running.answerWaits()
	s.running.stopAccepting()
	sessions := s.sessions.end((*server).close)
	if s.transport != nil {
		s.transport.CloseIdleConnections()
	}
	s.link.close()
	ended := s.running.wait() // beside the waits of the sessions
	ended = sessions.wait() && ended
	s.journal.ring.Close()
	s.closeData()
	return ended
}

func (s *server) Profile() Profile { return s.profile.clone() }

// scenario returns the rows and the accounts that the server starts with.
func (s *server) scenario() *version {
	return s.withAccounts(s.prepared.fork(s.responder.variant, s.options.choice()))
}

// openData makes the server start with the rows of its data file, and keep its rows there.
func (s *server) openData() error {
	k, read, err := openDataKeeper(s.options.data, savedHostOf(&s.profile.Profile), s.responder.variant)
	if err != nil {
		return err
	}
	var st *version
	if read == nil {
		st = s.start()
		if err := k.replace(st); err != nil {
			return errors.Join(k.named(err), k.file.Close())
		}
	} else {
		st = s.withAccounts(newVersion(s.responder.variant))
		st.hands, st.began = s.options.settings.HandNames, &beginning{s.options.scenario.name, s.options.seed}
		read.replace(st)
		st.number = read.write
	}
	s.state.begin(st)
	s.data, s.state.keep, s.state.tell = k, k.keep, k.tell
	k.tell()
	return nil
}

// closeData lets other servers open the data file.
func (s *server) closeData() {
	if s.data == nil {
		return
	}
	s.state.guard()
	s.data.close(&s.state.writing)
}

// withAccounts returns a version with the accounts of the options.
func (s *server) withAccounts(fresh *version) *version {
	for _, a := range s.options.accounts {
		fresh.addAccount(a, s.clock.Now(), s.options.settings.keys)
	}
	return fresh
}

func (s *server) Reset() { s.reset() }

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
	served, body := s.running.localRequest(inside)
	defer func() { _ = body.Close() }()
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	if !s.running.enter(&body.call, body) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errClosed}
	}
	defer s.running.leave(&body.call)
	if s.link.isCut() {
		return nil, errUnreachable
	}
	m := newRecorder(req, &s.link)
	m.serve(func(w http.ResponseWriter) {
		if refused != nil {
			s.turnAway(m, w, served, refused)
			return
		}
		s.pass(m, w, served)
	})
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	if body.broke && s.running.isClosed() {
		return nil, errClosed
	}
	return m.response(req)
}

// ServeHTTP answers a request of the interface. It refuses requests that a page of another origin makes in a browser,
// and requests for a host name that is not this server's: see AllowHosts. A fault that ends a connection makes it panic
// with http.ErrAbortHandler, as net/http wants it.
//
//go:noinline
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) { inner(s).serveHTTP(w, req) }

func (s *server) serveHTTP(w http.ResponseWriter, req *http.Request) {
	to, served, refused := s.addressed(req)
	if to != s {
		to.serveHTTP(w, req)
		return
	}
	m := &socket{w: w, req: req, link: &s.link}
	if !s.running.enter(&m.call, m) {
		a := newAnswer(m, req)
		a.refuse(&refusal{items: []item{{tourney.CodeUnavailable, "the server or the session is closed"}}})
		a.encode()
		a.write(w)
		return
	}
	defer s.running.leave(&m.call)
	if s.link.isCut() {
		m.end(w, finish{ending: dropped})
	}
	visitors := &s.options.visitors
	if stranger := visitors.refuse(req, s.main.link.address); stranger != nil {
		refused = stranger
	} else if visitors.foreign.let(w, req) {
		return
	}
	if refused != nil {
		s.turnAway(m, w, served, refused)
		return
	}
	s.pass(m, w, served)
}

// addressed returns the server or the session that a request is for, and the request without the prefix of the session.
func (s *server) addressed(req *http.Request) (to *server, inside *http.Request, refused *refusal) {
	name, inside, refused := sessionOf(req)
	switch {
	case refused != nil || name == "" || name == s.name:
		return s, inside, refused
	case s.name != "":
		message := fmt.Sprintf("the request is for the session %s, and came to %s", shownSession(name), s.name)
		return s, inside, forbidden(message)
	}
	if session, ok := s.sessions.find(name); ok {
		return session, inside, nil
	}
	message := fmt.Sprintf("there is no session %s: it has ended, or was never opened", shownSession(name))
	return s, req, forbidden(message)
}

// turnAway refuses a request that the server does not let in. No journal has it when it is one of the admin API.
func (s *server) turnAway(m medium, w http.ResponseWriter, req *http.Request, refused *refusal) {
	a := newAnswer(m, req).refuse(refused)
	a.encode()
	if s.options.admin.console != nil {
		showRefusal(a, refused, s.options.visitors.knows(req, s.main.link.address))
	}
	if s.admin != nil && isAdmin(withoutPrefix(req).URL) {
		s.journal.tell(a)
		a.write(w)
		return
	}
	s.deliver(w, a)
}

// forAdmin returns what the admin API needs of the server.
func (s *server) forAdmin() adminServer {
	return adminServer{s, &s.running, func(req *http.Request, why *refusal) {
		s.journal.tell(newAnswer(nil, req).refuse(why))
	}}
}

// passageKey is the key of the passage in the context of a request that goes through the handlers of Wrap.
type passageKey struct{}

// passage is where a request goes behind the handlers of Wrap.
type passage struct {
	medium medium
	to     *server
}

// unwrap serves a request that came through the handlers of Wrap. They can give it another context. Its header then
// tells the session.
func (s *server) unwrap(w http.ResponseWriter, req *http.Request) {
	if p, ok := req.Context().Value(passageKey{}).(passage); ok {
		p.to.serve(p.medium, w, req)
		return
	}
	to, inside, refused := s.addressed(req)
	m := &socket{w: w, req: req, link: &to.link}
	if refused != nil {
		to.turnAway(m, w, inside, refused)
		return
	}
	to.serve(m, w, inside)
}

// pass serves a request, through the handlers of Wrap if there are any.
func (s *server) pass(m medium, w http.ResponseWriter, req *http.Request) {
	if s.admin != nil && isAdmin(req.URL) {
		s.admin(w, req)
		return
	}
	guide := &guide{s.profile.Name, s.name, s.options.admin.console != nil, s.admin != nil, s.responder}
	if guide.answers(w, req) {
		return
	}
	within := s.main.wrapped
	if within == nil {
		s.serve(m, w, req)
		return
	}
	within.ServeHTTP(w, req.WithContext(context.WithValue(req.Context(), passageKey{}, passage{m, s})))
}

func (s *server) serve(m medium, w http.ResponseWriter, req *http.Request) {
	s.deliver(w, s.responder.answer(m, req))
}

// deliver notes an answer in the journal and writes it.
func (s *server) deliver(w http.ResponseWriter, a *answer) {
	s.relied.note(a.assumed)
	a.hint = s.options.visitors.hint(a.request)
	a.session = s.name
	s.journal.add(a)
	a.write(w)
}
