package mockserver_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
)

func TestTheClockStandsStillUntilItIsMoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := empty(t, tourney.Soccer).Clock()
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
		clock := empty(t, tourney.Soccer, mockserver.WallClock()).Clock()
		require.True(t, time.Now().Equal(clock.Now()))
		noon := time.Date(2031, 2, 3, 12, 0, 0, 0, time.UTC)
		clock.Set(noon)
		<-time.After(time.Minute)
		require.True(t, noon.Add(time.Minute).Equal(clock.Now()))
	})
}

// TestResetSetsTheClockBack checks it with a card that expires.
func TestResetSetsTheClockBack(t *testing.T) {
	srv := world(t, tourney.Soccer)
	start := srv.Clock().Now()
	accept(t, srv, "POST", "/api/v1/payments", payBody)
	srv.Clock().Set(time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC))
	a := send(t, srv, "POST", "/api/v1/payments", payBody)
	require.Contains(t, messages(t, a), "expire")
	srv.Reset()
	require.Equal(t, start, srv.Clock().Now())
}
