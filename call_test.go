package tourney_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/secret"
)

// shape is the expected form of one call on the wire.
type shape struct {
	name    string
	op      string
	variant tourney.Variant
	call    func(context.Context, *tourney.Client, ...tourney.CallOption) error
	method  string
	path    string
	query   string // encoded, sorted by name
	body    string // JSON; "" when there is none
	answer  string
}

var shapes = []shape{
	{
		name: "login", op: "Authentication.Authenticate", method: "POST", path: "/api/v1/authenticate",
		body: `{"Username":"u","Password":"p"}`, answer: clienttest.Account("k", "s"),
		call: clienttest.Calling("Authentication.Authenticate", tourney.Login{Username: "u", Password: secret.New("p")}),
	},
	{
		name: "team", op: "Teams.Get", method: "GET", path: "/api/v1/teams", query: "id=7&includes=Players%2CPools", answer: `{"Team":{"Id":7}}`,
		call: func(ctx context.Context, c *tourney.Client, o ...tourney.CallOption) error {
			return clienttest.Err(c.Teams.Get(ctx, 7, append(o, tourney.IncludePlayers, tourney.IncludePools)...))
		},
	},
	{
		name: "teams", op: "Teams.List", method: "GET", path: "/api/v1/teams", answer: `{"Teams":{}}`,
		query: "divisionid=2&eventid=1&includes=Season&page=3&pagesize=4&paid=false&status=0&teamids=5%2C6",
		call: clienttest.Calling("Teams.List", tourney.TeamListOptions{
			Page: 3, PageSize: 4, EventID: 1, DivisionID: 2, TeamIDs: []int64{5, 6}, Status: new(tourney.TeamNone), Paid: new(false),
		}, tourney.IncludeSeason, tourney.IncludeSeason),
	},
	{
		name: "new team", op: "Teams.Create", method: "POST", path: "/api/v1/teams", answer: `{"Id":1}`,
		body: `{"EventId":1,"Name":"","Paid":false,"Gender":0,"Address":{"City":"A"},"Coaches":[{"FirstName":"F","Status":0}],
			"Players":[{"GradudationYear":2030,"Number":0}]}`,
		call: clienttest.Calling("Teams.Create", tourney.TeamCreateInput{
			EventID: 1, Name: new(""), Paid: new(false), Gender: new(tourney.GenderCoed), Address: &tourney.TeamAddressInput{City: new("A")},
			Coaches: []tourney.CoachInput{{FirstName: new("F"), Status: new(tourney.RosterActive)}},
			Players: []tourney.PlayerInput{{GraduationYear: new(2030), Number: new(0)}},
		}),
	},
	{
		name: "changed team", op: "Teams.Update", method: "PUT", path: "/api/v1/teams", answer: `{}`,
		body: `{"Id":7,"Paid":false,"Players":[]}`,
		call: clienttest.Calling("Teams.Update", tourney.TeamUpdateInput{ID: 7, Paid: new(false), Players: []tourney.PlayerUpdateInput{}}),
	},
	{
		name: "division", op: "Divisions.Get", method: "GET", path: "/api/v1/divisions", query: "id=7", answer: `{"Division":{"Id":7}}`,
		call: clienttest.Calling("Divisions.Get", int64(7)),
	},
	{
		name: "divisions", op: "Divisions.List", method: "GET", path: "/api/v1/divisions", query: "eventid=1&includes=Prices%2CTeams",
		answer: `{}`,
		call: func(ctx context.Context, c *tourney.Client, o ...tourney.CallOption) error {
			list := tourney.DivisionListOptions{EventID: 1}
			return clienttest.Err(c.Divisions.List(ctx, list, clienttest.ForList(o, tourney.IncludePrices, tourney.IncludeTeams)...))
		},
	},
	{
		name: "new division", op: "Divisions.Create", variant: tourney.Rugby, method: "POST", path: "/api/v1/divisions", answer: `{"Id":1}`,
		body: `{"EventId":1,"Name":"A","Description":"D","Order":0,"Active":true,"ExternalId":"x"}`,
		call: clienttest.Calling("Divisions.Create", tourney.DivisionCreateInput{
			EventID: 1, Name: new("A"), Description: new("D"), Order: new(0), Active: new(true), ExternalID: new("x"),
		}),
	},
	{
		name: "changed division", op: "Divisions.Update", variant: tourney.Rugby, method: "PUT", path: "/api/v1/divisions", answer: ``,
		body: `{"Id":7,"Order":0}`,
		call: clienttest.Calling("Divisions.Update", tourney.DivisionUpdateInput{ID: 7, Order: new(0)}),
	},
	{
		name: "game", op: "Games.Get", method: "GET", path: "/api/v1/games", query: "id=7", answer: `{"Game":{"Id":7}}`,
		call: clienttest.Calling("Games.Get", int64(7)),
	},
	{
		name: "bout", op: "Games.Get", method: "GET", path: "/api/v1/bouts", query: "id=7", answer: `{"Game":{"Id":7}}`,
		call: clienttest.Calling("Bouts.Get", int64(7)),
	},
	{
		name: "games", op: "Games.List", method: "GET", path: "/api/v1/games", query: "date=6%2F2%2F2026&divisionid=2&eventid=1&teamid=3",
		answer: `{"Games":null}`,
		call: clienttest.Calling("Games.List", tourney.GameListOptions{
			EventID: 1, DivisionID: 2, TeamID: 3, Date: tourney.Date{Year: 2026, Month: 6, Day: 2},
		}),
	},
	{
		name: "races", op: "Games.List", method: "GET", path: "/api/v1/races", answer: `{"Games":null}`,
		call: clienttest.Calling("Races.List", tourney.GameListOptions{}),
	},
	{
		name: "changed game", op: "Games.Update", method: "PUT", path: "/api/v1/games", answer: `{}`,
		body: `{"Id":7,"AwayScore":"57.5","HomeScore":"0","HomeWonBy":7,"ExternalId":""}`,
		call: clienttest.Calling("Games.Update", tourney.GameUpdateInput{
			ID: 7, AwayScore: new(tourney.MustDecimal("57.5")), HomeScore: tourney.Score(0),
			HomeWonBy: new(tourney.WonByForfeit), ExternalID: new(""),
		}),
	},
	{
		name: "changed match", op: "Games.Update", method: "PUT", path: "/api/v1/matchs", answer: `{}`, body: `{"Id":7,"HomeScore":"3"}`,
		call: clienttest.Calling("Matches.Update", tourney.GameUpdateInput{ID: 7, HomeScore: tourney.Score(3)}),
	},
	{
		name: "football spells scores its own way", op: "Games.Update", variant: tourney.Football, method: "PUT", path: "/api/v1/games",
		answer: `{}`,
		body:   `{"Id":7,"AwayTeamScore":"21","HomeTeamScore":"0","AwayTeamForfeited":false,"HomeTeamForfeited":true}`,
		call: clienttest.Calling("Games.Update", tourney.GameUpdateInput{
			ID: 7, AwayScore: tourney.Score(21), HomeScore: tourney.Score(0), AwayForfeited: new(false), HomeForfeited: new(true),
		}),
	},
	{
		name: "player", op: "Players.Get", method: "GET", path: "/api/v1/players", query: "id=7&includes=Profile", answer: `{"Player":{"Id":7}}`,
		call: func(ctx context.Context, c *tourney.Client, o ...tourney.CallOption) error {
			return clienttest.Err(c.Players.Get(ctx, 7, append(o, tourney.IncludeProfile)...))
		},
	},
	{
		name: "players", op: "Players.List", method: "GET", path: "/api/v1/players", query: "divisionid=2&eventid=1&playerids=5&teamids=6%2C7",
		answer: `{}`,
		call: clienttest.Calling("Players.List", tourney.PlayerListOptions{
			EventID: 1, DivisionID: 2, PlayerIDs: []int64{5}, TeamIDs: []int64{6, 7},
		}),
	},
	{
		name: "venue", op: "Venues.Get", method: "GET", path: "/api/v1/venues", query: "Id=7", answer: `{"Venue":{"Id":7}}`,
		call: clienttest.Calling("Venues.Get", int64(7)),
	},
	{
		name: "venues", op: "Venues.List", method: "GET", path: "/api/v1/venues", query: "EventId=1", answer: `{"Venues":[]}`,
		call: clienttest.Calling("Venues.List", tourney.VenueListOptions{EventID: 1}),
	},
	{
		name: "event", op: "Events.Get", method: "GET", path: "/api/v1/events", query: "id=7", answer: `{"Event":{"Id":7}}`,
		call: clienttest.Calling("Events.Get", int64(7)),
	},
	{
		name: "events", op: "Events.List", method: "GET", path: "/api/v1/events", answer: `{"Events":{"Results":[],"Total":0}}`,
		query: "archive=false&enddate=7%2F2%2F2026&includes=Venues&organizationid=3&page=2&pagesize=9&parentid=4" +
			"&startdate=6%2F1%2F2026&type=1",
		call: clienttest.Calling("Events.List", tourney.EventListOptions{
			Page: 2, PageSize: 9, OrganizationID: 3, ParentID: 4, StartDate: tourney.Date{Year: 2026, Month: 6, Day: 1},
			EndDate: tourney.Date{Year: 2026, Month: 7, Day: 2}, Type: "1", Archive: new(false),
		}, tourney.Include("Venues")),
	},
	{
		name: "standings", op: "Standings.Get", method: "GET", path: "/api/v1/standings",
		query: "bracketid=3&display=Bracket&divisionid=2&eventid=1", answer: `{}`,
		call: clienttest.Calling("Standings.Get", tourney.StandingsOptions{
			EventID: 1, DivisionID: 2, BracketID: 3, Display: tourney.DisplayBracket,
		}),
	},
	{
		name: "changed standings", op: "Standings.Update", method: "PUT", path: "/api/v1/standings", answer: `{}`,
		body: `{"EventId":1,"TeamPoolId":2,"TeamId":3}`,
		call: clienttest.Calling("Standings.Update", tourney.StandingsUpdateInput{EventID: 1, TeamPoolID: 2, TeamID: 3}),
	},
	{
		name: "leaders", op: "Statistics.Leaders", method: "GET", path: "/api/v1/statistics", answer: `{"Players":{"Statistics":[]}}`,
		query: "Categories=ppg%2Cfg%25&DivisionId=2&EventId=1&PageSize=5",
		call: clienttest.Calling("Statistics.Leaders", tourney.LeadersOptions{
			PageSize: 5, Categories: []string{"ppg", "fg%"}, EventID: 1, DivisionID: 2,
		}),
	},
	{
		name: "statistics", op: "Statistics.Update", method: "PUT", path: "/api/v1/statistics", answer: `{}`,
		body: `{"GameId":1,"Away":{"Id":2,"Players":[{"TeamPlayerId":3,"Statistics":[{"Name":"Points","Value":""},{"Name":"Assists"}]}]},
			"Home":{"ExternalTeamId":"x","Players":[{"ExternalPlayerId":"y","Statistics":[{"Name":"Points","Value":"2.5"}]}]}}`,
		call: clienttest.Calling("Statistics.Update", tourney.StatisticsUpdateInput{
			GameID: 1,
			Away: &tourney.SideStatisticsInput{ID: 2, Players: []tourney.PlayerStatisticsInput{{
				TeamPlayerID: 3, Statistics: []tourney.StatisticInput{{Name: "Points", Value: new("")}, {Name: "Assists"}},
			}}},
			Home: &tourney.SideStatisticsInput{ExternalTeamID: "x", Players: []tourney.PlayerStatisticsInput{{
				ExternalPlayerID: "y", Statistics: []tourney.StatisticInput{{Name: "Points", Value: new("2.5")}},
			}}},
		}),
	},
	{
		name: "registration carries both spellings", op: "Registration.Register", method: "POST", path: "/api/v1/register",
		answer: `{"TeamId":1,"Status":1}`,
		body: `{"DivisionId":1,"Name":"N","EnablePaymentConfirmation":false,"EnableReceipt":false,"Meta":[{"Key":"k","Name":"k","Value":""}],
			"Coaches":[{"PrimaryContact":true,"Meta":[{"Key":"c","Name":"c","Value":"v"}]}],
			"Players":[{"Birthdate":"03/09/2011","Meta":[{"Key":"p","Name":"p","Value":"v"}]}]}`,
		call: clienttest.Calling("Registration.Register", tourney.RegistrationInput{
			DivisionID: 1, Name: new("N"), EnablePaymentConfirmation: new(false), Meta: []tourney.MetaInput{{Key: "k"}},
			Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true), Meta: []tourney.MetaInput{{Key: "c", Value: "v"}}}},
			Players: []tourney.RegistrationPlayerInput{{
				Birthdate: tourney.Date{Year: 2011, Month: 3, Day: 9}, Meta: []tourney.MetaInput{{Key: "p", Value: "v"}},
			}},
		}),
	},
	{
		name: "payment carries both spellings", op: "Payments.Pay", method: "POST", path: "/api/v1/payments", answer: `{"TransactionId":"t"}`,
		body: `{"TeamId":7,"EnablePaymentConfirmation":true,"EnableReceipt":true,"Payment":{"Amount":125.50,"Title":"T","Description":"D",
			"CreditCardType":"Visa","CreditCardNumber":"4111111111111111","CreditCardExpireYear":29,"CreditCardExpireMonth":1,"CreditCardCvv2":"012",
			"Address":{"StreetAddress":"S","ExtendedAddress":"E","City":"C","StateRegion":"R","PostalCode":"01001"},
			"StreetAddress":"S","ExtendedAddress":"E","City":"C","StateRegion":"R","PostalCode":"01001"}}`,
		call: clienttest.Calling("Payments.Pay", clienttest.CardPayment()),
	},
}

func (s *shape) in() tourney.Variant {
	if s.variant == "" {
		return tourney.MultiSport
	}
	return s.variant
}

func TestRequestShapes(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range shapes {
		seen[s.op] = true
		t.Run(s.op+" "+s.name, func(t *testing.T) {
			c, h := clienttest.Serve(t, s.in(), clienttest.Always(200, s.answer))
			require.NoError(t, s.call(t.Context(), c))
			require.Len(t, h.Requests(), 1)
			got := h.Requests()[0]
			require.Equal(t, s.method+" "+s.path, got.Method+" "+got.Path)
			require.Equal(t, s.query, got.Query.Encode())
			require.Equal(t, []string{"application/json"}, got.Header.Values("Accept"))
			require.Equal(t, []string{"tourney-go"}, got.Header.Values("User-Agent"))
			if s.body == "" {
				require.Empty(t, got.Body)
				require.Empty(t, got.Header.Get("Content-Type"))
				return
			}
			require.Equal(t, []string{"application/json"}, got.Header.Values("Content-Type"))
			clienttest.SameTree(t, s.body, got.Body)
		})
	}
	for _, op := range contract.Operations() {
		require.True(t, seen[op.ID], "%s has no row", op.ID)
	}
}

// TestMoneyKeepsItsTextOnTheWire: TestRequestShapes compares numbers by value, but 125.50 must not become 125.5.
func TestMoneyKeepsItsTextOnTheWire(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"TransactionId":"t"}`))
	_, err := c.Payments.Pay(t.Context(), clienttest.CardPayment())
	require.NoError(t, err)
	require.Contains(t, h.Requests()[0].Body, `"Amount":125.50,`)
}

func TestBaseURL(t *testing.T) {
	for base, want := range map[string]string{
		"https://host.example.com":                    "https://host.example.com/api/v1/venues?EventId=1",
		"https://host.example.com/":                   "https://host.example.com/api/v1/venues?EventId=1",
		"https://host.example.com:8443/soccer/":       "https://host.example.com:8443/soccer/api/v1/venues?EventId=1",
		"https://host.example.com/api/v1":             "https://host.example.com/api/v1/venues?EventId=1",
		"https://host.example.com/soccer/api/v1/":     "https://host.example.com/soccer/api/v1/venues?EventId=1",
		"http://host.example.com":                     "http://host.example.com/api/v1/venues?EventId=1",
		"https://host.example.com/a%20place/of%2Fown": "https://host.example.com/a%20place/of%2Fown/api/v1/venues?EventId=1",
	} {
		t.Run(base, func(t *testing.T) {
			c, h := clienttest.ServeAt(t, base, tourney.Soccer, clienttest.Always(200, `{"Venues":[]}`))
			_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{EventID: 1})
			require.NoError(t, err)
			require.Equal(t, want, h.Requests()[0].Request.URL.String())
		})
	}
	for _, bad := range []string{
		"", "host.example.com", "ftp://host.example.com", "https://", "https://:8080", "https://u:hunter2@host.example.com",
		"https://h.example.com?key=hunter2",
		"https://h.example.com/#hunter2", "https://h.example.com/%zz-hunter2", "\x00hunter2",
	} {
		_, err := tourney.New(bad, tourney.Soccer)
		require.ErrorContains(t, err, "base URL", bad)
		require.NotContains(t, err.Error(), "hunter2")
	}
}

func TestWithLeavesTheFirstClientAlone(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Venues":[]}`))
	other, err := c.With(tourney.WithUserAgent("score board"))
	require.NoError(t, err)
	require.Equal(t, tourney.Soccer, other.Variant())
	for _, client := range []*tourney.Client{c, other} {
		_, err := client.Venues.List(t.Context(), tourney.VenueListOptions{})
		require.NoError(t, err)
	}
	require.Equal(t, "tourney-go", h.Requests()[0].Header.Get("User-Agent"))
	require.Equal(t, "score board", h.Requests()[1].Header.Get("User-Agent"))
}

func TestChecksReportEverythingAtOnceAndSendNothing(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Id":1}`))
	long := strings.Repeat("x", 101)
	_, err := c.Teams.Create(t.Context(), tourney.TeamCreateInput{
		Website: new("ftp://example.com"), TwitterHandle: new("@team"), Address: &tourney.TeamAddressInput{PostalCode: new("12345678901")},
		Coaches: []tourney.CoachInput{{}, {LastName: &long}}, Players: make([]tourney.PlayerInput, 21),
	})
	var refused *tourney.ValidationError
	require.ErrorAs(t, err, &refused)
	require.ErrorIs(t, err, tourney.ErrInvalid)
	require.Equal(t, "Teams.Create", refused.Op)
	var paths []string
	for _, f := range refused.Fields {
		paths = append(paths, f.Path)
		require.NotZero(t, f.Code)
		require.Contains(t, f.Message, f.Path)
		require.ErrorContains(t, err, f.Message)
	}
	require.Equal(t, []string{"address.postalcode", "website", "twitterhandle", "coaches[1].lastname", "players"}, paths)
	require.Empty(t, h.Requests())
	require.NotContains(t, err.Error(), long)
}

func TestRefusedRequests(t *testing.T) {
	for name, c := range map[string]struct {
		variant tourney.Variant
		call    func(context.Context, *tourney.Client) error
		message string
	}{
		"nothing to update": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return c.Games.Update(ctx, tourney.GameUpdateInput{ID: 7})
		}, "nothing is set"},
		"an update without id": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return c.Games.Update(ctx, tourney.GameUpdateInput{ExternalID: new("x")})
		}, "id is required"},
		"a list of everything": {tourney.Baseball, func(ctx context.Context, c *tourney.Client) error {
			return clienttest.Err(c.Teams.List(ctx, tourney.TeamListOptions{}))
		}, "eventid or divisionid"},
		"a negative page": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return clienttest.Err(c.Games.List(ctx, tourney.GameListOptions{Page: -1}))
		}, "page"},
		"a day that does not exist": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return clienttest.Err(c.Games.List(ctx, tourney.GameListOptions{Date: tourney.Date{Year: 2026, Month: 2, Day: 30}}))
		}, "2/30/2026"},
		"an impossible birthdate": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return clienttest.Err(c.Registration.Register(ctx,
				tourney.RegistrationInput{Players: []tourney.RegistrationPlayerInput{{Birthdate: tourney.Date{Year: 2011, Month: 13, Day: 1}}}}))
		}, "13/1/2011"},
		"payment for nobody": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return clienttest.Err(c.Payments.Pay(ctx, tourney.PaymentInput{}))
		}, "teamid"},
		"two primary contacts": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return clienttest.Err(c.Registration.Register(ctx, tourney.RegistrationInput{
				Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}, {PrimaryContact: new(true)}},
			}))
		}, "exactly one"},
		"a login without password": {tourney.Soccer,
			func(ctx context.Context, c *tourney.Client) error {
				return clienttest.Err(c.Authenticate(ctx, "u", ""))
			}, "password is required"},
		"won-by in football": {tourney.Football, func(ctx context.Context, c *tourney.Client) error {
			return c.Games.Update(ctx, tourney.GameUpdateInput{ID: 7, AwayWonBy: new(tourney.WonByForfeit)})
		}, "awaywonby is not a parameter of the football variant"},
		"forfeits elsewhere": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return c.Games.Update(ctx, tourney.GameUpdateInput{ID: 7, AwayForfeited: new(true)})
		}, "awayteamforfeited is not a parameter of the soccer variant"},
		"bats in soccer": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return clienttest.Err(c.Teams.Create(ctx, tourney.TeamCreateInput{Players: []tourney.PlayerInput{{Bats: new(1)}}}))
		}, "players.bats is not a parameter of the soccer variant"},
		"players in softball": {tourney.Softball, func(ctx context.Context, c *tourney.Client) error {
			return clienttest.Err(c.Teams.Create(ctx, tourney.TeamCreateInput{Players: []tourney.PlayerInput{{}}}))
		}, "players is not a parameter of the softball variant"},
		"includes on a write": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return c.Games.Update(ctx, tourney.GameUpdateInput{ID: 7, ExternalID: new("x")}, tourney.IncludeTeams)
		}, "includes"},
		"includes on a venue": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return clienttest.Err(c.Venues.Get(ctx, 7, tourney.IncludeTeams))
		}, "includes"},
		"includes on venues": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return clienttest.Err(c.Venues.List(ctx, tourney.VenueListOptions{}, tourney.IncludeTeams))
		}, "includes"},
		"includes on standings": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return clienttest.Err(c.Standings.Get(ctx, tourney.StandingsOptions{}, tourney.IncludeTeams))
		}, "includes"},
		"includes on leaders": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return clienttest.Err(c.Statistics.Leaders(ctx, tourney.LeadersOptions{}, tourney.IncludeTeams))
		}, "includes"},
		"includes on a raw call": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return clienttest.Err(c.Do(ctx, tourney.RawRequest{Method: "GET", Path: "/x"}, tourney.IncludeTeams))
		}, "includes"},
		"a raw DELETE": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return clienttest.Err(c.Do(ctx, tourney.RawRequest{Method: "DELETE", Path: "/x"}))
		}, "DELETE"},
		"a raw path with a query": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return clienttest.Err(c.Do(ctx, tourney.RawRequest{Method: "GET", Path: "/x?y=1"}))
		}, "Path"},
		"a raw path of elsewhere": {tourney.Soccer, func(ctx context.Context, c *tourney.Client) error {
			return clienttest.Err(c.Do(ctx, tourney.RawRequest{Method: "GET", Path: "example.org/x"}))
		}, "Path"},
	} {
		t.Run(name, func(t *testing.T) {
			client, h := clienttest.Serve(t, c.variant, clienttest.Always(200, `{}`))
			err := c.call(t.Context(), client)
			var refused *tourney.ValidationError
			require.ErrorAs(t, err, &refused)
			require.ErrorIs(t, err, tourney.ErrInvalid)
			require.ErrorIs(t, err, tourney.ErrNotSent)
			require.ErrorContains(t, err, c.message)
			require.ErrorContains(t, err, "not sent")
			require.Empty(t, h.Requests())
		})
	}
}

func TestWithoutChecksSends(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Football, clienttest.Always(400, `{"Errors":[{"Code":2,"Message":"no"}]}`), tourney.WithoutChecks())
	require.ErrorIs(t, c.Games.Update(t.Context(), tourney.GameUpdateInput{AwayWonBy: new(tourney.WonByForfeit)}), tourney.ErrInvalid)
	require.ErrorIs(t, c.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7}), tourney.ErrInvalid)
	_, err := c.Games.List(t.Context(), tourney.GameListOptions{Page: -1})
	require.ErrorIs(t, err, tourney.ErrInvalid)
	require.NotErrorIs(t, err, tourney.ErrNotSent)
	var answered *tourney.APIError
	require.ErrorAs(t, err, &answered, "the host's own answer")
	require.Len(t, h.Requests(), 3)
	clienttest.SameTree(t, `{"AwayWonBy":7}`, h.Requests()[0].Body)
	clienttest.SameTree(t, `{"Id":7}`, h.Requests()[1].Body)
	require.Equal(t, "-1", h.Requests()[2].Query.Get("page"))
}

func TestStrictVariantRefusesWhatIsNotShown(t *testing.T) {
	create := tourney.DivisionCreateInput{EventID: 1, Name: new("A")}
	lenient, sent := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Id":1}`))
	_, err := lenient.Divisions.Create(t.Context(), create)
	require.NoError(t, err, "not shown is not forbidden")
	require.Len(t, sent.Requests(), 1)

	strict, h := clienttest.Serve(t, tourney.Profile{Variant: tourney.Soccer, Strict: true}, clienttest.Always(200, `{"Id":1}`))
	_, err = strict.Divisions.Create(t.Context(), create)
	require.ErrorIs(t, err, tourney.ErrInvalid)
	require.ErrorContains(t, err, "soccer")
	_, err = strict.Bouts.List(t.Context(), tourney.GameListOptions{})
	require.ErrorIs(t, err, tourney.ErrInvalid)
	require.Empty(t, h.Requests())

	for variant, call := range map[tourney.Variant]func(*tourney.Client) error{
		tourney.Rugby: func(c *tourney.Client) error { return clienttest.Err(c.Divisions.Create(t.Context(), create)) },
		tourney.MultiSport: func(c *tourney.Client) error {
			return clienttest.Err(c.Bouts.List(t.Context(), tourney.GameListOptions{}))
		},
	} {
		c, h := clienttest.Serve(t, tourney.Profile{Variant: variant, Strict: true}, clienttest.Always(200, `{"Id":1,"Games":{}}`))
		require.NoError(t, call(c))
		require.Len(t, h.Requests(), 1)
	}
}

func TestMetaDescribesEveryAnswer(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{
		clienttest.Reply(200, `{"Venues":[]}`, "X-Request-Id", "r-1", "X-Other", "o"),
		clienttest.Reply(404, `{"Errors":[{"Code":1,"Message":"none"}]}`, "Request-Id", "r-2"),
		clienttest.Reply(200, `[broken`, "X-Correlation-Id", "r-3"),
		clienttest.Broken(errors.New("lost")),
	}, tourney.WithRetry(tourney.Retry{}))
	var response tourney.Response
	list := func() error {
		return clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{}, tourney.ResponseInto(&response)))
	}

	require.NoError(t, list())
	require.Equal(t, tourney.Response{Status: 200, Header: response.Header, Attempts: 1, RequestID: "r-1"}, response)
	require.Equal(t, "o", response.Header.Get("X-Other"))
	require.Error(t, list())
	require.Equal(t, tourney.Response{Status: 404, Header: response.Header, Attempts: 1, RequestID: "r-2"}, response)
	require.Error(t, list())
	require.Equal(t, tourney.Response{Status: 200, Header: response.Header, Attempts: 1, RequestID: "r-3"}, response)
	require.Error(t, list())
	require.Equal(t, tourney.Response{Attempts: 1}, response, "no answer")
	response.Status = 200
	require.Error(t, clienttest.Err(c.Games.List(t.Context(), tourney.GameListOptions{Page: -1}, tourney.ResponseInto(&response))))
	require.Zero(t, response, "nothing was sent: what an earlier call left must not pass for an answer")
}

func TestHeader(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Venues":[]}`))
	list := func(opts ...tourney.ListOption) error {
		return clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{}, opts...))
	}
	require.NoError(t, list(tourney.WithHeader("x-trace", "a"), tourney.WithHeader("X-Trace", "b")))
	require.Equal(t, []string{"a", "b"}, h.Requests()[0].Header.Values("X-Trace"))
	require.NoError(t, list())
	require.Empty(t, h.Requests()[1].Header.Values("X-Trace"), "an option is for one call")
	for _, managed := range []string{"content-type", "Content-Length", "ACCEPT", "Accept-Encoding", "host", "Transfer-Encoding",
		"User-Agent"} {
		require.ErrorContains(t, list(tourney.WithHeader(managed, "x")), http.CanonicalHeaderKey(managed))
	}
	require.Len(t, h.Requests(), 2)
}

func TestBodyIntoKeepsTheAnswer(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{clienttest.Reply(200, `{"Venues":[]}`),
		clienttest.Reply(200, `{"Venues":7}`), clienttest.Reply(404, `gone`)})
	for _, want := range []string{`{"Venues":[]}`, `{"Venues":7}`, `gone`} {
		raw := []byte("left over")
		_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{}, tourney.BodyInto(&raw))
		require.Equal(t, want == `{"Venues":[]}`, err == nil)
		require.Equal(t, want, string(raw))
	}
}

func TestEmptyListsComeInThreeForms(t *testing.T) {
	for _, body := range []string{`{"Games":null}`, `{}`, `{"Games":{}}`, `{"Games":{"Results":null,"Total":0}}`} {
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, body))
		page, err := c.Games.List(t.Context(), tourney.GameListOptions{})
		require.NoError(t, err, body)
		require.Empty(t, page.Results, body)
		require.False(t, page.More(), body)
		for _, err := range c.Games.All(t.Context(), tourney.GameListOptions{}) {
			require.NoError(t, err)
			t.Fatal("an empty list yielded something")
		}
		require.Len(t, h.Requests(), 2)
	}
}

// TestAnswersWithoutTheRowAreNoRows: a zero Team, or an id of 0, would look like a row.
func TestAnswersWithoutTheRowAreNoRows(t *testing.T) {
	for _, body := range []string{`{}`, `{"Team":null}`, `{"Team":{}}`, `{"Teams":{}}`} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, body))
		var unreadable *tourney.DecodeError
		_, err := c.Teams.Get(t.Context(), 7)
		require.ErrorAs(t, err, &unreadable, body)
		require.Equal(t, 200, unreadable.Status)
		_, err = c.Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("A")})
		require.ErrorAs(t, err, &unreadable, body)
		require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, "the team may have been made")
	}
}

func TestUpdatesTakeAnyEmptyAnswer(t *testing.T) {
	update := tourney.GameUpdateInput{ID: 7, ExternalID: new("x")}
	for _, answer := range []httpmock.Responder{
		clienttest.Reply(200, `{}`), clienttest.Reply(200, ``), clienttest.Reply(200, " \r\n", "Content-Type", "text/html"),
		clienttest.Reply(204, ``), clienttest.Reply(200, `{"Note":"done"}`),
		clienttest.Reply(200, `{}`, "Content-Type", ""),
		clienttest.Reply(200, `[]`), clienttest.Reply(200, `true`), // section 4.5 leaves the answer open
	} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(answer))
		require.NoError(t, c.Games.Update(t.Context(), update))
	}
	for _, answer := range []httpmock.Responder{clienttest.Reply(200, `<html>login</html>`, "Content-Type", "text/html"),
		clienttest.Reply(200, `{`),
		clienttest.Reply(302, ``)} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.One(answer), tourney.WithRetry(tourney.Retry{}))
		require.Error(t, c.Games.Update(t.Context(), update))
	}
}

func TestDoSendsWhatHasNoMethod(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{
		clienttest.Reply(200, `{"Events":[]}`, "X-Request-Id", "r"), clienttest.Reply(200, `{}`),
		clienttest.Reply(404, `{"Errors":[{"Code":1,"Message":"none"}]}`),
	}, tourney.WithCredentials(clienttest.Keys), tourney.WithSigner(clienttest.Signer))
	res, err := c.Do(t.Context(), tourney.RawRequest{Method: "GET", Path: "/api/v1/events", Query: url.Values{"page": {"2"}}})
	require.NoError(t, err)
	require.Equal(t, 200, res.Status)
	require.Equal(t, `{"Events":[]}`, string(res.Body))
	require.Equal(t, "r", res.Header.Get("X-Request-Id"))
	require.Equal(t, "apikeyforaccount.LPtnmmZMu8wRvlTgenFTOxlwcuiGLsGQ0Jxy0BQYYxY=", h.Requests()[0].Header.Get("Authentication"))
	require.Equal(t, "page=2", h.Requests()[0].Query.Encode())

	_, err = c.Do(t.Context(), tourney.RawRequest{Method: "PUT", Path: "/api/v1/events", Body: []byte(`{"Id":1}`)})
	require.NoError(t, err)
	require.Equal(t, `{"Id":1}`, h.Requests()[1].Body)
	require.Equal(t, "application/json", h.Requests()[1].Header.Get("Content-Type"))

	res, err = c.Do(t.Context(), tourney.RawRequest{Method: "POST", Path: "/api/v1/events"})
	require.ErrorIs(t, err, tourney.ErrNotFound)
	require.Equal(t, 404, res.Status, "the answer comes beside the error")
	require.NotEmpty(t, res.Body)
	require.Empty(t, h.Requests()[2].Header.Get("Content-Type"))
}

func TestClientsThatNewDidNotMakeAnswerWithErrors(t *testing.T) {
	var none *tourney.Client
	for _, s := range shapes {
		require.ErrorContains(t, s.call(t.Context(), &tourney.Client{}), "not made by New", s.op)
	}
	for _, c := range []*tourney.Client{none, {}} {
		require.Error(t, clienttest.Err(c.Authenticate(t.Context(), "u", "p")))
		require.Error(t, clienttest.Err(c.Do(t.Context(), tourney.RawRequest{Method: "GET", Path: "/x"})))
		require.Error(t, clienttest.Err(c.With()))
		require.Empty(t, c.Variant())
	}
	for _, err := range (&tourney.Client{}).Teams.All(t.Context(), tourney.TeamListOptions{}) {
		require.Error(t, err)
	}
	made, h := clienttest.Serve(t, tourney.MultiSport, clienttest.Always(200, `{}`))
	for _, s := range shapes {
		require.ErrorContains(t, s.call(nil, made), "context", s.op)
	}
	require.Empty(t, h.Requests())
}

func TestSecretsStayOffPlainHTTP(t *testing.T) {
	const plainURL = "http://host.example.com"
	register := tourney.RegistrationInput{
		Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}}, Payment: clienttest.CardPayment().Payment,
	}
	calls := map[string]struct {
		opts []tourney.Option
		call func(*tourney.Client) error
	}{
		"password": {nil, func(c *tourney.Client) error { return clienttest.Err(c.Authenticate(t.Context(), "u", "p")) }},
		"card": {nil, func(c *tourney.Client) error {
			return clienttest.Err(c.Payments.Pay(t.Context(), clienttest.CardPayment()))
		}},
		"card of register": {nil, func(c *tourney.Client) error { return clienttest.Err(c.Registration.Register(t.Context(), register)) }},
		"authorization": {nil, func(c *tourney.Client) error {
			return clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{}, tourney.WithHeader("authorization", "Bearer hush")))
		}},
		"raw body": {nil, func(c *tourney.Client) error {
			return clienttest.Err(c.Do(t.Context(), tourney.RawRequest{Method: "PUT", Path: "/x", Body: []byte(`{}`)}))
		}},
	}
	answer := `{"Id":1,"ApiKey":"aw==","ApiSecretKey":"cw==","TeamId":1,"TransactionId":"t","Venues":[]}`
	for name, row := range calls {
		for base, sends := range map[string]bool{
			plainURL: false, "http://localhost.example.com": false, "http://10.0.0.1": false,
			"https://host.example.com": true, "http://localhost:8080": true, "http://LocalHost": true,
			"http://127.0.0.1": true, "http://[::1]:80": true,
		} {
			c, h := clienttest.ServeAt(t, base, tourney.Soccer, clienttest.Always(200, answer), row.opts...)
			err := row.call(c)
			if sends {
				require.NoError(t, err, "%s to %s", name, base)
				require.Len(t, h.Requests(), 1)
				continue
			}
			require.ErrorIs(t, err, tourney.ErrInvalid, "%s to %s", name, base)
			require.ErrorContains(t, err, "plain http")
			require.Empty(t, h.Requests())
		}
		c, h := clienttest.ServeAt(t, plainURL, tourney.Soccer, clienttest.Always(200, answer),
			append([]tourney.Option{tourney.WithPlainHTTP()}, row.opts...)...)
		require.NoError(t, row.call(c), name)
		require.Len(t, h.Requests(), 1)
	}
	c, h := clienttest.ServeAt(t, plainURL, tourney.Soccer, clienttest.Always(200, `{}`))
	_, err := c.Games.List(t.Context(), tourney.GameListOptions{})
	require.NoError(t, err, "a read without keys holds no secret")
	require.Len(t, h.Requests(), 1)
}

// TestKeysStayOffPlainHTTP: New and With refuse options that would send secrets with every call, before any call.
func TestKeysStayOffPlainHTTP(t *testing.T) {
	options := map[string][]tourney.Option{
		"WithLogin":       {tourney.WithLogin("pat", "hidden-word"), tourney.WithSigner(clienttest.Signer)},
		"WithSigner":      {tourney.WithCredentials(clienttest.Keys), tourney.WithSigner(clienttest.Signer)},
		"WithSigner only": {tourney.WithSigner(clienttest.Signing(func(http.Header) {}))},
		"WithHeader":      {tourney.WithHeader("authorization", "Bearer hidden-word")},
	}
	for name, opts := range options {
		option, _, _ := strings.Cut(name, " ")
		for base, allowed := range map[string]bool{
			"http://host.example.com": false, "http://localhost.example.com": false, "http://10.0.0.1": false,
			"HTTP://host.example.com:443": false, "http://127.0.0.1.example.com": false, "http://[2001:db8::1]": false,
			"https://host.example.com": true, "http://localhost:8080": true, "http://LocalHost": true,
			"http://127.0.0.1": true, "http://[::1]:80": true,
		} {
			_, err := tourney.New(base, tourney.Soccer, opts...)
			bare, errBare := tourney.New(base, tourney.Soccer)
			require.NoError(t, errBare)
			_, errWith := bare.With(opts...)
			if allowed {
				require.NoError(t, errors.Join(err, errWith), "%s to %s", name, base)
				continue
			}
			require.EqualError(t, errWith, err.Error())
			for _, part := range []string{option, "plain http", "WithPlainHTTP"} {
				require.ErrorContains(t, err, part, "%s to %s", name, base)
			}
			clienttest.RequireNoTrace(t, fmt.Sprintf("%v %+v %#v", err, err, err), "hidden-word", clienttest.Keys.APIKey)
			_, err = tourney.New(base, tourney.Soccer, append(opts, tourney.WithPlainHTTP())...)
			require.NoError(t, err)
		}
	}
}

func TestRedirects(t *testing.T) {
	read := func(c *tourney.Client) error {
		return clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{EventID: 1}))
	}
	write := func(c *tourney.Client) error {
		return c.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7, ExternalID: new("x")})
	}
	for name, c := range map[string]struct {
		base, location string
		status         int
		call           func(*tourney.Client) error
		message        string // "" when it is followed
	}{
		"same origin":             {clienttest.BaseURL, "/elsewhere/api/v1/venues?EventId=1", 302, read, ""},
		"same origin, absolute":   {clienttest.BaseURL, clienttest.BaseURL + "/elsewhere/api/v1/venues?EventId=1", 301, read, ""},
		"a write that stays one":  {clienttest.BaseURL, "/elsewhere/api/v1/games", 307, write, ""},
		"a write that would read": {clienttest.BaseURL, "/elsewhere/api/v1/games", 302, write, "PUT into GET"},
		"see other":               {clienttest.BaseURL, "/elsewhere/api/v1/games", 303, write, "PUT into GET"},
		"another host":            {clienttest.BaseURL, "https://evil.example.com/api/v1/venues", 302, read, "another origin"},
		"another port":            {clienttest.BaseURL, "https://host.example.com:8443/api/v1/venues", 302, read, "another origin"},
		"another host, write":     {clienttest.BaseURL, "https://evil.example.com/api/v1/games", 307, write, "another origin"},
		"https to http":           {clienttest.BaseURL, "http://host.example.com/api/v1/venues", 302, read, "https to http"},
		"a default port":          {clienttest.BaseURL, "https://HOST.example.com:443/elsewhere/api/v1/venues", 302, read, ""},
		"another domain":          {clienttest.BaseURL, "https://host.example.org/elsewhere", 302, read, "another origin"},
		"http to https":           {"http://127.0.0.1", "https://127.0.0.1/api/v1/venues", 302, read, "another origin"},
	} {
		t.Run(name, func(t *testing.T) {
			client, h := clienttest.ServeAt(t, c.base, tourney.Soccer,
				[]httpmock.Responder{clienttest.Reply(c.status, ``, "Location", c.location), clienttest.Reply(200, `{}`)},
				tourney.WithCredentials(clienttest.Keys), tourney.WithSigner(auth.HMAC{}))
			err := c.call(client)
			if c.message != "" {
				require.ErrorContains(t, err, c.message)
				require.Len(t, h.Requests(), 1, "nothing went on, and nothing went out again")
				return
			}
			require.NoError(t, err)
			require.Len(t, h.Requests(), 2)
			followed := h.Requests()[1]
			require.True(t, strings.HasPrefix(followed.Path, "/elsewhere/"))
			require.Equal(t, h.Requests()[0].Method, followed.Method)
			require.Equal(t, h.Requests()[0].Body, followed.Body)
			for _, r := range h.Requests() {
				require.Len(t, r.Header.Values("Authentication"), 1)
				require.NoError(t, auth.HMAC{}.Verify(r.Request, clienttest.Keys))
			}
		})
	}
	loop, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(302, ``, "Location", "/api/v1/venues"))
	require.ErrorContains(t, read(loop), "redirects")
	require.Len(t, h.Requests(), 6)
}

// TestAnswersAreLimitedAlsoWhenCompressed: the limit counts decompressed bytes, whether the transport asks for compression and
// decompresses, or the host compresses without being asked.
func TestAnswersAreLimitedAlsoWhenCompressed(t *testing.T) {
	const limit = 1 << 10
	fits := `{"Venues":[],"Padding":"` + strings.Repeat("x", limit-26) + `"}`
	require.Len(t, fits, limit)
	for name, c := range map[string]struct {
		body   string
		gzip   bool
		status int
		fails  bool
	}{
		"fits": {fits, false, 200, false}, "fits compressed": {fits, true, 200, false},
		"one too many": {fits + " ", false, 200, true}, "one too many compressed": {fits + " ", true, 200, true},
		"a bomb": {strings.Repeat(" ", 1<<22), true, 200, true}, "an error page": {strings.Repeat("x", 1<<20), false, 404, true},
	} {
		for _, asks := range []bool{true, false} {
			t.Run(fmt.Sprint(name, ", asks ", asks), func(t *testing.T) {
				requests, body, accepts := 0, c.body, ""
				if c.gzip {
					body = clienttest.Gzip(t, body)
				}
				transport := &http.Transport{DisableCompression: !asks}
				t.Cleanup(transport.CloseIdleConnections)
				client := clienttest.Server(t, func(w http.ResponseWriter, r *http.Request) {
					requests++
					accepts = r.Header.Get("Accept-Encoding")
					w.Header().Set("Content-Type", "application/json")
					if c.gzip {
						w.Header().Set("Content-Encoding", "gzip")
					}
					w.WriteHeader(c.status)
					_, _ = io.WriteString(w, body)
				}, tourney.WithMaxResponseBytes(limit), tourney.WithHTTPClient(&http.Client{Transport: transport}))
				var response tourney.Response
				var raw []byte
				_, err := client.Venues.List(t.Context(), tourney.VenueListOptions{}, tourney.ResponseInto(&response), tourney.BodyInto(&raw))
				require.Equal(t, 1, requests, "what is too large is not asked for again")
				require.Equal(t, asks, accepts == "gzip")
				if c.fails {
					require.ErrorContains(t, err, fmt.Sprint(limit))
					return
				}
				require.NoError(t, err)
				require.Equal(t, c.body, string(raw))
				require.Empty(t, response.Header.Get("Content-Encoding"))
				require.True(t, !c.gzip || response.Header.Get("Content-Length") == "")
			})
		}
	}
}

func TestWrongContentType(t *testing.T) {
	const page = "<html><h1>Sign in</h1></html>"
	c, _ := clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{
		clienttest.Reply(200, page, "Content-Type", "text/html; charset=utf-8"),
		clienttest.Reply(404, page, "Content-Type", "text/html"),
		clienttest.Reply(200, strings.Repeat("é", 1000), "Content-Type", "text/plain"),
		clienttest.Reply(200, page, "Content-Type", ""),
	})
	list := func() error {
		return clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{}, tourney.WithRetry(tourney.Retry{})))
	}

	var unreadable *tourney.DecodeError
	err := list()
	require.ErrorAs(t, err, &unreadable)
	require.Equal(t, "Venues.List", unreadable.Op)
	require.Equal(t, 200, unreadable.Status)
	require.Equal(t, "text/html; charset=utf-8", unreadable.ContentType)
	require.Equal(t, page, unreadable.Excerpt())
	require.NotContains(t, err.Error(), "Sign in")

	var answered *tourney.APIError
	err = list()
	require.ErrorAs(t, err, &answered)
	require.ErrorIs(t, err, tourney.ErrNotFound)
	require.Equal(t, 404, answered.Status)
	require.Equal(t, page, answered.Excerpt())
	require.Empty(t, answered.Errors)
	require.NotContains(t, err.Error(), "Sign in")

	require.ErrorAs(t, list(), &unreadable)
	require.LessOrEqual(t, len(unreadable.Excerpt()), 512)
	require.Equal(t, strings.Repeat("é", 256), unreadable.Excerpt(), "cut at a character")

	require.EqualError(t, list(), "tourney: Venues.List: cannot read the answer (status 200, without a content type): "+
		"expected application/json or application/xml")
}

func TestContentTypesOfJSON(t *testing.T) {
	for contentType, ok := range map[string]bool{
		"application/json": true, "application/json; charset=utf-8": true, "APPLICATION/JSON": true, "text/json": true,
		"application/problem+json": true, "": true, "text/html": false, "application/xml": false, "text/plain": false, ";;": true, "json": true,
		"application/json; charset=utf-8,application/json": true, "application/json; charset": true, "application/json, text/html": true,
		"application/json;;charset=utf-8": true, "application/json; a=1; a=2": true, "text/html, application/json": false,
	} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Venues":[{"Id":1,"Name":"A"}]}`, "Content-Type", contentType),
			clienttest.SentOnce)
		venues, err := c.Venues.List(t.Context(), tourney.VenueListOptions{})
		require.Equal(t, ok, err == nil, "%q: %v", contentType, err)
		require.Equal(t, ok, len(venues) == 1)
	}
}

func TestErrorsInAnySuccessIsAnError(t *testing.T) {
	for body, items := range map[string]int{
		`{"Errors":[{"Code":1,"Message":"no such venue"}]}`:                                 1,
		`{"Venues":[],"errors":[{"Code":"3","Message":"a"},{"Code":2,"Message":"b"}]}`:      2,
		`{"Errors":["in words",{"Code":"Invalid","Message":"b"},{"Code":3,"Message":"c"}]}`: 3,
		`{"Errors":{"Code":1}}`:                                                  0,
		`{"Errors":"in words","Venue":1}`:                                        0,
		`{"Venues":[],"ERRORS":[{"CODE":2,"MESSAGE":"no"}]}`:                     1,
		`{"Venues":[{"Id":"x"}],"E\u0072r\u006frs":[{"Code":2,"Message":"no"}]}`: 1,
		`{"Errors":[` + strings.Repeat(`{"Code":2},`, 10_000) + `{"Code":2}]}`:   0,
	} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, body))
		_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{})
		var answered *tourney.APIError
		require.ErrorAs(t, err, &answered, body)
		require.Equal(t, 200, answered.Status)
		require.Len(t, answered.Errors, items)
		if items == 0 {
			require.Equal(t, body[:min(len(body), 512)], answered.Excerpt(), "what could not be read is still there")
		}
	}
	for _, body := range []string{`{"Errors":[],"Venues":[]}`, `{"Errors":null}`, `{"Venues":[{"Id":1,"Name":"Errors"}]}`} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, body))
		_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{})
		require.NoError(t, err, body)
	}
}

var sentinels = map[string]error{
	"not found": tourney.ErrNotFound, "unauthorized": tourney.ErrUnauthorized, "forbidden": tourney.ErrForbidden,
	"rate limited": tourney.ErrRateLimited, "invalid": tourney.ErrInvalid, "conflict": tourney.ErrConflict,
	"unavailable": tourney.ErrUnavailable, "outcome unknown": tourney.ErrOutcomeUnknown, "list changed": tourney.ErrListChanged,
}

func TestSentinels(t *testing.T) {
	for _, c := range []struct {
		status, code int // code -1: no Errors in the body
		want         error
	}{
		{400, -1, tourney.ErrInvalid}, {401, -1, tourney.ErrUnauthorized}, {403, -1, tourney.ErrForbidden}, {404, -1, tourney.ErrNotFound},
		{409, -1, tourney.ErrConflict}, {422, -1, tourney.ErrInvalid}, {429, -1, tourney.ErrRateLimited}, {500, -1, nil},
		{502, -1, tourney.ErrUnavailable}, {503, -1, tourney.ErrUnavailable}, {504, -1, tourney.ErrUnavailable}, {418, -1, nil}, {301, -1, nil},
		{200, 0, nil}, {200, 1, tourney.ErrNotFound}, {200, 2, tourney.ErrInvalid}, {200, 3, tourney.ErrInvalid},
		{200, 5, tourney.ErrUnauthorized},
		{200, 6, tourney.ErrForbidden}, {200, 7, tourney.ErrConflict}, {200, 8, tourney.ErrInvalid}, {200, 9, tourney.ErrInvalid},
		{200, 10, tourney.ErrInvalid}, {200, 11, tourney.ErrInvalid}, {200, 12, tourney.ErrUnavailable}, {200, 13, tourney.ErrInvalid},
		{200, 14, tourney.ErrConflict}, {200, 4, nil}, {200, 4711, nil}, {500, 7, tourney.ErrConflict},
	} {
		t.Run(fmt.Sprint(c.status, " ", c.code), func(t *testing.T) {
			body := `{}`
			if c.code >= 0 {
				body = fmt.Sprintf(`{"Errors":[{"Code":%d,"Message":"m"}]}`, c.code)
			}
			client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(c.status, body, "X-Request-Id", "r-9"), clienttest.SentOnce)
			_, err := client.Venues.List(t.Context(), tourney.VenueListOptions{})
			for name, sentinel := range sentinels {
				require.Equal(t, errors.Is(c.want, sentinel), errors.Is(err, sentinel), name)
			}
			require.Error(t, err)
			var answered *tourney.APIError
			require.ErrorAs(t, err, &answered)
			require.Equal(t, "Venues.List", answered.Op)
			require.Equal(t, c.status, answered.Status)
			require.Equal(t, "r-9", answered.RequestID)
			for _, part := range []string{"Venues.List", "GET /api/v1/venues", fmt.Sprint(c.status), "r-9"} {
				require.ErrorContains(t, err, part)
			}
			if c.code >= 0 {
				require.Equal(t, tourney.ErrorCode(c.code), answered.Errors[0].Code, "unknown codes survive")
				require.ErrorContains(t, err, fmt.Sprintf("(%d): m", c.code))
			}
		})
	}
}

func TestSeveralSentinelsOfOneAnswer(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(400,
		`{"Errors":[{"Code":1,"Message":"a"},{"Code":7,"Message":"b","More":true}]}`))
	_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{})
	for _, is := range []error{tourney.ErrInvalid, tourney.ErrNotFound, tourney.ErrConflict} {
		require.ErrorIs(t, err, is)
	}
	var answered *tourney.APIError
	require.ErrorAs(t, err, &answered)
	require.Equal(t, "true", string(answered.Errors[1].Extra["More"]))
}

func TestDecodeErrorSaysWhere(t *testing.T) {
	for _, c := range []struct {
		body, path string
		offset     int64
		line       int
	}{
		{"{\"Games\":{\n\"Results\":[{},\n{\"Date\":\"13/1/2026\"}]}}", "/Games/Results[1]/Date", 34, 3},
		{`{"Games":{"Results":[{"AwayTeam":{"Score":"many"}}]}}`, "/Games/Results[0]/AwayTeam/Score", 42, 1},
		{`{"Games":{"Total":"lots"}}`, "/Games/Total", 18, 1},
		{`{"Games":[]}`, "/Games", 9, 1},
		{"{\"Games\":{\n\"Results\":[", "/Games/Results[0]", 22, 2},
		{`<html>`, "", 0, 1},
	} {
		client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, c.body), tourney.WithRetry(tourney.Retry{}))
		page, err := client.Games.List(t.Context(), tourney.GameListOptions{})
		var unreadable *tourney.DecodeError
		require.ErrorAs(t, err, &unreadable, c.body)
		type where struct {
			Path   string
			Offset int64
			Line   int
		}
		require.Empty(t, cmp.Diff(where{c.path, c.offset, c.line}, where{unreadable.Path, unreadable.Offset, unreadable.Line}), c.body)
		require.ErrorContains(t, err, c.path)
		require.Error(t, errors.Unwrap(err))
		require.Zero(t, page, "no half of an answer")
	}
}

func TestUnknownMembersStayReachable(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Soccer,
		clienttest.Always(200, `{"Game":{"Id":7,"Attendance":12,"AwayTeam":{"Name":"A","Coach":"Blue","Captain":null}}}`))
	game, err := c.Games.Get(t.Context(), 7)
	require.NoError(t, err)
	require.Equal(t, "12", string(game.Extra["Attendance"]))
	require.Equal(t, `"Blue"`, string(game.AwayTeam.Extra["Coach"]))
	require.Equal(t, "null", string(game.AwayTeam.Extra["Captain"]))
	require.Nil(t, game.HomeTeam)
}

func TestHostTextsAreBounded(t *testing.T) {
	body := fmt.Sprintf(`{"Errors":[{"Code":2,"Message":%q}]}`, strings.Repeat("m\n", 5000))
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(400, body, "X-Request-Id", strings.Repeat("r", 5000)))
	_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{})
	require.Less(t, len(err.Error()), 700)
	require.NotContains(t, err.Error(), "\n", "an error is one line")
}

func TestLogHoldsWhatHelps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
		c, _ := clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{clienttest.Reply(503, ``), clienttest.Reply(200, `{}`)},
			tourney.WithLogger(log))
		_, err := c.Games.List(t.Context(), tourney.GameListOptions{EventID: 1})
		require.NoError(t, err)
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		require.Len(t, lines, 4)
		for _, part := range []string{"level=DEBUG", "op=Games.List", "method=GET", "path=/api/v1/games", "attempt=1", "status=503"} {
			require.Contains(t, lines[0], part)
		}
		require.Contains(t, lines[1], "level=INFO")
		require.Contains(t, lines[1], "attempt=1 status=503 error=503 wait=")
		require.Contains(t, lines[2], "attempt=2 status=200")
		require.Contains(t, lines[3], "attempts=2 status=200 took=")
	})
	var out bytes.Buffer
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{}`), tourney.WithLogger(slog.New(slog.NewTextHandler(&out, nil))))
	_, err := c.Games.List(t.Context(), tourney.GameListOptions{})
	require.NoError(t, err)
	require.Empty(t, out.String(), "nothing above debug level")
}

func TestLimiterIsAskedForEveryAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, full := 0, errors.New("the day's share is used up")
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(503, ``),
			tourney.WithRateLimit(clienttest.Limiter(func(context.Context) error {
				if asked++; asked == 3 {
					return full
				}
				return nil
			})))
		_, err := c.Games.List(t.Context(), tourney.GameListOptions{})
		require.ErrorIs(t, err, full)
		require.Equal(t, 3, asked)
		require.Len(t, h.Requests(), 2)
	})
}

func TestMaxConcurrentBoundsRequestsUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now, most := 0, 0
		var mu = make(chan struct{}, 1)
		slow := func(req *http.Request) (*http.Response, error) {
			mu <- struct{}{}
			now++
			most = max(most, now)
			<-mu
			<-time.After(time.Second) // of the bubble's own clock
			mu <- struct{}{}
			now--
			<-mu
			return clienttest.Reply(200, `{"Venues":[]}`)(req)
		}
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(slow), tourney.WithMaxConcurrent(3))
		derived, err := c.With(tourney.WithUserAgent("other"))
		require.NoError(t, err)
		start := time.Now()
		rest := make(chan []error)
		go func() { rest <- clienttest.Many(t, derived, 5) }()
		for _, err := range append(clienttest.Many(t, c, 4), <-rest...) {
			require.NoError(t, err)
		}
		require.Equal(t, 3, most)
		require.Equal(t, 3*time.Second, time.Since(start), "no slot is lost, and none is added")
		require.Len(t, h.Requests(), 9)

		ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		done := make(chan []error)
		go func() { done <- clienttest.Many(t, c, 3) }()
		synctest.Wait()
		_, err = c.Venues.List(ctx, tourney.VenueListOptions{})
		require.ErrorIs(t, err, context.DeadlineExceeded, "waiting for a slot ends with the context")
		for _, err := range <-done {
			require.NoError(t, err)
		}
	})
}
