package answers

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
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

// BenchmarkListCall has a list call over loopback beside the plainest call of the standard library.
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
	beside(b, func() error {
		return clienttest.Err(c.Players.List(b.Context(), tourney.PlayerListOptions{EventID: 1001}))
	}, func() error {
		var out struct{ Players tourney.Page[tourney.Player] }
		return plainCall(b.Context(), srv.Client(), srv.URL+"/api/v1/players?eventid=1001", &out)
	})
}

// beside measures a call of the client and one of net/http.
func beside(b *testing.B, ours, plain func() error) {
	b.Helper()
	for name, call := range map[string]func() error{"tourney": ours, "net-http": plain} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := call(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOwnCost has a call with an empty answer beside the same request over net/http, over a transport in memory.
func BenchmarkOwnCost(b *testing.B) {
	hc := &http.Client{Transport: clienttest.Transport(func(*http.Request) (*http.Response, error) {
		return clienttest.JSON(http.StatusOK, `{}`), nil
	})}
	c, err := tourney.New("https://soccer.example.com", tourney.Soccer, tourney.WithHTTPClient(hc))
	require.NoError(b, err)
	beside(b, func() error {
		return clienttest.Err(c.Venues.List(b.Context(), tourney.VenueListOptions{}))
	}, func() error {
		return plainCall(b.Context(), hc, "https://soccer.example.com/api/v1/venues", &struct{}{})
	})
}

// plainCall makes the least that every call needs: a request with a deadline and two headers, whose answer is read.
func plainCall(ctx context.Context, hc *http.Client, url string, out any) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
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
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, out)
}

// BenchmarkListing reads a list of 200 pages of 50 games, each 20 ms away, page after page and with eight pages ahead.
func BenchmarkListing(b *testing.B) {
	const pages, size = 200, 50
	bodies := make([]string, pages)
	for i := range bodies {
		bodies[i] = clienttest.PageBody(upTo((i + 1) * size)[i*size:], i+1, size, pages*size, false)
	}
	host := &slowHost{
		page:  func(number int) (int, string) { return http.StatusOK, bodies[number-1] },
		delay: func(int) time.Duration { return 20 * time.Millisecond },
	}
	client := host.client(b)
	for _, n := range []int{1, 8} {
		b.Run(fmt.Sprint("prefetch-", n), func(b *testing.B) {
			for b.Loop() {
				games, err := count(client.Games.All(b.Context(), tourney.GameListOptions{}, tourney.Prefetch(n)))
				require.NoError(b, err)
				require.Equal(b, pages*size, games)
			}
		})
	}
}
