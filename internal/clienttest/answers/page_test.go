package answers

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/reconcile"
)

// asked returns the page parameters of the requests.
func asked(h *clienttest.Host) []string {
	var pages []string
	for _, r := range h.Requests() {
		pages = append(pages, r.Query.Get("page"))
	}
	return pages
}

func TestListings(t *testing.T) {
	for name, c := range map[string]struct {
		list  clienttest.ListHost
		opts  tourney.GameListOptions
		want  []int64
		asked []string
	}{
		"one page":              {clienttest.ListHost{IDs: upTo(3)}, tourney.GameListOptions{}, upTo(3), []string{"1"}},
		"the default page size": {clienttest.ListHost{IDs: upTo(120)}, tourney.GameListOptions{}, upTo(120), []string{"1", "2", "3"}},
		"a full last page":      {clienttest.ListHost{IDs: upTo(6)}, tourney.GameListOptions{PageSize: 3}, upTo(6), []string{"1", "2"}},
		"nothing":               {clienttest.ListHost{}, tourney.GameListOptions{}, nil, []string{"1"}},
		"a clamped page size": {clienttest.ListHost{IDs: upTo(7), Clamp: 2}, tourney.GameListOptions{PageSize: 1000},
			upTo(7), []string{"1", "2", "3", "4"}},
		"a start page": {clienttest.ListHost{IDs: upTo(7)}, tourney.GameListOptions{Page: 2, PageSize: 3}, []int64{4, 5, 6, 7},
			[]string{"2", "3"}},
		"a start past the end": {clienttest.ListHost{IDs: upTo(3)}, tourney.GameListOptions{Page: 9}, nil, []string{"9"}},
		"no word of sizes": {clienttest.ListHost{IDs: upTo(5), Wordless: true}, tourney.GameListOptions{PageSize: 2},
			upTo(5), []string{"1", "2", "3", "4"}},
		"rows without an id": {clienttest.ListHost{IDs: []int64{0, 0, 1}}, tourney.GameListOptions{}, []int64{0, 0, 1}, []string{"1"}},
		"a host that says page 1 for ever": {clienttest.ListHost{IDs: upTo(5), Answer: func(page, size int) httpmock.Responder {
			return clienttest.Reply(200, clienttest.PageBody(upTo(5)[(page-1)*2:min(page*2, 5)], 1, 2, 5, false))
		}}, tourney.GameListOptions{PageSize: 2}, upTo(5), []string{"1", "2", "3"}},
		"the last page for ever": {clienttest.ListHost{IDs: upTo(4), Answer: func(page, size int) httpmock.Responder {
			return clienttest.Reply(200, clienttest.PageBody(upTo(4)[min(page-1, 1)*2:][:2], page, 2, 0, true))
		}}, tourney.GameListOptions{PageSize: 2}, upTo(4), []string{"1", "2", "3"}},
		"one row to a page": {clienttest.ListHost{IDs: upTo(3)}, tourney.GameListOptions{PageSize: 1}, upTo(3), []string{"1", "2", "3"}},
	} {
		t.Run(name, func(t *testing.T) {
			client, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(c.list.Respond))
			ids, err := clienttest.Collect(t, client, c.opts)
			require.NoError(t, err)
			require.Equal(t, c.want, ids)
			require.Equal(t, c.asked, asked(h))
		})
	}
}

// TestListingsStartAnew: each range over a listing begins a new walk.
func TestListingsStartAnew(t *testing.T) {
	list := clienttest.ListHost{IDs: upTo(5)}
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(list.Respond))
	games := c.Games.All(t.Context(), tourney.GameListOptions{PageSize: 2})
	require.Empty(t, h.Requests(), "nothing is asked before it is ranged over")
	for range 2 {
		var ids []int64
		for game, err := range games {
			require.NoError(t, err)
			ids = append(ids, game.ID)
		}
		require.Equal(t, upTo(5), ids)
	}
	require.Equal(t, []string{"1", "2", "3", "1", "2", "3"}, asked(h))
}

// TestListingsLeaveTheirOptionsAlone: changes of all options after the call of All change neither the listing nor, by the
// listing, the options.
func TestListingsLeaveTheirOptionsAlone(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(func(req *http.Request) (*http.Response, error) {
		page := req.URL.Query().Get("page")
		return clienttest.Reply(200, `{"Teams":{"Results":[{"Id":`+page+`}],"Page":`+page+`,"PageSize":1,"Total":3}}`)(req)
	}))
	paid, ids, opts := true, []int64{1, 2}, []tourney.ListOption{tourney.WithHeader("X-Desk", "1")}
	options := tourney.TeamListOptions{PageSize: 1, EventID: 3, Paid: &paid, TeamIDs: ids}
	teams := c.Teams.All(t.Context(), options, opts...)
	options.EventID, paid, ids[0], opts[0] = 4, false, 9, tourney.WithHeader("X-Desk", "2")
	for _, err := range teams {
		require.NoError(t, err)
	}
	require.Equal(t, tourney.TeamListOptions{PageSize: 1, EventID: 4, Paid: &paid, TeamIDs: ids}, options)
	require.Len(t, h.Requests(), 3)
	for i, r := range h.Requests() {
		require.Equal(t, fmt.Sprintf("eventid=3&page=%d&pagesize=1&paid=true&teamids=1%%2C2", i+1), r.Query.Encode())
		require.Equal(t, "1", r.Header.Get("X-Desk"))
	}
}

func TestAnErrorIsYieldedOnceAndLast(t *testing.T) {
	list := clienttest.ListHost{IDs: upTo(9), Answer: func(page, _ int) httpmock.Responder {
		if page == 3 {
			return clienttest.Reply(403, ``)
		}
		return nil
	}}
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(list.Respond))
	ids, err := clienttest.Collect(t, c, tourney.GameListOptions{PageSize: 2})
	require.ErrorIs(t, err, tourney.ErrForbidden)
	require.Equal(t, upTo(4), ids, "what came before the error counts")
	require.Len(t, h.Requests(), 3)

	pages, failures := 0, 0
	for page, err := range c.Games.Pages(t.Context(), tourney.GameListOptions{PageSize: 2}) {
		if err != nil {
			failures++
			require.Zero(t, page)
			continue
		}
		require.Zero(t, failures)
		pages++
	}
	require.Equal(t, []int{2, 1}, []int{pages, failures})
}

// TestCollect: the rows before an error come beside it, and a later row is not taken.
func TestCollect(t *testing.T) {
	forbidden := failingOn(3, http.StatusForbidden)
	for name, c := range map[string]struct {
		respond httpmock.Responder
		opts    []tourney.ListOption
		want    []int64
		err     error
	}{
		"all rows":          {(&clienttest.ListHost{IDs: upTo(5)}).Respond, nil, upTo(5), nil},
		"nothing":           {(&clienttest.ListHost{}).Respond, nil, nil, nil},
		"an error":          {forbidden.RoundTrip, nil, upTo(6), tourney.ErrForbidden},
		"a list that moved": {clienttest.Reply(200, clienttest.PageBody(upTo(2), 1, 2, 9, false)), nil, upTo(2), tourney.ErrListChanged},
		"bad rows": {clienttest.Reply(200, clienttest.GamesPage([]int64{1, -2, 3}, "")), []tourney.ListOption{tourney.SkipBadRows()},
			[]int64{1, 3}, tourney.ErrBadRows},
	} {
		t.Run(name, func(t *testing.T) {
			client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(c.respond))
			games, err := tourney.Collect(client.Games.All(t.Context(), tourney.GameListOptions{}, c.opts...))
			require.ErrorIs(t, err, c.err)
			var ids []int64
			for _, game := range games {
				ids = append(ids, game.ID)
			}
			require.Equal(t, c.want, ids)
		})
	}
	enough := errors.New("enough")
	rows, err := tourney.Collect(func(yield func(int, error) bool) {
		_ = yield(1, nil) && yield(2, enough) && yield(3, nil)
	})
	require.ErrorIs(t, err, enough)
	require.Equal(t, []int{1}, rows)
	_, err = tourney.Collect[tourney.Game](nil)
	require.EqualError(t, err, "tourney: Collect: the iterator is nil: pass what a method such as Teams.All returns")
}

func TestBreakStopsFetching(t *testing.T) {
	list := clienttest.ListHost{IDs: upTo(9)}
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(list.Respond))
	for game, err := range c.Games.All(t.Context(), tourney.GameListOptions{PageSize: 3}) {
		require.NoError(t, err)
		if game.ID == 3 {
			break // the last row of a page: the next one must not be fetched for it
		}
	}
	require.Len(t, h.Requests(), 1)
	for _, err := range c.Games.Pages(t.Context(), tourney.GameListOptions{PageSize: 3}) {
		require.NoError(t, err)
		break
	}
	require.Len(t, h.Requests(), 2)
}

func TestPagesAreAsTheHostSentThem(t *testing.T) {
	list := clienttest.ListHost{IDs: []int64{1, 2, 2, 3, 4}}
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(list.Respond))
	var got []string
	for page, err := range c.Games.Pages(t.Context(), tourney.GameListOptions{PageSize: 2}) {
		if err != nil {
			require.ErrorIs(t, err, tourney.ErrListChanged, "4 of 5 rows came")
			break
		}
		var ids []int64
		for _, game := range page.Results {
			ids = append(ids, game.ID)
		}
		got = append(got, fmt.Sprint(page.Page, page.PageSize, page.Total, ids, page.More()))
	}
	require.Equal(t, []string{"1 2 5 [1 2] true", "2 2 5 [2 3] true", "3 2 5 [4] false"}, got)
}

// TestRowsThatDoNotAddUpAreReported: a constant Total does not prove that every row came.
func TestRowsThatDoNotAddUpAreReported(t *testing.T) {
	for name, c := range map[string]struct {
		list clienttest.ListHost
		ids  []int64
	}{
		"rows on two pages": {clienttest.ListHost{IDs: []int64{1, 2, 3, 3, 4, 1}}, upTo(4)},
		"a host that ignores pages": {clienttest.ListHost{Answer: func(int, int) httpmock.Responder {
			return clienttest.Reply(200, clienttest.PageBody(upTo(2), 1, 2, 4, false))
		}}, upTo(2)},
		"an empty page before Total": {clienttest.ListHost{Answer: func(page, _ int) httpmock.Responder {
			return clienttest.Reply(200, clienttest.PageBody(upTo(9)[:max(0, 6-3*page)], page, 3, 9, false))
		}}, upTo(3)},
		"fewer rows than the page size that comes back": {clienttest.ListHost{Answer: func(int, int) httpmock.Responder {
			return clienttest.Reply(200, clienttest.PageBody(upTo(10), 1, 50, 12, false))
		}}, upTo(10)},
		"a total that comes back": {clienttest.ListHost{Answer: func(page, _ int) httpmock.Responder {
			return clienttest.Reply(200, clienttest.PageBody([]int64{int64(3*page - 2), int64(3*page - 1), int64(3 * page)}, page, 3,
				[]int{9, 8, 9}[page-1], false))
		}}, upTo(9)},
	} {
		t.Run(name, func(t *testing.T) {
			client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(c.list.Respond))
			ids, err := clienttest.Collect(t, client, tourney.GameListOptions{PageSize: 3})
			require.ErrorIs(t, err, tourney.ErrListChanged)
			require.Equal(t, c.ids, ids, "the rows are not withheld")
		})
	}
}

// TestListingsThatGoInCirclesEnd: some hosts send different pages without new rows for ever.
func TestListingsThatGoInCirclesEnd(t *testing.T) {
	const wordless = -1
	for name, c := range map[string]struct {
		circle []int64            // the ids, one to a page, over and over
		size   int                // PageSize that comes back
		total  func(page int) int // Total that comes back
		want   []int64
		asked  int
		err    error
	}{
		"no word of sizes":      {[]int64{1, 2}, wordless, nil, upTo(2), 3, nil},
		"a circle of three":     {[]int64{1, 2, 3}, wordless, nil, upTo(3), 4, nil},
		"no Total":              {[]int64{1, 2}, 1, func(int) int { return 0 }, upTo(2), 3, nil},
		"no PageSize":           {[]int64{1, 2}, 0, func(int) int { return 9 }, upTo(2), 3, tourney.ErrListChanged},
		"a Total":               {[]int64{1, 2}, 1, func(int) int { return 4 }, upTo(2), 4, tourney.ErrListChanged},
		"a huge Total":          {[]int64{1, 2}, 1, func(int) int { return math.MaxInt - 1 }, upTo(2), 5, tourney.ErrListChanged},
		"a Total that runs off": {[]int64{1, 2}, 1, func(page int) int { return page + 1 }, upTo(2), 5, tourney.ErrListChanged},
		"old pages in between":  {[]int64{1, 2, 1, 2, 3}, 1, func(int) int { return 5 }, upTo(3), 5, tourney.ErrListChanged},
		"rows without an id":    {[]int64{0, 1, 0, 2}, 1, func(int) int { return 4 }, []int64{0, 1, 0, 2}, 4, nil},
	} {
		t.Run(name, func(t *testing.T) {
			for _, n := range ahead {
				list := clienttest.ListHost{Answer: func(page, _ int) httpmock.Responder {
					if page > 30 {
						return clienttest.Reply(500, ``) // it would go on for ever
					}
					ids := []int64{c.circle[(page-1)%len(c.circle)]}
					if c.size == wordless {
						return clienttest.Reply(200, clienttest.PageBody(ids, 0, 0, 0, true))
					}
					return clienttest.Reply(200, clienttest.PageBody(ids, page, c.size, c.total(page), false))
				}}
				client, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(list.Respond))
				ids, err := clienttest.Collect(t, client, tourney.GameListOptions{}, tourney.Prefetch(n))
				require.ErrorIs(t, err, c.err)
				require.Equal(t, c.want, ids, "Prefetch(%d)", n)
				if n < 2 {
					require.Len(t, asked(h), c.asked)
				}
			}
		})
	}
}

func TestBreakBeforeTheEndReportsNoChange(t *testing.T) {
	list := clienttest.ListHost{IDs: upTo(6), Change: func(_ int,
		h *clienttest.ListHost) {
		h.IDs = append(h.IDs, int64(len(h.IDs)+1))
	}}
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(list.Respond))
	for _, err := range c.Games.All(t.Context(), tourney.GameListOptions{PageSize: 1}) {
		require.NoError(t, err)
		break
	}
	ids, err := clienttest.Collect(t, c, tourney.GameListOptions{PageSize: 100})
	require.NoError(t, err, "one page cannot change while it is read")
	require.NotEmpty(t, ids)
}

// TestEveryListingWalksItsOwnList: the paged services share the walk, but each has its own path.
func TestEveryListingWalksItsOwnList(t *testing.T) {
	for _, c := range []struct {
		path, wrapper string
		walk          func(*tourney.Client) (int, error)
	}{
		{"/api/v1/teams", "Teams", func(c *tourney.Client) (int, error) {
			return count(c.Teams.All(t.Context(), tourney.TeamListOptions{PageSize: 1, EventID: 1}, tourney.Include("Kits")))
		}},
		{"/api/v1/divisions", "Divisions", func(c *tourney.Client) (int, error) {
			return count(c.Divisions.All(t.Context(), tourney.DivisionListOptions{PageSize: 1, EventID: 1}, tourney.Include("Kits")))
		}},
		{"/api/v1/games", "Games", func(c *tourney.Client) (int, error) {
			return count(c.Games.All(t.Context(), tourney.GameListOptions{PageSize: 1, EventID: 1}, tourney.Include("Kits")))
		}},
		{"/api/v1/bouts", "Games", func(c *tourney.Client) (int, error) {
			return count(c.Bouts.All(t.Context(), tourney.GameListOptions{PageSize: 1, EventID: 1}, tourney.Include("Kits")))
		}},
		{"/api/v1/events", "Events", func(c *tourney.Client) (int, error) {
			return count(c.Events.All(t.Context(), tourney.EventListOptions{PageSize: 1}, tourney.Include("Kits")))
		}},
		{"/api/v1/players", "Players", func(c *tourney.Client) (int, error) {
			return count(c.Players.All(t.Context(), tourney.PlayerListOptions{PageSize: 1, EventID: 1}, tourney.Include("Kits")))
		}},
	} {
		client, h := clienttest.Serve(t, tourney.MultiSport, clienttest.One(func(req *http.Request) (*http.Response, error) {
			page := req.URL.Query().Get("page")
			return clienttest.Reply(200, fmt.Sprintf(`{%q:{"Results":[{"Id":%s}],"Page":%s,"PageSize":1,"Total":3}}`, c.wrapper, page, page))(req)
		}))
		rows, err := c.walk(client)
		require.NoError(t, err, c.path)
		require.Equal(t, 3, rows, c.path)
		require.Equal(t, []string{"1", "2", "3"}, asked(h))
		for _, r := range h.Requests() {
			require.Equal(t, c.path, r.Path)
			require.Equal(t, "Kits", r.Query.Get("includes"), "the call options go with every page")
			require.Equal(t, c.wrapper != "Events", r.Query.Get("eventid") == "1")
		}
	}
}

// TestMoreNeverOverflows: a host may send any numbers, and More computes as if integers had no limit.
func TestMoreNeverOverflows(t *testing.T) {
	wide := int64(1) << 32 // 0 as an int of 32 bits
	extremes := []int{
		math.MinInt, math.MinInt + 1, int(-wide), math.MinInt32, -50, -1, 0, 1, 2, 50, math.MaxInt32, int(wide / 2), int(wide),
		math.MaxInt / 2, math.MaxInt - 1, math.MaxInt,
	}
	check := func(page, size, total int) string {
		product := new(big.Int).Mul(big.NewInt(int64(page)), big.NewInt(int64(size)))
		want := size > 0 && total > 0 && product.Cmp(big.NewInt(int64(total))) < 0
		p := tourney.Page[int]{Results: []int{1}, Page: page, PageSize: size, Total: total}
		empty := tourney.Page[int]{Page: page, PageSize: size, Total: total}
		if p.More() == want && !empty.More() {
			return ""
		}
		return fmt.Sprintf("page %d, size %d, total %d: %v, without rows %v", page, size, total, p.More(), empty.More())
	}
	for _, page := range extremes {
		for _, size := range extremes {
			for _, total := range extremes {
				require.Empty(t, check(page, size, total))
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		wrong := check(rapid.Int().Draw(t, "page"), rapid.Int().Draw(t, "size"), rapid.Int().Draw(t, "total"))
		if wrong != "" {
			t.Fatal(wrong)
		}
	})
}

// TestTheLastPageNumberIsTheLast: after the largest page number the walk ends, and does not go on with a negative one.
func TestTheLastPageNumberIsTheLast(t *testing.T) {
	for name, c := range map[string]struct {
		size, total int // that come back
		wordless    bool
		from        int
		pages       int
	}{
		"no word of sizes":             {wordless: true, from: math.MaxInt - 1, pages: 2},
		"no word, from the last":       {wordless: true, from: math.MaxInt, pages: 1},
		"no PageSize":                  {total: math.MaxInt, from: math.MaxInt - 2, pages: 3},
		"no Total":                     {size: 1, from: math.MaxInt - 2, pages: 3},
		"a Total of all numbers":       {size: 1, total: math.MaxInt, from: math.MaxInt - 3, pages: 4},
		"a negative PageSize":          {size: math.MinInt, total: math.MaxInt, from: math.MaxInt, pages: 1},
		"a negative Total":             {size: math.MaxInt, total: math.MinInt, from: math.MaxInt, pages: 1},
		"a PageSize of all numbers":    {size: math.MaxInt, total: math.MaxInt, from: math.MaxInt - 1, pages: 1},
		"the end before the last page": {size: 1, total: math.MaxInt - 2, from: math.MaxInt - 3, pages: 2},
	} {
		t.Run(name, func(t *testing.T) {
			for _, n := range ahead {
				list := clienttest.ListHost{Answer: func(number, _ int) httpmock.Responder {
					return clienttest.Reply(200, clienttest.PageBody([]int64{int64(number)}, number, c.size, c.total, c.wordless))
				}}
				client, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(list.Respond))
				ids, err := clienttest.Collect(t, client, tourney.GameListOptions{Page: c.from}, tourney.Prefetch(n))
				require.NoError(t, err)
				var want []int64
				var numbers []string
				for i := range c.pages {
					want = append(want, int64(c.from)+int64(i))
					numbers = append(numbers, strconv.Itoa(c.from+i))
				}
				require.Equal(t, want, ids, "Prefetch(%d)", n)
				require.ElementsMatch(t, numbers, asked(h), "Prefetch(%d)", n)
			}
		})
	}
}

// TestListsWithoutEndEnd at a limit of rows, whatever their ids, however they are read.
func TestListsWithoutEndEnd(t *testing.T) {
	for name, id := range map[string]func(page, row int) int64{
		"fresh ids":    func(page, row int) int64 { return int64(page*10 + row) },
		"negative ids": func(page, row int) int64 { return -int64(page*10 + row) },
		"no ids":       func(int, int) int64 { return 0 },
		"old ids too":  func(page, row int) int64 { return int64(page * min(row, 1)) },
	} {
		for _, total := range []int{0, 1 << 30} {
			pages := clienttest.ListHost{Answer: func(page, _ int) httpmock.Responder {
				ids := make([]int64, 10)
				for row := range ids {
					ids[row] = id(page, row)
				}
				return clienttest.Reply(200, strings.ReplaceAll(clienttest.PageBody(ids, page, 10, total, total == 0), `"Id":0`,
					fmt.Sprintf(`"Number":%d`, page)))
			}}
			for how, opts := range map[string][]tourney.ListOption{
				"All": {tourney.MaxRows(95)}, "Prefetch": {tourney.MaxRows(95), tourney.Prefetch(4)},
			} {
				c, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(pages.Respond))
				ids, err := clienttest.Collect(t, c, tourney.GameListOptions{}, opts...)
				ended := clienttest.As[*tourney.ListChangedError](t, err, "%s: %s", name, how)
				require.Equal(t, tourney.ListChangedError{Op: "Games.List", MaxRows: 95}, *ended)
				require.ErrorIs(t, err, tourney.ErrTooManyRows)
				require.NotErrorIs(t, err, tourney.ErrListChanged, "nothing says that the list changed")
				require.EqualError(t, err, "tourney: Games.List: the list has more than 95 rows, which is MaxRows")
				require.LessOrEqual(t, len(ids), 95)
				require.LessOrEqual(t, len(h.Requests()), 10+4)
			}
		}
	}
	list := clienttest.ListHost{IDs: upTo(95)}
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(list.Respond))
	ids, err := clienttest.Collect(t, c, tourney.GameListOptions{PageSize: 10}, tourney.MaxRows(95))
	require.NoError(t, err, "exactly as many")
	require.Equal(t, upTo(95), ids)
}

// TestListsWithoutEndEndByThemselves: without an option a listing, and FindOut, end after a million rows.
func TestListsWithoutEndEndByThemselves(t *testing.T) {
	const each = 20_000
	pages := 0
	rows := `{"Divisions":{"Results":[` + strings.Repeat(`{},`, each-1) + `{"Name":"%d"}]}}`
	c, _ := clienttest.Serve(t, tourney.Rugby, clienttest.One(func(req *http.Request) (*http.Response, error) {
		pages++
		return clienttest.Reply(200, fmt.Sprintf(rows, pages))(req)
	}), tourney.WithMaxResponseMemory(1<<30))
	n, err := count(c.Divisions.All(t.Context(), tourney.DivisionListOptions{}))
	require.ErrorContains(t, err, "more than 1000000 rows")
	require.Equal(t, 1_000_000, n-1, "and the error")
	require.Equal(t, 1_000_000/each+1, pages)
	_, err = reconcile.NoteBefore(t.Context(), c, tourney.DivisionCreateInput{EventID: 1, Name: new("Gold")})
	require.ErrorContains(t, err, "more than 1000000 rows")
	_, err = c.Divisions.List(t.Context(), tourney.DivisionListOptions{}, tourney.MaxRows(5))
	require.ErrorContains(t, err, "MaxRows: the call is no listing")
	_, err = count(c.Divisions.All(t.Context(), tourney.DivisionListOptions{}, tourney.MaxRows(0)))
	require.ErrorContains(t, err, "MaxRows: 0 is not positive")
}

// count counts what a sequence yields, and joins its errors.
func count[T any](rows func(func(T, error) bool)) (n int, err error) {
	rows(func(_ T, e error) bool {
		err = errors.Join(err, e)
		n++
		return true
	})
	return n, err
}

// upTo is short, because many rows of tables call it.
var upTo = clienttest.UpTo
