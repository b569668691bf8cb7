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
			require.InDelta(t, 8, mocktest.At(t, mocktest.Get(t, srv, target), "Game.AwayTeam.WonBy"), 0)
			require.Contains(t, mocktest.Send(t, srv, http.MethodGet, target, "", "Accept", "application/xml").Body, "<WonBy>Walkover</WonBy>")
		}
	}
	mocktest.Accept(t, srv, http.MethodPut, "/api/v1/games", `{"Id":1,"HomeWonBy":"walkover"}`)
	game, _ := srv.Games.Get(1)
	require.Equal(t, &walkover, game.HomeTeam.WonBy)
}

// TestZerosReadBack: a weight and a graduation year of zero are values. Written in either format, they show as zero
// wherever players show, and one that nobody wrote is absent.
func TestZerosReadBack(t *testing.T) {
	for _, v := range []tourney.Variant{tourney.MultiSport, tourney.Baseball} {
		eachFormat(t, func(t *testing.T, f tourney.Format, _ string) {
			srv := mocktest.World(t, v)
			client, ctx := srv.Client(tourney.WithFormat(f)), t.Context()
			zero := tourney.PlayerInput{FirstName: new("Zed"), Weight: new(0), GraduationYear: new(0)}
			id, err := client.Teams.Create(ctx, tourney.TeamCreateInput{
				EventID: mocktest.Cup, DivisionID: mocktest.Gold, Name: new("Zeros"), Players: []tourney.PlayerInput{zero, {FirstName: new("Nil")}},
			})
			require.NoError(t, err)
			require.NoError(t, client.Teams.Update(ctx, tourney.TeamUpdateInput{
				ID: mocktest.Otters, Players: []tourney.PlayerUpdateInput{{ID: mocktest.Line1, PlayerInput: zero}},
			}))
			requireZeros(t, client, id)
		})
	}
	srv := mocktest.World(t, tourney.Soccer)
	mocktest.Accept(t, srv, http.MethodPut, "/api/v1/teams",
		`{"Id":101,"Players":[{"Id":`+mocktest.Text(t, mocktest.Line1)+`,"Weight":0,"GradudationYear":null}]}`)
	body := mocktest.Get(t, srv, "/api/v1/teams?id=101&includes=Players")
	require.EqualValues(t, 0, mocktest.At(t, body, "Team.Players.0.Weight"))
	require.EqualValues(t, 2030, mocktest.At(t, body, "Team.Players.0.GraduationYear"), "a null writes nothing")
}

func requireZeros(t *testing.T, client *tourney.Client, created int64) {
	t.Helper()
	ctx := t.Context()
	team, err := client.Teams.Get(ctx, created, tourney.IncludePlayers)
	require.NoError(t, err)
	require.Equal(t, []*int{new(0), new(0), nil, nil}, []*int{
		team.Players[0].Weight, team.Players[0].GraduationYear, team.Players[1].Weight, team.Players[1].GraduationYear,
	})
	teams, err := tourney.Collect(client.Teams.All(ctx, tourney.TeamListOptions{EventID: mocktest.Cup}, tourney.IncludePlayers))
	require.NoError(t, err)
	for _, team := range teams {
		if team.ID == created || team.ID == mocktest.Otters {
			require.Equal(t, []*int{new(0), new(0)}, []*int{team.Players[0].Weight, team.Players[0].GraduationYear}, team.Name)
		}
	}
	player, err := client.Players.Get(ctx, mocktest.Ada, tourney.IncludeProfile)
	require.NoError(t, err)
	require.Equal(t, []*int{new(0), new(0)}, []*int{player.Profile.Weight, player.Profile.GraduationYear})
	players, err := tourney.Collect(client.Players.All(
		ctx, tourney.PlayerListOptions{PlayerIDs: []int64{mocktest.Ada}}, tourney.IncludeProfile))
	require.NoError(t, err)
	require.Equal(t, []*int{new(0), new(0)}, []*int{players[0].Profile.Weight, players[0].Profile.GraduationYear})
}

// TestZerosOfRegistrations: a registration has a graduation year and no weight.
func TestZerosOfRegistrations(t *testing.T) {
	eachFormat(t, func(t *testing.T, f tourney.Format, _ string) {
		srv := mocktest.World(t, tourney.Soccer)
		result, err := srv.Client(tourney.WithFormat(f)).Registration.Register(t.Context(), tourney.RegistrationInput{
			DivisionID: mocktest.Gold, Name: new("Zeros"), Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}},
			Players: []tourney.RegistrationPlayerInput{{FirstName: new("Zed"), GraduationYear: new(0)}},
		})
		require.NoError(t, err)
		team, _ := srv.Teams.Get(result.TeamID)
		require.Equal(t, new(0), team.Players[0].GraduationYear)
		require.Nil(t, team.Players[0].Weight)
	})
}
