package xmlwire_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney/internal/codectest"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

type (
	embedding = codectest.Embedding
	open      struct {
		Extra map[string]json.RawMessage `json:"-"`
	}
)

// repeated returns what a pattern makes of the numbers from 0, as a body.
func repeated(n int, pattern string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = strings.ReplaceAll(pattern, "#", fmt.Sprint(i))
	}
	return `<R xmlns:i="http://www.w3.org/2001/XMLSchema-instance">` + strings.Join(items, "") + "</R>"
}

// memoryBodies are bodies that take much more memory than anything else in them does, with what to read them into.
var memoryBodies = map[string]codectest.Body{
	"empty rows":               {[]wide{}, repeated(2000, `<a/>`)},
	"pointers to empty rows":   {[]*wide{}, repeated(2000, `<a></a>`)},
	"lists of lists":           {[][][]int{}, repeated(2000, `<a><a/><a><a>1</a></a></a>`)},
	"numbers":                  {[]int64{}, repeated(2000, `<a>#</a>`)},
	"floats":                   {[]float64{}, repeated(2000, `<a>0.12345678901234567890123456789012345#</a>`)},
	"short texts":              {[]string{}, repeated(2000, `<a>text #</a>`)},
	"texts of members":         {[]titled{}, repeated(2000, `<a><Name>text #</Name></a>`)},
	"a text again":             {titled{}, repeated(2000, `<Name>text #</Name>`)},
	"long texts":               {[]string{}, repeated(50, `<a>`+strings.Repeat("long", 1000)+`</a>`)},
	"texts with references":    {[]string{}, repeated(50, `<a>`+strings.Repeat("&lt;&amp;\r\n", 1000)+`</a>`)},
	"one long text":            {[]string{}, repeated(1, `<a>`+strings.Repeat("&lt;&amp;text", 40_000)+`</a>`)},
	"one long section":         {[]string{}, repeated(1, `<a><![CDATA[`+strings.Repeat("text\r\n", 40_000)+`]]></a>`)},
	"long attributes":          {[]wide{}, repeated(50, `<a b="`+strings.Repeat("&lt;text", 1000)+`"/>`)},
	"long namespaces":          {[]string{}, repeated(30, `<a xmlns="`+strings.Repeat("&lt;text", 1000)+`">b</a>`)},
	"pointers":                 {[]optional{}, repeated(1000, `<a><Int>#</Int><Text>t #</Text><Float>1.#</Float><Wide/></a>`)},
	"a pointer again":          {optional{}, repeated(1000, `<Wide><A>text #</A></Wide>`)},
	"a list again":             {struct{ Rows []wide }{}, repeated(1000, `<Rows><a/><a/><a/></Rows>`)},
	"embedded":                 {[]embedding{}, repeated(1000, `<a><Deep>text #</Deep></a>`)},
	"raw values":               {[]json.RawMessage{}, repeated(1000, `<a><b>#</b><b>2</b></a>`)},
	"a large raw value":        {[]json.RawMessage{}, `<R>` + repeated(9000, `<a>"#</a>`) + `</R>`},
	"unknown members":          {open{}, repeated(1000, `<n#><a>#</a></n#>`)},
	"few unknown members each": {[]open{}, repeated(1000, `<a><b>#</b><c>#</c></a>`)},
	"nine unknown members":     {[]open{}, repeated(1000, `<r><a>#</a><b/><c/><d/><e/><f/><g/><h/><j/></r>`)},
	"an unknown member again":  {open{}, repeated(1000, `<a>`+strings.Repeat("x", 100)+`</a>`)},
	"a member of line breaks":  {open{}, `<R><a>x` + strings.Repeat("\n", 100_000) + `</a></R>`},
	"a large unknown member":   {open{}, `<R>` + repeated(9000, `<a#/>`) + `</R>`},
	"text methods":             {[]label{}, repeated(1000, `<a>text #</a>`)},
	"methods that are no copy": {[]inTotal{}, repeated(1000, `<a>a text of some length, number #</a>`)},
}

// own is what a decoder takes for itself, and what it keeps for the next body: as good as nothing in the least of
// several runs.
const own = 1 << 15

func TestMemoryIsCounted(t *testing.T) {
	codectest.MemoryIsCounted(t, memoryBodies, own, own,
		func(body []byte, to any, limit int64) error {
			return xmlwire.Unmarshal(body, to, xmlwire.Limits{MaxMemory: limit})
		},
		func(body []byte, limit int64) error {
			_, _, err := xmlwire.ParseNode(body, xmlwire.Limits{MaxMemory: limit})
			return err
		})
}

// The limit is less than a map without members, whose words are of 32 or 64 bits.
func TestMemoryErrors(t *testing.T) {
	const limit = 300 * strconv.IntSize / 64
	bytes := fmt.Sprint(limit, " bytes")
	long := strings.Repeat("long", 100)
	for _, test := range []struct {
		body string
		into any
		want string
	}{
		{`<R><a/><a/><a/></R>`, new([]wide), `/[1] (line 1, offset 7): found more than fits into ` + bytes + ` of memory`},
		{"<R><Rows>\n<a/><a/></Rows></R>", new(struct{ Rows []wide }), `/Rows[1] (line 2, offset 14)`},
		{`<R><Int>1</Int><Wide><A>` + long + `</A></Wide></R>`, new(optional), `/Wide (line 1`},
		{`<R><a>1</a><b>` + long + `</b></R>`, new(open), `/ (line 1, offset 11)`},
		{`<R><A>` + long + `</A></R>`, new(struct{ A json.RawMessage }), `/A (line 1, offset 410)`},
		{`<R>` + long + `</R>`, new(string), `/ (line 1, offset 407)`},
		{`<R a="&lt;` + long + `"/>`, new(wide), `/ (line 1, offset 6)`},
	} {
		err := xmlwire.Unmarshal([]byte(test.body), test.into, xmlwire.Limits{MaxMemory: limit})
		require.ErrorContains(t, err, test.want)
		require.ErrorIs(t, err, record.ErrMemory)
	}
	for body, want := range map[string]string{
		repeated(50, `<a#/>`): `/ (line 1, offset`,
		`<R><a><b>` + strings.Repeat(long, 6) + `</b></a></R>`: `/a/b (line 1, offset 2413)`,
		`<R><` + strings.Repeat(long, 7) + `/></R>`:            `/ (line 1, offset 2806)`,
		`<R>` + strings.Repeat(long, 7) + `</R>`:               `/ (line 1, offset 2807)`,
	} {
		_, _, err := xmlwire.ParseNode([]byte(body), xmlwire.Limits{MaxMemory: 2500})
		require.ErrorContains(t, err, want)
		require.ErrorIs(t, err, record.ErrMemory)
	}
}

// FuzzMemory: whatever a body is, reading it takes no more than the limit, and what the decoder and an error take.
func FuzzMemory(f *testing.F) {
	seed(f)
	for _, c := range memoryBodies {
		f.Add([]byte(c.Text[:min(len(c.Text), 1<<12)]))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit, depth, path, kept = 1 << 14, 20, 2048, 4 << 16
		lim := xmlwire.Limits{MaxDepth: depth, MaxMemory: limit}
		most := int64(limit*5/4 + kept + depth*path + 4*len(data)) // the decoder and an error, which quotes the body
		codectest.TakesNoMoreThan(t, most, map[string]func(){
			"value": func() { _ = xmlwire.Unmarshal(data, new(team), lim) },
			"raw":   func() { _ = xmlwire.Unmarshal(data, new(json.RawMessage), lim) },
			"rows":  func() { _ = xmlwire.Unmarshal(data, new([]address), lim) },
			"node":  func() { _, _, _ = xmlwire.ParseNode(data, lim) },
		})
	})
}

// plainly says what a node is in JSON: the members in the order of the first of each name, those of one name as an array.
func plainly(n *node.Node) string {
	switch n.Kind {
	case node.Null:
		return "null"
	case node.Text:
		quoted := &strings.Builder{}
		e := json.NewEncoder(quoted)
		e.SetEscapeHTML(false)
		_ = e.Encode(n.Text) // of a string it cannot fail
		return strings.TrimSuffix(quoted.String(), "\n")
	}
	var names []string
	values := map[string][]string{}
	for i := range n.Members {
		m := &n.Members[i]
		if values[m.Name] == nil {
			names = append(names, m.Name)
		}
		values[m.Name] = append(values[m.Name], plainly(&m.Node))
	}
	for i, name := range names {
		text := strings.Join(values[name], ",")
		if len(values[name]) > 1 {
			text = "[" + text + "]"
		}
		names[i] = `"` + name + `":` + text
	}
	return "{" + strings.Join(names, ",") + "}"
}

// unknown draws an element that no struct knows.
func unknown(t *rapid.T, depth int) string {
	name := rapid.SampledFrom([]string{"a", "b", "o:b", "i:c", "a", "d.é", "e-1", "f", "g", "h", "j", "k", "lmn"}).Draw(t, "name")
	content := ""
	switch form := rapid.IntRange(0, 9).Draw(t, "form"); {
	case form == 0:
		return "<" + name + "/>"
	case form == 1:
		return "<" + name + " \n b='/>' i:nil='true'><a/></" + name + "\t>"
	case form < 5 || depth == 0:
		content = rapid.SampledFrom([]string{"", "x", "é\r\n\t", `"\`, "&lt;&#13;", "<![CDATA[<a>]]>", "a<!-- b -->c", "<?d e?>"}).Draw(t, "text")
	default:
		for range rapid.SampledFrom([]int{1, 2, 3, 8, 9, 20}).Draw(t, "size") {
			content += unknown(t, depth-1)
		}
	}
	return "<" + name + ">" + content + "</" + name + ">"
}

// TestUnknownAsJSON compares with the same elements read as a Node.
func TestUnknownAsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body := response("<Raw>" + unknown(t, 3) + "</Raw><X>" + unknown(t, 3) + unknown(t, 2) + "</X>")
		var got team
		require.NoError(t, xmlwire.Unmarshal(body, &got, xmlwire.Limits{}))
		_, n, err := xmlwire.ParseNode(body, xmlwire.Limits{})
		require.NoError(t, err)
		require.Equal(t, plainly(&n.Members[0].Node), string(got.Raw))
		require.Equal(t, plainly(&n.Members[1].Node), string(got.Extra["X"]))
	})
}

// TestUnknownKeepsNoRoom: a kept value takes no more memory than its text needs.
func TestUnknownKeepsNoRoom(t *testing.T) {
	var got address
	require.NoError(t, xmlwire.Unmarshal(response("<X>"+strings.Repeat("<longer/>", 1000)+"</X>"), &got, xmlwire.Limits{}))
	require.LessOrEqual(t, cap(got.Extra["X"]), len(got.Extra["X"])*5/4)
}
