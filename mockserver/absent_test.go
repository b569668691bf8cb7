package mockserver_test

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
	"github.com/tourney-go/tourney/secret"
)

// reads are requests for every kind of answer, with and without includes.
func reads() []string {
	return []string{
		fmt.Sprintf("teams?id=%d", otters), fmt.Sprintf("teams?id=%d&includes=Players,Coaches,Pools,Season", otters),
		fmt.Sprintf("teams?eventid=%d", cup), fmt.Sprintf("teams?eventid=%d&includes=Players,Coaches,Pools,Season", cup),
		fmt.Sprintf("divisions?id=%d", gold), fmt.Sprintf("divisions?eventid=%d&includes=Teams,Settings,Prices,Assets,Reports,Brackets", cup),
		fmt.Sprintf("games?id=%d", played), fmt.Sprintf("games?eventid=%d", cup), fmt.Sprintf("players?id=%d", ada),
		fmt.Sprintf("players?eventid=%d&includes=Profile,Teams,Statistics", cup), "venues", fmt.Sprintf("venues?id=%d", park),
		fmt.Sprintf("standings?eventid=%d", cup), fmt.Sprintf("statistics?eventid=%d", cup), "events", fmt.Sprintf("events?id=%d", cup),
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
	eachVariant(t, func(t *testing.T, v tourney.Variant) {
		plain, nulls := world(t, v), world(t, hostOf(v, mockserver.Profile{AbsentAsNull: true}))
		found := false
		for _, target := range reads() {
			var left, padded any
			require.NoError(t, json.Unmarshal([]byte(get(t, plain, "/api/v1/"+target)), &left))
			a := send(t, nulls, http.MethodGet, "/api/v1/"+target, "")
			require.Equal(t, 200, a.status, a.body)
			require.Contains(t, a.header.Get("X-Mock-Assumed"), "absent-members")
			require.NoError(t, json.Unmarshal([]byte(a.body), &padded))
			found = found || strings.Contains(a.body, ":null")
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
	eachVariant(t, func(t *testing.T, v tourney.Variant) {
		eachFormat(t, func(t *testing.T, f tourney.Format, accept string) {
			plain, nulls := world(t, v), world(t, hostOf(v, mockserver.Profile{AbsentAsNull: true}))
			a := send(t, nulls, http.MethodGet, fmt.Sprintf("/api/v1/games?id=%d", final), "", "Accept", accept)
			want := `"Score":null`
			if f == tourney.FormatXML {
				want = `<Score i:nil="true"/>`
			}
			require.Contains(t, a.body, want)
			opts := []cmp.Option{cmpopts.EquateEmpty(), cmp.Comparer(func(a, b secret.Text) bool { return a == b })}
			require.Empty(t, cmp.Diff(everyRead(t, plain.Client(tourney.WithFormat(f))), everyRead(t, nulls.Client(tourney.WithFormat(f))), opts...))
			client := nulls.Client(tourney.WithFormat(f))
			require.NoError(t, client.Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: otters, Name: new("New")}))
			_, err := client.Teams.Get(t.Context(), 999)
			require.ErrorIs(t, err, tourney.CodeNotFound)
		})
	})
}

// everyRead returns what a client reads from each operation.
func everyRead(t *testing.T, c *tourney.Client) []any {
	t.Helper()
	ctx := t.Context()
	team, err1 := c.Teams.Get(ctx, otters, tourney.IncludePlayers, tourney.IncludeCoaches, tourney.IncludePools, tourney.IncludeSeason)
	teams, err2 := c.Teams.List(ctx, tourney.TeamListOptions{EventID: cup})
	division, err3 := c.Divisions.Get(ctx, gold, tourney.IncludeTeams, tourney.IncludeSettings, tourney.IncludeBrackets)
	divisions, err4 := c.Divisions.List(ctx, tourney.DivisionListOptions{EventID: cup})
	game, err5 := c.Games.Get(ctx, final)
	games, err6 := c.Games.List(ctx, tourney.GameListOptions{EventID: cup})
	player, err7 := c.Players.Get(ctx, ada, tourney.IncludeProfile, tourney.IncludeTeams)
	players, err8 := c.Players.List(ctx, tourney.PlayerListOptions{EventID: cup})
	venues, err9 := c.Venues.List(ctx, tourney.VenueListOptions{})
	table, err10 := c.Standings.Get(ctx, tourney.StandingsOptions{EventID: cup})
	leaders, err11 := c.Statistics.Leaders(ctx, tourney.LeadersOptions{EventID: cup})
	event, err12 := c.Events.Get(ctx, cup)
	require.NoError(t, errors.Join(err1, err2, err3, err4, err5, err6, err7, err8, err9, err10, err11, err12))
	return []any{team, teams, division, divisions, game, games, player, players, venues, table, leaders, event}
}

// TestUnknownPathStatus: the page has the status of the option, the client makes an error of it, and the journal
// names the paths.
func TestUnknownPathStatus(t *testing.T) {
	for _, status := range []int{404, 200, 503} {
		eachFormat(t, func(t *testing.T, f tourney.Format, accept string) {
			srv := world(t, hostOf(tourney.Soccer, mockserver.Profile{UnknownPathStatus: status}))
			a := send(t, srv, http.MethodGet, "/api/v1/pools", "", "Accept", accept)
			require.Equal(t, status, a.status)
			require.Equal(t, "text/html; charset=utf-8", a.header.Get("Content-Type"))
			require.True(t, strings.HasPrefix(a.body, "<!DOCTYPE html>"), a.body)
			require.Contains(t, a.header.Get("X-Mock-Assumed"), "unknown-paths")
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
			require.Equal(t, 405, send(t, srv, http.MethodDelete, "/api/v1/teams", "").status)
			require.Equal(t, 404, send(t, srv, http.MethodGet, "/api/v1/teams?id=999", "").status)
		})
	}
}

// TestStrictLeavesObservedWaysOut: a strict server answers as the document has it, whether the profile or the option
// says so.
func TestStrictLeavesObservedWaysOut(t *testing.T) {
	ways := hostOf(tourney.Soccer, mockserver.Profile{AbsentAsNull: true, UnknownPathStatus: 404, EmptyListsAsNull: true})
	strict := ways
	strict.Strict = true
	for _, srv := range []*mockserver.Server{world(t, strict), world(t, ways, mockserver.Strict())} {
		require.NotContains(t, get(t, srv, fmt.Sprintf("/api/v1/games?id=%d", final)), "null")
		require.NotContains(t, get(t, srv, "/api/v1/games?eventid=99"), "null")
		require.Contains(t, messages(t, send(t, srv, http.MethodGet, "/api/v1/pools", "")), "no operation at this path")
	}
}
