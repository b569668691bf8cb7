package xmlwire

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/record"
)

const (
	schemaNamespace = "http://www.w3.org/2001/XMLSchema"
	schemaInstance  = "http://www.w3.org/2001/XMLSchema-instance"
	xmlNamespace    = "http://www.w3.org/XML/1998/namespace"
	xmlnsNamespace  = "http://www.w3.org/2000/xmlns/"
)

// The namespaces in which .NET's data-contract serializer writes members: one for each namespace of the host's code,
// and one for the items of lists. These namespaces do not affect which member an element is.
const (
	contractNamespaces = "http://schemas.datacontract.org/2004/07/" // the beginning of those of the host's code
	arraysNamespace    = "http://schemas.microsoft.com/2003/10/Serialization/Arrays"
)

// isContract reports whether the data-contract serializer writes members in a namespace (assumption xml-namespaces).
func isContract(space []byte) bool {
	return bytes.HasPrefix(space, []byte(contractNamespaces)) || string(space) == arraysNamespace
}

// tag is a start tag that was read, with all data that reading its end tag needs.
type tag struct {
	name           []byte // as written: a part of the body
	prefix         int    // length of the prefix in it, with the colon
	bound          int    // how many prefixes are in scope outside the element
	otherNamespace bool   // its prefix means a namespace that is neither the root's nor one of data contracts
	null           bool   // it has the attribute nil
	empty          bool   // the tag ends the element too, as <a/> does
	bare           bool   // it has nothing but a name
}

// local returns the name without the prefix.
func (t *tag) local() []byte { return t.name[t.prefix:] }

// member returns the name under which the element is a member.
func (t *tag) member() []byte {
	if t.otherNamespace {
		return t.name
	}
	return t.local()
}

// String returns the tag as errors show it.
func (t *tag) String() string { return "<" + record.Clip(string(t.name)) + ">" }

type attribute struct {
	name   []byte
	prefix int // length of the prefix, with the colon
	value  []byte
	space  []byte // namespace of the prefix
	at     int    // offset in the body
}

// declares returns the prefix that the attribute declares: empty for the default namespace.
func (a *attribute) declares() (prefix []byte, ok bool) {
	if a.prefix == 0 {
		return nil, string(a.name) == "xmlns"
	}
	return a.name[a.prefix:], string(a.name[:a.prefix]) == "xmlns:"
}

// isNil reports whether the attribute makes its element null.
func (a *attribute) isNil() bool {
	if string(a.name[a.prefix:]) != "nil" || string(a.space) != schemaInstance {
		return false
	}
	value := bytes.TrimSpace(a.value)
	return string(value) == "true" || string(value) == "1"
}

// isUsual reports whether the attribute is nil, or declares a namespace of XML Schema under its usual prefix.
func (a *attribute) isUsual() bool {
	switch value := string(bytes.TrimSpace(a.value)); string(a.name) {
	case "i:nil", "xsi:nil":
		return value == "true" || value == "false" || value == "1" || value == "0"
	case "xmlns:i", "xmlns:xsi", "xmlns:xsd":
		return value == schemaInstance || value == schemaNamespace
	}
	return false
}

// conceals reports whether the element that was just begun has something that no node shows.
func (s *scanner) conceals(t *tag) bool {
	return t.prefix > 0 || t.null && !t.empty && !bytes.HasPrefix(s.data[s.pos:], []byte("</")) ||
		slices.ContainsFunc(s.attrs, func(a attribute) bool { return !a.isUsual() })
}

type binding struct{ prefix, space []byte }

// Attributes and prefixes have limits, because the scanner compares each with every other one.
const (
	maxAttributes = 64 // of one element
	maxBindings   = 64 // in scope
)

// start consumes the start tag that is next.
func (s *scanner) start() (t tag, err *record.Error) {
	if s.depth == 0 {
		return t, s.unexpected("no deeper nesting")
	}
	begin := s.pos
	s.pos++
	t.bound = len(s.bound)
	if t.name, t.prefix, err = s.qualified("the name of an element"); err != nil {
		return t, err
	}
	s.depth--
	if t.prefix == 0 && s.byteAt(s.pos) == '>' {
		t.bare = true
		s.pos++
		return t, nil
	}
	if err = s.attributes(&t); err == nil {
		err = s.bind(&t, begin)
	}
	return t, err
}

// leave ends an element.
func (s *scanner) leave(t *tag) {
	s.depth++
	s.bound = s.bound[:t.bound]
}

// closes consumes the end tag of an element if it is next, in its plainest form.
func (s *scanner) closes(t *tag) bool {
	start := s.pos + len("</")
	end := start + len(t.name)
	if end >= len(s.data) || s.data[end] != '>' || s.data[start-1] != '/' || s.data[start-2] != '<' ||
		!bytes.Equal(s.data[start:end], t.name) {
		return false
	}
	s.pos = end + 1
	s.leave(t)
	return true
}

// end consumes the end tag of an element.
func (s *scanner) end(t *tag) *record.Error {
	if s.closes(t) {
		return nil
	}
	start := s.pos
	s.pos += len("</")
	name, _, err := s.qualified("the name of an element")
	if err != nil {
		return err
	}
	if !bytes.Equal(name, t.name) {
		found := "</" + record.Clip(string(name)) + ">"
		return &record.Error{Offset: int64(start), Found: found, Expected: "</" + record.Clip(string(t.name)) + ">"}
	}
	s.space()
	if s.byteAt(s.pos) != '>' {
		return s.unexpected(`">"`)
	}
	s.pos++
	s.leave(t)
	return nil
}

// attributes consumes the rest of a start tag after its name.
func (s *scanner) attributes(t *tag) *record.Error {
	s.attrs = s.attrs[:0]
	for {
		spaced := s.space()
		switch c := s.byteAt(s.pos); {
		case c == '>':
			s.pos++
			return nil
		case c == '/':
			s.pos++
			if s.byteAt(s.pos) != '>' {
				return s.unexpected(`">"`)
			}
			s.pos++
			t.empty = true
			return nil
		case !spaced:
			return s.unexpected(`white space, ">" or "/>"`)
		case len(s.attrs) == maxAttributes:
			return s.unexpected("no more attributes")
		}
		if err := s.attribute(); err != nil {
			return err
		}
	}
}

func (s *scanner) attribute() *record.Error {
	a := attribute{at: s.pos}
	var err *record.Error
	if a.name, a.prefix, err = s.qualified(`an attribute, ">" or "/>"`); err != nil {
		return err
	}
	s.space()
	if s.byteAt(s.pos) != '=' {
		return s.unexpected(`"="`)
	}
	s.pos++
	s.space()
	if a.value, err = s.value(); err != nil {
		return err
	}
	for i := range s.attrs {
		if bytes.Equal(s.attrs[i].name, a.name) {
			return s.duplicate(&a)
		}
	}
	s.attrs = append(s.attrs, a)
	return nil
}

func (s *scanner) duplicate(a *attribute) *record.Error {
	return &record.Error{
		Offset: int64(a.at), Found: "the attribute " + record.Clip(string(a.name)) + " again", Expected: "no attribute twice",
	}
}

// value consumes the value of an attribute in its quotes.
func (s *scanner) value() ([]byte, *record.Error) {
	quote := s.byteAt(s.pos)
	if quote != '"' && quote != '\'' {
		return nil, s.unexpected("a quote")
	}
	s.pos++
	start := s.pos
	for class[s.byteAt(s.pos)]&isValue != 0 {
		s.pos++
	}
	if s.byteAt(s.pos) == quote {
		s.pos++
		return s.data[start : s.pos-1 : s.pos-1], nil
	}
	return s.mixedValue(start, quote)
}

// mixedValue reads the rest of an attribute's value from its first reference or unusual character on. A value is
// never longer than its text in the body.
func (s *scanner) mixedValue(start int, quote byte) ([]byte, *record.Error) {
	size := max(bytes.IndexByte(s.data[start:], quote), 0)
	if !s.memory.Reserve(size) {
		return nil, s.memory.Check(start)
	}
	value := append(make([]byte, 0, size), s.data[start:s.pos]...)
	for s.byteAt(s.pos) != quote {
		var err *record.Error
		if value, err = s.appendValue(value); err != nil {
			return nil, err
		}
	}
	s.pos++
	return value, nil
}

// appendValue consumes one character or reference of a value and appends the character.
func (s *scanner) appendValue(value []byte) ([]byte, *record.Error) {
	switch c := s.byteAt(s.pos); {
	case c == '&':
		r, err := s.reference()
		return utf8.AppendRune(value, r), err
	case c == '<':
		return nil, s.unexpected(`no "<" in the value of an attribute`)
	case c == '\r' && s.byteAt(s.pos+1) == '\n':
		s.pos += 2
		return append(value, ' '), nil
	case class[c]&isSpace != 0:
		s.pos++
		return append(value, ' '), nil
	case s.pos == len(s.data):
		return nil, s.unexpected("the closing quote")
	}
	size := legal(s.data[s.pos:])
	if size == 0 {
		return nil, s.illegal(s.pos)
	}
	s.pos += size
	return append(value, s.data[s.pos-size:s.pos]...), nil
}

// bind finds the namespaces of the names in a tag that begins at the offset begin.
func (s *scanner) bind(t *tag, begin int) *record.Error {
	for i := range s.attrs {
		a := &s.attrs[i]
		if prefix, ok := a.declares(); ok {
			if err := s.declare(a, prefix); err != nil {
				return err
			}
		}
	}
	for i := range s.attrs {
		a := &s.attrs[i]
		if _, ok := a.declares(); ok || a.prefix == 0 {
			continue
		}
		if err := s.expand(i); err != nil {
			return err
		}
		t.null = t.null || a.isNil()
	}
	if t.prefix > 0 {
		space, ok := s.resolve(t.name[:t.prefix-1])
		if !ok {
			return s.undeclared(begin+1, t.name[:t.prefix-1])
		}
		t.otherNamespace = !bytes.Equal(space, s.home) && !isContract(space)
	}
	return nil
}

// declare puts the namespace that an attribute declares into scope.
func (s *scanner) declare(a *attribute, prefix []byte) *record.Error {
	var expected string
	switch {
	case string(prefix) == "xmlns":
		expected = "no declaration of xmlns"
	case (string(prefix) == "xml") != (string(a.value) == xmlNamespace):
		expected = "the prefix xml for its own namespace only"
	case string(a.value) == xmlnsNamespace:
		expected = "no prefix for the namespace of xmlns"
	case len(prefix) > 0 && len(a.value) == 0:
		expected = "a namespace for the prefix"
	case len(s.bound) == maxBindings:
		expected = "no more namespaces"
	default:
		s.bound = append(s.bound, binding{prefix, a.value})
		return nil
	}
	return &record.Error{Offset: int64(a.at), Found: record.Clip(string(a.name)), Expected: expected}
}

// expand resolves the prefix of an attribute, and compares the attribute with the attributes before it.
func (s *scanner) expand(i int) *record.Error {
	a := &s.attrs[i]
	var ok bool
	if a.space, ok = s.resolve(a.name[:a.prefix-1]); !ok {
		return s.undeclared(a.at, a.name[:a.prefix-1])
	}
	for j := range s.attrs[:i] {
		b := &s.attrs[j]
		if bytes.Equal(a.name[a.prefix:], b.name[b.prefix:]) && b.space != nil && bytes.Equal(a.space, b.space) {
			return s.duplicate(a)
		}
	}
	return nil
}

func (s *scanner) undeclared(at int, prefix []byte) *record.Error {
	found := "the prefix " + record.Clip(string(prefix))
	return &record.Error{Offset: int64(at), Found: found, Expected: "a prefix that is declared"}
}

// resolve returns the namespace of a prefix, or of no prefix.
func (s *scanner) resolve(prefix []byte) (space []byte, ok bool) {
	for i := len(s.bound) - 1; i >= 0; i-- {
		if bytes.Equal(s.bound[i].prefix, prefix) {
			return s.bound[i].space, true
		}
	}
	if string(prefix) == "xml" {
		return []byte(xmlNamespace), true
	}
	return nil, false
}
