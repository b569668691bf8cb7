package xmlwire

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/scalar"
)

// instance declares the prefix of the attribute that makes an element null.
const instance = ` xmlns:i="` + schemaInstance + `"`

// Marshal returns v as Append writes it.
func Marshal(root string, v any) ([]byte, error) { return Append(nil, root, v) }

// Append appends v, or the target of v if v is a pointer, as a root element with the given name. Members are in the
// order of their names, without white space and without an XML declaration. A text with a character that XML does not
// allow is an error. Append does not write Extra. Errors are of type *record.Error, and with an error Append returns
// dst unchanged. A value that contains itself through a pointer must not be passed.
func Append(dst []byte, root string, v any) ([]byte, error) {
	return new(encoder).append(dst, root, instance, v)
}

// MarshalAnswer returns v as hosts write answers: as Marshal does, and with the members in Extra after the other
// members of their element. If has is not nil, MarshalAnswer writes null for each member without a value for which has
// returns true, as some hosts do.
func MarshalAnswer(root string, v any, has func(t reflect.Type, member string) bool) ([]byte, error) {
	e := encoder{nulls: has, extra: true}
	return e.append(nil, root, instance, v)
}

// encoder writes Go values. Its methods append to their first argument.
type encoder struct {
	nulls func(t reflect.Type, member string) bool // the function has of MarshalAnswer; nil for Append
	extra bool                                     // whether to write Extra
}

func (e *encoder) append(dst []byte, root, attribute string, v any) ([]byte, error) {
	if !node.IsName(root) {
		return dst, nameless(root)
	}
	out := append(append(append(append(dst, '<'), root...), attribute...), '>')
	r := record.Addressable(v)
	if !r.IsValid() {
		return appendNull(out), nil
	}
	out, open, err := e.content(out, r, record.ShapeOf(r.Type()), nil)
	switch {
	case err != nil:
		return dst, err
	case open:
		out = append(append(append(out, "</"...), root...), '>')
	}
	return out, nil
}

func nameless(name string) *record.Error {
	return &record.Error{Found: "the name " + strconv.Quote(record.Clip(name)), Expected: "the name of an XML element"}
}

// appendNull turns the start tag at the end of dst into an element that is null.
func appendNull(dst []byte) []byte { return append(dst[:len(dst)-1], ` i:nil="true"/>`...) }

// appendEmpty turns the start tag at the end of dst into an empty element.
func appendEmpty(dst []byte) []byte { return append(dst[:len(dst)-1], "/>"...) }

// content appends the content of an element, whose start tag dst ends with, and reports whether the element remains
// open. The items of a list have the name in item, or the name of their type if item is nil.
func (e *encoder) content(
	dst []byte, v reflect.Value, s *record.Shape, item *record.Element,
) (out []byte, open bool, err *record.Error) {
	switch s.Text.Write {
	case record.AsString:
		dst, ok := appendString(dst, v.String())
		if !ok {
			err = illegalText(v.String())
		}
		return dst, true, err
	case record.AsInt:
		return scalar.AppendInt(dst, v.Int()), true, nil
	case record.AsStruct:
		return e.object(dst, v, s)
	case record.AsSlice:
		return e.items(dst, v, s, item)
	case record.AsPointer:
		switch {
		case v.IsNil():
			return appendNull(dst), false, nil
		case s.Elem.Text.Write == record.AsText:
			dst, err := appendText(dst, v.Interface(), s.Elem)
			return dst, true, err
		}
		return e.content(dst, v.Elem(), s.Elem, item)
	case record.AsRaw:
		n, err := s.NodeOfJSON(v.Bytes())
		if err == nil {
			err = illegalNode(&n)
		}
		if err != nil {
			return dst, false, err
		}
		dst, open := appendNodeContent(dst, &n)
		return dst, open, nil
	}
	dst, err = appendScalar(dst, v, s)
	return dst, true, err
}

// object appends members in the order of their names.
func (e *encoder) object(dst []byte, v reflect.Value, s *record.Shape) ([]byte, bool, *record.Error) {
	p, start := s.Plan, len(dst)
	for _, i := range p.Sorted {
		f := &p.Fields[i]
		member := f.In(v)
		omitted := f.Omitted(member)
		if omitted && !writtenNull(f, member) && (e.nulls == nil || !e.nulls(p.Type, f.Name)) {
			continue
		}
		var err *record.Error
		if dst, err = e.member(dst, f, member, omitted); err != nil {
			return dst, false, err.Under(f)
		}
	}
	if e.extra {
		var err *record.Error
		if dst, err = appendExtra(dst, s, p.Extra(v)); err != nil {
			return dst, false, err
		}
	}
	if len(dst) == start {
		return appendEmpty(dst), false, nil
	}
	return dst, true, nil
}

// appendExtra appends the members in extra as elements, in the order of their names.
func appendExtra(dst []byte, s *record.Shape, extra map[string]json.RawMessage) ([]byte, *record.Error) {
	for _, name := range slices.Sorted(maps.Keys(extra)) {
		n, err := s.NodeOfJSON(extra[name])
		if err == nil {
			err = illegalNode(&n)
		}
		if err != nil {
			return dst, err.UnderName(name)
		}
		dst = appendNode(dst, elementName(name), "", &n)
	}
	return dst, nil
}

// member appends a member with its tags, or as null.
func (e *encoder) member(dst []byte, f *record.Field, v reflect.Value, null bool) ([]byte, *record.Error) {
	if f.Element.Open == "" {
		return dst, nameless(f.Name)
	}
	dst = append(dst, f.Element.Open...)
	if null {
		return appendNull(dst), nil
	}
	dst, open, err := e.content(dst, v, f.Shape, f.Item)
	if open {
		dst = append(dst, f.Element.Close...)
	}
	return dst, err
}

// writtenNull reports whether XML writes null for a member that the other formats omit.
func writtenNull(f *record.Field, v reflect.Value) bool {
	return f.Null && (!v.IsValid() || v.IsZero())
}

func (e *encoder) items(
	dst []byte, v reflect.Value, s *record.Shape, item *record.Element,
) (out []byte, open bool, err *record.Error) {
	if item == nil {
		item = &s.Item
	}
	switch {
	case v.IsNil():
		return appendNull(dst), false, nil
	case v.Len() == 0:
		return appendEmpty(dst), false, nil
	case item.Open == "":
		return dst, false, nameless(item.Name)
	}
	for i := range v.Len() {
		if dst, open, err = e.content(append(dst, item.Open...), v.Index(i), s.Elem, nil); err != nil {
			return dst, false, err.At(i)
		}
		if open {
			dst = append(dst, item.Close...)
		}
	}
	return dst, true, nil
}

func appendScalar(dst []byte, v reflect.Value, s *record.Shape) ([]byte, *record.Error) {
	switch s.Text.Write {
	case record.AsBool:
		return strconv.AppendBool(dst, v.Bool()), nil
	case record.AsUint:
		return strconv.AppendUint(dst, v.Uint(), 10), nil
	case record.AsFloat:
		longer, ok := scalar.AppendFloat(dst, v.Float(), v.Type().Bits())
		if !ok {
			return dst, record.Infinite(v.Float())
		}
		return longer, nil
	case record.AsText:
		return appendText(dst, v.Addr().Interface(), s)
	}
	return dst, s.Unwritable()
}

// appendText lets x write its text directly to the end of dst. Only a text that needs escapes is copied and written
// again.
func appendText(dst []byte, x any, s *record.Shape) ([]byte, *record.Error) {
	start := len(dst)
	dst, err := s.AppendText(dst, x)
	if err != nil {
		return dst, err
	}
	text := dst[start:]
	if plain(text) == len(text) {
		return dst, nil
	}
	written := string(text) // a copy, because appendString overwrites the text in dst
	dst, ok := appendString(dst[:start], written)
	if !ok {
		err = illegalText(written)
	}
	return dst, err
}

// appendString appends text with the escapes that it needs. It copies eight bytes at a time while it looks for
// escapes, because a call to copy costs more than most texts. A character that XML does not allow becomes U+FFFD, and
// ok is then false.
func appendString(dst []byte, text string) (out []byte, ok bool) {
	n := len(text)
	if n < 8 {
		return appendShort(dst, text)
	}
	start := len(dst)
	if cap(dst)-start < n {
		dst = slices.Grow(dst, n)
	}
	dst = dst[:start+n]
	to := dst[start:]
	for i := 0; ; i += 8 {
		i = min(i, n-8)
		w := word(text, i)
		if marks(w) != 0 {
			return appendEscaped(dst[:start], text)
		}
		binary.LittleEndian.PutUint64(to[i:], w)
		if i == n-8 {
			return dst, true
		}
	}
}

func appendShort(dst []byte, text string) ([]byte, bool) {
	for i := range len(text) {
		if class[text[i]]&isText == 0 {
			return appendEscaped(dst, text[i:])
		}
		dst = append(dst, text[i])
	}
	return dst, true
}

// appendEscaped appends text with escapes where it needs them.
func appendEscaped(dst []byte, text string) (out []byte, ok bool) {
	for ok = true; ; {
		n := plain(text)
		dst = append(dst, text[:n]...)
		if n == len(text) {
			return dst, ok
		}
		r, size := utf8.DecodeRuneInString(text[n:])
		switch {
		case r == '&':
			dst = append(dst, "&amp;"...)
		case r == '<':
			dst = append(dst, "&lt;"...)
		case r == '>':
			dst = append(dst, "&gt;"...)
		case r == '\r':
			dst = append(dst, "&#xD;"...)
		case isIllegal(r, size):
			dst, ok = append(dst, "\uFFFD"...), false
		default:
			dst = utf8.AppendRune(dst, r)
		}
		text = text[n+size:]
	}
}

// isIllegal reports whether XML does not allow a character (XML 1.0, section 2.2), or its bytes are not UTF-8.
func isIllegal(r rune, size int) bool { return r == utf8.RuneError && size == 1 || !legalRune(r) }

// Illegal returns the first character of a text that XML does not allow, and its offset in bytes. It returns
// utf8.RuneError for bytes that are not UTF-8.
func Illegal(text string) (r rune, at int, found bool) {
	for at < len(text) {
		n := plain(text[at:])
		if at += n; at == len(text) {
			break
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		if isIllegal(r, size) {
			return r, at, true
		}
		at += size
	}
	return 0, 0, false
}

// illegalText is the error for a text that XML cannot carry.
func illegalText(text string) *record.Error {
	r, _, _ := Illegal(text)
	found := fmt.Sprintf("the character %U", r)
	if r == utf8.RuneError {
		found = "bytes that are not UTF-8"
	}
	return &record.Error{Found: found, Expected: "characters that XML allows"}
}

// illegalNode returns the error for a node with a text that XML cannot carry.
func illegalNode(n *node.Node) *record.Error {
	if _, _, found := Illegal(n.Text); found {
		return illegalText(n.Text)
	}
	for i := range n.Items {
		if err := illegalNode(&n.Items[i]); err != nil {
			return err.At(i)
		}
	}
	for i := range n.Members {
		if err := illegalNode(&n.Members[i].Node); err != nil {
			return err.UnderName(n.Members[i].Name)
		}
	}
	return nil
}
