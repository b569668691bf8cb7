package xmlwire

import (
	"strconv"

	"github.com/tourney-go/tourney/internal/record"
)

// Writer is what generated code writes members with, each between its tags. What cannot be written sets Failed and nothing
// else: the plan then finds out what is wrong, and where.
type Writer record.Writer

// Compiled makes a function that was generated one of record.Compiled.
func Compiled[T any](write func(*Writer, *T)) func(*record.Writer, any) {
	return func(w *record.Writer, v any) { write((*Writer)(w), v.(*T)) }
}

// Open writes the start tag of an element that something else fills. Close ends it with what Open returned.
func (w *Writer) Open(open string) (start int) {
	w.Buf = append(w.Buf, open...)
	return len(w.Buf)
}

// Close writes the end tag of an element, or makes one that nothing was put into empty.
func (w *Writer) Close(start int, end string) {
	if len(w.Buf) == start {
		w.Buf = appendEmpty(w.Buf)
		return
	}
	w.Buf = append(w.Buf, end...)
}

// Null writes an element that is null.
func (w *Writer) Null(open string) { w.Buf = appendNull(append(w.Buf, open...)) }

// String writes an element with text.
func (w *Writer) String(open, text, end string) {
	w.Buf = append(appendString(append(w.Buf, open...), text), end...)
}

// Int writes an element with an integer.
func (w *Writer) Int(open string, n int64, end string) {
	w.Buf = append(record.AppendInt(append(w.Buf, open...), n), end...)
}

// Bool writes an element with a boolean.
func (w *Writer) Bool(open string, b bool, end string) {
	w.Buf = append(strconv.AppendBool(append(w.Buf, open...), b), end...)
}

// Float writes an element with a number.
func (w *Writer) Float(open string, f float64, end string) {
	buf, ok := record.AppendFloat(append(w.Buf, open...), f, 64)
	buf = append(buf, end...)
	w.Buf, w.Failed = buf, w.Failed || !ok
}

// Begin returns what a method appends text to; Text takes what it returns, and End ends the element.
func (w *Writer) Begin(open string) []byte {
	w.Begun = len(w.Buf) + len(open)
	return append(w.Buf, open...)
}

// Text takes text after Begin.
func (w *Writer) Text(buf []byte, err error) {
	switch {
	case err != nil || len(buf) < w.Begun:
		w.Failed = true
	case plain(buf[w.Begun:]) == len(buf)-w.Begun:
		w.Buf = buf
	default:
		w.Buf = appendString(buf[:w.Begun], string(buf[w.Begun:]))
	}
}

// End writes an end tag.
func (w *Writer) End(end string) { w.Buf = append(w.Buf, end...) }

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
