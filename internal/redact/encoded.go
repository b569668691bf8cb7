package redact

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
)

// HidesNumber reports whether a text holds a card number behind escapes, base64 or hexadecimal digits.
func HidesNumber(text string) bool {
	plain := Unescaped(text)
	return plain != text && holdsAny(plain, appendCards) || encodesNumber(text)
}

// encodesNumber reports whether a text holds a card number behind base64 or hexadecimal digits.
func encodesNumber(text string) bool {
	const least = minCard * 4 / 3 // of base64
	return slices.ContainsFunc(decoded(text, least), func(text string) bool { return holdsAny(text, appendCards) })
}

// oneAlphabet writes base64 of URLs as other base64.
var oneAlphabet = strings.NewReplacer("-", "+", "_", "/")

// decoded returns what the words of a text say, if they are base64 in either alphabet, or hexadecimal digits. Words of
// fewer bytes than least do not count.
func decoded(text string, least int) []string {
	const group, pair = 4, 2 // characters
	found := decodedBy(base64.RawStdEncoding.DecodeString, oneAlphabet.Replace(text), least, group, func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '+' || r == '/'
	})
	return append(found, decodedBy(hex.DecodeString, text, least, pair, func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F'
	})...)
}

// decodedBy decodes each word of the characters of a code, from each position where a group of characters can begin.
func decodedBy(
	decode func(string) ([]byte, error), text string, least, group int, inCode func(rune) bool,
) (found []string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !inCode(r) }) {
		for at := 0; at < group && len(word) >= least; at++ {
			code := word[min(at, len(word)):]
			if len(code)%group == 1 {
				code = code[:len(code)-1]
			}
			if data, err := decode(code); err == nil {
				found = append(found, string(data))
			}
		}
	}
	return found
}
