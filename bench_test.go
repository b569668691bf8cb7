package tourney_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// playersPage is a page of fifty players with profiles and teams, as the mock answers it.
func playersPage(tb testing.TB, format tourney.Format) []byte {
	tb.Helper()
	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(tb, err)
	var body []byte
	_, err = srv.Client(tourney.WithFormat(format)).Players.List(tb.Context(), tourney.PlayerListOptions{EventID: 1001},
		tourney.IncludeProfile, tourney.IncludeTeams, tourney.RawBody(&body))
	require.NoError(tb, err)
	return body
}

// BenchmarkListCall is a list call over loopback beside the plainest one that the standard library makes of it. Compare
// the p50 of the two in one run.
func BenchmarkListCall(b *testing.B) {
	page := playersPage(b, tourney.JSON)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", fmt.Sprint(len(page)))
		_, _ = w.Write(page)
	}))
	defer srv.Close()
	b.Run("tourney", func(b *testing.B) {
		c, err := tourney.New(srv.URL, tourney.Soccer, tourney.WithHTTPClient(srv.Client()))
		require.NoError(b, err)
		median(b, func() error {
			_, err := c.Players.List(b.Context(), tourney.PlayerListOptions{EventID: 1001})
			return err
		})
	})
	b.Run("net-http", func(b *testing.B) {
		median(b, func() error { return plainList(b.Context(), srv) })
	})
}

func plainList(ctx context.Context, srv *httptest.Server) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, srv.URL+"/api/v1/players?eventid=1001", http.NoBody)
	if err != nil {
		return err
	}
	res, err := srv.Client().Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	var out struct{ Players tourney.Page[tourney.Player] }
	return json.Unmarshal(body, &out)
}

// median runs f and reports the median of its times beside the mean.
func median(b *testing.B, f func() error) {
	b.Helper()
	b.ReportAllocs()
	var times []time.Duration
	for b.Loop() {
		start := time.Now()
		if err := f(); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds()), "p50-ns")
}

// BenchmarkOwnCost is what a call costs besides the network: over a transport in memory, with an empty answer.
func BenchmarkOwnCost(b *testing.B) {
	body := []byte(`{}`)
	c, err := tourney.New("https://soccer.example.com", tourney.Soccer, tourney.WithHTTPClient(&http.Client{
		Transport: transport(func(*http.Request) (*http.Response, error) {
			return &http.Response{
				StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, ContentLength: int64(len(body)),
				Body: io.NopCloser(bytes.NewReader(body)),
			}, nil
		}),
	}))
	require.NoError(b, err)
	median(b, func() error {
		_, err := c.Venues.List(b.Context(), tourney.VenueListOptions{})
		return err
	})
}

// TestAnswersOutliveTheirBuffer: the memory that an answer was read into serves the next call.
func TestAnswersOutliveTheirBuffer(t *testing.T) {
	for _, format := range []tourney.Format{tourney.JSON, tourney.XML} {
		srv, err := mockserver.New(tourney.Baseball)
		require.NoError(t, err)
		c := srv.Client(tourney.WithFormat(format))
		list := func(page int) tourney.Page[tourney.Player] {
			players, err := c.Players.List(t.Context(), tourney.PlayerListOptions{EventID: 1001, Page: page, PageSize: 20},
				tourney.IncludeProfile, tourney.IncludeTeams)
			require.NoError(t, err)
			return players
		}
		first := list(1)
		before, err := json.Marshal(first)
		require.NoError(t, err)
		for page := range 8 {
			list(page + 2)
		}
		after, err := json.Marshal(first)
		require.NoError(t, err)
		require.JSONEq(t, string(before), string(after))
	}
}

// BenchmarkListing reads a list of 200 pages of 50 games, each 20 ms away, page after page and with eight pages ahead. One
// run does both, and times-faster is the ratio of their medians.
func BenchmarkListing(b *testing.B) {
	const pages, size = 200, 50
	bodies := make([]string, pages)
	for i := range bodies {
		ids := make([]int64, size)
		for k := range ids {
			ids[k] = int64(i*size + k + 1)
		}
		bodies[i] = pageBody(ids, i+1, size, pages*size, false)
	}
	host := &slowHost{
		page:  func(number int) (int, string) { return http.StatusOK, bodies[number-1] },
		delay: func(int) time.Duration { return 20 * time.Millisecond },
	}
	client := host.client(b)
	times := map[int][]time.Duration{}
	for b.Loop() {
		for _, n := range []int{1, 8} {
			start := time.Now()
			games, err := count(client.Games.All(b.Context(), tourney.GameListOptions{}, tourney.Prefetch(n)))
			require.NoError(b, err)
			require.Equal(b, pages*size, games)
			times[n] = append(times[n], time.Since(start))
		}
	}
	for _, n := range []int{1, 8} {
		slices.Sort(times[n])
		b.ReportMetric(float64(middle(times[n]).Milliseconds()), fmt.Sprintf("prefetch-%d-ms", n))
	}
	b.ReportMetric(float64(middle(times[1]))/float64(middle(times[8])), "times-faster")
}

func middle(sorted []time.Duration) time.Duration { return sorted[len(sorted)/2] }
