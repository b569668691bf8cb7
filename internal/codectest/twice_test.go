package codectest_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/codectest"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// own reads itself, and keeps what its JSON does not name.
type own struct{ A, B *int }

func (o *own) UnmarshalJSON(raw []byte) error {
	type members own
	return json.Unmarshal(raw, (*members)(o))
}

// TestTheLastMemberCounts: of a member that comes twice nothing of the first value is left, not even where the second
// value says nothing. It holds for all readers.
func TestTheLastMemberCounts(t *testing.T) {
	type row struct {
		codectest.Team

		Own own
	}
	for _, test := range []struct{ name, first, second string }{
		{"Players", `[{"City":"a"}]`, `[{"Latitude":2}]`},
		{"Players", `[{"City":"a","x":{}},{"City":"b"}]`, `[{"x":"y"},{"Latitude":2},{}]`},
		{"Players", `[{"City":"a"}]`, `[]`},
		{"Players", `[{"City":"a"}]`, `null`},
		{"Next", `{"Id":1,"Players":[{"City":"a"}]}`, `{"Players":[{"City":"a"}],"Players":[{"Latitude":2}]}`},
		{"Address", `{"City":"a","x":"y"}`, `{"Latitude":2}`},
		{"Home", `{"City":"a","x":"y"}`, `{"Latitude":2}`},
		{"Grid", `[[1,2],[3]]`, `[[],[null,4],null]`},
		{"Birthdate", `"9/3/2014"`, `null`},
		{"Amount", `"1.50"`, `""`},
		{"Raw", `{"A":"1","B":"2"}`, `{"B":"3"}`},
		{"Own", `{"A":1}`, `{"B":2}`},
	} {
		read := func(body string) (inJSON, inXML, bound row) {
			n, err := jsoncodec.ParseNode([]byte(body), jsoncodec.Limits{Doubles: true})
			require.NoError(t, err)
			require.NoError(t, jsoncodec.Unmarshal([]byte(body), &inJSON, jsoncodec.Limits{}))
			require.NoError(t, xmlwire.Unmarshal(xmlwire.AppendNode(nil, "R", n), &inXML, xmlwire.Limits{}))
			require.NoError(t, record.Bind(n, &bound))
			return inJSON, inXML, bound
		}
		second := `"` + test.name + `":` + test.second
		inJSON, inXML, bound := read(`{` + second + `}`)
		inJSON2, inXML2, bound2 := read(`{"` + test.name + `":` + test.first + `,` + second + `}`)
		require.Empty(t, cmp.Diff(inJSON, inJSON2), "JSON: %s", second)
		require.Empty(t, cmp.Diff(inXML, inXML2), "XML: %s", second)
		require.Empty(t, cmp.Diff(bound, bound2), "Bind: %s", second)
	}
}
