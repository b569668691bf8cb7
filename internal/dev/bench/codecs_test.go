package bench

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"testing"

	"github.com/bytedance/sonic"
	experiment "github.com/go-json-experiment/json"
	goccy "github.com/goccy/go-json"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/xmlwire"
	"github.com/tourney-go/tourney/mockserver"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// codec is the codec of a library. A codec for XML writes into one buffer every time.
type codec struct {
	name      string
	unmarshal func([]byte, any) error
	marshal   func(any) ([]byte, error)
}

var jsonCodecs = []codec{
	{"ours", func(b []byte, v any) error { return jsoncodec.Unmarshal(b, v, jsoncodec.Limits{}) }, jsoncodec.Marshal},
	{"encoding-json", json.Unmarshal, json.Marshal},
	{"goccy", goccy.Unmarshal, goccy.Marshal},
	{"sonic", sonic.Unmarshal, sonic.Marshal},
	{
		"go-json-experiment", func(b []byte, v any) error { return experiment.Unmarshal(b, v) },
		func(v any) ([]byte, error) { return experiment.Marshal(v) },
	},
}

func xmlCodecs() []codec {
	const root = "Response"
	var own []byte
	var standard bytes.Buffer
	return []codec{
		{
			"ours", func(b []byte, v any) error { return xmlwire.Unmarshal(b, v, xmlwire.Limits{}) },
			func(v any) (_ []byte, err error) {
				own, err = xmlwire.Append(own[:0], root, v)
				return own, err
			},
		},
		{"encoding-xml", xml.Unmarshal, func(v any) ([]byte, error) {
			standard.Reset()
			err := xml.NewEncoder(&standard).EncodeElement(v, xml.StartElement{Name: xml.Name{Local: root}})
			return standard.Bytes(), err
		}},
	}
}

// playersBody is a page of players in the types of the library.
type playersBody struct{ Players tourney.Page[tourney.Player] }

// page returns a page of fifty players with profiles and teams, as the mock answers it.
func page(tb testing.TB, format tourney.Format) (body []byte) {
	tb.Helper()
	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(tb, err)
	_, err = srv.Client(tourney.WithFormat(format)).Players.List(tb.Context(), tourney.PlayerListOptions{EventID: 1001},
		tourney.IncludeProfile, tourney.IncludeTeams, tourney.BodyInto(&body))
	require.NoError(tb, err)
	return body
}

// agree fails the test unless all codecs read the same from a page, and from what each of them writes.
func agree[T any](tb testing.TB, codecs []codec, body []byte) (want T) {
	tb.Helper()
	require.NoError(tb, codecs[0].unmarshal(body, &want))
	for _, c := range codecs {
		written, err := c.marshal(&want)
		require.NoError(tb, err, c.name)
		for _, from := range [][]byte{body, written} {
			var got T
			require.NoError(tb, c.unmarshal(from, &got), c.name)
			require.Equal(tb, want, got, c.name)
		}
	}
	return want
}

func TestCodecsAgree(t *testing.T) {
	require.NotZero(t, agree[playersBody](t, jsonCodecs, page(t, tourney.FormatJSON)))
	require.NotZero(t, agree[plainBody](t, jsonCodecs, page(t, tourney.FormatJSON)))
	require.NotZero(t, agree[plainBody](t, xmlCodecs(), page(t, tourney.FormatXML)))
}

// BenchmarkJSON reads and writes a page, in the types of the library and in plain types.
func BenchmarkJSON(b *testing.B) {
	b.Run("library", func(b *testing.B) { compare[playersBody](b, jsonCodecs, page(b, tourney.FormatJSON)) })
	b.Run("plain", func(b *testing.B) { compare[plainBody](b, jsonCodecs, page(b, tourney.FormatJSON)) })
}

// BenchmarkXML reads and writes a page in plain types, because encoding/xml cannot read the types of the library.
func BenchmarkXML(b *testing.B) { compare[plainBody](b, xmlCodecs(), page(b, tourney.FormatXML)) }

func compare[T any](b *testing.B, codecs []codec, body []byte) {
	b.Helper()
	value := agree[T](b, codecs, body)
	for _, c := range codecs {
		b.Run("read/"+c.name, func(b *testing.B) {
			for b.Loop() {
				if err := c.unmarshal(body, new(T)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	for _, c := range codecs {
		b.Run("write/"+c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := c.marshal(&value); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
