package jsoncodec_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
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

// TestMembers: members come in any order, and values in other forms than the plainest.
func TestMembers(t *testing.T) {
	const row = `{"Text":"a","Alias":"b","Number":-1,"Seed":2,"Born":"9/3/2014","Since":"9/4/2014"}`
	full := readable{
		Text: "a", Alias: new("b"), Number: -1, Seed: new(int64(2)),
		Born: date{Year: 2014, Month: 9, Day: 3}, Since: &date{Year: 2014, Month: 9, Day: 4},
	}
	tests := map[string]struct {
		body string
		want readable
	}{
		"all members":     {row, full},
		"the first again": {`{"Text":"b","Text":"a"}`, readable{Text: "a"}},
		"some members":    {`{"Alias":"b","Since":"9/4/2014"}`, readable{Alias: full.Alias, Since: full.Since}},
		"another order":   {`{"Seed":2,"Text":"a"}`, readable{Text: "a", Seed: full.Seed}},
		"another case":    {`{"TEXT":"a","number":-1}`, readable{Text: "a", Number: -1}},
		"an escaped name": {`{"T\u0065xt":"a"}`, readable{Text: "a"}},
		"spaces":          {`{ "Text" : "a" , "Number" : -1 }`, readable{Text: "a", Number: -1}},
		"unknown members": {`{"Text":"a","Other":"a","Number":-1}`, readable{Text: "a", Number: -1}},
		"nulls":           {`{"Alias":"b","Alias":null,"Seed":2,"Seed":null,"Since":"9/3/2014","Since":null}`, readable{}},
		"nulls of values": {`{"Text":null,"Number":null,"Born":null}`, readable{}},
		"escapes":         {`{"Text":"\u0061","Alias":"\u0062"}`, readable{Text: "a", Alias: full.Alias}},
		"numbers as text": {`{"Number":"-1","Seed":" 2 "}`, readable{Number: -1, Seed: full.Seed}},
		"whole numbers":   {`{"Number":-1.0,"Seed":2e0}`, readable{Number: -1, Seed: full.Seed}},
		"text as numbers": {`{"Text":5,"Alias":6}`, readable{Text: "5", Alias: new("6")}},
		"blank":           {`{"Text":" ","Seed":"","Born":"","Since":" "}`, readable{Text: " "}},
		"nested": {`{"Text":"b","Inner":[{"Text":"b"},{"Text":"c"}],"Text":"a"}`,
			readable{Text: "a", Inner: []readable{{Text: "b"}, {Text: "c"}}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got readable
			require.NoError(t, jsoncodec.Unmarshal([]byte(test.body), &got, jsoncodec.Limits{}))
			require.Empty(t, cmp.Diff(test.want, got))
		})
	}
}

// TestMembersAfterTheRowBefore: a row says the same whatever rows came before, though the decoder expects what they had.
func TestMembersAfterTheRowBefore(t *testing.T) {
	bodies := []string{
		`{"Text":"a","Alias":"b","Number":1}`, `{"Text":"a","Number":2}`, `{"Text":"a"}`, `{"Text":"a","Alias":"b"}`,
		`{"Number":3,"Text":"a","Seed":4}`, `{"Number":3,"Text":"a","Seed":5}`, `{"Text":"a" ,"Number":6}`,
		`{"Text":"a","Text":"b","Alias":null}`, `{"Text":"a","Inner":[{"Text":"a","Alias":"b"}],"Number":7}`,
		`{"Text" : "a","Number":1}`, `{ "Text": "a" , "Alias" : "b"}`, `{"Text":5}`,
		`{"Seed":8,"Number":9,"Alias":"c\u0022","Text":"a\n"}`, `{"Born":"9/3/2014","Since":"9/3/2014"}`, `{"Since":null,"Born":""}`,
	}
	rows := make([]readable, len(bodies))
	for i, body := range bodies {
		require.NoError(t, jsoncodec.Unmarshal([]byte(body), &rows[i], jsoncodec.Limits{}))
	}
	for i := range bodies {
		for k := range bodies {
			body := "[" + strings.Join([]string{bodies[i], bodies[k], bodies[i], bodies[i], bodies[k]}, ",") + "]"
			var got []readable
			require.NoError(t, jsoncodec.Unmarshal([]byte(body), &got, jsoncodec.Limits{}))
			require.Empty(t, cmp.Diff([]readable{rows[i], rows[k], rows[i], rows[i], rows[k]}, got), "%s", body)
		}
	}
}

// TestErrorsAfterTheRowBefore: a bad value is found where the row before had a good one, at its own offset.
func TestErrorsAfterTheRowBefore(t *testing.T) {
	for _, name := range []string{"Text", "Alias", "Number", "Seed", "Born", "Since"} {
		for _, value := range []string{`[1]`, `{"A":1}`, `tru`, `nul`, `-`, `1x`, `"`, `"\x"`, "\"\xff\"", ``} {
			row := `{"` + name + `":` + value + `}`
			before := `[{"Text":"a","Alias":"a","Number":1,"Seed":1,"Born":"9/3/2014","Since":"9/3/2014"},`
			var alone, found *record.Error
			require.ErrorAs(t, jsoncodec.Unmarshal([]byte(row), new(readable), jsoncodec.Limits{}), &alone, row)
			require.ErrorAs(t, jsoncodec.Unmarshal([]byte(before+row), new([]readable), jsoncodec.Limits{}), &found, row)
			require.Equal(t, alone.Offset+int64(len(before)), found.Offset, row)
			require.Equal(t, alone.Found, found.Found, row)
			require.Equal(t, alone.Expected, found.Expected, row)
			require.Contains(t, found.Path, "[1]", row)
		}
	}
}

// TestStringsOfTheRowBefore: a string that is written as in the row before is shared with it, and only such a string.
func TestStringsOfTheRowBefore(t *testing.T) {
	tests := map[string][]string{
		`["a","a","ab","a"]`:                             {"a", "a", "ab", "a"},
		`["","","a",""]`:                                 {"", "", "a", ""},
		`["a\"b","a\"b","a","a\"b"]`:                     {`a"b`, `a"b`, "a", `a"b`},
		`["\u0041","A","\u0041"]`:                        {"A", "A", "A"},
		"[\"\u00e9\",\"\u00e9\",\"e\"]":                  {"\u00e9", "\u00e9", "e"},
		`["abcdefghijklmnop","abcdefghijklmno","abcde"]`: {"abcdefghijklmnop", "abcdefghijklmno", "abcde"},
	}
	for list, want := range tests {
		t.Run(list, func(t *testing.T) {
			body := rowsOf(t, list)
			var rows []readable
			require.NoError(t, jsoncodec.Unmarshal(body, &rows, jsoncodec.Limits{}))
			got := make([]string, len(rows))
			for i := range rows {
				got[i] = rows[i].Text
			}
			require.Empty(t, cmp.Diff(want, got))
		})
	}
}

// rowsOf returns rows with the texts of a list.
func rowsOf(t *testing.T, list string) []byte {
	t.Helper()
	var texts []json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(list), &texts))
	rows := make([]string, len(texts))
	for i, text := range texts {
		rows[i] = `{"Text":` + string(text) + `}`
	}
	return []byte("[" + strings.Join(rows, ",") + "]")
}
