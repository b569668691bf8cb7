package tourney

import (
	"context"

	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/secret"
)

// Account is an event director's account with its decoded keys (sections 4.1 and 5).
type Account struct {
	ID          int64            `json:"Id"`
	Email       string           `json:"Email"`
	Credentials auth.Credentials `json:"-"`
	Extra       Extra            `json:"-"`
}

// Login is the body of POST /authenticate (section 4.1). The user name and the password have at most 50 characters
// each.
type Login struct {
	Username string      `json:"Username,omitzero"`
	Password secret.Text `json:"Password,omitzero"`
}

func (Login) operation() string { return "Authentication.Authenticate" }

type accountBody struct {
	ID           int64    `json:"Id"`
	APIKey       loginKey `json:"ApiKey"`
	APISecretKey loginKey `json:"ApiSecretKey"`
	Email        string
	Extra        Extra `json:"-"`
}

// missing returns the error for an answer that lacks one of the keys.
func (b *accountBody) missing() error {
	for _, key := range []struct {
		path string
		loginKey
	}{{"/ApiKey", b.APIKey}, {"/ApiSecretKey", b.APISecretKey}} {
		if key.IsZero() {
			return &record.Error{Path: key.path, Found: "nothing", Expected: key.Expected(), Secret: true}
		}
	}
	return nil
}

// loginKey is a key in the answer to POST /authenticate. Its UnmarshalText decodes base64, so that the decoder names
// the place of a key that is not base64.
type loginKey struct{ secret.Text }

// UnmarshalText decodes an API key or a secret key.
func (k *loginKey) UnmarshalText(text []byte) error {
	keys, err := auth.Decode(string(text), string(text))
	k.Text = keys.APISecret
	return err
}

// Expected returns the form of a key, for an error that must not show the key.
func (loginKey) Expected() string { return "base64 text" }

// Authenticate exchanges an event director's user name and password for keys (sections 4.1 and 5). It returns the keys
// decoded from base64. For a wrong password the error is an [ErrUnauthorized]. For a missing key, and for a key that is
// not base64, the error is a [DecodeError] that names the member.
func (c *Client) Authenticate(ctx context.Context, username, password string, opts ...CallOption) (Account, error) {
	return authenticate(ctx, shared(c), Login{Username: username, Password: secret.New(password)}, opts)
}

func authenticate(ctx context.Context, c *core, login Login, opts []CallOption) (Account, error) {
	body, err := invoke[accountBody](ctx, c, login.operation(), login, opts)
	if err != nil {
		return Account{}, err
	}
	keys := auth.Credentials{APIKey: body.APIKey.Reveal(), APISecret: body.APISecretKey.Text}
	return Account{ID: body.ID, Email: body.Email, Credentials: keys, Extra: body.Extra}, nil
}
