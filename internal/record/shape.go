package record

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
)

// Shape says how the values of one Go type are read and written. A Shape is immutable, and ShapeOf makes it
// once per type.
type Shape struct {
	Type   reflect.Type
	JSON   Forms         // for a syntax with scalars of several kinds
	Text   Forms         // for a syntax where every scalar is text; JSON methods are not used there
	Elem   *Shape        // the shape of a pointer's target or of a slice's items
	Plan   *Plan         // the members of a struct; nil for other types
	Empty  reflect.Value // an empty slice that is not nil
	Item   Element       // the XML element of a slice's items if no tag names it
	Secret bool          // no message may show the content of a value
	Quoted bool          // JSON writes a value as a string (the option "string" of a tag)

	Blankable bool // blank text means no value
	Scalar    bool // a value, or the target of a pointer, is read from one text
	ToInt     bool // a pointer to an int, the most frequent pointer
	Flat      bool // copies of a value share no memory that can change

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

// appender appends the text of the value that x points to, which a method of x writes.
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

// ShapeOf returns the shape of any type. A type that cannot be read or written has a shape too: reading or
// writing a value of the type returns an error.
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

// builder holds the shapes that one call of ShapeOf makes until all of them are complete, because a type
// may contain itself.
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

// useMethods sets the forms that the type's own methods provide. If a type has several methods, Reveal wins
// over the methods of JSON, and the methods of JSON win over the methods of text. Pointers have no methods
// of their own, and json.RawMessage does not need its methods.
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
		s.expected = says.Expected() // an error about a secret has no other hint
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

// pointsToItself reports whether a pointer type leads back to itself through pointers alone, as in type P
// *P. All values of such a type are nil or circular.
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

// slice refuses slices of bytes: encoding/json would write them in base64, which the interface does not
// have.
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

// isScalar reports whether the values of a type, or the targets of a pointer type, are read from one text.
// It looks at types and not at shapes, because the shape of a pointer's target may not be complete yet.
func isScalar(t reflect.Type) bool {
	t = pointedTo(t)
	if reflect.PointerTo(t).Implements(textUnmarshaler) {
		return true
	}
	return t.Kind() != reflect.Struct && (t.Kind() != reflect.Slice || t != rawMessage && t.Elem().Kind() == reflect.Uint8)
}

// isFlat reports whether copies of a value share no memory that can change, by the kinds in its type. It
// treats a uintptr as a pointer, because a uintptr may be the handle of something.
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

// quoted returns the shape with the option "string", which has an effect on numbers and booleans only.
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

// Expected returns the words that an error shows after "expected".
func (s *Shape) Expected() string { return s.expected }

// Addressable returns the target of v if v is a pointer, and else an addressable copy of v, so that methods
// with a pointer receiver can be called. For nil or a nil pointer it returns the zero reflect.Value.
func Addressable(v any) reflect.Value {
	r := reflect.ValueOf(v)
	if r.Kind() == reflect.Pointer || !r.IsValid() {
		return reflect.Indirect(r)
	}
	c := reflect.New(r.Type()).Elem()
	c.Set(r)
	return c
}
