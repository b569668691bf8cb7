package rows

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/secret"
)

func TestRemoveTeam(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(recorded(t))
		srv.Teams.Edit(mocktest.Storks, func(team *tourney.Team) { team.ParentID = mocktest.Otters })
		srv.Teams.Remove(mocktest.Otters)
		require.False(t, mocktest.Found(srv.Teams.Get(mocktest.Otters)))
		require.Equal(t, 404, mocktest.Send(t, srv, "GET", "/api/v1/teams?id=101", "").Status)
		require.Equal(t, 404, mocktest.Send(t, srv, "PUT", "/api/v1/teams", `{"ExternalTeamId":"T-OTTERS","Name":"x"}`).Status)
		require.Equal(t, []int64{mocktest.Herons}, mocktest.Listed(t, srv, "/api/v1/teams?divisionid=11", "Teams"))
		require.Equal(t, []int64{0, mocktest.Herons, 0}, mocktest.TeamsOn(srv.World, mocktest.PoolA))
		require.Empty(t, mocktest.Listed(t, srv, "/api/v1/games?teamid=101", "Games"))
		game, _ := srv.Games.Get(mocktest.Played)
		require.Nil(t, game.AwayTeam.TeamID)
		require.Equal(t, "Otters", game.AwayTeam.Name)
		require.Equal(t, "3", game.AwayTeam.Score.String())
		require.NotContains(t, mocktest.Get(t, srv, "/api/v1/statistics"), "Loft")
		player, ok := srv.Players.Get(mocktest.Ada)
		require.True(t, ok)
		require.Empty(t, player.Teams)
		child, _ := srv.Teams.Get(mocktest.Storks)
		require.Zero(t, child.ParentID)
		require.EqualValues(t, mocktest.Otters, srv.Registrations.All()[0].TeamID, "a record stays")
		require.Len(t, srv.Payments.All(), 1)

		require.EqualValues(t, mocktest.Otters,
			srv.Teams.Add(tourney.Team{ID: mocktest.Otters, Name: "New", Division: &tourney.TeamDivision{ID: mocktest.Gold}}))
		require.Equal(t, []int64{mocktest.Herons, mocktest.Otters},
			mocktest.Listed(t, srv, "/api/v1/teams?divisionid=11", "Teams"), "a new row comes last")
	})
}

func TestRemoveContainersWhenTheyAreEmpty(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mocktest.World(t, tourney.Soccer))
		for _, id := range []int64{mocktest.Played, mocktest.Open, mocktest.Final} {
			srv.Games.Remove(id)
		}
		require.Empty(t, srv.Statistics.OfGame(mocktest.Played))
		require.Contains(t, mocktest.Get(t, srv, "/api/v1/statistics"), `"Statistics":[]`)
		srv.Pools.Remove(mocktest.PoolA)
		require.Empty(t, srv.Pools.Positions(mocktest.PoolA))
		require.Equal(t, 404, mocktest.Send(t, srv, "PUT", "/api/v1/standings", `{"TeamPoolId":311,"TeamId":101}`).Status)
		srv.Teams.Edit(mocktest.Otters, func(team *tourney.Team) { team.Division = nil })
		srv.Teams.Remove(mocktest.Herons)
		srv.Divisions.Remove(mocktest.Gold)
		require.Equal(t, []int64{mocktest.PaidOnly}, mocktest.Listed(t, srv, "/api/v1/divisions", "Divisions")[:1])
		srv.Venues.Remove(mocktest.Fieldhouse)
		srv.Teams.Remove(mocktest.Storks)
		srv.Divisions.Remove(mocktest.Abroad)
		srv.Events.Remove(mocktest.League)
		require.Len(t, srv.Events.All(), 1)
		srv.Players.Remove(mocktest.Ada)
		team, _ := srv.Teams.Get(mocktest.Otters)
		require.Len(t, team.Players, 1)
	})
}

// TestRemovePoolLeavesGames: the sides of games no longer name the pool and its positions.
func TestRemovePoolLeavesGames(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mocktest.World(t, tourney.Soccer))
		srv.Games.Edit(mocktest.Open, func(g *tourney.Game) { g.AwayTeam.PoolID = new(int64(mocktest.PoolA)) })
		srv.Pools.Remove(mocktest.PoolA)
		for _, g := range srv.Games.All() {
			for _, s := range []*tourney.GameSide{g.AwayTeam, g.HomeTeam} {
				require.Nil(t, s.TeamPoolID)
				require.Nil(t, s.PoolID)
			}
		}
		require.Equal(t, []int64{mocktest.Otters, mocktest.Herons}, mocktest.Listed(t, srv, "/api/v1/teams?divisionid=11", "Teams"))
	})
}

func TestRecordsAreEdited(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(recorded(t))
		srv.Payments.Edit("TX-1", func(p *stored.Payment) {
			p.Amount, p.Request.Payment = tourney.MustDecimal("12.50"), mocktest.Paying(nil)
		})
		require.Equal(t, "12.50", srv.Payments.All()[0].Amount.String())
		mocktest.NoCardIn(t, srv.Payments.All()[0].Request.Payment)
		srv.Registrations.Edit(mocktest.Otters, func(r *stored.Registration) {
			r.Request.Name, r.Request.Payment = new("Sea Otters"), mocktest.Paying(nil)
		})
		require.Equal(t, "Sea Otters", *srv.Registrations.All()[0].Request.Name)
		mocktest.NoCardIn(t, srv.Registrations.All()[0].Request.Payment)
		paid := tourney.PaymentInput{Payment: mocktest.Paying(nil)}
		require.Equal(t, "MOCK-000002", srv.Payments.Add(stored.Payment{Request: paid}))
		mocktest.NoCardIn(t, srv.Payments.All()[1].Request.Payment)
		srv.Payments.Remove("TX-1")
		require.Empty(t, srv.Registrations.All()[0].TransactionID)
		require.Equal(t, "MOCK-000003", srv.Payments.Add(stored.Payment{}), "no transaction id is given out twice")
		srv.Payments.Add(stored.Payment{TransactionID: "MOCK-000004"})
		require.Equal(t, "MOCK-000005", srv.Payments.Add(stored.Payment{}), "another payment has the fourth id")
		srv.Registrations.Remove(mocktest.Otters)
		require.Empty(t, srv.Registrations.All())
		again := tourney.RegistrationInput{Payment: mocktest.Paying(nil)}
		srv.Registrations.Add(stored.Registration{TeamID: mocktest.Otters, Request: again})
		mocktest.NoCardIn(t, srv.Registrations.All()[0].Request.Payment)
	})
}

func TestStatisticOrder(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mocktest.World(t, tourney.Soccer))
		for _, name := range []string{"Assists", "Hops", "Goals", "Saves"} {
			srv.Statistics.Set(mocktest.Played, mocktest.Line2, name, tourney.NewDecimal(1, 0))
		}
		order := func() (names []string) {
			leaders, err := srv.Client().Statistics.Leaders(t.Context(), tourney.LeadersOptions{})
			require.NoError(t, err)
			for _, c := range leaders {
				names = append(names, c.Name)
			}
			return names
		}
		usual := order()
		srv.Statistics.SetOrder("hops", "Saves")
		require.Equal(t, []string{"hops", "Saves"}, srv.Statistics.Order())
		require.Equal(t, []string{"Hops", "Saves"}, order()[:2])
		require.ElementsMatch(t, usual, order())
		srv.Statistics.SetOrder()
		require.Equal(t, usual, order())
		srv.Statistics.Remove(mocktest.Played, mocktest.Line2, "HOPS")
		require.NotContains(t, order(), "Hops")
		require.Empty(t, cmp.Diff([]string{"Assists", "Goals", "Saves"}, statisticsOfLine(srv.World, mocktest.Line2)))
	})
}

// TestAddAccountKeepsKeys: an account without keys of its own can sign, and no rotation brings old keys back.
func TestAddAccountKeepsKeys(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mocktest.World(t, tourney.Soccer, mockserver.RequireAuth(auth.HMAC{})))
		signed := func(keys auth.Credentials) error {
			_, err := srv.Client(tourney.WithCredentials(keys)).Venues.List(t.Context(), tourney.VenueListOptions{})
			return err
		}
		login := func(password string) auth.Credentials {
			account, err := srv.Client(tourney.WithPlainHTTP()).Authenticate(t.Context(), "sam", password)
			require.NoError(t, err)
			require.NotEmpty(t, account.Credentials.APIKey)
			return account.Credentials
		}
		srv.Accounts.Add("sam", "old", tourney.Account{})
		made := login("old")
		require.NoError(t, signed(made))
		srv.Accounts.Add("sam", "new", tourney.Account{})
		require.Equal(t, made, login("new"))
		_, err := srv.Client(tourney.WithPlainHTTP()).Authenticate(t.Context(), "sam", "old")
		require.ErrorIs(t, err, tourney.ErrUnauthorized)
		rotated := srv.Accounts.RotateKeys("sam")
		require.NotEqual(t, made, rotated)
		own := auth.Credentials{APIKey: "own", APISecret: secret.New("own secret")}
		srv.Accounts.Add("sam", "new", tourney.Account{Credentials: own})
		again := srv.Accounts.RotateKeys("sam")
		for _, old := range []auth.Credentials{made, rotated, own} {
			require.ErrorIs(t, signed(old), tourney.ErrUnauthorized)
		}
		require.NoError(t, signed(again))
	})
}

// TestRecordsOutliveTheirRows: a record that names a removed team can still be edited.
func TestRecordsOutliveTheirRows(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(recorded(t))
		srv.Teams.Remove(mocktest.Otters)
		srv.Payments.Edit("TX-1", func(p *stored.Payment) { p.Title = "Refund" })
		srv.Registrations.Edit(mocktest.Otters, func(r *stored.Registration) { r.Request.Name = new("Gone") })
		require.Equal(t, "Refund", srv.Payments.All()[0].Title)
		require.EqualValues(t, mocktest.Otters, srv.Payments.All()[0].TeamID)
		require.Equal(t, "Gone", *srv.Registrations.All()[0].Request.Name)
		require.Equal(t, "TX-1", srv.Registrations.All()[0].TransactionID)
		require.PanicsWithError(t, "mockserver: Payments.Edit: TeamId 9 names no team"+firstOr, func() {
			srv.Payments.Edit("TX-1", func(p *stored.Payment) { p.TeamID = 9 })
		})
	})
}

// TestNextIDThatARowTook: a create replaces no row.
func TestNextIDThatARowTook(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mocktest.Empty(t, tourney.Soccer))
		srv.SetNextID(5)
		srv.Teams.Add(tourney.Team{ID: 5})
		created, err := srv.Client().Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("x")})
		require.NoError(t, err)
		require.NotEqualValues(t, 5, created)
		team, _ := srv.Teams.Get(5)
		require.Empty(t, team.Name)
	})
}
