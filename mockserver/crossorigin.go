package mockserver

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// anyOrigin is the value of AllowOrigins for pages of every origin.
const anyOrigin = "*"

// foreign are the origins whose pages in a browser may use the server.
type foreign struct {
	any     bool
	origins []string
}

// add adds an origin, or anyOrigin.
func (f *foreign) add(origin string) {
	if origin == anyOrigin {
		f.any = true
		return
	}
	f.origins = append(f.origins, strings.ToLower(origin))
}

// isOrigin reports whether a text is an origin as browsers write it (RFC 6454, section 6.2).
func isOrigin(text string) bool {
	if text == "null" {
		return true
	}
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") &&
		strings.EqualFold(text, u.Scheme+"://"+u.Host)
}

// allows reports whether a page of an origin may use the server.
func (f *foreign) allows(origin string) bool {
	return origin != "" && (f.any || slices.Contains(f.origins, origin))
}

// shownHeaders are the headers of answers that a script may read. Content-Type and Content-Length it may read anyway.
var shownHeaders = strings.Join([]string{
	"Allow", "ETag", "Location", "Retry-After", "X-Request-Id",
	SessionHeader, "X-Mock-Operation", "X-Mock-Assumed", "X-Mock-Ignored", "X-Mock-Fault",
}, ", ")

// usedMethods are the methods that pages may send.
var usedMethods = strings.Join([]string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
}, ", ")

// preflightSeconds is how long a browser may remember that it may ask.
const preflightSeconds = "600"

// let tells the browser of a page of an allowed origin that the page may read the answer. It answers the request
// itself, and returns true, when the browser only asks whether it may send another one.
func (f *foreign) let(w http.ResponseWriter, req *http.Request) (answered bool) {
	if !f.any && len(f.origins) == 0 {
		return false
	}
	h := w.Header()
	h.Add("Vary", "Origin")
	origin := req.Header.Get("Origin")
	if !f.allows(origin) {
		return false
	}
	h.Set("Access-Control-Allow-Origin", origin)
	if req.Method != http.MethodOptions || req.Header.Get("Access-Control-Request-Method") == "" {
		h.Set("Access-Control-Expose-Headers", shownHeaders)
		return false
	}
	h.Add("Vary", "Access-Control-Request-Headers")
	h.Set("Access-Control-Allow-Methods", usedMethods)
	if asked := req.Header.Values("Access-Control-Request-Headers"); len(asked) > 0 {
		h.Set("Access-Control-Allow-Headers", strings.Join(asked, ", "))
	}
	if req.Header.Get("Access-Control-Request-Private-Network") == "true" {
		h.Set("Access-Control-Allow-Private-Network", "true")
	}
	h.Set("Access-Control-Max-Age", preflightSeconds)
	w.WriteHeader(http.StatusNoContent)
	return true
}
