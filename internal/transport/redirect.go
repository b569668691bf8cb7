package transport

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// maxRedirects is how many redirects a request follows.
const maxRedirects = 5

// hideLocation takes the target off a redirect and returns it. Creates and charges follow no redirect, because a host
// may act before it redirects; a login would hand its password on. Their answer is the redirect, wherever it leads:
// http.Client takes one without a target for an answer like any other.
func hideLocation(res *http.Response) []string {
	location := res.Header["Location"]
	if res.StatusCode/100 == 3 && location != nil {
		res.Header = res.Header.Clone() // the transport may keep its own
		delete(res.Header, "Location")
		return location
	}
	return nil
}

// checkRedirect keeps requests, with their keys, on the host that they were made for.
func checkRedirect(req *http.Request, via []*http.Request) error {
	first := via[0].URL
	switch {
	case req.Method != via[0].Method: // it would become a read, whose answer would pass for that of the write
		return refusedRedirect("refused a redirect that turns " + via[0].Method + " into " + req.Method)
	case first.Scheme == "https" && req.URL.Scheme != "https":
		return refusedRedirect("refused a redirect from https to " + req.URL.Scheme)
	case !sameOrigin(req.URL, first):
		return refusedRedirect("refused a redirect to another origin")
	case len(via) > maxRedirects:
		return refusedRedirect(fmt.Sprintf("refused more than %d redirects", maxRedirects))
	}
	return nil
}

func refusedRedirect(text string) error { return &finalError{Redirect, errors.New(text)} }

// sameOrigin compares scheme, host and port (RFC 6454, section 5).
func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && portOf(a) == portOf(b)
}

// portOf returns the port of a URL, or that of its scheme.
func portOf(u *url.URL) int {
	port, err := strconv.Atoi(u.Port())
	switch {
	case err == nil:
		return port
	case u.Scheme == "https":
		return 443
	}
	return 80
}
