package xmlwire_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// response puts members into a root element that declares the prefixes i and o.
func response(members string) []byte {
	return []byte(`<Response ` + xsi + ` xmlns:o="urn:other">` + members + `</Response>`)
}

func TestUnmarshal(t *testing.T) {
	raw := func(text string) json.RawMessage { return json.RawMessage(text) }
	extra := func(name, text string) map[string]json.RawMessage {
		return map[string]json.RawMessage{name: raw(text)}
	}
	for _, test := range []struct {
		body string
		want team
	}{
		{``, team{}},
		{"\n \t", team{}},
		{`<!-- -->`, team{}},
		{`<Id>7</Id><Name>Comets</Name><Paid>true</Paid>`, team{ID: 7, Name: "Comets", Paid: new(true)}},
		{`<Paid>true</Paid><Name>Comets</Name><Id>7</Id>`, team{ID: 7, Name: "Comets", Paid: new(true)}},
		{"<id\n>-7</id ><NAME b='c'>a&#65;&lt;<!-- b --><![CDATA[<c>]]>\r\nd\re<?f?></NAME>", team{ID: -7, Name: "aA<<c>\nd\ne"}},
		{`<Id>7.0</Id>`, team{ID: 7}},
		{`<Id>70e-1</Id>`, team{ID: 7}},
		{"<Id>\n 12 </Id>", team{ID: 12}},
		{`<Id>&#49;<!-- -->2</Id>`, team{ID: 12}},
		{`<Id>-0</Id>`, team{}},
		{`<Id>-9223372036854775808</Id>`, team{ID: -1 << 63}},
		{`<Id>123456789012345678</Id>`, team{ID: 123456789012345678}},
		{`<Id/>`, team{}},
		{`<Name> a </Name>`, team{Name: " a "}},
		{`<Name>é €😀</Name>`, team{Name: "é €😀"}},
		{`<Name>&#xe9;&#x1F600;&quot;&apos;></Name>`, team{Name: `é😀"'>`}},
		{`<Id>1</Id><Id i:nil="true"/>`, team{}},
		{`<Id>1</Id><id>2</id>`, team{ID: 2}},
		{`<Paid>False</Paid><Open> TRUE </Open>`, team{Paid: new(false), Open: true}},
		{`<Paid/><Gender></Gender><Since> </Since><Amount/><Share><!-- --></Share>`, team{}},
		{
			`<Paid i:nil="true"/><Gender i:nil="1"></Gender><Since i:nil=" true "/><Amount i:nil='true'> </Amount>` +
				`<Home i:nil="true"/><Seeds i:nil="true"/><RawPtr i:nil="true"/>`,
			team{},
		},
		{`<Birthdate i:nil="true"/><Address i:nil="true"/><Code i:nil="true"/><Name i:nil="true"/><ApiSecretKey i:nil="true"/>`, team{}},
		{`<Name i:nil="true">a</Name><Home i:nil="true"><City>a</City></Home>`, team{}},
		{`<Name i:nil="false">a</Name><Id i:nil="0">1</Id><Paid i:nil="">true</Paid>`, team{Name: "a", ID: 1, Paid: new(true)}},
		{`<Name nil="true">a</Name><Id o:nil="true">1</Id><Paid i:Nil="true">true</Paid>`, team{Name: "a", ID: 1, Paid: new(true)}},
		{`<Id xmlns:i="urn:not-it" i:nil="true">1</Id><Paid xmlns:x="http://www.w3.org/2001/XMLSchema&#45;instance" x:nil="true"/>`, team{ID: 1}},
		{`<Birthdate/><Label></Label><ApiSecretKey/><Code/>`, team{}},
		{`<Gender>4</Gender><Count>3</Count><GPA>3.25</GPA><Code>5</Code>`, team{Gender: new(gender(4)), Count: 3, GPA: 3.25, Code: 5}},
		{`<Gender>0</Gender><Count>3.0</Count><GPA>3</GPA><Share>0.5</Share>`, team{Gender: new(gender(0)), Count: 3, GPA: 3, Share: new(0.5)}},
		{
			`<Birthdate>9/3/2014</Birthdate><Since>9/4/2014</Since>`,
			team{Born: date{Year: 2014, Month: 9, Day: 3}, Since: &date{Year: 2014, Month: 9, Day: 4}},
		},
		{`<Label>12.0</Label>`, team{Label: "12.0"}},
		{`<Amount>1.50</Amount>`, team{Amount: &decimal{Text: "1.50"}}},
		{`<Status><Name>Active</Name><Code>2</Code></Status><Status><Code>3</Code></Status>`, team{Status: status{Code: 3}}},
		{`<ApiSecretKey>hush</ApiSecretKey>`, team{Key: secret{Text: "hush"}}},
		{`<Seeds/>`, team{Seeds: []int{}}},
		{`<Seeds> <!-- --> </Seeds>`, team{Seeds: []int{}}},
		{`<Seeds><a>1</a><b>2</b></Seeds><Seeds><c>3</c></Seeds>`, team{Seeds: []int{3}}},
		{`<Seeds><a>1</a></Seeds><Seeds/>`, team{Seeds: []int{}}},
		{`<Seeds><o:int>1</o:int> <int> 2 </int><int i:nil="true"/><int/></Seeds>`, team{Seeds: []int{1, 2, 0, 0}}},
		{
			`<Grid><Row><a>1</a><a i:nil="true"/></Row><Row/><Row i:nil="true"/><Row><a>127</a></Row></Grid>`,
			team{Grid: [][]*int8{{new(int8(1)), nil}, {}, nil, {new(int8(127))}}},
		},
		{`<Address><City>a</City></Address><Address><Latitude>1</Latitude></Address>`, team{Address: address{Lat: new(1.0)}}},
		{`<Home><City>a</City></Home><Home/>`, team{Home: &address{}}},
		{`<Players><Player><City>a</City></Player><Player i:nil="true"/><Player/></Players>`, team{Players: []address{{City: "a"}, {}, {}}}},
		{`<Raw><a>1</a><b i:nil="true"/><a/></Raw><RawPtr>x</RawPtr>`, team{Raw: raw(`{"a":["1",""],"b":null}`), RawPtr: new(raw(`"x"`))}},
		{`<Raw/>`, team{Raw: raw(`""`)}},
		{`<Next><Next><Id>1</Id></Next></Next>`, team{Next: &team{Next: &team{ID: 1}}}},
		{`<Other>a"\&#9;&#10;&#13;</Other>`, team{Extra: extra("Other", `"a\"\\\t\n\r"`)}},
		{`<Other/>`, team{Extra: extra("Other", `""`)}},
		{`<Other i:nil="true"/>`, team{Extra: extra("Other", `null`)}},
		{`<Other><a>1</a><b><c/></b></Other>`, team{Extra: extra("Other", `{"a":"1","b":{"c":""}}`)}},
		{`<Other><a>1</a><b/><a i:nil="true"/><a><c/></a></Other>`, team{Extra: extra("Other", `{"a":["1",null,{"c":""}],"b":""}`)}},
		{`<Other>1</Other><Id>3</Id><Other>2</Other><Other><a/></Other>`, team{ID: 3, Extra: extra("Other", `["1","2",{"a":""}]`)}},
		{`<Players><Player><Unknown/></Player></Players>`, team{Players: []address{{Extra: extra("Unknown", `""`)}}}},
		{`<o:Id>1</o:Id>`, team{Extra: extra("o:Id", `"1"`)}},
		{`<x:Id xmlns:x="urn:x">1</x:Id><Id>2</Id>`, team{ID: 2, Extra: extra("x:Id", `"1"`)}},
		{`<Id xmlns="urn:x">1</Id>`, team{ID: 1}},
	} {
		want := test.want
		for _, before := range []team{{}, {ID: 99, Name: "what was there before", Seeds: []int{1, 2, 3}, Home: &address{}}} {
			got := before
			require.NoError(t, xmlwire.Unmarshal(response(test.body), &got, xmlwire.Limits{}), test.body)
			require.Empty(t, cmp.Diff(want, got), test.body)
		}
	}
}

func TestNamespacesOfTheRoot(t *testing.T) {
	for _, body := range []string{
		`<r:Response xmlns:r="urn:r"><r:Id>1</r:Id></r:Response>`,
		`<r:Response xmlns:r="urn:r"><Id>1</Id></r:Response>`,
		`<r:Response xmlns:r="urn:r"><Id xmlns="urn:r">1</Id></r:Response>`,
		`<r:Response xmlns:r="urn:r"><x:Id xmlns:x="urn:r">1</x:Id></r:Response>`,
		`<Response xmlns="urn:r"><Id>1</Id></Response>`,
		"<r:Response xmlns:r='urn:\r\nr'><x:Id xmlns:x='urn: r'>1</x:Id></r:Response>",
		`<Response xmlns="urn:r" xmlns:r="urn:r"><r:Id>1</r:Id></Response>`,
		`<Response xmlns="urn:r"><x:Id xmlns:x="urn:&#114;" x:b="c">1</x:Id></Response>`,
	} {
		var got team
		require.NoError(t, xmlwire.Unmarshal([]byte(body), &got, xmlwire.Limits{Root: "Response"}), body)
		require.Empty(t, cmp.Diff(team{ID: 1}, got), body)
		root, n, err := xmlwire.ParseNode([]byte(body), xmlwire.Limits{Root: "Response"})
		require.NoError(t, err)
		require.Equal(t, "Response", root)
		require.Equal(t, "1", n.Find("Id").Text)
	}
}

// Whatever order members come in, and whatever order was seen before, they are found.
func TestOrders(t *testing.T) {
	type five struct {
		E, D, C, B, A int
		Odd           int `json:"B and C"` // no element has this name
	}
	write := map[byte]string{'a': "<A>1</A>", 'b': "<B>2</B>", 'c': "<C>3</C>", 'd': "<D>4</D>", 'e': "<E>5</E>", 'x': "<X/>"}
	for _, order := range []string{"abcde", "edcba", "ace", "edcba", "bd", "cabed", "abcde", "eeabcdeea", "xaxbxcxdxex", "ecabd"} {
		var b strings.Builder
		var want five
		for _, c := range []byte(order) {
			b.WriteString("<Item>" + write[c] + "</Item>")
		}
		for range 3 {
			b.WriteString("<Item>")
			for _, c := range []byte(order) {
				b.WriteString(write[c])
				if f := reflect.ValueOf(&want).Elem().FieldByName(strings.ToUpper(string(c))); f.IsValid() {
					f.SetInt(int64(c - 'a' + 1))
				}
			}
			b.WriteString("</Item>")
		}
		var got []five
		require.NoError(t, xmlwire.Unmarshal([]byte("<a>"+b.String()+"</a>"), &got, xmlwire.Limits{}))
		require.Empty(t, cmp.Diff([]five{want, want, want}, got[len(order):]), order)
	}
}

func TestUnmarshalIntoOtherThings(t *testing.T) {
	var teams []team
	require.NoError(t, xmlwire.Unmarshal([]byte(`<a><b><Id>1</Id></b><b/></a>`), &teams, xmlwire.Limits{}))
	require.Empty(t, cmp.Diff([]team{{ID: 1}, {}}, teams))

	var p *team
	require.NoError(t, xmlwire.Unmarshal([]byte(`<a><Id>1</Id></a>`), &p, xmlwire.Limits{}))
	require.EqualValues(t, 1, p.ID)
	require.NoError(t, xmlwire.Unmarshal([]byte(`<a `+xsi+` i:nil="true"/>`), &p, xmlwire.Limits{}))
	require.Nil(t, p)

	var text struct {
		S    *string
		P    **string
		N    **int
		List *[]string
	}
	require.NoError(t, xmlwire.Unmarshal([]byte(`<a><S/><P>x</P><N/><List/></a>`), &text, xmlwire.Limits{}))
	require.Equal(t, new(""), text.S)
	require.Equal(t, "x", **text.P)
	require.Nil(t, text.N)
	require.Equal(t, []string{}, *text.List)
	require.NoError(t, xmlwire.Unmarshal(response(`<S i:nil="true"/><P i:nil="true"/><N>1</N>`), &text, xmlwire.Limits{}))
	require.Nil(t, text.S)
	require.Nil(t, text.P)
	require.Equal(t, 1, **text.N)

	var unknown struct{ ID int }
	require.NoError(t, xmlwire.Unmarshal([]byte(`<a><b><c/><c>d</c></b><ID>2</ID><e/></a>`), &unknown, xmlwire.Limits{}))
	require.Equal(t, 2, unknown.ID)
	err := xmlwire.Unmarshal([]byte("<a>\n<b><c>&d;</c></b></a>"), &unknown, xmlwire.Limits{})
	require.EqualError(t, err,
		`/b/c (line 2, offset 10): found a reference, expected &lt; &gt; &amp; &quot; &apos; or the number of a character`)

	for _, v := range []any{nil, team{}, (*team)(nil)} {
		require.EqualError(t, xmlwire.Unmarshal([]byte(`<a/>`), v, xmlwire.Limits{}), "/: expected a pointer to read into")
	}
}

func TestUnmarshalRefersToNothingInData(t *testing.T) {
	data := response(`<Name>Comets</Name><Raw><a>1</a></Raw><Other>x</Other><Label>y</Label><Seeds/>`)
	var got team
	require.NoError(t, xmlwire.Unmarshal(data, &got, xmlwire.Limits{}))
	root, n, err := xmlwire.ParseNode(data, xmlwire.Limits{})
	require.NoError(t, err)
	clear(data)
	require.Equal(t, "Comets", got.Name)
	require.Equal(t, `{"a":"1"}`, string(got.Raw))
	require.Equal(t, `"x"`, string(got.Extra["Other"]))
	require.Equal(t, "Response", root)
	require.Equal(t, "Name", n.Members[0].Name)
	require.Equal(t, "Comets", n.Members[0].Text)
}

func TestErrors(t *testing.T) {
	const start = `<Response xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:o="urn:other">`
	for _, test := range []struct{ body, want string }{
		{`<Id>57.5</Id>`, `/Id (line 1, offset 86): found string "57.5", expected an integer: it has a fraction`},
		{`<Id>9223372036854775808</Id>`, `/Id (line 1, offset 86): found string "9223372036854775808", expected an integer: out of range`},
		{`<Id>true</Id>`, `/Id (line 1, offset 86): found string "true", expected an integer`},
		{`<Id><a/></Id>`, `/Id (line 1, offset 86): found object, expected an integer`},
		{`<Id>1<a/></Id>`, `/Id (line 1, offset 86): found unexpected text, expected an integer`},
		{"\n<Count>300</Count>", `/Count (line 2, offset 90): found string "300", expected an integer of 0 or more: out of range`},
		{`<Paid>maybe</Paid>`, `/Paid (line 1, offset 88): found string "maybe", expected a boolean`},
		{`<Name><b/></Name>`, `/Name (line 1, offset 88): found object, expected a string`},
		{
			`<Players><Player/><Player><City><a/></City></Player></Players>`,
			`/Players[1]/City (line 1, offset 114): found object, expected a string`,
		},
		{`<Players><Player/>b</Players>`, `/Players (line 1, offset 100): found unexpected text, expected an array`},
		{`<Players>1,2</Players>`, `/Players (line 1, offset 91): found unexpected text, expected an array`},
		{`<Address>a</Address>`, `/Address (line 1, offset 91): found unexpected text, expected an object`},
		{`<Address>&lt;</Address>`, `/Address (line 1, offset 91): found unexpected text, expected an object`},
		{`text`, `/ (line 1, offset 82): found unexpected text, expected an object`},
		{`<Amount>much</Amount>`, `/Amount (line 1, offset 90): found string "much", expected a Decimal: not a decimal`},
		{`<Birthdate>soon</Birthdate>`, `/Birthdate (line 1, offset 93): found string "soon", expected a Date: expected integer`},
		{`<ApiSecretKey>hush hush hush</ApiSecretKey>`, `/ApiSecretKey (line 1, offset 96): found string, expected a Secret`},
		{`<ApiSecretKey><hush/></ApiSecretKey>`, `/ApiSecretKey (line 1, offset 96): found object, expected a Secret`},
		{
			`<ApiSecretKey>hush&hush;</ApiSecretKey>`,
			`/ApiSecretKey (line 1, offset 100): found content not shown, expected &lt; &gt; &amp; &quot; &apos; or the number of a character`,
		},
		{`<ApiSecretKey>hush</hush>`, `/ApiSecretKey (line 1, offset 100): found content not shown, expected </ApiSecretKey>`},
		{
			`<ApiSecretKey i:nil="true"><hush>&h;</hush></ApiSecretKey>`,
			`/ApiSecretKey (line 1, offset 115): found content not shown, expected &lt; &gt; &amp; &quot; &apos; or the number of a character`,
		},
		{`<Raw><a><b></a></Raw>`, `/Raw/a/b (line 1, offset 93): found </a>, expected </b>`},
		{`<Other><a>b<c/></a></Other>`, `/Other/a (line 1, offset 92): found unexpected text, expected nothing beside elements`},
		{`<Other i:nil="true"><a>]]></a></Other>`, `/Other/a (line 1, offset 107): found ">", expected no "]]>" in text`},
		{
			`<o:Id><a>&</a></o:Id>`,
			`/o:Id/a (line 1, offset 91): found a reference, expected &lt; &gt; &amp; &quot; &apos; or the number of a character`,
		},
		{
			`<` + strings.Repeat("x", 50) + `><a b/></` + strings.Repeat("x", 50) + `>`,
			`/` + strings.Repeat("x", 40) + `… (line 1, offset 138): found "/", expected "="`,
		},
		{`<Name>a`, `/Name (line 1, offset 89): found </Response>, expected </Name>`},
	} {
		var got team
		body := start + test.body + `</Response>`
		err := xmlwire.Unmarshal([]byte(body), &got, xmlwire.Limits{})
		require.EqualError(t, err, test.want, test.body)
		require.ErrorAs(t, err, new(*record.Error))
	}
}

func TestErrorsOfForm(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{"", `/ (line 1, offset 0): found end of body, expected an element`},
		{`{"Id":1}`, `/ (line 1, offset 0): found "{", expected an element`},
		{"\n <!DOCTYPE html>", `/ (line 2, offset 2): found a document type declaration, expected none: they are refused`},
		{"<a><!ENTITY></a>", `/ (line 1, offset 3): found a declaration, expected a comment`},
		{`<?xml version="1.0" encoding="ISO-8859-1"?><a/>`, `/ (line 1, offset 30): found encoding "ISO-8859-1", expected UTF-8`},
		{`<?xml version="2.0"?><a/>`, `/ (line 1, offset 15): found version "2.0", expected 1.0`},
		{` <?xml version="1.0"?><a/>`, `/ (line 1, offset 1): found an XML declaration, expected it only once, at the very start`},
		{"<?xml version='1.0' encoding='us-ascii'?><a>é</a>", `/ (line 1, offset 44): found "é", expected US-ASCII as declared`},
		{`<a`, `/ (line 1, offset 2): found end of body, expected white space, ">" or "/>"`},
		{`<a>`, `/ (line 1, offset 3): found end of body, expected </a>`},
		{`<a>b`, `/ (line 1, offset 4): found end of body, expected </a>`},
		{`<a><b></a>`, `/b (line 1, offset 6): found </a>, expected </b>`},
		{`<a/><b/>`, `/ (line 1, offset 4): found "<", expected end of body`},
		{`<a b="c" b="d"/>`, `/ (line 1, offset 9): found the attribute b again, expected no attribute twice`},
		{`<a b="<"/>`, `/ (line 1, offset 6): found "<", expected no "<" in the value of an attribute`},
		{`<a b=c/>`, `/ (line 1, offset 5): found "c", expected a quote`},
		{`<b:a/>`, `/ (line 1, offset 1): found the prefix b, expected a prefix that is declared`},
		{`<a b:c=""/>`, `/ (line 1, offset 3): found the prefix b, expected a prefix that is declared`},
		{`<a>&#0;</a>`, `/ (line 1, offset 3): found a reference, expected the number of a character that XML allows`},
		{"<a>\x00</a>", `/ (line 1, offset 3): found "\x00", expected a character that XML allows`},
		{"<a>\xff</a>", `/ (line 1, offset 3): found "\xff", expected valid UTF-8`},
		{`<a><!-- -- --></a>`, `/ (line 1, offset 10): found " ", expected ">", or no "--" in the comment`},
		{`<a>b<c/></a>`, `/ (line 1, offset 3): found unexpected text, expected nothing beside elements`},
		{`<a><b><c/>d</b></a>`, `/b (line 1, offset 10): found unexpected text, expected nothing beside elements`},
	} {
		_, _, err := xmlwire.ParseNode([]byte(test.body), xmlwire.Limits{})
		require.EqualError(t, err, test.want, test.body)
	}
	_, _, err := xmlwire.ParseNode([]byte(`<Request/>`), xmlwire.Limits{Root: "Response"})
	require.EqualError(t, err, `/ (line 1, offset 0): found <Request>, expected <Response>`)
	require.EqualError(t, xmlwire.Unmarshal([]byte("\n<html>"), new(team), xmlwire.Limits{Root: "Response"}),
		`/ (line 2, offset 1): found <html>, expected <Response>`)
}

// TestStop: reading ends at the member Stop, unless it holds nothing.
func TestStop(t *testing.T) {
	for errors, stops := range map[string]bool{
		`<Errors/>`:                                                false,
		`<Errors></Errors>`:                                        false,
		`<Errors><!-- none --></Errors>`:                           false,
		`<Errors><![CDATA[]]></Errors>`:                            false,
		`<Errors i:nil="true"/>`:                                   false,
		`<Errors i:nil="true"></Errors>`:                           false,
		`<Errors i:nil="true" xmlns:q="urn:q"><q:Error/></Errors>`: false,
		`<Errors><Error/></Errors>`:                                true,
		`<Errors>m</Errors>`:                                       true,
		`<Inner><Errors>m</Errors></Inner>`:                        false,
		`<o:Errors xmlns:o="urn:o">m</o:Errors>`:                   false,
		`<Errors/><Errors>m</Errors>`:                              true,
	} {
		body := `<Response xmlns:i="http://www.w3.org/2001/XMLSchema-instance">` + errors + `<Id>7</Id></Response>`
		var got struct {
			ID int `json:"Id"`
		}
		err := xmlwire.Unmarshal([]byte(body), &got, xmlwire.Limits{Root: "Response", Stop: "Errors"})
		if stops {
			require.ErrorIs(t, err, record.ErrStopped, body)
			continue
		}
		require.NoError(t, err, body)
		require.Equal(t, 7, got.ID, body)
	}
	for _, errors := range []string{`<Errors>`, `<Errors></Error>`, `<Errors`, `<Errors><a b="c" b="d"/></Errors>`} {
		var got struct{}
		body := `<Response>` + errors + `</Response>`
		require.Error(t, xmlwire.Unmarshal([]byte(body), &got, xmlwire.Limits{Root: "Response", Stop: "Errors"}), body)
	}
}
