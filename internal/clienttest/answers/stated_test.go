package answers

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/contract"
)

// listAnswer is an answer to a read of a list. LIST stands for the name of the list.
type listAnswer struct {
	json, xml string
	want      string // part of the error; "" when the answer is no error
	stated    bool
}

const onlyMessage = `found the members "Message", expected`

// listAnswers are the answers that mean the same for every list.
var listAnswers = map[string]listAnswer{
	"an empty object":     {json: `{}`},
	"nothing":             {json: `null`},
	"null":                {json: `{"LIST":null}`, xml: `<LIST i:nil="true"/>`},
	"Errors of null":      {json: `{"Errors":null}`, xml: `<Errors i:nil="true"/>`},
	"no Errors":           {json: `{"errors":[]}`, xml: `<errors/>`},
	"no Errors, no list":  {json: `{"Errors":[],"LIST":null}`, xml: `<Errors/><LIST i:nil="true"/>`},
	"null beside a text":  {json: `{"LIST":null,"Message":"x"}`, xml: `<LIST i:nil="true"/><Message>x</Message>`},
	"a message":           {json: `{"Message":"maintenance"}`, xml: `<Message>maintenance</Message>`, want: onlyMessage},
	"a message and Error": {json: `{"Errors":[],"Message":"x"}`, xml: `<Errors/><Message>x</Message>`, want: onlyMessage},
	"a member of null":    {json: `{"Message":null}`, xml: `<Message i:nil="true"/>`, want: onlyMessage},
	"another list":        {json: `{"Dogs":{"Results":[{"Id":1}]}}`, xml: `<Dogs><Results/></Dogs>`, want: `the members "Dogs", expected`},
	"a list elsewhere": {
		json: `{"Data":{"LIST":{"Results":[]}}}`, xml: `<Data><LIST><Results/></LIST></Data>`, want: `found the members "Data", expected`,
	},
	"another namespace": {
		json: `{"x:LIST":{"Results":[]}}`, xml: `<x:LIST xmlns:x="urn:x"><x:Results/></x:LIST>`, want: `found the members "x:LIST", expected`,
	},
	"many members": {
		json: `{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7}`, xml: `<a/><b/><c/><d/><e/><f/><g/>`,
		want: `found the members "a", "b", "c", "d", "e" and 2 more, expected`,
	},
	"a long name": {
		json: `{"` + strings.Repeat("n", 99) + `":1}`, xml: `<` + strings.Repeat("n", 99) + `/>`,
		want: `found the members "` + strings.Repeat("n", 40) + `…", expected`,
	},
	"a text for the list": {json: `{"LIST":"maintenance"}`, xml: `<LIST>maintenance</LIST>`, want: "expected"},
	"a text":              {json: `"maintenance"`, xml: `maintenance`, want: "expected"},
}

// wrapperAnswers are the answers with a wrapper, such as a page, around the rows. ROWS stands for the name of the rows.
var wrapperAnswers = map[string]listAnswer{
	"an empty wrapper": {json: `{"LIST":{}}`, xml: `<LIST/>`},
	"no rows":          {json: `{"LIST":{"ROWS":null}}`, xml: `<LIST><ROWS i:nil="true"/></LIST>`},
	"no rows and more": {json: `{"LIST":{"rows":null,"Foo":1}}`, xml: `<LIST><ROWS i:nil="true"/><Foo>1</Foo></LIST>`},
	"an empty list":    {json: `{"LIST":{"ROWS":[]}}`, xml: `<LIST><ROWS/></LIST>`, stated: true},
	"empty, with more": {json: `{"LIST":{"ROWS":[],"Foo":1},"Bar":2}`, xml: `<LIST><ROWS/><Foo>1</Foo></LIST><Bar>2</Bar>`, stated: true},
	"in other case":    {json: `{"list":{"rOWS":[]}}`, xml: `<list><rOWS/></list>`, stated: true},
	"another wrapper":  {json: `{"LIST":{"Foo":1}}`, xml: `<LIST><Foo>1</Foo></LIST>`, want: `/LIST: found the members "Foo", expected ROWS`},
	"Errors within":    {json: `{"LIST":{"Errors":null}}`, xml: `<LIST><Errors/></LIST>`, want: `members "Errors", expected ROWS`},
	"an array":         {json: `{"LIST":[]}`, xml: `<LIST>,</LIST>`, want: "/LIST"},
	"two lists":        {json: `{"LIST":{"ROWS":[]},"LIST":null}`, xml: `<LIST><ROWS/></LIST><LIST i:nil="true"/>`},
}

// pageAnswers are the answers with numbers of a page.
var pageAnswers = map[string]listAnswer{
	"a number":       {json: `{"LIST":{"Page":1}}`, xml: `<LIST><Page>1</Page></LIST>`, stated: true},
	"a page of 0":    {json: `{"LIST":{"Page":0,"PageSize":0,"Total":0}}`, xml: `<LIST><Page>0</Page><PageSize/><Total/></LIST>`},
	"no Results":     {json: `{"LIST":{"Results":null,"PageSize":50,"Total":0}}`, xml: `<LIST><PageSize>50</PageSize></LIST>`, stated: true},
	"an other thing": {json: `{"LIST":{"Rows":[]}}`, xml: `<LIST><Rows/></LIST>`, want: `"Rows", expected Results, Page, PageSize or Total`},
}

// sliceAnswers are the answers of lists without a wrapper.
var sliceAnswers = map[string]listAnswer{
	"an empty list":    {json: `{"LIST":[]}`, xml: `<LIST/>`, stated: true},
	"in other case":    {json: `{"list":[]}`, xml: `<list/>`, stated: true},
	"empty, with more": {json: `{"LIST":[],"Bar":2}`, xml: `<LIST/><Bar>2</Bar>`, stated: true},
	"an object":        {json: `{"LIST":{"Results":[]}}`, xml: `<LIST>,</LIST>`, want: "/LIST"},
}

// answersOf returns the answers of an operation, and the name of its rows.
func answersOf(op *contract.Operation) (answers map[string]listAnswer, rows string) {
	answers = maps.Clone(listAnswers)
	switch {
	case op.Paged:
		maps.Copy(answers, wrapperAnswers)
		maps.Copy(answers, pageAnswers)
		return answers, "Results"
	case op.ID == "Statistics.Leaders":
		maps.Copy(answers, wrapperAnswers)
		return answers, "Statistics"
	}
	maps.Copy(answers, sliceAnswers)
	return answers, ""
}

// TestListsThatWereAskedFor: the answer to a read of a list states the list, or is empty. Anything else is an error.
func TestListsThatWereAskedFor(t *testing.T) {
	lists := 0
	for _, op := range contract.Operations() {
		require.Equal(t, op.Method == "GET" && !op.ByID, len(op.Lists) > 0, op.ID)
		if len(op.Lists) == 0 {
			continue
		}
		noun, method, _ := strings.Cut(strings.ToLower(op.ID), ".")
		if method == "leaders" {
			method = "get"
		}
		answers, rows := answersOf(op)
		for _, list := range op.Lists {
			lists++
			names := strings.NewReplacer("LIST", list, "list", strings.ToLower(list),
				"ROWS", rows, "rows", strings.ToLower(rows), "rOWS", strings.ToUpper(rows))
			for name, a := range answers {
				for f := range clienttest.Formats {
					t.Run(fmt.Sprint(op.ID, "/", list, "/", name, "/", f), func(t *testing.T) {
						body := names.Replace(a.json)
						if f == tourney.FormatXML {
							body = clienttest.XML(names.Replace(a.xml))
						}
						c, _ := clienttest.InFormat(t, f, body)
						got, err := clienttest.Readers[noun+"-"+method](t.Context(), c)
						requireList(t, names.Replace(a.want), a.stated, got, err)
					})
				}
			}
		}
	}
	require.GreaterOrEqual(t, lists, 9)
}

// requireList requires the outcome of a read of a list.
func requireList(t *testing.T, want string, stated bool, got any, err error) {
	t.Helper()
	if want != "" {
		unreadable := clienttest.As[*tourney.DecodeError](t, err)
		require.Equal(t, 200, unreadable.Status)
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "maintenance\"}", "names only")
		return
	}
	require.NoError(t, err)
	require.Equal(t, stated, isStated(reflect.ValueOf(got)), "%+v", got)
}

// isStated reports what a list says of itself: a slice by being not nil.
func isStated(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Interface:
		return isStated(v.Elem())
	case reflect.Map:
		return isStated(v.MapIndex(v.MapKeys()[0]))
	case reflect.Slice:
		return !v.IsNil()
	}
	return !v.FieldByName("NotStated").Bool()
}

// TestStandingsWithColumnsAlone: the columns suffice to tell standings.
func TestStandingsWithColumnsAlone(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Columns":[{"Name":"Wins","Abbr":"W"}]}`))
	standings, err := c.Standings.Get(t.Context(), tourney.StandingsOptions{})
	require.NoError(t, err)
	require.False(t, standings.NotStated)
	require.Nil(t, standings.Groups)
	c, _ = clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Message":"maintenance"}`))
	_, err = c.Standings.Get(t.Context(), tourney.StandingsOptions{})
	require.ErrorContains(t, err, `/Groups: found the members "Message", expected Groups or Columns`)
}

// TestListingsOfSomethingElse: an answer without the list ends a listing with an error, in front and between pages.
func TestListingsOfSomethingElse(t *testing.T) {
	const first = `{"Teams":{"Results":[{"Id":1},{"Id":2}],"Page":1,"PageSize":2,"Total":6}}`
	for name, c := range map[string]struct {
		bodies []string
		rows   int
	}{
		"in front": {[]string{`{"Message":"maintenance"}`}, 0},
		"between":  {[]string{first, `{"Games":{"Results":[]}}`}, 2},
	} {
		for _, ahead := range []int{0, 4} {
			t.Run(fmt.Sprint(name, ahead), func(t *testing.T) {
				client, _ := clienttest.Serve(t, tourney.Soccer, pagesInOrder(c.bodies))
				rows, err := count(client.Teams.All(t.Context(), tourney.TeamListOptions{EventID: 1}, tourney.Prefetch(ahead)))
				unreadable := clienttest.As[*tourney.DecodeError](t, err)
				require.Equal(t, "/Teams", unreadable.Path)
				require.Equal(t, c.rows+1, rows)

				pages, err := count(client.Teams.Pages(t.Context(), tourney.TeamListOptions{EventID: 1}, tourney.Prefetch(ahead)))
				require.ErrorAs(t, err, &unreadable)
				require.Equal(t, len(c.bodies), pages)
			})
		}
	}
}

// TestPagesYieldWhatWasNotStated: a loop over Pages sees a first page that the host did not state, and no other empty
// page.
func TestPagesYieldWhatWasNotStated(t *testing.T) {
	for body, want := range map[string]int{`{}`: 1, `{"Teams":null}`: 1, `{"Teams":{"Results":[]}}`: 0} {
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, body))
		pages := 0
		for page, err := range c.Teams.Pages(t.Context(), tourney.TeamListOptions{EventID: 1}) {
			require.NoError(t, err)
			require.True(t, page.NotStated)
			pages++
		}
		require.Equal(t, want, pages, body)
		require.Len(t, h.Requests(), 1)
		for _, err := range c.Teams.Pages(t.Context(), tourney.TeamListOptions{EventID: 1}) {
			require.NoError(t, err)
			break // also when the only page was not stated
		}
		rows, err := count(c.Teams.All(t.Context(), tourney.TeamListOptions{EventID: 1}))
		require.NoError(t, err)
		require.Zero(t, rows)
	}
}

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
	unreadable := clienttest.As[*tourney.DecodeError](t, err)
	require.Equal(t, "/"+row+"/Id", unreadable.Path)
	require.Equal(t, 200, unreadable.Status)
	require.ErrorContains(t, err, strings.ReplaceAll(a.want, "row ", strings.ToLower(row)+" "))
}

// TestAnotherRowWithoutChecks: a request that only WithoutChecks lets pass has the same rule.
func TestAnotherRowWithoutChecks(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Team":{"Id":7}}`), tourney.WithoutChecks())
	_, err := c.Teams.Get(t.Context(), 0)
	require.ErrorContains(t, err, "the answer holds team 7, the request asked for team 0")
}
