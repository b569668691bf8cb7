package xmlcodec

import (
	"errors"
	"strconv"

	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// The limits of Unmarshal where no option sets others.
const (
	DefaultMaxDepth = xmlwire.DefaultMaxDepth // 64 levels of elements
	DefaultMaxBytes = 32 << 20                // 32 MiB
)

// Option changes a limit of Unmarshal.
type Option func(*limits)

type limits struct {
	depth, bytes int
	memory       int64
}

// MaxDepth limits the levels of elements, the root included, to n; beyond 10,000 it makes no difference.
// Without the option, and where n is 0 or less, it is DefaultMaxDepth.
func MaxDepth(n int) Option { return func(l *limits) { l.depth = n } }

// MaxBytes limits the size of a body to n bytes, at most 2 GiB. Without the option, and where n is 0 or less, it is
// DefaultMaxBytes.
func MaxBytes(n int) Option { return func(l *limits) { l.bytes = n } }

// MaxMemory limits the memory that Unmarshal allocates for a body to n bytes, garbage included. A list of empty elements
// needs a hundred times its body. Without the option, and where n is 0 or less, it is
// 4 times the limit of MaxBytes, and at least 16 MiB.
func MaxMemory(n int64) Option { return func(l *limits) { l.memory = n } }

// Marshal returns v, or what it points to, as XML under a root element of that name. Errors are of type
// *Error. A value that contains itself through a pointer must not be passed.
func Marshal(root string, v any) ([]byte, error) {
	body, err := xmlwire.Marshal(root, v)
	return body, converted(err)
}

// Append appends the XML that Marshal returns to dst. After an error it returns dst as it was.
func Append(dst []byte, root string, v any) ([]byte, error) {
	dst, err := xmlwire.Append(dst, root, v)
	return dst, converted(err)
}

// Unmarshal reads a body into what v points to, whatever the name of its root element. It replaces *v, and
// merges nothing into it: members that are absent are zero, and of a member that is there twice the last one
// counts. After an error *v holds the members before it. Nothing in *v refers to data. Errors are of type
// *Error.
func Unmarshal(data []byte, v any, opts ...Option) error {
	var l limits
	for _, o := range opts {
		o(&l)
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

// Error says where something could not be read or written, and why. Content of secrets is never in it.
type Error struct {
	// Path is as in /Players/Results[3]/Number, without the root element. It is empty for the whole body. Of a very long
	// path there is only the end.
	Path string

	Offset   int64  // bytes before it in the body
	Line     int    // in the body, from 1; 0 where there is no body
	Found    string // kind and content of the value in the body, cut to some 40 bytes; may be empty
	Expected string // may be empty
	Err      error  // from a method of the value; may be nil
}

// Error returns the place, Found, Expected and Err in one line.
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
