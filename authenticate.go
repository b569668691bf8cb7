package tourney

import (
	"context"

	"github.com/tourney-go/tourney/internal/record"
)

// Account is an event director's account with its decoded keys (sections 4.1 and 5).
type Account struct {
	ID          int64       `json:"Id"`
	Email       string      `json:"Email"`
	Credentials Credentials `json:"-"`
	Extra       Extra       `json:"-"`
}

type accountBody struct {
	ID           int64    `json:"Id"`
	APIKey       loginKey `json:"ApiKey"`
	APISecretKey loginKey `json:"ApiSecretKey"`
	Email        string
	Extra        Extra `json:"-"`
}

// missing returns the error for an answer without one of the keys.
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

// loginKey is a key as POST /authenticate issues it. It is decoded while the answer is read, because only the decoder
// knows where in the body a key stands that cannot be decoded.
type loginKey struct{ Secret }

// UnmarshalText decodes the key.
func (k *loginKey) UnmarshalText(text []byte) error {
	key, err := decodeKey("the key", string(text))
	k.Secret = NewSecret(key)
	return err
}

// Expected says what an error expects in place of a key, of which it shows nothing.
func (loginKey) Expected() string { return "base64 text" }

// Authenticate exchanges an event director's user name and password for keys, which it returns decoded
// (sections 4.1 and 5). It answers ErrUnauthorized for a wrong password, and a DecodeError that names the member for an
// answer in which a key is missing or is not base64.
func (c *Client) Authenticate(ctx context.Context, username, password string, opts ...CallOption) (Account, error) {
	return authenticate(ctx, c.shared(), Login{Username: username, Password: NewSecret(password)}, opts)
}

func authenticate(ctx context.Context, c *core, login Login, opts []CallOption) (Account, error) {
	body, err := invoke[accountBody](ctx, c, "Authentication.Authenticate", login, opts)
	if err != nil {
		return Account{}, err
	}
	keys := Credentials{APIKey: body.APIKey.Reveal(), APISecret: body.APISecretKey.Secret}
	return Account{ID: body.ID, Email: body.Email, Credentials: keys, Extra: body.Extra}, nil
}
