package mockserver

import (
	"errors"

	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/sidedoor"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// SessionHeader is the header with the name of the session that a request is for. A request without it, and without
// the prefix of a session in its path, is for the main world: the rows, the clock, the faults and the journal of the
// server that New or Start returned.
const SessionHeader = wire.SessionHeader // X-Mock-Session

// OpenFor opens a session that ends with a test. An error names the method that the test called.
func (s *server) OpenFor(t TB, method string) *World {
	t.Helper()
	session, err := s.open("")
	if err != nil {
		t.Fatalf("%s", refusal.Wrap(method, err))
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
		return refusal.Absentf("there is no session %s", wire.ShownSession(name))
	case session == s:
		return errors.New("the session " + name + " cannot end itself: Close ends it")
	}
	session.close()
	return nil
}

// open returns an open session that begins with what s has now.
func (s *server) open(name string) (*server, error) {
	if err := s.openable(name); err != nil {
		return nil, err
	}
	session := &server{profile: s.profile, options: s.options, main: s.main, transport: s.main.link.Transport()}
	session.world = s.world.fork(&session.options)
	session.Direct = &sidedoor.Direct{Versions: session.state, Time: session.clock, Rules: s.Rules, Dangling: s.Dangling}
	session.public = session.asWorld()
	session.running.Begin()
	session.link.Running, session.link.Main = &session.running, &s.main.link
	session.admin = s.options.admin.handler(session.forAdmin())
	publish := func(name string) { session.name, session.journal.session = name, name }
	if err := s.main.sessions.Add(name, session, publish); err != nil {
		return nil, err
	}
	return session, nil
}

// openable returns why s can have no session with a name.
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
