package xmlwire

import (
	"reflect"
	"strconv"

	"github.com/tourney-go/tourney/internal/record"
)

// Writer appends members for generated code, each between its tags. A value that cannot be written sets failed and
// nothing else: the plan then returns the error.
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

// Open writes the start tag of an element. Pass start to Close after the content.
func (w *Writer) Open(open string) (start int) {
	w.buf = append(w.buf, open...)
	return len(w.buf)
}

// Close writes the end tag of an element, or turns the start tag into an empty element.
func (w *Writer) Close(start int, end string) {
	if len(w.buf) == start {
		w.buf = appendEmpty(w.buf)
		return
	}
	w.buf = append(w.buf, end...)
}

// Null writes an element that is null.
func (w *Writer) Null(open string) { w.buf = appendNull(append(w.buf, open...)) }

// String writes an element with text.
func (w *Writer) String(open, text, end string) {
	buf, ok := appendString(append(w.buf, open...), text)
	buf = append(buf, end...)
	w.buf, w.failed = buf, w.failed || !ok
}

// Int writes an element with an integer.
func (w *Writer) Int(open string, n int64, end string) {
	w.buf = append(record.AppendInt(append(w.buf, open...), n), end...)
}

// Bool writes an element with a boolean.
func (w *Writer) Bool(open string, b bool, end string) {
	w.buf = append(strconv.AppendBool(append(w.buf, open...), b), end...)
}

// Float writes an element with a number.
func (w *Writer) Float(open string, f float64, end string) {
	buf, ok := record.AppendFloat(append(w.buf, open...), f, 64)
	buf = append(buf, end...)
	w.buf, w.failed = buf, w.failed || !ok
}

// Begin returns the buffer for a method to append text to. Pass the result of the method to Text, then call End.
func (w *Writer) Begin(open string) []byte {
	w.begun = len(w.buf) + len(open)
	return append(w.buf, open...)
}

// Text adds the text of the element that Begin began.
func (w *Writer) Text(buf []byte, err error) {
	switch {
	case err != nil || len(buf) < w.begun:
		w.failed = true
	case plain(buf[w.begun:]) == len(buf)-w.begun:
		w.buf = buf
	default:
		buf, ok := appendString(buf[:w.begun], string(buf[w.begun:]))
		w.buf, w.failed = buf, w.failed || !ok
	}
}

// End writes an end tag.
func (w *Writer) End(end string) { w.buf = append(w.buf, end...) }

// Element writes an element that write fills.
func Element[T any](w *Writer, open, end string, v *T, write func(*Writer, *T)) {
	start := w.Open(open)
	write(w, v)
	w.Close(start, end)
}

// List writes a list of elements that write fills, between the four tags of the list and its items.
func List[T any](w *Writer, open, item, endItem, end string, items []T, write func(*Writer, *T)) {
	list := w.Open(open)
	for i := range items {
		Element(w, item, endItem, &items[i], write)
	}
	w.Close(list, end)
}

// Strings writes elements with text.
func (w *Writer) Strings(open, item, endItem, end string, items []string) {
	list := w.Open(open)
	for _, text := range items {
		w.String(item, text, endItem)
	}
	w.Close(list, end)
}
