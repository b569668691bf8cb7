package xmlwire

import (
	"bytes"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/record"
)

// run returns the offset at which the plain text from i on ends: the next markup, reference or character that needs a
// check.
func (s *scanner) run(i int) int {
	for i < len(s.data) {
		c := s.data[i]
		switch {
		case class[c]&isText != 0:
			i++
		case c >= utf8.RuneSelf:
			size := legal(s.data[i:])
			if size == 0 {
				return i
			}
			i += size
		case c == '>' && !bytes.HasSuffix(s.data[:i], []byte("]]")):
			i++
		default:
			return i
		}
	}
	return i
}

// text reads the text of an element. It stops after the end tag of the element, or before the first element inside;
// in the second case more is true. The text is valid until the scanner reads the next text.
func (s *scanner) text(t *tag) (text []byte, more bool, err *record.Error) {
	if t.empty {
		s.leave(t)
		return nil, false, nil
	}
	if text, err = s.content(t); err != nil {
		return nil, false, err
	}
	if s.byteAt(s.pos+1) == '/' {
		return text, false, s.end(t)
	}
	return text, true, nil
}

// textAt returns the text at an offset where text was read before. The scanner does not move.
func (s *scanner) textAt(start int) []byte {
	now := s.pos
	s.pos = start
	text, _ := s.content(nil)
	s.pos = now
	return text
}

// content reads text up to the next tag.
func (s *scanner) content(t *tag) ([]byte, *record.Error) {
	start := s.pos
	s.pos = s.run(start)
	text := s.data[start:s.pos]
	if s.atTag() {
		return text, nil
	}
	s.buf = s.buf[:0]
	if err := s.add(text); err != nil {
		return nil, err
	}
	return s.mixedText(t)
}

// atTag reports whether a tag is next.
func (s *scanner) atTag() bool {
	if s.byteAt(s.pos) != '<' {
		return false
	}
	c := s.byteAt(s.pos + 1)
	return c != '!' && c != '?'
}

// mixedText reads the rest of a text from its first reference, comment or CDATA on.
func (s *scanner) mixedText(t *tag) ([]byte, *record.Error) {
	for !s.atTag() {
		if err := s.special(t); err != nil {
			return nil, err
		}
		end := s.run(s.pos)
		if err := s.add(s.data[s.pos:end]); err != nil {
			return nil, err
		}
		s.pos = end
	}
	return s.buf, nil
}

// special consumes a comment, a processing instruction, CDATA, a reference or the end of a line.
func (s *scanner) special(t *tag) *record.Error {
	switch s.byteAt(s.pos) {
	case '<':
		return s.markup()
	case '&':
		r, err := s.reference()
		s.buf = utf8.AppendRune(s.buf, r)
		return err
	case '\r':
		s.pos++
		if s.byteAt(s.pos) == '\n' {
			s.pos++
		}
		s.buf = append(s.buf, '\n')
		return nil
	case '>':
		return s.unexpected(`no "]]>" in text`)
	}
	if s.pos == len(s.data) {
		return s.unexpected("</" + record.Clip(string(t.name)) + ">")
	}
	return s.illegal(s.pos)
}

func (s *scanner) cdata() *record.Error {
	start := s.pos + len("<![CDATA[")
	end, err := s.until(start, "]]>", "the end of the CDATA section")
	if err != nil {
		return err
	}
	s.pos = end + len("]]>")
	for text := s.data[start:end]; len(text) > 0; {
		line, rest, found := bytes.Cut(text, []byte{'\r'})
		if err := s.add(line); err != nil {
			return err
		}
		if found {
			s.buf = append(s.buf, '\n')
			rest = bytes.TrimPrefix(rest, []byte{'\n'})
		}
		text = rest
	}
	return nil
}

// entities are the named references that XML defines without a declaration.
var entities = []struct {
	text string
	r    rune
}{{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}}

// reference consumes a reference and returns its character.
func (s *scanner) reference() (rune, *record.Error) {
	if s.byteAt(s.pos+1) == '#' {
		return s.number()
	}
	for i := range entities {
		if s.accept(entities[i].text) {
			return entities[i].r, nil
		}
	}
	e := s.unexpected("&lt; &gt; &amp; &quot; &apos; or the number of a character")
	e.Found = "a reference"
	return 0, e
}

func (s *scanner) number() (rune, *record.Error) {
	start := s.pos
	s.pos += len("&#")
	base := 10
	if s.byteAt(s.pos) == 'x' {
		s.pos++
		base = 16
	}
	first, n := s.pos, 0
	for {
		d := digit(s.byteAt(s.pos))
		if d >= base {
			break
		}
		n = min(n*base+d, utf8.MaxRune+1)
		s.pos++
	}
	if s.pos == first || s.byteAt(s.pos) != ';' {
		return 0, s.unexpected(`digits and ";"`)
	}
	s.pos++
	if !legalRune(rune(n)) {
		s.pos = start
		e := s.unexpected("the number of a character that XML allows")
		e.Found = "a reference"
		return 0, e
	}
	return rune(n), nil
}

// digit returns the value of a hexadecimal digit, and 255 for any other byte.
func digit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return 255
}
