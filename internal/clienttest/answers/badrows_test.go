package answers

import (
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/observe"
)

// badRow is a list whose rows can be left out, with a value that does not fit a row in JSON and in XML.
type badRow struct {
	bad, badXML, member, op string
	in                      any
}

// badName is the value for lists that rowsOf does not name.
var badName = badRow{bad: `"Name":[]`, badXML: `<Name><Short>X</Short></Name>`, member: "Name"}

// rowsOf are lists of rows.
var rowsOf = map[string]badRow{
	"/Teams/Results":     {`"Status":"soon"`, `<Status>soon</Status>`, "Status", "Teams.List", tourney.TeamListOptions{EventID: 1}},
	"/Divisions/Results": {`"Active":"soon"`, `<Active>soon</Active>`, "Active", "Divisions.List", tourney.DivisionListOptions{}},
	"/Games/Results":     {`"Time":"TBD"`, `<Time>TBD</Time>`, "Time", "Games.List", tourney.GameListOptions{}},
	"/Players/Results":   {`"ParentId":"soon"`, `<ParentId>soon</ParentId>`, "ParentId", "Players.List", tourney.PlayerListOptions{}},
	"/Events/Results":    {`"StartDate":"soon"`, `<StartDate>soon</StartDate>`, "StartDate", "Events.List", tourney.EventListOptions{}},
	"/Venues":            {`"Locations":"soon"`, `<Locations>soon</Locations>`, "Locations", "Venues.List", tourney.VenueListOptions{}},
}

// TestSkipBadRows: every list of rows hands out the readable rows and reports the others, in both formats. Without the
// option the page fails as a whole.
func TestSkipBadRows(t *testing.T) {
	var rows []string
	for _, op := range contract.Operations() {
		require.Equal(t, strings.HasSuffix(op.ID, ".List"), op.Rows != "", op.ID)
		if op.Rows == "" {
			continue
		}
		rows = append(rows, op.Rows)
		if _, named := rowsOf[op.Rows]; !named {
			c := badName
			c.op, c.in = op.ID, clienttest.Parameters[op.ID]
			rowsOf[op.Rows] = c
		}
	}
	slices.Sort(rows)
	require.Equal(t, slices.Sorted(maps.Keys(rowsOf)), rows)
	for path, c := range rowsOf {
		for f := range clienttest.Formats {
			t.Run(path+string(f), func(t *testing.T) {
				list, inPage, _ := strings.Cut(path[1:], "/")
				body := `[{"Id":1},{"Id":2,` + c.bad + `,"Name":"X"},{"Id":3}]`
				if inPage != "" {
					body = `{"Results":` + body + `,"Page":1,"PageSize":50,"Total":3}`
				}
				body = fmt.Sprintf(`{%q:%s}`, list, body)
				if f == tourney.FormatXML {
					body = `<R><Id>1</Id></R><R>` + c.badXML + `<Id>2</Id></R><R><Id>3</Id></R>`
					if inPage != "" {
						body = `<Page>1</Page><PageSize>50</PageSize><Results>` + body + `</Results><Total>3</Total>`
					}
					body = clienttest.XML("<" + list + ">" + body + "</" + list + ">")
				}
				client, _ := clienttest.InFormat(t, f, body)
				got, err := clienttest.Call(t.Context(), client, c.op, c.in)
				unreadable := clienttest.As[*tourney.DecodeError](t, err)
				require.Equal(t, path+"[1]/"+c.member, unreadable.Path)
				require.Empty(t, idsOf(got))

				got, err = clienttest.Call(t.Context(), client, c.op, c.in, tourney.SkipBadRows())
				require.Equal(t, []int64{1, 3}, idsOf(got))
				bad := clienttest.As[*tourney.BadRowsError](t, err)
				require.ErrorIs(t, err, tourney.ErrBadRows)
				require.NotErrorIs(t, err, tourney.ErrInvalid)
				require.NoError(t, bad.Err)
				require.Equal(t, 1, bad.Count)
				want := tourney.BadRow{Page: min(len(inPage), 1), Index: 1, ID: 2, Path: path + "[1]/" + c.member}
				require.Empty(t, cmp.Diff([]tourney.BadRow{want}, bad.Rows,
					cmpopts.IgnoreUnexported(tourney.BadRow{}), cmpopts.IgnoreFields(tourney.BadRow{}, "Err")))
				require.Equal(t, unreadable.Err.Error(), bad.Rows[0].Err.Error(), "the error that the page would have had")
				require.ErrorContains(t, err, bad.Rows[0].Err.Error())
				require.Contains(t, bad.Rows[0].Excerpt(), c.member)
				require.Contains(t, body, bad.Rows[0].Excerpt())
			})
		}
	}
}

// idsOf returns the ids of a list of rows, or of a page of them.
func idsOf(list any) (ids []int64) {
	rows := reflect.ValueOf(list)
	if rows.Kind() == reflect.Struct {
		rows = rows.FieldByName("Results")
	}
	for i := range rows.Len() {
		ids = append(ids, rows.Index(i).FieldByName("ID").Int())
	}
	return ids
}

// TestListingsWithBadRows: All and Pages yield the readable rows, and the error once and last.
func TestListingsWithBadRows(t *testing.T) {
	page := func(total int, ids ...int64) string {
		return clienttest.GamesPage(ids, fmt.Sprintf(`,"PageSize":2,"Total":%d`, total))
	}
	type outcome struct {
		IDs    []int64
		Bad    []int64
		Pages  []int // of the bad rows
		Asked  int
		Failed string
	}
	for name, c := range map[string]struct {
		bodies []string
		want   outcome
	}{
		"one bad row":             {[]string{page(3, 1, -2), page(3, 3)}, outcome{[]int64{1, 3}, []int64{2}, []int{1}, 2, ""}},
		"one on each page":        {[]string{page(4, 1, -2), page(4, -3, 4)}, outcome{[]int64{1, 4}, []int64{2, 3}, []int{1, 2}, 2, ""}},
		"a page of them in front": {[]string{page(3, -1, 0), page(3, 3)}, outcome{[]int64{3}, []int64{1, 0}, []int{1, 1}, 2, ""}},
		"nothing else":            {[]string{page(2, -1, -2)}, outcome{nil, []int64{1, 2}, []int{1, 1}, 1, ""}},
		"a row too few":           {[]string{page(4, 1, -2), page(4, 3)}, outcome{[]int64{1, 3}, []int64{2}, []int{1}, 2, "list changed"}},
		"a page that fails":       {[]string{page(4, 1, -2), `{`}, outcome{[]int64{1}, []int64{2}, []int{1}, 2, "cannot read the answer"}},
		"the same page for ever":  {[]string{clienttest.GamesPage([]int64{0, -2}, "")}, outcome{nil, []int64{0, 2}, []int{1, 1}, 2, ""}},
		"a page again, with rows": {[]string{clienttest.GamesPage([]int64{1, 0, 3}, "")}, outcome{[]int64{1, 3}, []int64{0}, []int{1}, 2, ""}},
	} {
		for _, n := range []int{0, 4} {
			t.Run(fmt.Sprint(name, n), func(t *testing.T) {
				client, h := clienttest.Serve(t, tourney.Soccer, nil, tourney.WithRetry(tourney.Retry{}))
				h.Answers = pagesInOrder(c.bodies)
				ids, err := clienttest.Collect(t, client, tourney.GameListOptions{}, tourney.SkipBadRows(), tourney.Prefetch(n))
				bad := clienttest.As[*tourney.BadRowsError](t, err)
				got := outcome{IDs: ids, Asked: len(h.Requests())}
				for _, row := range bad.Rows {
					got.Bad, got.Pages = append(got.Bad, row.ID), append(got.Pages, row.Page)
				}
				if bad.Err != nil {
					got.Failed = c.want.Failed
					require.ErrorContains(t, bad.Err, c.want.Failed)
					require.ErrorIs(t, err, bad.Err)
				}
				require.Empty(t, cmp.Diff(c.want, got))
				require.Equal(t, len(got.Bad), bad.Count)
			})
		}
	}
}

// pagesInOrder answers each page with its body, and the last one for all pages after it.
func pagesInOrder(bodies []string) []httpmock.Responder {
	return clienttest.One(func(req *http.Request) (*http.Response, error) {
		var number int
		_, _ = fmt.Sscan(req.URL.Query().Get("page"), &number)
		return clienttest.Reply(200, bodies[min(max(number, 1), len(bodies))-1])(req)
	})
}

// TestPagesWithBadRows: Pages yields pages with the readable rows, ResponseInto and BodyInto describe each, and a loop that
// ends early gets no error.
func TestPagesWithBadRows(t *testing.T) {
	bodies := []string{clienttest.GamesPage([]int64{1, -2}, `,"PageSize":2,"Total":4`),
		clienttest.GamesPage([]int64{-3, -4}, `,"PageSize":2,"Total":4`)}
	client, h := clienttest.Serve(t, tourney.Soccer, pagesInOrder(bodies))
	var response tourney.Response
	var body []byte
	var sizes []int
	var last error
	for page, err := range client.Games.Pages(t.Context(), tourney.GameListOptions{}, tourney.SkipBadRows(),
		tourney.ResponseInto(&response), tourney.BodyInto(&body), tourney.Prefetch(2)) {
		require.NoError(t, last)
		if last = err; err == nil {
			require.Equal(t, bodies[len(sizes)], string(body))
			require.Equal(t, 200, response.Status)
			require.False(t, page.NotStated)
			require.False(t, len(page.Results) == 0 && page.More())
			sizes = append(sizes, len(page.Results))
		}
	}
	require.Equal(t, []int{1, 0}, sizes)
	require.ErrorIs(t, last, tourney.ErrBadRows)
	require.ErrorContains(t, last, "3 rows cannot be read: /Games/Results[1]/Time")
	require.ErrorContains(t, last, "; page 2: /Games/Results[0]/Time")
	require.Len(t, h.Requests(), 2)
	for _, err := range client.Games.Pages(t.Context(), tourney.GameListOptions{}, tourney.SkipBadRows()) {
		require.NoError(t, err)
		break
	}
	page, err := client.Games.List(t.Context(), tourney.GameListOptions{Page: 2}, tourney.SkipBadRows())
	bad := clienttest.As[*tourney.BadRowsError](t, err)
	require.Equal(t, 2, bad.Rows[0].Page)
	require.NotNil(t, page.Results)
}

// TestSkipBadRowsOfWholePages: the option changes nothing about answers without such rows, or with other errors.
func TestSkipBadRowsOfWholePages(t *testing.T) {
	for _, body := range []string{
		clienttest.GamesPage([]int64{1, 2}, ""), `{}`, `{"Games":null}`, `{"Message":"x"}`, `{"Games":{"Results":[{"Time":"TBD"}],"Total":"x"}}`,
		`{"Games":{"Results":[{"Time":"TBD"}]}`, `{"Games":{"Results":[{"Time":"TBD"]}}`, `<html>`,
		`{"Games":{"Results":[{"Time":"TBD"}]},"Errors":[{"Code":5}]}`,
	} {
		client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, body), tourney.WithRetry(tourney.Retry{}))
		want, wrong := client.Games.List(t.Context(), tourney.GameListOptions{})
		got, err := client.Games.List(t.Context(), tourney.GameListOptions{}, tourney.SkipBadRows())
		require.Empty(t, cmp.Diff(want, got), body)
		require.NotErrorIs(t, err, tourney.ErrBadRows, body)
		require.Equal(t, wrong == nil, err == nil, body)
	}
}

// TestListOptionsAreNoCallOptions: a call that reads no list does not compile with them.
func TestListOptionsAreNoCallOptions(t *testing.T) {
	for _, o := range []tourney.ListOption{
		tourney.SkipBadRows(), tourney.Prefetch(2), tourney.MaxRows(9),
	} {
		require.NotImplements(t, (*tourney.CallOption)(nil), o)
	}
}

// TestBadRowsAreBounded: an error about many long rows stays short.
func TestBadRowsAreBounded(t *testing.T) {
	bodyOf := func(id, rows int) string {
		row := fmt.Sprintf(`{"Id":%d,%q:1,"Time":%q},`, id, strings.Repeat("n", 9999), strings.Repeat("x", 9999))
		return `{"Games":{"Results":[` + strings.Repeat(row, rows) + `{"Id":1}]}}`
	}
	client, _ := clienttest.Serve(t, tourney.Soccer, pagesInOrder([]string{bodyOf(7, 150), bodyOf(8, 60)}))
	page, err := client.Games.List(t.Context(), tourney.GameListOptions{}, tourney.SkipBadRows())
	bad := clienttest.As[*tourney.BadRowsError](t, err)
	require.Len(t, page.Results, 1)
	require.Equal(t, 150, bad.Count)
	require.Len(t, bad.Rows, 100)
	require.Less(t, len(err.Error()), 1000)
	require.ErrorContains(t, err, "; and 147 more")
	for _, row := range bad.Rows {
		require.LessOrEqual(t, len(row.Excerpt()), 512)
		require.Less(t, len(row.Err.Error()), 300)
	}
	ids, err := clienttest.Collect(t, client, tourney.GameListOptions{}, tourney.SkipBadRows())
	require.ErrorAs(t, err, &bad)
	require.Equal(t, []int64{1}, ids)
	require.Len(t, bad.Rows, 100, "of all pages")
	require.Greater(t, bad.Count, 150)
}

// TestObserversOfBadRows: observers learn that the answer could not be decoded as a whole.
func TestObserversOfBadRows(t *testing.T) {
	var ended []observe.OperationEnd
	client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, clienttest.GamesPage([]int64{1, -2}, "")),
		clienttest.Ends(&ended))
	_, err := client.Games.List(t.Context(), tourney.GameListOptions{}, tourney.SkipBadRows())
	require.ErrorIs(t, err, tourney.ErrBadRows)
	require.Len(t, ended, 1)
	require.Equal(t, observe.ErrorDecode, ended[0].Error)
}

// TestBadRowsErrorCounts: the text of the error counts as people do.
func TestBadRowsErrorCounts(t *testing.T) {
	for count, want := range map[int]string{1: "tourney: Games.List: 1 row cannot be read", 2: "tourney: Games.List: 2 rows cannot be read"} {
		require.EqualError(t, &tourney.BadRowsError{Op: "Games.List", Count: count}, want)
	}
}
