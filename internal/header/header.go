// Package header reads headers by the grammar of RFC 9110, for both ends. A mistake in a part of a value affects only
// that part.
package header

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

// white is what may stand around an item or a parameter.
const white = " \t"

// Items returns the items of a list. Lines of one name are one list (section 5.3), and an empty item is none.
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

// split returns the parts between separators outside of quoted strings. A quote without an end is a character.
func split(s string, sep byte) (parts []string) {
	start, quotes := 0, true
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == sep:
			parts = append(parts, s[start:i])
			start = i + 1
		case s[i] == '"' && quotes:
			n := quoted(s[i:])
			quotes = n > 0 // else each later quote would be looked for in vain, to the end
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

// Media returns the first media type of a list in lower case, and its parameters; "" when the list has none.
func Media(lines ...string) (media string, params Params) {
	for _, item := range Items(lines) {
		if media, params = MediaOf(item); media != "" {
			return media, params
		}
	}
	return "", nil
}

// MediaOf returns the media type that an item begins with in lower case, and its parameters; "" for another item.
func MediaOf(item string) (media string, params Params) {
	parts := split(item, ';')
	main, rest, _ := strings.Cut(parts[0], "/")
	sub := Token(rest)
	if main == "" || sub == "" || Token(main) != main {
		return "", nil
	}
	return strings.ToLower(main + "/" + sub), parts[1:]
}

// Token returns the token that a text begins with (section 5.6.2).
func Token(s string) string {
	other := func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r) }
	if end := strings.IndexFunc(s, other); end >= 0 {
		return s[:end]
	}
	return s
}

// Params are parameters as the header writes them.
type Params []string

// Get returns the value of the first parameter with a name, in any letter case, that has one.
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

// Weight returns the parameter q (section 12.4.2), and 1 for one that is no number from 0 to 1.
func (p Params) Weight() float64 {
	if q, err := strconv.ParseFloat(p.Get("q"), 64); err == nil && q >= 0 && q <= 1 {
		return q
	}
	return 1
}

// RetryAfter returns the wait in the header Retry-After, in either form. It returns false when the header has none, or
// a time that is over.
func RetryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	for _, line := range h.Values("Retry-After") {
		if at, err := http.ParseTime(strings.Trim(line, white)); err == nil && at.After(now) {
			return at.Sub(now), true
		}
		for _, item := range Items([]string{line}) {
			if strings.Trim(item, "0123456789") != "" {
				continue
			}
			seconds, _ := strconv.ParseUint(item, 10, 64) // the nearest number in range
			const maxSeconds = uint64(1<<63-1) / uint64(time.Second)
			return time.Duration(min(seconds, maxSeconds)) * time.Second, true
		}
	}
	return 0, false
}

// Codings returns the codings of a body in the order in which they were applied. identity is none.
func Codings(h http.Header) []string {
	isNone := func(item string) bool { return strings.EqualFold(item, "identity") }
	return slices.DeleteFunc(Items(h["Content-Encoding"]), isNone)
}

// maxLayers bounds how often a body may be compressed, because each layer takes memory.
const maxLayers = 3

// Decoded returns a body without gzip, and the codings that are left. The plain body may have limit bytes: the caller
// counts them. Decoded itself bounds what it reads for them, because a sender could send bytes for ever that decompress
// to nothing.
func Decoded(body io.Reader, codings []string, limit int64) (plain io.Reader, left []string, err error) {
	const overhead = 1 << 16 // bytes of a header and of stored blocks
	maxBytes := min(limit, math.MaxInt64-overhead-limit/64) + limit/64 + overhead
	for left = codings; len(left) > 0 && len(codings)-len(left) < maxLayers; left = left[:len(left)-1] {
		if last := strings.ToLower(left[len(left)-1]); last != "gzip" && last != "x-gzip" { // section 8.4.1.3
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
