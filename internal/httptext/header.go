// Package httptext reads what HTTP writes as text, for the client and the mock: the URL of a host, to which it also
// joins paths without changing their escapes, and headers by the grammar of RFC 9110. A mistake in a part of a header
// affects only that part.
package httptext

import (
	"compress/gzip"
	"errors"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// white is the white space that may surround an item or a parameter.
const white = " \t"

// Items returns the items of a list. All lines of a header with one name form one list (RFC 9110, section 5.3). Items
// leaves out empty items.
func Items(lines []string) (items []string) {
	for _, line := range lines {
		for _, item := range split(line, ',') {
			if item = strings.Trim(item, white); item != "" {
				items = append(items, item)
			}
		}
	}
	return items
}

// split returns the parts between separators outside of quoted strings. A quotation mark that nothing closes is an
// ordinary character.
func split(s string, sep byte) (parts []string) {
	start, quotes := 0, true
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == sep:
			parts = append(parts, s[start:i])
			start = i + 1
		case s[i] == '"' && quotes:
			n := quoted(s[i:])
			quotes = n > 0 // nothing closes this one, so do not search to the end for each later one
			i += max(n-1, 0)
		}
	}
	return append(parts, s[start:])
}

// quoted returns the length of the quoted string that s begins with; 0 when it has no end.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// Media returns the first media type of a list, in lower case, and the parameters of that item; "" when the list has no
// media type.
func Media(lines ...string) (media string, params Params) {
	for _, item := range Items(lines) {
		if media, params = MediaOf(item); media != "" {
			return media, params
		}
	}
	return "", nil
}

// MediaOf returns the media type at the beginning of an item, in lower case, and the parameters after it; "" for an
// item without a media type.
func MediaOf(item string) (media string, params Params) {
	parts := split(item, ';')
	main, rest, _ := strings.Cut(parts[0], "/")
	sub := Token(rest)
	if main == "" || sub == "" || Token(main) != main {
		return "", nil
	}
	return strings.ToLower(main + "/" + sub), parts[1:]
}

// Token returns the token at the beginning of a text (RFC 9110, section 5.6.2); "" when the text begins with no token.
func Token(s string) string {
	other := func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r) }
	if end := strings.IndexFunc(s, other); end >= 0 {
		return s[:end]
	}
	return s
}

// Params are the parameters of an item, as the header writes them, such as "q=0.5".
type Params []string

// Get returns the value of a parameter with this name, in any letter case. Of several it returns the first value that
// is not empty; without such a value it returns "".
func (p Params) Get(name string) string {
	for _, param := range p {
		key, value, _ := strings.Cut(param, "=")
		if value = strings.Trim(value, white+`"'`); value != "" && strings.EqualFold(strings.Trim(key, white), name) {
			return value
		}
	}
	return ""
}

// IsUTF8 reports whether the parameter charset is UTF-8.
func (p Params) IsUTF8() bool {
	charset := p.Get("charset")
	return strings.EqualFold(charset, "utf-8") || strings.EqualFold(charset, "utf8")
}

// Weight returns the parameter q (RFC 9110, section 12.4.2), or 1 when q is missing or no number from 0 to 1.
func (p Params) Weight() float64 {
	if q, err := strconv.ParseFloat(p.Get("q"), 64); err == nil && q >= 0 && q <= 1 {
		return q
	}
	return 1
}

// RetryAfter returns the wait in the header Retry-After, which is a time or a number of seconds. It returns false when
// the header has neither, or has a time in the past.
func RetryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	for _, line := range h.Values("Retry-After") {
		if at, err := http.ParseTime(strings.Trim(line, white)); err == nil && at.After(now) {
			return at.Sub(now), true
		}
		for _, item := range Items([]string{line}) {
			if strings.Trim(item, "0123456789") != "" {
				continue
			}
			seconds, _ := strconv.ParseUint(item, 10, 64) // for a number out of range, the greatest number
			const maxSeconds = uint64(1<<63-1) / uint64(time.Second)
			return time.Duration(min(seconds, maxSeconds)) * time.Second, true
		}
	}
	return 0, false
}

// Codings returns the codings of a body in the order in which they were applied. It leaves out identity, because
// identity means no coding.
func Codings(h http.Header) []string {
	isNone := func(item string) bool { return strings.EqualFold(item, "identity") }
	return slices.DeleteFunc(Items(h["Content-Encoding"]), isNone)
}

// maxLayers bounds how often a body may be compressed, because each layer takes memory.
const maxLayers = 3

// Decoded returns a body without gzip, and the codings that are left. The caller must count the bytes of the plain
// body, of which limit are allowed. Decoded bounds only the compressed bytes, because a sender could send bytes without
// end that decompress to nothing.
func Decoded(body io.Reader, codings []string, limit int64) (plain io.Reader, left []string, err error) {
	const overhead = 1 << 16 // bytes that the header of gzip and stored blocks may add
	maxBytes := min(limit, math.MaxInt64-overhead-limit/64) + limit/64 + overhead
	for left = codings; len(left) > 0 && len(codings)-len(left) < maxLayers; left = left[:len(left)-1] {
		if last := strings.ToLower(left[len(left)-1]); last != "gzip" && last != "x-gzip" { // RFC 9110, section 8.4.1.3
			break
		}
		layer, err := gzip.NewReader(io.LimitReader(body, maxBytes))
		if errors.Is(err, io.EOF) { // there is no body
			return http.NoBody, nil, nil
		}
		if err != nil {
			return nil, left, err
		}
		body = layer
	}
	return body, left, nil
}

// ValidHeader reports whether net/http would send a header (RFC 9110, section 5).
func ValidHeader(key, value string) bool {
	control := func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }
	return key != "" && Token(key) == key && !strings.ContainsFunc(value, control)
}
