package xmlwire_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/xmlwire"
)

// readable has a member of each kind that most bodies have.
type readable struct {
	Text   string
	Alias  *string
	Number int
	Seed   *int64
	Born   date
	Since  *date
	Inner  []readable
}

// elements returns a row of elements: elements("Text", "a") is <Text>a</Text>.
func elements(pairs ...string) string {
	var row strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		row.WriteString("<" + pairs[i] + ">" + pairs[i+1] + "</" + pairs[i] + ">")
	}
	return row.String()
}

// TestMembers: members come in any order, and texts in other forms than the plainest. There are ten rows, because the
// decoder reads other orders than the alphabetical one member by member at first.
func TestMembers(t *testing.T) {
	full := readable{
		Text: "a", Alias: new("b"), Number: -1, Seed: new(int64(2)),
		Born: date{Year: 2014, Month: 9, Day: 3}, Since: &date{Year: 2014, Month: 9, Day: 4},
	}
	tests := map[string]struct {
		row  string
		want readable
	}{
		"alphabetical": {elements("Alias", "b", "Born", "9/3/2014", "Number", "-1", "Seed", "2", "Since", "9/4/2014", "Text", "a"),
			full},
		"the order of the type": {elements("Text", "a", "Alias", "b", "Number", "-1", "Seed", "2", "Born", "9/3/2014", "Since", "9/4/2014"),
			full},
		"the first again": {elements("Text", "b", "Text", "a"), readable{Text: "a"}},
		"some members":    {elements("Alias", "b", "Since", "9/4/2014"), readable{Alias: full.Alias, Since: full.Since}},
		"another case":    {elements("TEXT", "a", "number", "-1"), readable{Text: "a", Number: -1}},
		"spaces":          {" <Number>-1</Number> <Seed> 2 </Seed> ", readable{Number: -1, Seed: full.Seed}},
		"attributes":      {`<Alias a="b">b</Alias><Number a="b">-1</Number>`, readable{Alias: full.Alias, Number: -1}},
		"an unknown one":  {elements("Alias", "b", "Other", "c", "Born", "9/3/2014"), readable{Alias: full.Alias, Born: full.Born}},
		"empty": {elements("Alias", "", "Born", "", "Number", "", "Since", ""),
			readable{Alias: new("")}},
		"blank": {elements("Alias", " ", "Born", " ", "Number", " "), readable{Alias: new(" ")}},
		"references": {elements("Alias", "&#98;", "Number", "&#45;1"),
			readable{Alias: full.Alias, Number: -1}},
		"other characters": {elements("Alias", "\u00e9"), readable{Alias: new("\u00e9")}},
		"CDATA":            {elements("Alias", "<![CDATA[b]]>"), readable{Alias: full.Alias}},
		"whole numbers":    {elements("Number", "-1.0", "Seed", "2e0"), readable{Number: -1, Seed: full.Seed}},
		"a large number":   {elements("Seed", "1234567890123456789"), readable{Seed: new(int64(1234567890123456789))}},
		"nested": {elements("Alias", "b", "Inner", elements("I", elements("Alias", "b"), "I", elements("Alias", "c")), "Number", "-1"),
			readable{Alias: full.Alias, Inner: []readable{{Alias: full.Alias}, {Alias: new("c")}}, Number: -1}},
		"a list after a number": {elements("Born", "9/3/2014", "Inner", elements("I", elements("Alias", "b")), "Number", "-1"),
			readable{Born: full.Born, Inner: []readable{{Alias: full.Alias}}, Number: -1}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got []readable
			body := []byte(elements("Rows", strings.Repeat(elements("Row", test.row), 10)))
			require.NoError(t, xmlwire.Unmarshal(body, &got, xmlwire.Limits{}))
			require.Empty(t, cmp.Diff(slices.Repeat([]readable{test.want}, 10), got))
		})
	}
}

// TestStringsOfTheRowBefore: a string that is written as in the row before is the same, and only such a string.
func TestStringsOfTheRowBefore(t *testing.T) {
	for _, test := range []struct{ written, want []string }{
		{[]string{"a", "a", "ab", "a"}, []string{"a", "a", "ab", "a"}},
		{[]string{"", "", "a", ""}, []string{"", "", "a", ""}},
		{[]string{"&#97;", "a", "&#97;", "&#97;", "&#97;b"}, []string{"a", "a", "a", "a", "ab"}},
		{[]string{"&lt;", "&lt;", "&gt;", "<![CDATA[<]]>", "<![CDATA[<]]>"}, []string{"<", "<", ">", "<", "<"}},
		{[]string{"a\r\n", "a\r\n", "a\n", "a"}, []string{"a\n", "a\n", "a\n", "a"}},
		{[]string{"\u00e9", "\u00e9", "\u00e9\u00e9", "e"}, []string{"\u00e9", "\u00e9", "\u00e9\u00e9", "e"}},
		{[]string{"a<!-- b -->c", "a<!-- b -->c", "a<!-- b -->"}, []string{"ac", "ac", "a"}},
	} {
		var rows strings.Builder
		for _, text := range test.written {
			rows.WriteString(elements("Row", elements("Seed", "1", "Text", text)))
		}
		var got []readable
		require.NoError(t, xmlwire.Unmarshal([]byte(elements("Rows", rows.String())), &got, xmlwire.Limits{}))
		require.Len(t, got, len(test.want))
		for i := range got {
			require.Equal(t, readable{Text: test.want[i], Seed: new(int64(1))}, got[i], "%q", test.written)
		}
	}
}
