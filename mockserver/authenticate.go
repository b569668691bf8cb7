package mockserver

import (
	"encoding/base64"

	"github.com/tourney-go/tourney"
)

// issued is the answer to authenticate: keys in base64 (section 5).
type issued struct {
	ID           int64  `json:"Id"`
	APIKey       string `json:"ApiKey"`
	APISecretKey string `json:"ApiSecretKey"`
	Email        string
}

func authenticate(ex *exchange, in tourney.Login) (any, error) {
	for _, a := range ex.store.accounts {
		if a.username == in.Username && a.password.Equal(in.Password) {
			encode := base64.StdEncoding.EncodeToString
			return issued{
				ID: a.id, Email: a.email,
				APIKey: encode([]byte(a.keys.APIKey)), APISecretKey: encode([]byte(a.keys.APISecret.Reveal())),
			}, nil
		}
	}
	ex.assume(assumeAuth)
	return nil, &refusal{items: []item{{codeInvalidCredentials, "username or password is wrong"}}}
}
