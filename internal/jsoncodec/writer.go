package jsoncodec

import (
	"strconv"

	"github.com/tourney-go/tourney/internal/record"
)

// Writer is what generated code writes members with, each after its key: a comma, the name in quotes and a colon. What
// cannot be written sets Failed and nothing else: the plan then finds out what is wrong, and where.
type Writer record.Writer

// Compiled makes a function that was generated one of record.Compiled.
func Compiled[T any](write func(*Writer, *T)) func(*record.Writer, any) {
	return func(w *record.Writer, v any) { write((*Writer)(w), v.(*T)) }
}

// Open begins an object, which Close ends with what Open returned.
func (w *Writer) Open() (start int) { return len(w.Buf) }

// Close makes the comma before the first member the bracket of the object.
func (w *Writer) Close(start int) {
	if len(w.Buf) == start {
		w.Buf = append(w.Buf, "{}"...)
		return
	}
	w.Buf[start] = '{'
	w.Buf = append(w.Buf, '}')
}

// Null writes a member that is null.
func (w *Writer) Null(key string) { w.Buf = append(append(w.Buf, key...), "null"...) }

// String writes a string.
func (w *Writer) String(key, text string) {
	w.Buf = AppendString(append(w.Buf, key...), text)
}

// Int writes an integer.
func (w *Writer) Int(key string, n int64) {
	w.Buf = record.AppendInt(append(w.Buf, key...), n)
}

// Bool writes a boolean.
func (w *Writer) Bool(key string, b bool) {
	w.Buf = strconv.AppendBool(append(w.Buf, key...), b)
}

// Float writes a number.
func (w *Writer) Float(key string, f float64) {
	buf, ok := record.AppendFloat(append(w.Buf, key...), f, 64)
	w.Buf, w.Failed = buf, w.Failed || !ok
}

// Begin returns what a method appends text to; Text takes what it returns.
func (w *Writer) Begin(key string) []byte {
	buf := append(append(w.Buf, key...), '"')
	w.Begun = len(buf)
	return buf
}

// Text ends what Begin began.
func (w *Writer) Text(buf []byte, err error) {
	switch {
	case err != nil || len(buf) < w.Begun:
		w.Failed = true
	case plain(buf[w.Begun:]) == len(buf)-w.Begun:
		buf = append(buf, '"')
		w.Buf = buf
	default:
		w.Buf = AppendString(buf[:w.Begun-1], string(buf[w.Begun:]))
	}
}

// Value returns what a method appends its JSON to; JSON takes what it returns.
func (w *Writer) Value(key string) []byte {
	w.Begun = len(w.Buf) + len(key)
	return append(w.Buf, key...)
}

// JSON ends what Value began.
func (w *Writer) JSON(buf []byte, err error) {
	if err != nil || len(buf) < w.Begun || notJSON(buf[w.Begun:]) != nil {
		w.Failed = true
		return
	}
	w.Buf = buf
}

// Object writes an object.
func Object[T any](w *Writer, key string, v *T, write func(*Writer, *T)) {
	w.Buf = append(w.Buf, key...)
	write(w, v)
}

// List writes objects.
func List[T any](w *Writer, key string, items []T, write func(*Writer, *T)) {
	w.Buf = append(w.Buf, key...)
	start := len(w.Buf)
	for i := range items {
		w.Buf = append(w.Buf, ',')
		write(w, &items[i])
	}
	w.closeList(start)
}

// Strings writes a list of strings.
func (w *Writer) Strings(key string, items []string) {
	w.Buf = append(w.Buf, key...)
	start := len(w.Buf)
	for _, item := range items {
		w.String(",", item)
	}
	w.closeList(start)
}

func (w *Writer) closeList(start int) {
	if len(w.Buf) == start {
		w.Buf = append(w.Buf, "[]"...)
		return
	}
	w.Buf[start] = '['
	w.Buf = append(w.Buf, ']')
}
