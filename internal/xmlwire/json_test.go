package xmlwire_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

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

// numbered returns elements until they are size bytes, each made of its number.
func numbered(size int, form string) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, form, i)
	}
	return b.String()
}

// TestUnknownTakesLittle guards against unknown members that take a hundred times their size to read.
func TestUnknownTakesLittle(t *testing.T) {
	const size = 1 << 20
	const times = 12
	nested := func(open, inner, end string) string {
		const levels = 5000
		return strings.Repeat(open, levels) + inner + strings.Repeat(end, levels)
	}
	for name, body := range map[string]string{
		"one name":         "<X>" + strings.Repeat("<a/>", size/4) + "</X>",
		"two names":        "<X>" + strings.Repeat("<a/><b/>", size/8) + "</X>",
		"nine names":       strings.Repeat("<X><a/><b/><c/><d/><e/><f/><g/><h/><j/><a/></X>", size/47),
		"distinct names":   "<X>" + numbered(size, "<a%x/>") + "</X>",
		"null":             "<X>" + strings.Repeat(`<a i:nil="1"/>`, size/14) + "</X>",
		"short texts":      "<X>" + strings.Repeat("<a>b</a>", size/8) + "</X>",
		"long text":        "<X>" + strings.Repeat("a", size) + "</X>",
		"escapes":          "<X><a>" + strings.Repeat(`"`, size) + "</a></X>",
		"at the top":       strings.Repeat("<X/>", size/4),
		"objects":          strings.Repeat("<X><a/></X>", size/11),
		"nested":           nested("<X>", strings.Repeat("<a/>", size/4), "</X>"),
		"nested, repeated": nested("<X><X/><Y/>", strings.Repeat("<a/>", size/4), "</X>"),
	} {
		body := response(body)
		var before, after runtime.MemStats
		var got address
		runtime.ReadMemStats(&before)
		require.NoError(t, xmlwire.Unmarshal(body, &got, deep), name)
		runtime.ReadMemStats(&after)
		require.LessOrEqual(t, (after.TotalAlloc-before.TotalAlloc)/uint64(len(body)), uint64(times), name)
		require.True(t, json.Valid(got.Extra["X"]), name)
	}
}

// TestUnknownKeepsNoRoom: what is kept has the size of what is in it, however much of the body it was.
func TestUnknownKeepsNoRoom(t *testing.T) {
	var got address
	require.NoError(t, xmlwire.Unmarshal(response("<X>"+strings.Repeat("<longer/>", 1000)+"</X>"), &got, xmlwire.Limits{}))
	require.LessOrEqual(t, cap(got.Extra["X"]), len(got.Extra["X"])*5/4)
}
