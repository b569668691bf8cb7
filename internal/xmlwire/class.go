package xmlwire

import (
	"math/bits"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/node"
)

// The classes of ASCII characters. Each class is a place where XML allows a character.
const (
	isSpace     uint8 = 1 << iota
	isNameStart       // of a name, without the colon
	isName            // inside a name
	isText            // in text, without an escape
	isValue           // in an attribute value with either quote, without an escape
	isLegal           // anywhere in a body
)

var class = classes()

func classes() (table [256]uint8) {
	for c := range byte(utf8.RuneSelf) {
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			table[c] |= isSpace
		}
		if node.IsNameStart(rune(c)) {
			table[c] |= isNameStart
		}
		if node.IsNameRune(rune(c)) {
			table[c] |= isName
		}
		if c >= ' ' || c == '\t' || c == '\n' || c == '\r' {
			table[c] |= isLegal
		}
		if table[c]&isLegal != 0 && c != '<' && c != '&' && c != '>' && c != '\r' {
			table[c] |= isText
		}
		if c >= ' ' && c != '<' && c != '&' && c != '"' && c != '\'' {
			table[c] |= isValue
		}
	}
	return table
}

// legal returns the size of the first character of b, and 0 if XML does not allow it or b is empty.
func legal(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	if b[0] < utf8.RuneSelf {
		return int(class[b[0]] & isLegal / isLegal)
	}
	r, size := utf8.DecodeRune(b)
	if r == utf8.RuneError && size == 1 || r == 0xFFFE || r == 0xFFFF {
		return 0
	}
	return size
}

// legalRune reports whether XML allows a character.
func legalRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 0 && class[r]&isLegal != 0
	}
	return utf8.ValidRune(r) && r != 0xFFFE && r != 0xFFFF
}

// blank reports whether text is nothing but white space.
func blank(text []byte) bool {
	for _, c := range text {
		if class[c]&isSpace == 0 {
			return false
		}
	}
	return true
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// plain returns the number of bytes at the start of b that need no escape in text: ASCII without markup and control
// characters. It looks at eight bytes at a time. At the end it looks at the last eight bytes, some of which it has
// seen before.
func plain[T string | []byte](b T) int {
	n := 0
	for ; len(b)-n >= 8; n += 8 {
		if m := marks(word(b, n)); m != 0 {
			return n + bits.TrailingZeros64(m)/8
		}
	}
	if n > 0 && marks(word(b, len(b)-8)) == 0 {
		return len(b)
	}
	for n < len(b) && b[n] >= ' ' && class[b[n]]&isText != 0 {
		n++
	}
	return n
}

// word returns eight bytes from i on as a number, with the first byte as the lowest. The compiler makes one load of
// this code.
func word[T string | []byte](b T, i int) uint64 {
	_ = b[i+7]
	return uint64(b[i]) | uint64(b[i+1])<<8 | uint64(b[i+2])<<16 | uint64(b[i+3])<<24 |
		uint64(b[i+4])<<32 | uint64(b[i+5])<<40 | uint64(b[i+6])<<48 | uint64(b[i+7])<<56
}

// marks sets the high bit of the bytes in w that are not plain. The lowest mark is exact. Marks above it may be
// wrong, because a subtraction can borrow from the next byte.
func marks(w uint64) uint64 {
	angle, amp := w&^(ones*('<'^'>'))^ones*('<'&'>'), w^ones*'&'
	m := w | (w-ones*' ')&^w | (angle-ones)&^angle | (amp-ones)&^amp
	return m & highs
}
