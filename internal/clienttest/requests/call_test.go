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

// shape is a call and its request. The fixtures of testdata/wire have the other members of bodies.
type shape struct {
	op, sent string // a method of a service; method, path and query of the request
	in       any
	body     string // JSON; "" for none
	variant  tourney.Variant
	opts     []tourney.CallOption
}

func (s *shape) call(ctx context.Context, c *tourney.Client) error {
	return clienttest.Calling(s.op, s.in, s.opts...)(ctx, c)
}

var shapes = []shape{
	{
		op: "Authentication.Authenticate", sent: "POST /api/v1/authenticate", body: `{"Username":"u","Password":"p"}`,
		in: tourney.Login{Username: "u", Password: secret.New("p")},
	},
	{
		op: "Teams.Get", sent: "GET /api/v1/teams?id=7&includes=Players%2CPools", in: int64(7),
		opts: []tourney.CallOption{tourney.IncludePlayers, tourney.IncludePools},
	},
	{
		op: "Teams.List", opts: []tourney.CallOption{tourney.IncludeSeason, tourney.IncludeSeason},
		sent: "GET /api/v1/teams?divisionid=2&eventid=1&includes=Season&page=3&pagesize=4&paid=false&status=0&teamids=5%2C6",
		in: tourney.TeamListOptions{
			Page: 3, PageSize: 4, EventID: 1, DivisionID: 2, TeamIDs: []int64{5, 6}, Status: new(tourney.TeamNone), Paid: new(false),
		},
	},
	{
		op: "Teams.Create", sent: "POST /api/v1/teams",
		body: `{"EventId":1,"Name":"","Paid":false,"Gender":0,"Coaches":[{"FirstName":"F","Status":0}],
			"Players":[{"GradudationYear":2030,"Number":0}]}`,
		in: tourney.TeamCreateInput{
			EventID: 1, Name: new(""), Paid: new(false), Gender: new(tourney.GenderCoed),
			Coaches: []tourney.CoachInput{{FirstName: new("F"), Status: new(tourney.RosterActive)}},
			Players: []tourney.PlayerInput{{GraduationYear: new(2030), Number: new(0)}},
		},
	},
	{
		op: "Teams.Update", sent: "PUT /api/v1/teams", body: `{"Id":7,"Paid":false,"Players":[]}`,
		in: tourney.TeamUpdateInput{ID: 7, Paid: new(false), Players: []tourney.PlayerUpdateInput{}},
	},
	{op: "Divisions.Get", sent: "GET /api/v1/divisions?id=7", in: int64(7)},
	{
		op: "Divisions.List", sent: "GET /api/v1/divisions?eventid=1&includes=Prices%2CTeams", in: tourney.DivisionListOptions{EventID: 1},
		opts: []tourney.CallOption{tourney.IncludePrices, tourney.IncludeTeams},
	},
	{
		op: "Divisions.Create", sent: "POST /api/v1/divisions", variant: tourney.Rugby, body: `{"EventId":1,"Name":"A","Order":0}`,
		in: tourney.DivisionCreateInput{EventID: 1, Name: new("A"), Order: new(0)},
	},
	{
		op: "Divisions.Update", sent: "PUT /api/v1/divisions", variant: tourney.Rugby, body: `{"Id":7,"Order":0}`,
		in: tourney.DivisionUpdateInput{ID: 7, Order: new(0)},
	},
	{op: "Games.Get", sent: "GET /api/v1/games?id=7", in: int64(7)},
	{op: "Bouts.Get", sent: "GET /api/v1/bouts?id=7", in: int64(7)},
	{
		op: "Games.List", sent: "GET /api/v1/games?date=6%2F2%2F2026&divisionid=2&eventid=1&teamid=3",
		in: tourney.GameListOptions{EventID: 1, DivisionID: 2, TeamID: 3, Date: tourney.Date{Year: 2026, Month: 6, Day: 2}},
	},
	{op: "Races.List", sent: "GET /api/v1/races", in: tourney.GameListOptions{}},
	{
		op: "Games.Update", sent: "PUT /api/v1/games", body: `{"Id":7,"AwayScore":"57.5","HomeScore":"0","HomeWonBy":7,"ExternalId":""}`,
		in: tourney.GameUpdateInput{
			ID: 7, AwayScore: new(tourney.MustDecimal("57.5")), HomeScore: tourney.Score(0),
			HomeWonBy: new(tourney.WonByForfeit), ExternalID: new(""),
		},
	},
	{
		op: "Matches.Update", sent: "PUT /api/v1/matchs", body: `{"Id":7,"HomeScore":"3"}`,
		in: tourney.GameUpdateInput{ID: 7, HomeScore: tourney.Score(3)},
	},
	{
		op: "Games.Update", sent: "PUT /api/v1/games", variant: tourney.Football,
		body: `{"Id":7,"AwayTeamScore":"21","HomeTeamScore":"0","AwayTeamForfeited":false,"HomeTeamForfeited":true}`,
		in: tourney.GameUpdateInput{
			ID: 7, AwayScore: tourney.Score(21), HomeScore: tourney.Score(0), AwayForfeited: new(false), HomeForfeited: new(true),
		},
	},
	{
		op: "Players.Get", sent: "GET /api/v1/players?id=7&includes=Profile", in: int64(7),
		opts: []tourney.CallOption{tourney.IncludeProfile},
	},
	{
		op: "Players.List", sent: "GET /api/v1/players?divisionid=2&eventid=1&playerids=5&teamids=6%2C7",
		in: tourney.PlayerListOptions{EventID: 1, DivisionID: 2, PlayerIDs: []int64{5}, TeamIDs: []int64{6, 7}},
	},
	{op: "Venues.Get", sent: "GET /api/v1/venues?Id=7", in: int64(7)},
	{op: "Venues.List", sent: "GET /api/v1/venues?EventId=1", in: tourney.VenueListOptions{EventID: 1}},
	{op: "Events.Get", sent: "GET /api/v1/events?id=7", in: int64(7)},
	{
		op: "Events.List", opts: []tourney.CallOption{tourney.Include("Venues")},
		sent: "GET /api/v1/events?archive=false&enddate=7%2F2%2F2026&includes=Venues&organizationid=3&page=2&pagesize=9&parentid=4" +
			"&startdate=6%2F1%2F2026&type=1",
		in: tourney.EventListOptions{
			Page: 2, PageSize: 9, OrganizationID: 3, ParentID: 4, StartDate: tourney.Date{Year: 2026, Month: 6, Day: 1},
			EndDate: tourney.Date{Year: 2026, Month: 7, Day: 2}, Type: "1", Archive: new(false),
		},
	},
	{
		op: "Standings.Get", sent: "GET /api/v1/standings?bracketid=3&display=Bracket&divisionid=2&eventid=1",
		in: tourney.StandingsOptions{EventID: 1, DivisionID: 2, BracketID: 3, Display: tourney.DisplayBracket},
	},
	{
		op: "Standings.Update", sent: "PUT /api/v1/standings", body: `{"EventId":1,"TeamPoolId":2,"TeamId":3}`,
		in: tourney.StandingsUpdateInput{EventID: 1, TeamPoolID: 2, TeamID: 3},
	},
	{
		op: "Statistics.Leaders", sent: "GET /api/v1/statistics?Categories=ppg%2Cfg%25&DivisionId=2&EventId=1&PageSize=5",
		in: tourney.LeadersOptions{PageSize: 5, Categories: []string{"ppg", "fg%"}, EventID: 1, DivisionID: 2},
	},
	{
		op: "Statistics.Update", sent: "PUT /api/v1/statistics",
		body: `{"GameId":1,"Away":{"Id":2,"Players":[{"TeamPlayerId":3,"Statistics":[{"Name":"Points","Value":""},{"Name":"Assists"}]}]}}`,
		in: tourney.StatisticsUpdateInput{GameID: 1, Away: &tourney.SideStatisticsInput{ID: 2, Players: []tourney.PlayerStatisticsInput{{
			TeamPlayerID: 3, Statistics: []tourney.StatisticInput{{Name: "Points", Value: new("")}, {Name: "Assists"}},
		}}}},
	},
	{ // carries both spellings
		op: "Registration.Register", sent: "POST /api/v1/register",
		body: `{"DivisionId":1,"Name":"N","EnablePaymentConfirmation":false,"EnableReceipt":false,"Meta":[{"Key":"k","Name":"k","Value":""}],
			"Coaches":[{"PrimaryContact":true,"Meta":[{"Key":"c","Name":"c","Value":"v"}]}],
			"Players":[{"Birthdate":"03/09/2011","Meta":[{"Key":"p","Name":"p","Value":"v"}]}]}`,
		in: tourney.RegistrationInput{
			DivisionID: 1, Name: new("N"), EnablePaymentConfirmation: new(false), Meta: []tourney.MetaInput{{Key: "k"}},
			Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true), Meta: []tourney.MetaInput{{Key: "c", Value: "v"}}}},
			Players: []tourney.RegistrationPlayerInput{{
				Birthdate: tourney.Date{Year: 2011, Month: 3, Day: 9}, Meta: []tourney.MetaInput{{Key: "p", Value: "v"}},
			}},
		},
	},
	{ // carries both spellings
		op: "Payments.Pay", sent: "POST /api/v1/payments", in: clienttest.CardPayment(),
		body: `{"TeamId":7,"EnablePaymentConfirmation":true,"EnableReceipt":true,"Payment":{"Amount":125.50,"Title":"T","Description":"D",
			"CreditCardType":"Visa","CreditCardNumber":"4111111111111111","CreditCardExpireYear":29,"CreditCardExpireMonth":1,"CreditCardCvv2":"012",
			"Address":{"StreetAddress":"S","ExtendedAddress":"E","City":"C","StateRegion":"R","PostalCode":"01001"},
			"StreetAddress":"S","ExtendedAddress":"E","City":"C","StateRegion":"R","PostalCode":"01001"}}`,
	},
}

func TestRequestShapes(t *testing.T) {
	const answer = `{"Id":1,"TeamId":1,"Status":1,"TransactionId":"t","ApiKey":"aw==","ApiSecretKey":"cw==","Team":{"Id":7},"Teams":{},
		"Division":{"Id":7},"Divisions":{},"Game":{"Id":7},"Games":{},"Player":{"Id":7},"Venue":{"Id":7},"Venues":[],
		"Event":{"Id":7},"Events":{},"Players":{"Statistics":[]},"Groups":[]}`
	seen := map[string]bool{}
	for _, s := range shapes {
		seen[s.op] = true
		t.Run(s.op, func(t *testing.T) {
			text := answer
			if s.op == "Players.List" {
				text = `{}`
			}
			c, h := clienttest.Serve(t, cmp.Or(s.variant, tourney.MultiSport), clienttest.Always(200, text))
			require.NoError(t, s.call(t.Context(), c))
			require.Len(t, h.Requests(), 1)
			got := h.Requests()[0]
			require.Equal(t, s.sent, strings.TrimSuffix(got.Method+" "+got.Path+"?"+got.Query.Encode(), "?"))
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
		require.ErrorContains(t, s.call(nil, made), "context", s.op) //nolint:staticcheck // what is tried
	}
	require.Empty(t, h.Requests())
}
