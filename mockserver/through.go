package mockserver

// direct is what the methods of a World work with that send no request and read or change rows.
type direct struct {
	versions *state
	time     *clock
	rules    keyRules // for the keys of accounts
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
