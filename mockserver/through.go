package mockserver

// AllowDanglingReferences makes a World take rows that refer to rows that are not there, such as a game of an
// unknown division. A division or an event that such a row carries is added, and so are the teams and games that a
// player carries. Other references stay as they are, and name a row once there is one. Without it such a call panics.
func AllowDanglingReferences() Option {
	return Option{func(o *options) error {
		o.dangling = true
		return nil
	}}
}

// direct is what the methods of a World work with that send no request and read or change rows.
type direct struct {
	versions *state
	time     *Clock
	keys     keyRules // of accounts
	dangling bool     // see AllowDanglingReferences
}

// through calls f with a fork, which becomes the newest version. It panics with the problems that f found, and then
// changes nothing.
func through[T any](w *direct, method string, f func(*door) T) T {
	return write(w.versions, method, func(st *version) T {
		d := newDoor(st, w.versions, w.dangling)
		d.method = method
		return f(d)
	})
}
