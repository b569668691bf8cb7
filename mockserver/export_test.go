package mockserver

// Ended closes a server and reports whether everything has ended. It returns false if Close gave up.
func Ended(s *Server) bool { return s.close() }

// Branch returns a server for the same host with the rows that s has now.
func Branch(s *Server) *Server {
	branch, err := New(s.profile, Scenario("empty"))
	if err != nil {
		panic(err)
	}
	branch.state.newest.Store(s.state.newest.Load().fork())
	return branch
}

// PreparedScenarios returns how many scenarios the process keeps.
func PreparedScenarios() int {
	builtScenarios.mu.Lock()
	defer builtScenarios.mu.Unlock()
	return len(builtScenarios.list)
}
