package jsoncodec

import (
	"encoding/binary"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/scalar"
)

// Marshal returns v as Append writes it.
func Marshal(v any) ([]byte, error) { return Append(nil, v) }

// Append appends v, or the target of v if v is a pointer, as JSON. Members are in the order of the struct, without
// white space, and without escapes that JSON does not require. Invalid UTF-8 becomes U+FFFD. Append does not write
// Extra. Errors are of type *record.Error, and with an error Append returns dst unchanged. A value that contains
// itself through a pointer must not be passed.
func Append(dst []byte, v any) ([]byte, error) { return new(encoder).append(dst, v) }

// MarshalAnswer returns v as hosts write answers: as Marshal does, and with the members in Extra after the other
// members of their object. If has is not nil, MarshalAnswer writes null for each member without a value for which has
// returns true, as some hosts do.
func MarshalAnswer(v any, has func(t reflect.Type, member string) bool) ([]byte, error) {
	e := encoder{nulls: has, extra: true}
	return e.append(nil, v)
}

// encoder writes Go values. Its methods append to their first argument.
type encoder struct {
	nulls func(t reflect.Type, member string) bool // the function has of MarshalAnswer; nil for Append
	extra bool                                     // whether to write Extra
}

func (e *encoder) append(dst []byte, v any) ([]byte, error) {
	r := record.Addressable(v)
	if !r.IsValid() {
		return append(dst, "null"...), nil
	}
	out, err := e.value(dst, r, record.ShapeOf(r.Type()))
	if err != nil {
		return dst, err
	}
	return out, nil
}

func (e *encoder) value(dst []byte, v reflect.Value, s *record.Shape) ([]byte, *record.Error) {
	switch s.JSON.Write {
	case record.AsString:
		return AppendString(dst, v.String()), nil
	case record.AsInt:
		if !s.Quoted {
			return scalar.AppendInt(dst, v.Int()), nil
		}
	case record.AsStruct:
		return e.object(dst, v, s.Plan)
	case record.AsSlice:
		return e.array(dst, v, s)
	case record.AsPointer:
		if v.IsNil() {
			return append(dst, "null"...), nil
		}
		switch s.Elem.JSON.Write {
		case record.AsText:
			return appendText(dst, v.Interface(), s.Elem)
		case record.AsJSON:
			return appendOwn(dst, v.Interface(), s.Elem)
		}
		return e.value(dst, v.Elem(), s.Elem)
	case record.AsText:
		return appendText(dst, v.Addr().Interface(), s)
	case record.AsJSON:
		return appendOwn(dst, v.Addr().Interface(), s)
	case record.AsRaw:
		return appendRaw(dst, v.Bytes(), s)
	}
	return appendNumber(dst, v, s)
}

// object appends the members of a struct, each after a comma, and then replaces the first comma by the opening
// bracket.
func (e *encoder) object(dst []byte, v reflect.Value, p *record.Plan) ([]byte, *record.Error) {
	start := len(dst)
	for i := range p.Fields {
		f := &p.Fields[i]
		member := f.In(v)
		if f.Omitted(member) {
			if e.nulls != nil && e.nulls(p.Type, f.Name) {
				dst = append(append(dst, f.Key...), "null"...)
			}
			continue
		}
		dst = append(dst, f.Key...)
		if f.Shape.JSON.Write == record.AsString {
			dst = AppendString(dst, member.String())
			continue
		}
		var err *record.Error
		if dst, err = e.value(dst, member, f.Shape); err != nil {
			return dst, err.Under(f)
		}
	}
	if e.extra {
		var err *record.Error
		if dst, err = appendExtra(dst, p, p.Extra(v)); err != nil {
			return dst, err
		}
	}
	if len(dst) == start {
		return append(dst, "{}"...), nil
	}
	dst[start] = '{'
	return append(dst, '}'), nil
}

func (e *encoder) array(dst []byte, v reflect.Value, s *record.Shape) ([]byte, *record.Error) {
	if v.IsNil() {
		return append(dst, "null"...), nil
	}
	dst = append(dst, '[')
	for i := range v.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err *record.Error
		if dst, err = e.value(dst, v.Index(i), s.Elem); err != nil {
			return dst, err.At(i)
		}
	}
	return append(dst, ']'), nil
}

// appendNumber appends a number or a boolean, in quotes if the tag has the option "string".
func appendNumber(dst []byte, v reflect.Value, s *record.Shape) ([]byte, *record.Error) {
	if s.Quoted {
		dst = append(dst, '"')
	}
	switch s.JSON.Write {
	case record.AsBool:
		dst = strconv.AppendBool(dst, v.Bool())
	case record.AsInt:
		dst = scalar.AppendInt(dst, v.Int())
	case record.AsUint:
		dst = strconv.AppendUint(dst, v.Uint(), 10)
	case record.AsFloat:
		longer, ok := scalar.AppendFloat(dst, v.Float(), v.Type().Bits())
		if !ok {
			return dst, record.Infinite(v.Float())
		}
		dst = longer
	default:
		return dst, s.Unwritable()
	}
	if s.Quoted {
		dst = append(dst, '"')
	}
	return dst, nil
}

// appendText lets x write its text directly to the end of dst. Only a text that needs escapes is copied and written
// again.
func appendText(dst []byte, x any, s *record.Shape) ([]byte, *record.Error) {
	dst = append(dst, '"')
	start := len(dst)
	dst, err := s.AppendText(dst, x)
	if err != nil {
		return dst, err
	}
	if text := dst[start:]; plain(text) != len(text) {
		return AppendString(dst[:start-1], string(text)), nil
	}
	return append(dst, '"'), nil
}

// appendOwn lets x write its own JSON directly to the end of dst, and checks that the result is JSON.
func appendOwn(dst []byte, x any, s *record.Shape) ([]byte, *record.Error) {
	start := len(dst)
	dst, err := s.AppendJSON(dst, x)
	if err != nil {
		return dst, err
	}
	return dst, checkRaw(dst[start:], s)
}

// appendRaw appends a json.RawMessage if it is JSON. It keeps white space.
func appendRaw(dst, raw []byte, s *record.Shape) ([]byte, *record.Error) {
	if len(raw) == 0 && s.JSON.Write == record.AsRaw {
		return append(dst, "null"...), nil
	}
	return append(dst, raw...), checkRaw(raw, s)
}

// checkRaw returns an error unless raw is one JSON value.
func checkRaw(raw []byte, s *record.Shape) *record.Error {
	if err := notJSON(raw); err != nil {
		return &record.Error{Found: s.Type.String() + " that is not JSON", Err: err}
	}
	return nil
}

// notJSON returns the syntax error of raw, and nil if raw is one JSON value.
func notJSON(raw []byte) error { return check(raw, Limits{}, nil) }

// AppendString appends text in quotes, with the escapes that it needs. It copies eight bytes at a time while it looks
// for escapes, because a call to copy costs more than most texts.
func AppendString(dst []byte, text string) []byte {
	n := len(text)
	if n < 8 {
		return appendShort(append(dst, '"'), text)
	}
	start := len(dst)
	if cap(dst)-start < n+2 {
		dst = slices.Grow(dst, n+2)
	}
	dst = dst[:start+n+2]
	to := dst[start : start+n+2]
	to[0], to[n+1] = '"', '"'
	for i := 0; ; i += 8 {
		i = min(i, n-8)
		w := word(text, i)
		if marks(w) != 0 {
			return append(appendEscaped(dst[:start+1], text), '"')
		}
		binary.LittleEndian.PutUint64(to[i+1:], w)
		if i == n-8 {
			return dst
		}
	}
}

// appendShort appends text of less than eight bytes, and a closing quote. For most such texts it copies two words of
// four bytes, which may overlap.
func appendShort(dst []byte, text string) []byte {
	if n := len(text); n >= 4 {
		first, last := halfWord(text), halfWord(text[n-4:])
		if marks(uint64(last)<<32|uint64(first)) == 0 {
			start := len(dst)
			dst = slices.Grow(dst, n+1)[:start+n+1]
			to := dst[start:]
			binary.LittleEndian.PutUint32(to, first)
			binary.LittleEndian.PutUint32(to[n-4:], last)
			to[n] = '"'
			return dst
		}
	}
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			dst = appendEscaped(dst, text[i:])
			break
		}
		dst = append(dst, text[i])
	}
	return append(dst, '"')
}

// halfWord returns the first four bytes of text as a number, with the first byte as the lowest.
func halfWord(text string) uint32 {
	_ = text[3]
	return uint32(text[0]) | uint32(text[1])<<8 | uint32(text[2])<<16 | uint32(text[3])<<24
}

// appendEscaped appends text with escapes where it needs them.
func appendEscaped(dst []byte, text string) []byte {
	for text != "" {
		c := text[0]
		size := 1
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < ' ':
			dst = appendControl(dst, c)
		case c < utf8.RuneSelf:
			dst = append(dst, c)
		default:
			var r rune
			r, size = utf8.DecodeRuneInString(text)
			dst = utf8.AppendRune(dst, r)
		}
		text = text[size:]
	}
	return dst
}

func appendControl(dst []byte, c byte) []byte {
	const digits = "0123456789abcdef"
	switch c {
	case '\b':
		return append(dst, `\b`...)
	case '\f':
		return append(dst, `\f`...)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	return append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&0xF])
}
