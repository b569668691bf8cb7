package mockserver

// Writes returns the number of the newest write, which is how many writes there were. Every write that the server
// carried out has a number: a request that changed rows or keys, a call of the side door, Reset, Restore and Rewind. 0
// is the server as it started. A request that was refused wrote nothing and has no number, nor has a login that got the
// keys of before. Call.Write is the number of a request's write.
func (s *Server) Writes() int64 { return s.state.newest.Load().number }
