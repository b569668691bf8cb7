package transport

import (
	"fmt"
	"net/http"
	"strings"
)

// ValidHeader reports whether net/http would send a header (RFC 9110, section 5).
func ValidHeader(key, value string) bool {
	inName := func(r rune) bool {
		return r > ' ' && r < 0x7f && !strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r)
	}
	inValue := func(r rune) bool { return r == '\t' || r >= ' ' && r != 0x7f }
	not := func(f func(rune) bool) func(rune) bool { return func(r rune) bool { return !f(r) } }
	return key != "" && !strings.ContainsFunc(key, not(inName)) && !strings.ContainsFunc(value, not(inValue))
}

// checkHeader refuses headers that cannot be sent, such as a key with a line break that Sign put into one.
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

// hideIdempotencyKeys spells two headers in lower case, which is the same to a host. In their usual spelling net/http
// takes them as leave to send a request again by itself. The interface document does not know these headers, so a host
// may well act twice.
func hideIdempotencyKeys(h http.Header) {
	for _, key := range []string{"Idempotency-Key", "X-Idempotency-Key"} {
		if values, ok := h[key]; ok {
			delete(h, key)
			h[strings.ToLower(key)] = append(h[strings.ToLower(key)], values...)
		}
	}
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

// isHeaderLimit reports whether net/http stopped reading a header at its limit. net/http has no type for that error, so
// its texts are compared. Were they to change, reads would be sent again in vain, and nothing else. That is so now for
// a header far above the limit of HTTP/2, of which net/http says no more than PROTOCOL_ERROR.
func isHeaderLimit(err error) bool {
	text := err.Error()
	return strings.Contains(text, "net/http: server response headers exceeded ") ||
		strings.Contains(text, "http2: response header list larger than ")
}
