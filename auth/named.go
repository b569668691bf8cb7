package auth

import (
	"crypto/subtle"
	"errors"
	"net/http"
)

// Header puts the key and the secret into headers. Key and Secret are the headers' names. An empty name leaves that
// header out.
type Header struct{ Key, Secret string }

// Sign sets the headers.
func (s Header) Sign(req *http.Request, keys Credentials) error {
	if s.Key == "" && s.Secret == "" {
		return errors.New("tourney: auth.Header needs the name of a header")
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
func (s Header) Account(req *http.Request) string { return req.Header.Get(s.Key) }

// Verify compares both headers.
func (s Header) Verify(req *http.Request, keys Credentials) error {
	return verifyNamed(s.Key, s.Secret, req.Header.Get, keys)
}

// Query puts the key and the secret into query parameters, where every proxy and log on the way can see them. Key and
// Secret are the parameters' names. An empty name leaves that parameter out.
type Query struct{ Key, Secret string }

// Sign adds the parameters.
func (s Query) Sign(req *http.Request, keys Credentials) error {
	if s.Key == "" && s.Secret == "" {
		return errors.New("tourney: auth.Query needs the name of a parameter")
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
func (s Query) Account(req *http.Request) string { return req.URL.Query().Get(s.Key) }

// Verify compares both parameters.
func (s Query) Verify(req *http.Request, keys Credentials) error {
	return verifyNamed(s.Key, s.Secret, req.URL.Query().Get, keys)
}

func verifyNamed(key, secret string, get func(string) string, keys Credentials) error {
	if key != "" && !sameText(get(key), keys.APIKey) || secret != "" && !sameText(get(secret), keys.APISecret.Reveal()) {
		return errSignature
	}
	return nil
}

func sameText(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
