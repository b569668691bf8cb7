package answers

import (
	"bytes"
	"encoding/base64"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/secret"
)

// limitedToLeague returns the rows of world behind an account that sees the league alone, and a client of an account that sees
// all.
func limitedToLeague(t *testing.T, p mockserver.Profile) (srv *mockserver.Server, all *tourney.Client) {
	t.Helper()
	srv = mocktest.World(t, mocktest.HostOf(tourney.Soccer, p), mockserver.RequireAuth(auth.HMAC{}),
		mockserver.Account("director", "let-me-in", tourney.Account{}, mocktest.League))
	srv.Accounts.Add("root", "secret word", tourney.Account{})
	keys, _ := srv.Accounts.Keys("root")
	return srv, srv.Client(tourney.WithCredentials(keys))
}

// idsOfLists returns the ids that the lists of a client have. A filter selects an event; 0 selects all.
func idsOfLists(t *testing.T, c *tourney.Client, event int64) map[string][]int64 {
	t.Helper()
	ids := map[string][]int64{}
	add := func(name string, id int64, err error) {
		require.NoError(t, err)
		ids[name] = append(ids[name], id)
	}
	for r, err := range c.Divisions.All(t.Context(), tourney.DivisionListOptions{EventID: event}) {
		add("divisions", r.ID, err)
	}
	for r, err := range c.Teams.All(t.Context(), tourney.TeamListOptions{EventID: event}) {
		add("teams", r.ID, err)
	}
	for r, err := range c.Games.All(t.Context(), tourney.GameListOptions{EventID: event}) {
		add("games", r.ID, err)
	}
	for r, err := range c.Players.All(t.Context(), tourney.PlayerListOptions{EventID: event}) {
		add("players", r.ID, err)
	}
	venues, err := c.Venues.List(t.Context(), tourney.VenueListOptions{EventID: event})
	require.NoError(t, err)
	for _, r := range venues {
		add("venues", r.ID, nil)
	}
	for _, display := range []tourney.Display{tourney.DisplayDivision, tourney.DisplayEvent} {
		table, err := c.Standings.Get(t.Context(), tourney.StandingsOptions{EventID: event, Display: display})
		require.NoError(t, err)
		for _, group := range table.Groups {
			add("standings", group.ID, nil)
		}
	}
	leaders, err := c.Statistics.Leaders(t.Context(), tourney.LeadersOptions{EventID: event, Categories: []string{"Goals"}})
	require.NoError(t, err)
	for _, category := range leaders {
		for _, p := range category.Participants {
			add("leaders", p.PlayerID, nil)
		}
	}
	return ids
}

// TestAccountsSeeTheirEvents: lists have the rows of the account's events and those of no event. A list by another event
// is empty.
func TestAccountsSeeTheirEvents(t *testing.T) {
	srv, all := limitedToLeague(t, mockserver.Profile{})
	c := srv.Client()
	require.Empty(t, idsOfLists(t, c, mocktest.Cup))
	require.Equal(t, map[string][]int64{"divisions": {mocktest.Abroad}, "teams": {mocktest.Storks},
		"standings": {mocktest.Abroad, mocktest.League}}, idsOfLists(t, c, mocktest.League))
	require.Equal(t, idsOfLists(t, all, mocktest.League), idsOfLists(t, c, mocktest.League))
	require.Equal(t, map[string][]int64{
		"divisions": {mocktest.Abroad}, "teams": {mocktest.Club, mocktest.Storks}, "venues": {mocktest.Park},
		"standings": {mocktest.Abroad, mocktest.League},
	}, idsOfLists(t, c, 0))
	require.Len(t, idsOfLists(t, all, mocktest.Cup), 7)
	events, err := c.Events.List(t.Context(), tourney.EventListOptions{})
	require.NoError(t, err)
	require.Equal(t, 1, events.Total)
	teams, err := c.Teams.List(t.Context(), tourney.TeamListOptions{TeamIDs: []int64{mocktest.Otters, mocktest.Storks}})
	require.NoError(t, err)
	require.Equal(t, 1, teams.Total)

	keysOf := func(name string, ids ...int64) *tourney.Client {
		srv.Accounts.Add(name, "secret word", tourney.Account{}, ids...)
		keys, _ := srv.Accounts.Keys(name)
		return srv.Client(tourney.WithCredentials(keys))
	}
	leaders := func(c *tourney.Client) int {
		list, err := c.Statistics.Leaders(t.Context(), tourney.LeadersOptions{Categories: []string{"Goals"}})
		require.NoError(t, err)
		return len(list)
	}
	require.Equal(t, []int{0, 1, 1, 0},
		[]int{leaders(c), leaders(all), leaders(keysOf("both", mocktest.Cup, mocktest.League)), leaders(keysOf("none", 99))})
	view, err := srv.View("divisions?id=11")
	require.NoError(t, err)
	require.Contains(t, string(view), "Gold", "View sees all")

	srv.Teams.Edit(mocktest.Storks, func(team *tourney.Team) {
		team.Players = append(team.Players, tourney.TeamPlayer{PlayerID: mocktest.Ada, FirstName: "Ada"})
	})
	for account, teams := range map[*tourney.Client]int{all: 2, c: 1} {
		player, err := account.Players.Get(t.Context(), mocktest.Ada, tourney.IncludeTeams)
		require.NoError(t, err)
		require.Len(t, player.Teams, teams)
		list, err := account.Players.List(t.Context(), tourney.PlayerListOptions{TeamIDs: []int64{mocktest.Storks}}, tourney.IncludeTeams)
		require.NoError(t, err)
		require.Len(t, list.Results[0].Teams, teams)
	}
	srv.Reset()
	_, err = c.Divisions.Get(t.Context(), mocktest.Gold)
	require.Error(t, err)
}

// TestOtherEventsAreRefused: neither details nor writes reach rows of other events, and the rows stay as they are.
func TestOtherEventsAreRefused(t *testing.T) {
	for code, p := range map[tourney.ErrorCode]mockserver.Profile{
		tourney.CodeNotFound: {}, tourney.CodePermissionDenied: {RefuseOtherEvents: true},
	} {
		srv, all := limitedToLeague(t, p)
		before := mocktest.Dump(srv.World)
		c := srv.Client()
		for _, call := range []struct {
			op string
			in any
		}{
			{"Events.Get", int64(mocktest.Cup)}, {"Divisions.Get", int64(mocktest.Gold)}, {"Teams.Get", int64(mocktest.Otters)},
			{"Games.Get", int64(mocktest.Played)}, {"Players.Get", int64(mocktest.Ada)}, {"Venues.Get", int64(mocktest.Fieldhouse)},
			{"Teams.Create", tourney.TeamCreateInput{DivisionID: mocktest.Gold, Name: new("x")}},
			{"Teams.Update", tourney.TeamUpdateInput{ID: mocktest.Otters, Name: new("x")}},
			{"Teams.Update", tourney.TeamUpdateInput{ID: mocktest.Storks, DivisionID: mocktest.Gold}},
			{"Divisions.Create", tourney.DivisionCreateInput{EventID: mocktest.Cup, Name: new("x")}},
			{"Divisions.Update", tourney.DivisionUpdateInput{ID: mocktest.Gold, Name: new("x")}},
			{"Games.Update", tourney.GameUpdateInput{ID: mocktest.Open, HomeScore: tourney.Score(9)}},
			{"Standings.Update", tourney.StandingsUpdateInput{TeamPoolID: mocktest.TeamPool3, TeamID: mocktest.Storks}},
			{"Statistics.Update", tourney.StatisticsUpdateInput{GameID: mocktest.Played, Away: &tourney.SideStatisticsInput{
				ID: mocktest.Otters, Players: []tourney.PlayerStatisticsInput{{TeamPlayerID: mocktest.Line1}},
			}}},
			{"Registration.Register", tourney.RegistrationInput{
				DivisionID: mocktest.Gold, Name: new("x"), Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}},
			}},
			{"Payments.Pay", tourney.PaymentInput{
				TeamID: mocktest.Otters, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{PriceID: mocktest.EntryFee},
			}},
		} {
			require.ErrorIs(t, clienttest.Err(clienttest.Call(t.Context(), c, call.op, call.in)), code, "%s %v", call.op, call.in)
		}
		err := c.Teams.Update(t.Context(), tourney.TeamUpdateInput{ExternalTeamID: new("T-OTTERS"), Name: new("x")})
		require.ErrorIs(t, err, tourney.CodeNotFound, "by an external id")
		_, err = c.Divisions.Create(t.Context(), tourney.DivisionCreateInput{Name: new("x")})
		require.ErrorIs(t, err, tourney.CodeRequired, "the first event is another account's")
		_, err = c.Games.List(t.Context(), tourney.GameListOptions{TeamID: mocktest.Otters})
		require.Equal(t, code == tourney.CodePermissionDenied, err != nil, "a list by another row")
		require.Contains(t, srv.Calls.Last(1, "Games.List")[0].Assumed, "account-events")
		mocktest.Unchanged(t, before, srv.World)
		registered, err := c.Registration.Register(t.Context(), tourney.RegistrationInput{
			DivisionID: mocktest.Abroad, Name: new("x"), EnableCreditCard: new(false),
			Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}},
			Players: []tourney.RegistrationPlayerInput{{ID: mocktest.Ada, FirstName: new("Ada"), LastName: new("Bell")}},
		})
		require.NoError(t, err)
		team, _ := srv.Teams.Get(registered.TeamID)
		require.NotEqualValues(t, mocktest.Ada, team.Players[0].PlayerID, "the account does not see the player")
		require.NoError(t, c.Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: mocktest.Storks, Name: new("Cranes")}))
		require.NoError(t, all.Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: mocktest.Otters, Name: new("Minks")}))
	}
}

// TestEventsOfAccounts: the side doors add them and show them, files keep them, and New refuses them without signatures.
func TestEventsOfAccounts(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mocktest.World(t, tourney.Soccer))
		eventsOf := func() []int64 { all := srv.Accounts.All(); return all[len(all)-1].Events }
		srv.Accounts.Add("ada", "secret word", tourney.Account{}, mocktest.League, mocktest.Cup, mocktest.League)
		require.Equal(t, []int64{mocktest.Cup, mocktest.League}, eventsOf())
		var file bytes.Buffer
		require.NoError(t, srv.Save(&file, mockserver.SaveKeys()))
		srv.Accounts.Add("ada", "secret word", tourney.Account{})
		require.Empty(t, eventsOf())
		require.NoError(t, srv.Load(&file))
		require.Equal(t, []int64{mocktest.Cup, mocktest.League}, eventsOf())
		require.ErrorContains(t,
			mockserver.Try(func() { srv.Accounts.Add("ben", "secret word", tourney.Account{}, mocktest.Cup, -1) }), "events[1] ")
		division, err := srv.Client().Divisions.Get(t.Context(), mocktest.Gold)
		require.NoError(t, err, "without signatures everybody sees all")
		require.Empty(t, cmp.Diff("Gold", division.Name))
	})
	_, err := mockserver.New(tourney.Soccer, mockserver.Account("ada", "word", tourney.Account{}, mocktest.League))
	require.ErrorContains(t, err, "the events need RequireAuth")
	_, err = mockserver.New(tourney.Soccer, mockserver.Account("ada", "word", tourney.Account{}, 0))
	require.ErrorContains(t, err, "events[0] is 0: expected the id of an event")
}

func TestAuthenticate(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	body := mocktest.Accept(t, srv, "POST", "/api/v1/authenticate", `{"username":"director","PASSWORD":"let-me-in"}`)
	require.JSONEq(t, `{"Id":90001,"Email":"director@example.com","ApiKey":"`+base64.StdEncoding.EncodeToString([]byte("mock-api-key"))+
		`","ApiSecretKey":"`+base64.StdEncoding.EncodeToString([]byte("mock-api-secret-not-real"))+`"}`, body)
}

func TestAuthenticateWithAnAccount(t *testing.T) {
	want := tourney.Account{
		ID: 7, Email: "pat@example.com",
		Credentials: auth.Credentials{APIKey: "key/+", APISecret: secret.New("\x00\xff not text")},
	}
	srv := mocktest.Empty(t, tourney.Soccer, mockserver.Account("pat", "pass", want), mockserver.RequireAuth(auth.HMAC{}))
	got, err := srv.Client().Authenticate(t.Context(), "pat", "pass")
	require.NoError(t, err)
	require.Equal(t, want, got)
	_, err = srv.Client().Venues.List(t.Context(), tourney.VenueListOptions{})
	require.NoError(t, err, "the client has the keys of the account")
	_, err = srv.Client().Authenticate(t.Context(), mockserver.DefaultUsername, mockserver.DefaultPassword)
	require.ErrorIs(t, err, tourney.ErrUnauthorized, "the account was replaced")
}
