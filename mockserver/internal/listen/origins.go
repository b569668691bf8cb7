package listen

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// anyOrigin is the value of AllowOrigins for pages of every origin.
const anyOrigin = "*"

// foreign are the origins whose pages in a browser may use the server.
type foreign struct {
	any     bool
	origins []string
}

func (f *foreign) add(text string) error {
	if text == anyOrigin {
		f.any = true
		return nil
	}
	origin, wrong := originOf(text)
	if origin == "" {
		return fmt.Errorf("%q: expected an origin, such as http://localhost:5173, or *%s", text, wrong)
	}
	f.origins = append(f.origins, origin)
	return nil
}

// originOf returns an origin as browsers write it (RFC 6454, section 6.2). It refuses a text that no browser writes as
// an origin, because no page could have that origin. If it refuses and has a reason to show, wrong is that reason.
func originOf(text string) (origin, wrong string) {
	if text == "null" {
		return text, ""
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || httptext.DefaultPorts[u.Scheme] == "" {
		return "", ""
	}
	if !strings.EqualFold(text, u.Scheme+"://"+u.Host) {
		return "", ": an origin has no user name, path or query, nor a slash at its end"
	}
	host, wrong := originHost(u)
	if host == "" {
		return "", wrong
	}
	port := u.Port()
	switch n, err := strconv.ParseUint(port, 10, 16); {
	case port == "" && strings.HasSuffix(u.Host, ":"), port != "" && (err != nil || n == 0 || port[0] == '0'):
		return "", ": a port is a number from 1 to 65535 without zeros in front"
	case port == "" || port == httptext.DefaultPorts[u.Scheme]:
		return u.Scheme + "://" + host, ""
	}
	return u.Scheme + "://" + host + ":" + port, ""
}

// plainHost are the characters that a host name in lower case can have.
const plainHost = "abcdefghijklmnopqrstuvwxyz0123456789-._"

// originHost returns the host of an origin as browsers write it, or what is wrong with the host.
func originHost(u *url.URL) (host, wrong string) {
	host = strings.ToLower(u.Hostname())
	last := host[strings.LastIndexByte(strings.TrimSuffix(host, "."), '.')+1:]
	switch ip, err := netip.ParseAddr(host); {
	case err == nil && ip.Is4In6(): // Go writes this address with dots, but a browser does not
		b := ip.As16()
		return fmt.Sprintf("[::ffff:%x:%x]", int(b[12])<<8|int(b[13]), int(b[14])<<8|int(b[15])), ""
	case err == nil && ip.Is6():
		return "[" + ip.String() + "]", ""
	case err == nil:
		return ip.String(), ""
	case strings.Contains(host, "*"):
		return "", ": * stands for all origins, and for no part of one"
	case strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII }):
		return "", ": browsers write the name of a host in ASCII, such as xn--mnchen-3ya.example for münchen.example"
	case host == "", strings.Trim(host, plainHost) != "", strings.HasPrefix(host, "."):
		return "", ": a host has letters, digits, dots, - and _"
	case strings.Trim(last, "0123456789.") == "" || strings.HasPrefix(last, "0x"):
		return "", ": browsers write an address as four numbers of 0 to 255, without zeros in front"
	}
	return host, ""
}

func (f *foreign) allows(origin string) bool {
	return origin != "" && (f.any || slices.Contains(f.origins, origin))
}

// shownHeaders are the headers of answers that a script may read. A script may always read Content-Type and
// Content-Length.
var shownHeaders = strings.Join([]string{
	"Allow", "ETag", "Location", "Retry-After", "X-Request-Id",
	wire.SessionHeader, "X-Mock-Operation", "X-Mock-Assumed", "X-Mock-Ignored", "X-Mock-Fault",
}, ", ")

var usedMethods = strings.Join([]string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
}, ", ")

// preflightSeconds is how long a browser may remember the answer to a preflight.
const preflightSeconds = "600"

// cors does the work of Visitors.CORS.
func (f *foreign) cors(w http.ResponseWriter, req *http.Request) (answered bool) {
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
	if origin != "null" && slices.Contains(f.origins, origin) { // not for pages that anybody can have
		h.Set("Access-Control-Allow-Credentials", "true")
	}
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
