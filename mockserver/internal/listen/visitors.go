package listen

import (
	"fmt"
	"net/http"

	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// Visitors decides which requests from the network a server accepts. A page of another origin in a browser must not
// write to a server on the same machine. The author of such a page could point a host name at this machine. Under that
// name the page must not read from the server either.
type Visitors struct {
	Hosts   []string // the names from the option AllowHosts, as httptext.HostOf returns them
	origins *http.CrossOriginProtection
	foreign foreign // the origins from the option AllowOrigins
}

// NewVisitors returns the visitors of a server that accepts only its own names and origins.
func NewVisitors() Visitors { return Visitors{origins: http.NewCrossOriginProtection()} }

// AllowOrigin lets pages of an origin use the server. The text * means every origin.
func (v *Visitors) AllowOrigin(text string) error { return v.foreign.add(text) }

// CORS tells the browser of a page of an allowed origin that the page may read the answer. With a preflight request a
// browser asks whether it may send another request. CORS answers such a request and returns true.
func (v *Visitors) CORS(w http.ResponseWriter, req *http.Request) (answered bool) {
	return v.foreign.cors(w, req)
}

// Knows reports whether the Host of a request names this machine, or is a name of AllowHosts.
func (v *Visitors) Knows(req *http.Request) bool { return httptext.NamesThisMachine(req, v.Hosts...) }

// Refuse returns the reason to refuse a request, or nil.
func (v *Visitors) Refuse(req *http.Request) *refusal.Refusal {
	if !v.Knows(req) {
		name := plaintext.Excerpt(req.Host, redact.MaxShown)
		return refusal.Forbidden(fmt.Sprintf("the host name %q is not one of this server: name it with AllowHosts, or "+
			"--allow-host of the program", name))
	}
	if origin := req.Header.Get("Origin"); v.origins.Check(judgedAs(req)) != nil && !v.foreign.allows(origin) {
		return refusal.Forbidden(strangerText(origin, req.Header.Get("Sec-Fetch-Site")))
	}
	return nil
}

// Hint returns a text if a page of another origin sent a request that only reads, and else "". The browser hides the
// answer from such a page, so the author of the page cannot see the reason in the answer.
func (v *Visitors) Hint(req *http.Request) string {
	origin := req.Header.Get("Origin")
	if origin == "" || wire.Method(req) != http.MethodGet || v.origins.Check(req) != nil || v.foreign.allows(origin) {
		return ""
	}
	write := *req
	if write.Method = http.MethodPost; v.origins.Check(&write) == nil {
		return ""
	}
	return "the browser keeps the answer from its page: " + strangerText(origin, "")
}

// judgedAs returns the request that a preflight asks about, and returns other requests unchanged. Refuse must check
// that request, because the method OPTIONS of the preflight itself is safe.
func judgedAs(req *http.Request) *http.Request {
	if req.Method != http.MethodOptions || req.Header.Get("Access-Control-Request-Method") == "" {
		return req
	}
	write := *req
	write.Method = http.MethodPost
	return &write
}

// strangerText returns why the server refuses a request of a page of another origin. It names the Sec-Fetch-Site of a
// request without an Origin.
func strangerText(origin, site string) string {
	if origin == "" {
		return fmt.Sprintf("the request comes from a page of another origin in a browser: Sec-Fetch-Site is %q, and the "+
			"browser named no origin that AllowOrigins could have", plaintext.Excerpt(site, redact.MaxShown))
	}
	if redact.AssignsSecret(origin) { // no browser sends a user name
		origin = redact.Mark
	}
	return fmt.Sprintf("the request comes from the origin %q in a browser, which is another one: name it with "+
		"AllowOrigins, or --allow-origin of the program", plaintext.Excerpt(origin, redact.MaxShown))
}
