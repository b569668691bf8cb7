package answers

import (
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
