package rowjson

import (
	"encoding/base64"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/jsoncodec"
)

// Raw is a value in JSON, which is read and written unchanged.
type Raw []byte

func appendRaw(dst []byte, v reflect.Value) []byte { return append(dst, v.Bytes()...) }

func appendBool(dst []byte, v reflect.Value) []byte { return strconv.AppendBool(dst, v.Bool()) }

func appendInt(dst []byte, v reflect.Value) []byte { return strconv.AppendInt(dst, v.Int(), 10) }

func appendUint(dst []byte, v reflect.Value) []byte { return strconv.AppendUint(dst, v.Uint(), 10) }

func appendString(dst []byte, v reflect.Value) []byte { return appendText(dst, v.String()) }

func appendFloat(dst []byte, v reflect.Value) []byte {
	text := strconv.FormatFloat(v.Float(), 'g', -1, 64)
	if math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0) {
		return appendText(dst, text)
	}
	return append(dst, text...)
}

func appendText(dst []byte, text string) []byte {
	if utf8.ValidString(text) {
		return jsoncodec.AppendString(dst, text)
	}
	dst = append(dst, `["`...)
	dst = base64.StdEncoding.AppendEncode(dst, []byte(text))
	return append(dst, `"]`...)
}

func appendBytes(dst []byte, v reflect.Value) []byte {
	if v.IsNil() {
		return append(dst, "null"...)
	}
	return appendText(dst, string(v.Bytes()))
}

func appendItems(dst []byte, v reflect.Value, elem *codec) []byte {
	dst = append(dst, '[')
	for i := range v.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = elem.append(dst, v.Index(i))
	}
	return append(dst, ']')
}

// appendMap appends a map in the order of its keys, so that the same rows give the same bytes.
func appendMap(dst []byte, v reflect.Value, elem *codec) []byte {
	if v.IsNil() {
		return append(dst, "null"...)
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(keyText(a), keyText(b)) })
	dst = append(dst, '{')
	for i, key := range keys {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendName(dst, keyText(key)), ':')
		dst = elem.append(dst, v.MapIndex(key))
	}
	return append(dst, '}')
}

func keyText(key reflect.Value) string {
	if key.Kind() == reflect.String {
		return key.String()
	}
	return strconv.FormatInt(key.Int(), 10)
}

// The first characters of a name in a map that is not UTF-8, and of a name that begins with them.
const (
	encodedName = "base64:"
	plainName   = "text:"
)

// appendName appends a name of a map. A name of JSON is a text, so one that is not UTF-8 has a mark in front.
func appendName(dst []byte, name string) []byte {
	switch {
	case !utf8.ValidString(name):
		name = encodedName + base64.StdEncoding.EncodeToString([]byte(name))
	case strings.HasPrefix(name, encodedName) || strings.HasPrefix(name, plainName):
		name = plainName + name
	}
	return jsoncodec.AppendString(dst, name)
}

// nameOf returns the name that appendName wrote.
func nameOf(text string) (string, bool) {
	if rest, ok := strings.CutPrefix(text, plainName); ok {
		return rest, true
	}
	encoded, ok := strings.CutPrefix(text, encodedName)
	if !ok {
		return text, true
	}
	name, err := base64.StdEncoding.DecodeString(encoded)
	return string(name), err == nil
}

func appendFields(dst []byte, v reflect.Value, fields []field) []byte {
	dst = append(dst, '{')
	first := true
	for i := range fields {
		value := v.Field(fields[i].index)
		if value.IsZero() {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = fields[i].values.append(append(dst, fields[i].key...), value)
	}
	return append(dst, '}')
}
