package jsoncodec_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
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

var stoppedAt = stops{}

func init() { jsoncodec.RegisterReader(reflect.TypeFor[readable](), readReadable) }

// readReadable is written as generated code is, and counts.
func readReadable(r *jsoncodec.Reader, p any, i int) int {
	i = readMembers(r, p.(*readable), i)
	at := i
	if i < 0 {
		at = ^i
	}
	names := reflect.TypeFor[readable]()
	if at >= names.NumField() {
		stoppedAt["no name"]++
	} else {
		stoppedAt[names.Field(at).Name]++
	}
	return i
}

func readMembers(r *jsoncodec.Reader, v *readable, i int) int {
	for {
		switch i {
		case 0:
			i = r.String(0, &v.Text)
		case 1:
			i = r.StringPointer(1, &v.Alias)
		case 2:
			i = jsoncodec.Int(r, 2, &v.Number)
		case 3:
			i = jsoncodec.IntPointer(r, 3, &v.Seed)
		case 4:
			i = jsoncodec.Value(r, 4, &v.Born)
		case 5:
			i = jsoncodec.ValuePointer(r, 5, &v.Since)
		default:
			return i
		}
	}
}

// TestReader: the reader stops at values that are not in their plainest form, and the shape of the member reads them.
func TestReader(t *testing.T) {
	const row = `{"Text":"a","Alias":"b","Number":-1,"Seed":2,"Born":"9/3/2014","Since":"9/4/2014"}`
	full := readable{
		Text: "a", Alias: new("b"), Number: -1, Seed: new(int64(2)),
		Born: date{Year: 2014, Month: 9, Day: 3}, Since: &date{Year: 2014, Month: 9, Day: 4},
	}
	tests := map[string]struct {
		body  string
		want  readable
		stops stops
	}{
		"all members":     {row, full, stops{"no name": 1}},
		"the first again": {`{"Text":"b","Text":"a"}`, readable{Text: "a"}, stops{"no name": 2}},
		"some members":    {`{"Alias":"b","Since":"9/4/2014"}`, readable{Alias: full.Alias, Since: full.Since}, stops{"no name": 1}},
		"another order":   {`{"Seed":2,"Text":"a"}`, readable{Text: "a", Seed: full.Seed}, stops{"no name": 2}},
		"another case":    {`{"TEXT":"a","number":-1}`, readable{Text: "a", Number: -1}, stops{"no name": 2}},
		"an escaped name": {`{"T\u0065xt":"a"}`, readable{Text: "a"}, stops{"no name": 1}},
		"spaces":          {`{ "Text" : "a" , "Number" : -1 }`, readable{Text: "a", Number: -1}, stops{"Text": 1, "Number": 1}},
		"unknown members": {`{"Text":"a","Other":"a","Number":-1}`, readable{Text: "a", Number: -1}, stops{"no name": 2}},
		"nulls": {`{"Alias":"b","Alias":null,"Seed":2,"Seed":null,"Since":"9/3/2014","Since":null}`, readable{},
			stops{"no name": 4}},
		"nulls of values": {`{"Text":null,"Number":null,"Born":null}`, readable{}, stops{"Text": 1, "Number": 1, "Born": 1}},
		"escapes":         {`{"Text":"\u0061","Alias":"\u0062"}`, readable{Text: "a", Alias: full.Alias}, stops{"no name": 1}},
		"numbers as text": {`{"Number":"-1","Seed":" 2 "}`, readable{Number: -1, Seed: full.Seed}, stops{"Number": 1, "Seed": 1}},
		"whole numbers":   {`{"Number":-1.0,"Seed":2e0}`, readable{Number: -1, Seed: full.Seed}, stops{"Number": 1, "Seed": 1}},
		"text as numbers": {`{"Text":5,"Alias":6}`, readable{Text: "5", Alias: new("6")}, stops{"Text": 1, "Alias": 1}},
		"blank":           {`{"Text":" ","Seed":"","Born":"","Since":" "}`, readable{Text: " "}, stops{"Seed": 1, "Born": 1, "Since": 1}},
		"nested": {`{"Text":"b","Inner":[{"Text":"b"},{"Text":"c"}],"Text":"a"}`,
			readable{Text: "a", Inner: []readable{{Text: "b"}, {Text: "c"}}}, stops{"Inner": 1, "no name": 3}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			clear(stoppedAt)
			var got, byPlan readable
			require.NoError(t, jsoncodec.Unmarshal([]byte(test.body), &got, jsoncodec.Limits{}))
			require.Empty(t, cmp.Diff(test.want, got))
			require.Empty(t, cmp.Diff(test.stops, stoppedAt))
			require.NoError(t, jsoncodec.UnmarshalByPlan([]byte(test.body), &byPlan, jsoncodec.Limits{}))
			require.Empty(t, cmp.Diff(test.want, byPlan))
			require.Empty(t, cmp.Diff(test.stops, stoppedAt), "the plan needs no generated code")
		})
	}
}

// TestReaderAfterTheRowBefore: a member is followed by another one than in the row before, which had the same value.
func TestReaderAfterTheRowBefore(t *testing.T) {
	rows := []string{
		`{"Text":"a","Alias":"b","Number":1}`, `{"Text":"a","Number":2}`, `{"Text":"a"}`, `{"Text":"a","Alias":"b"}`,
		`{"Number":3,"Text":"a","Seed":4}`, `{"Number":3,"Text":"a","Seed":5}`, `{"Text":"a" ,"Number":6}`,
		`{"Text":"a","Text":"b","Alias":null}`, `{"Text":"a","Inner":[{"Text":"a","Alias":"b"}],"Number":7}`,
		`{"Text" : "a","Number":1}`, `{ "Text": "a" , "Alias" : "b"}`, `{"Text":5}`,
		`{"Seed":8,"Number":9,"Alias":"c\u0022","Text":"a\n"}`, `{"Seed":8,"Number":9,"Alias":"c\u0022","Text":"a\n"}`,
	}
	for i := range rows {
		for k := range rows {
			body := []byte("[" + rows[i] + "," + rows[k] + "," + rows[i] + "," + rows[i] + "," + rows[k] + "]")
			var got, byPlan []readable
			require.NoError(t, jsoncodec.Unmarshal(body, &got, jsoncodec.Limits{}))
			require.NoError(t, jsoncodec.UnmarshalByPlan(body, &byPlan, jsoncodec.Limits{}))
			require.Empty(t, cmp.Diff(byPlan, got), "%s", body)
		}
	}
}

// TestReaderLeavesErrorsToThePlan: errors have the same texts, paths and offsets with generated code.
func TestReaderLeavesErrorsToThePlan(t *testing.T) {
	for _, value := range []string{
		`1.5`, `"x"`, `[1]`, `{"A":1}`, `tru`, `nul`, `nullx`, `-`, `01`, `1x`, `"`, `"a`, `"\x"`, `"\ud800"`, "\"\n\"", "\"\xff\"", ``,
		`"a"{`, `"a"]`,
		`99999999999999999999`, `"99999999999999999999"`, `"13/13/2014"`,
	} {
		for _, name := range []string{"Text", "Alias", "Number", "Seed", "Born", "Since"} {
			body := []byte(`{"Inner":[{"Text":"a"},{"` + name + `":` + value + `}]}`)
			var got, want readable
			err := jsoncodec.Unmarshal(body, &got, jsoncodec.Limits{})
			require.Equal(t, jsoncodec.UnmarshalByPlan(body, &want, jsoncodec.Limits{}), err, "%s", body)
			require.Empty(t, cmp.Diff(want, got), "%s", body)
		}
	}
}

// TestReaderIsOutOfMemory: a reader fails where the plan does, whatever the limit.
func TestReaderIsOutOfMemory(t *testing.T) {
	body := []byte(`{"Inner":[{"Text":"abc","Alias":"def","Seed":1,"Since":"9/3/2014"},{"Text":"other","Seed":2}]}`)
	for limit := int64(1); ; limit += 8 {
		var got, want readable
		err := jsoncodec.Unmarshal(body, &got, jsoncodec.Limits{MaxMemory: limit})
		byPlan := jsoncodec.UnmarshalByPlan(body, &want, jsoncodec.Limits{MaxMemory: limit})
		if err == nil {
			require.NoError(t, byPlan)
			require.Empty(t, cmp.Diff(want, got))
			require.Greater(t, limit, int64(100))
			return
		}
		require.ErrorContains(t, err, "of memory")
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
			for _, unmarshal := range []func([]byte, any, jsoncodec.Limits) error{jsoncodec.Unmarshal, jsoncodec.UnmarshalByPlan} {
				var rows []readable
				require.NoError(t, unmarshal(body, &rows, jsoncodec.Limits{}))
				got := make([]string, len(rows))
				for i := range rows {
					got[i] = rows[i].Text
				}
				require.Empty(t, cmp.Diff(want, got))
			}
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
