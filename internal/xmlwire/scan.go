package xmlwire

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// Limits limit the depth and the memory of a body, and change how it is read.
type Limits struct {
	MaxDepth  int    // levels of elements, the root included, up to 10,000; 0 means DefaultMaxDepth
	MaxMemory int64  // bytes that the reader allocates, as record.Memory counts them; 0 means no limit
	Root      string // the name, without prefix, that the root element must have; "" for any name
	UTF8      bool   // the body is in UTF-8, whatever its declaration says

	// Stop is the name of a member of the root element. Reading ends at this member with record.ErrStopped, unless
	// the type has the member, or the element is null or empty.
	Stop string

	// Bad collects items of the outermost slice that do not fit their type. With nil the reader refuses a body with
	// such an item.
	Bad *record.BadItems

	// ParseNode sets Concealed, unless it is nil, to whether the body has something that the node does not show: a
	// comment, a processing instruction, a prefix, the content of an element that is nil, or an attribute other than
	// nil and the usual declarations of the namespaces of XML Schema.
	Concealed *bool
}

// DefaultMaxDepth is several times the depth of any body in the interface document.
const DefaultMaxDepth = 64

// deepest bounds MaxDepth, because each level needs stack.
const deepest = 10_000

// scanner reads the markup of one body.
type scanner struct {
	data  []byte
	pos   int
	depth int         // levels that may still be opened
	outer int         // the value of depth inside the root element
	stop  string      // Limits.Stop
	buf   []byte      // text that has references, CDATA or comments, after their removal
	attrs []attribute // of the start tag that is being read
	bound []binding   // prefixes in scope, the innermost last
	home  []byte      // namespace of the root element
	utf8  bool        // Limits.UTF8

	concealed bool // Limits.Concealed

	memory *record.Memory
}

func (s *scanner) reset(data []byte, lim Limits) {
	s.data, s.pos, s.depth, s.home = data, 0, min(lim.MaxDepth, deepest), nil
	if lim.MaxDepth <= 0 {
		s.depth = DefaultMaxDepth
	}
	s.outer, s.stop, s.utf8, s.concealed = s.depth-1, lim.Stop, lim.UTF8, false
}

// maxKept bounds the buffers that are kept for the next body.
const maxKept = 1 << 16

// release drops the body, and buffers that are larger than usual.
func (s *scanner) release() {
	s.buf = wipe(s.buf)
	clear(s.attrs[:cap(s.attrs)])
	clear(s.bound[:cap(s.bound)])
	s.data, s.home, s.bound, s.memory = nil, nil, s.bound[:0], nil
}

// room returns text with room for n more bytes, or an error if the memory is spent. Buffers that are kept for the
// next body do not count, so that the count of a body does not depend on the body before.
func (s *scanner) room(text []byte, n int) ([]byte, *record.Error) {
	if n <= cap(text)-len(text) {
		return text, nil
	}
	size := max(2*cap(text), len(text)+n)
	if size > maxKept && !s.memory.Reserve(size) {
		return text, s.memory.Check(s.pos)
	}
	return append(make([]byte, 0, size), text...), nil
}

// add appends text to buf, and leaves room for one more character.
func (s *scanner) add(text []byte) (err *record.Error) {
	if s.buf, err = s.room(s.buf, len(text)+utf8.UTFMax); err == nil {
		s.buf = append(s.buf, text...)
	}
	return err
}

// wipe overwrites a buffer, which may have held a secret, and returns the buffer empty for the next body. It only
// drops a buffer that is larger than maxKept: it returns nil and overwrites nothing.
func wipe(text []byte) []byte {
	if cap(text) > maxKept {
		return nil
	}
	clear(text[:cap(text)])
	return text[:0]
}

// byteAt returns the byte at an offset. Beyond the end it returns 0, a byte that XML does not allow in a body.
func (s *scanner) byteAt(i int) byte {
	if i < len(s.data) {
		return s.data[i]
	}
	return 0
}

// accept skips the text if the text comes next, and reports whether it does. For empty text it returns false.
func (s *scanner) accept(text string) bool {
	end := s.pos + len(text)
	if end > len(s.data) || string(s.data[s.pos:end]) != text || text == "" {
		return false
	}
	s.pos = end
	return true
}

// space consumes white space and reports whether there was some.
func (s *scanner) space() bool {
	start := s.pos
	for s.pos < len(s.data) && class[s.data[s.pos]]&isSpace != 0 {
		s.pos++
	}
	return s.pos > start
}

// name consumes a name without colons and returns it; nil if there is none.
func (s *scanner) name() []byte {
	start := s.pos
	want := isNameStart
	for s.pos < len(s.data) {
		c := s.data[s.pos]
		switch {
		case class[c]&want != 0:
			s.pos++
		case c < utf8.RuneSelf:
			return s.data[start:s.pos:s.pos]
		default:
			r, size := utf8.DecodeRune(s.data[s.pos:])
			if size == 1 || !node.IsNameRune(r) || s.pos == start && !node.IsNameStart(r) {
				return s.data[start:s.pos:s.pos]
			}
			s.pos += size
		}
		want = isName
	}
	return s.data[start:s.pos:s.pos]
}

// qualified consumes a name and returns it with the length of its prefix and colon.
func (s *scanner) qualified(what string) (name []byte, prefix int, err *record.Error) {
	start := s.pos
	if len(s.name()) == 0 {
		return nil, 0, s.unexpected(what)
	}
	if s.byteAt(s.pos) == ':' {
		s.pos++
		prefix = s.pos - start
		if len(s.name()) == 0 {
			return nil, 0, s.unexpected("a name after the prefix")
		}
	}
	return s.data[start:s.pos:s.pos], prefix, nil
}

// markup consumes a comment, a processing instruction or CDATA.
func (s *scanner) markup() *record.Error {
	rest := s.data[s.pos:]
	switch {
	case bytes.HasPrefix(rest, []byte("<?")):
		s.concealed = true
		return s.instruction()
	case bytes.HasPrefix(rest, []byte("<!--")):
		s.concealed = true
		return s.comment()
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return s.cdata()
	}
	return s.declarations()
}

// declarations refuses "<!" without a comment or CDATA.
func (s *scanner) declarations() *record.Error {
	e := s.unexpected("a comment")
	e.Found = "a declaration"
	if bytes.HasPrefix(s.data[s.pos:], []byte("<!DOCTYPE")) {
		e.Found, e.Expected = "a document type declaration", "none: they are refused"
	}
	return e
}

func (s *scanner) comment() *record.Error {
	start := s.pos + len("<!--")
	end, err := s.until(start, "--", "the end of the comment")
	if err != nil {
		return err
	}
	s.pos = end + len("--")
	if s.byteAt(s.pos) != '>' {
		return s.unexpected(`">", or no "--" in the comment`)
	}
	s.pos++
	return nil
}

func (s *scanner) instruction() *record.Error {
	start := s.pos
	s.pos += len("<?")
	target := s.name()
	switch {
	case len(target) == 0:
		return s.unexpected("the target of a processing instruction")
	case strings.EqualFold(string(target), "xml"):
		s.pos = start
		e := s.unexpected("it only once, at the very start")
		e.Found = "an XML declaration"
		return e
	case s.accept("?>"):
		return nil
	case !s.space():
		return s.unexpected("white space")
	}
	end, err := s.until(s.pos, "?>", "the end of the processing instruction")
	s.pos = end + len("?>")
	return err
}

// until returns the offset of the closing text at or after start. It returns an error if XML does not allow a
// character before the closing text.
func (s *scanner) until(start int, closing, what string) (int, *record.Error) {
	n := bytes.Index(s.data[start:], []byte(closing))
	end := start + n
	if n < 0 {
		end = len(s.data)
	}
	for i := start; i < end; {
		size := legal(s.data[i:end])
		if size == 0 {
			return i, s.illegal(i)
		}
		i += size
	}
	if n < 0 {
		s.pos = end
		return end, s.unexpected(what)
	}
	return end, nil
}

// unexpected returns the error for the character at the scanner's position.
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

// illegal returns the error for a byte that XML does not allow at that offset.
func (s *scanner) illegal(at int) *record.Error {
	s.pos = at
	if !utf8.FullRune(s.data[at:]) {
		return s.unexpected("valid UTF-8")
	}
	if r, size := utf8.DecodeRune(s.data[at:]); r == utf8.RuneError && size == 1 {
		return s.unexpected("valid UTF-8")
	}
	return s.unexpected("a character that XML allows")
}

// stray returns the error for text where elements are expected.
func (s *scanner) stray(at int, expected string) *record.Error {
	return &record.Error{Offset: int64(at), Found: "unexpected text", Expected: expected}
}

// locate adds the line number of its offset to an error.
func (s *scanner) locate(e *record.Error) error {
	if e == nil {
		return nil
	}
	e.Line = 1 + bytes.Count(s.data[:e.Offset], []byte{'\n'})
	return e
}
