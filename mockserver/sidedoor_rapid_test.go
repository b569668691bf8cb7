package mockserver_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// TestSideDoorAgainstARebuiltStore adds, edits and removes rows at random. A call that panics must change nothing. At
// the end every list must be that of a server that got the remaining rows by Add alone.
func TestSideDoorAgainstARebuiltStore(t *testing.T) {
	steps := 60
	if testing.Short() {
		steps = 20
	}
	for name, remote := range map[string]bool{"here": false, "remote": true} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				again := mocktest.Empty(t, tourney.Soccer, mockserver.AllowDanglingReferences()) // to rows that follow
				g, to := &gambler{T: rt, srv: populated(t)}, again.World
				if remote {
					g.far, to = mocktest.RemoteOf(t, g.srv), mocktest.RemoteOf(t, again)
				}
				for range rapid.IntRange(1, steps).Draw(rt, "steps") {
					g.step(t)
				}
				rebuild(t, g.door(), to)
				if diff := cmp.Diff(mocktest.Dump(g.door()), mocktest.Dump(to), sameRows); diff != "" {
					rt.Fatalf("the rows differ (-changed +rebuilt):\n%s", diff)
				}
				for _, target := range targets() {
					if diff := cmp.Diff(mocktest.Get(t, g.srv, target), mocktest.Get(t, again, target)); diff != "" {
						rt.Fatalf("%s differs (-changed +rebuilt):\n%s", target, diff)
					}
				}
			})
		})
	}
}

// populated returns a server that has about half of the rows that a gambler chooses from.
func populated(t *testing.T) *mockserver.Server {
	t.Helper()
	srv := mocktest.Empty(t, tourney.Soccer)
	srv.Events.Add(tourney.Event{ID: 1})
	srv.Events.Add(tourney.Event{ID: 2})
	mocktest.AddVenue(srv.World, tourney.Venue{ID: 61, Name: "Park"}, 1)
	in := []int64{0, 11, 12, 11, 12}
	for i := range int64(2) {
		srv.Divisions.Add(tourney.Division{ID: 11 + i, Name: "D", Event: &tourney.Event{ID: 1 + i}})
		mocktest.AddPool(srv.World, tourney.Pool{ID: 21 + i, Division: &tourney.TeamDivision{ID: 11 + i}}, 2)
	}
	for i := range int64(4) {
		place := tourney.TeamPool{Number: int(1 + i/2), Pool: tourney.Pool{ID: 21 + i%2}}
		srv.Teams.Add(tourney.Team{
			ID: 31 + i, Division: &tourney.TeamDivision{ID: in[1+i]}, Pools: []tourney.TeamPool{place}, ExternalTeamID: "T1",
			Players: []tourney.TeamPlayer{{ID: 51 + 2*i, PlayerID: 41 + i}, {ID: 52 + 2*i, PlayerID: 41 + (i+1)%4}},
		})
	}
	for i := range int64(2) {
		srv.Games.Add(tourney.Game{
			ID: 71 + i, Type: tourney.GamePool, Date: mocktest.Friday, Division: &tourney.GameDivision{ID: 11 + i},
			AwayTeam: &tourney.GameSide{TeamID: new(31 + i), Score: tourney.Score(2)},
			HomeTeam: &tourney.GameSide{TeamID: new(33 + i), Score: tourney.Score(1)},
		})
		srv.Statistics.Set(71+i, 51+2*i, "T1", tourney.NewDecimal(3, 0))
	}
	return srv
}

// sameRows ignores the order in which a player joined teams, and tells no empty list from an absent one.
var sameRows = cmp.Options{
	cmpopts.EquateEmpty(),
	cmpopts.SortSlices(func(a, b tourney.PlayerTeam) bool { return a.ID < b.ID }),
}

// targets are lists with filters.
func targets() []string {
	var list []string
	for _, q := range []string{"", "eventid=1", "eventid=2", "divisionid=11", "divisionid=12", "divisionid=13", "eventid=1&divisionid=11"} {
		for _, path := range []string{
			"teams?pagesize=50", "teams?paid=true", "teams?paid=false", "teams?status=1", "teams?status=3", "games?pagesize=50",
			"games?teamid=31", "games?teamid=32", "games?date=6/12/2026", "players?teamids=31,32", "players?pagesize=50", "divisions?page=1",
			"venues?x=1", "statistics?x=1", "standings?display=Pool", "standings?display=Division", "standings?display=Event",
		} {
			list = append(list, "/api/v1/"+path+"&"+q)
		}
	}
	return append(list, "/api/v1/events", "/api/v1/events?parentid=1")
}

// rebuild gives a server the rows of another by Add and Set methods.
func rebuild(t *testing.T, from, to *mockserver.World) {
	t.Helper()
	for _, e := range from.Events.All() {
		to.Events.Add(e)
		owner, _ := from.Events.Details(e.ID)
		to.Events.EditDetails(e.ID, func(d *stored.EventDetails) { *d = owner })
	}
	for _, v := range from.Venues.All() {
		mocktest.AddVenue(to, v, mocktest.DetailsOf(from.Venues, v.ID).EventIDs...)
	}
	for _, p := range from.Players.All() {
		p.Teams = nil
		to.Players.Add(p)
	}
	rebuildDivisions(t, from, to)
	rebuildTeams(t, from, to)
	for _, g := range from.Games.All() {
		to.Games.Add(g)
		to.Games.EditDetails(g.ID, func(d *stored.GameDetails) { *d = mocktest.DetailsOf(from.Games, g.ID) })
		for _, s := range from.Statistics.OfGame(g.ID) {
			to.Statistics.Set(g.ID, s.TeamPlayerID, s.Name, s.Value)
		}
	}
	for _, p := range from.Payments.All() {
		to.Payments.Add(p)
	}
	for _, r := range from.Registrations.All() {
		to.Registrations.Add(r)
	}
}

func rebuildDivisions(t *testing.T, from, to *mockserver.World) {
	t.Helper()
	for _, d := range from.Divisions.All() {
		event := d.Event
		d.Teams = nil
		to.Divisions.Add(d)
		to.Divisions.Edit(d.ID, func(d *tourney.Division) { d.Event = event })
		to.Divisions.EditDetails(d.ID, func(again *stored.DivisionDetails) { *again = mocktest.DetailsOf(from.Divisions, d.ID) })
	}
	for _, p := range mocktest.Dump(from).Pools {
		var ids []int64
		for _, position := range from.Pools.Positions(p.ID) {
			ids = append(ids, position.ID)
		}
		mocktest.AddPool(to, p, len(ids), ids...)
	}
}

func rebuildTeams(t *testing.T, from, to *mockserver.World) {
	t.Helper()
	for _, team := range from.Teams.All() {
		to.Teams.Add(team)
		if mocktest.DetailsOf(to.Teams, team.ID).EventID == 0 {
			to.Teams.EditDetails(team.ID, func(d *stored.TeamDetails) { d.EventID = mocktest.DetailsOf(from.Teams, team.ID).EventID })
			to.Teams.Edit(team.ID, func(again *tourney.Team) { again.Pools = team.Pools }) // it left them for the event
		}
		details, _ := from.Teams.Details(team.ID)
		to.Teams.EditDetails(team.ID, func(d *stored.TeamDetails) { *d = details })
	}
}

// gambler makes random calls of methods, and some requests.
type gambler struct {
	*rapid.T

	srv *mockserver.Server
	far *mockserver.World // nil for a World in this process
}

// door is a World that the gambler uses.
func (g *gambler) door() *mockserver.World {
	if g.far != nil {
		return g.far
	}
	return g.srv.World
}

// step makes one call. If it is refused, nothing may change.
func (g *gambler) step(t *testing.T) {
	t.Helper()
	before := mocktest.Dump(g.srv.World)
	if refusal := mocktest.RefusalOf(rapid.SampledFrom(g.calls()).Draw(g.T, "call")); refusal != "" {
		if diff := cmp.Diff(before, mocktest.Dump(g.srv.World)); diff != "" {
			g.Fatalf("%s: rows changed:\n%s", refusal, diff)
		}
	}
}

func (g *gambler) id(first, many int64) int64 {
	return first + rapid.Int64Range(0, many-1).Draw(g.T, "id")
}

func (g *gambler) chance() bool { return rapid.Bool().Draw(g.T, "chance") }

func (g *gambler) event() int64    { return g.id(1, 2) }
func (g *gambler) division() int64 { return g.id(11, 3) }
func (g *gambler) pool() int64     { return g.id(21, 2) }
func (g *gambler) teamID() int64   { return g.id(31, 4) }
func (g *gambler) person() int64   { return g.id(41, 4) }
func (g *gambler) line() int64     { return g.id(51, 8) }
func (g *gambler) venue() int64    { return g.id(61, 2) }
func (g *gambler) game() int64     { return g.id(71, 3) }
func (g *gambler) text() string    { return fmt.Sprint("T", g.id(1, 3)) }

func (g *gambler) eventRef() *tourney.Event {
	if g.chance() {
		return &tourney.Event{ID: g.event()}
	}
	return nil
}

func (g *gambler) divisionRef() *tourney.TeamDivision {
	if g.chance() {
		return &tourney.TeamDivision{ID: g.division()}
	}
	return nil
}

func (g *gambler) calls() []func() {
	return append(append(g.adds(), g.edits()...), append(g.removals(), g.requests()...)...)
}

func (g *gambler) adds() []func() {
	w := g.door()
	return []func(){
		func() { w.Events.Add(tourney.Event{ID: g.event(), Name: g.text()}) },
		func() {
			w.Divisions.Add(tourney.Division{ID: g.division(), Event: g.eventRef(), Settings: g.settings(), Active: new(g.chance())})
		},
		func() { w.Pools.Add(tourney.Pool{ID: g.pool(), Name: g.text(), Division: g.divisionRef()}) },
		func() { w.Pools.AddPositions(g.pool(), 1) },
		func() { team := tourney.Team{ID: g.teamID()}; g.change(&team); w.Teams.Add(team) },
		func() { team := tourney.Team{ID: g.teamID()}; g.change(&team); w.Teams.Add(team) },
		func() {
			w.Players.Add(tourney.Player{ID: g.person(), FirstName: g.text(), Teams: []tourney.PlayerTeam{{ID: g.teamID()}}})
		},
		func() { w.Venues.Add(tourney.Venue{ID: g.venue(), Name: g.text()}) },
		func() { game := tourney.Game{ID: g.game()}; g.changeGame(&game); w.Games.Add(game) },
		func() { w.Payments.Add(stored.Payment{TransactionID: g.text(), TeamID: g.teamID()}) },
		func() { w.Registrations.Add(stored.Registration{TeamID: g.teamID(), TransactionID: g.text()}) },
	}
}

func (g *gambler) settings() *tourney.DivisionSettings {
	return &tourney.DivisionSettings{RegistrationStatus: tourney.RegistrationStatus(g.id(0, 4))}
}

// change changes a random part of a team.
func (g *gambler) change(team *tourney.Team) {
	for range g.id(1, 3) {
		switch g.id(0, 7) {
		case 0:
			team.Division = g.divisionRef()
		case 1:
			team.Pools = []tourney.TeamPool{{Number: int(g.id(1, 2)), Pool: tourney.Pool{ID: g.pool()}}}
		case 2:
			team.Players = append(team.Players, tourney.TeamPlayer{ID: g.line(), PlayerID: g.person(), FirstName: g.text()})
		case 3:
			team.Players = team.Players[:0]
		case 4:
			team.Paid, team.Status = new(g.chance()), new(tourney.TeamStatus(g.id(1, 3)))
		case 5:
			team.ParentID, team.Name = g.teamID(), g.text()
		default:
			team.ExternalTeamID, team.Coaches = g.text(), append(team.Coaches, tourney.Coach{FirstName: g.text()})
		}
	}
}

// changeGame changes a random part of a game.
func (g *gambler) changeGame(game *tourney.Game) {
	for range g.id(1, 4) {
		switch g.id(0, 5) {
		case 0:
			game.Division = &tourney.GameDivision{ID: g.division(), Event: g.eventRef()}
		case 1:
			game.Date, game.Type = mocktest.Friday.AddDays(int(g.id(0, 2))), tourney.GamePool
		case 2:
			game.AwayTeam = &tourney.GameSide{TeamID: new(g.teamID()), Score: tourney.Score(int(g.id(0, 3)))}
		case 3:
			game.HomeTeam = &tourney.GameSide{TeamID: new(g.teamID()), PoolID: new(g.pool()), Score: tourney.Score(1)}
		default:
			game.VenueCourt = &tourney.VenueCourt{Court: &tourney.Court{Name: "C"}, Venue: &tourney.Venue{ID: g.venue()}}
		}
	}
}

func (g *gambler) edits() []func() {
	w := g.door()
	return []func(){
		func() { w.Events.Edit(g.event(), func(e *tourney.Event) { e.Name = g.text() }) },
		func() { w.Divisions.Edit(g.division(), func(d *tourney.Division) { d.Event = g.eventRef() }) },
		func() {
			w.Divisions.Edit(g.division(), func(d *tourney.Division) { d.Settings, d.Active = g.settings(), nil })
		},
		func() { w.Divisions.Edit(g.division(), func(d *tourney.Division) { d.Name = g.text() }) },
		func() { w.Pools.Edit(g.pool(), func(p *tourney.Pool) { p.Label = g.text() }) },
		func() { w.Pools.Edit(g.pool(), func(p *tourney.Pool) { p.Division = g.divisionRef() }) },
		func() { w.Teams.Edit(g.teamID(), g.change) },
		func() { w.Teams.Edit(g.teamID(), g.change) },
		func() {
			w.Teams.Edit(g.teamID(), func(team *tourney.Team) {
				for i := range team.Players {
					team.Players[i].FirstName, team.Players[i].School = g.text(), g.text()
				}
			})
		},
		func() {
			w.Teams.EditDetails(g.teamID(), func(d *stored.TeamDetails) { d.Notes, d.Year = g.text(), 2026 })
		},
		func() {
			w.Players.Edit(g.person(), func(p *tourney.Player) {
				p.FirstName, p.Profile = g.text(), &tourney.PlayerProfile{School: g.text()}
			})
		},
		func() { w.Venues.Edit(g.venue(), func(v *tourney.Venue) { v.Name = g.text() }) },
		func() { w.Games.Edit(g.game(), g.changeGame) },
		func() { w.Games.Edit(g.game(), func(x *tourney.Game) { x.Division = nil }) },
		func() { w.Payments.Edit(g.text(), func(p *stored.Payment) { p.TeamID, p.Title = g.teamID(), "x" }) },
		func() {
			w.Registrations.Edit(g.teamID(), func(r *stored.Registration) { r.Request.Name = new(g.text()) })
		},
		func() {
			w.Events.EditDetails(g.event(), func(d *stored.EventDetails) { *d = stored.EventDetails{ParentID: g.event()} })
		},
		func() { w.Teams.EditDetails(g.teamID(), func(d *stored.TeamDetails) { d.EventID = g.event() }) },
		func() {
			w.Venues.EditDetails(g.venue(), func(d *stored.VenueDetails) { d.EventIDs = []int64{g.event()} })
		},
		func() { w.Games.EditDetails(g.game(), func(d *stored.GameDetails) { d.ExternalID = g.text() }) },
		func() {
			w.Divisions.EditDetails(g.division(), func(d *stored.DivisionDetails) { d.ExternalID = g.text() })
		},
		func() { w.Statistics.Set(g.game(), g.line(), g.text(), tourney.NewDecimal(g.id(0, 5), 0)) },
		func() { w.Statistics.Set(g.game(), g.line(), g.text(), tourney.NewDecimal(g.id(0, 5), 0)) },
	}
}

func (g *gambler) removals() []func() {
	w := g.door()
	return []func(){
		func() { w.Events.Remove(g.event()) }, func() { w.Divisions.Remove(g.division()) },
		func() { w.Pools.Remove(g.pool()) }, func() { w.Teams.Remove(g.teamID()) },
		func() { w.Players.Remove(g.person()) }, func() { w.Venues.Remove(g.venue()) },
		func() { w.Games.Remove(g.game()) }, func() { w.Payments.Remove(g.text()) },
		func() { w.Registrations.Remove(g.teamID()) },
		func() { w.Statistics.Remove(g.game(), g.line(), g.text()) },
	}
}

// requests are writes over HTTP. They may be refused.
func (g *gambler) requests() []func() {
	c := g.srv.Client()
	return []func(){
		func() {
			_ = c.Teams.Update(g.Context(), tourney.TeamUpdateInput{ID: g.teamID(), DivisionID: g.division(), Paid: new(g.chance())})
		},
		func() { _ = c.Teams.Update(g.Context(), tourney.TeamUpdateInput{ID: g.teamID(), EventID: g.event()}) },
		func() {
			_ = c.Games.Update(g.Context(), tourney.GameUpdateInput{ID: g.game(), AwayScore: tourney.Score(int(g.id(0, 4)))})
		},
	}
}
