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
