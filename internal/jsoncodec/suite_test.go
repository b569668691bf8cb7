package jsoncodec_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
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
		// Values as a whole.
		"[\n\n]", "{\r\n\t}", `-42`, `-0.1`, `"[{,:}]"`, "[\"a\"]\n",
		" \t\r\n{ \t\r\n\"a\" \t\r\n: \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n] \t\r\n, \t\r\n\"b\" \t\r\n: \t\r\n{ } \t\r\n} \t\r\n",
		"\n\n\n0", "null\t", "\ufeff[]",
		// Lists.
		`[null,1,"1",{},[],true,false]`, `[""]`, `[false]`, `[1,null,null,null,2]`, `[2] `, `[ 1]`, `[[[[]]],[{"a":[[]]}],[[{}]]]`,
		strings.Repeat("[", 64) + strings.Repeat("]", 64), "[" + strings.Repeat("0,", 5000) + "0]",
		// Objects.
		`{"asd":"sdf"}`, `{"a":"b","a":"c"}`, `{"a":"b","a":"b"}`, `{"a":1,"\u0061":2}`, `{"":""}`, `{"":1,"":2}`,
		`{"foo\u0000bar":42}`, `{"a\"b":1}`, `{"min":-1.0e+28,"max":1.0e+28}`, `{"` + strings.Repeat("k", 5000) + `":0}`,
		`{"x":[{"id":"` + strings.Repeat("x", 40) + `"}],"id":"` + strings.Repeat("x", 40) + `"}`,
		`{"title":"\u041f\u043e\u043b\u0442\u043e\u0440\u0430 \u0417\u0435\u043c\u043b\u0435\u043a\u043e\u043f\u0430"}`,
		"{\n\"a\":\"b\"\n}", `{"null":null,"true":true,"false":false}`, `{"__proto__":{},"constructor":1}`,
		strings.Repeat(`{"":`, 63) + "{}" + strings.Repeat("}", 63),
		// Numbers.
		`[0e+1]`, `[0E0]`, `[ 4]`, `[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]`, `[20e1]`,
		`[-0]`, `[-0e-0]`, `[-123]`, `[-1]`, `[1E22]`, `[1E-2]`, `[1E+2]`, `[123e45]`, `[123.456e78]`, `[1e-2]`, `[123.456789]`,
		`0.0001`, `1e007`, `1.5000`, `9223372036854775808`, `18446744073709551616`, `1e400`, `-1.5e+9999`, `1e-400`,
		`[0.4e00669999999999999999999999999999999999999999999999999999999999999999999999999999999999999999]`,
		strings.Repeat("9", 1000), "0." + strings.Repeat("3", 1000),
		// Texts.
		`["\"\\\/\b\f\n\r\t"]`, `"\/"`, `"\\u0061"`, `"\\\\"`, `"\\\""`, `"\u0012\u001f"`, `"\uFFFE\uFFFF\uFDD0"`, `"\uFEFF"`,
		`"\u2028\u2029"`, `"\u007f"`, `"\u0123"`, `"\u0821"`, `"\uaBcD\uDeF0"`, `"\uD801\udc37"`, `"\uDBFF\uDFFF"`, `"\uD800\uDC00"`,
		`"\ud83d\ude39\ud83d\udc8d"`, `"\uD83F\uDFFE"`, `["a/*b*/c/*d//e"]`, "\"\u00a3\"", "\"\u20ac\"", "\"\U0001D11E\"",
		"\"\u0080\u07ff\u0800\ud7ff\ue000\uffff\U00010000\"", "\"\ufdd0\ufffe\U0001FFFE\U0010FFFE\"", "\"\ufffd\"",
		"\"\u0080\u0085\u009f\"", "\"\u00a0\u2060\u200b\"", "\"\ue000\uf8ff\"", "\"e\u0301\"", "\"\u202eabc\u200f\"", `[ "asd" ]`,
		`"1234567"`, `"12345678"`, `"1234567\n9"`, `"` + strings.Repeat("x", 70000) + `"`,
		`"` + strings.Repeat(`\u00e9`, 5000) + `"`,
		// Literals.
		`[true]`, ` null `,
		// Halves of surrogate pairs.
		`"\uDADA"`, `"\uDd1e"`, `"\uDEADabc"`, `"\uD888abc"`, `"\uD888\u1234"`, `"\uD800\n"`, `"\uD800\uD800\uDC00"`,
		`"\uDd1e\uD834"`, `{"\uDFAA":0,"\uD800":1}`, `"\uD800\\uDC00"`, "\"\\uD800\U00010000\"",
	}
	refused = []string{
		``, ` `, `.5`, `1.`, `01`, `-01`, `-`, `+1`, `1e`, `1e+`, `1.e1`, `0x1`, `1_000`, `Infinity`, `NaN`, `-NaN`, `--1`, `1 2`,
		`１`, `tru`, `truee`, `True`, `nul`, `fals`, `undefined`, `'a'`, `a`, `"`, `"a`, `"\`, `"\"`, `"\x"`, `"\u"`, `"\u12"`,
		`"\u123"`, `"\u123g"`, `"\U0041"`, `"\uD800\"`, `"\uD800\u"`, `"\uD800\u1"`, `"\a"`, "\"\n\"", "\"\t\"", "\"\x00\"", "\"\x1f\"",
		`[`, `]`, `[,`, `[1`, `[1,`, `[1,]`, `[,1]`, `[1,,2]`, `[1 2]`, `[1:2]`, `[1}`, `[}`, `["a"`, `[1]]`, `[1]x`, `[1],`,
		`{`, `}`, `{,}`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{"a":1,,"b":2}`, `{"a" 1}`, `{"a"::1}`, `{a:1}`, `{1:1}`,
		`{'a':1}`, `{"a":1]`, `{"a":}`, `{"a"}`, `{"a":1 "b":2}`, `{"a":1}}`, `{"a":1}#`, `{"a":1}/**/`, `/**/{}`, `//x`, `{null:1}`,
		"\uFEFF\uFEFF{}", "\x00", "[1]\x00", "\v[]", "[]\f", "\u00A0[]", "\u2060[]", `*`, `&`, "\"\xff\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"",
		"\"\xf4\x90\x80\x80\"", "\"\xe2\x82\"", "{\"\xff\":1}", "\xff",
		// Values as a whole.
		"\ufeff", "[\ufeff]", "[]\ufeff", "\xfe\xff\x00[\x00]", "\xff\xfe[\x00]\x00", "\x00[\x00\"\x00\xe9\x00\"\x00]", "\r\n\t ",
		"[\x00]", "[\x0c]", "[\x0b]", "[\x7f]", "[\u0085]", "[\u2028]", "\u3000[]", "[\u2060]", `[\n]`, `[\u0020]`, `<.>`,
		`[<null>]`, `["asd]`, `[][]`, `{}{}`, `1[]`, `"a""b"`, `"a",`, `1]`, `]]`, `][`, `{}}`, `{"a":[1}`, `[{]}`, `,`, `:`, `{[`,
		`{,`, `{]`, `{"a`, `{'a'`, `['`, `["a`, `[{`, `["\{["\{["\{["\{`, strings.Repeat("[", 100), strings.Repeat(`{"":`, 100),
		strings.Repeat("]", 100), `//a` + "\n" + `[]`, `{"a":"b"}//`, `{"a":"b"}/**//`, `[1/*,*/]`, `{"a":"b"}#{}`, `[]<!-- -->`,
		`{"a":"b"}/`, `[1;2]`, `{"a"=1}`, `{"a"=>1}`, `(1)`, `callback({})`, `)]}',[]`, "[]\x1a", "\x1e[]",
		// Lists.
		`["":1]`, `[""],`, `[,]`, `["x",,]`, `["",]`, `["x"`, `[-`, `[3[4]]`, `["a" "b"]`, `[-]`, "[\"a\",\n4\n,1,", `[1,,]`,
		`[...1]`, `[*]`, `[{}`, `[truefalse]`, `["a"1]`, "[\xff]", `[ , ]`,
		// Objects.
		`["x", truth]`, "{[: \"x\"}\n", `{"x", null}`, `{"x"::"b"}`, "{\U0001F1E8\U0001F1ED}", `{"a":"a" 123}`, `{key: 'value'}`,
		"{\"\xb9\":\"0\",}", `{"a" b}`, `{:"b"}`, `{"a" "b"}`, `{true:1}`, `{null:null,null:null}`, `{[]:1}`, `{{}:1}`,
		`{"id":0,,,,,}`, `{'a':0}`, `{"id":0,}`, `{,"id":0}`, `{"a":"b",,"c":"d"}`, `{a: "b"}`, `{"a":"a`, `{ "foo" : "bar", "a" }`,
		`{{}}`, `{"a":true} "x"`, `{...{}}`, `{"a":1 2}`, `{\"a":1}`,
		// Numbers.
		`[++1234]`, `[+1]`, `[+Inf]`, `[-01]`, `[-1.0.]`, `[-2.]`, `[-NaN]`, `[-.5]`, `[- 1]`, `[--1]`, `[.-1]`, `[.2e-3]`, `.`,
		`[0.1.2]`, `[0.3e]`, `[0.3e+]`, `[0E]`, `[0E+]`, `[0.e1]`, `[1.0e]`, `[1.0e-]`, `[1 000.0]`, `{"a":1,5}`, `[1eE2]`,
		`[1e1.5]`, `[2.e+3]`, `[9.e+]`, `[00]`, `[000.5]`, `[012]`, `[-00]`, `[Infinity]`, `[Inf]`, `[-Infinity]`, `[NaN]`, `[nan]`,
		`[0x1]`, `[0x42]`, `[0o7]`, `[0b1]`, `[1_0]`, `[1L]`, `[1n]`, `[1%]`, `[1.2a-3]`, `[1ea]`, `[1+2]`, "[\uff11]", "[\u0661]",
		"[123\xe5]", "[1e1\xe5]", `[1.]`, `[.123]`, "[\u22121]", `[0x]`,
		// Texts.
		`["\uD800\"]`, `["\uD800\u"]`, `["\uD800\u1"]`, `["\uD800\u1x"]`, "[\u00e9]", "[\"\\\x00\"]", `["\x00"]`, `["\012"]`,
		`["\0"]`, `["\'"]`, `["\v"]`, `["\a"]`, `["\N"]`, `["\ "]`, "[\"a\\\nb\"]", "[\"\\\t\"]", "[\"\\\U0001F300\"]", `["\\\"]`,
		`["\"]`, `["\u00A"]`, `["\uD834\uDd"]`, `["\u{61}"]`, `["\UA66D"]`, `["\u+123"]`, `["\u 123"]`,
		"[\"\\u\uff10\uff10\uff14\uff11\"]", `["\u0x41"]`, `["\u000g"]`, `["\u000@"]`, `["\u000:"]`, "[\"\\u000`\"]", `["\u0`,
		`["\u00`, `["\u000`, `["\u0000`, `[\u0020"asd"]`, `["]`, `['single quote']`, `[abc]`, `["\`, "[\"new\nline\"]",
		"[\"new\rline\"]", "[\"\t\"]", "[\"a\x00a\"]", "[\"\x08\"]", "[\"\x1b\"]", "[\"12345678\x01\"]", `""x`, `"""a"""`, "`a`",
		"[\u201ca\u201d]", "[\"\xff\"]", "[\"\xe9\"]", "[\"\x81\"]", "[\"\xf4\xbf\xbf\xbf\"]", "[\"\xc0\xaf\"]", "[\"\xc0\x80\"]",
		"[\"\xc1\xbf\"]", "[\"\xe0\x80\xaf\"]", "[\"\xe0\x9f\xbf\"]", "[\"\xf0\x8f\xbf\xbf\"]", "[\"\xf8\x80\x80\x80\xaf\"]",
		"[\"\xfc\x83\xbf\xbf\xbf\xbf\"]", "[\"\xc3\"]", "[\"\xe0\xff\"]", "[\"\xf0\x9d\x84\"]", "[\"\xed\xa0\x80\"]",
		"[\"\xed\xbf\xbf\"]", "[\"\xed\xa0\x81\xed\xb0\xb7\"]", "[\"\xf4\x90\x80\x80\"]", "[\"\xf5\x80\x80\x80\"]", "[\"\\n\xff\"]",
		"[\"12345678\xff\"]",
		// Literals.
		`[fals]`, `[nul]`, `[tru]`, `[True]`, `[NULL]`, `[undefined]`, `[None]`, `[nil]`, `[yes]`, `[trues]`, `[null1]`, "[tru\x00]",
		"[\uff54\uff52\uff55\uff45]",
		// Names.
		"{\"a\xc0\xaf\":1}",
	}
)

// unmarked returns a body without a byte order mark, which encoding/json refuses.
func unmarked(body []byte) []byte { return bytes.TrimPrefix(body, []byte("\ufeff")) }

func TestSuite(t *testing.T) {
	require.GreaterOrEqual(t, len(accepted)+len(refused), 400)
	for _, text := range accepted {
		body := []byte(text)
		require.True(t, json.Valid(unmarked(body)), "encoding/json %q", text)
		n, err := jsoncodec.ParseNode(body, jsoncodec.Limits{})
		require.NoError(t, err, text)
		var raw json.RawMessage
		require.NoError(t, jsoncodec.Unmarshal(body, &raw, jsoncodec.Limits{}), text)
		require.Equal(t, strings.Trim(text, " \t\r\n\ufeff"), string(raw))
		// Not cmp.Diff, which looks at every level of lists twice, and so at 64 of them for ever.
		require.Equal(t, decoded(t, unmarked(body)), plainNode(n))
		require.Equal(t, decoded(t, unmarked(body)), decoded(t, jsoncodec.AppendNode(nil, n)))
	}
	for _, text := range refused {
		body := []byte(text)
		require.False(t, json.Valid(unmarked(body)) && utf8.Valid(body), "encoding/json %q", text)
		_, err := jsoncodec.ParseNode(body, jsoncodec.Limits{})
		sound(t, body, err)
		sound(t, body, jsoncodec.Unmarshal(body, new(json.RawMessage), jsoncodec.Limits{}))
		require.Error(t, jsoncodec.Unmarshal(body, new(team), jsoncodec.Limits{}), text)
	}
}

// Inside a member that the type does not know, and after one that it does, the cases are judged alike. What is refused on its
// own may be sound there: `,"a":1` is.
func TestSuiteInsideObject(t *testing.T) {
	for _, text := range slices.Concat(accepted, refused) {
		for _, format := range []string{`{"Other":%}`, `{"Id":1,"Raw":%}`, `{"Players":[{"Other":[%]}]}`} {
			body := []byte(strings.Replace(format, "%", text, 1))
			want := json.Valid(body) && utf8.Valid(body)
			err := jsoncodec.Unmarshal(body, new(team), deep)
			require.Equal(t, want, err == nil, "%q: %v", body[:min(len(body), 100)], err)
			_, err = jsoncodec.ParseNode(body, deep)
			require.Equal(t, want, err == nil, "%q: %v", body[:min(len(body), 100)], err)
		}
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
func plainNode(n node.Node) any {
	switch n.Kind {
	case node.Bool:
		return n.Text == "true"
	case node.Number:
		return json.Number(n.Text)
	case node.Text:
		return n.Text
	case node.List:
		list := make([]any, len(n.Items))
		for i := range n.Items {
			list[i] = plainNode(n.Items[i])
		}
		return list
	case node.Object:
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

func TestParseNode(t *testing.T) {
	n, err := jsoncodec.ParseNode([]byte(`{"b":[1.50,"x",true,null,{}],"a":1, "b" : false}`), jsoncodec.Limits{})
	require.NoError(t, err)
	require.Equal(t, node.Node{Kind: node.Object, Members: []node.Member{
		{Name: "b", Node: node.Node{Kind: node.Bool, Text: "false", Offset: 42}},
		{Name: "a", Node: node.Node{Kind: node.Number, Text: "1", Offset: 33}},
	}}, n)
	require.Equal(t, `{"b":false,"a":1}`, string(jsoncodec.AppendNode(nil, n)))

	_, err = jsoncodec.ParseNode([]byte(`{"a":[1,{"b":x}]}`), jsoncodec.Limits{})
	require.EqualError(t, err, `/a[1]/b (line 1, offset 13): found "x", expected a value`)

	for _, half := range []string{`\ud83d`, `\uDE00`, `\ud83d\u0041`} {
		_, err = jsoncodec.ParseNode([]byte(`{"a":"\ud83d\ude00`+half+`"}`), jsoncodec.Limits{Whole: true})
		require.EqualError(t, err, `/a (line 1, offset 18): found "\\", expected both halves of a surrogate pair`)
	}
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
