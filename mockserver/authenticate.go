package mockserver

import (
	"encoding/base64"

	"github.com/tourney-go/tourney"
)

// issued is the answer to authenticate. Its keys are in base64 (section 5).
type issued struct {
	ID           int64  `json:"Id"`
	APIKey       string `json:"ApiKey"`
	APISecretKey string `json:"ApiSecretKey"`
	Email        string
}

func authenticate(ex *exchange, in tourney.Login) (any, error) {
	var answer issued
	found := ex.store.changeAccounts(func(a *account) bool {
		return a.username == in.Username && a.password.Equal(in.Password)
	}, func(a *account) { answer = ex.login(a) })
	if found {
		return answer, nil
	}
	ex.assume(assumeAuth)
	return nil, &refusal{items: []item{{codeInvalidCredentials, "the login names no account"}}}
}

// login returns the keys of an account. It issues new ones when the newest have expired.
func (ex *exchange) login(a *account) issued {
	now := ex.now()
	ex.unchanged = a.newest().valid(now)
	if !ex.unchanged {
		ex.assume(assumeAuth)
		a.rotate(now, ex.settings.keys)
	}
	keys, encode := a.newest(), base64.StdEncoding.EncodeToString
	return issued{
		ID: a.id, Email: a.email,
		APIKey: encode([]byte(keys.APIKey)), APISecretKey: encode([]byte(keys.APISecret.Reveal())),
	}
}
