package mockserver_test

import (
	"slices"

	"github.com/tourney-go/tourney"
)

func (w *naiveWorld) addGame() naiveWrite {
	g := naiveGame{
		naiveRow{w.of(71, 72, 73, 74), ""}, idOf(w, w.divisions), idOf(w, w.venues), w.day(),
		naiveSide{team: idOf(w, w.teams)}, naiveSide{team: idOf(w, w.teams)},
	}
	return naiveWrite{
		rowOf(w.games, g.id) == nil && rowOf(w.divisions, g.division) != nil && rowOf(w.venues, g.venue) != nil &&
			rowOf(w.teams, g.away.team) != nil && rowOf(w.teams, g.home.team) != nil,
		door(func() { w.srv.AddGame(g.row()) }), func() { w.games = append(w.games, g) },
	}
}

func (w *naiveWorld) editEvent() naiveWrite {
	id, name := idOf(w, w.events), w.text()
	e := rowOf(w.events, id)
	return naiveWrite{
		e != nil, door(func() { w.srv.EditEvent(id, func(e *tourney.Event) { e.Name = name }) }),
		func() { e.name = name },
	}
}

func (w *naiveWorld) editVenue() naiveWrite {
	id, name := idOf(w, w.venues), w.text()
	v := rowOf(w.venues, id)
	return naiveWrite{
		v != nil, door(func() { w.srv.EditVenue(id, func(v *tourney.Venue) { v.Name = name }) }),
		func() { v.name = name },
	}
}

func (w *naiveWorld) editDivision() naiveWrite {
	id, name, show := idOf(w, w.divisions), w.text(), tourney.RegistrationStatus(w.of(1, 2, 3))
	d := rowOf(w.divisions, id)
	return naiveWrite{
		d != nil, door(func() {
			w.srv.EditDivision(id, func(d *tourney.Division) {
				d.Name, d.Settings = name, &tourney.DivisionSettings{RegistrationStatus: show}
			})
		}),
		func() { d.name, d.show = name, show },
	}
}

// moveDivision gives a division another event, which its teams follow.
func (w *naiveWorld) moveDivision() naiveWrite {
	id, event := idOf(w, w.divisions), idOf(w, w.events)
	d := rowOf(w.divisions, id)
	return naiveWrite{
		d != nil && rowOf(w.events, event) != nil, door(func() {
			w.srv.EditDivision(id, func(d *tourney.Division) { d.Event = &tourney.Event{ID: event} })
		}),
		func() {
			d.event = event
			for i := range w.teams {
				if w.teams[i].division == id {
					w.teams[i].event = event
				}
			}
		},
	}
}

// editTeam gives a team another name, and puts it into another division or into none.
func (w *naiveWorld) editTeam() naiveWrite {
	id, name, division := idOf(w, w.teams), w.text(), w.of(0, idOf(w, w.divisions))
	t, d := rowOf(w.teams, id), rowOf(w.divisions, division)
	return naiveWrite{
		t != nil && (division == 0 || d != nil), door(func() {
			w.srv.EditTeam(id, func(t *tourney.Team) {
				if t.Name, t.ExternalTeamID, t.Division = name, name, nil; division != 0 {
					t.Division = &tourney.TeamDivision{ID: division}
				}
			})
		}),
		func() {
			if t.name, t.external = name, name; t.division != division {
				t.division, t.event = division, 0
			}
			if d != nil {
				t.event = d.event
			}
		},
	}
}

func (w *naiveWorld) setTeamEvent() naiveWrite {
	id, event := idOf(w, w.teams), idOf(w, w.events)
	t := rowOf(w.teams, id)
	return naiveWrite{
		t != nil && t.division == 0 && rowOf(w.events, event) != nil,
		found(func() bool { return w.srv.SetTeamEvent(id, event) }),
		func() { t.event = event },
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
		func() { w.addLine(id, person, "Guest", "", "") },
	}
}

// dropFromRoster takes a line off its roster, with its statistics.
func (w *naiveWorld) dropFromRoster() naiveWrite {
	id := idOf(w, w.lines)
	l := rowOf(w.lines, id)
	if l == nil {
		return w.removeTeam()
	}
	return naiveWrite{
		true, door(func() {
			w.srv.EditTeam(l.team, func(t *tourney.Team) {
				t.Players = slices.DeleteFunc(t.Players, func(p tourney.TeamPlayer) bool { return p.ID == id })
			})
		}),
		func() { w.dropLines(func(l naiveLine) bool { return l.id == id }) },
	}
}

// editPlayer gives a person another name, also on the rosters where it was another one.
func (w *naiveWorld) editPlayer() naiveWrite {
	id, name := idOf(w, w.people), w.text()
	p := rowOf(w.people, id)
	return naiveWrite{
		p != nil, door(func() { w.srv.EditPlayer(id, func(p *tourney.Player) { p.FirstName = name }) }),
		func() {
			for i := range w.lines {
				if w.lines[i].person == id && p.name != name {
					w.lines[i].name = name
				}
			}
			p.name = name
		},
	}
}

// editGame moves a game to another day and division, and gives it another home team.
func (w *naiveWorld) editGame() naiveWrite {
	id, division, team, date := idOf(w, w.games), idOf(w, w.divisions), idOf(w, w.teams), w.day()
	g := rowOf(w.games, id)
	return naiveWrite{
		g != nil && rowOf(w.divisions, division) != nil && rowOf(w.teams, team) != nil, door(func() {
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

func (w *naiveWorld) removePlayer() naiveWrite {
	id := idOf(w, w.people)
	return naiveWrite{
		rowOf(w.people, id) != nil, door(func() { w.srv.RemovePlayer(id) }),
		func() {
			w.dropLines(func(l naiveLine) bool { return l.person == id })
			w.people = without(w.people, id)
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

// removeDivision is refused while teams or games are in the division.
func (w *naiveWorld) removeDivision() naiveWrite {
	id := idOf(w, w.divisions)
	used := slices.ContainsFunc(w.teams, func(t naiveTeam) bool { return t.division == id }) ||
		slices.ContainsFunc(w.games, func(g naiveGame) bool { return g.division == id })
	return naiveWrite{
		rowOf(w.divisions, id) != nil && !used, door(func() { w.srv.RemoveDivision(id) }),
		func() { w.divisions = without(w.divisions, id) },
	}
}
