package wire

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// SessionHeader is the header that names the session to which a request belongs.
const SessionHeader = "X-Mock-Session"

// SessionPath is the prefix in front of the name of a session in the path of a URL. SessionPath begins with AdminPath.
const (
	AdminPath   = "/_mock/"
	SessionPath = AdminPath + "session/"
	ConsolePath = AdminPath + "console/"
)

// IsAdmin reports whether a URL, without the prefix of a session, belongs to the admin API.
func IsAdmin(u *url.URL) bool {
	return strings.HasPrefix(u.Path, AdminPath) && strings.HasPrefix(u.EscapedPath(), AdminPath)
}

// maxSessionName bounds the length of the name of a session.
const maxSessionName = 64

// SessionNameProblem returns what is wrong with the name of a session, "" when nothing is. A name may only contain
// characters that a header, a path and a log show unchanged.
func SessionNameProblem(name string) string {
	const others = "._-"
	wrong := strings.ContainsFunc(name, func(c rune) bool {
		return (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && !strings.ContainsRune(others, c)
	})
	if !wrong && name != "" && len(name) <= maxSessionName && !strings.Contains(others, name[:1]) {
		return ""
	}
	return fmt.Sprintf("%s: expected up to %d letters, digits, points, dashes and underscores, a letter or digit first",
		ShownSession(name), maxSessionName)
}

// ShownSession returns the name of a session, which a client sent, in a form for messages.
func ShownSession(name string) string {
	return fmt.Sprintf("%q", plaintext.Excerpt(name, redact.MaxShown))
}

// SessionOf returns the name of the session to which a request belongs, or "" for none. It also returns the request
// without the prefix of a session.
func SessionOf(req *http.Request) (name string, served *http.Request, refused *refusal.Refusal) {
	named := sessionsInHeader(req.Header)
	prefixed := strings.HasPrefix(req.URL.Path, SessionPath)
	if named == nil && !prefixed {
		return "", req, nil
	}
	if prefixed {
		var inPath string
		if inPath, served = withoutSession(req); served != nil {
			named = append(named, inPath)
		}
	}
	for i := range named {
		switch {
		case named[i] == "":
			return "", req, refusal.Forbidden("the name of the session is empty: " + SessionHeader + " or the path names one")
		case named[i] != named[0]:
			return "", req, refusal.Forbidden(fmt.Sprintf("the request names the sessions %s and %s: expected one",
				ShownSession(named[0]), ShownSession(named[i])))
		}
	}
	if served == nil {
		served = req
	}
	if named == nil {
		return "", served, nil
	}
	return named[0], served, nil
}

// sessionsInHeader returns the names in the header, in any letter case of the header's name: a request that did not
// come through a socket can have the name in any case.
func sessionsInHeader(h http.Header) (names []string) {
	for key, values := range h {
		if len(key) == len(SessionHeader) && strings.EqualFold(key, SessionHeader) {
			for _, value := range values {
				names = append(names, strings.TrimSpace(value))
			}
		}
	}
	return names
}

// sentKey is the key of the sent value in the context of a request that had the prefix of a session.
type sentKey struct{}

// sent contains the values that a request had before the server removed the prefix of a session.
type sent struct {
	url    *url.URL
	prefix string
}

// withoutSession returns the name in a path with the prefix of a session, and the request without the prefix. The
// returned request names the session in its header. The request is nil when escaped slashes only look like the prefix.
func withoutSession(req *http.Request) (name string, served *http.Request) {
	parts := strings.SplitN(req.URL.EscapedPath(), "/", 5) // "", _mock, session, the name, the rest
	if len(parts) < 4 {
		return "", nil
	}
	for i := 1; i < 4; i++ {
		parts[i], _ = url.PathUnescape(parts[i])
	}
	if strings.Join(parts[:3], "/")+"/" != SessionPath {
		return "", nil
	}
	name = parts[3]
	u := *req.URL
	u.Path, u.RawPath = "/", ""
	if len(parts) == 5 {
		u.RawPath = "/" + parts[4]
		u.Path, _ = url.PathUnescape(u.RawPath)
	}
	served = req.WithContext(context.WithValue(req.Context(), sentKey{}, sent{req.URL, SessionPath + name}))
	served.URL, served.Header = &u, req.Header.Clone()
	if served.Header == nil {
		served.Header = http.Header{}
	}
	served.Header.Set(SessionHeader, name)
	return name, served
}

// WithoutPrefix returns a request without the prefix of a session, whether or not the session is open.
func WithoutPrefix(req *http.Request) *http.Request {
	if !strings.HasPrefix(req.URL.Path, SessionPath) {
		return req
	}
	if _, inside := withoutSession(req); inside != nil {
		return inside
	}
	return req
}

// AsSent returns a request with the path that its client signed.
func AsSent(req *http.Request) *http.Request {
	before, ok := req.Context().Value(sentKey{}).(sent)
	if !ok {
		return req
	}
	signed := req.WithContext(req.Context())
	signed.URL = before.url
	return signed
}

// Origin returns the scheme and the host with which the client of a request reached the mock.
func Origin(req *http.Request) string {
	if req.TLS != nil || req.URL.Scheme == "https" { // a request without a socket has a scheme
		return "https://" + req.Host
	}
	return "http://" + req.Host
}

// WithinSession returns the target to which the mock redirects a request. A target that is a path stays within the
// session of the request.
func WithinSession(req *http.Request, to string) string {
	before, ok := req.Context().Value(sentKey{}).(sent)
	if !ok || !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.HasPrefix(to, SessionPath) {
		return to
	}
	return before.prefix + to
}
