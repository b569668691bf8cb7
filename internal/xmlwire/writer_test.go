package xmlwire

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
		if v.N != 0 {
			w.Int("<N>", v.N, "</N>")
		}
	}
	tests := map[string]struct {
		write func(w *Writer)
		want  string // none if writing fails
	}{
		"null":            {func(w *Writer) { w.Null("<A>") }, `<A i:nil="true"/>`},
		"escaped":         {func(w *Writer) { w.String("<A>", "a<b&c\r", "</A>") }, "<A>a&lt;b&amp;c&#xD;</A>"},
		"two":             {func(w *Writer) { w.Bool("<A>", true, "</A>"); w.Float("<B>", 1e21, "</B>") }, "<A>true</A><B>1e+21</B>"},
		"infinite":        {func(w *Writer) { w.Float("<A>", math.NaN(), "</A>") }, ""},
		"text":            {func(w *Writer) { w.Text(append(w.Begin("<A>"), "1/5/2026"...), nil); w.End("</A>") }, "<A>1/5/2026</A>"},
		"text to escape":  {func(w *Writer) { w.Text(append(w.Begin("<A>"), "a<b"...), nil); w.End("</A>") }, "<A>a&lt;b</A>"},
		"text that fails": {func(w *Writer) { w.Text(w.Begin("<A>"), errNo); w.End("</A>") }, ""},
		"text that takes": {func(w *Writer) { w.Text(w.Begin("<A>")[:1], nil); w.End("</A>") }, ""},
		"element":         {func(w *Writer) { Element(w, "<A>", "</A>", &row{1}, writeRow) }, "<A><N>1</N></A>"},
		"empty element":   {func(w *Writer) { Element(w, "<A>", "</A>", &row{}, writeRow) }, "<A/>"},
		"elements":        {func(w *Writer) { List(w, "<A>", "<R>", "</R>", "</A>", []row{{}, {2}}, writeRow) }, "<A><R/><R><N>2</N></R></A>"},
		"no elements":     {func(w *Writer) { List(w, "<A>", "<R>", "</R>", "</A>", nil, writeRow) }, "<A/>"},
		"strings":         {func(w *Writer) { w.Strings("<A>", "<S>", "</S>", "</A>", []string{"", "b"}) }, "<A><S></S><S>b</S></A>"},
		"no strings":      {func(w *Writer) { w.Strings("<A>", "<S>", "</S>", "</A>", nil) }, "<A/>"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			out := Writer{buf: []byte("<Before>")}
			test.write(&out)
			require.Equal(t, test.want == "", out.failed)
			if !out.failed {
				require.Equal(t, "<Before>"+test.want, string(out.buf))
			}
		})
	}
}
