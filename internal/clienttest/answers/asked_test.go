package answers

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/contract"
)

// rowAnswer is an answer to the request for the row 5. ROW stands for the name of the row.
type rowAnswer struct {
	json, xml string
	want      string // part of the error; "" when the row is there
}

const noRowID = "found nothing or an id below 1, expected the id of row 5"

var rowAnswers = map[string]rowAnswer{
	"an empty object":       {`{}`, ``, noRowID},
	"something else":        {`{"Message":"maintenance"}`, `<Message>maintenance</Message>`, noRowID},
	"another noun":          {`{"Other":{"Id":5}}`, `<Other><Id>5</Id></Other>`, noRowID},
	"a list":                {`{"ROWs":{"Results":[{"Id":5}]}}`, `<ROWs><Results><ROW><Id>5</Id></ROW></Results></ROWs>`, noRowID},
	"null":                  {`{"ROW":null}`, `<ROW i:nil="true"/>`, noRowID},
	"an empty row":          {`{"ROW":{}}`, `<ROW/>`, noRowID},
	"unknown members":       {`{"ROW":{"FutureX":1}}`, `<ROW><FutureX>1</FutureX></ROW>`, noRowID},
	"a row without id":      {`{"ROW":{"Name":"X"}}`, `<ROW><Name>X</Name></ROW>`, noRowID},
	"an id of nothing":      {`{"ROW":{"Id":null,"Name":"X"}}`, `<ROW><Id></Id><Name>X</Name></ROW>`, noRowID},
	"an id of 0":            {`{"ROW":{"Id":0}}`, `<ROW><Id>0</Id></ROW>`, noRowID},
	"an id below 0":         {`{"ROW":{"Id":-5}}`, `<ROW><Id>-5</Id></ROW>`, noRowID},
	"a row and then null":   {`{"ROW":{"Id":5},"ROW":null}`, `<ROW><Id>5</Id></ROW><ROW i:nil="true"/>`, noRowID},
	"another row":           {`{"ROW":{"Id":99}}`, `<ROW><Id>99</Id></ROW>`, "the answer holds row 99, the request asked for row 5"},
	"the row, then another": {`{"ROW":{"Id":5},"ROW":{"Id":99}}`, `<ROW><Id>5</Id></ROW><ROW><Id>99</Id></ROW>`, "holds row 99"},
	"the row":               {`{"ROW":{"Id":5}}`, `<ROW><Id>5</Id></ROW>`, ""},
	"the row, id last":      {`{"ROW":{"Name":"X","Id":5}}`, `<ROW><Name>X</Name><Id>5</Id></ROW>`, ""},
	"the id as text":        {`{"ROW":{"Id":"5"}}`, `<ROW><Id> 5 </Id></ROW>`, ""},
	"no Errors":             {`{"ROW":{"Id":5},"Errors":[]}`, `<ROW><Id>5</Id></ROW><Errors/>`, ""},
}

// of returns the body in a format with the name of a row, and with its letters in another case.
func (a rowAnswer) of(f tourney.Format, row string) (body, inOtherCase string) {
	body = a.json
	if f == tourney.FormatXML {
		body = clienttest.XML(a.xml)
	}
	swapped := strings.ReplaceAll(strings.ReplaceAll(body, "ROW", strings.ToLower(row)), `"Id"`, `"iD"`)
	return strings.ReplaceAll(body, "ROW", row), swapped
}

// TestRowsThatWereAskedFor: the answer to a detail request of the contract must hold the requested row.
func TestRowsThatWereAskedFor(t *testing.T) {
	for _, op := range contract.Operations() {
		if !op.ByID {
			continue
		}
		require.NotEmpty(t, op.Row, op.ID)
		noun, _, _ := strings.Cut(op.ID, ".")
		get := clienttest.Getters[strings.ToLower(noun)+"-get"]
		require.NotNil(t, get, op.ID)
		for name, a := range rowAnswers {
			for f := range clienttest.Formats {
				body, inOtherCase := a.of(f, op.Row)
				for _, body := range []string{body, inOtherCase} {
					t.Run(fmt.Sprint(op.ID, "/", name, "/", f), func(t *testing.T) {
						c, _ := clienttest.InFormat(t, f, body)
						got, err := get(t.Context(), c, 5)
						requireRow(t, a, op.Row, got, err)
					})
				}
			}
		}
	}
}

// requireRow requires the outcome of a request for the row 5.
func requireRow(t *testing.T, a rowAnswer, row string, got any, err error) {
	t.Helper()
	if a.want == "" {
		require.NoError(t, err)
		written, err := json.Marshal(got)
		require.NoError(t, err)
		require.Contains(t, string(written), `"Id":5`)
		return
	}
	var unreadable *tourney.DecodeError
	require.ErrorAs(t, err, &unreadable)
	require.Equal(t, "/"+row+"/Id", unreadable.Path)
	require.Equal(t, 200, unreadable.Status)
	require.ErrorContains(t, err, strings.ReplaceAll(a.want, "row ", strings.ToLower(row)+" "))
}

// TestRowsOnOtherPaths: the aliases of games have the same rule.
func TestRowsOnOtherPaths(t *testing.T) {
	for _, body := range []string{`{"Game":{"Id":99}}`, `{"Game":{}}`, `{"Bout":{"Id":5}}`} {
		c, h := clienttest.Serve(t, tourney.MultiSport, clienttest.Always(200, body))
		for path, get := range map[string]func(context.Context, int64, ...tourney.CallOption) (tourney.Game, error){
			"/api/v1/bouts": c.Bouts.Get, "/api/v1/races": c.Races.Get, "/api/v1/matchs": c.Matches.Get,
		} {
			game, err := get(t.Context(), 5)
			var unreadable *tourney.DecodeError
			require.ErrorAs(t, err, &unreadable, body)
			require.Zero(t, game)
			require.Equal(t, path, h.Requests()[len(h.Requests())-1].Path)
		}
	}
}

// TestAnotherRowWithoutChecks: a request that only WithoutChecks lets pass has the same rule.
func TestAnotherRowWithoutChecks(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Team":{"Id":7}}`), tourney.WithoutChecks())
	_, err := c.Teams.Get(t.Context(), 0)
	require.ErrorContains(t, err, "the answer holds team 7, the request asked for team 0")
}
