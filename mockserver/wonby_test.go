package mockserver_test

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestHostsNameWonByThemselves: hosts in one process have different names for one code. A host refuses a name that only
// another one has.
func TestHostsNameWonByThemselves(t *testing.T) {
	names := map[string]string{"Walkover": "Drawn lots", "Drawn lots": "Walkover"}
	for name, other := range names {
		walkover := tourney.WonBy{Code: 8, Name: name}
		for _, f := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
			t.Run(name+" in "+string(f), func(t *testing.T) {
				t.Parallel() // with the other host
				srv, err := mockserver.New(tourney.Profile{Variant: tourney.Soccer, WonBy: []tourney.WonBy{walkover}, Format: f})
				require.NoError(t, err)
				client := srv.Client()
				for _, half := range []tourney.WonBy{{Code: 8}, {Name: name}} {
					require.NoError(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeWonBy: &half}))
					game, err := client.Games.Get(t.Context(), 7001)
					require.NoError(t, err)
					require.Equal(t, &walkover, game.HomeTeam.WonBy)
					rows, err := tourney.Collect(client.Games.All(t.Context(), tourney.GameListOptions{EventID: 1001}))
					require.NoError(t, err)
					require.Contains(t, rows, game)
				}
				err = client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeWonBy: &tourney.WonBy{Name: other}})
				require.ErrorContains(t, err, "a name whose code is known")
			})
		}
	}
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
			require.InDelta(t, 8, at(t, get(t, srv, target), "Game.AwayTeam.WonBy"), 0)
			require.Contains(t, send(t, srv, http.MethodGet, target, "", "Accept", "application/xml").body, "<WonBy>Walkover</WonBy>")
		}
	}
	accept(t, srv, http.MethodPut, "/api/v1/games", `{"Id":1,"HomeWonBy":"walkover"}`)
	game, _ := srv.Games.Get(1)
	require.Equal(t, &walkover, game.HomeTeam.WonBy)
}
