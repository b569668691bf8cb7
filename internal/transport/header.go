package transport

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/tourney-go/tourney/internal/header"
)

// ValidHeader reports whether net/http would send a header (RFC 9110, section 5).
func ValidHeader(key, value string) bool {
	control := func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }
	return key != "" && header.Token(key) == key && !strings.ContainsFunc(value, control)
}

// checkHeader returns an error for a header that cannot be sent, such as a key with a line break that Sign added.
func checkHeader(h http.Header) error {
	for key, values := range h {
		for _, value := range values {
			if !ValidHeader(key, value) {
				return fmt.Errorf("the header %q has a character that no header can have", key)
			}
		}
	}
	return nil
}

// headerBytes returns the size of a header's names and values.
func headerBytes(h http.Header) int {
	size := 0
	for key, values := range h {
		for _, value := range values {
			size += len(key) + len(value)
		}
	}
	return size
}

// isHeaderLimit reports whether net/http stopped reading a header at its limit. The error has no type, so its texts are
// compared. If net/http changed them, the client would only repeat reads in vain. It does so already for a header far
// above the limit over HTTP/2, which net/http reports as a mere PROTOCOL_ERROR.
func isHeaderLimit(err error) bool {
	text := err.Error()
	return strings.Contains(text, "net/http: server response headers exceeded ") ||
		strings.Contains(text, "http2: response header list larger than ")
}
