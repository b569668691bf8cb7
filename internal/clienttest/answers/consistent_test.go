package answers

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
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
	const unchanged = -1
	for name, c := range map[string]struct {
		after []int64 // the list when page 2 is read
		want  []int64
		last  int // Total on the last page, if the listing reports a change
	}{
		"all leave":                                 {nil, upTo(3), 0},
		"a row leaves in front":                     {[]int64{2, 3, 4, 5, 6}, []int64{1, 2, 3, 5, 6}, 5},
		"a row comes in front":                      {[]int64{7, 1, 2, 3, 4, 5, 6}, upTo(6), 7},
		"one leaves in front, one comes behind":     {[]int64{2, 3, 4, 5, 6, 7}, []int64{1, 2, 3, 5, 6, 7}, unchanged},
		"one leaves behind, one comes in front":     {[]int64{7, 1, 2, 3, 4, 5}, upTo(5), 6},
		"two rows of different pages swap places":   {[]int64{1, 2, 4, 3, 5, 6}, []int64{1, 2, 3, 5, 6}, 6},
		"the whole order changes":                   {[]int64{6, 5, 4, 3, 2, 1}, upTo(3), 6},
		"two rows of one page swap places":          {[]int64{1, 2, 3, 5, 4, 6}, []int64{1, 2, 3, 5, 4, 6}, unchanged},
		"a row that was read leaves, one comes":     {[]int64{1, 3, 4, 5, 6, 7}, []int64{1, 2, 3, 5, 6, 7}, unchanged},
		"a row that was not read leaves, one comes": {[]int64{1, 2, 3, 5, 6, 7}, []int64{1, 2, 3, 5, 6, 7}, unchanged},
	} {
		t.Run(name, func(t *testing.T) {
			list := clienttest.ListHost{IDs: upTo(6), Change: func(page int, h *clienttest.ListHost) {
				if page == 2 {
					h.IDs = c.after
				}
			}}
			client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(list.Respond))
			ids, err := clienttest.Collect(t, client, tourney.GameListOptions{PageSize: 3})
			require.Equal(t, c.want, ids, "the rows are not withheld")
			if c.last == unchanged {
				require.NoError(t, err)
			} else {
				want := &tourney.ListChangedError{Op: "Games.List", First: 6, Last: c.last, Yielded: len(c.want)}
				require.Equal(t, want, err)
				require.EqualError(t, err, fmt.Sprintf("tourney: Games.List: list changed while it was read: total was "+
					"6 at first and %d at last, %d read", c.last, len(c.want)))
			}

			list.IDs = upTo(6)
			ids, err = readIDs(t, client, tourney.GameListOptions{PageSize: 3})
			require.NoError(t, err)
			require.ElementsMatch(t, c.after, ids, "two passes agree on the list as it is now")
			if c.last != unchanged {
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
			changed := clienttest.As[*tourney.ListChangedError](t, err)
			require.ErrorIs(t, err, tourney.ErrListChanged)
			require.Equal(t, *c.err, *changed)
			require.ErrorContains(t, err, fmt.Sprintf("no two of %d passes in a row agreed", changed.Passes))
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
			return clienttest.PageBody(upTo(20_000 * page)[20_000*(page-1):], page, 20_000, math.MaxInt, false)
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
			changed := clienttest.As[*tourney.ListChangedError](t, err)
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
		"one more without an id":    {[]string{page(1, 0), page(1, 0, 0), page(1, 0, 0)}, upTo(1), 2, 3, nil},
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
				_ = clienttest.As[*tourney.DecodeError](t, err)
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
				if pass > moves {
					return nil
				}
				return clienttest.Reply(200, append(c.moved[:2:2], clienttest.PageBody(nil, 3, 3, 0, false))[page-1])
			}}
			client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(list.Respond))
			ids, err := readIDs(t, client, tourney.GameListOptions{PageSize: 3})
			require.NoError(t, err, "%s, %d", name, moves)
			require.Equal(t, upTo(6), ids)
			require.Equal(t, moves+2, pass)
		}
	}
}
