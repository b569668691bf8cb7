package xmlwire_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

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
