package answers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
)

// playersPage is a page of fifty players with profiles and teams, as the mock answers it.
func playersPage(tb testing.TB, format tourney.Format) []byte {
	tb.Helper()
	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(tb, err)
	var body []byte
	_, err = srv.Client(tourney.WithFormat(format)).Players.List(tb.Context(), tourney.PlayerListOptions{EventID: 1001},
		tourney.IncludeProfile, tourney.IncludeTeams, tourney.BodyInto(&body))
	require.NoError(tb, err)
	return body
}

// BenchmarkListCall compares a list call over loopback with the plainest call of the standard library, in turn. of-net-http is the ratio of
// their medians.
func BenchmarkListCall(b *testing.B) {
	page := playersPage(b, tourney.FormatJSON)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", fmt.Sprint(len(page)))
		_, _ = w.Write(page)
	}))
	defer srv.Close()
	c, err := tourney.New(srv.URL, tourney.Soccer, tourney.WithHTTPClient(srv.Client()))
	require.NoError(b, err)
	ours, plain := inTurn(b, func() error {
		_, err := c.Players.List(b.Context(), tourney.PlayerListOptions{EventID: 1001})
		return err
	}, func() error { return plainList(b.Context(), srv) })
	b.ReportMetric(float64(ours)/float64(plain), "of-net-http")
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

// inTurn runs two functions in turn, some calls each. It returns and reports the medians of their times.
func inTurn(b *testing.B, ours, plain func() error) (ofOurs, ofPlain time.Duration) {
	b.Helper()
	const turn = 20 // calls
	var times [2][]time.Duration
	for b.Loop() {
		for i, call := range []func() error{ours, plain} {
			runtime.GC() // what the other left behind is not this one's
			for range turn {
				start := time.Now()
				if err := call(); err != nil {
					b.Fatal(err)
				}
				times[i] = append(times[i], time.Since(start))
			}
		}
	}
	for i := range times {
		slices.Sort(times[i])
	}
	ofOurs, ofPlain = middle(times[0]), middle(times[1])
	b.ReportMetric(float64(ofOurs.Nanoseconds()), "p50-ns")
	b.ReportMetric(float64(ofPlain.Nanoseconds()), "net-http-p50-ns")
	return ofOurs, ofPlain
}

// BenchmarkOwnCost measures the cost of a call beyond the cost of net/http for the same request and answer, over a transport in memory,
// with an empty answer.
func BenchmarkOwnCost(b *testing.B) {
	body := []byte(`{}`)
	hc := &http.Client{Transport: clienttest.Transport(func(*http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, ContentLength: int64(len(body)),
			Body: io.NopCloser(bytes.NewReader(body)),
		}, nil
	})}
	c, err := tourney.New("https://soccer.example.com", tourney.Soccer, tourney.WithHTTPClient(hc))
	require.NoError(b, err)
	call := func() error {
		_, err := c.Venues.List(b.Context(), tourney.VenueListOptions{})
		return err
	}
	bare := func() error { return plainCall(b.Context(), hc) }
	ours, plain := inTurn(b, call, bare)
	b.ReportMetric(float64((ours - plain).Nanoseconds()), "own-ns")
	b.ReportMetric(testing.AllocsPerRun(100, func() { _ = call() })-testing.AllocsPerRun(100, func() { _ = bare() }), "own-allocs")
}

// plainCall makes the least that every call needs: a request with a deadline and two headers, whose answer is read.
func plainCall(ctx context.Context, hc *http.Client) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://soccer.example.com/api/v1/venues", http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "plain")
	res, err := hc.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	_, err = io.ReadAll(res.Body)
	return err
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
		bodies[i] = clienttest.PageBody(ids, i+1, size, pages*size, false)
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
