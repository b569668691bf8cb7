package auth

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
)

// HMAC signs with HMAC-SHA256 in two headers. The scheme was observed, and the interface document does not state it.
// The header Timestamp holds the time. The header Authentication holds the API key, a point and the base64 signature of
// "key&VERB&timestamp&path" in upper case. The path begins at /api/v1 and has no query.
type HMAC struct {
	Now func() time.Time // the clock; nil for time.Now

	Header    string // name of the header with the key and the signature; "" for Authentication
	Timestamp string // name of the header with the time; "" for Timestamp
}

const timestampLayout = "2006-01-02T15:04:05.0000000Z"

func (s HMAC) header() string { return cmp.Or(s.Header, "Authentication") }

func (s HMAC) timestamp() string { return cmp.Or(s.Timestamp, "Timestamp") }

// notInName reports whether a character is none of a header's name, or a rare one.
func notInName(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
}

// check returns an error for names of headers that cannot hold a signature.
func (s HMAC) check() error {
	if s.Header == "" && s.Timestamp == "" {
		return nil
	}
	key, stamp := http.CanonicalHeaderKey(s.header()), http.CanonicalHeaderKey(s.timestamp())
	const others = " Host Content-Length Content-Type Accept Transfer-Encoding Connection Trailer "
	for _, name := range []string{key, stamp} {
		if strings.ContainsFunc(name, notInName) || strings.Contains(others, " "+name+" ") || key == stamp {
			return fmt.Errorf("tourney: auth.HMAC: %q cannot be the name of a header of its own", name)
		}
	}
	return nil
}

// Sign sets the two headers.
func (s HMAC) Sign(req *http.Request, keys Credentials) error {
	if err := s.check(); err != nil {
		return err
	}
	if keys.APIKey == "" || keys.APISecret.IsZero() {
		return errors.New("tourney: auth.HMAC needs an API key and its secret")
	}
	now := time.Now
	if s.Now != nil {
		now = s.Now
	}
	stamp := now().UTC().Format(timestampLayout)
	req.Header.Set(s.timestamp(), stamp)
	req.Header.Set(s.header(), keys.APIKey+"."+signature(req, keys, stamp))
	return nil
}

// Account returns the API key in front of the signature.
func (s HMAC) Account(req *http.Request) string {
	header := req.Header.Get(s.header())
	return header[:max(0, strings.LastIndexByte(header, '.'))]
}

// Verify recomputes the signature for the request's own timestamp.
func (s HMAC) Verify(req *http.Request, keys Credentials) error {
	stamp := req.Header.Get(s.timestamp())
	want := keys.APIKey + "." + signature(req, keys, stamp)
	if stamp == "" || !sameText(req.Header.Get(s.header()), want) {
		return errSignature
	}
	return nil
}

// SignedAt returns the time in the header Timestamp: UTC as Sign writes it, with any number of digits of the second, or
// a date of HTTP. Hosts or clients were seen to use either form.
func (s HMAC) SignedAt(req *http.Request) (time.Time, error) {
	stamp := req.Header.Get(s.timestamp())
	if at, err := time.Parse(time.RFC3339, stamp); err == nil {
		return at, nil
	}
	at, err := http.ParseTime(stamp)
	if err != nil {
		return time.Time{}, fmt.Errorf("tourney: the header %s: expected a time such as %s", s.timestamp(), timestampLayout)
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
