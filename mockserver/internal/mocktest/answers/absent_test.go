package answers

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/secret"
)

// reads are requests for every kind of answer, with and without includes.
func reads() []string {
	return []string{
		fmt.Sprintf("teams?id=%d", mocktest.Otters), fmt.Sprintf("teams?id=%d&includes=Players,Coaches,Pools,Season", mocktest.Otters),
		fmt.Sprintf("teams?eventid=%d", mocktest.Cup), fmt.Sprintf("teams?eventid=%d&includes=Players,Coaches,Pools,Season", mocktest.Cup),
		fmt.Sprintf("divisions?id=%d", mocktest.Gold),
		fmt.Sprintf("divisions?eventid=%d&includes=Teams,Settings,Prices,Assets,Reports,Brackets", mocktest.Cup),
		fmt.Sprintf("games?id=%d", mocktest.Played), fmt.Sprintf("games?eventid=%d", mocktest.Cup), fmt.Sprintf("players?id=%d", mocktest.Ada),
		fmt.Sprintf("players?eventid=%d&includes=Profile,Teams,Statistics", mocktest.Cup), "venues", fmt.Sprintf("venues?id=%d", mocktest.Park),
		fmt.Sprintf("standings?eventid=%d", mocktest.Cup), fmt.Sprintf("statistics?eventid=%d", mocktest.Cup),
		"events", fmt.Sprintf("events?id=%d", mocktest.Cup),
	}
}

// withoutNulls returns a JSON value without the members that are null.
func withoutNulls(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			if v[name] = withoutNulls(inner); inner == nil {
				delete(v, name)
			}
		}
	case []any:
		for i := range v {
			v[i] = withoutNulls(v[i])
		}
	}
	return v
}

// memberNames returns the paths of all members of a JSON value, without indexes.
func memberNames(v any, path string, names map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			names[path+"."+name] = true
			memberNames(inner, path+"."+name, names)
		}
	case []any:
		for _, inner := range v {
			memberNames(inner, path, names)
		}
	}
}

// TestAbsentAsNull: every row has the same members, the nulls are all that is new, and no member comes that the variant
// does not have.
func TestAbsentAsNull(t *testing.T) {
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		plain, nulls := mocktest.World(t, v), mocktest.World(t, mocktest.HostOf(v, mockserver.Profile{AbsentAsNull: true}))
		found := false
		for _, target := range reads() {
			var left, padded any
			require.NoError(t, json.Unmarshal([]byte(mocktest.Get(t, plain, "/api/v1/"+target)), &left))
			a := mocktest.Send(t, nulls, http.MethodGet, "/api/v1/"+target, "")
			require.Equal(t, 200, a.Status, a.Body)
			require.Contains(t, a.Header.Get("X-Mock-Assumed"), "absent-members")
			require.NoError(t, json.Unmarshal([]byte(a.Body), &padded))
			found = found || strings.Contains(a.Body, ":null")
			names := map[string]bool{}
			memberNames(padded, "", names)
			for name := range names {
				requireVariantHas(t, v, name)
			}
			require.Empty(t, cmp.Diff(withoutNulls(left), withoutNulls(padded)), target)
		}
		require.True(t, found)
	})
}

// requireVariantHas refuses the members that the document gives to some variants alone.
func requireVariantHas(t *testing.T, v tourney.Variant, path string) {
	t.Helper()
	for suffix, only := range map[string][]tourney.Variant{
		"Players.Bats": {tourney.Baseball, tourney.Softball}, "Teams.Results.Sport": {tourney.MultiSport, tourney.Baseball},
		"Settings.ShowStandings": {tourney.Rugby}, "Teams.Games.Statistic": {tourney.Baseball},
		"AwayTeam.Forfeited": {tourney.Football}, "Results.Players.Active": {tourney.Softball, tourney.MultiSport},
	} {
		if strings.HasSuffix(path, suffix) && v != tourney.MultiSport {
			require.True(t, slices.Contains(only, v), "%s has %s", v, path)
		}
	}
}

// TestClientReadsNulls: the client reads the same rows from answers with nulls, in both formats and every variant.
func TestClientReadsNulls(t *testing.T) {
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		eachFormat(t, func(t *testing.T, f tourney.Format, accept string) {
			plain, nulls := mocktest.World(t, v), mocktest.World(t, mocktest.HostOf(v, mockserver.Profile{AbsentAsNull: true}))
			a := mocktest.Send(t, nulls, http.MethodGet, fmt.Sprintf("/api/v1/games?id=%d", mocktest.Final), "", "Accept", accept)
			want := `"Score":null`
			if f == tourney.FormatXML {
				want = `<Score i:nil="true"/>`
			}
			require.Contains(t, a.Body, want)
			opts := []cmp.Option{cmpopts.EquateEmpty(), cmp.Comparer(func(a, b secret.Text) bool { return a == b })}
			require.Empty(t, cmp.Diff(everyRead(t, plain.Client(tourney.WithFormat(f))), everyRead(t, nulls.Client(tourney.WithFormat(f))), opts...))
			client := nulls.Client(tourney.WithFormat(f))
			require.NoError(t, client.Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: mocktest.Otters, Name: new("New")}))
			_, err := client.Teams.Get(t.Context(), 999)
			require.ErrorIs(t, err, tourney.CodeNotFound)
		})
	})
}

// everyRead returns what a client reads from each operation.
func everyRead(t *testing.T, c *tourney.Client) []any {
	t.Helper()
	ctx := t.Context()
	team, err1 := c.Teams.Get(ctx, mocktest.Otters, tourney.IncludePlayers, tourney.IncludeCoaches,
		tourney.IncludePools, tourney.IncludeSeason)
	teams, err2 := c.Teams.List(ctx, tourney.TeamListOptions{EventID: mocktest.Cup})
	division, err3 := c.Divisions.Get(ctx, mocktest.Gold, tourney.IncludeTeams, tourney.IncludeSettings, tourney.IncludeBrackets)
	divisions, err4 := c.Divisions.List(ctx, tourney.DivisionListOptions{EventID: mocktest.Cup})
	game, err5 := c.Games.Get(ctx, mocktest.Final)
	games, err6 := c.Games.List(ctx, tourney.GameListOptions{EventID: mocktest.Cup})
	player, err7 := c.Players.Get(ctx, mocktest.Ada, tourney.IncludeProfile, tourney.IncludeTeams)
	players, err8 := c.Players.List(ctx, tourney.PlayerListOptions{EventID: mocktest.Cup})
	venues, err9 := c.Venues.List(ctx, tourney.VenueListOptions{})
	table, err10 := c.Standings.Get(ctx, tourney.StandingsOptions{EventID: mocktest.Cup})
	leaders, err11 := c.Statistics.Leaders(ctx, tourney.LeadersOptions{EventID: mocktest.Cup})
	event, err12 := c.Events.Get(ctx, mocktest.Cup)
	require.NoError(t, errors.Join(err1, err2, err3, err4, err5, err6, err7, err8, err9, err10, err11, err12))
	return []any{team, teams, division, divisions, game, games, player, players, venues, table, leaders, event}
}

// TestUnknownPathStatus: the page has the status of the option, the client makes an error of it, and the journal
// names the paths.
func TestUnknownPathStatus(t *testing.T) {
	for _, status := range []int{404, 200, 503} {
		eachFormat(t, func(t *testing.T, f tourney.Format, accept string) {
			srv := mocktest.World(t, mocktest.HostOf(tourney.Soccer, mockserver.Profile{UnknownPathStatus: status}))
			a := mocktest.Send(t, srv, http.MethodGet, "/api/v1/pools", "", "Accept", accept)
			require.Equal(t, status, a.Status)
			require.Equal(t, "text/html; charset=utf-8", a.Header.Get("Content-Type"))
			require.True(t, strings.HasPrefix(a.Body, "<!DOCTYPE html>"), a.Body)
			require.Contains(t, a.Header.Get("X-Mock-Assumed"), "unknown-paths")
			require.Contains(t, srv.Calls.All("")[0].Errors[0], "none is like it; the paths are /api/v1/authenticate")
			raw := tourney.RawRequest{Method: http.MethodGet, Path: "/api/v1/pools"}
			client := srv.Client(tourney.WithFormat(f), tourney.WithRetry(tourney.Retry{}))
			answer, err := client.Do(t.Context(), raw)
			if status == 200 {
				require.NoError(t, err)
				require.Contains(t, answer.Header.Get("Content-Type"), "text/html")
			} else {
				var api *tourney.APIError
				require.ErrorAs(t, err, &api)
				require.Equal(t, status, api.Status)
			}
			require.Equal(t, 405, mocktest.Send(t, srv, http.MethodDelete, "/api/v1/teams", "").Status)
			require.Equal(t, 404, mocktest.Send(t, srv, http.MethodGet, "/api/v1/teams?id=999", "").Status)
		})
	}
}

// TestStrictLeavesObservedWaysOut: a strict server answers as the document has it, whether the profile or the option
// says so.
func TestStrictLeavesObservedWaysOut(t *testing.T) {
	ways := mocktest.HostOf(tourney.Soccer, mockserver.Profile{AbsentAsNull: true, UnknownPathStatus: 404, EmptyListsAsNull: true})
	strict := ways
	strict.Strict = true
	for _, srv := range []*mockserver.Server{mocktest.World(t, strict), mocktest.World(t, ways, mockserver.Strict())} {
		require.NotContains(t, mocktest.Get(t, srv, fmt.Sprintf("/api/v1/games?id=%d", mocktest.Final)), "null")
		require.NotContains(t, mocktest.Get(t, srv, "/api/v1/games?eventid=99"), "null")
		require.Contains(t, mocktest.Messages(t, mocktest.Send(t, srv, http.MethodGet, "/api/v1/pools", "")), "no operation at this path")
	}
}
