package tourney

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// Extra holds the members of a response object for which this version of the library has no field. Keys are names on
// the wire, values are JSON. Of a body in XML, an element with elements inside is an object, a name that is repeated
// makes an array, and all else is text. Decoding fills Extra. MarshalRow writes it. Requests and encoding/json leave it
// out of the object around it.
type Extra map[string]json.RawMessage

// String returns the members as one line of JSON, in the order of their names. A value that is not JSON appears as a
// string with its text.
func (e Extra) String() string {
	b := []byte{'{'}
	for i, name := range slices.Sorted(maps.Keys(e)) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(jsoncodec.AppendString(b, name), ':')
		var line bytes.Buffer
		if err := json.Compact(&line, e[name]); err != nil {
			line.Reset()
			line.Write(jsoncodec.AppendString(nil, string(e[name])))
		}
		b = append(b, line.Bytes()...)
	}
	return string(append(b, '}'))
}

// scalarText returns the text of a JSON string or of a bare number or literal. The text may share the memory of data.
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

// parseInto parses text into *v. Empty text gives the zero value.
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

// text is the input of a parser: a caller's string, or bytes of a body, which are parsed without a copy.
type text interface{ ~string | ~[]byte }

// trim removes white space around s, as strings.TrimSpace does.
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

// numberAt reads up to most digits at an offset. It returns their value and the offset after them, or at itself when
// there is no digit.
func numberAt[T text](s T, at, most int) (n, end int) {
	end = at
	for end < len(s) && end < at+most && s[end]-'0' <= 9 {
		n = n*10 + int(s[end]-'0')
		end++
	}
	return n, end
}

// appendPadded appends n with leading zeros, in as many digits as the number full has.
func appendPadded(b []byte, n, full int) []byte {
	for ; 0 <= n && n < full && full >= 10; full /= 10 {
		b = append(b, '0')
	}
	return record.AppendInt(b, int64(n))
}

// digits reports whether s consists of least to most decimal digits.
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

// isNil reports whether there is no value, also inside an interface.
func isNil(v any) bool {
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Chan, reflect.Func, reflect.Map, reflect.Pointer, reflect.Slice:
		return r.IsNil()
	}
	return false
}

// notNil returns an error for an argument that is nil.
func notNil(option, argument string, v any) error {
	if isNil(v) {
		return fmt.Errorf("tourney: %s: the %s is nil", option, argument)
	}
	return nil
}

// isPrintable reports whether both formats can carry a text, and it has no control characters.
func isPrintable(text string) bool {
	_, _, illegal := xmlwire.Illegal(text)
	return !illegal && !strings.ContainsFunc(text, unicode.IsControl)
}

// clip shortens an input for an error text.
func clip(s string) string { return plaintext.Clip(s, 40) }
