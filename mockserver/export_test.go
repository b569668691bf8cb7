package mockserver

// Ended closes a server and reports whether everything has ended: false when Close gave up waiting.
func Ended(s *Server) bool { return s.close() }
