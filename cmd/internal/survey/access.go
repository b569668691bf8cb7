package survey

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/secret"
)

// askAs sends a short read with a signature, or without one when the signer is nil.
func (s *survey) askAs(by auth.Signer, keys auth.Credentials) (a *answer, c *tourney.Client) {
	if c = s.open; by != nil {
		c, _ = s.open.With(tourney.WithCredentials(keys), tourney.WithSigner(by)) // as connect did, without an error
	}
	path := fmt.Sprintf("/teams?eventid=%d&pagesize=1", s.o.Event)
	return s.send(c, tourney.FormatJSON, http.MethodGet, path, nil), c
}

// access finds out what the host does with signatures.
func access(s *survey) {
	if a, _ := s.askAs(nil, s.o.Keys); a.ok() || a.denied() {
		expect(s, "auth", &s.found.RequireSignature, !a.ok(), "a read without keys got %d", a.Status)
	}
	if s.found.RequireSignature && s.found.Signer == nil {
		s.found.Signer = auth.HMAC{} // a profile needs one
	}
	if s.o.Keys.APIKey == "" {
		return
	}
	used, by := s.found.Signer, "the expected signer"
	signed, _ := s.askAs(used, s.o.Keys)
	holds := signed.ok()
	for i := 0; i < len(otherSigners) && signed.denied(); i++ {
		used, by = otherSigners[i].signer, otherSigners[i].name
		if a, c := s.askAs(used, s.o.Keys); a.ok() {
			signed, s.client = a, c
		}
	}
	if !signed.ok() {
		return
	}
	if _, known := used.(auth.Verifier); known {
		s.found.Signer = used
	}
	wrongKeys := auth.Credentials{APIKey: s.o.Keys.APIKey, APISecret: secret.New(s.o.Keys.APISecret.Reveal() + "x")}
	wrong, _ := s.askAs(used, wrongKeys)
	if !wrong.denied() && !wrong.refused() {
		s.trouble = fmt.Sprintf("a wrong signature got %d, so a right one proves nothing", wrong.Status)
		return
	}
	s.say("signing", holds, "%s got %d, and a wrong secret %d", by, signed.Status, wrong.Status)
	s.say("key-text", true, "%s got %d, and a wrong secret %d", by, signed.Status, wrong.Status)
	s.say("refused-keys", wrong.denied(), "a wrong secret got %d and %d Errors", wrong.Status, len(wrong.errors))
	if signer, ok := used.(auth.HMAC); ok {
		s.skew(signer.Now)
	}
}

// skew finds out how old a signature may be.
func (s *survey) skew(now func() time.Time) {
	if now == nil {
		now = time.Now
	}
	const travel = 20 * time.Second // a signature becomes older on its way
	for _, age := range []time.Duration{0, time.Hour, 15 * time.Minute, 5 * time.Minute, time.Minute} {
		at := now().Add(travel - age)
		if age == 0 { // for no limit, as far as one can see
			at = now().AddDate(0, 0, -1)
		}
		if a, _ := s.askAs(auth.HMAC{Now: func() time.Time { return at }}, s.o.Keys); a.ok() {
			expect(s, "auth", &s.found.ClockSkew, age, "the age of signatures has the limit %v; 0s is none", age)
			return
		}
	}
}

// otherSigners are tried when the host refuses the expected one. None sends the secret.
var otherSigners = []struct {
	name   string
	signer auth.Signer
}{
	{"auth.HMAC", auth.HMAC{}},
	{"HMAC in the header Authorization", variation{"Authorization", time.RFC3339Nano}},
	{"HMAC with a Timestamp as HTTP writes dates", variation{"Authentication", http.TimeFormat}},
	{"HMAC with a Timestamp without fractions", variation{"Authentication", time.RFC3339}},
}

// variation signs as auth.HMAC does, under another header or with another form of the time.
type variation struct{ header, layout string }

func (v variation) Sign(req *http.Request, keys auth.Credentials) error {
	stamp, path := time.Now().UTC().Format(v.layout), req.URL.EscapedPath()
	path = path[max(0, strings.LastIndex(path, contract.BasePath+"/")):]
	mac := hmac.New(sha256.New, []byte(keys.APISecret.Reveal()))
	mac.Write([]byte(strings.ToUpper(keys.APIKey + "&" + req.Method + "&" + stamp + "&" + path)))
	req.Header.Set("Timestamp", stamp)
	req.Header.Set(v.header, keys.APIKey+"."+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	return nil
}
