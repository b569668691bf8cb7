package operations

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// TestNamesOfRecords holds the names that programs in other languages read and write: another name of a field in Go
// changes none of them.
func TestNamesOfRecords(t *testing.T) {
	coaches := map[int64]stored.CoachDetails{1: {}}
	for want, value := range map[string]any{
		"Amount Confirmation CreditCardType Description DivisionId Email EventId MarkedAsPaid PriceId Request TeamId " +
			"Title TransactionId": stored.Payment{},
		"Request TeamId TransactionId":     stored.Registration{},
		"OrganizationId ParentId":          stored.EventDetails{},
		"ExternalId":                       stored.DivisionDetails{},
		"EventIds":                         stored.VenueDetails{},
		"AwayWaited ExternalId HomeWaited": stored.GameDetails{},
		"Abbreviation Age Coaches EventId FacebookPage Grade InstagramHandle Meta Notes TwitterHandle Website Year": stored.TeamDetails{
			EventID: 1, Coaches: coaches,
		},
		"ExternalCoachId Meta MobileCarrier NCAAApproval Notes Primary Status": coaches[1],
		"Id Number PoolId TeamId": stored.Position{},
		"Name TeamPlayerId Value": stored.Statistic{},
	} {
		data, err := json.Marshal(value)
		require.NoError(t, err)
		var members map[string]any
		require.NoError(t, json.Unmarshal(data, &members))
		require.Equal(t, strings.TrimSpace(want), strings.Join(slices.Sorted(maps.Keys(members)), " "))
	}
}

// TestRequestsOfRecords: the request in a record has the names of the interface, without the number and the security
// code of the card.
func TestRequestsOfRecords(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	_, err := srv.Client().Payments.Pay(t.Context(), tourney.PaymentInput{TeamID: mocktest.Herons, Payment: mocktest.Paying(nil)})
	require.NoError(t, err)
	body := mocktest.Get(t, srv, "/_mock/rows/payments")
	require.EqualValues(t, mocktest.Herons, mocktest.At(t, body, "rows.0.Request.TeamId"))
	require.NotEmpty(t, mocktest.At(t, body, "rows.0.Request.Payment.CreditCardType"))
	mocktest.RequireAbsent(t, body, "rows.0.Request.Payment.CreditCardNumber")
	mocktest.RequireAbsent(t, body, "rows.0.Request.Payment.CreditCardCvv2")
}

// wholeRegistration has every parameter of section 4.16.
const wholeRegistration = `{"EventId":1,"DivisionId":11,"Name":"Terns","Year":2025,"Gender":1,"Notes":"n","MarkAsPaid":false,
	"EnableCreditCard":true,"EnablePaymentConfirmation":false,"EnableReceipt":false,
	"Address":{"City":"Ternton","StateRegion":"OR","PostalCode":"97037"},"Meta":[{"Key":"Club","Name":"Club","Value":"7"}],
	"Coaches":[{"PrimaryContact":true,"FirstName":"A","LastName":"B","Email":"a@example.com","Type":2,"NCAACoachesApprovalNumber":"N-1",
		"MobilePhone":"503-555-0101","HomePhone":"503-555-0102","WorkPhone":"503-555-0103","FaxPhone":"503-555-0104",
			"Notes":"cn","MobileCarrier":"mc",
		"Address":{"StreetAddress":"1","ExtendedAddress":"2","City":"C","StateRegion":"OR","PostalCode":"97036"},
			"Meta":[{"Name":"k","Value":"v"}]},
		{"FirstName":"Second"}],
	"Players":[{"Id":9,"Active":false,"FirstName":"P","LastName":"Q","Birthdate":"01/05/2010",
		"HomePhone":"503-555-0105","MobilePhone":"503-555-0106",
		"Email":"p@example.com","Address":{"StreetAddress":"3","ExtendedAddress":"4","City":"R","StateRegion":"OR","PostalCode":"97035"},
		"Number":0,"Position":"Wing","School":"S","GraduationYear":0,"Meta":[{"Key":"Shirt","Value":"M"}]}],
	"Payment":{"Amount":650.25,"Title":"t","Description":"d","Email":"b@example.com",` + mocktest.Card + `}}`

func TestRegister(t *testing.T) {
	srv := mocktest.World(t, mocktest.HostOf(tourney.Lacrosse, mockserver.Profile{RegisteredStatus: new(tourney.TeamWaitingList)}))
	srv.SetNextID(500)
	srv.SetNextTransactionID("TX-1")
	require.JSONEq(t, `{"TeamId":500,"Status":3}`, mocktest.Accept(t, srv, "POST", "/api/v1/register", wholeRegistration))
	team, _ := srv.Teams.Get(500)
	c, p := team.Coaches, team.Players[0]
	want := tourney.Team{
		ID: 500, Sport: team.Sport, Name: "Terns", Gender: new(tourney.GenderMale), Paid: new(false), Status: new(tourney.TeamWaitingList),
		Division: team.Division, Address: &tourney.Address{City: "Ternton", StateRegion: "OR", PostalCode: "97037"},
		Coaches: []tourney.Coach{{
			ID: c[0].ID, CoachID: c[0].CoachID, Type: new(tourney.CoachAssistantCoach), FirstName: "A", LastName: "B", Email: "a@example.com",
			Address:     &tourney.Address{StreetAddress: "1", ExtendedAddress: "2", City: "C", StateRegion: "OR", PostalCode: "97036"},
			MobilePhone: "503-555-0101", HomePhone: "503-555-0102", WorkPhone: "503-555-0103", FaxPhone: "503-555-0104",
		}, {ID: c[1].ID, CoachID: c[1].CoachID, Type: new(tourney.CoachOther), FirstName: "Second"}},
		Players: []tourney.TeamPlayer{{
			ID: p.ID, PlayerID: p.PlayerID, FirstName: "P", LastName: "Q", Birthdate: tourney.Date{Year: 2010, Month: 1, Day: 5}, BirthYear: 2010,
			HomePhone: "503-555-0105", MobilePhone: "503-555-0106", Email: "p@example.com", Number: new(0), Position: "Wing", School: "S",
			Address:        &tourney.Address{StreetAddress: "3", ExtendedAddress: "4", City: "R", StateRegion: "OR", PostalCode: "97035"},
			GraduationYear: new(0), Status: "Inactive", Active: new(false), Meta: []tourney.MetaItem{{Name: "Shirt", Value: "M"}},
		}},
	}
	require.Empty(t, cmp.Diff(want, team))
	details, _ := srv.Teams.Details(500)
	require.Empty(t, cmp.Diff(stored.TeamDetails{
		EventID: mocktest.Cup, Notes: "n", Year: 2025, Meta: []tourney.MetaItem{{Name: "Club", Value: "7"}},
		Coaches: map[int64]stored.CoachDetails{
			c[0].ID: {Primary: true, Notes: "cn", MobileCarrier: "mc", NCAAApproval: "N-1", Meta: []tourney.MetaItem{{Name: "k", Value: "v"}}},
			c[1].ID: {},
		},
	}, details))
	payments := srv.Payments.All()
	mocktest.NoCardIn(t, payments[0].Request.Payment)
	payments[0].Request = tourney.PaymentInput{}
	require.Empty(t, cmp.Diff([]stored.Payment{{
		TransactionID: "TX-1", TeamID: 500, DivisionID: mocktest.Gold, EventID: mocktest.Cup,
		Amount: tourney.MustDecimal("650.25"), Title: "t", Description: "d",
		Email: "b@example.com", CreditCardType: "Visa",
	}}, payments))
	record := srv.Registrations.All()[0]
	require.Len(t, srv.Registrations.All(), 1)
	require.EqualValues(t, 500, record.TeamID)
	require.Equal(t, "TX-1", record.TransactionID)
	mocktest.NoCardIn(t, record.Request.Payment)
	require.Equal(t, "Terns", *record.Request.Name)
	require.EqualValues(t, 9, record.Request.Players[0].ID, "which names nobody")
	require.NotEqualValues(t, 9, p.PlayerID)
	require.Equal(t, []int64{p.PlayerID}, mocktest.Listed(t, srv, "/api/v1/players?teamids=500&eventid=1", "Players"))
	require.Equal(t, []int64{500}, mocktest.Listed(t, srv, "/api/v1/teams?teamids=500&eventid=1&status=3", "Teams"))
}

// TestRegisterMarksAsPaid registers with a payment and without.
func TestRegisterMarksAsPaid(t *testing.T) {
	for member, paid := range map[string]bool{
		``: true, `"MarkAsPaid":true,`: true, `"MarkAsPaid":"False",`: false, `"markaspaid":null,`: true,
	} {
		for _, payment := range []string{"", `"Payment":` + mocktest.CardPayment + `,`} {
			srv := mocktest.World(t, tourney.Soccer)
			body := `{` + member + payment + `"DivisionId":11,"Coaches":[{"PrimaryContact":true}]}`
			a := mocktest.Send(t, srv, "POST", "/api/v1/register", body)
			require.Equal(t, 200, a.Status, a.Body)
			assumed := strings.Contains(a.Header.Get("X-Mock-Assumed"), "registration-without-payment")
			require.Equal(t, payment == "", assumed, "the card is on by default")
			require.Len(t, srv.Payments.All(), map[bool]int{false: 1}[payment == ""])
			id, _ := mocktest.At(t, a.Body, "TeamId").(float64)
			team, _ := srv.Teams.Get(int64(id))
			require.Equal(t, paid, *team.Paid, body)
			for _, record := range srv.Payments.All() {
				require.Equal(t, paid, record.MarkedAsPaid)
				require.True(t, record.Confirmation)
			}
		}
	}
}

func TestRegisterPaysWithAPriceOfTheDivision(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	mocktest.Accept(t, srv, "POST", "/api/v1/register",
		`{"DivisionId":11,"EnableCreditCard":false,"EnableReceipt":"false","Coaches":[{"PrimaryContact":true}],
		"Payment":{"PriceId":51}}`)
	record := srv.Payments.All()[0]
	require.Equal(t, "395.50", record.Amount.String())
	require.Equal(t, "Entry", record.Title)
	require.Empty(t, record.CreditCardType)
	require.False(t, record.Confirmation, "the second spelling")
	require.Equal(t, record.TransactionID, srv.Registrations.All()[0].TransactionID)
}

func TestRegisterCounts(t *testing.T) {
	limits := map[tourney.Variant]int{tourney.Lacrosse: 20, tourney.Volleyball: 10}
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		srv := mocktest.World(t, v)
		for _, n := range []int{10, 11, 20, 21, 60} {
			list := func(item string) string { return "[" + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + "]" }
			item := `{"Key":"k","Value":"v"}`
			coaches := strings.Replace(list(`{"FirstName":"x"}`), `"FirstName":"x"`, `"PrimaryContact":true`, 1)
			for path, body := range map[string]string{
				"meta":            `{"EventId":1,"Coaches":[{"PrimaryContact":true}],"Meta":` + list(item) + `}`,
				"coaches":         `{"EventId":1,"Coaches":` + coaches + `}`,
				"players":         `{"EventId":1,"Coaches":[{"PrimaryContact":true}],"Players":` + list(`{"FirstName":"x"}`) + `}`,
				"coaches[0].meta": `{"EventId":1,"Coaches":[{"PrimaryContact":true,"Meta":` + list(item) + `}]}`,
				"players[0].meta": `{"EventId":1,"Coaches":[{"PrimaryContact":true}],"Players":[{"Meta":` + list(item) + `}]}`,
			} {
				a := mocktest.Send(t, srv, "POST", "/api/v1/register", body)
				if limit, limited := limits[v]; limited && n > limit {
					require.Equal(t, 400, a.Status, path)
					require.Equal(t, fmt.Sprintf("%s has more than %d items (%d)", path, limit, n), mocktest.Messages(t, a))
					continue
				}
				require.Equal(t, 200, a.Status, a.Body)
				assumed := strings.Contains(a.Header.Get("X-Mock-Assumed"), "registration-counts")
				require.Equal(t, limits[v] == 0 && n > 10, assumed, "%s: %d", path, n)
			}
		}
	})
}

func TestRegisterWhereThatIsClosed(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	before := mocktest.Dump(srv.World)
	a := mocktest.Send(t, srv, "POST", "/api/v1/register", `{"DivisionId":13,"Coaches":[{"PrimaryContact":true}]}`)
	require.Equal(t, 400, a.Status)
	require.Equal(t, "divisionid names a division that does not take registrations: 13", mocktest.Messages(t, a))
	mocktest.Unchanged(t, before, srv.World)
	mocktest.Accept(t, srv, "POST", "/api/v1/register", `{"DivisionId":21,"Coaches":[{"PrimaryContact":true}]}`) // a division without settings
}

// TestRegisterKnownPlayers checks that an Id of a known player puts that player on the roster.
func TestRegisterKnownPlayers(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	players := len(srv.Players.All())
	a := mocktest.Send(t, srv, "POST", "/api/v1/register",
		mocktest.Registering(`"Players":[{"Id":2003,"FirstName":"Cleo"},{"Id":99,"FirstName":"Dot"}]`))
	require.Equal(t, 200, a.Status, a.Body)
	require.Contains(t, a.Header.Get("X-Mock-Assumed"), "registered-players")
	id, _ := mocktest.At(t, a.Body, "TeamId").(float64)
	team, _ := srv.Teams.Get(int64(id))
	require.EqualValues(t, mocktest.Cleo, team.Players[0].PlayerID)
	require.NotEqualValues(t, 99, team.Players[1].PlayerID)
	require.Len(t, srv.Players.All(), players+1)
	p, _ := srv.Players.Get(mocktest.Cleo)
	require.Equal(t, []int64{mocktest.Herons, team.ID}, []int64{p.Teams[0].ID, p.Teams[1].ID})
	require.EqualValues(t, 99, srv.Registrations.All()[0].Request.Players[1].ID)
}

// TestRegisterForAnEvent registers without a division.
func TestRegisterForAnEvent(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	a := mocktest.Send(t, srv, "POST", "/api/v1/register", `{"Coaches":[{"PrimaryContact":true}]}`)
	require.Contains(t, a.Header.Get("X-Mock-Assumed"), "registration-target")
	id, _ := mocktest.At(t, mocktest.Accept(t, srv, "POST", "/api/v1/register",
		`{"EventId":2,"Coaches":[{"PrimaryContact":true}]}`), "TeamId").(float64)
	require.Contains(t, mocktest.Listed(t, srv, "/api/v1/teams?eventid=2", "Teams"), int64(id))
}

func TestPlayersGet(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	require.JSONEq(t, `{"Player":{"Id":2001,"ParentId":8,"FirstName":"Ada","LastName":"Loft"}}`,
		mocktest.Get(t, srv, "/api/v1/players?id=2001"))
	require.JSONEq(t, `{"Birthdate":"3/4/2012","BirthYear":2012,"Height":"5'2\"","Weight":104,"School":"Otterford High","GraduationYear":2030,
		"Grade":"9th","Position":"Guard","TravelTeam":"Comets","ACTScore":30,"SATScore":1400,"GPA":3.85}`,
		mocktest.Text(t, mocktest.At(t, mocktest.Get(t, srv, "/api/v1/players?id=2001&includes=Profile"), "Player.Profile")))
	require.JSONEq(t, `[{"Id":101,"ExternalTeamId":"T-OTTERS","Number":0,"Name":"Otters","DivisionId":11,"DivisionName":"Gold","ParentId":100,
		"Games":[{"Id":81,"Date":"6/12/2026","Time":"9:00 AM","Venue":"Fieldhouse","Court":"Court 1"},{"Id":82,"Date":"6/13/2026"},
			{"Id":83,"Date":"6/13/2026"}]}]`,
		mocktest.Text(t, mocktest.At(t, mocktest.Get(t, srv, "/api/v1/players?id=2001&includes=Teams,Statistics"), "Player.Teams")))
}

func TestPlayersCarryTheirGameStatistic(t *testing.T) {
	for _, v := range []tourney.Variant{tourney.Baseball, tourney.Softball} {
		srv := mocktest.World(t, v)
		body := mocktest.Get(t, srv, "/api/v1/players?id=2001&includes=Teams,Statistics")
		mocktest.RequireAbsent(t, body, "Player.Teams.0.Games.1.Statistic")
		if v != tourney.Baseball {
			mocktest.RequireAbsent(t, body, "Player.Teams.0.Games.0.Statistic")
			continue
		}
		require.JSONEq(t, `{"InningsPitched":4,"InningsPitchedNumerator":1,"InningsPitchedDenominator":3,"PitchCount":61}`,
			mocktest.Text(t, mocktest.At(t, body, "Player.Teams.0.Games.0.Statistic")))
		mocktest.Accept(t, srv, "PUT", "/api/v1/statistics", `{"GameId":81,"Away":{"Id":101,"Players":[{"TeamPlayerId":1001,"Statistics":[
			{"Name":"pitchcount","Value":"70"},{"Name":"InningsPitched","Value":""}]}]}}`)
		body = mocktest.Get(t, srv, "/api/v1/players?id=2001&includes=Teams")
		require.InDelta(t, 70, mocktest.At(t, body, "Player.Teams.0.Games.0.Statistic.PitchCount"), 0)
		require.InDelta(t, 0, mocktest.At(t, body, "Player.Teams.0.Games.0.Statistic.InningsPitched"), 0)
	}
}

func TestPlayersList(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	stork := srv.Players.Add(tourney.Player{FirstName: "Gus", Teams: []tourney.PlayerTeam{{ID: mocktest.Storks}, {ID: mocktest.Herons}}})
	alone := srv.Players.Add(tourney.Player{FirstName: "Hal"})
	for query, want := range map[string][]int64{
		"":                                    {mocktest.Ada, mocktest.Ben, mocktest.Cleo, stork, alone},
		"eventid=1":                           {mocktest.Ada, mocktest.Ben, mocktest.Cleo, stork},
		"eventid=2":                           {stork},
		"divisionid=11":                       {mocktest.Ada, mocktest.Ben, mocktest.Cleo, stork},
		"divisionid=12":                       {},
		"eventid=2&divisionid=11":             {},
		"teamids=102":                         {mocktest.Cleo, stork},
		"teamids=101,106":                     {mocktest.Ada, mocktest.Ben, stork},
		"teamids=101,102,106&eventid=2":       {stork},
		"playerids=2003,2001":                 {mocktest.Ada, mocktest.Cleo},
		"playerids=2003&teamids=101":          {},
		"playerids=2003,2002&teamids=101,102": {mocktest.Ben, mocktest.Cleo},
		"playerids=2003&eventid=2":            {},
		"playerids=&teamids=":                 {mocktest.Ada, mocktest.Ben, mocktest.Cleo, stork, alone},
		"playerids=7":                         {},
		"pagesize=2&page=2":                   {mocktest.Cleo, stork},
	} {
		require.Empty(t, cmp.Diff(want, mocktest.Listed(t, srv, "/api/v1/players?"+query, "Players")), query)
	}
	page, err := srv.Client().Players.List(
		t.Context(), tourney.PlayerListOptions{TeamIDs: []int64{mocktest.Otters}}, tourney.IncludeTeams)
	require.NoError(t, err)
	require.Equal(t, "Otters", page.Results[0].Teams[0].Name)
	require.Nil(t, page.Results[0].Profile)
}

// TestPlayerHasATeamOnce checks that a player who is twice on a roster shows the team once, by the first line.
func TestPlayerHasATeamOnce(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	srv.Teams.Edit(mocktest.Wrens, func(team *tourney.Team) {
		team.Players = []tourney.TeamPlayer{{PlayerID: 9001, Number: new(7)}, {PlayerID: 9001, Number: new(8)}}
	})
	for _, include := range []string{"", "&includes=teams"} {
		a := mocktest.Send(t, srv, "GET", "/api/v1/players?playerids=9001"+include, "")
		require.Equal(t, 200, a.Status, a.Body)
		require.Equal(t, include != "", strings.Contains(a.Header.Get("X-Mock-Assumed"), "player-teams"))
		require.Equal(t, include != "", strings.Contains(a.Body, `"Number":7`), a.Body)
		require.NotContains(t, a.Body, `"Number":8`)
	}
}

// TestPlayersShareNoProfileThatChanges: a change of a player whose profile was empty changes no other player.
func TestPlayersShareNoProfileThatChanges(t *testing.T) {
	s := mocktest.New(t, tourney.Soccer, mockserver.Scenario("empty"))
	s.Teams.Add(tourney.Team{
		ID: 1, Name: "Terns", Players: []tourney.TeamPlayer{{ID: 1, PlayerID: 1}, {ID: 2, PlayerID: 2}},
	})
	s.Players.Edit(1, func(p *tourney.Player) { p.Profile.School = "Otterford High" })
	s.Teams.Edit(1, func(of *tourney.Team) { of.Players[1].Grade = "9" })
	s.Teams.Add(tourney.Team{ID: 2, Name: "Gulls", Players: []tourney.TeamPlayer{{ID: 3, PlayerID: 3}}})

	got := map[int64]tourney.PlayerProfile{}
	for id := range int64(3) {
		p, _ := s.Players.Get(id + 1)
		got[id+1] = *p.Profile
	}
	want := map[int64]tourney.PlayerProfile{1: {School: "Otterford High"}, 2: {Grade: "9"}, 3: {}}
	require.Empty(t, cmp.Diff(want, got))
}

// TestPlayersShareNoStatusThatChanges: an edit behind the pointer of one new line changes no other line.
func TestPlayersShareNoStatusThatChanges(t *testing.T) {
	s := mocktest.New(t, tourney.Soccer, mockserver.Scenario("empty"))
	s.Events.Add(tourney.Event{ID: 1})
	s.Divisions.Add(tourney.Division{ID: 1})
	person := tourney.PlayerInput{FirstName: new("Ada"), LastName: new("Loft")}
	id, err := s.Client().Teams.Create(t.Context(), tourney.TeamCreateInput{
		EventID: 1, DivisionID: 1, Name: new("Terns"), Players: []tourney.PlayerInput{person, person},
	})
	require.NoError(t, err)
	s.Teams.Edit(id, func(of *tourney.Team) { *of.Players[0].Active = false })
	team, _ := s.Teams.Get(id)
	require.Equal(t, []bool{false, true}, []bool{*team.Players[0].Active, *team.Players[1].Active})
}

func TestPlayersOfTheSideDoor(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Baseball, mockserver.AllowDanglingReferences())
	want := tourney.Player{
		ID: 5, FirstName: "Ivy", LastName: "Moss", Profile: &tourney.PlayerProfile{School: "S", Bats: "Left"},
		Teams: []tourney.PlayerTeam{{
			ID: 6, Number: new(3), Name: "Owls", DivisionID: 7, DivisionName: "Gold",
			Games: []tourney.PlayerGame{{
				ID: 8, Date: mocktest.Friday, Time: &tourney.TimeOfDay{Hour: 13, Minute: 30}, Venue: "Park", Court: "C1",
				Statistic: &tourney.GameStatistic{InningsPitched: 2, InningsPitchedNumerator: 1, InningsPitchedDenominator: 3, PitchCount: 40},
			}},
		}},
	}
	require.EqualValues(t, 5, srv.Players.Add(want))
	got, err := srv.Client().Players.Get(t.Context(), 5, tourney.IncludeProfile, tourney.IncludeTeams)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(want, got))
	team, _ := srv.Teams.Get(6)
	require.Equal(t, "Owls", team.Name, "added with the player")
}
