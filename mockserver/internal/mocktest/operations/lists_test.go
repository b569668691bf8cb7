package operations

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// crowd is a server with random rows, together with the settings of its divisions.
type crowd struct {
	*mockserver.Server

	rng    *rand.Rand
	events map[int64]int64 // of divisions
	shows  map[int64]tourney.RegistrationStatus
}

func newCrowd(t *testing.T, seed uint64) *crowd {
	t.Helper()
	c := &crowd{
		Server: mocktest.Empty(t, tourney.Soccer), rng: rand.New(rand.NewPCG(seed, seed)),
		events: map[int64]int64{}, shows: map[int64]tourney.RegistrationStatus{},
	}
	for id := range int64(3) {
		c.Events.Add(tourney.Event{ID: id + 1})
	}
	for id := range int64(6) {
		c.events[id+1], c.shows[id+1] = 1+id%3, tourney.RegistrationStatus(c.rng.IntN(5))
		c.Divisions.Add(tourney.Division{
			ID: id + 1, Event: &tourney.Event{ID: c.events[id+1]}, Settings: &tourney.DivisionSettings{RegistrationStatus: c.shows[id+1]},
		})
	}
	for id := range int64(60) {
		c.Teams.Add(c.team(id + 1))
	}
	for id := range int64(80) {
		c.Games.Add(c.game(id + 1))
	}
	for range 40 { // moves teams, and changes fields that lists filter by
		id := 1 + c.rng.Int64N(60)
		u := tourney.TeamUpdateInput{ID: id, Name: new("x")}
		if c.rng.IntN(2) == 0 {
			u.DivisionID = 1 + c.rng.Int64N(6)
		}
		if c.rng.IntN(2) == 0 {
			u.Paid = new(c.rng.IntN(2) == 0)
		}
		if c.rng.IntN(2) == 0 {
			u.Status = new(tourney.TeamStatus(c.rng.IntN(4)))
		}
		require.NoError(t, c.Client().Teams.Update(t.Context(), u))
	}
	return c
}

func (c *crowd) team(id int64) tourney.Team {
	team := tourney.Team{ID: id}
	if c.rng.IntN(10) > 0 {
		team.Division = &tourney.TeamDivision{ID: 1 + c.rng.Int64N(6)}
	}
	if c.rng.IntN(4) > 0 {
		team.Paid = new(c.rng.IntN(2) == 0)
	}
	if c.rng.IntN(4) > 0 {
		team.Status = new(tourney.TeamStatus(c.rng.IntN(4)))
	}
	for range c.rng.IntN(4) {
		team.Players = append(team.Players, tourney.TeamPlayer{PlayerID: 1 + c.rng.Int64N(100)})
	}
	slices.SortFunc(team.Players, func(a, b tourney.TeamPlayer) int { return int(a.PlayerID - b.PlayerID) })
	team.Players = slices.CompactFunc(team.Players, func(a, b tourney.TeamPlayer) bool { return a.PlayerID == b.PlayerID })
	return team
}

func (c *crowd) game(id int64) tourney.Game {
	g := tourney.Game{ID: id}
	if c.rng.IntN(10) > 0 {
		g.Division = &tourney.GameDivision{ID: 1 + c.rng.Int64N(6)}
	}
	if c.rng.IntN(5) > 0 {
		g.Date = mocktest.Friday.AddDays(c.rng.IntN(3))
	}
	for i, side := range []**tourney.GameSide{&g.AwayTeam, &g.HomeTeam} { // no team plays itself
		if c.rng.IntN(6) > 0 {
			*side = &tourney.GameSide{TeamID: new(1 + 2*c.rng.Int64N(30) + int64(i))}
		}
	}
	return g
}

// filters are the filters of a request. nil and 0 stand for absent filters.
type filters struct {
	event, division, team int64
	teams, players        []int64
	paid                  *bool
	status                *tourney.TeamStatus
	date                  tourney.Date
}

func (c *crowd) filters() filters {
	maybe := func(n int64) int64 {
		if c.rng.IntN(2) == 0 {
			return 0
		}
		return 1 + c.rng.Int64N(n)
	}
	ids := func(n int64) (list []int64) {
		if c.rng.IntN(2) == 0 {
			return nil
		}
		for range 1 + c.rng.IntN(20) {
			list = append(list, 1+c.rng.Int64N(n))
		}
		return list
	}
	f := filters{event: maybe(4), division: maybe(7), team: maybe(60), teams: ids(65), players: ids(110)}
	if c.rng.IntN(2) == 0 {
		f.paid = new(c.rng.IntN(2) == 0)
	}
	if c.rng.IntN(3) == 0 {
		f.status = new(tourney.TeamStatus(c.rng.IntN(4)))
	}
	if c.rng.IntN(2) == 0 {
		f.date = mocktest.Friday.AddDays(c.rng.IntN(4))
	}
	return f
}

func (f filters) query(names ...string) string {
	q := url.Values{"pagesize": {"1000"}}
	for _, name := range names {
		switch {
		case name == "eventid" && f.event != 0:
			q.Set(name, fmt.Sprint(f.event))
		case name == "divisionid" && f.division != 0:
			q.Set(name, fmt.Sprint(f.division))
		case name == "teamid" && f.team != 0:
			q.Set(name, fmt.Sprint(f.team))
		case name == "teamids" && f.teams != nil:
			q.Set(name, strings.Trim(strings.Join(strings.Fields(fmt.Sprint(f.teams)), ","), "[]"))
		case name == "playerids" && f.players != nil:
			q.Set(name, strings.Trim(strings.Join(strings.Fields(fmt.Sprint(f.players)), ","), "[]"))
		case name == "paid" && f.paid != nil:
			q.Set(name, fmt.Sprint(*f.paid))
		case name == "status" && f.status != nil:
			q.Set(name, fmt.Sprint(int(*f.status)))
		case name == "date" && !f.date.IsZero():
			q.Set(name, f.date.String())
		}
	}
	return q.Encode()
}

// within reports whether the filters of event and division select a division.
func (c *crowd) within(division int64, f filters) bool {
	return (f.division == 0 || f.division == division) && (f.event == 0 || c.events[division] == f.event)
}

func divisionOf(t tourney.Team) int64 {
	if t.Division == nil {
		return 0
	}
	return t.Division.ID
}

// passes reports whether the filters select a team (section 4.3). Without paid the division's setting counts.
func (c *crowd) passes(t tourney.Team, f filters) bool {
	paid, active := t.Paid == nil || *t.Paid, t.Status == nil || *t.Status == tourney.TeamActive
	shown := map[tourney.RegistrationStatus]bool{
		tourney.RegistrationActive:              active,
		tourney.RegistrationActivePaid:          active && paid,
		tourney.RegistrationActivePaidAndTravel: active && paid,
	}
	if show, limited := shown[c.shows[divisionOf(t)]]; f.paid == nil && limited && !show {
		return false
	}
	return c.within(divisionOf(t), f) && (f.teams == nil || slices.Contains(f.teams, t.ID)) && (f.paid == nil || *f.paid == paid) &&
		(f.status == nil || t.Status != nil && *t.Status == *f.status)
}

func (c *crowd) passesGame(g tourney.Game, f filters) bool {
	division := int64(0)
	if g.Division != nil {
		division = g.Division.ID
	}
	plays := func(side *tourney.GameSide) bool { return side != nil && side.TeamID != nil && *side.TeamID == f.team }
	return c.within(division, f) && (f.date.IsZero() || g.Date == f.date) && (f.team == 0 || plays(g.AwayTeam) || plays(g.HomeTeam))
}

// passesPlayer reports whether the filters select a player. One of its teams must be in the event or division, and one
// of them among the teams of the filter.
func (c *crowd) passesPlayer(p tourney.Player, f filters, divisions map[int64]int64) bool {
	inScope, onTeam := f.event == 0 && f.division == 0, f.teams == nil
	for _, team := range p.Teams {
		inScope = inScope || c.within(divisions[team.ID], f)
		onTeam = onTeam || slices.Contains(f.teams, team.ID)
	}
	return inScope && onTeam && (f.players == nil || slices.Contains(f.players, p.ID))
}

// TestListsAgainstAScan compares lists with a scan over the rows of a World.
func TestListsAgainstAScan(t *testing.T) {
	for seed := range uint64(4) {
		c := newCrowd(t, seed)
		teams, games, players := c.Teams.All(), c.Games.All(), c.Players.All()
		divisions := map[int64]int64{}
		for _, team := range teams {
			divisions[team.ID] = divisionOf(team)
		}
		for range 150 {
			f := c.filters()
			query := f.query("eventid", "divisionid", "teamids", "paid", "status")
			want := idsWhere(teams, func(t tourney.Team) (int64, bool) { return t.ID, c.passes(t, f) })
			require.Empty(t, cmp.Diff(want, mocktest.Listed(t, c, "/api/v1/teams?"+query, "Teams")), query)

			query = f.query("eventid", "divisionid", "teamid", "date")
			want = idsWhere(games, func(g tourney.Game) (int64, bool) { return g.ID, c.passesGame(g, f) })
			require.Empty(t, cmp.Diff(want, mocktest.Listed(t, c, "/api/v1/games?"+query, "Games")), query)

			query = f.query("eventid", "divisionid", "teamids", "playerids")
			want = idsWhere(players, func(p tourney.Player) (int64, bool) { return p.ID, c.passesPlayer(p, f, divisions) })
			require.Empty(t, cmp.Diff(want, mocktest.Listed(t, c, "/api/v1/players?"+query, "Players")), query)
		}
	}
}

func idsWhere[T any](rows []T, has func(T) (int64, bool)) []int64 {
	ids := []int64{}
	for _, row := range rows {
		if id, ok := has(row); ok {
			ids = append(ids, id)
		}
	}
	return ids
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
