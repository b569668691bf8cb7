package mockserver

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"

	"github.com/tourney-go/tourney"
)

// adminAccess are the options of the admin API.
type adminAccess struct {
	// api returns the handler of a side door, for its server. It is nil without the API, which stands on the server.
	api   func(door any, a *adminAccess, closing <-chan struct{}) http.HandlerFunc
	token tourney.Secret // zero for none
	// console returns the handler of the admin API with the console, for that of the API. It is nil without the console.
	console func(api http.HandlerFunc) http.HandlerFunc
}

// handler returns the handler of the admin API for a server, nil without the API. Requests that wait end when the
// server closes.
func (a *adminAccess) handler(server any, closing <-chan struct{}) http.HandlerFunc {
	if a.api == nil {
		return nil
	}
	api := a.api(server, a, closing)
	if a.console == nil {
		return api
	}
	return a.console(api)
}

// lets reports whether a request has the token.
func (a *adminAccess) lets(req *http.Request) bool {
	if a.token.IsZero() {
		return true
	}
	given, ok := strings.CutPrefix(req.Header.Get("Authorization"), "Bearer ")
	want, have := sha256.Sum256([]byte(a.token.Reveal())), sha256.Sum256([]byte(given))
	return ok && subtle.ConstantTimeCompare(want[:], have[:]) == 1
}
