package rowjson

import (
	"encoding/base64"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/jsoncodec"
)

func appendBool(dst []byte, v reflect.Value) []byte { return strconv.AppendBool(dst, v.Bool()) }

func appendInt(dst []byte, v reflect.Value) []byte { return strconv.AppendInt(dst, v.Int(), 10) }

func appendString(dst []byte, v reflect.Value) []byte { return appendText(dst, v.String()) }

func appendFloat(dst []byte, v reflect.Value) []byte {
	return strconv.AppendFloat(dst, v.Float(), 'g', -1, 64)
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
	if v.IsNil() {
		return append(dst, "null"...)
	}
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
		dst = append(jsoncodec.AppendString(dst, keyText(key)), ':')
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

func appendFields(dst []byte, v reflect.Value, fields []field) []byte {
	dst = append(dst, '{')
	first := true
	for i := range fields {
		value := fields[i].in(v)
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
