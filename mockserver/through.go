package mockserver

// AllowDanglingReferences makes the side door take rows that refer to rows that are not there, such as a game of an
// unknown division. A division or an event that such a row carries is added, and so are the teams and games that a
// player carries. Other references stay as they are, and name a row once there is one. Without it such a call panics.
func AllowDanglingReferences() Option {
	return func(o *options) error {
		o.dangling = true
		return nil
	}
}

// through calls f with a fork, which becomes the newest version. It panics with the problems that f found, and then
// changes nothing.
func through[T any](s *server, method string, f func(*door) T) T {
	return write(s.state, method, func(st *version) T {
		d := newDoor(st, s.state, s.options.dangling)
		d.method = method
		return f(d)
	})
}
