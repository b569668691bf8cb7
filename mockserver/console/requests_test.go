package console_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver"
)

// rowsOf returns the texts of the rows that have a key, without their numbers, times and durations.
func rowsOf(t *testing.T, page string) (rows []string) {
	t.Helper()
	for _, row := range keyedRows(t, page) {
		cells := strings.Fields(row)
		rows = append(rows, strings.Join(append(cells[2:5:5], cells[6:]...), " "))
	}
	return rows
}

// TestUnreadableBodiesInTheList: the list says what was wrong with a body, and not where.
func TestUnreadableBodiesInTheList(t *testing.T) {
	_, b := open(t)
	b.api(http.MethodPost, "/api/v1/teams", `{"Name":`)
	b.api(http.MethodPost, "/api/v1/teams", "<Team><Name>Owls</Name></Team>", "Content-Type", "application/xml")
	text := plain(t, b.get("requests").body)
	require.Contains(t, text, "found end of body")
	require.Contains(t, text, "found <Team>, expected <Request>")
	require.NotContains(t, text, "offset")
	b.api(http.MethodPut, "/api/v1/games", `{"HomeScore":1}`)
	require.Contains(t, plain(t, b.get("requests/3").body), "Field What was wrong id id ")
	for path, format := range map[string]string{"requests/1": "JSON.", "requests/2": "XML."} {
		require.Contains(t, plain(t, b.get(path).body), "The body has no value that can be read as "+format)
	}
}

// TestRequests: the first page lists the requests, newest first, and says in a few words what was wrong.
func TestRequests(t *testing.T) {
	srv, b := open(t)
	require.Contains(t, plain(t, b.get("requests").body), "No request has come yet")
	asked(b, srv)
	all := []string{
		"GET Venues.List 503 Service Unavailable fault f1",
		"PUT Games.Update 200 1 assumed",
		"PUT Games.Update 400 homescore must be a number … 1 ignored 3 assumed",
		"GET /api/v1/temas 404 no operation at this path … 3 assumed",
		"GET Teams.List 400 eventid must be an integer … 1 ignored 3 assumed",
		"GET Teams.List 200 5 assumed",
	}
	pick := func(rows ...int) (picked []string) {
		for _, i := range rows {
			picked = append(picked, all[i])
		}
		return picked
	}
	for query, want := range map[string][]string{
		"":                               all,
		"?op=Teams.List":                 pick(4, 5),
		"?answer=failed":                 pick(0, 2, 3, 4),
		"?answer=unmatched":              pick(3),
		"?answer=fault":                  pick(0),
		"?answer=ignored":                pick(2, 4),
		"?answer=400":                    pick(2, 4),
		"?q=TEMAS":                       pick(3),
		"?q=7016&answer=200":             pick(1),
		"?q=homescore+must":              pick(2),
		"?before=3":                      pick(4, 5),
		"?op=Teams.List&answer=400&q=oo": pick(4),
		"?q=zzz":                         nil,
	} {
		page := b.get("requests" + query)
		require.Equal(t, http.StatusOK, page.status, query)
		require.Empty(t, cmp.Diff(want, rowsOf(t, page.body)), query)
	}
	require.Contains(t, plain(t, b.get("requests?q=zzz").body), "No request passes the filter")
	require.Contains(t, plain(t, b.get("requests?op=Teams.List").body), "No. 1–2")
	require.Contains(t, b.get("requests/2?answer=failed").body, `href="../requests?answer=failed"`)
}

// TestRequestPages: a long journal has pages, which keep the filter.
func TestRequestPages(t *testing.T) {
	_, b := open(t)
	for i := range 120 {
		b.api(http.MethodGet, fmt.Sprintf("/api/v1/teams?eventid=1001&page=%d", i+1), "")
		b.api(http.MethodGet, "/api/v1/venues", "")
	}
	counts, _ := b.numbers("requests?op=Teams.List")
	require.Equal(t, []int{50, 50, 20}, counts)
	require.Contains(t, plain(t, b.get("requests?op=Teams.List&before=141").body), "No. 41–139 Next")
	require.Contains(t, b.get("requests?op=Teams.List&before=141").body, `href="./requests?op=Teams.List" rel="first"`)
}

// TestSecretsOfRequests: what the journal redacts is on no page.
func TestSecretsOfRequests(t *testing.T) {
	srv, b := open(t)
	keys, _ := srv.Accounts.Keys("")
	b.api(http.MethodPost, "/api/v1/authenticate", `{"Username":"director","Password":"`+mockserver.DefaultPassword+`"}`)
	b.api(http.MethodPost, "/api/v1/payments", `{"TeamId":101,"Payment":{"CreditCardNumber":"4111111111111111","CVV":"737"}}`,
		"Authorization", "Bearer "+keys.APISecret.Reveal())
	for _, path := range []string{"requests", "requests/1", "requests/2"} {
		_, body, _ := strings.Cut(b.get(path).body, "</head>") // the names of assets have digits of their own
		require.NotEmpty(t, body)
		for _, secret := range []string{mockserver.DefaultPassword, keys.APISecret.Reveal(), "4111111111111111", "737"} {
			require.NotContains(t, body, secret, path)
		}
	}
}

// TestWhenARequestCame: the list has the real time of a request, and the detail also that of the mock's clock.
func TestWhenARequestCame(t *testing.T) {
	srv, b := open(t)
	before := time.Now()
	b.api(http.MethodGet, "/api/v1/venues", "")
	arrived := srv.Calls.All("")[0].Arrived
	require.WithinRange(t, arrived, before, time.Now())
	list, detail := b.get("requests").body, plain(t, b.get("requests/1").body)
	require.Contains(t, plain(t, list), "1 "+arrived.Format("15:04:05")+" GET Venues.List")
	require.Contains(t, list, `datetime="`+arrived.Format("2006-01-02T15:04:05.000"))
	require.Regexp(t, ` (<0\.01|\d+\.\d\d)( |$)`, plain(t, list), "durations align")
	require.Contains(t, detail, "Arrived "+arrived.Format("Mon 2 Jan 2006, 15:04:05")+" Mock's clock Fri 12 Jun 2026, 23:00:00")
}
