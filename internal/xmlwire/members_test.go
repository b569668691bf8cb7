package xmlwire_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
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

// TestRowsWrittenAlike guards the comparison with the row before: it must not take over what is only similar.
func TestRowsWrittenAlike(t *testing.T) {
	type row struct {
		A     string
		B     int
		C     string
		Inner []row
	}
	one := row{A: "a", B: 1, C: "c"}
	const first = `<Row><A>a</A><B>1</B><C>c</C></Row>`
	tests := map[string]struct {
		second string
		want   row
	}{
		"the same":             {first, one},
		"another text":         {`<Row><A>aa</A><B>11</B><C>cc</C></Row>`, row{A: "aa", B: 11, C: "cc"}},
		"less text":            {`<Row><A></A><B>1</B><C/></Row>`, row{B: 1}},
		"without a member":     {`<Row><A>a</A><C>c</C></Row>`, row{A: "a", C: "c"}},
		"without the last":     {`<Row><A>a</A><B>1</B></Row>`, row{A: "a", B: 1}},
		"another order":        {`<Row><C>c</C><B>1</B><A>a</A></Row>`, one},
		"a member twice":       {`<Row><A>a</A><B>1</B><B>2</B><C>c</C></Row>`, row{A: "a", B: 2, C: "c"}},
		"spaces":               {`<Row> <A>a</A> <B>1</B> <C>c</C> </Row>`, one},
		"spaces in tags":       {`<Row ><A >a</A ><B>1</B ><C>c</C></Row >`, one},
		"attributes":           {`<Row x="1"><A y="2">a</A><B>1</B><C z="3">c</C></Row>`, one},
		"a prefix":             {`<r:Row xmlns:r="urn:r"><A>a</A><B>1</B><C>c</C></r:Row>`, one},
		"references":           {`<Row><A>&#97;</A><B>&#49;</B><C>c&amp;</C></Row>`, row{A: "a", B: 1, C: "c&"}},
		"a comment":            {`<Row><A>a<!-- b --></A><B>1</B><!-- --><C>c</C></Row>`, one},
		"an unknown member":    {`<Row><A>a</A><X>x</X><B>1</B><C>c</C></Row>`, one},
		"rows of the same":     {`<Row><A>a</A><B>1</B><C>c</C><Inner>` + first + `</Inner></Row>`, row{A: "a", B: 1, C: "c", Inner: []row{one}}},
		"an item by its name":  {`<Rows><A>a</A></Rows>`, row{A: "a"}},
		"an item with nothing": {`<Row/>`, row{}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got struct{ Rows []row }
			body := `<R><Rows>` + first + test.second + first + test.second + `</Rows></R>`
			require.NoError(t, xmlwire.Unmarshal([]byte(body), &got, xmlwire.Limits{}))
			require.Empty(t, cmp.Diff([]row{one, test.want, one, test.want}, got.Rows))
		})
	}
}

// TestErrorsAfterRowsWrittenAlike: an error has the offset of its own row.
func TestErrorsAfterRowsWrittenAlike(t *testing.T) {
	type row struct {
		A string
		B int
	}
	for _, test := range []struct {
		second string
		offset int64
	}{
		{`<Row><A>a</A><B>x</B></Row>`, 52},
		{`<Row><A>a</A><B>1</B></Rows>`, 57},
		{`<Row><A>a</A><B>1</A></Row>`, 53},
	} {
		var got struct{ Rows []row }
		err := xmlwire.Unmarshal([]byte(`<R><Rows><Row><A>a</A><B>1</B></Row>`+test.second+`</Rows></R>`), &got, xmlwire.Limits{})
		var found *record.Error
		require.ErrorAs(t, err, &found, test.second)
		require.Equal(t, test.offset, found.Offset, err)
		require.Contains(t, found.Path, "/Rows[1]")
	}
}

// careless returns something of its own where it is to append.
type careless struct{ returned string }

func (c careless) AppendText([]byte) ([]byte, error) { return []byte(c.returned), nil }
func (c *careless) UnmarshalText([]byte) error       { return nil }

// carelessJSON does so in JSON.
type carelessJSON struct{ returned string }

func (c carelessJSON) AppendJSON([]byte) ([]byte, error) { return []byte(c.returned), nil }
func (c carelessJSON) MarshalJSON() ([]byte, error)      { return []byte(c.returned), nil }
func (c *carelessJSON) UnmarshalJSON([]byte) error       { return nil }

// TestMethodsThatDoNotAppend guards against trusting what the methods of a value return, in both formats.
func TestMethodsThatDoNotAppend(t *testing.T) {
	const why = "its method returned less than it was to append to"
	type text struct{ A, B careless }
	type pointing struct{ A *careless }
	type own struct{ A carelessJSON }
	for _, v := range []any{text{}, pointing{new(careless)}, []careless{{}}, text{A: careless{"<"}}} {
		_, err := xmlwire.Append(nil, "R", v)
		require.ErrorContains(t, err, why)
		_, err = jsoncodec.Append(nil, v)
		require.ErrorContains(t, err, why)
	}
	_, err := jsoncodec.Append(nil, own{})
	require.ErrorContains(t, err, why)
	_, err = record.NodeOf(text{})
	require.NoError(t, err, "it was to append to nothing")

	long := careless{"a text as long as what was there, and longer by a good deal: <R xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><A>"}
	for _, v := range []any{text{long, long}, own{carelessJSON(long)}} {
		_, _ = xmlwire.Append(nil, "R", v) // whatever comes of it
		_, _ = jsoncodec.Append(nil, v)
	}
}

// TestMarshalElement: an element between the tags of Root is what Marshal writes for a value with that one member.
func TestMarshalElement(t *testing.T) {
	type row struct {
		Name string `json:"Name,omitzero"`
		Some []int  `json:"Some,omitzero" item:"n"`
	}
	hasAll := func(reflect.Type, string) bool { return true }
	for _, r := range []row{{}, {Name: "a & b"}, {Name: "x", Some: []int{}}, {Some: []int{1, 2}}} {
		body := struct{ Row row }{r}
		open, end := xmlwire.Root("Response")
		element, err := xmlwire.MarshalElement("Row", r, nil)
		require.NoError(t, err)
		whole, err := xmlwire.Marshal("Response", body)
		require.NoError(t, err)
		require.Equal(t, string(whole), open+string(element)+end)
		element, err = xmlwire.MarshalElement("Row", r, hasAll)
		require.NoError(t, err)
		whole, err = xmlwire.MarshalAnswer("Response", body, hasAll)
		require.NoError(t, err)
		require.Equal(t, string(whole), open+string(element)+end)
	}
	_, err := xmlwire.MarshalElement("Row", row{Name: "\x01"}, nil)
	require.ErrorContains(t, err, "U+0001")
	_, err = xmlwire.MarshalElement("no name", row{}, nil)
	require.ErrorContains(t, err, "the name of an XML element")
}

type (
	selfish *selfish
	here    *there
	there   *here
)

// TestPointersToThemselves guards against following a type around in a circle, in both formats.
func TestPointersToThemselves(t *testing.T) {
	const why = "points to itself"
	for _, v := range []any{
		&struct{ A selfish }{new(selfish)},
		&struct {
			A selfish `json:",string"`
		}{new(selfish)},
		&struct {
			A *selfish `json:",string,omitempty"`
		}{new(selfish)},
		&struct{ A []here }{[]here{nil}},
		&struct{ A here }{new(there)},
		&struct{ A *there }{new(there)},
	} {
		_, err := jsoncodec.Marshal(v)
		require.ErrorContains(t, err, why)
		_, err = xmlwire.Marshal("R", v)
		require.ErrorContains(t, err, why)
		_, err = record.NodeOf(v)
		require.ErrorContains(t, err, why)
		for body, elements := range map[string]string{`{"A":[1]}`: `<A><B>1</B></A>`, `{"A":1}`: `<A>1</A>`} {
			require.Error(t, jsoncodec.Unmarshal([]byte(body), v, jsoncodec.Limits{}))
			require.Error(t, xmlwire.Unmarshal(response(elements), v, xmlwire.Limits{}))
		}
		require.NoError(t, jsoncodec.Unmarshal([]byte(`{"A":null}`), v, jsoncodec.Limits{}))
		require.NoError(t, xmlwire.Unmarshal(response(`<A i:nil="true"/>`), v, xmlwire.Limits{}))
	}
}

func TestConcealed(t *testing.T) {
	const declared = `xmlns:i="http://www.w3.org/2001/XMLSchema-instance"`
	for body, want := range map[string]bool{
		`<R><A>1</A></R>`: false,
		`<?xml version="1.1" encoding="UTF-8"?><R ` + declared + `><A i:nil="true"/><B><![CDATA[x]]>&amp;</B></R>`: false,
		`<?xml version="1.2"?><R/>`: true,
		`<R><!-- x --></R>`:         true,
		`<R/><!-- x -->`:            true,
		`<R><A>1<?x y?></A></R>`:    true,
		`<R x="y"/>`:                true,
		`<R><A x=""/></R>`:          true,
		`<R xmlns="x"/>`:            true,
		`<x:R xmlns:x="y"/>`:        true,
		`<R ` + declared + `><A i:nil="true">x</A></R>`: true,
		`<R ` + declared + `><A i:nil="true"></A></R>`:  false,
	} {
		concealed := !want
		_, _, err := xmlwire.ParseNode([]byte(body), xmlwire.Limits{Concealed: &concealed})
		require.NoError(t, err, body)
		require.Equal(t, want, concealed, body)
	}
}
