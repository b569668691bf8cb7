package record

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
)

// Shape says how the values of one Go type are read and written. It is immutable, and decided once per type.
type Shape struct {
	Type   reflect.Type
	JSON   Forms         // for a syntax with scalars of several kinds
	Text   Forms         // for a syntax where every scalar is text; JSON methods do not count there
	Elem   *Shape        // of a pointer's target, of a slice's items
	Plan   *Plan         // of a struct
	Empty  reflect.Value // an empty slice that is not nil
	Item   Element       // what XML calls the items of a slice that no tag names
	Secret bool          // its content must appear in no message
	Quoted bool          // JSON writes it as a string (the option "string" of a tag)

	Blankable bool // blank text is no value
	Scalar    bool // Text is read from text, pointers followed
	ToInt     bool // a pointer to an int, the most frequent pointer
	Flat      bool // copies of a value share nothing that can change

	expected               string   // for errors: the words after "expected"
	appendText, appendJSON appender // for AsText, for AsJSON
}

// IsBool reports whether values are booleans or pointers to booleans.
func (s *Shape) IsBool() bool {
	for s.Text.Read == AsPointer {
		s = s.Elem
	}
	return s.Text.Read == AsBool
}

// appender appends what x points to by a method of x.
type appender func(dst []byte, x any) ([]byte, error)

// Forms say how one syntax reads and writes values of a Shape.
type Forms struct{ Read, Write Form }

// Form says how a value is read or written.
type Form uint8

// The forms.
const (
	Unsupported Form = iota
	AsBool
	AsInt
	AsUint
	AsFloat
	AsString
	AsPointer
	AsSlice
	AsStruct
	AsRaw  // json.RawMessage: the value byte for byte
	AsText // Reveal, and the methods of package encoding
	AsJSON // the methods of encoding/json
)

// shapes holds every Shape that was decided, by reflect.Type.
var shapes sync.Map

// ShapeOf returns the shape of any type. A type that cannot be read or written has one too: the attempt fails.
func ShapeOf(t reflect.Type) *Shape {
	if s, ok := shapes.Load(t); ok {
		return s.(*Shape)
	}
	b := builder{}
	b.shape(t)
	for t, s := range b {
		shapes.LoadOrStore(t, s)
	}
	s, _ := shapes.Load(t)
	return s.(*Shape)
}

// builder holds the shapes of one ShapeOf until all of them are complete: types may contain themselves.
type builder map[reflect.Type]*Shape

func (b builder) shape(t reflect.Type) *Shape {
	if s, ok := shapes.Load(t); ok {
		return s.(*Shape)
	}
	if s := b[t]; s != nil {
		return s
	}
	s := &Shape{Type: t}
	b[t] = s
	s.useMethods()
	if s.incomplete() {
		b.useKind(s)
	}
	s.Blankable = s.blankStandsForNone()
	s.Scalar = isScalar(t)
	s.Flat = isFlat(t)
	return s
}

var (
	revealer        = reflect.TypeFor[interface{ Reveal() string }]()
	jsonMarshaler   = reflect.TypeFor[json.Marshaler]()
	jsonUnmarshaler = reflect.TypeFor[json.Unmarshaler]()
	appendsJSON     = reflect.TypeFor[jsonAppender]()
	textAppender    = reflect.TypeFor[encoding.TextAppender]()
	textMarshaler   = reflect.TypeFor[encoding.TextMarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
	rawMessage      = reflect.TypeFor[json.RawMessage]()
)

// useMethods sets the forms that the type's own methods provide. Reveal goes before the methods of JSON, and those go
// before the methods of text. Pointers have no methods of their own; json.RawMessage needs none.
func (s *Shape) useMethods() {
	if s.Type.Kind() == reflect.Pointer || s.Type.Kind() == reflect.Interface || s.Type == rawMessage {
		return
	}
	p := reflect.PointerTo(s.Type)
	s.Secret = p.Implements(revealer)
	if s.appendText = textAppenderOf(p); s.appendText != nil {
		s.Text.Write, s.JSON.Write = AsText, AsText
	}
	if p.Implements(textUnmarshaler) {
		s.Text.Read, s.JSON.Read = AsText, AsText
	}
	if !s.Secret && p.Implements(jsonMarshaler) {
		s.JSON.Write = AsJSON
		s.appendJSON = jsonAppenderOf(p)
	}
	if !s.Secret && p.Implements(jsonUnmarshaler) {
		s.JSON.Read = AsJSON
	}
	s.expected = article(s.Type.Name())
	if says, ok := reflect.Zero(s.Type).Interface().(interface{ Expected() string }); ok && s.Secret {
		s.expected = says.Expected() // the only hint that there is
	}
}

func article(name string) string {
	if name != "" && strings.ContainsRune("AEIOUaeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}

func (s *Shape) incomplete() bool {
	return s.JSON.Read == 0 || s.JSON.Write == 0 || s.Text.Read == 0 || s.Text.Write == 0
}

// useKind sets the forms that no method provides.
func (b builder) useKind(s *Shape) {
	form, expected := b.kind(s)
	if s.JSON.Read != AsJSON && s.JSON.Read != AsText {
		s.expected = expected
	}
	for _, undecided := range []*Form{&s.JSON.Read, &s.JSON.Write, &s.Text.Read, &s.Text.Write} {
		if *undecided == Unsupported {
			*undecided = form
		}
	}
}

func (b builder) kind(s *Shape) (form Form, expected string) {
	switch s.Type.Kind() {
	case reflect.Bool:
		return AsBool, "a boolean"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return AsInt, "an integer"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return AsUint, "an integer of 0 or more"
	case reflect.Float32, reflect.Float64:
		return AsFloat, "a number"
	case reflect.String:
		return AsString, "a string"
	case reflect.Pointer:
		return b.pointer(s)
	case reflect.Slice:
		return b.slice(s)
	case reflect.Struct:
		return b.structure(s)
	}
	return Unsupported, "no value: type " + s.Type.String() + " is not supported"
}

func (b builder) structure(s *Shape) (Form, string) {
	plan, refused := b.plan(s.Type)
	if refused != "" {
		return Unsupported, refused
	}
	s.Plan = plan
	return AsStruct, "an object"
}

func (b builder) pointer(s *Shape) (Form, string) {
	if pointsToItself(s.Type) {
		return Unsupported, "no value: type " + s.Type.String() + " points to itself"
	}
	s.Elem = b.shape(s.Type.Elem())
	s.Secret = s.Elem.Secret
	s.ToInt = s.Type == reflect.TypeFor[*int]()
	return AsPointer, s.Elem.expected
}

// pointsToItself reports whether a pointer type comes back to itself with nothing but pointers on the way, so that it
// has no values but nil ones and circles.
func pointsToItself(t reflect.Type) bool {
	seen := map[reflect.Type]bool{}
	for elem := t.Elem(); elem.Kind() == reflect.Pointer && !seen[elem]; elem = elem.Elem() {
		if elem == t {
			return true
		}
		seen[elem] = true
	}
	return false
}

// slice refuses slices of bytes: encoding/json would write them in base64, which the wire does not know.
func (b builder) slice(s *Shape) (Form, string) {
	if s.Type == rawMessage {
		return AsRaw, "a value"
	}
	if s.Type.Elem().Kind() == reflect.Uint8 {
		return Unsupported, "no value: slices of bytes are not supported"
	}
	s.Elem = b.shape(s.Type.Elem())
	s.Secret = s.Elem.Secret
	s.Empty = reflect.MakeSlice(s.Type, 0, 0)
	s.Item = newElement(itemName(s.Type))
	return AsSlice, "an array"
}

func (s *Shape) blankStandsForNone() bool {
	switch s.JSON.Read {
	case AsBool, AsInt, AsUint, AsFloat, AsText:
		return true
	case AsPointer:
		return s.Elem.Blankable
	}
	return s.Text.Read == AsText
}

// isScalar goes by types: the shape of what a pointer points to may not be complete yet.
func isScalar(t reflect.Type) bool {
	t = pointedTo(t)
	if reflect.PointerTo(t).Implements(textUnmarshaler) {
		return true
	}
	return t.Kind() != reflect.Struct && (t.Kind() != reflect.Slice || t != rawMessage && t.Elem().Kind() == reflect.Uint8)
}

// isFlat goes by kinds. A uintptr counts as a pointer, since it may be the handle of something.
func isFlat(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if !isFlat(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Array:
		return isFlat(t.Elem())
	case reflect.String:
		return true
	}
	return reflect.Bool <= t.Kind() && t.Kind() <= reflect.Complex128 && t.Kind() != reflect.Uintptr
}

// quoted returns the shape with the option "string", which means something to numbers and booleans only.
func (s *Shape) quoted() *Shape {
	q := *s
	switch s.JSON.Write {
	case AsBool, AsInt, AsUint, AsFloat:
		q.Quoted = true
	case AsPointer:
		q.Elem = s.Elem.quoted()
	}
	return &q
}

// Expected returns what an error says after "expected".
func (s *Shape) Expected() string { return s.expected }

// Addressable returns what v points to, or a copy of v that methods on pointers can be called on. It is
// the zero reflect.Value for nil, bare or typed.
func Addressable(v any) reflect.Value {
	r := reflect.ValueOf(v)
	if r.Kind() == reflect.Pointer || !r.IsValid() {
		return reflect.Indirect(r)
	}
	c := reflect.New(r.Type()).Elem()
	c.Set(r)
	return c
}
