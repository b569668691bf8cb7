package tourney

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql/driver"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"
	"unique"

	"github.com/tourney-go/tourney/internal/contract"
)

// redacted is the text that replaces every Secret.
const redacted = "[redacted]"

// Secret is a text that must not be shown: an API secret, a password, a card number, a card's security code. It
// prints as [redacted] through fmt, slog and encoding/json; Reveal returns the text. The bodies that the client
// sends carry the text itself. A database does not store a Secret.
type Secret struct {
	value unique.Handle[string] // a handle, because fmt prints strings in unexported fields without calling String
}

// NewSecret wraps a text.
func NewSecret(value string) Secret {
	if value == "" {
		return Secret{}
	}
	return Secret{value: unique.Make(value)}
}

// Reveal returns the text. The caller must not show it.
func (s Secret) Reveal() string {
	if s.IsZero() {
		return ""
	}
	return s.value.Value()
}

// IsZero reports whether the text is empty.
func (s Secret) IsZero() bool { return s == Secret{} }

// Equal reports whether both hold the same text. Its time does not depend on the position of a difference.
func (s Secret) Equal(other Secret) bool {
	return subtle.ConstantTimeCompare([]byte(s.Reveal()), []byte(other.Reveal())) == 1
}

// String returns [redacted].
func (Secret) String() string { return redacted }

// GoString returns [redacted].
func (Secret) GoString() string { return redacted }

// Format writes [redacted] whatever the verb.
func (Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// LogValue returns [redacted].
func (Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalJSON returns "[redacted]".
func (Secret) MarshalJSON() ([]byte, error) { return json.Marshal(redacted) }

// MarshalText returns [redacted].
func (Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// Value returns an error, so that no database stores a Secret by accident. A program that must store one stores what
// Reveal returns, encrypted.
func (Secret) Value() (driver.Value, error) {
	return nil, errors.New("tourney: a Secret is not stored: if it must be, encrypt what Reveal returns")
}

// UnmarshalText stores the text.
func (s *Secret) UnmarshalText(text []byte) error {
	*s = NewSecret(string(text))
	return nil
}

// Credentials are the decoded keys of an account (section 5). The key is text; the secret may be any bytes.
type Credentials struct {
	APIKey    string
	APISecret Secret
}

// DecodeCredentials decodes keys as POST /authenticate issues them: base64 in the standard or the URL alphabet,
// with or without padding (section 5).
func DecodeCredentials(apiKey, apiSecretKey string) (Credentials, error) {
	key, err := decodeKey("ApiKey", apiKey)
	if err != nil {
		return Credentials{}, err
	}
	secret, err := decodeKey("ApiSecretKey", apiSecretKey)
	if err != nil {
		return Credentials{}, err
	}
	return Credentials{APIKey: key, APISecret: NewSecret(secret)}, nil
}

// decodeKey decodes a key. Its errors do not repeat the key.
func decodeKey(name, text string) (string, error) {
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

// Login is the body of POST /authenticate (section 4.1); both texts hold at most 50 characters.
type Login struct {
	Username string `json:"Username,omitzero"`
	Password Secret `json:"Password,omitzero"`
}

func (Login) operation() string { return "Authentication.Authenticate" }

// Signer adds credentials to a request. The client calls Sign once for every attempt, with a copy of the request that
// Sign may change. There is no default, because the interface document does not show how keys are used (section 5).
type Signer interface {
	Sign(req *http.Request, keys Credentials) error
}

// Verifier is a Signer that can also tell whether a request was signed with given credentials. The mock server needs
// one. All signers of this library are verifiers.
type Verifier interface {
	Signer
	// Account returns the API key in the request, "" when there is none.
	Account(req *http.Request) string
	// Verify returns nil when the request was signed with these credentials.
	Verify(req *http.Request, keys Credentials) error
}

// TimedVerifier is a Verifier whose signatures say when they were made. The mock server compares that time with its
// clock: see mockserver.Profile. HMACSigner is a TimedVerifier.
type TimedVerifier interface {
	Verifier
	// SignedAt returns the time that the request was signed at, or an error when it carries none that can be read.
	SignedAt(req *http.Request) (time.Time, error)
}

// errSignature is the error for a wrong signature. It does not reveal the right one.
var errSignature = errors.New("the signature does not match")

// HMACSigner signs with HMAC-SHA256 in two headers. The scheme was observed. The interface document does not state it.
// Timestamp holds the time. Authentication holds the API key, a point and the base64 signature of
// "key&VERB&timestamp&path" in upper case. The path begins at /api/v1 and has no query.
type HMACSigner struct {
	Now func() time.Time // the clock; nil for time.Now
}

const (
	timestampHeader      = "Timestamp"
	authenticationHeader = "Authentication"
	timestampLayout      = "2006-01-02T15:04:05.0000000Z"
)

// Sign sets the two headers.
func (s HMACSigner) Sign(req *http.Request, keys Credentials) error {
	if keys.APIKey == "" || keys.APISecret.IsZero() {
		return errors.New("tourney: HMACSigner needs an API key and its secret")
	}
	now := time.Now
	if s.Now != nil {
		now = s.Now
	}
	stamp := now().UTC().Format(timestampLayout)
	req.Header.Set(timestampHeader, stamp)
	req.Header.Set(authenticationHeader, keys.APIKey+"."+signature(req, keys, stamp))
	return nil
}

// Account returns the API key in front of the signature.
func (HMACSigner) Account(req *http.Request) string {
	header := req.Header.Get(authenticationHeader)
	return header[:max(0, strings.LastIndexByte(header, '.'))]
}

// Verify recomputes the signature for the request's own timestamp.
func (HMACSigner) Verify(req *http.Request, keys Credentials) error {
	stamp := req.Header.Get(timestampHeader)
	want := keys.APIKey + "." + signature(req, keys, stamp)
	if stamp == "" || !sameText(req.Header.Get(authenticationHeader), want) {
		return errSignature
	}
	return nil
}

// SignedAt returns the time in the header Timestamp: UTC as Sign writes it, with any number of digits of the second, or
// a date of HTTP. Both were observed.
func (HMACSigner) SignedAt(req *http.Request) (time.Time, error) {
	stamp := req.Header.Get(timestampHeader)
	if at, err := time.Parse(time.RFC3339, stamp); err == nil {
		return at, nil
	}
	at, err := http.ParseTime(stamp)
	if err != nil {
		return time.Time{}, fmt.Errorf("tourney: the header %s: expected a time such as %s", timestampHeader, timestampLayout)
	}
	return at, nil
}

func signature(req *http.Request, keys Credentials, stamp string) string {
	path := req.URL.EscapedPath()
	if i := strings.LastIndex(path, contract.BasePath+"/"); i > 0 {
		path = path[i:] // a base URL may have a path of its own in front
	}
	mac := hmac.New(sha256.New, []byte(keys.APISecret.Reveal()))
	_, _ = io.WriteString(mac, strings.ToUpper(keys.APIKey+"&"+req.Method+"&"+stamp+"&"+path))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// HeaderSigner puts the key and the secret into headers. Key and Secret are the headers' names. An empty name leaves
// that header out.
type HeaderSigner struct{ Key, Secret string }

// Sign sets the headers.
func (s HeaderSigner) Sign(req *http.Request, keys Credentials) error {
	if s.Key == "" && s.Secret == "" {
		return errors.New("tourney: HeaderSigner needs the name of a header")
	}
	if s.Key != "" {
		req.Header.Set(s.Key, keys.APIKey)
	}
	if s.Secret != "" {
		req.Header.Set(s.Secret, keys.APISecret.Reveal())
	}
	return nil
}

// Account returns the API key that the request carries.
func (s HeaderSigner) Account(req *http.Request) string { return req.Header.Get(s.Key) }

// Verify compares both headers.
func (s HeaderSigner) Verify(req *http.Request, keys Credentials) error {
	return verifyNamed(s.Key, s.Secret, req.Header.Get, keys)
}

// QuerySigner puts the key and the secret into query parameters, where every proxy and log on the way can see them. Key
// and Secret are the parameters' names. An empty name leaves that parameter out.
type QuerySigner struct{ Key, Secret string }

// Sign adds the parameters.
func (s QuerySigner) Sign(req *http.Request, keys Credentials) error {
	if s.Key == "" && s.Secret == "" {
		return errors.New("tourney: QuerySigner needs the name of a parameter")
	}
	query := req.URL.Query()
	if s.Key != "" {
		query.Set(s.Key, keys.APIKey)
	}
	if s.Secret != "" {
		query.Set(s.Secret, keys.APISecret.Reveal())
	}
	req.URL.RawQuery = query.Encode()
	return nil
}

// Account returns the API key that the request carries.
func (s QuerySigner) Account(req *http.Request) string { return req.URL.Query().Get(s.Key) }

// Verify compares both parameters.
func (s QuerySigner) Verify(req *http.Request, keys Credentials) error {
	return verifyNamed(s.Key, s.Secret, req.URL.Query().Get, keys)
}

func verifyNamed(key, secret string, get func(string) string, keys Credentials) error {
	if key != "" && !sameText(get(key), keys.APIKey) || secret != "" && !sameText(get(secret), keys.APISecret.Reveal()) {
		return errSignature
	}
	return nil
}

func sameText(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
