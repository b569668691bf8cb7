package xmlwire

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/record"
)

// TestNothingOfABodyIsKept: decoders are used again, and what they read may have been a secret.
func TestNothingOfABodyIsKept(t *testing.T) {
	const secret = "hush hush"
	var v struct {
		Key   string
		Extra map[string]json.RawMessage `json:"-"`
	}
	target := reflect.ValueOf(&v).Elem()
	for _, body := range []string{
		"<R><Key>&#104;" + secret[1:] + "</Key></R>",
		"<R><Key>" + secret + "</Key></R>",
		"<R><Key>" + secret + "&amp;</Key></R>",
		"<R><Other><a>" + secret + "</a></Other></R>",
		"<R a='" + secret + "'><Key>&lt;</Key></R>",
		"<R a='b' c='" + secret + "'><Key d='e'>&lt;</Key></R>",
		"<R><Key>" + strings.Repeat(secret+"&lt;", maxKept) + "</Key></R>",
	} {
		d := newDecoder([]byte(body), Limits{})
		started, err := d.root("")
		require.Nil(t, err)
		require.Nil(t, d.object(target, record.ShapeOf(target.Type()), &started))
		d.free()
		for _, kept := range [][]byte{d.buf, d.written, d.data} {
			require.False(t, bytes.Contains(kept[:cap(kept)], []byte(secret[1:])), body)
		}
		require.False(t, slices.ContainsFunc(d.attrs[:cap(d.attrs)], func(a attribute) bool { return len(a.value) > 0 }))
		require.LessOrEqual(t, cap(d.buf), maxKept)
		require.Nil(t, d.arena)
	}
}

// TestOrderIsLearned: the decoder expects the members in the order in which rows have them, as soon as it has seen some.
func TestOrderIsLearned(t *testing.T) {
	type row struct{ Text, Alias, Number, Born string }
	for _, names := range [][]string{
		{"Alias", "Born", "Number", "Text"}, {"Text", "Alias", "Number", "Born"}, {"Number", "Text", "Born", "Alias"}, {"Text", "Born"},
	} {
		var members strings.Builder
		for _, name := range names {
			members.WriteString("<" + name + ">a</" + name + ">")
		}
		body := "<Rows>" + strings.Repeat("<Row>"+members.String()+"</Row>", 10) + "</Rows>"
		d := newDecoder([]byte(body), Limits{})
		var rows []row
		target := reflect.ValueOf(&rows).Elem()
		require.Nil(t, d.body(target, record.ShapeOf(target.Type()), ""))
		require.Len(t, rows, 10)
		o := d.order(record.PlanOf(reflect.TypeFor[row]()))
		last := 0
		for _, name := range names {
			i := o.steps[last].next
			require.Less(t, i, len(o.plan.Fields), name)
			require.Equal(t, name, o.plan.Fields[i].Name)
			last = i + 1
		}
		d.free()
	}
}
