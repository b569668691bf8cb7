package respond

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/secret"
)

// Signatures checks who signed a request.
type Signatures struct {
	verifier auth.Verifier // nil when no request has to be signed
	timed    auth.TimedVerifier
	skew     time.Duration    // how far the time of a signature may differ from the server's time; 0 for no check
	Now      func() time.Time // the time of the world's clock
	sample   *http.Request    // a request that the signer has signed; nil when the signer cannot sign

	QueryNames []string // names of the query parameters that the signer adds, in lower case
}

// NewSignatures returns the Signatures that check the requests to a server. The caller must set the field Now to the
// clock of the world. If skew is 0, the time of a signature is not checked.
func NewSignatures(verifier auth.Verifier, skew time.Duration) (Signatures, error) {
	s := Signatures{verifier: verifier, skew: skew, sample: signedSample(verifier)}
	if s.sample != nil {
		q := wire.ParseQuery(s.sample.URL.RawQuery)
		s.QueryNames = values.Mapped(q.Pairs, func(p wire.Pair) string { return strings.ToLower(p.Name) })
	}
	switch {
	case skew == 0:
		return s, nil
	case verifier == nil:
		return s, errors.New("mockserver: Profile.ClockSkew: it needs RequireSignature or RequireAuth")
	}
	timed, ok := verifier.(auth.TimedVerifier)
	if !ok {
		return s, fmt.Errorf("mockserver: Profile.ClockSkew: %T: the signer must be an auth.TimedVerifier", verifier)
	}
	s.timed = timed
	return s, nil
}

// signedSample returns a request that a signer has signed, or nil when the signer cannot sign it. The request is never
// sent.
func signedSample(s auth.Signer) *http.Request {
	req, err := http.NewRequest(http.MethodGet, "http://localhost/", nil) //nolint:noctx // it is not sent
	keys := auth.Credentials{APIKey: "key", APISecret: secret.New("secret")}
	if s == nil || err != nil || s.Sign(req, keys) != nil {
		return nil
	}
	return req
}

// Signer returns the signer of the server's own clients. If the server checks the time of signatures, the signer uses
// the time of the server's clock.
func (s *Signatures) Signer() auth.Signer {
	if h, ok := s.verifier.(auth.HMAC); ok && s.skew > 0 && h.Now == nil {
		h.Now = s.Now
		return h
	}
	return s.verifier
}

// account returns the user name of the account that signed a request, or a refusal.
func (s *Signatures) account(req *http.Request, accounts []model.Account) (string, error) {
	req = wire.AsSent(req)
	key, now := s.verifier.Account(req), s.Now()
	reason, known := "", false
	for i := range accounts {
		for _, keys := range accounts[i].Keys {
			isKey := key == "" || key == keys.APIKey
			known = known || isKey
			if !isKey || s.verifier.Verify(req, keys.Credentials) != nil {
				continue
			}
			if keys.Valid(now) {
				return accounts[i].Username, s.checkTime(req, now)
			}
			reason = "the keys have expired: a login issues new ones"
		}
	}
	return "", refusedSignature(cmp.Or(reason, s.fault(req, key, known)))
}

// fault returns what is wrong with a signature that fits the keys of no account. The argument known is true when an
// account has the API key that the request names.
func (s *Signatures) fault(req *http.Request, key string, known bool) string {
	switch lacks := s.lacks(req); {
	case lacks != "":
		return "the request is not signed: it lacks " + lacks
	case key == "" && s.sample != nil && s.verifier.Account(s.sample) != "":
		return "the signature cannot be read: it names no API key"
	case !known:
		return "no account has the API key of the signature"
	}
	if timed, ok := s.verifier.(auth.TimedVerifier); ok {
		if _, err := timed.SignedAt(req); err != nil {
			return unreadableTime
		}
	}
	return "the signature does not fit: it needs the secret of an account, and method, path and time as they were sent"
}

// lacks returns the headers and parameters that a signature needs and the request does not have. It returns "" when
// the request has all of them.
func (s *Signatures) lacks(req *http.Request) string {
	if s.sample == nil {
		return ""
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(s.sample.Header)) {
		if req.Header.Get(name) == "" {
			names = append(names, "the header "+name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.sample.URL.Query())) {
		if req.URL.Query().Get(name) == "" {
			names = append(names, "the parameter "+name)
		}
	}
	return strings.Join(names, " and ")
}

// unreadableTime is the reason to refuse a signature without a time that can be read.
const unreadableTime = "the time of the signature cannot be read: expected 2012-09-27T20:33:55.3564453Z"

// checkTime refuses a signature whose time is too far from the server's.
func (s *Signatures) checkTime(req *http.Request, now time.Time) error {
	if s.skew == 0 {
		return nil
	}
	at, err := s.timed.SignedAt(req)
	if err != nil {
		return refusedSignature(unreadableTime)
	}
	if off := at.Sub(now); off > s.skew || off < -s.skew {
		const layout = time.RFC3339
		return refusedSignature(fmt.Sprintf("the request was signed at %s, and the server's clock is at %s: at most %v apart",
			at.UTC().Format(layout), now.UTC().Format(layout), s.skew))
	}
	return nil
}

func refusedSignature(reason string) error {
	return refusal.Because(0, tourney.CodeInvalidCredentials, reason)
}
