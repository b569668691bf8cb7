package mockserver

import "github.com/tourney-go/tourney"

// account is an event director's account.
type account struct {
	id       int64
	username string
	password tourney.Secret
	email    string
	keys     tourney.Credentials
}

func newAccount(username, password string, a tourney.Account) account {
	return account{id: a.ID, username: username, password: tourney.NewSecret(password), email: a.Email, keys: a.Credentials}
}
