package rows

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

func TestTheClockStandsStillUntilItIsMoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := mocktest.Empty(t, tourney.Soccer).Clock
		<-time.After(time.Hour)
		require.Equal(t, contract.DefaultTime, clock.Now())
		clock.Advance(36 * time.Hour)
		require.Equal(t, contract.DefaultTime.Add(36*time.Hour), clock.Now())
		clock.Advance(-time.Hour)
		require.Equal(t, contract.DefaultTime.Add(35*time.Hour), clock.Now())
		noon := time.Date(2031, 2, 3, 12, 0, 0, 0, time.UTC)
		clock.Set(noon)
		require.Equal(t, noon, clock.Now())
	})
}

func TestAClockThatRunsGoesOnFromWhereItIsSet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := mocktest.Empty(t, tourney.Soccer, mockserver.WallClock()).Clock
		require.True(t, time.Now().Equal(clock.Now()))
		noon := time.Date(2031, 2, 3, 12, 0, 0, 0, time.UTC)
		clock.Set(noon)
		<-time.After(time.Minute)
		require.True(t, noon.Add(time.Minute).Equal(clock.Now()))
	})
}

// TestResetSetsTheClockBack checks it with a card that expires.
func TestResetSetsTheClockBack(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	start := srv.Clock.Now()
	mocktest.Accept(t, srv, "POST", "/api/v1/payments", mocktest.PayBody)
	srv.Clock.Set(time.Date(2031, 1, 2, 0, 0, 0, 0, time.UTC))
	a := mocktest.Send(t, srv, "POST", "/api/v1/payments", mocktest.PayBody)
	require.Contains(t, mocktest.Messages(t, a), "expire")
	srv.Reset()
	require.Equal(t, start, srv.Clock.Now())
}

// TestTheClockShowsEveryTime: times far from the present, and times of other places, are shown as they were set.
func TestTheClockShowsEveryTime(t *testing.T) {
	for _, opts := range [][]mockserver.Option{nil, {mockserver.WallClock()}} {
		synctest.Test(t, func(t *testing.T) {
			clock := mocktest.Empty(t, tourney.Soccer, opts...).Clock
			for _, want := range []time.Time{
				{}, time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 22, 0, 0, 0, time.UTC),
				time.Date(2026, 7, 1, 9, 0, 0, 0, time.FixedZone("CDT", -5*3600)),
			} {
				clock.Set(want)
				require.Equal(t, want.String(), clock.Now().String())
				clock.Advance(time.Hour)
				clock.Advance(-2 * time.Hour)
				require.Equal(t, want.Add(-time.Hour).String(), clock.Now().String())
			}
		})
	}
}

// TestTheClockRefusesTimesThatNoAnswerSays: the clock stays as it is, and the admin API goes on to answer.
func TestTheClockRefusesTimesThatNoAnswerSays(t *testing.T) {
	west := time.FixedZone("", -5*3600)
	for name, c := range map[string]struct {
		move func(*mockserver.Clock)
		want string
	}{
		"a late year": {
			func(c *mockserver.Clock) { c.Set(time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC)) },
			"Clock.Set: the clock would show 12000-01-01 00:00:00 +0000 UTC: expected a year from 0 to 9999, ",
		},
		"a late year in UTC": {
			func(c *mockserver.Clock) { c.Set(time.Date(9999, 12, 31, 23, 0, 0, 0, west)) },
			"Clock.Set: the clock would show 10000-01-01 04:00:00 +0000 UTC: expected a year from 0 to 9999, ",
		},
		"an early year": {
			func(c *mockserver.Clock) { c.Set(time.Date(-1, 12, 31, 0, 0, 0, 0, time.UTC)) },
			"Clock.Set: the clock would show -0001-12-31 00:00:00 +0000 UTC: expected a year from 0 to 9999, ",
		},
		"a zone that is none": {
			func(c *mockserver.Clock) { c.Set(time.Date(2026, 1, 1, 0, 0, 0, 0, time.FixedZone("far", 24*3600))) },
			"Clock.Set: the clock would show 2026-01-01 00:00:00 +2400 far: expected a year from 0 to 9999, and a zone less ",
		},
		"forward": {
			func(c *mockserver.Clock) {
				c.Set(time.Date(9999, 12, 31, 23, 0, 0, 0, time.UTC))
				c.Advance(time.Hour)
			},
			"Clock.Advance: the clock would show 10000-01-01 00:00:00 +0000 UTC: expected a year from 0 to 9999, ",
		},
		"back": {
			func(c *mockserver.Clock) {
				c.Set(time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC))
				c.Advance(-time.Second)
			},
			"Clock.Advance: the clock would show -0001-12-31 23:59:59 +0000 UTC: expected a year from 0 to 9999, ",
		},
	} {
		t.Run(name, func(t *testing.T) {
			mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
				srv := mocktest.World(t, tourney.Soccer)
				require.Contains(t, panicked(t, func() { c.move(open(srv).Clock) }), "mockserver: "+c.want)
				for _, path := range []string{"clock", "info", "requests"} {
					mocktest.Get(t, srv, "/_mock/"+path)
				}
			})
		})
	}
}

// panicked returns the text with which a function panics.
func panicked(t *testing.T, f func()) (text string) {
	t.Helper()
	if err := mockserver.Try(f); err != nil {
		return err.Error()
	}
	return ""
}

// TestAResetThatIsRefused leaves the clock as it is.
func TestAResetThatIsRefused(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	srv.Clock.Advance(time.Hour)
	moved := srv.Clock.Now()
	require.Panics(t, func() { srv.Teams.Edit(mocktest.Otters, func(*tourney.Team) { srv.Reset() }) })
	require.Equal(t, moved, srv.Clock.Now())
}

// TestAClockThatAsksTheServer: the function of Now may call the server, also while a payment reads the time.
func TestAClockThatAsksTheServer(t *testing.T) {
	var srv *mockserver.Server
	asked := false
	srv = mocktest.World(t, tourney.Soccer, mockserver.Now(func() time.Time {
		if srv != nil {
			_, asked = srv.Teams.Get(mocktest.Otters)
		}
		return contract.DefaultTime
	}))
	mocktest.Accept(t, srv, "POST", "/api/v1/payments", mocktest.PayBody)
	require.True(t, asked)
}
