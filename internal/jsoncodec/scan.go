package jsoncodec

import (
	"bytes"
	"math/bits"
	"strconv"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// Limits bounds what a body may ask of its reader.
type Limits struct {
	MaxDepth  int    // levels of arrays and objects; 0 stands for DefaultMaxDepth
	MaxMemory int64  // bytes that are allocated, as record.Memory counts them; 0 stands for no limit
	Stop      string // member of the outermost object at which reading ends with record.ErrStopped, unless the type knows it
}

// DefaultMaxDepth is several times what any body of the interface document has.
const DefaultMaxDepth = 64

// scanner reads the tokens of one body.
type scanner struct {
	data  []byte
	pos   int
	depth int    // levels left
	outer int    // levels left in the outermost object
	stop  string // Limits.Stop
	buf   []byte // the last string that was not one run of bytes in data

	memory *record.Memory
}

func newScanner(data []byte, lim Limits, memory *record.Memory) scanner {
	if lim.MaxDepth <= 0 {
		lim.MaxDepth = DefaultMaxDepth
	}
	return scanner{data: data, depth: lim.MaxDepth, outer: lim.MaxDepth - 1, stop: lim.Stop, memory: memory}
}

// peek skips white space and returns the next byte without taking it; 0, which no token starts with, at
// the end.
func (s *scanner) peek() byte {
	for s.pos < len(s.data) {
		c := s.data[s.pos]
		if c > ' ' || c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return c
		}
		s.pos++
	}
	return 0
}

// enter takes the bracket that opens an array or object.
func (s *scanner) enter() *record.Error {
	if s.depth == 0 {
		return s.unexpected("no deeper nesting")
	}
	s.depth--
	s.pos++
	return nil
}

// leave takes the bracket that closes it.
func (s *scanner) leave() {
	s.depth++
	s.pos++
}

// more takes what follows an item or a member: a comma, or the bracket that ends them all.
func (s *scanner) more(closing byte) (bool, *record.Error) {
	switch s.peek() {
	case ',':
		s.pos++
		return true, nil
	case closing:
		s.leave()
		return false, nil
	}
	return false, s.unexpected(`"," or "` + string(closing) + `"`)
}

// name reads the name of a member with its colon, and leaves the scanner at the value. The result lasts
// until the next string is read.
func (s *scanner) name() ([]byte, *record.Error) {
	if s.peek() != '"' {
		return nil, s.unexpected("a member name")
	}
	name, err := s.text()
	if err != nil {
		return nil, err
	}
	if s.peek() != ':' {
		return nil, s.unexpected(`":"`)
	}
	s.pos++
	return name, nil
}

// text reads a string and returns its content, which lasts until the next one is read.
func (s *scanner) text() ([]byte, *record.Error) {
	start := s.pos + 1
	end := start + plain(s.data[start:])
	if end < len(s.data) && s.data[end] == '"' {
		s.pos = end + 1
		return s.data[start:end], nil
	}
	return s.mixedText(start, end)
}

// mixedText goes on where a string that starts at start stops being plain.
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

// run takes n bytes that stand for themselves, and leaves room in buf for what may follow them.
func (s *scanner) run(n int) *record.Error {
	if n+utf8.UTFMax > cap(s.buf)-len(s.buf) {
		room := max(2*cap(s.buf), len(s.buf)+n+utf8.UTFMax)
		if !s.memory.Take(room) {
			return s.memory.Check(s.pos)
		}
		s.buf = append(make([]byte, 0, room), s.buf...)
	}
	s.buf = append(s.buf, s.data[s.pos:s.pos+n]...)
	s.pos += n
	return nil
}

// special takes an escape or a character outside ASCII.
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

// unicodeEscape takes \uXXXX, or two of them that are a surrogate pair. Half a pair is U+FFFD.
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

// number reads a number and returns it as written.
func (s *scanner) number() ([]byte, *record.Error) {
	start := s.pos
	if s.data[s.pos] == '-' {
		s.pos++
	}
	if s.at('0') {
		s.pos++
	} else if !s.digits() {
		return nil, s.unexpected("a digit")
	}
	if s.at('.') {
		s.pos++
		if !s.digits() {
			return nil, s.unexpected("a digit")
		}
	}
	if s.at('e') || s.at('E') {
		s.pos++
		if s.at('+') || s.at('-') {
			s.pos++
		}
		if !s.digits() {
			return nil, s.unexpected("a digit")
		}
	}
	return s.data[start:s.pos], nil
}

func (s *scanner) at(c byte) bool { return s.pos < len(s.data) && s.data[s.pos] == c }

// digits takes a run of digits and reports whether there was one.
func (s *scanner) digits() bool {
	start := s.pos
	for s.pos < len(s.data) && s.data[s.pos]-'0' <= 9 {
		s.pos++
	}
	return s.pos > start
}

// scalar reads a value that is no array and no object; the scanner must be at its first byte. What is
// there instead, if it is no value at all, is reported against the wanted.
func (s *scanner) scalar(wanted string) (node.Kind, []byte, *record.Error) {
	switch c := s.peek(); c {
	case '"':
		text, err := s.text()
		return node.Text, text, err
	case 't':
		return s.literal("true", node.Bool)
	case 'f':
		return s.literal("false", node.Bool)
	case 'n':
		return s.literal("null", node.Null)
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		text, err := s.number()
		return node.Number, text, err
	}
	return node.Null, nil, s.unexpected(wanted)
}

func (s *scanner) literal(word string, k node.Kind) (node.Kind, []byte, *record.Error) {
	start := s.pos
	for i := range len(word) {
		if !s.at(word[i]) {
			return k, nil, s.unexpected(strconv.Quote(word))
		}
		s.pos++
	}
	return k, s.data[start:s.pos], nil
}

// skip checks the next value, whatever it is, and passes over it.
func (s *scanner) skip() *record.Error {
	switch s.peek() {
	case '[':
		return s.skipArray()
	case '{':
		return s.skipObject()
	}
	_, _, err := s.scalar("a value")
	return err
}

func (s *scanner) skipArray() *record.Error {
	more, err := s.open(']')
	for i := 0; more && err == nil; i++ {
		if err := s.skip(); err != nil {
			return err.At(i)
		}
		more, err = s.more(']')
	}
	return err
}

func (s *scanner) skipObject() *record.Error {
	more, err := s.open('}')
	for more && err == nil {
		if more, err = s.skipMember(); err != nil {
			return err
		}
	}
	return err
}

func (s *scanner) skipMember() (bool, *record.Error) {
	s.peek()
	start := s.pos
	if _, err := s.name(); err != nil {
		return false, err
	}
	if err := s.skip(); err != nil {
		return false, err.UnderName(s.textAt(start))
	}
	return s.more('}')
}

// textAt reads the string at an offset where one has been read before, and stays where it is.
func (s *scanner) textAt(start int) string {
	now := s.pos
	s.pos = start
	text, _ := s.text()
	s.pos = now
	return string(text)
}

// open takes an opening bracket, and the closing one if nothing is between them: it reports whether
// something is.
func (s *scanner) open(closing byte) (bool, *record.Error) {
	if err := s.enter(); err != nil {
		return false, err
	}
	if s.peek() == closing {
		s.leave()
		return false, nil
	}
	return true, nil
}

// end refuses anything but white space after the body's value.
func (s *scanner) end() *record.Error {
	s.peek()
	if s.pos < len(s.data) {
		return s.unexpected("end of body")
	}
	return nil
}

// kindOf tells what a valid value is by its first byte.
func kindOf(c byte) node.Kind {
	switch c {
	case '"':
		return node.Text
	case '{':
		return node.Object
	case '[':
		return node.List
	case 't', 'f':
		return node.Bool
	case 'n':
		return node.Null
	}
	return node.Number
}

// unexpected returns the error for whatever is at the scanner's position.
func (s *scanner) unexpected(expected string) *record.Error {
	e := &record.Error{Offset: int64(s.pos), Found: "end of body", Expected: expected}
	rest := s.data[s.pos:]
	if bytes.HasPrefix(rest, []byte("\uFEFF")) {
		e.Found = "a byte order mark"
	} else if len(rest) > 0 {
		_, size := utf8.DecodeRune(rest)
		e.Found = strconv.Quote(string(rest[:size]))
	}
	return e
}

// located completes an error with the line that its offset is in.
func (s *scanner) located(e *record.Error) error {
	if e == nil {
		return nil
	}
	e.Line = 1 + bytes.Count(s.data[:e.Offset], []byte{'\n'})
	return e
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// plain returns how many bytes b starts with that stand for themselves in a string: ASCII, but no quote,
// backslash or control character. It looks at eight bytes at a time, at the end at the last eight again.
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

// word returns eight bytes, the first of them lowest; the compiler makes one load of it.
func word[T string | []byte](b T, i int) uint64 {
	_ = b[i+7]
	return uint64(b[i]) | uint64(b[i+1])<<8 | uint64(b[i+2])<<16 | uint64(b[i+3])<<24 |
		uint64(b[i+4])<<32 | uint64(b[i+5])<<40 | uint64(b[i+6])<<48 | uint64(b[i+7])<<56
}

// marks sets the high bit of the bytes in w that are not plain. The lowest mark is exact; a borrow of the
// subtractions may set others above it.
func marks(w uint64) uint64 {
	quote, slash := w^ones*'"', w^ones*'\\'
	m := w | (w-ones*' ')&^w | (quote-ones)&^quote | (slash-ones)&^slash
	return m & highs
}
