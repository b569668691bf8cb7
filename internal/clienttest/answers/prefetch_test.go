package answers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
)

// ahead are the values of Prefetch that every listing is tried with.
var ahead = []int{0, 1, 2, 8}

// slowHost answers each page after a delay, always in the same way.
type slowHost struct {
	page  func(number int) (status int, body string)
	delay func(number int) time.Duration // nil for none

	mu      sync.Mutex
	asked   []int
	running int
	most    int // requests that were under way at once
}

// gamesHost serves pages of these games in pages of a size.
func gamesHost(ids []int64, size int) *slowHost {
	return &slowHost{page: func(number int) (int, string) {
		from := min((number-1)*size, len(ids))
		return http.StatusOK, clienttest.PageBody(ids[from:min(from+size, len(ids))], number, size, len(ids), false)
	}}
}

func (h *slowHost) count(by, number int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.running += by; by > 0 {
		h.asked = append(h.asked, number)
		h.most = max(h.most, h.running)
	}
}

func (h *slowHost) underWay() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.running
}

// pages returns the numbers of the requested pages, in order.
func (h *slowHost) pages() []int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Sorted(slices.Values(h.asked))
}

func (h *slowHost) RoundTrip(req *http.Request) (*http.Response, error) {
	number := 1
	if n, err := strconv.Atoi(req.URL.Query().Get("page")); err == nil {
		number = n
	}
	h.count(1, number)
	defer h.count(-1, number)
	if h.delay != nil {
		timer := time.NewTimer(h.delay(number))
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
	}
	status, body := h.page(number)
	return clienttest.Reply(status, body, "X-Request-Id", strconv.Itoa(number))(req)
}

func (h *slowHost) client(t testing.TB, opts ...tourney.Option) *tourney.Client {
	t.Helper()
	return clienttest.Client(t, clienttest.BaseURL, tourney.Soccer, h, append([]tourney.Option{clienttest.SentOnce}, opts...)...)
}

// outcome is the result of a listing.
type outcome struct {
	Rows  []int64
	Pages []string
	Err   string
}

func outcomeOf(t *testing.T, c *tourney.Client, o tourney.GameListOptions, opts ...tourney.ListOption) outcome {
	t.Helper()
	rows, err := clienttest.Collect(t, c, o, opts...)
	got := outcome{Rows: rows, Err: fmt.Sprint(err)}
	var last error
	for page, err := range c.Games.Pages(t.Context(), o, opts...) {
		require.NoError(t, last, "something follows the error")
		if last = err; err == nil {
			got.Pages = append(got.Pages, fmt.Sprint(page.Page, page.PageSize, page.Total, len(page.Results)))
		}
	}
	require.Equal(t, got.Err, fmt.Sprint(last), "All and Pages end alike")
	return got
}

// TestPrefetchChangesNoResult: Prefetch yields the same rows, pages and errors.
func TestPrefetchChangesNoResult(t *testing.T) {
	totals := func(size int, total func(page int) int, rows func(page int) []int64) *slowHost {
		return &slowHost{page: func(number int) (int, string) {
			return http.StatusOK, clienttest.PageBody(rows(number), number, size, total(number), false)
		}}
	}
	three := func(page int) []int64 { return []int64{int64(3*page - 2), int64(3*page - 1), int64(3 * page)} }
	constant := func(n int) func(int) int { return func(int) int { return n } }
	for name, c := range map[string]struct {
		host *slowHost
		o    tourney.GameListOptions
		rows int
		err  error
	}{
		"many pages":          {gamesHost(upTo(100), 3), tourney.GameListOptions{}, 100, nil},
		"a full last page":    {gamesHost(upTo(30), 3), tourney.GameListOptions{}, 30, nil},
		"one page":            {gamesHost(upTo(3), 3), tourney.GameListOptions{}, 3, nil},
		"nothing":             {gamesHost(nil, 3), tourney.GameListOptions{}, 0, nil},
		"clamped":             {gamesHost(upTo(40), 2), tourney.GameListOptions{PageSize: 1000}, 40, nil},
		"a start page":        {gamesHost(upTo(40), 3), tourney.GameListOptions{Page: 5}, 28, nil},
		"past the end":        {gamesHost(upTo(40), 3), tourney.GameListOptions{Page: 50}, 0, nil},
		"duplicates":          {gamesHost(append(upTo(20), upTo(20)...), 3), tourney.GameListOptions{}, 20, tourney.ErrListChanged},
		"rows without an id":  {gamesHost(make([]int64, 20), 3), tourney.GameListOptions{}, 3, tourney.ErrListChanged},
		"a largest page size": {totals(math.MaxInt-1, constant(6), three), tourney.GameListOptions{}, 3, tourney.ErrListChanged},
		"shrinking": {totals(3, func(page int) int { return 60 - 9*page }, three), tourney.GameListOptions{}, 15,
			tourney.ErrListChanged},
		"growing": {totals(3, func(page int) int { return min(20+3*page, 60) }, three), tourney.GameListOptions{},
			60, tourney.ErrListChanged},
		"pages that become smaller": {&slowHost{page: func(number int) (int, string) {
			size := max(1, 5-number)
			return http.StatusOK, clienttest.PageBody(three(number)[:min(size, 3)], number, size, 12, false)
		}}, tourney.GameListOptions{}, 17, tourney.ErrListChanged},
		"the last page for ever": {totals(3, constant(30), func(page int) []int64 { return three(min(page, 4)) }),
			tourney.GameListOptions{}, 12, tourney.ErrListChanged},
		"an empty page before Total": {totals(3, constant(30), func(page int) []int64 { return three(page)[:3*max(0, min(1, 5-page))] }),
			tourney.GameListOptions{}, 12, tourney.ErrListChanged},
		"no word of Total": {&slowHost{page: func(number int) (int, string) {
			return http.StatusOK, clienttest.PageBody(three(number)[:3*max(0, min(1, 5-number))], number, 3, 0, true)
		}}, tourney.GameListOptions{}, 12, nil},
		"an error on page 5": {failingOn(5, http.StatusForbidden), tourney.GameListOptions{}, 12, tourney.ErrForbidden},
		"an error at once":   {failingOn(1, http.StatusForbidden), tourney.GameListOptions{}, 0, tourney.ErrForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			client := c.host.client(t)
			rows, err := clienttest.Collect(t, client, c.o)
			require.ErrorIs(t, err, c.err)
			require.Len(t, rows, c.rows)
			want := outcomeOf(t, client, c.o)
			for _, n := range ahead {
				for range 3 {
					require.Empty(t, cmp.Diff(want, outcomeOf(t, client, c.o, tourney.Prefetch(n))), "Prefetch(%d)", n)
				}
			}
		})
	}
}

// failingOn serves 40 games, and fails for one page.
func failingOn(page, status int) *slowHost {
	h := gamesHost(upTo(40), 3)
	good := h.page
	h.page = func(number int) (int, string) {
		if number == page {
			return status, ""
		}
		return good(number)
	}
	return h
}

// TestPrefetchAsksForPagesThatAreThere: the listing requests each page once, no page after Total, and at most n at the same time.
func TestPrefetchAsksForPagesThatAreThere(t *testing.T) {
	for _, n := range ahead {
		synctest.Test(t, func(t *testing.T) {
			host := gamesHost(upTo(58), 3)
			host.delay = func(int) time.Duration { return 20 * time.Millisecond }
			start := time.Now()
			rows, err := clienttest.Collect(t, host.client(t), tourney.GameListOptions{}, tourney.Prefetch(n))
			require.NoError(t, err)
			require.Equal(t, upTo(58), rows)
			want := make([]int, 20)
			for i := range want {
				want[i] = i + 1
			}
			require.Equal(t, want, host.pages())
			require.Equal(t, max(n, 1), host.most)
			rounds := 1 + (19+max(n, 1)-1)/max(n, 1) // the first page, then the others n at a time
			require.Equal(t, time.Duration(rounds)*20*time.Millisecond, time.Since(start))
		})
	}
}

// TestPrefetchNeedsATotal: without a Total, the next page may not exist.
func TestPrefetchNeedsATotal(t *testing.T) {
	host := &slowHost{page: func(number int) (int, string) {
		return http.StatusOK, clienttest.PageBody(upTo(9)[min(3*(number-1), 9):min(3*number, 9)], number, 3, 9, true)
	}}
	rows, err := clienttest.Collect(t, host.client(t), tourney.GameListOptions{}, tourney.Prefetch(8))
	require.NoError(t, err)
	require.Equal(t, upTo(9), rows)
	require.Equal(t, []int{1, 2, 3, 4}, host.pages())
	require.Equal(t, 1, host.most)
}

// TestPagesAheadDoNotQueue: with fewer slots than pages ahead, a page must not spend its time limit waiting for a slot.
func TestPagesAheadDoNotQueue(t *testing.T) {
	for wrapper, rows := range map[string]func(context.Context, *tourney.Client, ...tourney.ListOption) (int, error){
		"Games": func(ctx context.Context, c *tourney.Client, opts ...tourney.ListOption) (int, error) {
			return count(c.Games.All(ctx, tourney.GameListOptions{}, opts...))
		},
		"Teams": func(ctx context.Context, c *tourney.Client, opts ...tourney.ListOption) (int, error) {
			return count(c.Teams.All(ctx, tourney.TeamListOptions{EventID: 1}, opts...))
		},
		"Divisions": func(ctx context.Context, c *tourney.Client, opts ...tourney.ListOption) (int, error) {
			return count(c.Divisions.All(ctx, tourney.DivisionListOptions{}, opts...))
		},
		"Players": func(ctx context.Context, c *tourney.Client, opts ...tourney.ListOption) (int, error) {
			return count(c.Players.All(ctx, tourney.PlayerListOptions{}, opts...))
		},
	} {
		for _, places := range []int{0, 1, 2, 5} {
			for _, n := range []int{0, 8, 64} {
				synctest.Test(t, func(t *testing.T) {
					host := gamesHost(upTo(400), 4)
					games := host.page
					host.page = func(number int) (int, string) {
						status, body := games(number)
						return status, strings.Replace(body, "Games", wrapper, 1)
					}
					host.delay = func(int) time.Duration { return 6 * time.Second / 5 }
					got, err := rows(t.Context(), host.client(t, tourney.WithMaxConcurrent(places)), tourney.Prefetch(n))
					require.NoError(t, err, "%s: Prefetch(%d), %d places", wrapper, n, places)
					require.Equal(t, 400, got)
				})
			}
		}
	}
}

// TestPrefetchIsBounded: while the loop's body holds a page, at most n pages are fetched, and nothing runs on afterwards.
func TestPrefetchIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := gamesHost(upTo(60), 3)
		host.delay = func(int) time.Duration { return 20 * time.Millisecond }
		held := 0
		for _, err := range host.client(t).Games.Pages(t.Context(), tourney.GameListOptions{}, tourney.Prefetch(4)) {
			require.NoError(t, err)
			held++
			<-time.After(time.Hour)
			require.Zero(t, host.underWay())
			require.Len(t, host.pages(), min(held+4, 20))
			if held == 7 {
				break
			}
		}
		require.Len(t, host.pages(), 11)
		require.Zero(t, host.underWay())
	})
}

func TestPrefetchRefusals(t *testing.T) {
	host := gamesHost(upTo(6), 3)
	client := host.client(t)
	for _, n := range []int{-1, 65} {
		_, err := clienttest.Collect(t, client, tourney.GameListOptions{}, tourney.Prefetch(n))
		require.ErrorContains(t, err, strconv.Itoa(n))
		require.ErrorContains(t, err, "expected 0 to 64")
	}
	_, err := client.Games.List(t.Context(), tourney.GameListOptions{}, tourney.Prefetch(2))
	require.ErrorContains(t, err, "Prefetch")
	require.Empty(t, host.pages(), "refused calls are not sent")

	_, err = clienttest.Collect(t, client, tourney.GameListOptions{}, tourney.WithHeader("Accept", "text/plain"), tourney.Prefetch(2))
	require.ErrorContains(t, err, "Accept")
	_, err = clienttest.Collect(t, client, tourney.GameListOptions{}, tourney.Prefetch(64))
	require.NoError(t, err)
	_, err = clienttest.Collect(t, &tourney.Client{}, tourney.GameListOptions{}, tourney.Prefetch(8))
	require.ErrorContains(t, err, "New")
	for _, err := range client.Games.All(nil, tourney.GameListOptions{}, tourney.Prefetch(8)) { //nolint:staticcheck // what is tried
		require.ErrorContains(t, err, "context")
	}
}

// TestMetaIntoAndBodyIntoFollowTheYieldedPage: whatever else is under way.
func TestMetaIntoAndBodyIntoFollowTheYieldedPage(t *testing.T) {
	for _, n := range ahead {
		host := failingOn(12, http.StatusForbidden)
		var response tourney.Response
		var raw []byte
		number := 0
		for page, err := range host.client(t).Games.Pages(t.Context(), tourney.GameListOptions{},
			tourney.ResponseInto(&response), tourney.Prefetch(n), tourney.BodyInto(&raw)) {
			number++
			require.Equal(t, strconv.Itoa(number), response.RequestID, "Prefetch(%d)", n)
			require.Equal(t, 1, response.Attempts)
			if err != nil {
				require.Equal(t, http.StatusForbidden, response.Status)
				require.Empty(t, raw)
				continue
			}
			require.Equal(t, http.StatusOK, response.Status)
			require.Equal(t, clienttest.PageBody([]int64{page.Results[0].ID, page.Results[1].ID, page.Results[2].ID}, number, 3, 40, false),
				string(raw))
		}
		require.Equal(t, 12, number)
	}
}

// TestRangesAtOnce: several loops use one iterator value at the same time.
func TestRangesAtOnce(t *testing.T) {
	for _, n := range ahead {
		synctest.Test(t, func(t *testing.T) {
			host := gamesHost(upTo(100), 3)
			host.delay = func(number int) time.Duration { return time.Duration(number%5) * time.Millisecond }
			games := host.client(t).Games.All(t.Context(), tourney.GameListOptions{}, tourney.Prefetch(n))
			rows := make([][]int64, 4)
			var loops sync.WaitGroup
			for i := range rows {
				loops.Go(func() {
					for game, err := range games {
						if err != nil || i == 3 && game.ID == 50 {
							return
						}
						rows[i] = append(rows[i], game.ID)
					}
				})
			}
			loops.Wait()
			for i, want := range []int{100, 100, 100, 49} {
				require.Equal(t, upTo(want), rows[i], "Prefetch(%d), loop %d", n, i)
			}
		})
	}
}

var errLoop = errors.New("the loop's own")

// TestCancelledContextEndsAListing: after the cancellation the listing yields no page, even if the page has arrived.
func TestCancelledContextEndsAListing(t *testing.T) {
	for _, n := range ahead {
		synctest.Test(t, func(t *testing.T) {
			host := gamesHost(upTo(60), 3)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var rows []int64
			var last error
			for game, err := range host.client(t).Games.All(ctx, tourney.GameListOptions{}, tourney.Prefetch(n)) {
				require.NoError(t, last)
				if last = err; err != nil {
					continue
				}
				rows = append(rows, game.ID)
				if game.ID == 4 {
					synctest.Wait() // for the pages ahead
					cancel()
				}
			}
			require.ErrorIs(t, last, context.Canceled)
			require.Equal(t, upTo(6), rows, "Prefetch(%d)", n)
			require.Zero(t, host.underWay())
		})
	}
}

// TestPanicsAheadReachTheLoop: the loop can recover from a transport's panic in a prefetched request.
func TestPanicsAheadReachTheLoop(t *testing.T) {
	for _, n := range ahead {
		host := gamesHost(upTo(60), 3)
		good := host.page
		host.page = func(number int) (int, string) {
			if number == 5 {
				panic(errLoop)
			}
			return good(number)
		}
		rows := 0
		func() {
			defer func() { require.Equal(t, errLoop, recover()) }()
			for _, err := range host.client(t).Games.All(t.Context(), tourney.GameListOptions{}, tourney.Prefetch(n)) {
				require.NoError(t, err)
				rows++
			}
		}()
		require.Equal(t, 12, rows, "Prefetch(%d)", n)
	}
}
