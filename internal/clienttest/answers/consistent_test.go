package answers

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
)

// readIDs returns the ids of the games that ReadAll returns.
func readIDs(t *testing.T, c *tourney.Client, o tourney.GameListOptions, opts ...tourney.ListOption) (ids []int64, err error) {
	t.Helper()
	list, err := c.Games.ReadAll(t.Context(), o, opts...)
	for _, game := range list.Rows {
		ids = append(ids, game.ID)
	}
	return ids, err
}

// shifting is a host of the games 1 to 6 in pages of three. In the given passes a row leaves in front between page 1
// and page 2, and a new one comes at the end.
func shifting(passes ...int) *clienttest.ListHost {
	pass, last := 0, int64(6)
	return &clienttest.ListHost{IDs: upTo(6), Change: func(page int, h *clienttest.ListHost) {
		if page == 1 {
			pass++
		}
		if page == 2 && slices.Contains(passes, pass) {
			last++
			h.IDs = append(slices.Clone(h.IDs[1:]), last)
		}
	}}
}

// TestWhatPageNumbersShow has the rows of the table in docs/reading.md, for a list of the games 1 to 6 in pages of
// three that changes between the pages.
func TestWhatPageNumbersShow(t *testing.T) {
	for name, c := range map[string]struct {
		after []int64 // the list when page 2 is read
		want  []int64
		err   error
	}{
		"a row leaves in front":                     {[]int64{2, 3, 4, 5, 6}, []int64{1, 2, 3, 5, 6}, tourney.ErrListChanged},
		"a row comes in front":                      {[]int64{7, 1, 2, 3, 4, 5, 6}, upTo(6), tourney.ErrListChanged},
		"one leaves in front, one comes behind":     {[]int64{2, 3, 4, 5, 6, 7}, []int64{1, 2, 3, 5, 6, 7}, nil},
		"one leaves behind, one comes in front":     {[]int64{7, 1, 2, 3, 4, 5}, upTo(5), tourney.ErrListChanged},
		"two rows of different pages swap places":   {[]int64{1, 2, 4, 3, 5, 6}, []int64{1, 2, 3, 5, 6}, tourney.ErrListChanged},
		"the whole order changes":                   {[]int64{6, 5, 4, 3, 2, 1}, upTo(3), tourney.ErrListChanged},
		"two rows of one page swap places":          {[]int64{1, 2, 3, 5, 4, 6}, []int64{1, 2, 3, 5, 4, 6}, nil},
		"a row that was read leaves, one comes":     {[]int64{1, 3, 4, 5, 6, 7}, []int64{1, 2, 3, 5, 6, 7}, nil},
		"a row that was not read leaves, one comes": {[]int64{1, 2, 3, 5, 6, 7}, []int64{1, 2, 3, 5, 6, 7}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			list := clienttest.ListHost{IDs: upTo(6), Change: func(page int, h *clienttest.ListHost) {
				if page == 2 {
					h.IDs = c.after
				}
			}}
			client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(list.Respond))
			ids, err := clienttest.Collect(t, client, tourney.GameListOptions{PageSize: 3})
			require.ErrorIs(t, err, c.err)
			require.Equal(t, c.want, ids)

			list.IDs = upTo(6)
			ids, err = readIDs(t, client, tourney.GameListOptions{PageSize: 3})
			require.NoError(t, err)
			require.ElementsMatch(t, c.after, ids, "two passes agree on the list as it is now")
			if c.err != nil {
				list.IDs, list.Wordless = upTo(6), true
				_, err = clienttest.Collect(t, client, tourney.GameListOptions{PageSize: 3})
				require.NoError(t, err, "without Total nothing shows")
			}
		})
	}
}

func TestConsistentReads(t *testing.T) {
	bodies := func(bodies ...string) *clienttest.ListHost {
		n := 0
		return &clienttest.ListHost{Answer: func(int, int) httpmock.Responder {
			n++
			return clienttest.Reply(200, bodies[min(n, len(bodies))-1])
		}}
	}
	named := func(rows string) string {
		return `{"Games":{"Results":[` + rows + `],"Page":1,"PageSize":3,"Total":2}}`
	}
	moved := clienttest.PageBody(upTo(2), 1, 3, 3, false)
	for name, c := range map[string]struct {
		list  *clienttest.ListHost
		o     tourney.GameListOptions
		want  []int64
		asked int
		err   *tourney.ListChangedError
	}{
		"a list that stays":         {shifting(), tourney.GameListOptions{}, upTo(6), 4, nil},
		"an empty list":             {&clienttest.ListHost{}, tourney.GameListOptions{}, nil, 2, nil},
		"a change in the last pass": {shifting(4), tourney.GameListOptions{}, upTo(6), 4, nil},
		"two changes":               {shifting(1, 2), tourney.GameListOptions{}, []int64{3, 4, 5, 6, 7, 8}, 8, nil},
		"agreement at the last":     {shifting(1, 2, 3), tourney.GameListOptions{}, []int64{4, 5, 6, 7, 8, 9}, 10, nil},
		"too many changes": {shifting(1, 2, 3, 4), tourney.GameListOptions{}, nil, 10,
			&tourney.ListChangedError{Op: "Games.List", First: 6, Last: 6, Yielded: 6, Passes: 5}},
		"rows that swap places": {bodies(clienttest.PageBody([]int64{1, 2}, 1, 3, 2, false), clienttest.PageBody([]int64{2, 1}, 1, 3, 2, false)),
			tourney.GameListOptions{}, []int64{2, 1}, 2, nil},
		"other values": {bodies(named(`{"Id":1,"Name":"A"},{"Id":2}`), named(`{"Id":1,"Name":"B"},{"Id":2}`)),
			tourney.GameListOptions{}, upTo(2), 2, nil},
		"rows without an id": {bodies(named(`{"Notes":"A"},{"Notes":"A"}`), named(`{"Notes":"A"},{"Notes":"B"}`),
			named(`{"Notes":"B"},{"Notes":"A"}`)), tourney.GameListOptions{}, []int64{0, 0}, 3, nil},
		"a Total that moves once": {bodies(moved, clienttest.PageBody(upTo(2), 1, 3, 2, false)), tourney.GameListOptions{},
			upTo(2), 3, nil},
		"a Total that is wrong": {bodies(moved), tourney.GameListOptions{}, nil, 5,
			&tourney.ListChangedError{Op: "Games.List", First: 3, Last: 3, Yielded: 2, Passes: 5}},
		"nothing stated, then none": {bodies(`{}`, clienttest.PageBody(nil, 1, 3, 0, false)), tourney.GameListOptions{}, nil, 3, nil},
		"nothing stated in between": {bodies(moved, `{}`, clienttest.PageBody(upTo(2), 1, 3, 2, false)), tourney.GameListOptions{},
			upTo(2), 4, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c.o.PageSize = 3
			client, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(c.list.Respond))
			ids, err := readIDs(t, client, c.o)
			require.Equal(t, c.want, ids)
			require.Len(t, h.Requests(), c.asked)
			if c.err == nil {
				require.NoError(t, err)
				return
			}
			var changed *tourney.ListChangedError
			require.ErrorAs(t, err, &changed)
			require.ErrorIs(t, err, tourney.ErrListChanged)
			require.Equal(t, *c.err, *changed)
			require.ErrorContains(t, err, fmt.Sprintf("no two of %d passes in a row agreed", changed.Passes))
		})
	}
}

// TestConsistentReadsYieldTheLastPass: values are those of the last pass.
func TestConsistentReadsYieldTheLastPass(t *testing.T) {
	n := 0
	client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(func(req *http.Request) (*http.Response, error) {
		n++
		return clienttest.Reply(200, fmt.Sprintf(`{"Games":{"Results":[{"Id":1,"BracketName":"pass %d"}],"Page":1,"PageSize":1,"Total":1}}`,
			n))(req)
	}))
	for _, want := range []string{"pass 2", "pass 4"} {
		games, err := client.Games.ReadAll(t.Context(), tourney.GameListOptions{})
		require.NoError(t, err)
		require.Equal(t, want, games.Rows[0].BracketName)
	}
}

// TestConsistentReadsOfAStillHost: on a host that does not change, ReadAll returns the rows of a plain read, with every
// number of pages ahead.
func TestConsistentReadsOfAStillHost(t *testing.T) {
	endless := &slowHost{page: func(number int) (int, string) {
		return http.StatusOK, clienttest.PageBody([]int64{int64(min(number, 5))}, 0, 0, 0, true)
	}}
	for name, host := range map[string]*slowHost{
		"many pages":         gamesHost(upTo(50), 3),
		"one page":           gamesHost(upTo(3), 3),
		"nothing":            gamesHost(nil, 3),
		"rows without an id": gamesHost([]int64{0, 1, 0, 2}, 3),
		"the last page for ever, without word of Total": endless,
	} {
		t.Run(name, func(t *testing.T) {
			client := host.client(t)
			want, err := clienttest.Collect(t, client, tourney.GameListOptions{})
			require.NoError(t, err)
			for _, n := range ahead {
				got, err := readIDs(t, client, tourney.GameListOptions{}, tourney.Prefetch(n))
				require.NoError(t, err)
				require.Empty(t, cmp.Diff(want, got), "Prefetch(%d)", n)
			}
		})
	}
}

// TestConsistentReadsYieldNothingBeforeAnError: a page that fails in any pass ends the read.
func TestConsistentReadsYieldNothingBeforeAnError(t *testing.T) {
	for _, n := range ahead {
		client := failingOn(5, http.StatusForbidden).client(t)
		ids, err := readIDs(t, client, tourney.GameListOptions{}, tourney.Prefetch(n))
		require.ErrorIs(t, err, tourney.ErrForbidden)
		require.Empty(t, ids)
	}
	passes := 0
	list := &clienttest.ListHost{IDs: upTo(6), Answer: func(page, _ int) httpmock.Responder {
		if page == 1 {
			passes++
		}
		if page == 2 && passes == 2 {
			return clienttest.Reply(403, ``)
		}
		return nil
	}}
	client, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(list.Respond))
	var response tourney.Response
	ids, err := readIDs(t, client, tourney.GameListOptions{PageSize: 3}, tourney.ResponseInto(&response))
	require.ErrorIs(t, err, tourney.ErrForbidden)
	require.Empty(t, ids)
	require.Len(t, h.Requests(), 4)
	require.Equal(t, 403, response.Status, "of the page that failed")
}

// TestConsistentReadsHoldNoMoreRows: a host whose list has no end cannot fill the memory.
func TestConsistentReadsHoldNoMoreRows(t *testing.T) {
	unread := func(page int) string {
		return clienttest.GamesPage([]int64{-int64(2 * page), int64(2*page + 1)}, `,"Page":1,"PageSize":2,"Total":1000000`)
	}
	for name, c := range map[string]struct {
		page  func(page int) string
		limit int
		asked int
	}{
		"the default": {func(page int) string {
			return clienttest.PageBody(upTo(20_000 * page)[20_000*(page-1):], page, 20_000, 1<<40, false)
		}, 0, 6},
		"a limit":                 {func(page int) string { return clienttest.PageBody([]int64{int64(page)}, page, 1, page+1, false) }, 3, 4},
		"rows that come again":    {func(page int) string { return clienttest.PageBody([]int64{1, 1, 1, 1}, page, 4, 4, false) }, 3, 1},
		"rows without an id":      {func(page int) string { return clienttest.PageBody([]int64{0, 0}, page, 2, 0, true) }, 3, 2},
		"rows that are left out":  {unread, 3, 2},
		"exactly the limit, then": {func(page int) string { return clienttest.PageBody([]int64{1, 2, 3, 4}, page, 4, 4, false) }, 4, 2},
	} {
		t.Run(name, func(t *testing.T) {
			list := clienttest.ListHost{Answer: func(page, _ int) httpmock.Responder { return clienttest.Reply(200, c.page(page)) }}
			client, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(list.Respond))
			var opts []tourney.ListOption
			if c.limit > 0 {
				opts = append(opts, tourney.MaxRows(c.limit))
			}
			ids, err := readIDs(t, client, tourney.GameListOptions{}, opts...)
			require.Len(t, h.Requests(), c.asked)
			if strings.HasPrefix(name, "exactly") {
				require.NoError(t, err)
				require.Equal(t, upTo(4), ids)
				return
			}
			require.Empty(t, ids)
			var changed *tourney.ListChangedError
			require.ErrorAs(t, err, &changed)
			require.Positive(t, changed.MaxRows)
			require.ErrorIs(t, err, tourney.ErrTooManyRows)
			require.ErrorContains(t, err, fmt.Sprintf("more than %d rows, which is MaxRows", changed.MaxRows))
			require.NotContains(t, err.Error(), "total was")
		})
	}
}

// TestConsistentReadsWithBadRows: rows that cannot be read count as rows, and Unread has those of the last pass alone.
func TestConsistentReadsWithBadRows(t *testing.T) {
	page := func(ids ...int64) string {
		return clienttest.GamesPage(ids, fmt.Sprintf(`,"Page":1,"PageSize":9,"Total":%d`, len(ids)))
	}
	for name, c := range map[string]struct {
		bodies []string
		want   []int64
		bad    int
		asked  int
		err    error
	}{
		"the same":                  {[]string{page(1, -2, 3), page(1, -2, 3)}, []int64{1, 3}, 1, 2, nil},
		"a row that became good":    {[]string{page(1, -2, 3), page(1, 2, 3)}, upTo(3), 0, 2, nil},
		"a row that became bad":     {[]string{page(1, 2, 3), page(1, -2, -3)}, upTo(1), 2, 2, nil},
		"another row":               {[]string{page(1, -2), page(1, -3), page(1, -3)}, upTo(1), 1, 3, nil},
		"rows without an id":        {[]string{`{"Games":{"Results":[{"Id":1},{"Time":"TBD"}],"Total":2}}`}, upTo(1), 1, 2, nil},
		"rows that never agree":     {[]string{page(-1), page(-2), page(-3), page(-4), page(-5)}, nil, 1, 5, tourney.ErrListChanged},
		"a pass that fails at last": {[]string{page(1, -2), `{`}, nil, 0, 4, nil},
	} {
		t.Run(name, func(t *testing.T) {
			n := 0
			list := clienttest.ListHost{Answer: func(int, int) httpmock.Responder {
				n++
				return clienttest.Reply(200, c.bodies[min(n, len(c.bodies))-1])
			}}
			client, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(list.Respond), clienttest.Quick)
			all, err := client.Games.ReadAll(t.Context(), tourney.GameListOptions{})
			require.Len(t, h.Requests(), c.asked)
			var ids []int64
			for _, game := range all.Rows {
				ids = append(ids, game.ID)
			}
			require.Equal(t, c.want, ids)
			switch {
			case strings.HasPrefix(name, "a pass that fails"):
				var unreadable *tourney.DecodeError
				require.ErrorAs(t, err, &unreadable)
				require.NotErrorIs(t, err, tourney.ErrBadRows, "no row was handed out or left out")
			case c.err != nil:
				require.ErrorIs(t, err, c.err)
			case c.bad == 0:
				require.NoError(t, err)
				require.Nil(t, all.Unread)
			default:
				require.NoError(t, err)
				require.Equal(t, c.bad, all.Unread.Count)
			}
		})
	}
}

// TestConsistentReadsDescribeTheirLastPage: ResponseInto and BodyInto describe the page that was read last.
func TestConsistentReadsDescribeTheirLastPage(t *testing.T) {
	for _, n := range ahead {
		var response tourney.Response
		var body []byte
		_, err := readIDs(t, gamesHost(upTo(9), 3).client(t), tourney.GameListOptions{}, tourney.Prefetch(n),
			tourney.ResponseInto(&response), tourney.BodyInto(&body))
		require.NoError(t, err)
		require.Equal(t, "3", response.RequestID)
		require.Equal(t, clienttest.PageBody(upTo(9)[6:], 3, 3, 9, false), string(body))
	}
}

// TestConsistentReadsStop: the end of the context ends them, in any pass.
func TestConsistentReadsStop(t *testing.T) {
	for _, n := range ahead {
		synctest.Test(t, func(t *testing.T) {
			host := gamesHost(upTo(40), 3)
			host.delay = func(int) time.Duration { return time.Second }
			ctx, cancel := context.WithTimeout(t.Context(), 16*time.Second+time.Second/2) // in a later pass
			if n > 1 {
				cancel()
				ctx, cancel = context.WithTimeout(t.Context(), 2*time.Second+time.Second/2)
			}
			defer cancel()
			_, err := host.client(t).Games.ReadAll(ctx, tourney.GameListOptions{}, tourney.Prefetch(n))
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.Zero(t, host.underWay())
		})
	}
}

func TestCollectOfNothing(t *testing.T) {
	_, err := tourney.Collect[tourney.Game](nil)
	require.EqualError(t, err, "tourney: Collect: the iterator is nil: pass what a method such as Teams.All returns")
}

// TestConsistentReadsInBothFormats: also of calls at the same time.
func TestConsistentReadsInBothFormats(t *testing.T) {
	for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
		srv, err := mockserver.New(tourney.Soccer)
		require.NoError(t, err)
		games := srv.Client(tourney.WithFormat(format)).Games
		options := tourney.GameListOptions{EventID: 1001, PageSize: 10}
		want, err := tourney.Collect(games.All(t.Context(), options))
		require.NoError(t, err)
		require.NotEmpty(t, want)
		var got [4]tourney.WholeList[tourney.Game]
		var errs [4]error
		var calls sync.WaitGroup
		for i := range got {
			calls.Go(func() { got[i], errs[i] = games.ReadAll(t.Context(), options, tourney.Prefetch(4)) })
		}
		calls.Wait()
		for i := range got {
			require.NoError(t, errs[i])
			require.Empty(t, cmp.Diff(want, got[i].Rows))
		}
	}
}

// TestPassesWithARowTwice: a pass in which an id came twice moved, so it agrees with none, also with one like it.
func TestPassesWithARowTwice(t *testing.T) {
	for name, c := range map[string]struct {
		moved []string // page 1 and 2 of a pass that moved
	}{
		"on two pages": {[]string{clienttest.PageBody([]int64{1, 2, 3}, 1, 3, 0, false), clienttest.PageBody([]int64{3, 5, 6}, 2, 3, 0, false)}},
		"on one page":  {[]string{clienttest.PageBody([]int64{1, 2, 2}, 1, 3, 0, false), clienttest.PageBody([]int64{3, 5, 6}, 2, 3, 0, false)}},
		"with a bad row": {[]string{clienttest.PageBody([]int64{1, 2, 3}, 1, 3, 0, false),
			`{"Games":{"Results":[{"Id":3,"Time":"TBD"},{"Id":5},{"Id":6}],"Page":2,"PageSize":3}}`}},
	} {
		for moves := range 4 { // passes that move, all in the same way
			pass := 0
			list := clienttest.ListHost{IDs: upTo(6), Answer: func(page, _ int) httpmock.Responder {
				if page == 1 {
					pass++
				}
				if pass > moves || page > 2 {
					return nil
				}
				return clienttest.Reply(200, c.moved[page-1])
			}}
			client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(list.Respond))
			ids, err := readIDs(t, client, tourney.GameListOptions{PageSize: 3})
			require.NoError(t, err, "%s, %d", name, moves)
			require.Equal(t, upTo(6), ids)
			require.Equal(t, moves+2, pass)
		}
	}
}
