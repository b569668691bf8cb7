package mockserver

// Ended closes a server and reports whether everything has ended. It returns false if Close gave up.
func Ended(s *Server) bool { return s.close() }

// Branch returns a server for the same host with the rows that s has now.
func Branch(s *Server) *Server {
	branch, err := New(s.profile, Scenario("empty"))
	if err != nil {
		panic(err)
	}
	branch.state.replace(s.state.newest.Load().fork())
	return branch
}

// PreparedScenarios returns how many scenarios the process keeps.
func PreparedScenarios() int {
	builtScenarios.mu.Lock()
	defer builtScenarios.mu.Unlock()
	return len(builtScenarios.list)
}

// Anew returns a server with the options and the rows of s that keeps no encoded rows.
func Anew(s *Server) *Server {
	anew, err := New(s.profile, func(o *options) error {
		*o = s.options
		o.encodedRows = 0
		return nil
	})
	if err != nil {
		panic(err)
	}
	ShowRowsOf(anew, s)
	return anew
}

// ShowRowsOf makes a server show the rows that another has now.
func ShowRowsOf(s, other *Server) { s.state.replace(other.state.newest.Load()) }
