package tourney_test

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"strconv"
	"testing"
	"testing/synctest"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// The code of "Back to before" in docs/testing.md.
func TestBackToBefore(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer)
	client, evening := srv.Client(), srv.Snapshots.Take()
	for _, n := range []int{0, 7} {
		require.NoError(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(n)}))
		srv.Snapshots.Restore(evening)
	}
	second := srv.Calls.All("Games.Update")[1].Write
	srv.Writes.Rewind(second) // the rows as they were after the second update
	game, _ := srv.Games.Get(7001)
	require.Equal(t, "7", game.HomeTeam.Score.String())
}

// The code of "One server for parallel tests" in docs/testing.md.
func TestParallelTestsShareAServer(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer)
	for n := range 8 {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			session := srv.StartSession(t) // until this subtest ends
			session.Faults.Add(fault.On("Games.Update").Nth(1).Status(400))
			client := session.Client()
			require.Error(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(n)}))
			require.NoError(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(n)}))
			game, _ := session.Games.Get(7001)
			require.Equal(t, fmt.Sprint(n), game.HomeTeam.Score.String())
			session.Calls.Want(t, "Games.Update", "Games.Update")
		})
	}
}

// The code of docs/testing.md.

// gameSource is what the ticker needs of a client. tourney.GamesService has this method.
type gameSource interface {
	All(context.Context, tourney.GameListOptions, ...tourney.ListOption) iter.Seq2[tourney.Game, error]
}

// ticker shows results.
type ticker struct{ games gameSource }

// results returns a line for each game that has two scores.
func (t ticker) results(ctx context.Context, divisionID int64) (lines []string, err error) {
	for game, err := range t.games.All(ctx, tourney.GameListOptions{DivisionID: divisionID}) {
		if err != nil {
			return nil, fmt.Errorf("results: %w", err)
		}
		if away, home := game.AwayTeam, game.HomeTeam; away != nil && home != nil && away.Score != nil && home.Score != nil {
			lines = append(lines, fmt.Sprintf("%s %v:%v %s", away.Name, away.Score, home.Score, home.Name))
		}
	}
	return lines, nil
}

func TestResultsComeFromTheServer(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, mockserver.Scenario("empty"))
	event := srv.Events.Add(tourney.Event{Name: "Pond Cup"})
	division := srv.Divisions.Add(tourney.Division{Name: "Gold", Event: &tourney.Event{ID: event}})
	away, home := tourney.GameSide{Name: "Otters"}, tourney.GameSide{Name: "Puffins"}
	id := srv.Games.Add(tourney.Game{Division: &tourney.GameDivision{ID: division}, AwayTeam: &away, HomeTeam: &home})

	client := srv.Client()
	lines, err := ticker{client.Games}.results(t.Context(), division)
	require.NoError(t, err)
	require.Empty(t, lines)

	result := tourney.GameUpdateInput{ID: id, AwayScore: tourney.Score(0), HomeScore: tourney.Score(2)}
	require.NoError(t, client.Games.Update(t.Context(), result))
	lines, err = ticker{client.Games}.results(t.Context(), division)
	require.NoError(t, err)
	require.Equal(t, []string{"Otters 0:2 Puffins"}, lines)
	require.Len(t, srv.Calls.All("Games.Update"), 1)

	srv.Games.Edit(id, func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(3) })
	game, _ := srv.Games.Get(id)
	require.Equal(t, "3", game.HomeTeam.Score.String())
	require.PanicsWithError(t, "mockserver: Games.Add: Division.Id 7 names no division: add it first",
		func() { srv.Games.Add(tourney.Game{Division: &tourney.GameDivision{ID: 7}}) })
	require.Empty(t, srv.Calls.All("", journal.Unmatched()), "requests that no operation took")
	srv.Calls.Want(t, "Games.List", "Games.Update", "Games.List")
	updates := srv.Calls.All("Games.Update", journal.Where("HomeScore", "2"))
	require.Len(t, updates, 1)
	require.Equal(t, "0", updates[0].Param("AwayScore"))
	t.Log(updates[0].Curl())

	srv.Calls.Clear()
	go func() { _, _ = ticker{client.Games}.results(context.WithoutCancel(t.Context()), division) }()
	listed, err := srv.Calls.Wait(t.Context(), "Games.List", 1)
	require.NoError(t, err)
	require.Equal(t, strconv.FormatInt(division, 10), listed[0].Param("DivisionId"))
}

// The code of docs/data.md.
func TestClosedDivision(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("registration-open"))
	require.NoError(t, err)
	closed, ok := srv.Special(mockserver.SpecialClosedDivision)
	require.True(t, ok, "the scenario has such a division")
	_, err = srv.Client().Registration.Register(t.Context(), tourney.RegistrationInput{
		DivisionID: closed, Name: new("Latecomers"),
		Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true), FirstName: new("Ada"), Email: new("ada@example.com")}},
	})
	require.ErrorIs(t, err, tourney.CodeInactive)
}

// The code of docs/data.md about a tournament that plays itself.
func TestATournamentThatPlaysItself(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, mockserver.Scenario("not-started"))
	for game := range srv.Play(t.Context(), mockserver.PlayOptions{Seed: 7}) {
		t.Log(game.ID, game.AwayTeam.Score, game.HomeTeam.Score, srv.Clock.Now())
	}
	final, _ := srv.Games.Get(7044)
	require.NotEqual(t, tourney.WinnerUndecided, final.Winner())
}

// fakeGames is a gameSource that yields its games, and then its error.
type fakeGames struct {
	games []tourney.Game
	err   error
}

func (f fakeGames) All(context.Context, tourney.GameListOptions, ...tourney.ListOption) iter.Seq2[tourney.Game, error] {
	return func(yield func(tourney.Game, error) bool) {
		for _, game := range f.games {
			if !yield(game, nil) {
				return
			}
		}
		if f.err != nil {
			yield(tourney.Game{}, f.err)
		}
	}
}

func TestResultsWithoutScores(t *testing.T) {
	zero := new(tourney.NewDecimal(0, 0))
	games := fakeGames{games: []tourney.Game{
		{AwayTeam: &tourney.GameSide{Name: "Otters"}, HomeTeam: &tourney.GameSide{Name: "Puffins"}},
		{AwayTeam: &tourney.GameSide{Name: "Otters", Score: zero}, HomeTeam: &tourney.GameSide{Name: "Badgers", Score: zero}},
	}}
	lines, err := ticker{games}.results(t.Context(), 1)
	require.NoError(t, err)
	require.Equal(t, []string{"Otters 0:0 Badgers"}, lines)

	_, err = ticker{fakeGames{err: tourney.ErrListChanged}}.results(t.Context(), 1)
	require.ErrorIs(t, err, tourney.ErrListChanged)
}

func TestResultsOfAHostInTrouble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // its clock does not wait between attempts
		transport := httpmock.NewMockTransport()
		maintenance := httpmock.NewStringResponder(503, "maintenance")
		transport.RegisterResponder("GET", "https://soccer.example.com/api/v1/games", maintenance)
		client, err := tourney.New("https://soccer.example.com", tourney.Soccer,
			tourney.WithHTTPClient(&http.Client{Transport: transport}))
		require.NoError(t, err)

		_, err = ticker{client.Games}.results(t.Context(), 1)
		require.ErrorIs(t, err, tourney.ErrUnavailable)
		require.Equal(t, 1+tourney.DefaultRetry().Max, transport.GetTotalCallCount())
	})
}
