package mockserver_test

import (
	"errors"
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
)

// naiveWrite is a write: whether the mock is to carry it out, and what it does to the mock and to the model.
type naiveWrite struct {
	ok    bool
	mock  func() error
	model func()
}

// naiveWrites draw a write of a kind.
var naiveWrites = [...]func(*naiveWorld) naiveWrite{
	(*naiveWorld).updateStatistics, (*naiveWorld).updateScore, (*naiveWorld).updateTeam, (*naiveWorld).rename,
	(*naiveWorld).createTeam, (*naiveWorld).editDivision, (*naiveWorld).addToRoster, (*naiveWorld).editGame,
	(*naiveWorld).removeTeam, (*naiveWorld).removeGame,
}

// write makes a write in the mock and, where it is to succeed, in the model.
func (w *naiveWorld) write(write naiveWrite) {
	number := w.srv.Writes()
	err := write.mock()
	if (err == nil) != write.ok {
		w.Fatalf("the write is to succeed: %t, and the mock says: %v", write.ok, err)
	}
	if write.ok {
		write.model()
		number++
	}
	w.wrote(number)
}

// door is a call of the side door, which panics where it refuses.
func door(call func()) func() error {
	return func() error {
		if refusal := refusalOf(call); refusal != "" {
			return errors.New(refusal)
		}
		return nil
	}
}

func (w *naiveWorld) of(values ...int64) int64    { return rapid.SampledFrom(values).Draw(w.T, "of") }
func (w *naiveWorld) client() *tourney.Client     { return w.clients[w.of(0, 1)] }
func (w *naiveWorld) chance() bool                { return rapid.Bool().Draw(w.T, "chance") }
func (w *naiveWorld) status() *tourney.TeamStatus { return new(tourney.TeamStatus(w.of(1, 3))) }
func (w *naiveWorld) day() tourney.Date           { return friday.AddDays(int(w.of(0, 1))) }

func (w *naiveWorld) text() string {
	return rapid.SampledFrom([]string{"Otters", "Herons & <Sons>", "Újpest"}).Draw(w.T, "text")
}

// idOf draws the id of a row, mostly one of the first, or seldom one that no row has.
func idOf[R interface{ key() int64 }](w *naiveWorld, rows []R) int64 {
	ids := []int64{99}
	for i, r := range rows {
		ids = append(ids, slices.Repeat([]int64{r.key()}, 1+5/(i+1))...)
	}
	return w.of(ids...)
}

func (w *naiveWorld) createTeam() naiveWrite {
	t := naiveTeam{naiveRow: naiveRow{w.next.team, w.text()}, paid: w.chance(), status: w.status()}
	in := tourney.TeamCreateInput{
		Name: &t.name, ExternalTeamID: &t.name, Paid: &t.paid, Status: t.status,
		Players: []tourney.PlayerInput{{FirstName: new("Eve")}},
	}
	in.DivisionID = idOf(w, w.divisions)
	d := rowOf(w.divisions, in.DivisionID)
	return naiveWrite{
		d != nil, func() error {
			if id, err := w.client().Teams.Create(w.Context(), in); err != nil || id != t.id {
				return fmt.Errorf("the id is %d, want %d: %w", id, t.id, err)
			}
			return nil
		},
		func() {
			t.division, t.event = d.id, d.event
			w.next.team++
			w.teams = append(w.teams, t)
			w.addLine(t.id, 0, "Eve", "Active")
		},
	}
}

// updateTeam gives a team another name and status, and may move it to another division.
func (w *naiveWorld) updateTeam() naiveWrite {
	name := w.text()
	in := tourney.TeamUpdateInput{ID: idOf(w, w.teams), Name: &name, ExternalTeamID: &name}
	in.Paid, in.Status = new(w.chance()), w.status()
	if w.chance() {
		in.DivisionID = idOf(w, w.divisions)
	}
	t, d := rowOf(w.teams, in.ID), rowOf(w.divisions, in.DivisionID)
	return naiveWrite{
		t != nil && (in.DivisionID == 0 || d != nil), func() error { return w.client().Teams.Update(w.Context(), in) },
		func() {
			if t.name, t.paid, t.status = name, *in.Paid, in.Status; d != nil {
				t.division, t.event = d.id, d.event
			}
		},
	}
}

// rename gives an event, a venue or a person another name, a person also on the rosters where it was another one.
func (w *naiveWorld) rename() naiveWrite {
	kind, name := w.of(0, 1, 2), w.text()
	rows := [][]naiveRow{w.events, w.venues, w.people}[kind]
	id := idOf(w, rows)
	r := rowOf(rows, id)
	edit := []func(){
		func() { w.srv.EditEvent(id, func(e *tourney.Event) { e.Name = name }) },
		func() { w.srv.EditVenue(id, func(v *tourney.Venue) { v.Name = name }) },
		func() { w.srv.EditPlayer(id, func(p *tourney.Player) { p.FirstName = name }) },
	}[kind]
	return naiveWrite{
		r != nil, door(edit), func() {
			for i := range w.lines {
				if w.lines[i].person == id && r.name != name {
					w.lines[i].name = name
				}
			}
			r.name = name
		},
	}
}

func (w *naiveWorld) updateScore() naiveWrite {
	away, home := w.of(0, 1, 2), w.of(0, 1, 2)
	in := tourney.GameUpdateInput{ID: idOf(w, w.games), AwayScore: new(int(away)), HomeScore: new(int(home))}
	g := rowOf(w.games, in.ID)
	return naiveWrite{
		g != nil, func() error { return w.client().Games.Update(w.Context(), in) },
		func() { g.away.score, g.home.score = &away, &home },
	}
}

// updateStatistics sets a statistic of a player, or clears it.
func (w *naiveWorld) updateStatistics() naiveWrite {
	game, line, value := idOf(w, w.games), idOf(w, w.lines), new(w.of(0, 1, 2, 3))
	name := rapid.SampledFrom([]string{"Tries", "Tries", "TRIES", "Turnovers"}).Draw(w.T, "name")
	text, g := fmt.Sprint(*value), rowOf(w.games, game)
	if w.of(0, 1, 2, 3) == 3 {
		text, value = "", nil
	}
	l, side := rowOf(w.lines, line), tourney.SideStatisticsInput{ID: 99}
	if l != nil {
		side.ID = l.team
	}
	side.Players = []tourney.PlayerStatisticsInput{{
		TeamPlayerID: line, Statistics: []tourney.StatisticInput{{Name: name, Value: &text}},
	}}
	in := tourney.StatisticsUpdateInput{GameID: game, Away: &side}
	if g != nil && g.home.team == side.ID {
		in.Away, in.Home = nil, &side
	}
	return naiveWrite{
		g != nil && l != nil && (g.away.team == l.team || g.home.team == l.team),
		func() error { return w.client().Statistics.Update(w.Context(), in) },
		func() { w.store(game, l, name, value) },
	}
}

// editDivision gives a division another event, which its teams follow, and has it show other teams.
func (w *naiveWorld) editDivision() naiveWrite {
	id, event, name, active := idOf(w, w.divisions), idOf(w, w.events), w.text(), w.of(0, 1, 1) > 0
	show := tourney.RegistrationStatus(w.of(int64(tourney.ShowAllTeams), int64(tourney.ShowActivePaidTeams)))
	d := rowOf(w.divisions, id)
	return naiveWrite{
		d != nil && rowOf(w.events, event) != nil, door(func() {
			w.srv.EditDivision(id, func(d *tourney.Division) {
				d.Event, d.Settings = &tourney.Event{ID: event}, &tourney.DivisionSettings{RegistrationStatus: show}
				d.Name, d.Active = name, &active
			})
		}),
		func() {
			d.event, d.show, d.name, d.active = event, show, name, active
			for i := range w.teams {
				if w.teams[i].division == id {
					w.teams[i].event = event
				}
			}
		},
	}
}

// addToRoster puts a person onto a roster, also once more.
func (w *naiveWorld) addToRoster() naiveWrite {
	id, person := idOf(w, w.teams), idOf(w, w.people)
	return naiveWrite{
		rowOf(w.teams, id) != nil, door(func() {
			w.srv.EditTeam(id, func(t *tourney.Team) {
				t.Players = append(t.Players, tourney.TeamPlayer{PlayerID: person, FirstName: "Guest"})
			})
		}),
		func() { w.addLine(id, person, "Guest", "") },
	}
}

// editGame moves a game to another day and division, and gives it another home team.
func (w *naiveWorld) editGame() naiveWrite {
	id, division, team, date := idOf(w, w.games), idOf(w, w.divisions), idOf(w, w.teams), w.day()
	g := rowOf(w.games, id)
	return naiveWrite{
		g != nil && rowOf(w.divisions, division) != nil && rowOf(w.teams, team) != nil && g.away.team != team, door(func() {
			w.srv.EditGame(id, func(g *tourney.Game) {
				if g.Date = date; g.Division.ID != division {
					g.Division = &tourney.GameDivision{ID: division}
				}
				if side := g.HomeTeam; side.TeamID == nil || *side.TeamID != team {
					g.HomeTeam = &tourney.GameSide{TeamID: &team}
				}
				g.HomeTeam.Score = new(tourney.NewDecimal(2, 0))
			})
		}),
		func() { g.date, g.division, g.home = date, division, naiveSide{team: team, score: new(int64(2))} },
	}
}

// removeTeam removes a team with its roster. The sides of its games keep its name.
func (w *naiveWorld) removeTeam() naiveWrite {
	id := idOf(w, w.teams)
	t := rowOf(w.teams, id)
	return naiveWrite{
		t != nil, door(func() { w.srv.RemoveTeam(id) }),
		func() {
			for i := range w.games {
				for _, side := range []*naiveSide{&w.games[i].away, &w.games[i].home} {
					if side.team == id {
						side.team, side.name = 0, t.name
					}
				}
			}
			w.dropLines(func(l naiveLine) bool { return l.team == id })
			w.teams = without(w.teams, id)
		},
	}
}

func (w *naiveWorld) removeGame() naiveWrite {
	id := idOf(w, w.games)
	return naiveWrite{
		rowOf(w.games, id) != nil, door(func() { w.srv.RemoveGame(id) }),
		func() {
			w.games = without(w.games, id)
			w.statistics = slices.DeleteFunc(w.statistics, func(s naiveStatistic) bool { return s.game == id })
		},
	}
}
