package tourney

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
)

// Extra holds the members of a response object that this version of the library has no field for, by their
// name on the wire and as JSON. It is filled when a response is decoded and is written back by nothing.
type Extra map[string]json.RawMessage

// scalarText returns the text of a JSON string or of a bare number or literal. It may be a part of data.
func scalarText(data []byte) (text []byte, isNull bool, err error) {
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

// parseInto sets *v to what parse makes of text, and to its zero value for empty text.
func parseInto[T any](v *T, text []byte, parse func([]byte) (T, error)) error {
	var parsed T
	if text = trim(text); len(text) > 0 {
		var err error
		if parsed, err = parse(text); err != nil {
			return err
		}
	}
	*v = parsed
	return nil
}

// text is what values are read from: what a caller has as a string, and a body in place.
type text interface{ ~string | ~[]byte }

// trim does what TrimSpace of strings and bytes does.
func trim[T text](s T) T {
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

// numberAt returns the number at an offset, of as many digits as are there but most at the most, and its end: the offset
// itself if there is none.
func numberAt[T text](s T, at, most int) (n, end int) {
	end = at
	for end < len(s) && end < at+most && s[end]-'0' <= 9 {
		n = n*10 + int(s[end]-'0')
		end++
	}
	return n, end
}

// appendPadded appends a number, with zeros before it for the digits that the number full has more.
func appendPadded(b []byte, n, full int) []byte {
	for ; 0 <= n && n < full && full >= 10; full /= 10 {
		b = append(b, '0')
	}
	return record.AppendInt(b, int64(n))
}

// digits reports whether s is least to most decimal digits and nothing else.
func digits(s string, least, most int) bool {
	if len(s) < least || len(s) > most {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// clip bounds what an error repeats of its input.
func clip(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// appendNameOrNumber appends the text of an integer as a JSON number, and any other text as a string.
func appendNameOrNumber(b []byte, text string) []byte {
	if text != "" && (text[0] == '-' || text[0]-'0' <= 9) { // else Atoi would make an error of it
		if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text {
			return append(b, text...)
		}
	}
	return jsoncodec.AppendString(b, text)
}
