package mockserver

import (
	"errors"
	"fmt"

	"github.com/tourney-go/tourney"
)

// Session returns a client of a session of its own, which ends with the test. StartSession returns the session itself,
// for tests that need its faults, its journal or its rows. The options are those of Client.
func (s *Server) Session(t TB, opts ...tourney.Option) *tourney.Client {
	t.Helper()
	session := inner(s).openFor(t, "Session")
	if session == nil {
		return nil
	}
	return session.Client(opts...)
}

// StartSession is NewSession for a test. The session ends with the test. If the test fails, its log shows the last
// requests of the session, as Start does it for a server.
func (s *Server) StartSession(t TB) *Server {
	t.Helper()
	return inner(s).openFor(t, "StartSession")
}

// openFor opens a session that ends with a test. An error names the method that the test called.
func (s *server) openFor(t TB, method string) *Server {
	t.Helper()
	session, err := s.open("")
	if err != nil {
		t.Fatalf("mockserver.%s: %s", method, err)
		return nil
	}
	session.endWith(t)
	return session.public
}

// NewSession opens a session: a Server that works on rows of its own behind the same listener. It begins with the rows,
// the refs of fixtures and the accounts that s has now, and with the time of its clock. Its journal, its writes and its
// rate limits begin empty, without faults, and its ids go on by themselves. Nothing that happens in a session shows in
// the server or in another session. The session shares the options of the server. It copies no row, so it costs the
// same for every number of rows.
//
// A request is for the session if its header X-Mock-Session has the session's name, or if its path begins with
// /_mock/session/NAME, as that of URL does. Clients of Client use URL. The server refuses a request for a session that
// is not open.
//
// A name has up to 64 letters, digits, points, dashes and underscores, and begins with a letter or digit. Letter case
// counts. Without a name the server makes one: see SessionName.
//
// All methods of Server work on the session's rows, clock, journal and faults. Reset goes back to the rows and the time
// that the session began with. Close ends the session and its requests, and closes no listener. A session has none, so
// Listen returns an error. Its clients are refused afterwards. Unreachable and faults that close connections act on the
// requests of the session alone. While the server is unreachable its sessions are so too, and Close of the server
// closes them. NewSession of a session forks that session's rows. The new session then belongs to the server, and not
// to the session.
//
// It returns an error if the name is wrong or open, if SessionLimit is reached, or if the server or session is closed.
func (s *Server) NewSession(name string) (*Server, error) {
	session, err := inner(s).open(name)
	if err != nil {
		return nil, errors.New("mockserver: NewSession: " + err.Error())
	}
	return session.public, nil
}

// OpenSession is NewSession as a SideDoor, so that a function works with a RemoteServer too.
func (s *Server) OpenSession(name string) (SideDoor, error) {
	session, err := s.NewSession(name)
	if err != nil {
		return nil, err
	}
	return session, nil
}

// Sessions returns the names of the open sessions of the server, in alphabetical order. Those of a session are those of
// its server.
//
//go:noinline
func (s *Server) Sessions() []string { return inner(s).main.sessions.names() }

// EndSession closes the session with a name, as its Close does. It returns an error when no such session is open, and
// when s is that session: use Close.
func (s *Server) EndSession(name string) error {
	session, ok := inner(s).main.sessions.find(name)
	switch {
	case !ok:
		return fmt.Errorf("mockserver: EndSession: there is no session %s", shownSession(name))
	case session == inner(s):
		return errors.New("mockserver: EndSession: the session " + name + " cannot end itself: Close ends it")
	}
	session.close()
	return nil
}

// open returns an open session that begins with what s has now.
func (s *server) open(name string) (*server, error) {
	if err := s.openable(name); err != nil {
		return nil, err
	}
	session := &server{profile: s.profile, options: s.options, main: s.main, transport: s.main.link.transport()}
	session.public = &Server{session}
	session.world = s.world.fork(&session.options)
	session.running.begin()
	session.link.running, session.link.main = &session.running, &s.main.link
	session.admin = s.options.admin.handler(session.forAdmin())
	publish := func(name string) { session.name, session.journal.session = name, name }
	if err := s.main.sessions.add(name, session, publish); err != nil {
		return nil, err
	}
	return session, nil
}

// openable returns why s can have no session with a name.
func (s *server) openable(name string) error {
	switch {
	case s.running.isClosed() && s.name != "":
		return errors.New("the session " + s.name + " has ended")
	case s.running.isClosed():
		return errors.New("the server is closed")
	case name == "":
		return nil
	}
	if problem := sessionNameProblem(name); problem != "" {
		return errors.New("the name " + problem)
	}
	return nil
}

// SessionName returns the name of the session, which clients put into the header X-Mock-Session. It is "" for a server
// that is no session.
//
//go:noinline
func (s *Server) SessionName() string { return inner(s).name }
