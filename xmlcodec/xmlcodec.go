package xmlcodec

import (
	"errors"
	"strconv"

	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// The limits of [Unmarshal] without options.
const (
	DefaultMaxDepth = 64       // levels of elements
	DefaultMaxBytes = 32 << 20 // 32 MiB
)

// Option changes a limit of [Unmarshal].
type Option struct{ set func(*limits) }

type limits struct {
	depth, bytes int
	memory       int64
}

// MaxDepth limits the levels of elements, the root included, to n. A limit above 10,000 has the effect of 10,000.
// Without the option, and with an n of 0 or less, the limit is [DefaultMaxDepth].
func MaxDepth(n int) Option { return Option{func(l *limits) { l.depth = n }} }

// MaxBytes limits the size of a body to n bytes, at most 2 GiB. Without the option, and with an n of 0 or less, the
// limit is [DefaultMaxBytes].
func MaxBytes(n int) Option { return Option{func(l *limits) { l.bytes = n }} }

// MaxMemory limits the memory that [Unmarshal] allocates for a body to n bytes: the content of *v, and garbage. A list
// of empty elements needs a hundred times as much memory as its body. Without the option, and with an n of 0 or less,
// the limit is 4 times the limit of [MaxBytes], and at least 16 MiB.
func MaxMemory(n int64) Option { return Option{func(l *limits) { l.memory = n }} }

// Marshal returns v, or the value that v points to, as XML under a root element of that name. Errors are of type
// *Error. A value must not contain itself through a pointer.
func Marshal(root string, v any) ([]byte, error) {
	body, err := xmlwire.Marshal(root, v)
	return body, converted(err)
}

// Append appends the result of [Marshal] to dst. After an error it returns dst unchanged.
func Append(dst []byte, root string, v any) ([]byte, error) {
	dst, err := xmlwire.Append(dst, root, v)
	return dst, converted(err)
}

// Unmarshal reads a body into the value that v points to, whatever the name of the root element. It replaces *v and
// merges nothing into it: absent members are zero, and the last of two members with one name counts. After an error *v
// holds the members that were read before. *v does not refer to data. Errors are of type *Error.
func Unmarshal(data []byte, v any, opts ...Option) error {
	var l limits
	for _, o := range opts {
		if o.set != nil {
			o.set(&l)
		}
	}
	if l.depth <= 0 {
		l.depth = DefaultMaxDepth
	}
	if l.bytes <= 0 {
		l.bytes = DefaultMaxBytes
	}
	if len(data) > l.bytes {
		return &Error{Found: strconv.Itoa(len(data)) + " bytes", Expected: "at most " + strconv.Itoa(l.bytes)}
	}
	if l.memory <= 0 {
		l.memory = record.MemoryFor(int64(l.bytes))
	}
	return converted(xmlwire.Unmarshal(data, v, xmlwire.Limits{MaxDepth: l.depth, MaxMemory: l.memory}))
}

// Error says which value could not be read or written, and why. It never holds the content of a secret.
type Error struct {
	// Path is the path of the value, as in /Players/Results[3]/Number, without the root element. It is empty for the
	// whole body. A very long path is cut to its end.
	Path string

	Offset   int64  // number of bytes before the value in the body
	Line     int    // line of the body, from 1; 0 when Marshal made the error
	Found    string // kind and content of the value, cut to some 40 bytes; may be empty
	Expected string // may be empty
	Err      error  // error of a method of the value; may be nil
}

// Error returns the place, the value that was found and the expected form, on one line.
func (e *Error) Error() string {
	return "xmlcodec: " + (&record.Error{
		Path: e.Path, Offset: e.Offset, Line: e.Line, Found: e.Found, Expected: e.Expected, Err: e.Err,
	}).Error()
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

func converted(err error) error {
	var e *record.Error
	if !errors.As(err, &e) {
		return err
	}
	if errors.Is(e.Err, record.ErrMemory) {
		e.Err = errMemory
	}
	return &Error{Path: e.Path, Offset: e.Offset, Line: e.Line, Found: e.Found, Expected: e.Expected, Err: e.Err}
}

var errMemory = errors.New("MaxMemory changes this limit")
