package jsoncodec

import (
	"reflect"
	"strconv"

	"github.com/tourney-go/tourney/internal/record"
)

// Writer appends members for generated code. Each member follows its key: a comma, the name in quotes and a colon. A
// value that cannot be written sets failed and nothing else: the plan then returns the error.
type Writer struct {
	buf    []byte
	failed bool // the bytes since the call are of no use
	begun  int  // offset in buf of the text that a method appends
}

// writers holds generated code by type. It is complete before anything is written.
var writers = map[reflect.Type]func(w *Writer, v any){}

// Register makes Append write values of type T by generated code. Packages call it while they are initialized.
func Register[T any](write func(*Writer, *T)) {
	writers[reflect.TypeFor[T]()] = func(w *Writer, v any) { write(w, v.(*T)) }
}

// Open begins an object. Pass start to Close after the members.
func (w *Writer) Open() (start int) { return len(w.buf) }

// Close makes the comma before the first member the bracket of the object.
func (w *Writer) Close(start int) {
	if len(w.buf) == start {
		w.buf = append(w.buf, "{}"...)
		return
	}
	w.buf[start] = '{'
	w.buf = append(w.buf, '}')
}

// Null writes a member that is null.
func (w *Writer) Null(key string) { w.buf = append(append(w.buf, key...), "null"...) }

// String writes a string.
func (w *Writer) String(key, text string) {
	w.buf = AppendString(append(w.buf, key...), text)
}

// Int writes an integer.
func (w *Writer) Int(key string, n int64) {
	w.buf = record.AppendInt(append(w.buf, key...), n)
}

// Bool writes a boolean.
func (w *Writer) Bool(key string, b bool) {
	w.buf = strconv.AppendBool(append(w.buf, key...), b)
}

// Float writes a number.
func (w *Writer) Float(key string, f float64) {
	buf, ok := record.AppendFloat(append(w.buf, key...), f, 64)
	w.buf, w.failed = buf, w.failed || !ok
}

// Begin returns the buffer for a method to append text to. Pass the result of the method to Text.
func (w *Writer) Begin(key string) []byte {
	buf := append(append(w.buf, key...), '"')
	w.begun = len(buf)
	return buf
}

// Text ends the member that Begin began.
func (w *Writer) Text(buf []byte, err error) {
	switch {
	case err != nil || len(buf) < w.begun:
		w.failed = true
	case plain(buf[w.begun:]) == len(buf)-w.begun:
		buf = append(buf, '"')
		w.buf = buf
	default:
		w.buf = AppendString(buf[:w.begun-1], string(buf[w.begun:]))
	}
}

// Value returns the buffer for a method to append JSON to. Pass the result of the method to JSON.
func (w *Writer) Value(key string) []byte {
	w.begun = len(w.buf) + len(key)
	return append(w.buf, key...)
}

// JSON ends the member that Value began.
func (w *Writer) JSON(buf []byte, err error) {
	if err != nil || len(buf) < w.begun || notJSON(buf[w.begun:]) != nil {
		w.failed = true
		return
	}
	w.buf = buf
}

// Object writes an object.
func Object[T any](w *Writer, key string, v *T, write func(*Writer, *T)) {
	w.buf = append(w.buf, key...)
	write(w, v)
}

// List writes objects.
func List[T any](w *Writer, key string, items []T, write func(*Writer, *T)) {
	w.buf = append(w.buf, key...)
	start := len(w.buf)
	for i := range items {
		w.buf = append(w.buf, ',')
		write(w, &items[i])
	}
	w.closeList(start)
}

// Strings writes a list of strings.
func (w *Writer) Strings(key string, items []string) {
	w.buf = append(w.buf, key...)
	start := len(w.buf)
	for _, item := range items {
		w.String(",", item)
	}
	w.closeList(start)
}

func (w *Writer) closeList(start int) {
	if len(w.buf) == start {
		w.buf = append(w.buf, "[]"...)
		return
	}
	w.buf[start] = '['
	w.buf = append(w.buf, ']')
}
