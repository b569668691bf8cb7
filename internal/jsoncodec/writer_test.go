package jsoncodec

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

var errNo = errors.New("no")

func TestWriter(t *testing.T) {
	type row struct{ N int64 }
	writeRow := func(w *Writer, v *row) {
		start := w.Open()
		if v.N != 0 {
			w.Int(`,"N":`, v.N)
		}
		w.Close(start)
	}
	tests := map[string]struct {
		write func(w *Writer)
		want  string // an object with it; none if writing fails
	}{
		"nothing":             {func(*Writer) {}, `{}`},
		"null":                {func(w *Writer) { w.Null(`,"A":`) }, `{"A":null}`},
		"escaped":             {func(w *Writer) { w.String(`,"A":`, "\"\n") }, "{\"A\":\"\\\"\\n\"}"},
		"two":                 {func(w *Writer) { w.Bool(`,"A":`, true); w.Float(`,"B":`, 1e21) }, `{"A":true,"B":1e+21}`},
		"infinite":            {func(w *Writer) { w.Float(`,"A":`, math.Inf(1)) }, ""},
		"text":                {func(w *Writer) { w.Text(append(w.Begin(`,"A":`), "1/5/2026"...), nil) }, `{"A":"1/5/2026"}`},
		"text to escape":      {func(w *Writer) { w.Text(append(w.Begin(`,"A":`), "a\\\"b"...), nil) }, `{"A":"a\\\"b"}`},
		"text that fails":     {func(w *Writer) { w.Text(w.Begin(`,"A":`), errNo) }, ""},
		"text that takes":     {func(w *Writer) { w.Text(w.Begin(`,"A":`)[:1], nil) }, ""},
		"own":                 {func(w *Writer) { w.JSON(append(w.Value(`,"A":`), "[1]"...), nil) }, `{"A":[1]}`},
		"own that fails":      {func(w *Writer) { w.JSON(w.Value(`,"A":`), errNo) }, ""},
		"own that takes":      {func(w *Writer) { w.JSON(w.Value(`,"A":`)[:1], nil) }, ""},
		"own that is nothing": {func(w *Writer) { w.JSON(w.Value(`,"A":`), nil) }, ""},
		"own that is no JSON": {func(w *Writer) { w.JSON(append(w.Value(`,"A":`), "1,"...), nil) }, ""},
		"object":              {func(w *Writer) { Object(w, `,"A":`, &row{1}, writeRow) }, `{"A":{"N":1}}`},
		"objects":             {func(w *Writer) { List(w, `,"A":`, []row{{}, {2}}, writeRow) }, `{"A":[{},{"N":2}]}`},
		"no objects":          {func(w *Writer) { List(w, `,"A":`, nil, writeRow) }, `{"A":[]}`},
		"strings":             {func(w *Writer) { w.Strings(`,"A":`, []string{"", "b"}) }, `{"A":["","b"]}`},
		"no strings":          {func(w *Writer) { w.Strings(`,"A":`, nil) }, `{"A":[]}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			out := Writer{buf: []byte("before ")}
			start := out.Open()
			test.write(&out)
			out.Close(start)
			require.Equal(t, test.want == "", out.failed)
			if !out.failed {
				require.Equal(t, "before "+test.want, string(out.buf))
			}
		})
	}
}
