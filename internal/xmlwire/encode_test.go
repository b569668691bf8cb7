package xmlwire_test

import (
	"encoding/json"
	"encoding/xml"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/codectest"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

func fullTeam() team {
	return team{
		ID: 7, Name: "Comets & <Co>", Paid: new(false), Gender: new(gender(0)), Status: status{Code: 2}, Born: date{Year: 2014, Month: 9, Day: 3},
		Since: &date{}, Label: "a\"b\ufffd", Amount: &decimal{Text: "0"}, Code: 5, Share: new(0.5), Key: secret{Text: "hush"},
		Address: address{City: "Larkspur", Lat: new(41.5)}, Home: &address{}, Players: []address{{}, {City: "x"}},
		Seeds: []int{}, Grid: [][]*int8{{new(int8(-1)), nil}, nil}, Count: 3, GPA: 3.25, Open: true,
		Raw: json.RawMessage(`{"b": [1,null],"a":""}`), RawPtr: new(json.RawMessage(`[]`)), Next: &team{},
		Extra: map[string]json.RawMessage{"Unknown": []byte("1")},
	}
}

const fullBody = `<Response xmlns:i="http://www.w3.org/2001/XMLSchema-instance">` +
	`<Address><City>Larkspur</City><Latitude>41.5</Latitude></Address><Amount>0</Amount><ApiSecretKey>hush</ApiSecretKey>` +
	`<Birthdate>9/3/2014</Birthdate><Code>5</Code><Count>3</Count><GPA>3.25</GPA><Gender>0</Gender>` +
	`<Grid><Row><int8>-1</int8><int8 i:nil="true"/></Row><Row i:nil="true"/></Grid><Home/><Id>7</Id>` +
	`<Label>a"b` + "\uFFFD" + `</Label><Name>Comets &amp; &lt;Co&gt;</Name><Next><Id>0</Id></Next><Open>true</Open><Paid>false</Paid>` +
	`<Players><Player/><Player><City>x</City></Player></Players><Raw><a></a><b><Item>1</Item><Item i:nil="true"/></b></Raw><RawPtr/>` +
	`<Seeds/><Share>0.5</Share><Since>0/0/0</Since><Status><Code>2</Code><Name></Name></Status></Response>`

func TestMarshal(t *testing.T) {
	full := fullTeam()
	for _, v := range []any{full, &full, new(&full)} {
		body, err := xmlwire.Marshal("Response", v)
		require.NoError(t, err)
		require.Equal(t, fullBody, string(body))
	}
	type generic[T any] struct{ Of T }
	type odd struct {
		Zed   *int    `json:"Zed,omitzero" nil:"xml"`
		Url   string  `json:"Url,omitempty" nil:"xml"` //nolint:revive // the document's name
		List  []int   `json:"List,omitempty" nil:"xml"`
		Twice *[]bool `json:"Twice,omitzero" item:"Bit"`
		*address
	}
	for _, test := range []struct {
		v    any
		want string
	}{
		{nil, ` i:nil="true"/>`},
		{(*team)(nil), ` i:nil="true"/>`},
		{[]team(nil), ` i:nil="true"/>`},
		{[]team{}, `/>`},
		{[]int{1, 2}, `><int>1</int><int>2</int></R>`},
		{[]string{"", "a"}, `><string></string><string>a</string></R>`},
		{[]generic[int]{{1}}, `><generic><Of>1</Of></generic></R>`},
		{[]struct{}{{}}, `><Item/></R>`},
		{[]**gender{new(new(gender(1))), new(*gender), nil}, `><Gender>1</Gender><Gender i:nil="true"/><Gender i:nil="true"/></R>`},
		{struct{}{}, `/>`},
		{odd{}, `><List i:nil="true"/><Url i:nil="true"/><Zed i:nil="true"/></R>`},
		{odd{Zed: new(0), Url: "u", List: []int{}, Twice: &[]bool{true}}, `><Twice><Bit>true</Bit></Twice><Url>u</Url><Zed>0</Zed></R>`},
		{struct {
			P *int
			S []int
			R json.RawMessage
			T string
		}{}, `><P i:nil="true"/><R i:nil="true"/><S i:nil="true"/><T></T></R>`},
		{struct{ B, AB, Aa, A int }{}, `><A>0</A><AB>0</AB><Aa>0</Aa><B>0</B></R>`},
		{"é\u2028\"\\\n\r\t\x7f</>'&", ">é\u2028\"\\\n&#xD;\t\x7f&lt;/&gt;'&amp;</R>"},
		{"", `></R>`},
		{true, `>true</R>`},
		{1e21, `>1e+21</R>`},
		{uint8(200), `>200</R>`},
	} {
		body, err := xmlwire.Append([]byte("> "), "R", test.v)
		require.NoError(t, err)
		require.Equal(t, "> <R "+xsi+test.want, string(body))
		require.NoError(t, xml.Unmarshal(body[2:], new(struct{})))
	}
}

func TestTextIsWritten(t *testing.T) {
	const filler = "abcdefghijklmnopqrstuvwxyz0123456789 é"
	for n := range len(filler) {
		for _, c := range []string{"", "<", ">", "&", "\r", "\n", "é", "]]>", "\ufffd"} {
			for at := range n + 1 {
				text := strings.ToValidUTF8(filler[:at]+c+filler[at:n], "?")
				body, err := xmlwire.Marshal("a", &text)
				require.NoError(t, err)
				var got string
				require.NoError(t, xmlwire.Unmarshal(body, &got, xmlwire.Limits{}))
				require.Equal(t, text, got)
				require.NoError(t, xml.Unmarshal(body, &got))
				require.Equal(t, text, got)
			}
		}
	}
}

// TestIllegalTextIsRefused: a text that XML cannot carry is an error at any place, and never another text.
func TestIllegalTextIsRefused(t *testing.T) {
	for _, c := range []struct{ bad, found string }{
		{"\x00", "the character U+0000"}, {"\x1f", "the character U+001F"}, {"\b", "the character U+0008"},
		{"\ufffe", "the character U+FFFE"}, {"\uffff", "the character U+FFFF"},
		{"\xff", "bytes that are not UTF-8"}, {"\xc0\xaf", "bytes that are not UTF-8"}, {"\xed\xa0\x80", "bytes that are not UTF-8"},
	} {
		for _, around := range []string{"%", "abc%", "%abc", "abcdefghijk%lmnopqrstuv", "\ufffd%&", "é%\r"} {
			text := strings.ReplaceAll(around, "%", c.bad)
			for path, v := range map[string]any{
				"/":           text,
				"/Label":      team{Label: codectest.Label(text)},
				"[1]":         []string{"", text},
				"/Home/City":  &team{Home: &address{City: text}},
				"/Status":     team{Status: status{Name: text}},
				"/Raw":        team{Raw: rawText(t, text)},
				"/Players[0]": team{Players: []address{{City: text}}},
			} {
				body, err := xmlwire.Append([]byte("kept"), "R", v)
				if path == "/Raw" && c.found == "bytes that are not UTF-8" {
					continue // JSON has none
				}
				var refused *record.Error
				require.ErrorAs(t, err, &refused, "%s: %q", path, text)
				require.Equal(t, c.found, refused.Found)
				require.True(t, strings.HasPrefix("/"+strings.TrimPrefix(refused.Path, "/"), "/"+strings.TrimPrefix(path, "/")), refused.Path)
				require.Equal(t, "kept", string(body))
			}
			r, at, found := xmlwire.Illegal(text)
			require.True(t, found)
			require.Equal(t, strings.Index(text, c.bad), at)
			want, _ := utf8.DecodeRuneInString(c.bad)
			require.Equal(t, want, r)
		}
	}
	for _, text := range []string{"", "plain", "\t\n\r", "é\ufffd\U0010ffff", "<&>]]>"} {
		_, _, found := xmlwire.Illegal(text)
		require.False(t, found, text)
	}
}

// TestIllegalSecretsStayHidden: the error about a secret tells nothing about its text.
func TestIllegalSecretsStayHidden(t *testing.T) {
	_, err := xmlwire.Marshal("R", team{Key: secret{Text: "hush\x07"}})
	require.ErrorContains(t, err, "/ApiSecretKey")
	require.NotContains(t, err.Error(), "0007")
}

func rawText(t *testing.T, text string) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(text)
	require.NoError(t, err)
	return raw
}

func TestAppendNode(t *testing.T) {
	text := func(text string) node.Node { return node.Node{Kind: node.Text, Text: text} }
	n := node.Node{Kind: node.Object, Members: []node.Member{
		{Name: "b", Node: text("1")},
		{Name: "a", Node: node.Node{Kind: node.List, Items: []node.Node{text("<"), {}}}},
		{Name: "b", Node: node.Node{Kind: node.Number, Text: "2"}},
		{Name: "c d:e", Node: node.Node{Kind: node.List, Item: "1f\xff", Items: []node.Node{{Kind: node.Bool, Text: "true"}}}},
		{Name: "", Node: node.Node{Kind: node.List}},
		{Name: "é", Node: node.Node{Kind: node.Object}},
		{Name: "名前😀", Node: node.Node{Kind: node.Object}},
	}}
	const want = `<R xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><_/><a><Item>&lt;</Item><Item i:nil="true"/></a>` +
		`<b>1</b><b>2</b><c_x0020_d_x003A_e><_x0031_f_xFFFD_>true</_x0031_f_xFFFD_></c_x0020_d_x003A_e><é/>` +
		`<名前_x1F600_/></R>`
	require.Equal(t, "> "+want, string(xmlwire.AppendNode([]byte("> "), "R", n)))
	require.Equal(t, "b", n.Members[0].Name, "the node stays as it is")
	_, _, err := xmlwire.ParseNode([]byte(want), xmlwire.Limits{})
	require.NoError(t, err)
	require.Equal(t, `<R `+xsi+` i:nil="true"/>`, string(xmlwire.AppendNode(nil, "R", node.Node{})))
	require.Equal(t, `<_x0020_ `+xsi+`/>`, string(xmlwire.AppendNode(nil, " ", node.Node{Kind: node.Object})))
}

type failing struct{}

func (failing) MarshalText() ([]byte, error) { return nil, xml.UnmarshalError("not today") }

func TestMarshalRefuses(t *testing.T) {
	for _, test := range []struct {
		root string
		v    any
		want string
	}{
		{"R", struct{ A []float64 }{[]float64{1, math.NaN()}}, "/A[1]: found NaN, expected a finite number"},
		{"R", struct{ A *float64 }{new(math.Inf(-1))}, "/A: found an infinity, expected a finite number"},
		{"R", struct{ A any }{1}, "/A: found a value of type interface {}, expected no value: type interface {} is not supported"},
		{"R", struct{ A failing }{}, "/A: found xmlwire_test.failing that cannot be written: not today"},
		{
			"R", struct{ A json.RawMessage }{[]byte("x")},
			"/A: found json.RawMessage that is not JSON: invalid character 'x' looking for beginning of value",
		},
		{"R", struct {
			A int `json:"a b"`
		}{}, `/a b: found the name "a b", expected the name of an XML element`},
		{"R", struct {
			A []int `item:"1"`
		}{[]int{1}}, `/A: found the name "1", expected the name of an XML element`},
		{"", 1, `/: found the name "", expected the name of an XML element`},
		{"a:b", 1, `/: found the name "a:b", expected the name of an XML element`},
	} {
		dst, err := xmlwire.Append([]byte("kept"), test.root, test.v)
		require.EqualError(t, err, test.want)
		require.ErrorAs(t, err, new(*record.Error))
		require.Equal(t, "kept", string(dst))
	}
	for _, empty := range []any{struct {
		A []int `item:"1"`
	}{}, struct {
		A int `json:"a b,omitzero"`
	}{}} {
		_, err := xmlwire.Marshal("R", empty)
		require.NoError(t, err)
	}
}
