package mockserver_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// TestZerosReadBack: a weight and a graduation year of zero are values. Written in either format, they show as zero
// wherever players show, and one that nobody wrote is absent.
func TestZerosReadBack(t *testing.T) {
	for _, v := range []tourney.Variant{tourney.MultiSport, tourney.Baseball} {
		eachFormat(t, func(t *testing.T, f tourney.Format, _ string) {
			srv := world(t, v)
			client, ctx := srv.Client(tourney.WithFormat(f)), t.Context()
			zero := tourney.PlayerInput{FirstName: new("Zed"), Weight: new(0), GraduationYear: new(0)}
			id, err := client.Teams.Create(ctx, tourney.TeamCreateInput{
				EventID: cup, DivisionID: gold, Name: new("Zeros"), Players: []tourney.PlayerInput{zero, {FirstName: new("Nil")}},
			})
			require.NoError(t, err)
			require.NoError(t, client.Teams.Update(ctx, tourney.TeamUpdateInput{
				ID: otters, Players: []tourney.PlayerUpdateInput{{ID: line1, PlayerInput: zero}},
			}))
			requireZeros(t, client, id)
		})
	}
	srv := world(t, tourney.Soccer)
	accept(t, srv, http.MethodPut, "/api/v1/teams", `{"Id":101,"Players":[{"Id":`+text(t, line1)+`,"Weight":0,"GradudationYear":null}]}`)
	body := get(t, srv, "/api/v1/teams?id=101&includes=Players")
	require.EqualValues(t, 0, at(t, body, "Team.Players.0.Weight"))
	require.EqualValues(t, 2030, at(t, body, "Team.Players.0.GraduationYear"), "a null writes nothing")
}

func requireZeros(t *testing.T, client *tourney.Client, created int64) {
	t.Helper()
	ctx := t.Context()
	team, err := client.Teams.Get(ctx, created, tourney.IncludePlayers)
	require.NoError(t, err)
	require.Equal(t, []*int{new(0), new(0), nil, nil}, []*int{
		team.Players[0].Weight, team.Players[0].GraduationYear, team.Players[1].Weight, team.Players[1].GraduationYear,
	})
	teams, err := tourney.Collect(client.Teams.All(ctx, tourney.TeamListOptions{EventID: cup}, tourney.IncludePlayers))
	require.NoError(t, err)
	for _, team := range teams {
		if team.ID == created || team.ID == otters {
			require.Equal(t, []*int{new(0), new(0)}, []*int{team.Players[0].Weight, team.Players[0].GraduationYear}, team.Name)
		}
	}
	player, err := client.Players.Get(ctx, ada, tourney.IncludeProfile)
	require.NoError(t, err)
	require.Equal(t, []*int{new(0), new(0)}, []*int{player.Profile.Weight, player.Profile.GraduationYear})
	players, err := tourney.Collect(client.Players.All(
		ctx, tourney.PlayerListOptions{PlayerIDs: []int64{ada}}, tourney.IncludeProfile))
	require.NoError(t, err)
	require.Equal(t, []*int{new(0), new(0)}, []*int{players[0].Profile.Weight, players[0].Profile.GraduationYear})
}

// TestZerosOfRegistrations: a registration has a graduation year and no weight.
func TestZerosOfRegistrations(t *testing.T) {
	eachFormat(t, func(t *testing.T, f tourney.Format, _ string) {
		srv := world(t, tourney.Soccer)
		result, err := srv.Client(tourney.WithFormat(f)).Registration.Register(t.Context(), tourney.RegistrationInput{
			DivisionID: gold, Name: new("Zeros"), Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}},
			Players: []tourney.RegistrationPlayerInput{{FirstName: new("Zed"), GraduationYear: new(0)}},
		})
		require.NoError(t, err)
		team, _ := srv.Teams.Get(result.TeamID)
		require.Equal(t, new(0), team.Players[0].GraduationYear)
		require.Nil(t, team.Players[0].Weight)
	})
}
