package mockserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"

	"github.com/tourney-go/tourney"
)

// Server serves the interface of one host from memory. New and Start make servers, and NewSession sessions of a server.
// A Server is safe for concurrent use.
type Server struct{ inside inside }

// server is what a Server holds.
type server struct {
	public *Server // whose inside this is

	profile tourney.Profile
	options options

	main     *server           // the server of a session; of others itself
	name     string            // of a session; "" for others
	sessions sessions[*server] // of the main server

	*world

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
// process. It serves the interface as the host does: a Variant, or a Profile, over which the options win.
func New(h tourney.Host, opts ...Option) (*Server, error) {
	profile, err := tourney.ProfileOf(h)
	if err != nil {
		return nil, errors.New("mockserver: " + withoutPackage(err))
	}
	o, err := defaultsOf(profile)
	if err != nil {
		return nil, err
	}
	for _, opt := range opts {
		if opt == nil {
			return nil, errors.New("mockserver: an option is nil")
		}
		if err := opt(&o); err != nil {
			return nil, err
		}
	}
	if err := o.settle(); err != nil {
		return nil, err
	}
	if err := tourney.RegisterWonBy(profile.WonBy...); err != nil {
		return nil, errors.New("mockserver: Profile.WonBy: " + withoutPackage(err))
	}
	o.settings.keys.seed = o.seed
	if o.signatures, err = newSignatures(o.verifier, o.skew); err != nil {
		return nil, err
	}
	s := &server{profile: profile, options: o, sessions: sessions[*server]{limit: o.sessions}}
	s.public = &Server{s}
	s.main = s
	clock := &Clock{base: o.settings.now}
	if clock.base == nil {
		clock.base = o.scenario.begins
	}
	s.world = newWorld(newTables(rowOf(profile), &o), &o, clock)
	s.running.begin()
	s.link.running = &s.running
	if s.wrapped, err = wrapped(http.HandlerFunc(s.unwrap), o.wraps); err != nil {
		return nil, err
	}
	s.admin = o.admin.handler(s.forAdmin())
	s.start, s.inhabited = s.scenario, s.withAccounts
	s.prepared = builtScenarios.find(s.responder.variant, &s.options)
	if s.prepared, err = s.prepared.withFixtures(s.responder.variant, s.state, &o); err != nil {
		return nil, fmt.Errorf("mockserver: Fixtures: %w", err)
	}
	if o.data.path == "" {
		s.state.begin(s.start())
	} else if err := s.openData(); err != nil {
		return nil, err
	}
	return s.public, nil
}

// URL returns the base URL of the server. While the server does not listen it is https://mock.invalid, a name that no
// address has: RoundTrip, ServeHTTP and the server's own clients take it, and no other client reaches anything. It has
// the name localhost when the server listens on all addresses. The URL of a session has the path /_mock/session/NAME.
func (s *Server) URL() string { return inner(s).main.link.url() + inner(s).path() }

// path returns the path of the URL: "" for the main world.
func (s *server) path() string {
	if s.name == "" {
		return ""
	}
	return sessionPath + s.name
}

// Close stops listening, closes all connections, and waits until every request under way has ended. Nothing of the
// server runs afterwards. A client that is still sending its request then, or still reading its answer, gets an
// error. Requests of the admin API that wait for others are answered first. After Close, clients get no connection,
// also without a socket. An http.Server with the server as its handler answers 503. Rows and calls can still be read,
// and WaitCalls ends. Closing a server twice is allowed.
//
// Close waits at most 10 seconds for the user's functions: OnCall, Now, a signer, the body of a request without a
// socket. If such a function calls Close, Close waits the 10 seconds for that function.
//
//go:noinline
func (s *Server) Close() { inner(s).close() }

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

// Credentials returns the newest keys of the server's first account. A Client signs with them if the server requires
// that. The server refuses them when they have expired: see KeyLifetime and ExpireKeys.
func (s *Server) Credentials() tourney.Credentials {
	first := inner(s).state.accounts()[0]
	return first.newest().Credentials
}

// Variant returns the variant that the server serves. With a profile it is the one whose rows hold.
//
//go:noinline
func (s *Server) Variant() tourney.Variant { return inner(s).profile.Variant }

// Profile returns a copy of the profile that the server follows. Options do not change the profile.
//
//go:noinline
func (s *Server) Profile() tourney.Profile {
	p, _ := tourney.ProfileOf(inner(s).profile) // it was checked before
	return p
}

// Clock returns the clock of the server.
//
//go:noinline
func (s *Server) Clock() *Clock { return inner(s).clock }

// scenario returns the rows and the accounts that the server starts with.
func (s *server) scenario() *version {
	return s.withAccounts(s.prepared.fork(s.responder.variant, &s.options))
}

// openData makes the server start with the rows of its data file, and keep its rows there.
func (s *server) openData() error {
	k, read, err := openDataKeeper(s.options.data, savedHostOf(s.profile), s.responder.variant)
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
		st.hands, st.began = s.options.settings.hands, &beginning{s.options.scenario.name, s.options.seed}
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

// Reset restores the scenario and the time that the server started with. New rows get the same ids again. The journal
// keeps its calls: ClearCalls forgets them. Reset is a write: see Writes. ResetTo brings another scenario.
//
//go:noinline
func (s *Server) Reset() { inner(s).reset() }

// RoundTrip answers a request without a socket. After Close, and while the server is unreachable, it returns the error
// of a refused connection.
func (s *Server) RoundTrip(req *http.Request) (*http.Response, error) {
	in := inner(s)
	to, inside, refused := in.addressed(req)
	if to != in {
		return to.public.RoundTrip(req)
	}
	served, body := in.running.localRequest(inside)
	defer func() { _ = body.Close() }()
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	if !in.running.enter(&body.call, body) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errClosed}
	}
	defer in.running.leave(&body.call)
	if in.link.isCut() {
		return nil, errUnreachable
	}
	m := newRecorder(req, &in.link)
	m.serve(func(w http.ResponseWriter) {
		if refused != nil {
			in.turnAway(m, w, served, refused)
			return
		}
		in.pass(m, w, served)
	})
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	if body.broke && in.running.isClosed() {
		return nil, errClosed
	}
	return m.response(req)
}

// ServeHTTP answers a request of the interface. It refuses requests that a page of another origin makes in a browser,
// and requests for a host name that is not this server's: see AllowHosts. A fault that ends a connection makes it panic
// with http.ErrAbortHandler, as net/http wants it.
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	in := inner(s)
	to, served, refused := in.addressed(req)
	if to != in {
		to.public.ServeHTTP(w, req)
		return
	}
	m := &socket{w: w, req: req, link: &in.link}
	if !in.running.enter(&m.call, m) {
		a := newAnswer(m, req)
		a.refuse(&refusal{items: []item{{tourney.CodeUnavailable, "the server or the session is closed"}}})
		a.encode()
		a.write(w)
		return
	}
	defer in.running.leave(&m.call)
	if in.link.isCut() {
		m.end(w, finish{ending: dropped})
	}
	visitors := &in.options.visitors
	if stranger := visitors.refuse(req, in.main.link.address); stranger != nil {
		refused = stranger
	} else if visitors.foreign.let(w, req) {
		return
	}
	if refused != nil {
		in.turnAway(m, w, served, refused)
		return
	}
	in.pass(m, w, served)
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
	return adminServer{s.public, &s.running, func(req *http.Request, why *refusal) {
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
