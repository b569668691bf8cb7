package mockserver_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/fault"
)

// TestRealTimes: calls and writes say when they really came, also while the mock's clock stands still or is moved. A
// call has the time of its arrival, however long its answer took.
func TestRealTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := world(t, tourney.Soccer)
		srv.Faults.Add(fault.On("Teams.Get").Delay(3 * time.Second))
		clock, began := srv.Clock.Now(), time.Now()
		<-time.After(90 * time.Second) // of the bubble, which does not wait
		send(t, srv, "GET", "/api/v1/teams?id=101", "")
		srv.Clock.Advance(-time.Hour)
		send(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Notes":"late"}`)
		<-time.After(time.Minute)
		srv.Teams.Remove(otters)

		type moment struct {
			What       string
			Real, Mock time.Duration // since the beginning
		}
		var got []moment
		for _, call := range srv.Calls.All("") {
			got = append(got, moment{call.Op, call.Arrived.Sub(began), call.Time.Sub(clock)})
		}
		for _, w := range srv.Writes.Last(2, 0) {
			got = append(got, moment{w.Op + w.Method, w.Made.Sub(began), w.Time.Sub(clock)})
		}
		require.Empty(t, cmp.Diff([]moment{
			{"Teams.Get", 90 * time.Second, 0}, {"Teams.Update", 93 * time.Second, -time.Hour},
			{"Teams.Remove", 153 * time.Second, -time.Hour}, {"Teams.Update", 93 * time.Second, -time.Hour},
		}, got))
	})
}
