package xmlwire_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/xmlwire"
)

// readable has a member of each kind that a Reader reads, and one that it does not.
type readable struct {
	Text   string
	Alias  *string
	Number int
	Seed   *int64
	Born   date
	Since  *date
	Inner  []readable
}

// stops counts how often readReadable stopped, by the name of the member that its shape had to read.
type stops map[string]int

const anotherTag = "another tag" // came, which was not expected

var stoppedAt = stops{}

func init() { xmlwire.RegisterReader(reflect.TypeFor[readable](), readReadable) }

// readReadable is written as generated code is, and counts.
func readReadable(r *xmlwire.Reader, p any, i int) int {
	i = readMembers(r, p.(*readable), i)
	at := i
	if i < 0 {
		at = ^i
	}
	names := reflect.TypeFor[readable]()
	if at >= names.NumField() {
		stoppedAt[anotherTag]++
	} else {
		stoppedAt[names.Field(at).Name]++
	}
	return i
}

func readMembers(r *xmlwire.Reader, v *readable, i int) int {
	for {
		switch i {
		case 0:
			i = r.String(0, &v.Text)
		case 1:
			i = r.StringPointer(1, &v.Alias)
		case 2:
			i = xmlwire.Int(r, 2, &v.Number)
		case 3:
			i = xmlwire.IntPointer(r, 3, &v.Seed)
		case 4:
			i = xmlwire.Value(r, 4, &v.Born)
		case 5:
			i = xmlwire.ValuePointer(r, 5, &v.Since)
		default:
			return i
		}
	}
}

// elements returns a row of elements: elements("Text", "a") is <Text>a</Text>.
func elements(pairs ...string) string {
	var row strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		row.WriteString("<" + pairs[i] + ">" + pairs[i+1] + "</" + pairs[i] + ">")
	}
	return row.String()
}

// TestReader: the reader stops at values that are not in their plainest form, and the shape of the member reads them.
// There are ten rows, because the decoder reads other orders than the alphabetical one member by member at first.
func TestReader(t *testing.T) {
	full := readable{
		Text: "a", Alias: new("b"), Number: -1, Seed: new(int64(2)),
		Born: date{Year: 2014, Month: 9, Day: 3}, Since: &date{Year: 2014, Month: 9, Day: 4},
	}
	tests := map[string]struct {
		row   string
		want  readable
		stops []string // but for other tags
	}{
		"alphabetical": {elements("Alias", "b", "Born", "9/3/2014", "Number", "-1", "Seed", "2", "Since", "9/4/2014", "Text", "a"),
			full, nil},
		"the order of the type": {elements("Text", "a", "Alias", "b", "Number", "-1", "Seed", "2", "Born", "9/3/2014", "Since", "9/4/2014"),
			full, nil},
		"the first again": {elements("Text", "b", "Text", "a"), readable{Text: "a"}, nil},
		"some members":    {elements("Alias", "b", "Since", "9/4/2014"), readable{Alias: full.Alias, Since: full.Since}, nil},
		"another case":    {elements("TEXT", "a", "number", "-1"), readable{Text: "a", Number: -1}, nil},
		"spaces":          {" <Number>-1</Number> <Seed> 2 </Seed> ", readable{Number: -1, Seed: full.Seed}, []string{"Seed"}},
		"attributes":      {`<Alias a="b">b</Alias><Number a="b">-1</Number>`, readable{Alias: full.Alias, Number: -1}, nil},
		"an unknown one":  {elements("Alias", "b", "Other", "c", "Born", "9/3/2014"), readable{Alias: full.Alias, Born: full.Born}, nil},
		"empty": {elements("Alias", "", "Born", "", "Number", "", "Since", ""),
			readable{Alias: new("")}, []string{"Born", "Number", "Since"}},
		"blank": {elements("Alias", " ", "Born", " ", "Number", " "), readable{Alias: new(" ")}, []string{"Born", "Number"}},
		"references": {elements("Alias", "&#98;", "Number", "&#45;1"),
			readable{Alias: full.Alias, Number: -1}, []string{"Number"}},
		"other characters": {elements("Alias", "\u00e9"), readable{Alias: new("\u00e9")}, nil},
		"CDATA":            {elements("Alias", "<![CDATA[b]]>"), readable{Alias: full.Alias}, nil},
		"whole numbers":    {elements("Number", "-1.0", "Seed", "2e0"), readable{Number: -1, Seed: full.Seed}, []string{"Number", "Seed"}},
		"a large number":   {elements("Seed", "1234567890123456789"), readable{Seed: new(int64(1234567890123456789))}, []string{"Seed"}},
		"nested": {elements("Alias", "b", "Inner", elements("I", elements("Alias", "b"), "I", elements("Alias", "c")), "Number", "-1"),
			readable{Alias: full.Alias, Inner: []readable{{Alias: full.Alias}, {Alias: new("c")}}, Number: -1},
			[]string{"Inner"}},
		"a list after a number": {elements("Born", "9/3/2014", "Inner", elements("I", elements("Alias", "b")), "Number", "-1"),
			readable{Born: full.Born, Inner: []readable{{Alias: full.Alias}}, Number: -1}, []string{"Inner"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			clear(stoppedAt)
			var got, byPlan []readable
			body := []byte(elements("Rows", strings.Repeat(elements("Row", test.row), 10)))
			require.NoError(t, xmlwire.Unmarshal(body, &got, xmlwire.Limits{}))
			require.Empty(t, cmp.Diff(slices.Repeat([]readable{test.want}, 10), got))
			delete(stoppedAt, anotherTag)
			require.Empty(t, cmp.Diff(test.stops, slices.Sorted(maps.Keys(stoppedAt))))
			require.NoError(t, xmlwire.UnmarshalByPlan(body, &byPlan, xmlwire.Limits{}))
			require.Empty(t, cmp.Diff(got, byPlan))
		})
	}
}

// TestReaderLearnsTheOrder: a reader reads the rows of a list at once, whatever their order, as soon as it was seen.
func TestReaderLearnsTheOrder(t *testing.T) {
	for name, row := range map[string]string{
		"alphabetical":          elements("Alias", "b", "Born", "9/3/2014", "Number", "-1", "Text", "a"),
		"the order of the type": elements("Text", "a", "Alias", "b", "Number", "-1", "Born", "9/3/2014"),
		"another order":         elements("Number", "-1", "Text", "a", "Born", "9/3/2014", "Alias", "b"),
	} {
		t.Run(name, func(t *testing.T) {
			body := []byte(elements("Rows", strings.Repeat(elements("Row", row), 10)))
			var learned []readable
			require.NoError(t, xmlwire.Unmarshal(body, &learned, xmlwire.Limits{}))
			fewest := len(body)
			for range 20 { // the race detector makes pools forget at random
				var got []readable
				clear(stoppedAt)
				require.NoError(t, xmlwire.Unmarshal(body, &got, xmlwire.Limits{}))
				require.Empty(t, cmp.Diff(learned, got))
				require.Len(t, got, 10)
				require.Equal(t, readable{Text: "a", Alias: new("b"), Number: -1, Born: date{Year: 2014, Month: 9, Day: 3}}, got[9])
				fewest = min(fewest, stoppedAt[anotherTag])
			}
			require.LessOrEqual(t, fewest, 12, "%v", stoppedAt)
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
		for _, unmarshal := range []func([]byte, any, xmlwire.Limits) error{xmlwire.Unmarshal, xmlwire.UnmarshalByPlan} {
			var got []readable
			require.NoError(t, unmarshal([]byte(elements("Rows", rows.String())), &got, xmlwire.Limits{}))
			require.Len(t, got, len(test.want))
			for i := range got {
				require.Equal(t, readable{Text: test.want[i], Seed: new(int64(1))}, got[i], "%q", test.written)
			}
		}
	}
}

// TestReaderLeavesErrorsToThePlan: errors have the same texts, paths and offsets with generated code.
func TestReaderLeavesErrorsToThePlan(t *testing.T) {
	for _, value := range []string{
		"1.5", "x", "<a>1</a>", "&", "&x;", "]]>", "<", "</", "</Other>", "\x01", "\xff", "99999999999999999999", "13/13/2014", "<!-- -- -->",
	} {
		for _, name := range []string{"Text", "Alias", "Number", "Seed", "Born", "Since"} {
			rows := elements("Row", elements(name, "1"), "Row", "<"+name+">"+value)
			for _, body := range []string{elements("Rows", elements("Row", elements("Inner", rows))), "<Rows>" + rows[:len(rows)-len("</Row>")]} {
				var got, want []readable
				err := xmlwire.Unmarshal([]byte(body), &got, xmlwire.Limits{})
				require.Error(t, err, "%s", body)
				require.Equal(t, xmlwire.UnmarshalByPlan([]byte(body), &want, xmlwire.Limits{}), err, "%s", body)
				require.Empty(t, cmp.Diff(want, got), "%s", body)
			}
		}
	}
}

// TestReaderIsOutOfMemory: a reader fails where the plan does, whatever the limit.
func TestReaderIsOutOfMemory(t *testing.T) {
	body := []byte(elements("Response", elements("Inner",
		elements("Row", elements("Alias", "def", "Seed", "1", "Since", "9/3/2014", "Text", "abc"),
			"Row", elements("Seed", "2", "Text", "other")))))
	for limit := int64(1); ; limit += 8 {
		var got, want readable
		err := xmlwire.Unmarshal(body, &got, xmlwire.Limits{MaxMemory: limit})
		byPlan := xmlwire.UnmarshalByPlan(body, &want, xmlwire.Limits{MaxMemory: limit})
		if err == nil {
			require.NoError(t, byPlan)
			require.Empty(t, cmp.Diff(want, got))
			require.Greater(t, limit, int64(100))
			return
		}
		require.ErrorContains(t, err, "of memory")
	}
}
