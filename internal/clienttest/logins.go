package clienttest

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/secret"
)

// Keys are keys that a signer of the library accepts.
var Keys = auth.Credentials{APIKey: "apikeyforaccount", APISecret: secret.New("apisecretkeyforaccount")}

// Signer signs with the time of the public example of a signature.
var Signer = auth.HMAC{Now: func() time.Time { return time.Date(2012, 9, 27, 20, 33, 55, 356445300, time.UTC) }}

// Account returns the body of an answer to a login that issues these keys.
func Account(key, secret string) string {
	encode := base64.StdEncoding.EncodeToString
	const body = `{"Id":5,"ApiKey":%q,"ApiSecretKey":%q,"Email":"d@example.com"}`
	return fmt.Sprintf(body, encode([]byte(key)), encode([]byte(secret)))
}

// LoginHost answers logins, and requests for venues. The first login is round 1, the next login round 2. Login
// returns the answer to the login of a round. Accept reports whether the host accepts the keys of a round.
type LoginHost struct {
	mu      sync.Mutex
	Logins  int
	Login   func(round int) *http.Response
	Accept  func(round int) bool
	Refused int

	Refusal     int    // status of the answer to refused keys; 0 for 401
	RefusalBody string // body of that answer; "" for a body with code 5
}

// RoundTrip answers a login or a list of venues.
func (h *LoginHost) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		_, _ = io.Copy(io.Discard, req.Body)
		_ = req.Body.Close()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if strings.HasSuffix(req.URL.Path, "/authenticate") {
		h.Logins++
		round := h.Logins
		h.mu.Unlock() // Login may wait, and a goroutine that waits for a lock stops the clock of a bubble
		defer h.mu.Lock()
		return h.Login(round), req.Context().Err()
	}
	var round int
	_, _ = fmt.Sscanf(req.Header.Get("X-Key"), "round-%d", &round)
	if !h.Accept(round) {
		h.Refused++
		res := JSON(cmp.Or(h.Refusal, 401), cmp.Or(h.RefusalBody, `{"Errors":[{"Code":5,"Message":"bad keys"}]}`))
		if strings.HasPrefix(h.RefusalBody, "<") {
			res.Header.Set("Content-Type", "application/xml")
		}
		return res, nil
	}
	return JSON(200, `{"Venues":[],"TransactionId":"T1"}`), nil
}

// KeysOfRound is the answer to a login that issues the keys of a round, such as round-1.
func KeysOfRound(round int) *http.Response {
	return JSON(200, Account(fmt.Sprintf("round-%d", round), "s"))
}

// LoginClient returns a client that gets its keys by a login at the host.
func LoginClient(t *testing.T, h *LoginHost, opts ...tourney.Option) *tourney.Client {
	t.Helper()
	login := []tourney.Option{tourney.WithLogin("director", "hunter2"), tourney.WithSigner(auth.Header{Key: "X-Key"})}
	return Client(t, BaseURL, tourney.Soccer, h, append(login, opts...)...)
}

// Signing is a function that is a signer: it changes the header of a request.
type Signing func(h http.Header)

// Sign calls the function.
func (f Signing) Sign(req *http.Request, _ auth.Credentials) error {
	f(req.Header)
	return nil
}
