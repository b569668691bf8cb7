package jsoncodec

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// Limits limit the depth and the memory of a body, and change how it is read.
type Limits struct {
	MaxDepth  int   // levels of arrays and objects; 0 means DefaultMaxDepth
	MaxMemory int64 // bytes that the reader allocates, as record.Memory counts them; 0 means no limit

	// Stop is the name of a member of the outermost object. Reading ends at this member with record.ErrStopped,
	// unless the type has the member, or the value of the member is null or an empty array.
	Stop string

	// Doubles makes ParseNode keep all members of a name that an object has twice.
	Doubles bool

	// Whole makes the reader refuse half of a surrogate pair, which is no character. Without Whole it reads half a
	// pair as U+FFFD.
	Whole bool

	// Bad collects items of the outermost slice that do not fit their type. With nil the reader refuses a body with
	// such an item.
	Bad *record.BadItems
}

// DefaultMaxDepth is several times the depth of any body in the interface document.
const DefaultMaxDepth = 64

// scanner reads the tokens of one body.
type scanner struct {
	data  []byte
	pos   int
	depth int    // levels that may still be opened
	outer int    // the value of depth inside the outermost object
	stop  string // Limits.Stop
	whole bool   // Limits.Whole
	buf   []byte // the content of the last string that had escapes or needed changes

	memory *record.Memory
}

func newScanner(data []byte, lim Limits, memory *record.Memory) scanner {
	if lim.MaxDepth <= 0 {
		lim.MaxDepth = DefaultMaxDepth
	}
	s := scanner{
		data: data, depth: lim.MaxDepth, outer: lim.MaxDepth - 1, stop: lim.Stop, whole: lim.Whole, memory: memory,
	}
	if bytes.HasPrefix(data, []byte(byteOrderMark)) { // a reader may ignore a byte order mark (RFC 8259, section 8.1)
		s.pos = len(byteOrderMark)
	}
	return s
}

const byteOrderMark = "\ufeff"

// peek skips white space and returns the next byte, without moving past it. At the end of the body it returns 0, with
// which no token begins.
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

// enter consumes the bracket that opens an array or object.
func (s *scanner) enter() *record.Error {
	if s.depth == 0 {
		return s.unexpected("no deeper nesting")
	}
	s.depth--
	s.pos++
	return nil
}

// leave consumes the bracket that closes an array or object.
func (s *scanner) leave() {
	s.depth++
	s.pos++
}

// more consumes the comma after an item or a member, or the closing bracket after the last.
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

// name reads the name of a member and the colon after it, so that the value comes next. The result is valid until the
// scanner reads the next string.
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

// digits consumes all digits that come next, and reports whether there was a digit.
func (s *scanner) digits() bool {
	start := s.pos
	for s.pos < len(s.data) && s.data[s.pos]-'0' <= 9 {
		s.pos++
	}
	return s.pos > start
}

// scalar reads a value that is neither array nor object. The scanner must be at the first byte of the value. The
// error about a byte with which no value begins shows the text expected.
func (s *scanner) scalar(expected string) (node.Kind, []byte, *record.Error) {
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
	return node.Null, nil, s.unexpected(expected)
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

// skip consumes the next value, and returns an error if the value is malformed.
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

// open consumes an opening bracket. If the array or object is empty, it consumes the closing bracket too and returns
// false.
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

// end returns an error if anything but white space follows the value of the body.
func (s *scanner) end() *record.Error {
	s.peek()
	if s.pos < len(s.data) {
		return s.unexpected("end of body")
	}
	return nil
}

// kindOf returns the kind of a valid value from the first byte of the value.
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

// locate adds the line number of its offset to an error.
func (s *scanner) locate(e *record.Error) error {
	if e == nil {
		return nil
	}
	e.Line = 1 + bytes.Count(s.data[:e.Offset], []byte{'\n'})
	return e
}
