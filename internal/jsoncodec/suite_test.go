package jsoncodec_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
)

// accepted and refused follow the cases of the public JSON parsing test suites.
var (
	accepted = []string{
		`0`, `-0`, `1`, `-1`, `1.5`, `0.1`, `1e2`, `1E+2`, `1e-2`, `0e1`, `-0.0e-0`, `123456789012345678901234567890`, `1e9999`,
		`true`, `false`, `null`, `""`, `"a"`, `" "`, `"\"\\\/\b\f\n\r\t"`, `"\u0000"`, `"\uD834\udd1e"`, `"\uD800"`,
		`"\uDC00\uD800"`, `"\uD800\uD800\n"`, "\"\u2028\u2029\"", "\"\x7f\"", "\"\U0010FFFF\"", "\"\uFEFF\"",
		`[]`, `[ ]`, `[1]`, `[1,2]`, `[[]]`, `[[],{}]`, `[null, 1, "1", {}]`, "[1\n]", ` [] `, "\t\n\r []",
		`{}`, `{ }`, `{"a":1}`, `{"a":1,"a":2}`, `{"":0}`, `{"a":[]}`, `{"a":{"b":{}}}`, `{"\u0061":1}`, `{"a\u0000b":1}`,
		`{"aé":"é"}`,
	}
	refused = []string{
		``, ` `, `.5`, `1.`, `01`, `-01`, `-`, `+1`, `1e`, `1e+`, `1.e1`, `0x1`, `1_000`, `Infinity`, `NaN`, `-NaN`, `--1`, `1 2`,
		`１`, `tru`, `truee`, `True`, `nul`, `fals`, `undefined`, `'a'`, `a`, `"`, `"a`, `"\`, `"\"`, `"\x"`, `"\u"`, `"\u12"`,
		`"\u123"`, `"\u123g"`, `"\U0041"`, `"\uD800\"`, `"\uD800\u"`, `"\uD800\u1"`, `"\a"`, "\"\n\"", "\"\t\"", "\"\x00\"", "\"\x1f\"",
		`[`, `]`, `[,`, `[1`, `[1,`, `[1,]`, `[,1]`, `[1,,2]`, `[1 2]`, `[1:2]`, `[1}`, `[}`, `["a"`, `[1]]`, `[1]x`, `[1],`,
		`{`, `}`, `{,}`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{"a":1,,"b":2}`, `{"a" 1}`, `{"a"::1}`, `{a:1}`, `{1:1}`,
		`{'a':1}`, `{"a":1]`, `{"a":}`, `{"a"}`, `{"a":1 "b":2}`, `{"a":1}}`, `{"a":1}#`, `{"a":1}/**/`, `/**/{}`, `//x`, `{null:1}`,
		"\uFEFF{}", "\x00", "[1]\x00", "\v[]", "[]\f", "\u00A0[]", "\u2060[]", `*`, `&`, "\"\xff\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"",
		"\"\xf4\x90\x80\x80\"", "\"\xe2\x82\"", "{\"\xff\":1}", "\xff",
	}
)

func TestSuite(t *testing.T) {
	check := func(text string, want bool) {
		body := []byte(text)
		var raw json.RawMessage
		require.Equal(t, want, jsoncodec.Unmarshal(body, &raw, jsoncodec.Limits{}) == nil, "Unmarshal %q", text)
		_, err := jsoncodec.ParseNode(body, jsoncodec.Limits{})
		require.Equal(t, want, err == nil, "ParseNode %q", text)
		require.Equal(t, want, json.Valid(body) && utf8.Valid(body), "encoding/json %q", text)
	}
	for _, text := range accepted {
		check(text, true)
	}
	for _, text := range refused {
		check(text, false)
	}
}

// decoded is what encoding/json makes of a body.
func decoded(t testing.TB, body []byte) (v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	require.NoError(t, d.Decode(&v))
	return v
}

// plainNode is the same for a node.
func plainNode(n record.Node) any {
	switch n.Kind {
	case record.Bool:
		return n.Text == "true"
	case record.Number:
		return json.Number(n.Text)
	case record.Text:
		return n.Text
	case record.List:
		list := make([]any, len(n.Items))
		for i := range n.Items {
			list[i] = plainNode(n.Items[i])
		}
		return list
	case record.Object:
		object := make(map[string]any, len(n.Members))
		for _, m := range n.Members {
			object[m.Name] = plainNode(m.Node)
		}
		return object
	}
	return nil
}

func indented(t testing.TB, body []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, json.Indent(&out, body, "", "  "))
	return out.Bytes()
}

// backwards writes the members of every object in the opposite order.
func backwards(t testing.TB, body []byte) []byte {
	t.Helper()
	n, err := jsoncodec.ParseNode(body, jsoncodec.Limits{})
	require.NoError(t, err)
	reverse(&n)
	return jsoncodec.AppendNode(nil, n)
}

func reverse(n *record.Node) {
	for i := range n.Items {
		reverse(&n.Items[i])
	}
	for i := range n.Members {
		reverse(&n.Members[i].Node)
	}
	for i, j := 0, len(n.Members)-1; i < j; i, j = i+1, j-1 {
		n.Members[i], n.Members[j] = n.Members[j], n.Members[i]
	}
}

func TestParseNode(t *testing.T) {
	n, err := jsoncodec.ParseNode([]byte(`{"b":[1.50,"x",true,null,{}],"a":1, "b" : false}`), jsoncodec.Limits{})
	require.NoError(t, err)
	require.Equal(t, record.Node{Kind: record.Object, Members: []record.Member{
		{Name: "b", Node: record.Node{Kind: record.Bool, Text: "false", Offset: 42}},
		{Name: "a", Node: record.Node{Kind: record.Number, Text: "1", Offset: 33}},
	}}, n)
	require.Equal(t, `{"b":false,"a":1}`, string(jsoncodec.AppendNode(nil, n)))

	_, err = jsoncodec.ParseNode([]byte(`{"a":[1,{"b":x}]}`), jsoncodec.Limits{})
	require.EqualError(t, err, `/a[1]/b (line 1, offset 13): found "x", expected a value`)
}

func TestParseNodeWithManyMembers(t *testing.T) {
	var body strings.Builder
	body.WriteString(`{"x0":0`)
	for i := range 100_000 {
		body.WriteString(`,"x`)
		body.WriteString(strings.Repeat("a", i%1000))
		body.WriteString(`":1`)
	}
	body.WriteString(`}`)
	n, err := jsoncodec.ParseNode([]byte(body.String()), jsoncodec.Limits{})
	require.NoError(t, err)
	require.Len(t, n.Members, 1001)
	require.Equal(t, "1", n.Find("xaa").Text)
}

func TestAppendNode(t *testing.T) {
	const body = `{"a":[1.50,"x\"\n\u0001é",true,null,{},[]],"b":{"c":"d"}}`
	n, err := jsoncodec.ParseNode(indented(t, []byte(body)), jsoncodec.Limits{})
	require.NoError(t, err)
	require.Equal(t, body, string(jsoncodec.AppendNode(nil, n)))
}
