package transport

import (
	"fmt"
	"net/http"

	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/observe"
)

// maxRedirects is how many redirects a request follows.
const maxRedirects = 5

// hideLocation removes the target from a redirect and returns it. http.Client treats a redirect without a target like
// any other answer. Thus creates and charges follow no redirect, because a host may act before it redirects. Logins
// follow no redirect, because the target host would get the password.
func hideLocation(res *http.Response) []string {
	location := res.Header["Location"]
	if res.StatusCode/100 == 3 && location != nil {
		res.Header = res.Header.Clone() // the transport may keep the original
		delete(res.Header, "Location")
		return location
	}
	return nil
}

// checkRedirect refuses redirects to another host, which would get the request and its keys.
func checkRedirect(req *http.Request, via []*http.Request) error {
	first := via[0].URL
	switch {
	case req.Method != via[0].Method: // 303 would turn a write into a read
		return refusedRedirect("refused a redirect that turns " + via[0].Method + " into " + req.Method)
	case first.Scheme == "https" && req.URL.Scheme != "https":
		return refusedRedirect("refused a redirect from https to " + schemeWord(req.URL.Scheme))
	case httptext.Origin(req.URL) != httptext.Origin(first):
		return refusedRedirect("refused a redirect to another origin")
	case len(via) > maxRedirects:
		return refusedRedirect(fmt.Sprintf("refused more than %d redirects", maxRedirects))
	}
	return nil
}

// schemeWord returns the words for the scheme of a redirect in an error. The error does not repeat other schemes than
// http, because the host could write any text there.
func schemeWord(scheme string) string {
	if scheme == "http" {
		return scheme
	}
	return "another scheme"
}

func refusedRedirect(text string) error {
	return &finalError{observe.ErrorRedirect, &OwnError{Text: text}}
}
