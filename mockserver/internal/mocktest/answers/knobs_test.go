package answers

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// eachFormat runs a test for JSON and for XML, with the Accept of the format.
func eachFormat(t *testing.T, test func(t *testing.T, f tourney.Format, accept string)) {
	t.Helper()
	t.Run("JSON", func(t *testing.T) { test(t, tourney.FormatJSON, "application/json") })
	t.Run("XML", func(t *testing.T) { test(t, tourney.FormatXML, "application/xml") })
}

// TestErrorStatuses: the host's status of the first code wins over the mock's guess, also where it is a success.
func TestErrorStatuses(t *testing.T) {
	srv := mocktest.World(t, mocktest.HostOf(tourney.Soccer, mockserver.Profile{ErrorStatuses: map[tourney.ErrorCode]int{
		tourney.CodeInvalid: 422, tourney.CodeRequired: 200, tourney.CodeNotFound: 410,
	}}))
	for _, c := range []struct {
		method, target, body string
		status               int
	}{
		{"GET", "/api/v1/teams?id=999", "", 410},
		{"GET", "/api/v1/teams?eventid=x", "", 422},
		{"POST", "/api/v1/teams", `{"Name":`, 422},
		{"POST", "/api/v1/teams", `{"Name":{}}`, 422},
		{"PUT", "/api/v1/games", `{"AwayScore":1}`, 200},
		{"GET", "/api/v1/team", "", 404},
		{"DELETE", "/api/v1/teams", "", 405},
		{"POST", "/api/v1/authenticate", `{"Username":"x","Password":"y"}`, 401},
	} {
		before := mocktest.Dump(srv.World)
		a := mocktest.Send(t, srv, c.method, c.target, c.body)
		require.Equal(t, c.status, a.Status, "%s %s: %s", c.method, c.target, a.Body)
		require.NotEmpty(t, mocktest.Messages(t, a))
		mocktest.Unchanged(t, before, srv.World)
	}
	require.Equal(t, 415, mocktest.Send(t, srv, "POST", "/api/v1/teams", "x", "Content-Type", "text/plain").Status)
	eachFormat(t, func(t *testing.T, f tourney.Format, _ string) {
		client := srv.Client(tourney.WithFormat(f), tourney.WithoutChecks())
		err := client.Games.Update(t.Context(), tourney.GameUpdateInput{AwayScore: tourney.Score(1)})
		require.ErrorIs(t, err, tourney.CodeRequired, "Errors beside a success are an error")
		_, err = client.Teams.Get(t.Context(), 999)
		require.ErrorIs(t, err, tourney.ErrNotFound, "the code says it, whatever the status")
	})
}

// TestErrorText: the function gets code, parameter and message of each entry, and the journal keeps the mock's message.
func TestErrorText(t *testing.T) {
	text := func(code tourney.ErrorCode, field, message string) string {
		return fmt.Sprintf("E%d|%s|%s", int(code), field, message)
	}
	host := mocktest.HostOf(tourney.Soccer, mockserver.Profile{ErrorText: text})
	eachFormat(t, func(t *testing.T, f tourney.Format, _ string) {
		srv := mocktest.World(t, host)
		client := srv.Client(tourney.WithFormat(f), tourney.WithoutChecks())
		_, err := client.Teams.Create(t.Context(), tourney.TeamCreateInput{
			Website: new("x"), Coaches: []tourney.CoachInput{{}, {PostalCode: new("12345678901")}},
		})
		var api *tourney.APIError
		require.ErrorAs(t, err, &api)
		var got []string
		for _, e := range api.Errors {
			got = append(got, e.Field+": "+e.Message)
		}
		require.Empty(t, cmp.Diff([]string{
			"website: E2|website|website must start with http://, found \"x\"",
			"coaches[1].postalcode: E8|coaches[1].postalcode|coaches[1].postalcode is longer than 10 characters (11)",
		}, got))
		calls := srv.Calls.All("Teams.Create")
		require.Equal(t, `website must start with http://, found "x"`, calls[0].Errors[0])
	})
	srv := mocktest.World(t, host)
	for target, field := range map[string]string{
		"/api/v1/teams?id=999": "id", "/api/v1/teams?eventid=x": "eventid", "/api/v1/nothing": "", "/api/v1/teams?%zz": "",
	} {
		a := mocktest.Send(t, srv, http.MethodGet, target, "")
		require.Contains(t, mocktest.Messages(t, a), "|"+field+"|")
		got, has := mocktest.Find(t, a.Body, "Errors.0.Field")
		require.Equal(t, field != "", has, a.Body)
		if has {
			require.Equal(t, field, got)
		}
	}
	named := mocktest.Send(t, srv, http.MethodPost, "/api/v1/authenticate", `{"Username":"director","Password":"wrong"}`)
	mocktest.RequireAbsent(t, named.Body, "Errors.0.Field")
	plain := mocktest.Send(t, mocktest.World(t, tourney.Soccer), http.MethodGet, "/api/v1/teams?id=999", "")
	require.JSONEq(t, `{"Errors":[{"Code":1,"Message":"id names no team: 999","Field":"id"}]}`, plain.Body)
	fieldless := mocktest.HostOf(tourney.Soccer, mockserver.Profile{NoErrorFields: true})
	plain = mocktest.Send(t, mocktest.World(t, fieldless), http.MethodGet, "/api/v1/teams?id=999", "")
	require.JSONEq(t, `{"Errors":[{"Code":1,"Message":"id names no team: 999"}]}`, plain.Body)
}

// TestErrorTextIsMasked: a card's number shows in no answer, whatever a test's function returns.
func TestErrorTextIsMasked(t *testing.T) {
	text := func(tourney.ErrorCode, string, string) string { return "the card 4111 1111 1111 1111 is odd" }
	srv := mocktest.World(t, mocktest.HostOf(tourney.Soccer, mockserver.Profile{ErrorText: text}))
	require.NotContains(t, mocktest.Send(t, srv, http.MethodGet, "/api/v1/teams?id=999", "").Body, "1111 1111")
}

// TestRefuseLargePages: a page that is too large is refused, one that the request leaves open is cut down.
func TestRefuseLargePages(t *testing.T) {
	srv := mocktest.World(t, mocktest.HostOf(tourney.Soccer, mockserver.Profile{MaxPageSize: 2, RefuseLargePages: true}))
	for size, status := range map[string]int{"1": 200, "2": 200, "3": 400, "99999999999999999999": 400, "": 200} {
		a := mocktest.Send(t, srv, http.MethodGet, fmt.Sprintf("/api/v1/teams?eventid=%d&pagesize=%s", mocktest.Cup, size), "")
		require.Equal(t, status, a.Status, "%s: %s", size, a.Body)
	}
	a := mocktest.Send(t, srv, http.MethodGet, fmt.Sprintf("/api/v1/games?eventid=%d&PageSize=3", mocktest.Cup), "")
	require.JSONEq(t, `{"Errors":[{"Code":8,"Message":"pagesize is larger than 2","Field":"pagesize"}]}`, a.Body)
	body := mocktest.Get(t, srv, fmt.Sprintf("/api/v1/teams?eventid=%d", mocktest.Cup))
	require.EqualValues(t, 2, mocktest.At(t, body, "Teams.PageSize"))
	mocktest.Get(t, srv, "/api/v1/venues?pagesize=3")
	clamped := mocktest.World(t, mocktest.HostOf(tourney.Soccer, mockserver.Profile{MaxPageSize: 3}))
	require.EqualValues(t, 3, mocktest.At(t,
		mocktest.Get(t, clamped, fmt.Sprintf("/api/v1/teams?eventid=%d&pagesize=9", mocktest.Cup)), "Teams.PageSize"))
}

// TestUpdateAnswer: the client takes each answer for a success, in every variant.
func TestUpdateAnswer(t *testing.T) {
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		for answer, want := range map[mockserver.UpdateAnswer][3]string{
			mockserver.AnswerEmpty: {"", "", ""},
			mockserver.AnswerID:    {"Id", "Id", "Id"},
			mockserver.AnswerRow:   {"Team.Id", "Division.Id", "Game.Id"},
		} {
			srv := mocktest.World(t, mocktest.HostOf(v, mockserver.Profile{UpdateAnswer: answer}))
			for i, c := range []struct {
				target, body string
				id           int64
			}{
				{"/api/v1/teams", `{"Id":%d,"Name":"New"}`, mocktest.Otters}, {"/api/v1/divisions", `{"Id":%d,"Name":"New"}`, mocktest.Gold},
				{"/api/v1/games", `{"Id":%d,"ExternalId":"x"}`, mocktest.Played},
			} {
				body := mocktest.Accept(t, srv, http.MethodPut, c.target, fmt.Sprintf(c.body, c.id))
				if want[i] == "" {
					require.Equal(t, "{}", body)
				} else {
					require.EqualValues(t, c.id, mocktest.At(t, body, want[i]))
				}
			}
			for _, f := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
				client := srv.Client(tourney.WithFormat(f))
				require.NoError(t, client.Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: mocktest.Otters, Name: new("Newer")}))
				require.NoError(t, client.Divisions.Update(t.Context(), tourney.DivisionUpdateInput{ID: mocktest.Gold, Name: new("Newer")}))
				require.NoError(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: mocktest.Played, ExternalID: new("y")}))
			}
		}
	})
	host := mocktest.HostOf(tourney.Soccer, mockserver.Profile{UpdateAnswer: mockserver.AnswerRow})
	row := mocktest.Accept(t, mocktest.World(t, host), http.MethodPut, "/api/v1/teams",
		fmt.Sprintf(`{"ExternalTeamId":"T-OTTERS","Id":%d,"Name":"New"}`, mocktest.Otters))
	require.Equal(t, "New", mocktest.At(t, row, "Team.Name"))
}

// TestAcceptEmptyUpdates: on such a host an update of ignored names alone is a success that changes nothing.
func TestAcceptEmptyUpdates(t *testing.T) {
	srv := mocktest.World(t, mocktest.HostOf(tourney.Soccer, mockserver.Profile{AcceptEmptyUpdates: true}))
	before := mocktest.Dump(srv.World)
	a := mocktest.Send(t, srv, http.MethodPut, "/api/v1/teams", fmt.Sprintf(`{"Id":%d,"Nam":"New"}`, mocktest.Otters))
	require.Equal(t, 200, a.Status, a.Body)
	require.Equal(t, "nam", a.Header.Get("X-Mock-Ignored"))
	mocktest.Unchanged(t, before, srv.World)
}

// TestRefuseUnknownFilters: each filter whose id names nothing is refused by its name, all of them in one answer.
func TestRefuseUnknownFilters(t *testing.T) {
	srv := mocktest.World(t, mocktest.HostOf(tourney.Soccer, mockserver.Profile{RefuseUnknownFilters: true}))
	for target, want := range map[string]string{
		"teams?eventid=99":                           "eventid names no event: 99",
		"teams?divisionid=98&teamids=97,96":          "teamids names no team: 97\nteamids names no team: 96\ndivisionid names no division: 98",
		"divisions?eventid=99":                       "eventid names no event: 99",
		"games?teamid=97":                            "teamid names no team: 97",
		"players?playerids=95&teamids=97":            "playerids names no player: 95\nteamids names no team: 97",
		"venues?eventid=99":                          "eventid names no event: 99",
		"events?parentid=99":                         "parentid names no event: 99",
		"standings?divisionid=98":                    "divisionid names no division: 98",
		"statistics?eventid=99":                      "eventid names no event: 99",
		fmt.Sprintf("games?eventid=%d&teamid=0", 99): "",
	} {
		a := mocktest.Send(t, srv, http.MethodGet, "/api/v1/"+target, "")
		if want == "" {
			require.Equal(t, 400, a.Status, a.Body)
			continue
		}
		require.Equal(t, 404, a.Status, "%s: %s", target, a.Body)
		require.ElementsMatch(t, strings.Split(want, "\n"), strings.Split(mocktest.Messages(t, a), "\n"), target)
		require.Contains(t, a.Header.Get("X-Mock-Assumed"), "unknown-filters")
	}
	mocktest.Get(t, srv, fmt.Sprintf("/api/v1/teams?eventid=%d&teamids=%d", mocktest.Cup, mocktest.Otters))
	mocktest.Get(t, srv, "/api/v1/standings")
}

// TestNewestFirst: pages go backwards through the same rows, and the pages of one order cover all of them.
func TestNewestFirst(t *testing.T) {
	oldest, newest := mocktest.World(t, tourney.Soccer),
		mocktest.World(t, mocktest.HostOf(tourney.Soccer, mockserver.Profile{NewestFirst: true}))
	for wrapper, target := range map[string]string{
		"Games": fmt.Sprintf("/api/v1/games?eventid=%d", mocktest.Cup), "Teams": fmt.Sprintf("/api/v1/teams?eventid=%d", mocktest.Cup),
		"Players": fmt.Sprintf("/api/v1/players?eventid=%d", mocktest.Cup), "Divisions": "/api/v1/divisions?x", "Events": "/api/v1/events?x",
	} {
		want := mocktest.Listed(t, oldest, target, wrapper)
		require.Greater(t, len(want), 1, target)
		for i, j := 0, len(want)-1; i < j; i, j = i+1, j-1 {
			want[i], want[j] = want[j], want[i]
		}
		for _, size := range []int{1, 2, 3, 50} {
			got := []int64{}
			for page := 1; page <= len(want)+1; page++ {
				got = append(got, mocktest.Listed(t, newest, fmt.Sprintf("%s&pagesize=%d&page=%d", target, size, page), wrapper)...)
			}
			require.Equal(t, want, got, "%s in pages of %d", target, size)
		}
		require.Empty(t, mocktest.Listed(t, newest, target+"&page=2147483647", wrapper))
	}
	venues := func(srv *mockserver.Server) any {
		return mocktest.At(t, mocktest.Get(t, srv, "/api/v1/venues"), "Venues.0.Id")
	}
	require.NotEqual(t, venues(oldest), venues(newest))
}

// TestHandNames: a write of a code shows the host's text, and the mock's where the host has none.
func TestHandNames(t *testing.T) {
	srv := mocktest.World(t, mocktest.HostOf(tourney.Baseball, mockserver.Profile{HandNames: map[int]string{1: "R", 2: ""}}))
	for code, want := range map[int]string{0: "", 1: "R", 2: "", 3: "Switch", 9: "9"} {
		mocktest.Accept(t, srv, http.MethodPut, "/api/v1/teams",
			fmt.Sprintf(`{"Id":%d,"Players":[{"Id":%d,"Bats":%d}]}`, mocktest.Otters, mocktest.Line1, code))
		team, _ := srv.Teams.Get(mocktest.Otters)
		require.Equal(t, want, team.Players[0].Bats)
	}
	srv.Reset()
	require.Empty(t, srv.Teams.All())
}

// fieldsOf holds the tables of section 2, with the members that only some variants have, and the observed members.
var fieldsOf = map[string]string{
	"Team":    "Id Sport ParentId Name Gender Paid Status Division Address Players Coaches Pools Season",
	"TeamRow": "Id Sport ParentId Name Gender Paid Status Division Address Players Coaches Pools Season ExternalTeamId",
	"Event": "Id Name StartDate EndDate Image TimeZone Gender Type Archive Address ParticipationType TravelWebsite Settings " +
		"Organization ContactName ContactEmail ContactPhone",
	"Location":     "Id Name Abbr Sport",
	"TeamDivision": "Id Name Description Gender Event",
	"TeamPlayer": "Id PlayerId ParentId Number FirstName LastName ExternalPlayerId Address Birthdate HomePhone MobilePhone Email Meta " +
		"BirthYear Height Weight School GraduationYear Grade Position TravelTeam ACTScore SATScore GPA Bats Throws Status Active",
	"Coach":            "Id CoachId Type FirstName LastName Address HomePhone MobilePhone FaxPhone WorkPhone Email ParentId",
	"Division":         "Id Name Active Description Gender Order Event Settings Prices Teams Assets Reports Brackets",
	"DivisionSettings": "EnableRegistration RosterLimit RegistrationStatus ShowStandings ShowSchedule ShowBrackets ShowParticipants",
	"TeamSummary":      "Id ExternalTeamId Name Gender Paid Status Address",
	"Game":             "Id Type Date Time Division VenueCourt AwayTeam HomeTeam BracketName Round Number",
	"Court":            "Id Name Abbr Sport",
	"GameSide": "Name Pool PoolNumber Score TeamId TeamPoolId BracketName BracketId DivisionSeed Seed DivisionId DivisionName PoolSeed " +
		"Exhibition Color WonBy Forfeited PoolName PoolId ExternalId ExternalBracketId",
	"Player": "Id ParentId FirstName LastName Profile Teams",
	"PlayerProfile": "Birthdate BirthYear Height Weight School GraduationYear Grade Position TravelTeam ACTScore SATScore GPA " +
		"Bats Throws",
	"PlayerTeam": "Id ExternalTeamId Number Name DivisionId DivisionName ParentId Games",
	"PlayerGame": "Id Date Time Venue Court Statistic",
}

// inner returns the type of an object in another object.
var inner = map[string]string{
	"TeamRow.Division": "TeamDivision", "TeamRow.Players": "TeamPlayer", "TeamRow.Coaches": "Coach",
	"Team.Division": "TeamDivision", "Team.Players": "TeamPlayer", "Team.Coaches": "Coach",
	"Division.Settings": "DivisionSettings", "Division.Teams": "TeamSummary",
	"VenueCourt.Court": "Court", "Venue.Locations": "Location", "Event.Address": "Address",
	"Game.VenueCourt": "VenueCourt", "Game.AwayTeam": "GameSide", "Game.HomeTeam": "GameSide",
	"Player.Profile": "PlayerProfile", "Player.Teams": "PlayerTeam", "PlayerTeam.Games": "PlayerGame",
}

// members collects the members of objects by type.
type members map[string]map[string]bool

func (m members) add(name string, value any) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			m.add(name, item)
		}
	case map[string]any:
		if m[name] == nil {
			m[name] = map[string]bool{}
		}
		for member, content := range value {
			m[name][member] = true
			if known, ok := inner[name+"."+member]; ok {
				m.add(known, content)
			}
		}
	}
}

// readAll collects the members of the answers of every read operation with all includes.
func readAll(t *testing.T, srv http.RoundTripper) members {
	t.Helper()
	all := members{}
	const includes = "&includes=Players,Coaches,Pools,Season,Assets,Brackets,Prices,Reports,Results,Settings,Teams,Profile,Statistics"
	for target, where := range map[string]string{
		"teams?id=101" + includes: "Team:Team", "teams?eventid=1" + includes: "Teams.Results:TeamRow",
		"divisions?id=11" + includes: "Division:Division", "divisions?eventid=1" + includes: "Divisions.Results:Division",
		"games?id=81" + includes: "Game:Game", "games?eventid=1" + includes: "Games.Results:Game", "bouts?id=81" + includes: "Game:Game",
		"venues?id=71": "Venue:Venue", "venues?eventid=1": "Venues:Venue",
		"events?id=1": "Event:Event", "events?page=1": "Events.Results:Event",
		"players?id=2001" + includes: "Player:Player", "players?eventid=1" + includes: "Players.Results:Player",
	} {
		path, name, _ := strings.Cut(where, ":")
		all.add(name, mocktest.At(t, mocktest.Get(t, srv, "/api/v1/"+target), path))
	}
	return all
}

// TestResponseFieldsFollowTheVariant checks that objects have the fields of their table. Of the fields that only some
// variants have, they must have those of their variant.
func TestResponseFieldsFollowTheVariant(t *testing.T) {
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		row, _ := contract.LookupVariant(string(v))
		got := readAll(t, mocktest.World(t, v))
		for name, fields := range fieldsOf {
			want := strings.Fields(fields)
			for _, f := range contract.ResponseFields() {
				if f.Type == strings.TrimSuffix(name, "Row") && !f.In(row) {
					want = slices.DeleteFunc(want, func(member string) bool { return member == f.Member })
				}
			}
			require.Empty(t, cmp.Diff(mocktest.Sorted(want), slices.Sorted(maps.Keys(got[name]))), name)
		}
	})
}

// TestStrictLeavesOutWhatWasObserved: a strict server shows no field that the document does not state, and keeps the
// external ids of the teams of a division, which it states.
func TestStrictLeavesOutWhatWasObserved(t *testing.T) {
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		srv := mocktest.World(t, v, mockserver.Strict())
		for _, target := range []string{"games?id=81", "games?eventid=1", "teams?eventid=1"} {
			a := mocktest.Send(t, srv, http.MethodGet, "/api/v1/"+target, "")
			for _, f := range contract.ResponseFields() {
				inVariant := f.Type == "GameSide" || f.Type == "Game" || f.Type == "TeamRow" || f.Type == "Court" && target[0] == 'g'
				require.False(t, f.Observed && inVariant && strings.Contains(a.Body, `"`+f.Member+`"`), "%s: %s", target, f.Member)
			}
			require.NotRegexp(t, "observed-sides|team-rows|court-sport", a.Header.Get("X-Mock-Assumed"))
		}
		require.Equal(t, "T-OTTERS",
			mocktest.At(t, mocktest.Get(t, srv, "/api/v1/divisions?id=11&includes=Teams"), "Division.Teams.0.ExternalTeamId"))
		for _, target := range []string{"/api/v1/events", "/api/v1/events?id=1"} {
			require.Equal(t, http.StatusNotFound, mocktest.Send(t, srv, http.MethodGet, target, "").Status)
		}
	})
}
