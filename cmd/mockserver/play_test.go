package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver"
)

// played runs the command play with a mock in a bubble of testing/synctest, and calls meanwhile in it. It returns the
// printed lines, and how long the command ran.
func played(
	t *testing.T, faster float64, meanwhile func(srv *mockserver.Server, stop func()),
) (lines []string, took time.Duration) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("not-started"))
		require.NoError(t, err)
		defer srv.Close()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var out strings.Builder
		begin := time.Now()
		go meanwhile(srv, stop)
		c := &playCommand{Speed: &faster, Seed: 7}
		require.NoError(t, c.play(ctx, srv.World, command.Terminal{Out: &out}))
		lines, took = strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n"), time.Since(begin)
	})
	return lines, took
}

func nothing(*mockserver.Server, func()) {}

// TestPlayRunsTheClock: the speed says how long a tournament takes, and changes no score.
func TestPlayRunsTheClock(t *testing.T) {
	lines, took := played(t, 3600, nothing)
	require.Len(t, lines, 48)
	require.Equal(t, "6/12/2026 8:00 AM  game 7001  River Skylarks 2:4 Juniper Foxes", lines[0])
	require.Regexp(t, `^6/13/2026  game 7036  `, lines[35], "a game without a time")
	require.Regexp(t, `^6/14/2026 1:30 PM  game 7048  `, lines[47])
	require.Equal(t, 54*time.Second, took, "the 54 hours from Friday 8:00 to the last games")

	faster, took := played(t, 36_000, nothing)
	require.Equal(t, lines, faster)
	require.Equal(t, 5*time.Second, took)
	slower, took := played(t, 60, func(_ *mockserver.Server, stop func()) {
		<-time.After(59*time.Second + time.Millisecond)
		stop()
	})
	require.Equal(t, lines[:5], slower, "the first games have ended after an hour")
	require.Equal(t, 59*time.Second+time.Millisecond, took)
}

// TestPlayFollowsOthers: a reset, a clock that somebody sets and the score of somebody else.
func TestPlayFollowsOthers(t *testing.T) {
	all, _ := played(t, 3600, nothing)
	lines, took := played(t, 3600, func(srv *mockserver.Server, _ func()) {
		<-time.After(1500 * time.Millisecond)
		srv.Games.Edit(7010, func(g *tourney.Game) { g.AwayTeam.Score, g.HomeTeam.Score = tourney.Score(1), tourney.Score(0) })
		<-time.After(10 * time.Second)
		srv.Reset() // after the games of the first day
		<-time.After(10 * time.Second)
		srv.Clock.Set(time.Date(2026, 6, 14, 20, 0, 0, 0, time.UTC))
	})
	require.Len(t, lines, 25+48)
	require.NotContains(t, strings.Join(lines[:25], "\n"), "game 7010")
	require.Equal(t, all, lines[25:])
	require.Less(t, took, 30*time.Second)
}

// TestPlayEndsBesideContradictions: an update can name two winners of a game, which nobody plays then.
func TestPlayEndsBesideContradictions(t *testing.T) {
	lines, _ := played(t, 36_000, func(srv *mockserver.Server, _ func()) {
		<-time.After(500 * time.Millisecond)
		update := httptest.NewRequest(http.MethodPut, "/api/v1/games", strings.NewReader(`{"Id":7036,"AwayWonBy":1,"HomeWonBy":1}`))
		update.Header.Set("Content-Type", "application/json")
		srv.ServeHTTP(httptest.NewRecorder(), update)
	})
	require.Less(t, len(lines), 48)
	require.NotContains(t, strings.Join(lines, "\n"), "game 7036 ")
}

// TestPlayCommand: the command plays in another process, in steps and to the end.
func TestPlayCommand(t *testing.T) {
	p := start(t, "--variant", "soccer", "--scenario", "not-started", "--start-date", "fixed", "--admin-token", "open-sesame")
	defer p.stop()
	on := func(args string) (code int, out, errs string) {
		var printed, failed strings.Builder
		args += " --admin-token open-sesame --url " + p.url()
		code = run(t.Context(), strings.Fields(args), &printed, &failed)
		return code, printed.String(), failed.String()
	}
	code, out, errs := on("play --step --seed 7")
	require.Zero(t, code, errs)
	require.Equal(t, "6/12/2026 8:00 AM  game 7001  River Skylarks 2:4 Juniper Foxes\n", out)
	_, out, _ = on("clock")
	require.Equal(t, "2026-06-12T09:00:00Z\n", out)
	code, out, errs = on("play --speed 1000000x")
	require.Zero(t, code, errs)
	require.Equal(t, 47, strings.Count(out, "\n"))
	for args, want := range map[string]string{
		"play --step":             "mockserver: no game is left that has a date, two teams and no score\n",
		"play --step --speed 60x": "mockserver: --step plays a game at once: leave --speed out\n",
		"play --speed 0x":         `mockserver: --speed: expected a speed from above 0 to 1000000x, such as 60x, found "0x"`,
		"play --speed NaN":        `mockserver: --speed: expected a speed from above 0 to 1000000x, such as 60x, found "NaN"`,
		"play --speed fast":       `mockserver: --speed: expected a speed from above 0 to 1000000x, such as 60x, found "fast"`,
		"play --session anna":     `mockserver: Remote: there is no session "anna"`,
	} {
		code, out, errs := on(args)
		require.NotZero(t, code, args)
		require.Empty(t, out, args)
		require.True(t, strings.HasPrefix(errs, want), "%s: %s", args, errs)
	}
	code, _, errs = runToEnd(t, "play", "--url", p.url(), "--admin-token", "open-barley")
	require.Equal(t, 1, code)
	require.NotContains(t, errs, "open-barley")
}

// TestPlayBracketsFlag: the score of a client moves its winner.
func TestPlayBracketsFlag(t *testing.T) {
	p := start(t, "--variant", "soccer", "--play-brackets")
	defer p.stop()
	for id := 7001; id <= 7037; id++ { // the games of the pools, and a semifinal
		score := fmt.Sprintf(`{"Id":%d,"AwayScore":3,"HomeScore":1}`, id)
		status, _ := p.send("curl -X PUT " + p.url() + "/api/v1/games -H 'Content-Type: application/json' -d '" + score + "'")
		require.Equal(t, 200, status)
	}
	_, final := p.send("curl '" + p.url() + "/api/v1/games?id=7044'")
	require.NotContains(t, final, "W1 (Championship)")
	require.Contains(t, final, "W2 (Championship)")
}
