package answers

import (
	"net/http"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// TestRealTimes: calls and writes say when they really came, also while the mock's clock stands still or is moved. A
// call has the time of its arrival, however long its answer took.
func TestRealTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := mocktest.World(t, tourney.Soccer)
		srv.Faults.Add(fault.On("Teams.Get").Delay(3 * time.Second))
		clock, began := srv.Clock.Now(), time.Now()
		<-time.After(90 * time.Second) // of the bubble, which does not wait
		mocktest.Send(t, srv, "GET", "/api/v1/teams?id=101", "")
		srv.Clock.Advance(-time.Hour)
		mocktest.Send(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Notes":"late"}`)
		<-time.After(time.Minute)
		srv.Teams.Remove(mocktest.Otters)

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

// TestWonByIsACodeInJSONAndANameInXML, also where the row has one half, and the request the half of the other format.
func TestWonByIsACodeInJSONAndANameInXML(t *testing.T) {
	walkover := tourney.WonBy{Code: 8, Name: "Walkover"}
	srv, err := mockserver.New(tourney.Profile{WonBy: []tourney.WonBy{walkover}}, mockserver.Scenario("empty"))
	require.NoError(t, err)
	for id, half := range map[int64]tourney.WonBy{1: {Code: 8}, 2: {Name: "walkover"}, 3: walkover} {
		srv.Games.Add(tourney.Game{ID: id, AwayTeam: &tourney.GameSide{WonBy: &half}})
		for range 2 { // the second answer is a kept one
			target := "/api/v1/games?id=" + strconv.FormatInt(id, 10)
			require.InDelta(t, 8, mocktest.At(t, mocktest.Get(t, srv, target), "Game.AwayTeam.WonBy"), 0)
			require.Contains(t, mocktest.Send(t, srv, http.MethodGet, target, "", "Accept", "application/xml").Body, "<WonBy>Walkover</WonBy>")
		}
	}
	mocktest.Accept(t, srv, http.MethodPut, "/api/v1/games", `{"Id":1,"HomeWonBy":"walkover"}`)
	game, _ := srv.Games.Get(1)
	require.Equal(t, &walkover, game.HomeTeam.WonBy)
}
