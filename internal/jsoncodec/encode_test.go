package jsoncodec_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/codectest"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
)

func fullTeam() team {
	return team{
		ID: 7, Name: "Comets & <Co>", Paid: new(false), Gender: new(gender(0)), Status: status{Code: 2}, Born: date{Year: 2014, Month: 9, Day: 3},
		Since: &date{}, Label: "a\"b\xff", Amount: &decimal{Text: "0"}, Code: 5, Share: new(0.5), Key: secret{Text: "hush"},
		Address: address{City: "Larkspur", Lat: new(41.5)}, Home: &address{}, Players: []address{{}, {City: "x"}},
		Seeds: []int{}, Grid: [][]*int8{{new(int8(-1)), nil}, nil}, Count: 3, GPA: 3.25, Open: true,
		Raw: json.RawMessage(`{"a": 1}`), RawPtr: new(json.RawMessage(`[]`)), Next: &team{},
		Extra: map[string]json.RawMessage{"Unknown": []byte("1")},
	}
}

const fullBody = `{"Id":7,"Name":"Comets & <Co>","Paid":false,"Gender":0,"Status":2,"Birthdate":"9/3/2014","Since":"0/0/0",` +
	`"Label":"a\"b` + "\uFFFD" + `","Amount":0,"Code":"5","Share":"0.5","ApiSecretKey":"hush",` +
	`"Address":{"City":"Larkspur","Latitude":41.5},"Home":{},"Players":[{},{"City":"x"}],"Seeds":[],"Grid":[[-1,null],null],` +
	`"Count":3,"GPA":3.25,"Open":true,"Raw":{"a": 1},"RawPtr":[],"Next":{"Id":0}}`

func TestMarshal(t *testing.T) {
	full := fullTeam()
	for _, v := range []any{full, &full, new(&full)} {
		body, err := jsoncodec.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, fullBody, string(body))
	}
	for _, test := range []struct {
		v    any
		want string
	}{
		{nil, `null`},
		{(*team)(nil), `null`},
		{[]team(nil), `null`},
		{[]team{}, `[]`},
		{[]int{1, 2}, `[1,2]`},
		{struct{}{}, `{}`},
		{struct {
			P *int
			S []int
			R json.RawMessage
		}{}, `{"P":null,"S":null,"R":null}`},
		{"é\u2028\"\\\b\f\n\r\t\x00\x1f\x7f</>", `"é` + "\u2028" + `\"\\\b\f\n\r\t\u0000\u001f` + "\x7f" + `</>"`},
		{"\xff\xc0\xafx\xed\xa0\x80", "\"\uFFFD\uFFFD\uFFFDx\uFFFD\uFFFD\uFFFD\""},
	} {
		body, err := jsoncodec.Append([]byte("> "), test.v)
		require.NoError(t, err)
		require.Equal(t, "> "+test.want, string(body))
	}
}

func TestMarshalAgreesWithEncodingJSON(t *testing.T) {
	type floats struct {
		F []float64
		G []float32
		S []string
	}
	for _, v := range []any{
		codectest.PlayersPage(),
		floats{
			[]float64{0, 1, -1, 0.1, 1e20, 1e21, 1e-6, 1e-7, 1.5e-10, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Copysign(0, -1)},
			[]float32{0, 1, -1, 0.1, 1e20, 1e21, 1e-6, 1e-7, 1.5e-10, math.MaxFloat32},
			[]string{"", "a", "1234567", "12345678", "123456789", "<&>", strings.Repeat("x", 100) + "\"", "é", "\x00\t\""},
		},
	} {
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		require.NoError(t, e.Encode(v))
		got, err := jsoncodec.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, strings.TrimSpace(want.String()), string(got))
	}
}

type broken struct{ text string }

func (b broken) MarshalJSON() ([]byte, error) { return []byte(b.text), nil }

func TestMarshalRefuses(t *testing.T) {
	for _, test := range []struct {
		v    any
		want string
	}{
		{struct{ A []float64 }{[]float64{1, math.NaN()}}, "/A[1]: found NaN, expected a finite number"},
		{struct{ A *float64 }{new(math.Inf(-1))}, "/A: found an infinity, expected a finite number"},
		{struct{ A any }{1}, "/A: found a value of type interface {}, expected no value: type interface {} is not supported"},
		{struct{ A broken }{}, `/A: found jsoncodec_test.broken that is not JSON: / (line 1, offset 0): found end of body, expected a value`},
		{
			struct{ A broken }{broken{`{"a":1}}`}},
			`/A: found jsoncodec_test.broken that is not JSON: / (line 1, offset 7): found "}", expected end of body`,
		},
		{
			struct{ A json.RawMessage }{[]byte("x")},
			`/A: found json.RawMessage that is not JSON: / (line 1, offset 0): found "x", expected a value`,
		},
	} {
		dst, err := jsoncodec.Append([]byte("kept"), test.v)
		require.EqualError(t, err, test.want)
		require.ErrorAs(t, err, new(*record.Error))
		require.Equal(t, "kept", string(dst))
	}
}
