package xmlwire

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/record"
)

// root consumes everything up to the start tag of the root element, and that tag. The root element must have the
// given name, unless it is "".
func (s *scanner) root(name string) (t tag, err *record.Error) {
	if err := s.prolog(); err != nil {
		return t, err
	}
	if s.byteAt(s.pos) != '<' {
		return t, s.unexpected("an element")
	}
	start := s.pos
	if t, err = s.start(); err != nil {
		return t, err
	}
	s.home, _ = s.resolve(t.name[:max(t.prefix-1, 0)])
	if name != "" && string(t.local()) != name {
		return t, &record.Error{Offset: int64(start), Found: t.String(), Expected: "<" + name + ">"}
	}
	return t, nil
}

func (s *scanner) prolog() *record.Error {
	s.accept("\uFEFF")
	if bytes.HasPrefix(s.data[s.pos:], []byte("<?xml")) && class[s.byteAt(s.pos+len("<?xml"))]&isSpace != 0 {
		if err := s.declaration(); err != nil {
			return err
		}
	}
	return s.misc()
}

// misc consumes comments, processing instructions and white space outside the root element.
func (s *scanner) misc() *record.Error {
	for {
		s.space()
		var err *record.Error
		switch c := s.byteAt(s.pos + 1); {
		case s.byteAt(s.pos) != '<' || c != '!' && c != '?':
			return nil
		case bytes.HasPrefix(s.data[s.pos:], []byte("<![")):
			return s.unexpected("no CDATA section outside the root element")
		default:
			err = s.markup()
		}
		if err != nil {
			return err
		}
	}
}

// epilog returns an error if anything but comments, processing instructions and white space follows the root element.
func (s *scanner) epilog() *record.Error {
	if err := s.misc(); err != nil {
		return err
	}
	if s.pos < len(s.data) {
		return s.unexpected("end of body")
	}
	return nil
}

// declaration consumes an XML declaration.
func (s *scanner) declaration() *record.Error {
	s.pos += len("<?xml")
	at, version, err := s.pseudo("version")
	switch {
	case err != nil:
		return err
	case at < 0:
		return s.unexpected("the version")
	case !isVersion(version):
		return s.declared(at, "version", version, "1.0")
	}
	s.concealed = s.concealed || string(version) != "1.0" && string(version) != "1.1"
	if at, encoding, err := s.pseudo("encoding"); err != nil {
		return err
	} else if at >= 0 {
		if err := s.encoding(at, encoding); err != nil {
			return err
		}
	}
	if at, standalone, err := s.pseudo("standalone"); err != nil {
		return err
	} else if at >= 0 && string(standalone) != "yes" && string(standalone) != "no" {
		return s.declared(at, "standalone", standalone, "yes or no")
	}
	s.space()
	if !s.accept("?>") {
		return s.unexpected(`"?>"`)
	}
	return nil
}

// pseudo consumes a part of the XML declaration and returns the value and its offset, which is -1 if another part
// comes next.
func (s *scanner) pseudo(name string) (at int, value []byte, err *record.Error) {
	start := s.pos
	if !s.space() || !s.accept(name) {
		s.pos = start
		return -1, nil, nil
	}
	s.space()
	if !s.accept("=") {
		return 0, nil, s.unexpected(`"="`)
	}
	s.space()
	quote := s.byteAt(s.pos)
	if quote != '"' && quote != '\'' {
		return 0, nil, s.unexpected("a quote")
	}
	s.pos++
	at = s.pos
	end, err := s.until(at, string(quote), "the closing quote")
	s.pos = end + 1
	return at, s.data[at:end], err
}

// isVersion reports whether a reader of XML 1.0 may read the version: 1.0, or a later 1.x.
func isVersion(version []byte) bool {
	minor, found := bytes.CutPrefix(version, []byte("1."))
	return found && len(minor) > 0 && len(bytes.Trim(minor, "0123456789")) == 0
}

// wide has the beginnings of the names of encodings whose units are longer than a byte. Platforms with texts of
// 16-bit units declare such an encoding and then send UTF-8. A declaration that this scanner can read is never really
// in such an encoding.
var wide = []string{"UTF-16", "UTF-32", "UCS-", "ISO-10646-UCS-"}

func (s *scanner) encoding(at int, name []byte) *record.Error {
	upper := strings.ToUpper(string(name))
	switch {
	case s.utf8, upper == "UTF-8", upper == "UTF8":
		return nil
	case slices.ContainsFunc(wide, func(begin string) bool { return strings.HasPrefix(upper, begin) }):
		return nil
	case upper != "US-ASCII":
		return s.declared(at, "encoding", name, "UTF-8")
	}
	for i, c := range s.data {
		if c >= utf8.RuneSelf {
			s.pos = i
			return s.unexpected("US-ASCII as declared")
		}
	}
	return nil
}

func (s *scanner) declared(at int, what string, value []byte, expected string) *record.Error {
	return &record.Error{
		Offset: int64(at), Found: what + " " + strconv.Quote(record.Clip(string(value))), Expected: expected,
	}
}
