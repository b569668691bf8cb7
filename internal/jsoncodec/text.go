package jsoncodec

import (
	"bytes"
	"math/bits"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/record"
)

// text reads a string and returns its content, which is valid until the scanner reads the next string.
func (s *scanner) text() ([]byte, *record.Error) {
	start := s.pos + 1
	end := start + plain(s.data[start:])
	if end < len(s.data) && s.data[end] == '"' {
		s.pos = end + 1
		return s.data[start:end], nil
	}
	return s.mixedText(start, end)
}

// mixedText reads the rest of a string that begins at start and has its first escape or character outside ASCII at
// end.
func (s *scanner) mixedText(start, end int) ([]byte, *record.Error) {
	s.buf, s.pos = s.buf[:0], start
	if err := s.run(end - start); err != nil {
		return nil, err
	}
	for s.pos < len(s.data) && s.data[s.pos] != '"' {
		if err := s.special(); err != nil {
			return nil, err
		}
		if err := s.run(plain(s.data[s.pos:])); err != nil {
			return nil, err
		}
	}
	if s.pos == len(s.data) {
		return nil, s.unexpected("the end of the string")
	}
	s.pos++
	return s.buf, nil
}

// run appends n bytes of the string, which have no escape, to buf, and makes room there for one more character.
func (s *scanner) run(n int) *record.Error {
	if n+utf8.UTFMax > cap(s.buf)-len(s.buf) {
		room := max(2*cap(s.buf), len(s.buf)+n+utf8.UTFMax)
		if !s.memory.Reserve(room) {
			return s.memory.Check(s.pos)
		}
		s.buf = append(make([]byte, 0, room), s.buf...)
	}
	s.buf = append(s.buf, s.data[s.pos:s.pos+n]...)
	s.pos += n
	return nil
}

// special reads an escape or a character outside ASCII, and appends the character to buf.
func (s *scanner) special() *record.Error {
	c := s.data[s.pos]
	switch {
	case c == '\\':
		return s.escape()
	case c < ' ':
		return s.unexpected("no bare control character")
	}
	r, size := utf8.DecodeRune(s.data[s.pos:])
	if r == utf8.RuneError && size == 1 {
		return s.unexpected("valid UTF-8")
	}
	s.buf = append(s.buf, s.data[s.pos:s.pos+size]...)
	s.pos += size
	return nil
}

func (s *scanner) escape() *record.Error {
	s.pos++
	if s.pos == len(s.data) {
		return s.unexpected("an escape")
	}
	c := s.data[s.pos]
	if c == 'u' {
		return s.unicodeEscape()
	}
	i := bytes.IndexByte([]byte(`"\/bfnrt`), c)
	if i < 0 {
		return s.unexpected("an escape")
	}
	s.buf = append(s.buf, "\"\\/\b\f\n\r\t"[i])
	s.pos++
	return nil
}

// unicodeEscape reads \uXXXX, or two such escapes that are a surrogate pair. Half a pair becomes U+FFFD.
func (s *scanner) unicodeEscape() *record.Error {
	r, ok := s.hex(s.pos + 1)
	if !ok {
		s.pos++
		return s.unexpected("four hexadecimal digits")
	}
	s.pos += 5
	if 0xD800 <= r && r < 0xDC00 && bytes.HasPrefix(s.data[s.pos:], []byte(`\u`)) {
		if low, ok := s.hex(s.pos + 2); ok && 0xDC00 <= low && low < 0xE000 {
			r = (r-0xD800)<<10 + (low - 0xDC00) + 0x10000
			s.pos += 6
		}
	}
	if s.whole && !utf8.ValidRune(r) {
		s.pos -= len(`\uXXXX`)
		return s.unexpected("both halves of a surrogate pair")
	}
	s.buf = utf8.AppendRune(s.buf, r)
	return nil
}

func (s *scanner) hex(at int) (r rune, ok bool) {
	if at+4 > len(s.data) {
		return 0, false
	}
	for _, c := range s.data[at : at+4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// textAt returns the string at an offset where a string was read before. The scanner does not move.
func (s *scanner) textAt(start int) string {
	now := s.pos
	s.pos = start
	text, _ := s.text()
	s.pos = now
	return string(text)
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// plain returns the number of bytes at the start of b that need no escape in a string: ASCII without quotes,
// backslashes and control characters. It looks at eight bytes at a time. At the end it looks at the last eight bytes,
// some of which it has seen before.
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
	for n < len(b) && b[n] >= ' ' && b[n] < utf8.RuneSelf && b[n] != '"' && b[n] != '\\' {
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
	quote, slash := w^ones*'"', w^ones*'\\'
	m := w | (w-ones*' ')&^w | (quote-ones)&^quote | (slash-ones)&^slash
	return m & highs
}
