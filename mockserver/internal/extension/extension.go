// Package extension holds what mockserver/console gives to mockserver, so that mockserver need not import it: a test
// without the console compiles none of its pages.
package extension

import "net/http"

// Console is the console of mockserver/console.
type Console struct {
	// Handler returns the handler of the admin API and of the pages, for that of the API.
	Handler func(api http.HandlerFunc) http.HandlerFunc
	// Refusal returns the page for a browser that the server does not let in, and its Content-Security-Policy. home is
	// the path of a console that the browser may open, "" for none.
	Refusal func(status int, texts []string, home string) (page []byte, policy string)
}
