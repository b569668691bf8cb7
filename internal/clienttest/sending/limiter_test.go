package sending

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
)

func TestLimiterIsAskedForEveryAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, full := 0, errors.New("the day's share is used up")
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(503, ``),
			tourney.WithRateLimit(clienttest.Limiter(func(context.Context) error {
				if asked++; asked == 3 {
					return full
				}
				return nil
			})))
		_, err := c.Games.List(t.Context(), tourney.GameListOptions{})
		require.ErrorIs(t, err, full)
		require.Equal(t, 3, asked)
		require.Len(t, h.Requests(), 2)
	})
}

func TestMaxConcurrentBoundsRequestsUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now, most := 0, 0
		var mu = make(chan struct{}, 1)
		slow := func(req *http.Request) (*http.Response, error) {
			mu <- struct{}{}
			now++
			most = max(most, now)
			<-mu
			<-time.After(time.Second) // of the bubble's own clock
			mu <- struct{}{}
			now--
			<-mu
			return clienttest.Reply(200, `{"Venues":[]}`)(req)
		}
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(slow), tourney.WithMaxConcurrent(3))
		derived, err := c.With(tourney.WithUserAgent("other"))
		require.NoError(t, err)
		start := time.Now()
		rest := make(chan []error)
		go func() { rest <- clienttest.Many(t, derived, 5) }()
		for _, err := range append(clienttest.Many(t, c, 4), <-rest...) {
			require.NoError(t, err)
		}
		require.Equal(t, 3, most)
		require.Equal(t, 3*time.Second, time.Since(start), "no slot is lost, and none is added")
		require.Len(t, h.Requests(), 9)

		ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		done := make(chan []error)
		go func() { done <- clienttest.Many(t, c, 3) }()
		synctest.Wait()
		_, err = c.Venues.List(ctx, tourney.VenueListOptions{})
		require.ErrorIs(t, err, context.DeadlineExceeded, "waiting for a slot ends with the context")
		for _, err := range <-done {
			require.NoError(t, err)
		}
	})
}
