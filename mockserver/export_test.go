package mockserver

// Ended closes a server and reports whether everything has ended. It returns false if Close gave up.
func Ended(s *Server) bool { return s.close() }

// ExpireKeysOf makes the keys of the account of an API key expire, those of every account without one.
func (s *Server) ExpireKeysOf(apiKey string) bool { return s.state.expireKeys(keyed(apiKey)) }
