package auth

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/tourney-go/tourney/secret"
)

// Credentials are the decoded keys of an account (section 5). The key is text; the secret may be any bytes.
type Credentials struct {
	APIKey    string
	APISecret secret.Text
}

// Decode decodes keys as POST /authenticate answers them: base64 in the standard or the URL alphabet, with or without
// padding (section 5). The errors of Decode do not repeat the keys.
func Decode(apiKey, apiSecretKey string) (Credentials, error) {
	key, err := decode("ApiKey", apiKey)
	if err != nil {
		return Credentials{}, err
	}
	own, err := decode("ApiSecretKey", apiSecretKey)
	if err != nil {
		return Credentials{}, err
	}
	return Credentials{APIKey: key, APISecret: secret.New(own)}, nil
}

func decode(name, text string) (string, error) {
	clean := strings.NewReplacer("-", "+", "_", "/", "\r", "", "\n", "").Replace(strings.TrimSpace(text))
	raw, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(clean, "="))
	if err != nil {
		var at base64.CorruptInputError
		if errors.As(err, &at) {
			return "", fmt.Errorf("tourney: %s is not base64: unexpected character at position %d", name, int64(at))
		}
		return "", fmt.Errorf("tourney: %s is not base64", name)
	}
	if len(raw) == 0 {
		return "", fmt.Errorf("tourney: %s is empty: expected base64 text", name)
	}
	return string(raw), nil
}

// Signer puts keys on a request. The client calls Sign once for every attempt, with a copy of the request that Sign may
// change.
type Signer interface {
	Sign(req *http.Request, keys Credentials) error
}

// Verifier is a [Signer] that can also tell whether a request was signed with given credentials, as the mock server
// does. All signers of this package are verifiers.
type Verifier interface {
	Signer
	// Account returns the API key in the request, "" when there is none.
	Account(req *http.Request) string
	// Verify returns nil when the request was signed with these credentials.
	Verify(req *http.Request, keys Credentials) error
}

// TimedVerifier is a [Verifier] whose signatures say when they were made. The mock server compares that time with its
// clock: see ClockSkew of mockserver.Profile. [HMAC] is a TimedVerifier.
type TimedVerifier interface {
	Verifier
	// SignedAt returns the time at which the request was signed, or an error when the request has no readable time.
	SignedAt(req *http.Request) (time.Time, error)
}

// errSignature is the error for a wrong signature. It does not reveal the right signature.
var errSignature = errors.New("the signature does not match")
