package xmlcodec_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/xmlcodec"
)

type pin struct{ text string }

var errTooLong = errors.New("too long")

func (p pin) Reveal() string { return p.text }

func (p *pin) UnmarshalText(text []byte) error {
	if len(text) > 4 {
		return errTooLong
	}
	p.text = string(text)
	return nil
}

// code has a method that says why.
type code string

func (c *code) UnmarshalText(text []byte) error {
	if len(text) > 4 {
		return errTooLong
	}
	*c = code(text)
	return nil
}

func TestRoundTrip(t *testing.T) {
	want := Team{ID: 1, Name: "<é>", ParentID: new(int64(0)), Players: []Player{}, Totals: &Totals{}}
	body, err := xmlcodec.Append([]byte(" "), "Request", &want)
	require.NoError(t, err)
	var got Team
	require.NoError(t, xmlcodec.Unmarshal(body, &got))
	require.Empty(t, cmp.Diff(want, got))
}

func TestErrors(t *testing.T) {
	type body struct {
		Pin  pin
		Code code
	}
	for _, test := range []struct {
		body string
		want xmlcodec.Error
	}{
		{"<R>\n<Code>longer</Code></R>", xmlcodec.Error{
			Path: "/Code", Offset: 10, Line: 2, Found: `string "longer"`, Expected: "a code", Err: errTooLong,
		}},
		{`<R><Pin>longer</Pin></R>`, xmlcodec.Error{Path: "/Pin", Offset: 8, Line: 1, Found: "string", Expected: "a pin"}},
		{`<R><Pin>1</R>`, xmlcodec.Error{Path: "/Pin", Offset: 9, Line: 1, Found: "content not shown", Expected: "</Pin>"}},
		{``, xmlcodec.Error{Line: 1, Found: "end of body", Expected: "an element"}},
	} {
		err := xmlcodec.Unmarshal([]byte(test.body), new(body))
		var got *xmlcodec.Error
		require.ErrorAs(t, err, &got)
		require.Equal(t, test.want, *got)
		require.Equal(t, test.want.Err, errors.Unwrap(err))
		require.NotContains(t, err.Error(), "  ")
	}
	require.ErrorIs(t, xmlcodec.Unmarshal([]byte(`<R><Code>longer</Code></R>`), new(body)), errTooLong)

	kept, err := xmlcodec.Append([]byte("kept"), "R", struct{ F float64 }{math.NaN()})
	require.EqualError(t, err, "xmlcodec: /F: found NaN, expected a finite number")
	require.Equal(t, "kept", string(kept))
	_, err = xmlcodec.Marshal("not a name", 1)
	require.ErrorAs(t, err, new(*xmlcodec.Error))
	require.EqualError(t, xmlcodec.Unmarshal([]byte(`<R/>`), nil), "xmlcodec: /: expected a pointer to read into")
}

func TestDefaults(t *testing.T) {
	deep := strings.Repeat("<a>", xmlcodec.DefaultMaxDepth) + strings.Repeat("</a>", xmlcodec.DefaultMaxDepth)
	require.NoError(t, xmlcodec.Unmarshal([]byte(deep), new(struct{}), xmlcodec.MaxDepth(0), xmlcodec.MaxBytes(-1)))
	require.Error(t, xmlcodec.Unmarshal([]byte("<b>"+deep+"</b>"), new(struct{})))
	large := append([]byte("<a/>"), make([]byte, xmlcodec.DefaultMaxBytes)...)
	require.ErrorContains(t, xmlcodec.Unmarshal(large, new(struct{})), "expected at most 33554432")
	require.ErrorContains(t, xmlcodec.Unmarshal(large, new(struct{}), xmlcodec.MaxBytes(len(large))), "offset 4")

	many := []byte("<Response><Players>" + strings.Repeat("<P/>", 1_000_000) + "</Players></Response>")
	type row struct{ A, B, C int64 }
	read := func(opts ...xmlcodec.Option) error {
		return xmlcodec.Unmarshal(many, new(struct{ Players []row }), opts...)
	}
	bytes := xmlcodec.MaxBytes(len(many))
	require.ErrorContains(t, read(bytes), "fits into 16777216 bytes of memory")
	require.ErrorContains(t, read(xmlcodec.MaxBytes(5<<20)), "fits into 20971520 bytes of memory")
	require.ErrorContains(t, read(bytes, xmlcodec.MaxMemory(1<<20)), "fits into 1048576 bytes of memory")
	require.NoError(t, read(xmlcodec.MaxMemory(0)))
	require.ErrorContains(t, xmlcodec.Unmarshal([]byte("<R><a/></R>"), new(struct {
		Extra map[string]json.RawMessage `json:"-"`
	}),
		xmlcodec.MaxMemory(100), xmlcodec.MaxBytes(11)), "fits into 100 bytes")
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
