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

// decoded returns what the words of a text say, if they are base64 in either alphabet, or hexadecimal digits. A word is
// decoded from each position where a code can begin. Words of fewer bytes than least do not count.
func decoded(text string, least int) (found []string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !inCode(r) }) {
		if len(word) < least {
			continue
		}
		word = oneAlphabet.Replace(word)
		for at := range min(4, len(word)) {
			code := word[at:]
			if len(code)%4 == 1 {
				code = code[:len(code)-1]
			}
			if data, err := base64.RawStdEncoding.DecodeString(code); err == nil {
				found = append(found, string(data))
			}
		}
	}
	isHex := func(r rune) bool { return r >= '0' && r <= '9' || r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F' }
	for digits := range strings.FieldsFuncSeq(text, func(r rune) bool { return !isHex(r) }) {
		for at := range min(2, len(digits)) {
			code := digits[at:]
			if data, err := hex.DecodeString(code[:len(code)/2*2]); err == nil && len(code) >= least {
				found = append(found, string(data))
			}
		}
	}
	return found
}

// inCode reports whether a character can be in base64.
func inCode(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("+/-_", r)
}
