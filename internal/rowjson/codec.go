// Package rowjson writes Go values as JSON and reads them back without a loss. The codecs of the interface are not
// enough for saved files, because they lose data that responses do not show: whether an empty list was nil, members
// that no response has, and a half of a pair.
//
// A struct is an object. The json tag of a field gives the name of the member. Without a tag, or with the tag "-", the
// member has the name of the field. Other parts of the tag have no effect. The fields of an embedded struct are members
// of the object itself. Zero fields are left out. This means that a nil list is absent, but an empty list is written as
// [], and a pointer to a zero value is written too. A text that is not UTF-8 is written as a list that contains the
// base64 of the text. A list of bytes is written as a text.
//
// The package does not use encoding/json. That package replaces bytes that are not UTF-8, accepts names in any letter
// case and twice, reports neither the path nor the place of most mistakes, and calls the methods that withhold secrets.
package rowjson

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/internal/node"
)

// codec writes and reads the values of a type.
type codec struct {
	append func(dst []byte, v reflect.Value) []byte
	decode func(n *node.Node, v reflect.Value) *Error
	never  bool // fields of the type are left out
}

var (
	mutex  sync.RWMutex
	codecs = map[reflect.Type]*codec{reflect.TypeFor[Raw](): {append: appendRaw, decode: decodeRaw}}
	// changes are the functions that Change registered, by type. They are applied to values before the values are
	// written. Codecs get them when they are built, because most processes that import the package write no rows.
	changes = map[reflect.Type]func(v reflect.Value) reflect.Value{}
)

// As makes the package write values of T as values of S. Converting by to and back by from must keep every value that
// rows can have. The text expected describes what a file must contain, for the error when from refuses a value.
func As[T, S any](expected string, to func(T) S, from func(S) (T, error)) {
	form := sync.OnceValue(func() *codec { return codecOf(reflect.TypeFor[S]()) })
	register[T](&codec{
		append: func(dst []byte, v reflect.Value) []byte {
			value := to(v.Interface().(T)) //nolint:forcetypeassert // it is the codec of T
			return form().append(dst, reflect.ValueOf(&value).Elem())
		},
		decode: func(n *node.Node, v reflect.Value) *Error {
			var read S
			if err := form().decode(n, reflect.ValueOf(&read).Elem()); err != nil {
				if err.Path == "" {
					err.Expected = expected
				}
				return err
			}
			value, failed := from(read)
			if failed != nil {
				return &Error{Offset: int(n.Offset), Expected: expected, Found: "another value"}
			}
			v.Set(reflect.ValueOf(value))
			return nil
		},
	})
}

// Never leaves out the fields of type T, in every struct. A file that has such a field is refused.
func Never[T any]() { register[T](&codec{never: true}) }

// Change makes f change each value of type T that is written. f must not change its argument. Call Change in an init
// function.
func Change[T any](f func(T) T) {
	mutex.Lock()
	defer mutex.Unlock()
	changes[reflect.TypeFor[T]()] = func(v reflect.Value) reflect.Value {
		value := f(v.Interface().(T)) //nolint:forcetypeassert // it is the change of T
		return reflect.ValueOf(&value).Elem()
	}
}

func register[T any](c *codec) {
	mutex.Lock()
	defer mutex.Unlock()
	codecs[reflect.TypeFor[T]()] = c
}

// Raw is a value in JSON. To write a Raw, set its text; after reading, it has the node.
type Raw struct {
	Text []byte
	Node node.Node
}

func appendRaw(dst []byte, v reflect.Value) []byte { return append(dst, v.Field(0).Bytes()...) }

func decodeRaw(n *node.Node, v reflect.Value) *Error {
	v.Set(reflect.ValueOf(Raw{Node: *n}))
	return nil
}

// Append appends the value that a pointer points to. It panics if a type in the value cannot be written, which is a
// mistake in the program: a struct with fields that are not exported needs As.
func Append(dst []byte, pointer any) []byte {
	v := reflect.ValueOf(pointer).Elem()
	return codecOf(v.Type()).append(dst, v)
}

// codecOf returns the codec of a type, which it builds when it first needs one.
func codecOf(t reflect.Type) *codec {
	mutex.RLock()
	c := codecs[t]
	mutex.RUnlock()
	if c != nil {
		return c
	}
	mutex.Lock()
	defer mutex.Unlock()
	built := map[reflect.Type]*codec{}
	c = build(t, t.String(), built)
	for t, b := range built {
		codecs[t] = b
	}
	return c
}

// build returns the codec of a type. It adds this codec, and the codecs of the types inside it, to built.
func build(t reflect.Type, path string, built map[reflect.Type]*codec) *codec {
	if c := codecs[t]; c != nil {
		return c
	}
	if c := built[t]; c != nil {
		return c
	}
	c := new(codec)
	built[t] = c // a type can contain itself
	switch t.Kind() {
	case reflect.Bool:
		*c = codec{append: appendBool, decode: decodeBool}
	case reflect.Int, reflect.Int64:
		*c = codec{append: appendInt, decode: decodeInt}
	case reflect.Float64:
		*c = codec{append: appendFloat, decode: decodeFloat}
	case reflect.String:
		*c = codec{append: appendString, decode: decodeString}
	case reflect.Pointer:
		if k := t.Elem().Kind(); k == reflect.Pointer || k == reflect.Slice || k == reflect.Map {
			panic(fmt.Sprintf("rowjson: %s: a %s cannot be kept, because null would mean two values", path, t))
		}
		*c = pointer(t, build(t.Elem(), path, built))
	case reflect.Slice:
		*c = slice(t, path, built)
	case reflect.Map:
		*c = mapping(t, path, build(t.Elem(), path+"[]", built))
	case reflect.Struct:
		*c = structure(t, path, built)
	default:
		panic(fmt.Sprintf("rowjson: %s: a %s cannot be kept", path, t))
	}
	if change := changes[t]; change != nil {
		written := c.append
		c.append = func(dst []byte, v reflect.Value) []byte { return written(dst, change(v)) }
	}
	return c
}

func pointer(t reflect.Type, elem *codec) codec {
	return codec{
		append: func(dst []byte, v reflect.Value) []byte {
			if v.IsNil() {
				return append(dst, "null"...)
			}
			return elem.append(dst, v.Elem())
		},
		decode: func(n *node.Node, v reflect.Value) *Error {
			if n.Kind == node.Null {
				return nil
			}
			v.Set(reflect.New(t.Elem()))
			return elem.decode(n, v.Elem())
		},
	}
}

func slice(t reflect.Type, path string, built map[reflect.Type]*codec) codec {
	if t.Elem().Kind() == reflect.Uint8 {
		return codec{append: appendBytes, decode: decodeBytes}
	}
	elem := build(t.Elem(), path+"[]", built)
	return codec{
		append: func(dst []byte, v reflect.Value) []byte { return appendItems(dst, v, elem) },
		decode: func(n *node.Node, v reflect.Value) *Error { return decodeItems(n, v, elem) },
	}
}

// mapping returns the codec of a map whose keys are texts or integers.
func mapping(t reflect.Type, path string, elem *codec) codec {
	if k := t.Key().Kind(); k != reflect.String && k != reflect.Int64 && k != reflect.Int {
		panic(fmt.Sprintf("rowjson: %s: a %s cannot be kept", path, t))
	}
	return codec{
		append: func(dst []byte, v reflect.Value) []byte { return appendMap(dst, v, elem) },
		decode: func(n *node.Node, v reflect.Value) *Error { return decodeMap(n, v, elem) },
	}
}

// field is a field of a struct.
type field struct {
	name   string // in a file
	key    string // the name in quotes, and a colon
	outer  int    // the index of the embedded struct that has the field; -1 for none
	index  int
	values *codec
}

// in returns the field of a struct.
func (f *field) in(v reflect.Value) reflect.Value {
	if f.outer >= 0 {
		v = v.Field(f.outer)
	}
	return v.Field(f.index)
}

func structure(t reflect.Type, path string, built map[reflect.Type]*codec) codec {
	fields := fieldsOf(nil, t, -1, path, built)
	if len(fields) > 64 {
		panic(fmt.Sprintf("rowjson: %s: a %s cannot be kept, because it has more than 64 fields", path, t))
	}
	return codec{
		append: func(dst []byte, v reflect.Value) []byte { return appendFields(dst, v, fields) },
		decode: func(n *node.Node, v reflect.Value) *Error { return decodeFields(n, v, fields) },
	}
}

// fieldsOf appends the fields of a struct, which is embedded at the index outer unless outer is -1.
func fieldsOf(all []field, t reflect.Type, outer int, path string, built map[reflect.Type]*codec) []field {
	for i := range t.NumField() {
		f := t.Field(i)
		switch c := codecs[f.Type]; {
		case c != nil && c.never:
		case !f.IsExported():
			panic(fmt.Sprintf("rowjson: %s: a %s cannot be kept, because %s is not exported", path, t, f.Name))
		case f.Anonymous && f.Type.Kind() == reflect.Struct && outer < 0:
			all = fieldsOf(all, f.Type, i, path, built)
		default:
			name := Name(f)
			all = append(all, field{name, strconv.Quote(name) + ":", outer, i, build(f.Type, path+"."+f.Name, built)})
		}
	}
	return all
}

// Name returns the name of a field of a struct in a file.
func Name(f reflect.StructField) string {
	if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
		return name
	}
	return f.Name
}

func indexOf(fields []field, name string, guess int) int {
	if guess < len(fields) && fields[guess].name == name {
		return guess
	}
	return slices.IndexFunc(fields, func(f field) bool { return f.name == name })
}
