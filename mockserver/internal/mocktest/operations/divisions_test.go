package operations

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

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
