package handlers

import (
	"encoding/base64"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// issued is the answer to authenticate. Its keys are in base64 (section 5).
type issued struct {
	ID           int64  `json:"Id"`
	APIKey       string `json:"ApiKey"`
	APISecretKey string `json:"ApiSecretKey"`
	Email        string
}

func authenticate(ex *Exchange, in tourney.Login) (any, error) {
	var answer issued
	found := ex.Store.ChangeAccounts(func(a *model.Account) bool {
		return a.Username == in.Username && a.Password.Equal(in.Password)
	}, func(a *model.Account) { answer = ex.login(a) })
	if found {
		return answer, nil
	}
	ex.Assume(assumption.Auth)
	return nil, refusal.Because(0, tourney.CodeInvalidCredentials, "no account has this user name and password")
}

// login returns the keys of an account. It issues new keys when the newest keys have expired.
func (ex *Exchange) login(a *model.Account) issued {
	now := ex.now()
	ex.Unchanged = a.Newest().Valid(now)
	if !ex.Unchanged {
		ex.Assume(assumption.Auth)
		a.Rotate(now, ex.Settings.Keys)
	}
	keys, encode := a.Newest(), base64.StdEncoding.EncodeToString
	return issued{
		ID: a.ID, Email: a.Email,
		APIKey: encode([]byte(keys.APIKey)), APISecretKey: encode([]byte(keys.APISecret.Reveal())),
	}
}
