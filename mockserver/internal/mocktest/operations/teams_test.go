package operations

import (
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

func TestTeamsGet(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	body := mocktest.Get(t, srv, "/api/v1/teams?id=101")
	require.JSONEq(t, `{"Team":{"Id":101,"ParentId":100,"Name":"Otters","Gender":2,"Paid":true,"Status":1,
		"Division":{"Id":11,"Name":"Gold"},"Address":{"City":"Otterford","Latitude":39.5,"Longitude":-94.25}}}`, body)
	for include, member := range map[string]string{
		"players": "Team.Players", "COACHES": "Team.Coaches", "Pools": "Team.Pools", "season": "Team.Season",
		"Players,Coaches": "Team.Coaches", "coaches, players": "Team.Players",
	} {
		mocktest.RequireAbsent(t, body, member)
		mocktest.At(t, mocktest.Get(t, srv, "/api/v1/teams?id=101&includes="+url.QueryEscape(include)), member)
	}
	require.JSONEq(t, body, mocktest.Get(t, srv, "/api/v1/teams?id=101&includes=nothing-known"))
	require.JSONEq(t, `[{"Number":1,"Pool":{"Id":31,"Name":"A","Label":"Pool A","Division":{"Id":11,"Name":"Gold"}}}]`,
		mocktest.Text(t, mocktest.At(t, mocktest.Get(t, srv, "/api/v1/teams?id=101&includes=Pools"), "Team.Pools")))
}

func TestTeamsSeason(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	require.JSONEq(t, `{"Id":901,"StartYear":2025,"EndYear":2026,"Session":"Spring","SeasonDivisionId":7,"SeasonDivision":"U14"}`,
		mocktest.Text(t, mocktest.At(t, mocktest.Get(t, srv, "/api/v1/teams?id=101&includes=Season"), "Team.Season")), "that of the parent")
	srv.Teams.Edit(mocktest.Otters, func(t *tourney.Team) { t.Season = &tourney.Season{ID: 999} })
	require.InDelta(t, 901, mocktest.At(t, mocktest.Get(t, srv, "/api/v1/teams?id=101&includes=Season"), "Team.Season.Id"),
		0, "still that of the parent")
	srv.Teams.Edit(mocktest.Club, func(t *tourney.Team) { t.Season = nil })
	mocktest.RequireAbsent(t, mocktest.Get(t, srv, "/api/v1/teams?id=101&includes=Season"), "Team.Season")
	list := mocktest.Get(t, srv, "/api/v1/teams?divisionid=11&includes=Season")
	require.InDelta(t, 902, mocktest.At(t, list, "Teams.Results.1.Season.Id"), 0)
	mocktest.RequireAbsent(t, list, "Teams.Results.0.Season")
	mocktest.RequireAbsent(t, mocktest.Get(t, srv, "/api/v1/teams?divisionid=11"), "Teams.Results.1.Season")
}

func TestTeamsList(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	for query, want := range map[string][]int64{
		"":                                          {mocktest.Club, mocktest.Otters, mocktest.Herons, mocktest.Swifts, mocktest.Storks},
		"eventid=1":                                 {mocktest.Otters, mocktest.Herons, mocktest.Swifts},
		"eventid=2":                                 {mocktest.Storks},
		"eventid=3":                                 {},
		"divisionid=11":                             {mocktest.Otters, mocktest.Herons},
		"divisionid=12":                             {mocktest.Swifts},
		"divisionid=12&paid=true":                   {mocktest.Swifts, mocktest.Wrens},
		"divisionid=12&paid=false":                  {mocktest.Larks},
		"divisionid=12&paid=FALSE":                  {mocktest.Larks},
		"divisionid=12&paid=":                       {mocktest.Swifts},
		"divisionid=12&status=1":                    {mocktest.Swifts},
		"divisionid=12&status=3":                    {},
		"divisionid=12&status=3&paid=true":          {mocktest.Wrens},
		"eventid=1&divisionid=11":                   {mocktest.Otters, mocktest.Herons},
		"eventid=2&divisionid=11":                   {},
		"divisionid=999":                            {},
		"teamids=102,101":                           {mocktest.Otters, mocktest.Herons},
		"teamids=102,101,101&eventid=1":             {mocktest.Otters, mocktest.Herons},
		"teamids=%20102%20,,7":                      {mocktest.Herons},
		"teamids=102&teamids=106":                   {mocktest.Herons, mocktest.Storks},
		"teamids=104":                               {},
		"teamids=104&paid=false":                    {mocktest.Larks},
		"teamids=":                                  {mocktest.Club, mocktest.Otters, mocktest.Herons, mocktest.Swifts, mocktest.Storks},
		"eventid=1&teamids=106":                     {},
		"eventid=1&pagesize=2":                      {mocktest.Otters, mocktest.Herons},
		"eventid=1&pagesize=2&page=2":               {mocktest.Swifts},
		"eventid=1&pagesize=2&page=3":               {},
		fmt.Sprint("page=", math.MaxInt):            {},
		fmt.Sprint("page=2&pagesize=", math.MaxInt): {},
		"eventid=1&paid=true&status=1&teamids=1":    {},
	} {
		require.Empty(t, cmp.Diff(want, mocktest.Listed(t, srv, "/api/v1/teams?"+query, "Teams")), query)
	}
	body := mocktest.Get(t, srv, "/api/v1/teams?eventid=1&pagesize=2&page=2")
	require.InDelta(t, 2, mocktest.At(t, body, "Teams.Page"), 0)
	require.InDelta(t, 2, mocktest.At(t, body, "Teams.PageSize"), 0)
	require.InDelta(t, 3, mocktest.At(t, body, "Teams.Total"), 0)
	require.JSONEq(t, `{"Teams":{"Results":[],"Page":1,"PageSize":50,"Total":0}}`, mocktest.Get(t, srv, "/api/v1/teams?eventid=3"))
}

func TestTeamsListNeedsAnEventOrADivision(t *testing.T) {
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		srv := mocktest.World(t, v)
		a := mocktest.Send(t, srv, "GET", "/api/v1/teams", "")
		if v != tourney.MultiSport && v != tourney.Baseball {
			require.Equal(t, 200, a.Status)
			return
		}
		require.Equal(t, 400, a.Status)
		require.Equal(t, "eventid or divisionid is required", mocktest.Messages(t, a))
		mocktest.Get(t, srv, "/api/v1/teams?divisionid=11")
	})
}

// wholeTeam has every parameter of section 4.4.
const wholeTeam = `{"EventId":1,"DivisionId":11,"Name":"Terns","Age":13,"Grade":7,"ExternalTeamId":"T-TERNS","Gender":1,"Paid":false,
	"Status":2,"Address":{"City":"Ternton","StateRegion":"OR","PostalCode":"97037"},"Notes":"n","Website":"http://terns.example.com",
	"TwitterHandle":"terns","InstagramHandle":"terns.i","FacebookPage":"ternsf","Abbreviation":"TRN",
	"Coaches":[{"Primary":true,"Type":2,"FirstName":"A","LastName":"B","City":"C","StateRegion":"OR","PostalCode":"97036","Status":1,
		"ExternalCoachId":"C-1","Email":"a@example.com","Phone":"503-555-0101"}],
	"Players":[{"FirstName":"P","LastName":"Q","City":"R","StateRegion":"OR","PostalCode":"97035","Position":"Wing","Bats":1,"Throws":2,
		"Height":"5'7\"","Weight":0,"GradudationYear":0,"Grade":"8th","School":"S","Number":0,"Status":1,"ExternalPlayerId":"P-1",
		"Email":"p@example.com","Phone":"503-555-0102"}]}`

func TestTeamsCreate(t *testing.T) {
	srv := mocktest.World(t, tourney.Baseball)
	srv.SetNextID(777)
	require.JSONEq(t, `{"Id":777}`, mocktest.Accept(t, srv, "POST", "/api/v1/teams", wholeTeam))
	team, _ := srv.Teams.Get(777)
	line, person := team.Players[0].ID, team.Players[0].PlayerID
	require.Empty(t, cmp.Diff(tourney.Team{
		ID: 777, Sport: 8, Name: "Terns", Gender: new(tourney.GenderMale), Paid: new(false), Status: new(tourney.TeamInactive),
		Division: &tourney.TeamDivision{
			ID: mocktest.Gold, Name: "Gold", Description: new("The better half"), Gender: new(tourney.GenderAll),
			Event: &tourney.Event{ID: mocktest.Cup, Name: "Firefly Cup", StartDate: mocktest.Friday, EndDate: mocktest.Saturday},
		},
		Address: &tourney.Address{City: "Ternton", StateRegion: "OR", PostalCode: "97037"}, ExternalTeamID: "T-TERNS",
		Coaches: []tourney.Coach{{
			ID: team.Coaches[0].ID, CoachID: team.Coaches[0].CoachID, Type: new(tourney.CoachAssistantCoach), FirstName: "A", LastName: "B",
			Address: &tourney.Address{City: "C", StateRegion: "OR", PostalCode: "97036"}, Email: "a@example.com", MobilePhone: "503-555-0101",
		}},
		Players: []tourney.TeamPlayer{{
			ID: line, PlayerID: person, FirstName: "P", LastName: "Q", Position: "Wing", Bats: "Right", Throws: "Left",
			Address: &tourney.Address{City: "R", StateRegion: "OR", PostalCode: "97035"}, Height: `5'7"`, Weight: new(0),
			GraduationYear: new(0), Grade: "8th", School: "S", Number: new(0), Status: "Inactive", Active: new(false), ExternalPlayerID: "P-1",
			Email: "p@example.com", MobilePhone: "503-555-0102",
		}},
	}, team))
	details, _ := srv.Teams.Details(777)
	require.Empty(t, cmp.Diff(stored.TeamDetails{
		EventID: mocktest.Cup, Age: new(13), Grade: new(7), Notes: "n", Website: "http://terns.example.com", TwitterHandle: "terns",
		InstagramHandle: "terns.i", FacebookPage: "ternsf", Abbreviation: "TRN",
		Coaches: map[int64]stored.CoachDetails{team.Coaches[0].ID: {
			Primary: true, Status: new(tourney.RosterInactive), ExternalCoachID: "C-1",
		}},
	}, details))
	require.Contains(t, mocktest.Listed(t, srv, "/api/v1/teams?divisionid=11", "Teams"), int64(777))
	require.Equal(t, []int64{person}, mocktest.Listed(t, srv, "/api/v1/players?teamids=777&divisionid=11&eventid=1", "Players"))
	require.Equal(t, "Wing", mocktest.At(t,
		mocktest.Get(t, srv, fmt.Sprintf("/api/v1/players?id=%d&includes=Profile", person)), "Player.Profile.Position"))
	require.Equal(t, "T-TERNS",
		mocktest.At(t, mocktest.Get(t, srv, "/api/v1/divisions?id=11&includes=Teams"), "Division.Teams.2.ExternalTeamId"))
}

func TestTeamsUpdateChangesWhatItNames(t *testing.T) {
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		for body, change := range map[string]func(*tourney.Team){
			`{"Id":101,"Paid":false}`:                  func(t *tourney.Team) { t.Paid = new(false) },
			`{"Id":"101","Paid":"FALSE"}`:              func(t *tourney.Team) { t.Paid = new(false) },
			`{"Id":101,"Status":3}`:                    func(t *tourney.Team) { t.Status = new(tourney.TeamWaitingList) },
			`{"Id":101,"Name":"x","Gender":null}`:      func(t *tourney.Team) { t.Name = "x" },
			`{"Id":101,"Gender":0}`:                    func(t *tourney.Team) { t.Gender = new(tourney.GenderCoed) },
			`{"Id":101,"Address":{"City":"x"}}`:        func(t *tourney.Team) { t.Address.City = "x" },
			`{"Id":101,"Address":{"StateRegion":""}}`:  func(t *tourney.Team) { t.Address.StateRegion = "" },
			`{"Id":101,"Address":{}}`:                  func(*tourney.Team) {},
			`{"Id":101,"ExternalTeamId":"NEW"}`:        func(t *tourney.Team) { t.ExternalTeamID = "NEW" },
			`{"ExternalTeamId":"T-OTTERS","Name":"x"}`: func(t *tourney.Team) { t.Name = "x" },
			`{"Id":101}`: func(*tourney.Team) {},
		} {
			srv := mocktest.World(t, v)
			want := mocktest.Dump(srv.World)
			for i := range want.Teams {
				if want.Teams[i].ID == mocktest.Otters {
					change(&want.Teams[i])
				}
			}
			got := mocktest.Accept(t, srv, "PUT", "/api/v1/teams", body)
			require.JSONEq(t, `{}`, got)
			require.Empty(t, cmp.Diff(want.Teams, mocktest.Dump(srv.World).Teams), body)
		}
	})
}

func TestTeamsUpdatePeople(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	want, _ := srv.Teams.Get(mocktest.Otters)
	before, _ := srv.Players.Get(mocktest.Ada)
	mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":101,
		"Players":[{"Id":1001,"Number":7,"City":"x"},{"FirstName":"Dee","LastName":"Wick","Status":2}],
		"Coaches":[{"Id":3001,"Phone":"515-555-0199"},{"FirstName":"Eve","Primary":true}]}`)
	got, _ := srv.Teams.Get(mocktest.Otters)
	require.Len(t, got.Players, 3)
	require.Len(t, got.Coaches, 2)
	added := got.Players[2]
	want.Players[0].Number, want.Players[0].Address.City = new(7), "x"
	want.Players = append(want.Players, tourney.TeamPlayer{
		ID: added.ID, PlayerID: added.PlayerID, FirstName: "Dee", LastName: "Wick", Status: "Archived", Active: new(false),
	})
	want.Coaches[0].MobilePhone = "515-555-0199"
	want.Coaches = append(want.Coaches, tourney.Coach{ID: got.Coaches[1].ID, CoachID: got.Coaches[1].CoachID, FirstName: "Eve"})
	require.Empty(t, cmp.Diff(want, got))
	details, _ := srv.Teams.Details(mocktest.Otters)
	require.True(t, details.Coaches[got.Coaches[1].ID].Primary)
	after, _ := srv.Players.Get(mocktest.Ada)
	before.Teams[0].Number = new(7)
	require.Empty(t, cmp.Diff(before, after), "the person stays as it was")
	require.Equal(t, []int64{mocktest.Ada, mocktest.Ben, added.PlayerID},
		mocktest.Listed(t, srv, "/api/v1/players?teamids=101&eventid=1", "Players"))
	mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Players":[],"Coaches":[]}`)
	again, _ := srv.Teams.Get(mocktest.Otters)
	require.Empty(t, cmp.Diff(got, again), "empty lists add and change nothing")
}

// TestTeamsUpdateOfALineTwice: the request changes the team's row once. The person still follows each change of a line,
// and new players are in the division that the request moves the team to.
func TestTeamsUpdateOfALineTwice(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"DivisionId":21,"Players":[
		{"Id":1001,"FirstName":"Ann","School":"Otterford High"},{"FirstName":"Dee"},{"Id":1001,"FirstName":"Amy","Position":"Wing"}]}`)
	team, _ := srv.Teams.Get(mocktest.Otters)
	require.Len(t, team.Players, 3)
	require.Equal(t, "Amy", team.Players[0].FirstName)
	person, _ := srv.Players.Get(mocktest.Ada)
	require.Equal(t, "Amy", person.FirstName)
	require.Equal(t, "Otterford High", person.Profile.School)
	require.Equal(t, "Wing", person.Profile.Position)
	require.Equal(t, []int64{mocktest.Ada, mocktest.Ben, team.Players[2].PlayerID},
		mocktest.Listed(t, srv, "/api/v1/players?divisionid=21", "Players"))
	require.Equal(t, []int64{mocktest.Cleo}, mocktest.Listed(t, srv, "/api/v1/players?divisionid=11", "Players"))
	added, _ := srv.Players.Get(team.Players[2].PlayerID)
	require.Equal(t, "Dee", added.FirstName)
	require.Len(t, added.Teams, 1)
}

func TestTeamsExternalIDs(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	rename := func(external, name string) { // renames the team with an external id
		t.Helper()
		mocktest.Accept(t, srv, "PUT", "/api/v1/teams", fmt.Sprintf(`{"ExternalTeamId":%q,"Name":%q}`, external, name))
	}
	mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":102,"ExternalTeamId":"T-OTTERS"}`)
	mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Paid":true}`)
	rename("T-OTTERS", "the last that got it")
	team, _ := srv.Teams.Get(mocktest.Herons)
	require.Equal(t, "the last that got it", team.Name)
	require.Equal(t, 404, mocktest.Send(t, srv, "PUT", "/api/v1/teams", `{"ExternalTeamId":"T-HERONS"}`).Status, "given up")
	mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":102,"ExternalTeamId":"T-2"}`)
	rename("T-OTTERS", "the first again")
	team, _ = srv.Teams.Get(mocktest.Otters)
	require.Equal(t, "the first again", team.Name)
}

func TestDefaultIncludes(t *testing.T) {
	srv := mocktest.World(t, mocktest.HostOf(tourney.Soccer, mockserver.Profile{DefaultIncludes: []tourney.Include{tourney.IncludePlayers}}))
	mocktest.At(t, mocktest.Get(t, srv, "/api/v1/teams?id=101"), "Team.Players.0.Id")
	both := mocktest.Get(t, srv, "/api/v1/teams?id=101&includes=Coaches")
	mocktest.At(t, both, "Team.Players.0.Id")
	mocktest.At(t, both, "Team.Coaches.0.Id")
}

// TestTeamsHands checks that responses show a code without a name as a number.
func TestTeamsHands(t *testing.T) {
	srv := mocktest.World(t, tourney.Baseball)
	for code, want := range map[string]string{"1": "Right", "2": "Left", "3": "Switch", "99": "99", "-4": "-4"} {
		mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Players":[{"Id":1001,"Bats":`+code+`,"Throws":`+code+`}]}`)
		body := mocktest.Get(t, srv, "/api/v1/teams?id=101&includes=Players")
		require.Equal(t, want, mocktest.At(t, body, "Team.Players.0.Bats"))
		require.Equal(t, want, mocktest.At(t, body, "Team.Players.0.Throws"))
	}
}

// TestTeamsGrowWithSeveralRequests checks that the greatest numbers of coaches and players are those of one request.
func TestTeamsGrowWithSeveralRequests(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	coaches := `[` + strings.TrimSuffix(strings.Repeat(`{"FirstName":"c"},`, 5), ",") + `]`
	players := `[` + strings.TrimSuffix(strings.Repeat(`{"FirstName":"p"},`, 20), ",") + `]`
	for i, body := range []string{
		`{"Id":105,"Coaches":` + coaches + `,"Players":` + players + `}`, `{"Id":105,"Coaches":` + coaches + `}`,
		`{"Id":105,"Players":` + players + `}`,
	} {
		a := mocktest.Send(t, srv, "PUT", "/api/v1/teams", body)
		require.Equal(t, 200, a.Status, a.Body)
		require.Equal(t, i > 0, strings.Contains(a.Header.Get("X-Mock-Assumed"), "roster-counts"), body)
	}
	team, _ := srv.Teams.Get(mocktest.Wrens)
	require.Len(t, team.Coaches, 10)
	require.Len(t, team.Players, 40)
	a := mocktest.Send(t, srv, "PUT", "/api/v1/teams", `{"Id":105,"Coaches":[`+strings.Repeat(`{"FirstName":"c"},`, 5)+`{}]}`)
	require.Contains(t, mocktest.Messages(t, a), "coaches has more than 5 items")
}

func TestTeamsUpdateMoves(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"DivisionId":21}`)
	require.Equal(t, []int64{mocktest.Otters, mocktest.Storks}, mocktest.Listed(t, srv, "/api/v1/teams?divisionid=21&eventid=2", "Teams"))
	require.Equal(t, []int64{mocktest.Herons}, mocktest.Listed(t, srv, "/api/v1/teams?divisionid=11", "Teams"))
	require.Equal(t, []int64{mocktest.Ada, mocktest.Ben}, mocktest.Listed(t, srv, "/api/v1/players?eventid=2", "Players"))
	require.Equal(t, []int64{mocktest.Cleo}, mocktest.Listed(t, srv, "/api/v1/players?eventid=1", "Players"))
	require.Equal(t, "North", mocktest.At(t, mocktest.Get(t, srv, "/api/v1/teams?id=101"), "Team.Division.Name"))

	a := mocktest.Send(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"EventId":1}`)
	require.Equal(t, 400, a.Status, "its division is in another event")
	require.Equal(t, "eventid is not the event of the team's division", mocktest.Messages(t, a))
	mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":100,"EventId":2}`)
	require.Contains(t, mocktest.Listed(t, srv, "/api/v1/teams?eventid=2", "Teams"), int64(mocktest.Club))
}

func TestTeamsSettingWhichTeamsAreShown(t *testing.T) {
	for status, want := range map[tourney.RegistrationStatus][]int64{
		tourney.RegistrationAll:                 {mocktest.Swifts, mocktest.Larks, mocktest.Wrens},
		tourney.RegistrationActive:              {mocktest.Swifts, mocktest.Larks},
		tourney.RegistrationActivePaid:          {mocktest.Swifts},
		tourney.RegistrationActivePaidAndTravel: {mocktest.Swifts},
		0:                                       {mocktest.Swifts, mocktest.Larks, mocktest.Wrens},
	} {
		srv := mocktest.World(t, tourney.Soccer)
		srv.Divisions.Edit(mocktest.PaidOnly, func(d *tourney.Division) { d.Settings.RegistrationStatus = status })
		require.Equal(t, want, mocktest.Listed(t, srv, "/api/v1/teams?divisionid=12", "Teams"), "%v", status)
		require.Equal(t, []int64{mocktest.Swifts, mocktest.Wrens},
			mocktest.Listed(t, srv, "/api/v1/teams?divisionid=12&paid=true", "Teams"), "%v", status)
	}
	srv := mocktest.World(t, tourney.Soccer)
	mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":104,"Paid":true}`)
	require.Equal(t, []int64{mocktest.Swifts, mocktest.Larks},
		mocktest.Listed(t, srv, "/api/v1/teams?divisionid=12", "Teams"), "once it has paid")
}

// TestIncludedListsWithoutItems checks that an included list without items is shown, whoever added the row.
func TestIncludedListsWithoutItems(t *testing.T) {
	srv := mocktest.Empty(t, tourney.MultiSport)
	event := srv.Events.Add(tourney.Event{Name: "Pond Cup"})
	division := srv.Divisions.Add(tourney.Division{Name: "Gold", Event: &tourney.Event{ID: event}})
	bracket := srv.Divisions.Add(tourney.Division{Name: "Silver", Brackets: []tourney.Bracket{{Name: "Cup"}}})
	added := srv.Teams.Add(tourney.Team{Name: "Otters"})
	player := srv.Players.Add(tourney.Player{FirstName: "Ada"})
	mocktest.Accept(t, srv, http.MethodPost, "/api/v1/teams", fmt.Sprintf(`{"DivisionId":%d,"Name":"Terns"}`, division))
	for target, members := range map[string][]string{
		fmt.Sprintf("/api/v1/teams?id=%d&includes=players,coaches,pools", added): {
			"Team.Players", "Team.Coaches", "Team.Pools",
		},
		fmt.Sprintf("/api/v1/teams?divisionid=%d&includes=players,coaches,pools", division): {
			"Teams.Results.0.Players", "Teams.Results.0.Coaches", "Teams.Results.0.Pools",
		},
		fmt.Sprintf("/api/v1/divisions?id=%d&includes=prices,assets,reports,brackets,teams", bracket): {
			"Division.Prices", "Division.Assets", "Division.Reports", "Division.Teams", "Division.Brackets.0.Results",
		},
		fmt.Sprintf("/api/v1/divisions?id=%d&includes=results", division): {"Division.Brackets"},
		fmt.Sprintf("/api/v1/players?id=%d&includes=teams", player):       {"Player.Teams"},
	} {
		body := mocktest.Get(t, srv, target)
		for _, member := range members {
			require.Empty(t, mocktest.At(t, body, member), "%s: %s", target, member)
		}
	}
	mocktest.RequireAbsent(t, mocktest.Get(t, srv, fmt.Sprintf("/api/v1/teams?id=%d", added)), "Team.Players")
	found, _ := srv.Teams.Get(added)
	require.Nil(t, found.Players, "a World shows the row as it was given")
}
