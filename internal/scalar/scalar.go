// Package scalar reads and writes single values: decimal numbers, texts of a body, and values of a database. It reads
// numbers more leniently and faster than package strconv, for the codecs. The root uses the package for its number
// types, and for dates and times, whose layouts are in date.go and timeofday.go of the root.
package scalar

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/plaintext"
)

// FromJSON returns the text of a JSON string or of a bare number or literal. The text may share the memory of data.
func FromJSON(data []byte) (text []byte, isNull bool, err error) {
	switch {
	case string(data) == "null":
		return nil, true, nil
	case len(data) == 0 || data[0] == '{' || data[0] == '[':
		return nil, false, errors.New("expected a single value")
	case data[0] != '"':
		return data, false, nil
	}
	if inside := data[1:max(1, len(data)-1)]; !bytes.ContainsAny(inside, "\\\"") && utf8.Valid(inside) {
		return inside, false, nil
	}
	var unescaped string
	err = json.Unmarshal(data, &unescaped)
	return []byte(unescaped), false, err
}

// ParseInto parses text into *v. Empty text gives the zero value.
func ParseInto[T any](v *T, text []byte, parse func([]byte) (T, error)) error {
	var parsed T
	if text = Trim(text); len(text) > 0 {
		var err error
		if parsed, err = parse(text); err != nil {
			return err
		}
	}
	*v = parsed
	return nil
}

// Text is the input of a parser: a caller's string, or bytes of a body, which are parsed without a copy.
type Text interface{ ~string | ~[]byte }

// Trim removes white space around s, as strings.TrimSpace does.
func Trim[T Text](s T) T {
	for len(s) > 0 && isSpace(s[0]) {
		s = s[1:]
	}
	for len(s) > 0 && isSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	if len(s) > 0 && (s[0] >= utf8.RuneSelf || s[len(s)-1] >= utf8.RuneSelf) {
		return T(strings.TrimSpace(string(s)))
	}
	return s
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// NumberAt reads up to limit digits at an offset. It returns their value and the offset after the digits; when there is
// no digit, it returns 0 and at.
func NumberAt[T Text](s T, at, limit int) (n, end int) {
	end = at
	for end < len(s) && end < at+limit && s[end]-'0' <= 9 {
		n = n*10 + int(s[end]-'0')
		end++
	}
	return n, end
}

// AppendPadded appends n with leading zeros, so that n gets as many digits as the number full has.
func AppendPadded(b []byte, n, full int) []byte {
	for ; 0 <= n && n < full && full >= 10; full /= 10 {
		b = append(b, '0')
	}
	return AppendInt(b, int64(n))
}

// clip shortens an input for an error text.
func clip(s string) string { return plaintext.Clip(s, 40) }
