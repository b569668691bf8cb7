package requests

import (
	"cmp"
	"context"
	"net/url"
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
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

func TestChecksReportEverythingAtOnceAndSendNothing(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Id":1}`))
	long := strings.Repeat("x", 101)
	_, err := c.Teams.Create(t.Context(), tourney.TeamCreateInput{
		Website: new("ftp://example.com"), TwitterHandle: new("@team"), Address: &tourney.TeamAddressInput{PostalCode: new("12345678901")},
		Coaches: []tourney.CoachInput{{}, {LastName: &long}}, Players: make([]tourney.PlayerInput, 21),
	})
	refused := clienttest.As[*tourney.ValidationError](t, err)
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
	forfeits := tourney.GameUpdateInput{ID: 7, AwayForfeited: new(true)}
	noDay := tourney.Date{Year: 2026, Month: 2, Day: 30}
	born := []tourney.RegistrationPlayerInput{{Birthdate: tourney.Date{Year: 2011, Month: 13, Day: 1}}}
	contacts := []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}, {PrimaryContact: new(true)}}
	login := tourney.Login{Username: "u"}
	update := tourney.GameUpdateInput{ID: 7, ExternalID: new("x")}
	for name, c := range map[string]struct {
		variant tourney.Variant
		op      string
		in      any
		opts    []tourney.CallOption
		message string
	}{
		"nothing to update":         {op: "Games.Update", in: tourney.GameUpdateInput{ID: 7}, message: "nothing is set"},
		"an update without id":      {op: "Games.Update", in: tourney.GameUpdateInput{ExternalID: new("x")}, message: "id is required"},
		"a list of everything":      {"baseball", "Teams.List", tourney.TeamListOptions{}, nil, "eventid or divisionid"},
		"a negative page":           {op: "Games.List", in: tourney.GameListOptions{Page: -1}, message: "page"},
		"a day that does not exist": {op: "Games.List", in: tourney.GameListOptions{Date: noDay}, message: "2/30/2026"},
		"an impossible birthdate":   {op: "Registration.Register", in: tourney.RegistrationInput{Players: born}, message: "13/1/2011"},
		"payment for nobody":        {op: "Payments.Pay", in: tourney.PaymentInput{}, message: "teamid"},
		"two primary contacts":      {op: "Registration.Register", in: tourney.RegistrationInput{Coaches: contacts}, message: "exactly one"},
		"a login without password":  {op: "Authenticate", in: login, message: "password is required"},
		"won-by in football": {"football", "Games.Update", tourney.GameUpdateInput{ID: 7, AwayWonBy: new(tourney.WonByForfeit)}, nil,
			"awaywonby is not a parameter of the football variant"},
		"forfeits elsewhere": {op: "Games.Update", in: forfeits, message: "awayteamforfeited is not a parameter of the soccer variant"},
		"bats in soccer": {op: "Teams.Create", in: tourney.TeamCreateInput{Players: []tourney.PlayerInput{{Bats: new(1)}}},
			message: "players.bats is not a parameter of the soccer variant"},
		"players in softball": {"softball", "Teams.Create", tourney.TeamCreateInput{Players: []tourney.PlayerInput{{}}}, nil,
			"players is not a parameter of the softball variant"},
		"includes on a write":    {"", "Games.Update", update, including, "includes"},
		"includes on a venue":    {"", "Venues.Get", int64(7), including, "includes"},
		"includes on venues":     {"", "Venues.List", tourney.VenueListOptions{}, including, "includes"},
		"includes on standings":  {"", "Standings.Get", tourney.StandingsOptions{}, including, "includes"},
		"includes on leaders":    {"", "Statistics.Leaders", tourney.LeadersOptions{}, including, "includes"},
		"includes on a raw call": {"", "Do", tourney.RawRequest{Method: "GET", Path: "/x"}, including, "includes"},
		"a misspelled include": {"", "Teams.Get", int64(7), []tourney.CallOption{tourney.Include("Playrs")},
			`Teams.Get has no include "Playrs": the nearest is Players`},
		"a raw DELETE":            {op: "Do", in: tourney.RawRequest{Method: "DELETE", Path: "/x"}, message: "DELETE"},
		"a raw path with a query": {op: "Do", in: tourney.RawRequest{Method: "GET", Path: "/x?y=1"}, message: "Path"},
		"a raw path of elsewhere": {op: "Do", in: tourney.RawRequest{Method: "GET", Path: "example.org/x"}, message: "Path"},
	} {
		t.Run(name, func(t *testing.T) {
			client, h := clienttest.Serve(t, cmp.Or(c.variant, tourney.Soccer), clienttest.Always(200, `{}`))
			err := clienttest.Calling(c.op, c.in, c.opts...)(t.Context(), client)
			_ = clienttest.As[*tourney.ValidationError](t, err)
			for _, is := range []error{tourney.ErrInvalid, tourney.ErrNotSent} {
				require.ErrorIs(t, err, is)
			}
			for _, text := range []string{c.message, "not sent"} {
				require.ErrorContains(t, err, text)
			}
			require.Empty(t, h.Requests())
		})
	}
}

// including is an include, for calls that have none.
var including = []tourney.CallOption{tourney.IncludeTeams}

func TestWithoutChecksSends(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Football, clienttest.Always(400, `{"Errors":[{"Code":2,"Message":"no"}]}`), tourney.WithoutChecks())
	require.ErrorIs(t, c.Games.Update(t.Context(), tourney.GameUpdateInput{AwayWonBy: new(tourney.WonByForfeit)}), tourney.ErrInvalid)
	require.ErrorIs(t, c.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7}), tourney.ErrInvalid)
	_, err := c.Games.List(t.Context(), tourney.GameListOptions{Page: -1})
	require.ErrorIs(t, err, tourney.ErrInvalid)
	require.NotErrorIs(t, err, tourney.ErrNotSent)
	_ = clienttest.As[*tourney.APIError](t, err, "the host's own answer")
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
		require.ErrorContains(t, c.Check(tourney.TeamCreateInput{}), "this Client was not made by New: make one with tourney.New")
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
