package xmlwire_test

import (
	"bytes"
	"encoding/xml"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/codectest"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// bodies returns the page as XML in the order of the types, in alphabetical order, and the latter indented.
func bodies(tb testing.TB) (typeOrder, alphabetical, indented []byte) {
	tb.Helper()
	var b bytes.Buffer
	require.NoError(tb, xml.NewEncoder(&b).EncodeElement(codectest.PlayersPage(), xml.StartElement{Name: xml.Name{Local: "Response"}}))
	alphabetical, err := xmlwire.Marshal("Response", codectest.PlayersPage())
	require.NoError(tb, err)
	return b.Bytes(), alphabetical, indent(tb, alphabetical)
}

// indent puts every element of a body without mixed content on its own line.
func indent(tb testing.TB, body []byte) []byte {
	tb.Helper()
	var b bytes.Buffer
	e := xml.NewEncoder(&b)
	e.Indent("", "  ")
	d := xml.NewDecoder(bytes.NewReader(body))
	for {
		token, err := d.RawToken()
		if err != nil {
			break
		}
		if start, ok := token.(xml.StartElement); ok {
			start.Attr = nil
			token = start
		}
		require.NoError(tb, e.EncodeToken(token))
	}
	require.NoError(tb, e.Flush())
	return b.Bytes()
}

// The rivals of the benchmarks do the same work.
func TestBenchmarkBodies(t *testing.T) {
	typeOrder, alphabetical, indented := bodies(t)
	for _, body := range [][]byte{typeOrder, alphabetical, indented} {
		var ours, theirs page
		require.NoError(t, xmlwire.Unmarshal(body, &ours, xmlwire.Limits{}))
		require.NoError(t, xml.Unmarshal(body, &theirs))
		require.Empty(t, cmp.Diff(codectest.PlayersPage(), ours))
		require.Empty(t, cmp.Diff(ours, theirs))
	}
}

func BenchmarkUnmarshal(b *testing.B) {
	typeOrder, alphabetical, indented := bodies(b)
	asJSON, err := jsoncodec.Marshal(codectest.PlayersPage())
	require.NoError(b, err)
	for _, run := range []struct {
		name string
		body []byte
		read func(*page, []byte) error
	}{
		{"type-order/xmlwire", typeOrder, ours},
		{"type-order/encoding-xml", typeOrder, theirs},
		{"alphabetical/xmlwire", alphabetical, ours},
		{"alphabetical/encoding-xml", alphabetical, theirs},
		{"indented/xmlwire", indented, ours},
		{"indented/encoding-xml", indented, theirs},
		{"jsoncodec", asJSON, func(p *page, body []byte) error { return jsoncodec.Unmarshal(body, p, jsoncodec.Limits{}) }},
	} {
		b.Run(run.name, func(b *testing.B) {
			b.SetBytes(int64(len(run.body)))
			b.ReportAllocs()
			for b.Loop() {
				var p page
				if err := run.read(&p, run.body); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func ours(p *page, body []byte) error   { return xmlwire.Unmarshal(body, p, xmlwire.Limits{}) }
func theirs(p *page, body []byte) error { return xml.Unmarshal(body, p) }

func BenchmarkMarshal(b *testing.B) {
	p := codectest.PlayersPage()
	b.Run("xmlwire", func(b *testing.B) {
		var dst []byte
		var err error
		b.ReportAllocs()
		for b.Loop() {
			if dst, err = xmlwire.Append(dst[:0], "Response", &p); err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(len(dst)))
	})
	b.Run("encoding-xml", func(b *testing.B) {
		var dst bytes.Buffer
		b.ReportAllocs()
		for b.Loop() {
			dst.Reset()
			if err := xml.NewEncoder(&dst).EncodeElement(&p, xml.StartElement{Name: xml.Name{Local: "Response"}}); err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(dst.Len()))
	})
}
