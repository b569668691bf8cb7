package mocktest

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// AllRows holds all rows that a World shows.
type AllRows struct {
	Events        []tourney.Event
	Divisions     []tourney.Division
	Teams         []tourney.Team
	Players       []tourney.Player
	Venues        []tourney.Venue
	Games         []tourney.Game
	Payments      []stored.Payment
	Registrations []stored.Registration
	Pools         []tourney.Pool
	TeamPools     []stored.Position
	Owners        map[int64]stored.EventDetails
	Within        map[int64][]int64 // the events of teams and venues
	Details       map[int64]stored.TeamDetails
	ExternalIDs   map[int64]string // of divisions and games
	Statistics    map[string]string
}

// Dump returns all rows of a World.
func Dump(srv *mockserver.World) AllRows {
	all := AllRows{
		Events: srv.Events.All(), Divisions: srv.Divisions.All(), Teams: srv.Teams.All(),
		Players: srv.Players.All(), Venues: srv.Venues.All(),
		Games: srv.Games.All(), Payments: srv.Payments.All(), Registrations: srv.Registrations.All(),
		Details: map[int64]stored.TeamDetails{}, ExternalIDs: map[int64]string{}, Statistics: map[string]string{},
		Owners: map[int64]stored.EventDetails{}, Within: map[int64][]int64{},
	}
	for _, e := range all.Events {
		all.Owners[e.ID], _ = srv.Events.Details(e.ID)
	}
	for _, v := range all.Venues {
		all.Within[v.ID] = DetailsOf(srv.Venues, v.ID).EventIDs
	}
	all.Pools = srv.Pools.All()
	for _, d := range all.Divisions {
		all.ExternalIDs[d.ID] = DetailsOf(srv.Divisions, d.ID).ExternalID
	}
	for _, p := range all.Pools {
		all.TeamPools = append(all.TeamPools, srv.Pools.Positions(p.ID)...)
	}
	for _, g := range all.Games {
		all.ExternalIDs[g.ID] = DetailsOf(srv.Games, g.ID).ExternalID
		for _, s := range srv.Statistics.OfGame(g.ID) {
			all.Statistics[fmt.Sprint(g.ID, "/", s.TeamPlayerID, "/", s.Name)] = s.Value.String()
		}
	}
	for _, team := range all.Teams {
		details, _ := srv.Teams.Details(team.ID)
		all.Within[team.ID], details.EventID = []int64{details.EventID}, 0
		all.Details[team.ID] = details
	}
	return all
}

// Unchanged requires that a server has the same rows as before.
func Unchanged(t testing.TB, before AllRows, srv *mockserver.World) {
	t.Helper()
	require.Empty(t, cmp.Diff(before, Dump(srv)))
}

// saver is a World, or the Server of one.
type saver interface {
	Save(w io.Writer, opts ...mockserver.SaveOption) error
}

// Saved returns what Save writes.
func Saved(t require.TestingT, srv saver, opts ...mockserver.SaveOption) string {
	var b bytes.Buffer
	require.NoError(t, srv.Save(&b, opts...))
	return b.String()
}

// SavedRows counts the rows of a server by the lines that a file has for them.
func SavedRows(t testing.TB, srv *mockserver.Server) map[string]int {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, srv.Save(&file))
	rows := map[string]int{}
	for line := range strings.Lines(file.String()) {
		name, value, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(line, `{"`), "}\n"), `":`)
		if !slices.Contains([]string{"header", "external", "refs", "ids", "state", "end"}, name) {
			rows[name+" "+value]++
		}
	}
	return rows
}
