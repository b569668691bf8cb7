package httptext

import (
	"cmp"
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
// are equal. The client still sends a base URL as its user wrote it. http and https are two hosts, because what is
// secret on one is public on the other.
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
	other, failed := Identity(b)
	return err == nil && failed == nil && *one == *other
}

// Origin returns scheme, host and port of a URL in one spelling (RFC 6454, section 5). It leaves out a default port.
func Origin(u *url.URL) url.URL {
	host, port := hostName(u.Hostname()), strconv.Itoa(Port(u))
	switch {
	case port != DefaultPorts[u.Scheme]:
		host = net.JoinHostPort(host, port)
	case strings.Contains(host, ":"):
		host = "[" + host + "]"
	}
	return url.URL{Scheme: u.Scheme, Host: host}
}

// DefaultPorts are the ports that URLs and browsers leave out, by scheme.
var DefaultPorts = map[string]string{"http": "80", "https": "443"}

// Port returns the port of a URL, or the default port of the URL's scheme.
func Port(u *url.URL) int {
	port, _ := strconv.Atoi(cmp.Or(u.Port(), DefaultPorts[u.Scheme])) // the greatest number for a port that none can have
	return port
}

// HostOf returns the name or the address in a Host header in one spelling, without its port.
func HostOf(header string) string {
	if name, _, err := net.SplitHostPort(header); err == nil {
		header = name
	}
	return hostName(strings.Trim(header, "[]"))
}

// hostName returns the one spelling of a name or an address, without the dot that may end a name. For a name in another
// script than ASCII, that is the name to which net/http connects. Package net/http exports no function for it, so
// hostName asks a transport that never connects.
func hostName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r > '~' }) {
		asked := &http.Transport{DialContext: func(_ context.Context, _, address string) (net.Conn, error) {
			name, _, _ = net.SplitHostPort(address)
			return nil, net.ErrClosed
		}}
		_, _ = asked.RoundTrip(&http.Request{ //nolint:bodyclose // there is no answer
			URL: &url.URL{Scheme: "http", Host: name}, Header: http.Header{},
		})
	}
	name = strings.TrimSuffix(name, ".")
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip.Unmap().String()
	}
	return strings.ToLower(name)
}

const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

// normalEscapes returns an escaped path with capital letters in its escapes, and without escapes of unreserved
// characters, which need none (RFC 3986, section 2.3). %2F stays, because a slash would separate.
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
// can point it at the machine of whoever reads a page, and the page could then read what a server there answers. A
// request without a socket may also have the host of httptest, or a name that nobody can own (RFC 2606, section 2).
func NamesThisMachine(req *http.Request, more ...string) bool {
	host := HostOf(req.Host)
	_, err := netip.ParseAddr(host)
	named := err == nil || host == "" || host == "localhost" || strings.HasSuffix(host, ".localhost")
	return named || slices.Contains(more, host) || req.Context().Value(http.LocalAddrContextKey) == nil &&
		(host == "example.com" || strings.HasSuffix(host, ".invalid"))
}
