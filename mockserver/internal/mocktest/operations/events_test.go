package operations

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// seasonOfEvents returns a server with four events: a plain one, an archived one below it, and two of an organization,
// of which the last has no dates.
func seasonOfEvents(t *testing.T) *mockserver.Server {
	t.Helper()
	srv := mocktest.Empty(t, tourney.Soccer)
	day := func(d int) tourney.Date { return tourney.Date{Year: 2026, Month: 6, Day: d} }
	srv.Events.Add(tourney.Event{ID: 1, Name: "Cup", StartDate: day(12), EndDate: day(14), Type: "1"})
	srv.Events.Add(tourney.Event{ID: 2, Name: "Old Cup", StartDate: day(1), EndDate: day(3), Archive: new(true), Type: "League"})
	srv.Events.Add(tourney.Event{ID: 3, Name: "Open", StartDate: day(20), EndDate: day(30), Archive: new(false)})
	srv.Events.Add(tourney.Event{ID: 4, Name: "Some day"})
	srv.Events.EditDetails(2, func(d *stored.EventDetails) { *d = stored.EventDetails{ParentID: 1} })
	srv.Events.EditDetails(3, func(d *stored.EventDetails) { *d = stored.EventDetails{OrganizationID: 70} })
	srv.Events.EditDetails(4, func(d *stored.EventDetails) { *d = stored.EventDetails{OrganizationID: 70} })
	return srv
}

func TestFiltersOfEvents(t *testing.T) {
	srv := seasonOfEvents(t)
	for query, want := range map[string][]int64{
		"":                                      {1, 2, 3, 4},
		"?page=2&pagesize=3":                    {4},
		"?organizationid=70":                    {3, 4},
		"?OrganizationId=71":                    {},
		"?parentid=1":                           {2},
		"?parentid=99":                          {},
		"?startdate=6/12/2026":                  {1, 3},
		"?enddate=6/14/2026":                    {1, 2},
		"?startdate=6/2/2026&enddate=6/14/2026": {1},
		"?type=1":                               {1, 2},
		"?type=2":                               {},
		"?type=league":                          {1, 2},
		"?archive=true":                         {2},
		"?archive=false":                        {1, 3, 4},
		"?archive=true&organizationid=70":       {},
	} {
		require.Empty(t, cmp.Diff(want, mocktest.Listed(t, srv, "/api/v1/events"+query, "Events")), query)
	}
}

// TestSidesShowTheirPool: a side has the pool of its position and the external id of its team, unless the row itself
// says another.
func TestSidesShowTheirPool(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	a := mocktest.Send(t, srv, http.MethodGet, "/api/v1/games?id=82", "")
	require.Equal(t, "A", mocktest.At(t, a.Body, "Game.HomeTeam.PoolName"), "the name, and not the label: front ends index by it")
	require.InDelta(t, mocktest.PoolA, mocktest.At(t, a.Body, "Game.HomeTeam.PoolId"), 0)
	require.Equal(t, "T-OTTERS", mocktest.At(t, a.Body, "Game.HomeTeam.ExternalId"))
	require.Contains(t, a.Header.Get("X-Mock-Assumed"), "observed-sides")
	mocktest.RequireAbsent(t, a.Body, "Game.HomeTeam.ExternalBracketId")
	mocktest.RequireAbsent(t, a.Body, "Game.Number")
	bare := mocktest.Send(t, srv, http.MethodGet, "/api/v1/games?id=84", "") // neither side has a position or an external id
	require.NotContains(t, bare.Body, "Pool")
	require.NotContains(t, bare.Body, "ExternalId")
	require.NotContains(t, bare.Header.Get("X-Mock-Assumed"), "observed-sides")

	game, _ := srv.Games.Get(mocktest.Open)
	poolB, _ := mocktest.AddPool(srv.World, tourney.Pool{Name: "B"}, 0)
	game.HomeTeam.PoolName, game.HomeTeam.PoolID = new("Own"), &poolB
	game.HomeTeam.ExternalID = "own-1"
	srv.Games.Edit(mocktest.Open, func(g *tourney.Game) { g.HomeTeam = game.HomeTeam })
	again, err := srv.Client().Games.Get(t.Context(), mocktest.Open)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(game.HomeTeam, again.HomeTeam))
}

// TestExternalIDsOfTeams: lists show the external id of a team, the details do not.
func TestExternalIDsOfTeams(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	list := mocktest.Send(t, srv, http.MethodGet, "/api/v1/teams?teamids=101", "")
	require.Equal(t, "T-OTTERS", mocktest.At(t, list.Body, "Teams.Results.0.ExternalTeamId"))
	require.Contains(t, list.Header.Get("X-Mock-Assumed"), "team-rows")
	require.NotContains(t, mocktest.Get(t, srv, "/api/v1/teams?id=101"), "ExternalTeamId")
}

// TestIDsInPaths: clients were seen to write the id of an event and of a team behind the path. The forms of the
// document answer the same.
func TestIDsInPaths(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	byParameter := mocktest.Get(t, srv, "/api/v1/events?id=1")
	for _, target := range []string{"/api/v1/events/1", "/api/v1/events/1/", "/api/v1/events/1?ID=1"} {
		a := mocktest.Send(t, srv, http.MethodGet, target, "")
		require.Equal(t, byParameter, a.Body, target)
		require.Contains(t, a.Header.Get("X-Mock-Assumed"), "ids-in-paths")
	}
	for name, body := range map[string]string{
		"Voles":   `{"Name":"Voles"}`,
		"Shrews":  `{"id":101,"Name":"Shrews"}`,
		"Martens": `{"Id":"101","Name":"Martens"}`,
		"Weasels": `{"Id":null,"Name":"Weasels"}`,
	} {
		mocktest.Accept(t, srv, http.MethodPut, "/api/v1/teams/101", body)
		team, _ := srv.Teams.Get(mocktest.Otters)
		require.Equal(t, name, team.Name)
	}
	require.Equal(t, "Teams.Update", srv.Calls.All("")[len(srv.Calls.All(""))-1].Op)

	for request, want := range map[string]struct {
		status        int
		message, body string
	}{
		"GET /api/v1/events/1?id=2":  {400, `id must be that of the path, 1, or be left out: found "2"`, ""},
		"PUT /api/v1/teams/101":      {400, `id must be that of the path, 101, or be left out: found "102"`, `{"Id":102,"Name":"x"}`},
		"PUT /api/v1/teams/101?ID=9": {400, `id must be that of the path, 101, or be left out: found "9"`, `{"Name":"x"}`},
		"PUT /api/v1/teams?id=9":     {400, `id must be that of the body, 101, or be left out: found "9"`, `{"Id":101,"Name":"x"}`},
		"PUT /api/v1/games?ID=9":     {400, `id must be that of the body, 81, or be left out: found "9"`, `{"Id":"81"}`},
		"PUT /api/v1/teams/9999":     {404, "id names no team: 9999", `{"Name":"x"}`},
		"GET /api/v1/events/99":      {404, "id names no event: 99", ""},
		"GET /api/v1/events/one":     {404, "no operation at this path", ""},
		"GET /api/v1/events/0":       {404, "no operation at this path", ""},
		"GET /api/v1/events/1/games": {404, "no operation at this path", ""},
		"GET /api/v1/games/81":       {404, "the nearest is /api/v1/games", ""},
		"GET /api/v1/teams/101":      {405, "use PUT, or /api/v1/teams with the parameter id", ""},
		"DELETE /api/v1/events/1":    {405, "use GET, HEAD", ""},
	} {
		method, target, _ := strings.Cut(request, " ")
		a := mocktest.Send(t, srv, method, target, want.body)
		require.Equal(t, want.status, a.Status, request)
		require.Contains(t, mocktest.Messages(t, a), want.message, request)
	}
}

// TestStrictSaysWhatWasObserved: a strict server tells paths that it leaves out from those that nobody serves.
func TestStrictSaysWhatWasObserved(t *testing.T) {
	srv := mocktest.World(t, tourney.Rugby, mockserver.Strict())
	const observed = "clients were seen to use it, and the interface document does not show it. The server has the option Strict"
	for request, message := range map[string]string{
		"GET /api/v1/events":    observed,
		"GET /api/v1/events/1":  observed,
		"PUT /api/v1/teams/101": observed,
		"GET /api/v1/bouts":     "the interface document shows it for other variants alone. The server has the option Strict",
		"GET /api/v1/teams/101": "the nearest is /api/v1/teams",
		"GET /api/v1/pools":     "none is like it; the paths are /api/v1/authenticate, /api/v1/divisions, ",
	} {
		method, target, _ := strings.Cut(request, " ")
		a := mocktest.Send(t, srv, method, target, "{}")
		require.Equal(t, http.StatusNotFound, a.Status, request)
		require.Contains(t, mocktest.Messages(t, a), message, request)
	}
	for _, c := range srv.Calls.All("") {
		require.False(t, c.Path == "/api/v1/pools" && c.Nearest != "", c.Nearest)
	}
	require.NotContains(t, mocktest.Messages(t,
		mocktest.Send(t, mocktest.World(t, tourney.Soccer), http.MethodGet, "/api/v1/pools", "")), "the nearest is")
	mocktest.Get(t, mocktest.World(t, tourney.MultiSport, mockserver.Strict()), "/api/v1/bouts")
}

// TestEmptyListsAsNull: every list is null where it selects nothing, and the client takes it for a list that the host
// did not state.
func TestEmptyListsAsNull(t *testing.T) {
	nulls := mocktest.HostOf(tourney.Soccer, mockserver.Profile{EmptyListsAsNull: true})
	bare := mocktest.Empty(t, nulls)
	full := mocktest.World(t, nulls)
	for target, want := range map[string]string{
		"teams?eventid=99": `{"Teams":null}`, "divisions": `{"Divisions":null}`, "games": `{"Games":null}`,
		"players": `{"Players":null}`, "venues": `{"Venues":null}`, "events": `{"Events":null}`,
		"standings": `{"Groups":null,"Columns":null}`, "statistics": `{"Players":null}`,
	} {
		a := mocktest.Send(t, bare, http.MethodGet, "/api/v1/"+target, "")
		require.JSONEq(t, want, a.Body, target)
		require.Contains(t, a.Header.Get("X-Mock-Assumed"), "null-lists")
		require.NotContains(t, mocktest.Get(t, full, "/api/v1/"+strings.TrimSuffix(target, "?eventid=99")), "null", target)
	}
	require.JSONEq(t, `{"Games":{"Results":[],"Page":9,"PageSize":50,"Total":4}}`, mocktest.Get(t, full, "/api/v1/games?page=9"))

	for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
		c := bare.Client(tourney.WithFormat(format))
		games, err := c.Games.List(t.Context(), tourney.GameListOptions{})
		require.NoError(t, err)
		require.True(t, games.NotStated)
		venues, err := c.Venues.List(t.Context(), tourney.VenueListOptions{})
		require.NoError(t, err)
		require.Nil(t, venues)
		standings, err := c.Standings.Get(t.Context(), tourney.StandingsOptions{})
		require.NoError(t, err)
		require.Empty(t, standings.Groups)
		leaders, err := c.Statistics.Leaders(t.Context(), tourney.LeadersOptions{})
		require.NoError(t, err)
		require.Empty(t, leaders)
	}
}

func TestDivisionsGet(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	bare := mocktest.Get(t, srv, "/api/v1/divisions?id=11")
	require.JSONEq(t, `{"Division":{"Id":11,"Name":"Gold","Description":"The better half","Gender":4,"Order":1,
		"Event":{"Id":1,"Name":"Firefly Cup","StartDate":"6/12/2026","EndDate":"6/13/2026"}}}`, bare)
	for include, members := range map[string]string{
		"Settings": `{"Settings":{"EnableRegistration":true,"RosterLimit":12,"RegistrationStatus":1}}`,
		"Prices":   `{"Prices":[{"Id":51,"Type":1,"Name":"Entry","Amount":395.50,"Description":"Per team"}]}`,
		"Assets": `{"Assets":[{"Id":1,"Name":"Rules","Description":"All of them","Url":"http://files.example.com/r",
			"DateModified":"6/12/2026 9:05 AM","DateCreated":"6/12/2026 9:05 AM"}]}`,
		"Reports": `{"Reports":[{"Name":"Rosters","Description":"By team","Url":"http://files.example.com/p","Type":3,
			"DateModified":"6/12/2026 9:05 AM"}]}`,
		"Brackets": bracketsJSON, "Results": bracketsJSON,
		"Teams": `{"Teams":[
			{"Id":101,"ExternalTeamId":"T-OTTERS","Name":"Otters","Gender":2,"Paid":true,"Status":1,
				"Address":{"City":"Otterford","Latitude":39.5,"Longitude":-94.25}},
			{"Id":102,"ExternalTeamId":"T-HERONS","Name":"Herons","Paid":false,"Status":1}]}`,
	} {
		with, _ := mocktest.At(t, mocktest.Get(t, srv, "/api/v1/divisions?id=11&includes="+include), "Division").(map[string]any)
		without, _ := mocktest.At(t, bare, "Division").(map[string]any)
		for name := range without {
			delete(with, name)
		}
		require.JSONEq(t, members, mocktest.Text(t, with), include)
	}
	mocktest.At(t, mocktest.Get(t, srv, "/api/v1/divisions?id=13"), "Division.Name")
}

const bracketsJSON = `{"Brackets":[{"Id":61,"Name":"Gold Final","DateModified":"6/12/2026 9:05 AM","Url":"http://files.example.com/b",
	"Results":[{"Name":"Champion","Images":[{"Name":"Team","Url":"http://files.example.com/i"}]}]}]}`

func TestDivisionsList(t *testing.T) {
	srv := mocktest.World(t, tourney.Rugby)
	for query, want := range map[string][]int64{
		"": {mocktest.Gold, mocktest.PaidOnly, mocktest.Abroad}, "eventid=1": {mocktest.Gold, mocktest.PaidOnly},
		"eventid=2": {mocktest.Abroad}, "eventid=9": {},
		"pagesize=1&page=2": {mocktest.PaidOnly}, "eventid=1&page=2": {},
	} {
		require.Empty(t, cmp.Diff(want, mocktest.Listed(t, srv, "/api/v1/divisions?"+query, "Divisions")), query)
	}
	mocktest.Accept(t, srv, "PUT", "/api/v1/divisions", `{"Id":13,"Active":true}`)
	mocktest.Accept(t, srv, "PUT", "/api/v1/divisions", `{"Id":11,"Active":"false"}`)
	require.Equal(t, []int64{mocktest.PaidOnly, mocktest.Shut}, mocktest.Listed(t, srv, "/api/v1/divisions?eventid=1", "Divisions"))
	require.Equal(t, false, mocktest.At(t, mocktest.Get(t, srv, "/api/v1/divisions?id=11"), "Division.Active"))
	require.Equal(t, true, mocktest.At(t, mocktest.Get(t, srv, "/api/v1/divisions?id=12"), "Division.Active"))
	require.InDelta(t, 12, mocktest.At(t, mocktest.Get(t, srv, "/api/v1/divisions?eventid=1&includes=Settings,Teams"),
		"Divisions.Results.0.Id"), 0)
}

func TestDivisionsCreate(t *testing.T) {
	srv := mocktest.World(t, tourney.Rugby)
	srv.SetNextID(500)
	body := `{"EventId":2,"Name":"Tin","Description":"d","Order":4,"Active":false,"ExternalId":"D-1"}`
	require.JSONEq(t, `{"Id":500}`, mocktest.Accept(t, srv, "POST", "/api/v1/divisions", body))
	got, _ := srv.Divisions.Get(500)
	want := tourney.Division{
		ID: 500, Name: "Tin", Description: new("d"), Order: 4, Active: new(false), Teams: []tourney.Team{},
		Event: &tourney.Event{ID: mocktest.League, Name: "Winter League", StartDate: mocktest.Friday, EndDate: mocktest.Saturday},
	}
	require.Empty(t, cmp.Diff(want, got))
	require.Equal(t, "D-1", mocktest.DetailsOf(srv.Divisions, 500).ExternalID)

	id, err := srv.Client().Divisions.Create(t.Context(), tourney.DivisionCreateInput{EventID: mocktest.Cup, Name: new("Copper")})
	require.NoError(t, err)
	require.Contains(t, mocktest.Listed(t, srv, "/api/v1/divisions?eventid=1", "Divisions"), id, "active is the default")
}

func TestDivisionsUpdateChangesWhatItNames(t *testing.T) {
	for body, change := range map[string]func(*tourney.Division){
		`{"Id":11,"Order":0}`:                 func(d *tourney.Division) { d.Order = 0 },
		`{"Id":11,"Name":"x"}`:                func(d *tourney.Division) { d.Name = "x" },
		`{"Id":11,"Description":""}`:          func(d *tourney.Division) { d.Description = new("") },
		`{"Id":11,"Active":false}`:            func(d *tourney.Division) { d.Active = new(false) },
		`{"Id":11,"Name":null,"Active":null}`: func(*tourney.Division) {},
		`{"Id":11,"EventId":2,"Order":0}`:     func(d *tourney.Division) { d.Order = 0 }, // EventId is of a creation only
	} {
		srv := mocktest.World(t, tourney.Rugby)
		want := mocktest.Dump(srv.World).Divisions
		change(&want[0])
		a := mocktest.Send(t, srv, http.MethodPut, "/api/v1/divisions", body)
		require.Equal(t, 200, a.Status, a.Body)
		require.Equal(t, "{}", a.Body)
		require.Empty(t, cmp.Diff(want, mocktest.Dump(srv.World).Divisions), body)
	}
	srv := mocktest.World(t, tourney.Rugby)
	require.NoError(t, srv.Client().Divisions.Update(t.Context(),
		tourney.DivisionUpdateInput{ID: mocktest.Gold, Name: new("Or"), ExternalID: new("D-2")}))
	require.Equal(t, "D-2", mocktest.DetailsOf(srv.Divisions, mocktest.Gold).ExternalID)
	for target, path := range map[string]string{
		"/api/v1/teams?id=101": "Team.Division.Name", "/api/v1/games?id=81": "Game.Division.Name",
		"/api/v1/players?id=2001&includes=Teams": "Player.Teams.0.DivisionName", "/api/v1/standings": "Groups.0.Name",
	} {
		require.Equal(t, "Or", mocktest.At(t, mocktest.Get(t, srv, target), path), target)
	}
	require.Equal(t, "Or", mocktest.At(t, mocktest.Get(t, srv, "/api/v1/games?id=81"), "Game.AwayTeam.DivisionName"))
}

func TestVenues(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	first := `{"Id":71,"Name":"Fieldhouse","Abbr":"FH","Locations":[{"Id":76,"Name":"Court 1","Abbr":"C1","Sport":8}],
		"Address":{"Location":"Behind the tower","StreetAddress":"1 Loop","ExtendedAddress":"Gate 2","City":"Otterford","StateRegion":"MO",
			"PostalCode":"64101","Latitude":39.5,"Longitude":-94.25}}`
	require.JSONEq(t, `{"Venue":`+first+`}`, mocktest.Get(t, srv, "/api/v1/venues?Id=71"))
	require.JSONEq(t, `{"Venues":[`+first+`,{"Id":72,"Name":"Park"}]}`, mocktest.Get(t, srv, "/api/v1/venues"))
	require.JSONEq(t, `{"Venues":[`+first+`]}`, mocktest.Get(t, srv, "/api/v1/venues?eventid=1"))
	require.JSONEq(t, `{"Venues":[`+first+`]}`, mocktest.Get(t, srv, "/api/v1/venues?EventId=1&page=2&pagesize=1"), "not paged")
	require.JSONEq(t, `{"Venues":[]}`, mocktest.Get(t, srv, "/api/v1/venues?EventId=2"))
	c := srv.Client()
	list, err := c.Venues.List(t.Context(), tourney.VenueListOptions{EventID: mocktest.Cup})
	require.NoError(t, err)
	one, err := c.Venues.Get(t.Context(), mocktest.Fieldhouse)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff([]tourney.Venue{one}, list))
	_, err = c.Venues.Get(t.Context(), 999)
	require.ErrorIs(t, err, tourney.ErrNotFound)
}

// TestVenuesAreListedOnce adds venues to several events.
func TestVenuesAreListedOnce(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	srv.Events.Add(tourney.Event{ID: 1})
	srv.Events.Add(tourney.Event{ID: 2})
	id := mocktest.AddVenue(srv.World, tourney.Venue{Name: "x"}, 1, 1, 0, 2)
	for _, eventID := range []int64{0, 1, 2} {
		list, err := srv.Client().Venues.List(t.Context(), tourney.VenueListOptions{EventID: eventID})
		require.NoError(t, err)
		require.Len(t, list, 1)
	}
	require.Equal(t, []int64{1, 2}, mocktest.DetailsOf(srv.Venues, id).EventIDs)
	srv.Venues.EditDetails(id, func(d *stored.VenueDetails) { d.EventIDs = []int64{2, 2} })
	require.Equal(t, `{"Venues":[]}`, mocktest.Get(t, srv, "/api/v1/venues?EventId=1"))
	require.Contains(t, mocktest.Get(t, srv, "/api/v1/venues?EventId=2"), `"x"`)
}
