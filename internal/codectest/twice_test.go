package codectest_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/codectest"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

type (
	cell struct {
		A, B  int
		Cells []cell
		Extra map[string]json.RawMessage `json:"-"`
	}
	twice struct {
		Cells    []cell
		Grid     [][]cell
		Pointers []*cell
		Few      *[]cell
		One      cell
		Pointer  *cell
		Seeds    []int
		Texts    []string
		Born     codectest.Date
		Amount   *codectest.Decimal
		Raw      json.RawMessage
		Raws     []json.RawMessage
		Own      own
	}

	// own reads itself, and keeps what its JSON does not name.
	own struct{ A, B *int }
)

func (o *own) UnmarshalJSON(raw []byte) error {
	type members own
	return json.Unmarshal(raw, (*members)(o))
}

// TestTheLastMemberCounts: of a member that comes twice nothing of the first value is left, not even where the second
// value says nothing. It holds for all readers.
func TestTheLastMemberCounts(t *testing.T) {
	for _, test := range []struct{ name, first, second string }{
		{"Cells", `[{"A":1}]`, `[{"B":2}]`},
		{"Cells", `[{"A":1,"Cells":[{"A":1}]},{"A":3,"x":{}}]`, `[{"B":2},{"Cells":[{"B":2},{}]},{"x":"y"},{}]`},
		{"Cells", `[{"A":1,"Cells":[{"A":2}],"Cells":[{"B":3}]}]`, `[{"Cells":[{"A":4}],"Cells":[{"B":5}]}]`},
		{"Cells", `[{"A":1}]`, `[]`},
		{"Cells", `[{"A":1}]`, `null`},
		{"Grid", `[[{"A":1}],[{"A":2}]]`, `[[],[{"B":2},{}],null]`},
		{"Pointers", `[{"A":1},{"A":2}]`, `[{"B":1},null,{}]`},
		{"Few", `[{"A":1}]`, `[{"B":2},{}]`},
		{"Few", `[{"A":1}]`, `null`},
		{"One", `{"A":1,"Cells":[{"A":1}],"x":"y"}`, `{"Cells":[{"B":2}]}`},
		{"Pointer", `{"A":1,"Cells":[{"A":1}],"x":"y"}`, `{"Cells":[{"B":2}]}`},
		{"Seeds", `[1,2,3]`, `[4,null]`},
		{"Texts", `["a","b"]`, `["",null,"c"]`},
		{"Born", `"9/3/2014"`, `null`},
		{"Born", `"9/3/2014"`, `"9/4/2014"`},
		{"Amount", `"1.50"`, `""`},
		{"Raw", `{"A":"1","B":"2"}`, `{"B":"3"}`},
		{"Raws", `["a","b"]`, `["c",null]`},
		{"Own", `{"A":1}`, `{"B":2}`},
	} {
		for reader, read := range map[string]func(body string) (v twice, err error){
			"JSON": func(body string) (v twice, err error) {
				err = jsoncodec.Unmarshal([]byte(body), &v, jsoncodec.Limits{})
				return v, err
			},
			"XML": func(body string) (v twice, err error) {
				err = xmlwire.Unmarshal(xmlwire.AppendNode(nil, "R", nodeOf(t, body)), &v, xmlwire.Limits{})
				return v, err
			},
			"Bind": func(body string) (v twice, err error) {
				err = record.Bind(nodeOf(t, body), &v)
				return v, err
			},
		} {
			second := `"` + test.name + `":` + test.second
			want, err := read(`{` + second + `}`)
			require.NoError(t, err)
			got, err := read(`{"` + test.name + `":` + test.first + `,` + second + `}`)
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(want, got), "%s: %s", reader, second)
		}
	}
}

// nodeOf reads JSON with all members of a name.
func nodeOf(t *testing.T, body string) node.Node {
	t.Helper()
	n, err := jsoncodec.ParseNode([]byte(body), jsoncodec.Limits{Doubles: true})
	require.NoError(t, err)
	return n
}
