package mockserver

import "errors"

// OpenFor opens a session that ends with a test. An error names the method that the test called.
func (s *server) OpenFor(t TB, method string) *World {
	t.Helper()
	session, err := s.open("")
	if err != nil {
		t.Fatalf("%s", failing(method, err))
		return nil
	}
	session.endWith(t)
	return session.public
}

func (s *server) NewSession(name string) (*World, error) {
	session, err := s.open(name)
	if err != nil {
		return nil, failing("NewSession", err)
	}
	return session.public, nil
}

func (s *server) Sessions() []string { return s.main.sessions.names() }

func (s *server) EndSession(name string) error { return failing("EndSession", s.endSession(name)) }

// endSession ends the session with a name. It refuses to end s itself.
func (s *server) endSession(name string) error {
	session, ok := s.main.sessions.find(name)
	switch {
	case !ok:
		return absentf("there is no session %s", shownSession(name))
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
	session := &server{profile: s.profile, options: s.options, main: s.main, transport: s.main.link.transport()}
	session.world = s.world.fork(&session.options)
	session.direct = &direct{session.state, session.clock, s.rules, s.dangling}
	session.public = session.asWorld()
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

func (s *server) SessionName() string { return s.name }
