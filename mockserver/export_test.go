package mockserver

// Ended closes a server and reports whether everything has ended. It returns false if Close gave up.
func Ended(s *Server) bool { return s.close() }
