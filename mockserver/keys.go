package mockserver

import "github.com/tourney-go/tourney"

// RotateKeys gives the account with a user name new keys, and returns them. The server refuses the old keys at once, or
// after the time of the option KeyOverlap. A client that logs in by itself then logs in once more (tourney.WithLogin).
// The keys follow from the server's seed, so the same rotations give the same keys. Reset restores the first keys. It
// returns false when there is no such account.
func (s *Server) RotateKeys(username string) (keys tourney.Credentials, ok bool) {
	now := inner(s).clock.Now()
	write(inner(s).state, "RotateKeys", func(st *version) bool {
		ok = st.changeAccounts(named(username), func(a *account) {
			a.rotate(now, inner(s).options.settings.keys)
			keys = a.newest().Credentials
		})
		return ok
	})
	return keys, ok
}

// ExpireKeys makes the server refuse all keys of the account with a user name, until a login issues new ones. Clients
// without a login stay refused. It returns false when there is no such account.
func (s *Server) ExpireKeys(username string) bool {
	return inner(s).state.expireKeys("ExpireKeys", named(username))
}
