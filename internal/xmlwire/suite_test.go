package xmlwire_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

const xsi = `xmlns:i="http://www.w3.org/2001/XMLSchema-instance"`

// accepted are well-formed bodies.
var accepted = []string{
	`<a/>`, `<a />`, "<a\n\t\r />", `<a></a>`, `<a></a >`, "<a></a\n\t>", `<a> </a>`, `<a>b</a>`, "\n<a/>\n", " \t\r\n<a/> \t\r\n",
	`<_/>`, `<_a/>`, `<a-b/>`, `<a.b/>`, `<a1/>`, `<A9-._/>`, `<é/>`, `<名/>`, `<a·/>`, "<a\u0300/>", "<\U00010000/>", "<\u0131/>", "<\u2070/>",
	`<a><b/></a>`, `<a><b/><b/></a>`, `<a><b></b> <c>d</c></a>`, "<a>\n  <b>\n  </b>\n</a>",
	`<?xml version="1.0"?><a/>`, `<?xml version='1.0'?><a/>`, "<?xml\n\tversion = \"1.0\"\r\n?><a/>", `<?xml version="1.1"?><a/>`,
	`<?xml version="1.42"?><a/>`,
	`<?xml version="1.0" encoding="UTF-8"?><a/>`, `<?xml version="1.0" encoding="utf-8"?><a>é</a>`,
	`<?xml version="1.0" encoding='Utf-8' ?><a/>`, `<?xml version="1.0" encoding="utf8"?><a/>`,
	`<?xml version="1.0" encoding="utf-16"?><a>é</a>`, "\uFEFF<?xml version=\"1.0\" encoding=\"UTF-16LE\"?><a>é</a>",
	`<?xml version="1.0" encoding="ISO-10646-UCS-2"?><a/>`,
	`<?xml version="1.0" encoding="US-ASCII"?><a>e</a>`, `<?xml version="1.0" encoding="us-ascii"?><a>&#233;</a>`,
	`<?xml version="1.0" standalone="yes"?><a/>`, `<?xml version="1.0" standalone='no'?><a/>`,
	`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><a/>`,
	"\uFEFF<a/>", "\uFEFF<?xml version=\"1.0\"?><a/>", "\uFEFF \n<a/>", "<a>\uFEFF</a>",
	`<!----><a/>`, `<!-- b --><a/><!-- c -->`, `<a><!-- - b - --></a>`, `<a><!--<b>&c;]]>--></a>`, `<a>b<!-- c -->d</a>`,
	`<!-- a --> <!-- b --><a/>`,
	`<?b?><a/>`, `<?b c d?><a/>`, `<?b ??><a/>`, `<a><?b <c>&d;]]> -- ?></a>`, `<?xml-stylesheet href="a"?><a/>`, `<a/><?b?>`,
	`<?xmlb?><a/>`, `<a>b<?c d?>e</a>`, `<?b  ?><a/>`,
	`<a><![CDATA[]]></a>`, `<a><![CDATA[b]]></a>`, `<a><![CDATA[<b>&c;]]></a>`, `<a><![CDATA[]]]]><![CDATA[>]]></a>`, `<a><![CDATA[]]]></a>`,
	`<a><![CDATA[>]]></a>`, `<a>b<![CDATA[c]]>d</a>`, "<a><![CDATA[\r\n\r]]></a>", `<a><![CDATA[[CDATA[]]></a>`, `<a><![CDATA[]]]]>></a>`,
	`<a>&lt;&gt;&amp;&quot;&apos;</a>`, `<a>&#65;&#x41;&#x4a;&#x4A;</a>`, `<a>&#9;&#10;&#13;&#32;</a>`,
	`<a>&#xD7FF;&#xE000;&#xFFFD;&#x10000;&#x10FFFF;</a>`, `<a>&#00000000000000000065;</a>`, `<a>&#x0000000000000000000041;</a>`,
	`<a>&#38;#65;</a>`, `<a>&amp;lt;</a>`,
	`<a>></a>`, `<a>]></a>`, `<a>]]</a>`, `<a>]] ></a>`, `<a>]]&gt;</a>`, `<a>&#93;]></a>`, `<a>"'</a>`,
	`<a>=/?!-</a>`, "<a>\x7f\u0080\u009f</a>", "<a>\uD7FF\uE000\uFFFD\U00010000\U0010FFFF</a>", "<a>\t\r\n</a>",
	`<a b="c"/>`, `<a b='c'/>`, `<a b="c" d="e"/>`, "<a\nb\t=\r'c'\n/>", `<a b=""/>`, `<a b="'"/>`, `<a b='"'/>`, `<a b=">"/>`,
	`<a b="]]>"/>`, `<a b="&lt;&amp;&#65;"/>`, "<a b=\"c\td\ne\rf\r\ng\"/>", `<a b="é"/>`, `<a é="b"/>`, `<a b="c"></a>`, `<a b="1" B="2"/>`,
	`<a b ="c"/>`, `<a b= "c"/>`,
	`<a xmlns="b"/>`, `<a xmlns=""/>`, `<a xmlns="b"><c xmlns=""/></a>`, `<b:a xmlns:b="c"/>`, `<b:a xmlns:b="c"></b:a>`,
	`<a xmlns:b="c" b:d="e"/>`, `<a b:d="e" xmlns:b="c"/>`, `<a xmlns:b="c"><b:d b:e=""/></a>`,
	`<a xmlns:b="c"><d xmlns:b="e"><b:f/></d><b:f/></a>`,
	`<a xml:lang="en"/>`, `<a xml:b="c"/>`, `<xml:a/>`, `<a xmlns:xml="http://www.w3.org/XML/1998/namespace"/>`,
	`<a xmlns:b="c" b:d="" d=""/>`, `<a xmlns:b="x" xmlns:c="y" b:d="" c:d=""/>`, `<a xmlns:b="x" xmlns:c="x" b:d="" c:e=""/>`,
	`<a xmlns="x" xmlns:b="x" c="" b:c=""/>`,
	`<a xmlns:b="c&#x20;d"/>`, `<a xmlns:é="c"><é:b/></a>`, `<xmla/>`, `<XML/>`, `<a><XML xml="b"/></a>`, `<a xmlnsb=""/>`,
}

// refused are bodies that are not, and bodies that this package wants nothing to do with.
var refused = []string{
	``, ` `, "\n", `a`, `&lt;`, "\uFEFF", `<`, `<a`, `<a `, `<a>`, `<a/`, `<a></`, `<a></a`, `<a></a `, `</a>`, `<a><b></a>`,
	`<a><b></a></b>`, `<a></b>`, `<a></A>`, `<a></ab>`, `<ab></a>`, `<a></ a>`, `<a><//a>`,
	`<>`, `</>`, `< a/>`, `<a/ >`, `<1/>`, `<-a/>`, `<.a/>`, `<·/>`, "<\u0300a/>", `<a$/>`, `<a<b/>`, `<×/>`,
	`<a÷/>`, "<\u2000/>", "<a\u2028/>", "<\U000F0000/>", `<a@b/>`, "<a\x80/>", "<\xC3/>",
	`<a/><b/>`, `<a/><a/>`, `<a/>b`, `b<a/>`, `<a/>&#32;`, `&#32;<a/>`, `<a/></a>`, `<a/><![CDATA[]]>`, `<![CDATA[]]><a/>`,
	`<a/>` + "\x00", "\uFEFF\uFEFF<a/>", "<a/>\uFEFF", " \uFEFF<a/>",
	` <?xml version="1.0"?><a/>`, `<!-- --><?xml version="1.0"?><a/>`, `<a/><?xml version="1.0"?>`, `<a><?xml version="1.0"?></a>`,
	`<?xml version="1.0"?><?xml version="1.0"?><a/>`,
	`<?xml?><a/>`, `<?xml ?><a/>`, `<?xml version?><a/>`, `<?xml version=1.0?><a/>`, `<?xml version="1.0'?><a/>`, `<?xml version=""?><a/>`,
	`<?xml version="1."?><a/>`, `<?xml version="2.0"?><a/>`, `<?xml version="1.0a"?><a/>`, `<?xml version=" 1.0"?><a/>`,
	`<?xml version "1.0"?><a/>`, `<?xmlversion="1.0"?><a/>`, `<?xml VERSION="1.0"?><a/>`, `<?XML version="1.0"?><a/>`,
	`<?xml version="1.0">`, `<?xml version="1.0"? ><a/>`, `<?xml version="1.0"`, `<?xml version="1.0`,
	`<?xml encoding="UTF-8"?><a/>`, `<?xml encoding="UTF-8" version="1.0"?><a/>`, `<?xml version="1.0"encoding="UTF-8"?><a/>`,
	`<?xml version="1.0" encoding="ISO-8859-1"?><a/>`, `<?xml version="1.0" encoding="UTF-17"?><a/>`,
	`<?xml version="1.0" encoding=""?><a/>`, `<?xml version="1.0" encoding="UTF-8 "?><a/>`,
	`<?xml version="1.0" encoding="US-ASCII"?><a>é</a>`, "\uFEFF<?xml version=\"1.0\" encoding=\"US-ASCII\"?><a/>",
	`<?xml version="1.0" encoding=UTF-8?><a/>`,
	`<?xml version="1.0" standalone="maybe"?><a/>`, `<?xml version="1.0" standalone="YES"?><a/>`, `<?xml version="1.0" standalone=""?><a/>`,
	`<?xml version="1.0" standalone="yes" encoding="UTF-8"?><a/>`, `<?xml version="1.0" version="1.0"?><a/>`,
	`<?xml version="1.0" b="c"?><a/>`,
	`<!--`, `<!-- `, `<!-- -`, `<!-- --`, `<!-- -- --><a/>`, `<!-- a ---><a/>`, `<!--->`, `<!---->`, `<!-><a/>`, `<! -- --><a/>`,
	`<!- - --><a/>`, "<!-- \x01 --><a/>", "<!-- \xFF --><a/>", "<!-- \uFFFE --><a/>", `<a><!-- </a>`, `<a b="<!-- -->"/>`, `<a <!-- --> />`,
	`<?`, `<??>`, `<? b?><a/>`, `<?b`, `<?b ?`, `<?b c`, `<?b>`, `<?1?><a/>`, `<?b:c d?><a/>`,
	`<?b"c"?><a/>`, "<?b \x01?><a/>", "<?b \xFF?><a/>", `<?xml version="1.0"?>`, `<?Xml b?><a/>`, `<a><?xMl b?></a>`, `<?b?`,
	`<a><![CDATA[</a>`, `<a><![CDATA[]]</a>`, `<a><![CDATA[]>`, `<a><![cdata[]]></a>`, `<a><![CDATA []]></a>`, `<a><![ CDATA[]]></a>`,
	`<a><![CDATA]]></a>`, `<a><![CDATA[` + "\x00" + `]]></a>`, `<a><![CDATA[` + "\xFF" + `]]></a>`, `<a><![CDATA[` + "\uFFFF" + `]]></a>`,
	`<a><![INCLUDE[]]></a>`,
	`<a>&</a>`, `<a>& b</a>`, `<a>&b</a>`, `<a>&b;</a>`, `<a>&lt</a>`, `<a>&LT;</a>`, `<a>&nbsp;</a>`, `<a>&;</a>`, `<a>& lt;</a>`,
	`<a>&lt ;</a>`, `<a>&#;</a>`, `<a>&#x;</a>`, `<a>&#a;</a>`, `<a>&#X41;</a>`, `<a>&#65</a>`, `<a>&#6 5;</a>`, `<a>&#-65;</a>`,
	`<a>&#+65;</a>`, `<a>&#xG;</a>`, `<a>&#65a;</a>`, `<a>&`, `<a>&#`, `<a>&#x`, `<a>&#6`,
	`<a>&#0;</a>`, `<a>&#8;</a>`, `<a>&#x1F;</a>`, `<a>&#xB;</a>`, `<a>&#xD800;</a>`, `<a>&#xDFFF;</a>`, `<a>&#xFFFE;</a>`,
	`<a>&#xFFFF;</a>`, `<a>&#x110000;</a>`, `<a>&#99999999999999999999;</a>`, `<a>&#x100000041;</a>`, `<a>&#x10000000000000041;</a>`,
	`<a>]]></a>`, `<a>b]]>c</a>`, `<a>]]]></a>`, `<a><b/>]]></a>`, `<a>é]]></a>`,
	`<a>&#93;]]></a>`, "<a>\x00</a>", "<a>\x01</a>", "<a>\x08</a>", "<a>\x0B</a>", "<a>\x0C</a>", "<a>\x1F</a>", "<a>\uFFFE</a>",
	"<a>\uFFFF</a>", "<a>\x80</a>", "<a>\xC0\x80</a>", "<a>\xC3</a>", "<a>\xED\xA0\x80</a>", "<a>\xF4\x90\x80\x80</a>", "<a>\xE2\x82</a>",
	"<a>\xF8\x88\x80\x80\x80</a>", "<a>\xFF</a>",
	"\xFF\xFE<\x00a\x00/\x00>\x00", "\xFE\xFF\x00<\x00a\x00/\x00>", "\x00<a/>",
	`<a b/>`, `<a b=/>`, `<a b=c/>`, `<a b="c/>`, `<a b='c"/>`, `<a b="c"d="e"/>`, `<a b="<"/>`, `<a b="&"/>`, `<a b="&c;"/>`,
	`<a b="&#0;"/>`, `<a b="c" b="c"/>`, `<a b='c' d="" b="e"/>`, `<a b="c" / >`, `<a b="c"/`, `<a ="b"/>`, `<a "b"/>`, `<a 1="b"/>`,
	`<a b=="c"/>`, `<a b="c"=""/>`, "<a b=\"\x00\"/>", "<a b=\"\xFF\"/>", "<a b=\"\uFFFE\"/>", `</a b="c">`, `<a></a b="c">`,
	`<a b="c" ,d="e"/>`, `<a/b="c"/>`, `<a b=“c”/>`, `<a b`, `<a b=`, `<a b="`, `<a b="c`,
	`<b:a/>`, `<a><b:c/></a>`, `<a b:c="d"/>`, `<a><b xmlns:c="d"/><c:e/></a>`, `<:a/>`, `<a:/>`, `<:/>`, `<a:b:c xmlns:a="d"/>`,
	`<a xmlns:b="c" b:d:e=""/>`, `<a :b=""/>`, `<a b:=""/>`, `<a:1 xmlns:a="b"/>`, `<b:a xmlns:b="c"></a>`,
	`<b:a xmlns:b="c" xmlns:d="c"></d:a>`, `<a xmlns:b=""/>`, `<a xmlns:b="c"><d xmlns:b=""/></a>`, `<a xmlns:=""/>`, `<a xmlns:1="b"/>`,
	`<a xmlns:xml="b"/>`, `<a xmlns:b="http://www.w3.org/XML/1998/namespace"/>`, `<a xmlns="http://www.w3.org/XML/1998/namespace"/>`,
	`<a xmlns:xmlns="b"/>`, `<a xmlns:xmlns="http://www.w3.org/2000/xmlns/"/>`, `<a xmlns:b="http://www.w3.org/2000/xmlns/"/>`,
	`<a xmlns="http://www.w3.org/2000/xmlns/"/>`, `<xmlns:a/>`, `<a><xmlns:b/></a>`, `<a xmlns="b" xmlns="c"/>`,
	`<a xmlns:b="x" xmlns:b="y"/>`, `<a xmlns:b="x" xmlns:c="x" b:d="" c:d=""/>`, `<a xmlns:b="x" b:c="" b:c=""/>`,
	`<a xmlns:b="x"><c xmlns:d="x" b:e="" d:e=""/></a>`, `<a xmlns:b="x&#32;y" xmlns:c="x y" b:d="" c:d=""/>`,
	`<!DOCTYPE a><a/>`, `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`, `<!DOCTYPE a SYSTEM "b"><a/>`, `<!DOCTYPE`,
	`<?xml version="1.0"?><!DOCTYPE a><a/>`, `<a/><!DOCTYPE a>`, `<a><!DOCTYPE a></a>`, `<!doctype a><a/>`, `<!ELEMENT a ANY><a/>`,
	`<a><!ENTITY b "c"></a>`, `<!><a/>`, `<a><!></a>`,
	`<a>b<c/></a>`, `<a><b/>c</a>`, `<a><b/>c<d/></a>`, `<a>&#65;<b/></a>`, `<a><![CDATA[b]]><c/></a>`, `<a><b/><![CDATA[c]]></a>`,
	`<a><b><c/>d</b></a>`,
}

func TestSuite(t *testing.T) {
	require.GreaterOrEqual(t, len(accepted), 120)
	require.GreaterOrEqual(t, len(refused), 250)
	for _, body := range accepted {
		_, _, err := xmlwire.ParseNode([]byte(body), xmlwire.Limits{})
		require.NoError(t, err, body)
	}
	for _, body := range refused {
		_, _, err := xmlwire.ParseNode([]byte(body), xmlwire.Limits{})
		require.Error(t, err, body)
		sound(t, []byte(body), err)
		require.Error(t, xmlwire.Unmarshal([]byte(body), new(team), xmlwire.Limits{}), body)
	}
}

// TestRanges tries the characters at both ends of every range of the fifth edition (productions 2, 4 and 4a), and their
// neighbours outside.
func TestRanges(t *testing.T) {
	starts := [][2]rune{
		{'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xC0, 0xD6}, {0xD8, 0xF6}, {0xF8, 0x2FF}, {0x370, 0x37D}, {0x37F, 0x1FFF}, {0x200C, 0x200D},
		{0x2070, 0x218F}, {0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
	}
	names := append([][2]rune{{'-', '.'}, {'0', '9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}}, starts...)
	chars := [][2]rune{{'\t', '\n'}, {'\r', '\r'}, {' ', 0xD7FF}, {0xE000, 0xFFFD}, {0x10000, 0x10FFFF}}
	within := func(r rune, ranges [][2]rune) bool {
		return slices.ContainsFunc(ranges, func(x [2]rune) bool { return x[0] <= r && r <= x[1] })
	}
	check := func(want bool, format string, r rune) {
		body := fmt.Appendf(nil, format, r)
		_, _, err := xmlwire.ParseNode(body, xmlwire.Limits{})
		require.Equal(t, want, err == nil, "%q: %v", body, err)
	}
	for _, x := range slices.Concat(names, chars) {
		for _, r := range []rune{x[0] - 1, x[0], x[1], x[1] + 1} {
			if !utf8.ValidRune(r) {
				continue
			}
			if !strings.ContainsRune(" \t\r\n/>:", r) {
				check(within(r, starts), "<%c/>", r)
				check(within(r, names), "<a%c/>", r)
				check(within(r, starts), `<a %cb="c"/>`, r)
				check(within(r, names), `<a b%c="c"/>`, r)
				check(within(r, names), "<?b%c?><a/>", r)
				check(within(r, starts), `<a xmlns:%[1]c="c"><%[1]c:b/></a>`, r)
			}
			if !strings.ContainsRune("<&", r) {
				check(within(r, chars), "<a>b%c</a>", r)
				check(within(r, chars), "<a b='%c'/>", r)
			}
			check(within(r, chars), "<a><!-- %c --></a>", r)
			check(within(r, chars), "<a><?b %c?></a>", r)
			check(within(r, chars), "<a><![CDATA[%c]]></a>", r)
			check(within(r, chars), "<a>&#%d;</a>", r)
			check(within(r, chars), "<a b='&#x%x;'/>", r)
		}
	}
}

// White space by reference and in CDATA is white space all the same.
func TestBlanksAroundElements(t *testing.T) {
	for _, body := range []string{`<a>&#32;<b/>&#x9;<![CDATA[ ]]><b/>` + "\r\n" + `</a>`, `<a><!-- --><b/><?c?><b/><!-- --></a>`} {
		var v struct {
			B []struct{} `json:"b"`
		}
		root, n, err := xmlwire.ParseNode([]byte(body), xmlwire.Limits{})
		require.NoError(t, err)
		require.Equal(t, "a", root)
		require.Len(t, n.Members, 2)
		require.NoError(t, xmlwire.Unmarshal([]byte(body), &v, xmlwire.Limits{}))
		require.NotNil(t, v.B)
		var list []struct{}
		require.NoError(t, xmlwire.Unmarshal([]byte(body), &list, xmlwire.Limits{}))
		require.Len(t, list, 2)
	}
}

func TestDepth(t *testing.T) {
	nested := func(n int) []byte { return []byte(strings.Repeat("<Next>", n) + strings.Repeat("</Next>", n)) }
	for _, test := range []struct {
		depth, limit int
		accepted     bool
	}{
		{64, 0, true},
		{65, 0, false},
		{1, 1, true},
		{2, 1, false},
		{3, 3, true},
		{4, 3, false},
		{10_000, math.MaxInt32, true},
		{10_001, math.MaxInt32, false},
	} {
		lim := xmlwire.Limits{MaxDepth: test.limit}
		_, _, err := xmlwire.ParseNode(nested(test.depth), lim)
		require.Equal(t, test.accepted, err == nil, err)
		err = xmlwire.Unmarshal(nested(test.depth), new(team), lim)
		require.Equal(t, test.accepted, err == nil, err)
		err = xmlwire.Unmarshal(nested(test.depth), new(struct{}), lim)
		require.Equal(t, test.accepted, err == nil, err)
		if err != nil {
			require.ErrorContains(t, err, "expected no deeper nesting")
		}
	}
	scalar := `<Response><Id>1</Id></Response>`
	require.Error(t, xmlwire.Unmarshal([]byte(scalar), new(team), xmlwire.Limits{MaxDepth: 1}))
	require.NoError(t, xmlwire.Unmarshal([]byte(scalar), new(team), xmlwire.Limits{MaxDepth: 2}))
}

func TestLimits(t *testing.T) {
	attributes := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(" " + strings.ReplaceAll(format, "%", string(rune('a'+i%26))+strings.Repeat("x", i/26)) + `="u"`)
		}
		return b.String()
	}
	for _, test := range []struct {
		body     string
		accepted bool
	}{
		{`<a` + attributes(64, "%") + `/>`, true},
		{`<a` + attributes(65, "%") + `/>`, false},
		{`<a` + attributes(60, "xmlns:%") + `><b/><b` + attributes(4, "xmlns:%") + `/><b` + attributes(4, "xmlns:%") + `/></a>`, true},
		{`<a` + attributes(60, "xmlns:%") + `><b` + attributes(5, "xmlns:%") + `/></a>`, false},
	} {
		_, _, err := xmlwire.ParseNode([]byte(test.body), xmlwire.Limits{})
		require.Equal(t, test.accepted, err == nil, err)
	}
}

// fixtures returns the XML bodies of testdata/wire by path.
func fixtures(tb testing.TB) map[string][]byte {
	tb.Helper()
	bodies := map[string][]byte{}
	require.NoError(tb, filepath.WalkDir("../../testdata/wire", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".xml" {
			return err
		}
		bodies[path], err = os.ReadFile(path)
		return err
	}))
	require.GreaterOrEqual(tb, len(bodies), 107)
	return bodies
}

// withoutOffsets forgets where a node was.
func withoutOffsets(n node.Node) node.Node {
	n.Offset = 0
	for i := range n.Members {
		n.Members[i].Node = withoutOffsets(n.Members[i].Node)
	}
	return n
}

func TestFixtures(t *testing.T) {
	for path, body := range fixtures(t) {
		root, n, err := xmlwire.ParseNode(body, xmlwire.Limits{})
		require.NoError(t, err, path)
		require.Contains(t, []string{"Request", "Response"}, root)
		require.Contains(t, path, strings.ToLower(root), path)
		written := xmlwire.AppendNode(nil, root, n)
		again, m, err := xmlwire.ParseNode(written, xmlwire.Limits{Root: root})
		require.NoError(t, err, path)
		require.Equal(t, root, again)
		require.Empty(t, cmp.Diff(withoutOffsets(n), withoutOffsets(m)), path)
		require.Equal(t, compact(string(body)), compact(string(written)), path)
		for _, body := range [][]byte{body, written} {
			tree, err := standardTree(body)
			require.NoError(t, err, path)
			require.Empty(t, cmp.Diff(tree, treeOf(n)), path)
		}
	}
}

// compact takes out of a body what a node does not know: white space between elements, and whether an element
// without content has a tag of its own at the end.
func compact(body string) string {
	var lines []string
	for line := range strings.Lines(body) {
		lines = append(lines, strings.TrimSpace(line))
	}
	body = strings.Join(lines, "")
	for _, part := range strings.Split(body, "<") {
		if tag, ok := strings.CutSuffix(part, "/>"); ok && !strings.Contains(tag, " i:nil") {
			name, _, _ := strings.Cut(tag, " ")
			body = strings.ReplaceAll(body, "<"+part, "<"+tag+"></"+name+">")
		}
	}
	return body
}

// tree is an element as encoding/xml and this package agree to see it.
type tree struct {
	Null     bool
	Text     string
	Children []child
}

type child struct {
	Name string
	Tree tree
}

func treeOf(n node.Node) tree {
	t := tree{Null: n.Kind == node.Null, Text: n.Text}
	for i := range n.Members {
		t.Children = append(t.Children, child{n.Members[i].Name, treeOf(n.Members[i].Node)})
	}
	return t
}

// standardTree reads a body with encoding/xml.
func standardTree(body []byte) (tree, error) {
	d := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(body, []byte("\uFEFF"))))
	d.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	var root tree
	for {
		token, err := d.Token()
		if err == io.EOF { //nolint:errorlint // the decoder returns it bare
			if len(root.Children) == 1 {
				root = root.Children[0].Tree
			}
			return root, nil
		}
		if err != nil {
			return root, err
		}
		if start, ok := token.(xml.StartElement); ok {
			inner, err := standardElement(d, start)
			if err != nil {
				return root, err
			}
			root.Children = append(root.Children, child{start.Name.Local, inner})
		}
	}
}

func standardElement(d *xml.Decoder, start xml.StartElement) (t tree, err error) {
	for _, a := range start.Attr {
		value := strings.TrimSpace(a.Value)
		if a.Name.Space == "http://www.w3.org/2001/XMLSchema-instance" && a.Name.Local == "nil" && (value == "true" || value == "1") {
			t.Null = true
		}
	}
	var text strings.Builder
	for {
		token, err := d.Token()
		if err != nil {
			return t, err
		}
		switch token := token.(type) {
		case xml.CharData:
			text.Write(token)
		case xml.StartElement:
			inner, err := standardElement(d, token)
			if err != nil {
				return t, err
			}
			t.Children = append(t.Children, child{token.Name.Local, inner})
		case xml.EndElement:
			if t.Children == nil {
				t.Text = text.String()
			}
			if t.Null {
				t = tree{Null: true}
			}
			return t, nil
		}
	}
}

// Cut off anywhere, or with any byte changed, a body is read or refused, and nothing else happens.
func TestDamagedBodies(t *testing.T) {
	for _, body := range fixtures(t) {
		body = bytes.TrimSpace(body)
		for n := range body {
			cut := body[:n:n]
			_, _, err := xmlwire.ParseNode(cut, xmlwire.Limits{})
			sound(t, cut, err)
			sound(t, cut, xmlwire.Unmarshal(cut, new(team), xmlwire.Limits{}))
		}
	}
	const small = "<?xml version='1.0'?><Response " + xsi +
		"><!--b--><Team><Id>1</Id><Name>&amp;é<![CDATA[c]]></Name><Paid i:nil='1'/></Team></Response>"
	type body struct{ Team team }
	for i := range len(small) {
		for c := range 256 {
			changed := []byte(small)
			changed[i] = byte(c)
			_, _, err1 := xmlwire.ParseNode(changed, xmlwire.Limits{})
			err2 := xmlwire.Unmarshal(changed, new(body), xmlwire.Limits{})
			if err1 != nil {
				sound(t, changed, err1)
				sound(t, changed, err2)
			}
		}
	}
}
