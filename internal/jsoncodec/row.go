package jsoncodec

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/record"
)

// AppendRow does what Append does, for a value that Unmarshal must restore exactly. It writes the members in Extra
// too, sorted by their names, after the other members of their object. It refuses a value that Append would change,
// reveal or write twice: text that is not UTF-8, a secret, nil, and a name in Extra that reads as the name of another
// member.
func AppendRow(dst []byte, v any) ([]byte, error) {
	r := record.Addressable(v)
	if !r.IsValid() {
		return dst, &record.Error{Found: "nil", Expected: "a row to write"}
	}
	out, err := new(encoder).row(dst, r, record.ShapeOf(r.Type()))
	if err != nil {
		return dst, err
	}
	return out, nil
}

func (e *encoder) row(dst []byte, v reflect.Value, s *record.Shape) ([]byte, *record.Error) {
	switch {
	case s.Secret:
		return dst, &record.Error{Expected: "a row without a secret"}
	case s.JSON.Write == record.AsStruct:
		return e.rowObject(dst, v, s.Plan)
	case s.JSON.Write == record.AsSlice && !v.IsNil():
		return e.rowArray(dst, v, s)
	case s.JSON.Write == record.AsPointer && !v.IsNil():
		return e.row(dst, v.Elem(), s.Elem)
	}
	if err := checkText(v, s); err != nil {
		return dst, err
	}
	return e.value(dst, v, s)
}

func (e *encoder) rowArray(dst []byte, v reflect.Value, s *record.Shape) ([]byte, *record.Error) {
	dst = append(dst, '[')
	for i := range v.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err *record.Error
		if dst, err = e.row(dst, v.Index(i), s.Elem); err != nil {
			return dst, err.At(i)
		}
	}
	return append(dst, ']'), nil
}

// rowObject appends the members of a struct, each after a comma, and then replaces the first comma by the opening
// bracket.
func (e *encoder) rowObject(dst []byte, v reflect.Value, p *record.Plan) ([]byte, *record.Error) {
	start := len(dst)
	for i := range p.Fields {
		f := &p.Fields[i]
		member := f.In(v)
		if f.Omitted(member) {
			continue
		}
		var err *record.Error
		if dst, err = e.row(append(dst, f.Key...), member, f.Shape); err != nil {
			return dst, err.Under(f)
		}
	}
	dst, err := appendExtra(dst, p, p.Extra(v))
	if err != nil {
		return dst, err
	}
	if len(dst) == start {
		return append(dst, "{}"...), nil
	}
	dst[start] = '{'
	return append(dst, '}'), nil
}

// appendExtra appends the members in extra, which the plan does not know, each after a comma.
func appendExtra(dst []byte, p *record.Plan, extra map[string]json.RawMessage) ([]byte, *record.Error) {
	for _, name := range slices.Sorted(maps.Keys(extra)) {
		switch i := p.LookupString(name, 0); {
		case i >= 0:
			err := &record.Error{Found: "a member of Extra", Expected: "no other member that reads as " + p.Fields[i].Name}
			return dst, err.UnderName(name)
		case !utf8.ValidString(name):
			return dst, notUTF8().UnderName(name)
		}
		dst = append(AppendString(append(dst, ','), name), ':')
		raw := extra[name]
		if len(raw) == 0 {
			raw = json.RawMessage("null") // as encoding/json writes it
		}
		dst = append(dst, raw...)
		if err := notJSON(raw); err != nil {
			return dst, (&record.Error{Found: "a member of Extra that is not JSON", Err: err}).UnderName(name)
		}
	}
	return dst, nil
}

// checkText refuses text that is not UTF-8, which the encoder would change.
func checkText(v reflect.Value, s *record.Shape) *record.Error {
	switch {
	case s.JSON.Write == record.AsString && !utf8.ValidString(v.String()):
		return notUTF8()
	case s.Text.Write == record.AsText:
		text, err := s.AppendText(nil, v.Addr().Interface())
		if err == nil && !utf8.Valid(text) {
			return notUTF8()
		}
	}
	return nil
}

func notUTF8() *record.Error {
	return &record.Error{Found: "text that is not UTF-8", Expected: "UTF-8"}
}
