package httptext

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
)

// Identity returns the one spelling of all base URLs of a host. Two base URLs belong to one host if their identities
// have the same text. Requests to one host can still differ in their bytes, because the client sends a base URL as its
// user wrote it. http and https are two hosts, because what is secret on one is public on the other.
func Identity(text string) (*url.URL, error) {
	base, err := BaseURL(text)
	if err != nil {
		return nil, err
	}
	one := Origin(base)
	at := path.Clean("/" + normalEscapes(base.EscapedPath()))
	for cut := true; cut; {
		at, cut = strings.CutSuffix(strings.TrimSuffix(at, "/"), contract.BasePath)
	}
	return &one, SetPath(&one, at)
}

// SameHost reports whether two base URLs belong to one host. A text that is no base URL belongs to no host.
func SameHost(a, b string) bool {
	one, err := Identity(a)
	if err != nil {
		return false
	}
	other, err := Identity(b)
	return err == nil && one.String() == other.String()
}

// Origin returns scheme, host and port of a URL in one spelling (RFC 6454, section 5). It leaves out a default port.
func Origin(u *url.URL) url.URL {
	host := hostName(u.Hostname())
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port := Port(u); port != Port(&url.URL{Scheme: u.Scheme}) {
		host += ":" + port
	}
	return url.URL{Scheme: u.Scheme, Host: host}
}

// Below returns the path of a URL below /api/v1 of a base URL, escaped. It reports false for a URL that is elsewhere, or
// that a host could take for one elsewhere.
func Below(base, u *url.URL) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(u.EscapedPath(), base.EscapedPath()+contract.BasePath)
	plain, err := url.PathUnescape(rest)
	parts := strings.FieldsFunc(plain, func(r rune) bool { return r == '/' || r == '\\' })
	dots := slices.Contains(parts, ".") || slices.Contains(parts, "..")
	if !ok || !strings.HasPrefix(rest, "/") || err != nil || dots || u.Opaque != "" || Origin(u) != Origin(base) {
		return "", false
	}
	return rest, true
}

// Port returns the port of a URL, or the default port of the URL's scheme.
func Port(u *url.URL) string {
	port := u.Port()
	if n, err := strconv.Atoi(port); err == nil {
		return strconv.Itoa(n) // without zeros in front
	}
	switch {
	case port != "":
		return port
	case u.Scheme == "https":
		return "443"
	}
	return "80"
}

// HostOf returns the name or the address in a Host header in one spelling, without its port.
func HostOf(header string) string {
	if strings.Contains(header, ":") {
		if name, _, err := net.SplitHostPort(header); err == nil {
			header = name
		}
	}
	return hostName(strings.Trim(header, "[]"))
}

// hostName returns the one spelling of a name or an address, without the dot that may end a name.
func hostName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r > '~' }) {
		name = dialed(name)
	}
	name, _ = strings.CutSuffix(name, ".")
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip.Unmap().String()
	}
	return strings.ToLower(name)
}

// dialed returns the name in ASCII to which net/http connects for a name in another script. Package net/http exports no
// function for it, so dialed asks a transport that never connects.
func dialed(name string) string {
	asked := &http.Transport{DialContext: func(_ context.Context, _, address string) (net.Conn, error) {
		name, _, _ = net.SplitHostPort(address)
		return nil, net.ErrClosed
	}}
	if res, err := asked.RoundTrip(&http.Request{URL: &url.URL{Scheme: "http", Host: name}, Header: http.Header{}}); err == nil {
		_ = res.Body.Close()
	}
	return name
}

// unreserved are the characters that mean the same with and without an escape (RFC 3986, section 2.3).
const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

// normalEscapes returns an escaped path with capital letters in its escapes, and without escapes of unreserved
// characters. %2F stays, because a slash would separate.
func normalEscapes(escaped string) string {
	parts := strings.Split(escaped, "%")
	for i, part := range parts[1:] {
		c, _ := url.PathUnescape("%" + part[:2]) // the escapes of a URL are whole
		if !strings.Contains(unreserved, c) {
			c = "%" + strings.ToUpper(part[:2])
		}
		parts[i+1] = c + part[2:]
	}
	return strings.Join(parts, "")
}

// NamesThisMachine reports whether the Host of a request can only mean the machine that got it: localhost, a name that
// ends with .localhost, an IP address, nothing, or one of more, which are texts of HostOf. The owner of any other name
// can point it at the machine of whoever reads the owner's page. The page could then read what a server on that machine
// answers. Nobody can point an address elsewhere. A request without a socket, as tests make one, may also have the
// host of httptest, or a name that nobody can own (RFC 2606, section 2).
func NamesThisMachine(req *http.Request, more ...string) bool {
	host := HostOf(req.Host)
	_, err := netip.ParseAddr(host)
	switch {
	case err == nil, host == "", host == "localhost", strings.HasSuffix(host, ".localhost"), slices.Contains(more, host):
		return true
	case req.Context().Value(http.LocalAddrContextKey) != nil:
		return false
	}
	return host == "example.com" || strings.HasSuffix(host, ".invalid")
}
