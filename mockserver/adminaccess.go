package mockserver

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"

	"github.com/tourney-go/tourney/mockserver/internal/extension"
	"github.com/tourney-go/tourney/mockserver/internal/listen"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/secret"
)

// adminAccess are the options of the admin API.
type adminAccess struct {
	// api returns the handler of the API of a server. It is nil without the API, which stands on the server.
	api     func(of adminServer, a *adminAccess) http.HandlerFunc
	token   secret.Text        // zero for none
	console *extension.Console // nil without the console
}

// adminServer is what the admin API needs of its server.
type adminServer struct {
	server  inside          // a *server, hidden for the users of Option
	running *listen.Running // whose waits end when the server closes
	// tellRefused tells of a request without the token.
	tellRefused func(req *http.Request, why *refusal.Refusal)
}

// handler returns the handler of the admin API of a server, nil without the API.
func (a *adminAccess) handler(of adminServer) http.HandlerFunc {
	if a.api == nil {
		return nil
	}
	api := a.api(of, a)
	if a.console == nil {
		return api
	}
	return a.console.Handler(api)
}

// lets reports whether a request has the token.
func (a *adminAccess) lets(req *http.Request) bool {
	if a.token.IsZero() {
		return true
	}
	want := sha256.Sum256([]byte(a.token.Reveal()))
	for _, line := range req.Header["Authorization"] { // a proxy may add one
		scheme, given, _ := strings.Cut(line, " ")
		ok := strings.EqualFold(scheme, "Bearer") // RFC 9110, section 11.1
		have := sha256.Sum256([]byte(strings.TrimLeft(given, " ")))
		if ok && subtle.ConstantTimeCompare(want[:], have[:]) == 1 {
			return true
		}
	}
	return false
}
