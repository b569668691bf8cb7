package webhook

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"
)

// ErrNotPublic is the reason of an [Error] when the receiver has no public address, and Options.PublicOnly is set.
var ErrNotPublic = errors.New("the address is not one of the public internet")

// notPublic has what netip does not call private: the special ranges of IANA, and those of [unicast6] that carry an
// address of IPv4, which may be any.
var notPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("192.88.99.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"),
	netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"),
	netip.MustParsePrefix("3fff::/20"),
}

// unicast6 has every public address of IPv6. Other ranges can reach IPv4 too, such as ::ffff:0:127.0.0.1 of RFC 2765.
var unicast6 = netip.MustParsePrefix("2000::/3")

// isPublic reports whether an address is one of the public internet.
func isPublic(at netip.Addr) bool {
	at = at.Unmap().WithZone("")
	return at.IsGlobalUnicast() && !at.IsPrivate() && (at.Is4() || unicast6.Contains(at)) &&
		!slices.ContainsFunc(notPublic, func(p netip.Prefix) bool { return p.Contains(at) })
}

// public returns a transport that connects to public addresses alone. It looks at the address of the connection,
// because a name may resolve to another address each time.
func public(base http.RoundTripper) (http.RoundTripper, error) {
	if base == nil {
		base = http.DefaultTransport
	}
	transport, ok := base.(*http.Transport)
	if !ok {
		return nil, errors.New("tourney: webhook: PublicOnly: expected a Client with an *http.Transport, or without one")
	}
	dialer := net.Dialer{Timeout: 30 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		if at, err := netip.ParseAddrPort(address); err != nil || !isPublic(at.Addr()) {
			return ErrNotPublic
		}
		return nil
	}}
	own := transport.Clone()
	own.Proxy, own.DialContext, own.DialTLSContext = nil, dialer.DialContext, nil
	own.DialTLS = nil //nolint:staticcheck // a transport of the caller may still have it
	return own, nil
}
