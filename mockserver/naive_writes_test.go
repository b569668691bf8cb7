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

// write makes a write in the mock and, where it is to succeed, in the model.
func (w *naiveWorld) write() {
	drawn := []func() naiveWrite{
		w.createTeam, w.updateTeam, w.moveTeam, w.updateRoster, w.updateScore, w.updateScore, w.updateStatistics,
		w.updateStatistics, w.createDivision, w.updateDivision, w.pay, w.register, w.addGame, w.editEvent, w.editVenue,
		w.editDivision, w.moveDivision, w.editTeam, w.addToRoster, w.dropFromRoster, w.editPlayer, w.editGame, w.setTeamEvent,
		w.setStatistic, w.removeStatistic, w.removeTeam, w.removePlayer, w.removeGame, w.removeDivision,
	}
	write := drawn[rapid.IntRange(0, len(drawn)-1).Draw(w.T, "write")]()
	number := w.srv.Writes()
	var err error
	if refusal := refusalOf(func() { err = write.mock() }); refusal != "" {
		err = errors.New(refusal)
	}
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
	return func() error { call(); return nil }
}

// found is a Set method, which returns false where it refuses.
func found(set func() bool) func() error {
	return func() error {
		if !set() {
			return errors.New("no row was found")
		}
		return nil
	}
}

// created is a request that makes a row with an id.
func created(want int64, create func() (int64, error)) func() error {
	return func() error {
		if id, err := create(); err != nil || id != want {
			return fmt.Errorf("the id is %d, want %d: %w", id, want, err)
		}
		return nil
	}
}

func (w *naiveWorld) of(values ...int64) int64 { return rapid.SampledFrom(values).Draw(w.T, "of") }

func (w *naiveWorld) client() *tourney.Client { return w.clients[w.of(0, 1)] }

func (w *naiveWorld) chance() bool { return rapid.Bool().Draw(w.T, "chance") }

func (w *naiveWorld) status() *tourney.TeamStatus { return new(tourney.TeamStatus(w.of(1, 3))) }

func (w *naiveWorld) score() int64 { return rapid.Int64Range(0, 3).Draw(w.T, "score") }

func (w *naiveWorld) day() tourney.Date { return friday.AddDays(int(w.of(0, 1))) }

func (w *naiveWorld) text() string {
	return rapid.SampledFrom([]string{"Otters", "Herons & <Sons>", "Újpest"}).Draw(w.T, "text")
}

func (w *naiveWorld) category() string {
	return rapid.SampledFrom([]string{"Tries", "TRIES", "Conversions", "Kicks", "kicks"}).Draw(w.T, "category")
}

// idOf draws the id of a row, or seldom one that no row has.
func idOf[R interface{ key() int64 }](w *naiveWorld, rows []R) int64 {
	ids := []int64{99}
	for _, r := range rows {
		ids = append(ids, r.key(), r.key(), r.key())
	}
	return w.of(ids...)
}

func (w *naiveWorld) createTeam() naiveWrite {
	t := naiveTeam{naiveRow: naiveRow{w.next.team, w.text()}, external: w.text(), paid: w.chance()}
	in := tourney.TeamCreateInput{
		Name: &t.name, ExternalTeamID: &t.external, Paid: &t.paid,
		Players: []tourney.PlayerInput{{FirstName: new("Eve"), School: new("Elm")}},
	}
	if w.chance() {
		t.status = w.status()
		in.Status = t.status
	}
	if w.chance() {
		in.EventID = idOf(w, w.events)
	} else {
		in.DivisionID = idOf(w, w.divisions)
	}
	d := rowOf(w.divisions, in.DivisionID)
	return naiveWrite{
		d != nil || rowOf(w.events, in.EventID) != nil,
		created(t.id, func() (int64, error) { return w.client().Teams.Create(w.Context(), in) }),
		func() {
			t.division, t.event = in.DivisionID, in.EventID
			if d != nil {
				t.event = d.event
			}
			w.next.team++
			w.teams = append(w.teams, t)
			w.addLine(t.id, 0, "Eve", "Elm", "Active")
		},
	}
}

func (w *naiveWorld) updateTeam() naiveWrite {
	in := tourney.TeamUpdateInput{ID: idOf(w, w.teams), Name: new(w.text()), Paid: new(w.chance()), Status: w.status()}
	t := rowOf(w.teams, in.ID)
	return naiveWrite{
		t != nil, func() error { return w.client().Teams.Update(w.Context(), in) },
		func() { t.name, t.paid, t.status = *in.Name, *in.Paid, in.Status },
	}
}

func (w *naiveWorld) moveTeam() naiveWrite {
	in := tourney.TeamUpdateInput{ID: idOf(w, w.teams), DivisionID: idOf(w, w.divisions)}
	t, d := rowOf(w.teams, in.ID), rowOf(w.divisions, in.DivisionID)
	return naiveWrite{
		t != nil && d != nil, func() error { return w.client().Teams.Update(w.Context(), in) },
		func() { t.division, t.event = d.id, d.event },
	}
}

// updateRoster changes a line of a roster. The person follows the line where it changed.
func (w *naiveWorld) updateRoster() naiveWrite {
	id, name := idOf(w, w.lines), w.text()
	in := tourney.TeamUpdateInput{ID: idOf(w, w.teams), Players: []tourney.PlayerUpdateInput{{
		ID: id, PlayerInput: tourney.PlayerInput{FirstName: &name, School: &name},
	}}}
	l := rowOf(w.lines, id)
	if l != nil && w.chance() {
		in.ID = l.team
	}
	return naiveWrite{
		l != nil && l.team == in.ID, func() error { return w.client().Teams.Update(w.Context(), in) },
		func() {
			p := rowOf(w.people, l.person)
			if l.name != name {
				p.name = name
			}
			if l.school != name {
				p.profile = &tourney.PlayerProfile{School: name}
			}
			l.name, l.school = name, name
		},
	}
}

func (w *naiveWorld) updateScore() naiveWrite {
	away, home := w.score(), w.score()
	in := tourney.GameUpdateInput{ID: idOf(w, w.games), AwayScore: new(int(away))}
	if w.chance() {
		in.HomeScore = new(int(home))
	}
	g := rowOf(w.games, in.ID)
	return naiveWrite{
		g != nil, func() error { return w.client().Games.Update(w.Context(), in) },
		func() {
			if g.away.score = &away; in.HomeScore != nil {
				g.home.score = &home
			}
		},
	}
}

func (w *naiveWorld) updateStatistics() naiveWrite {
	game, line, name, value := idOf(w, w.games), idOf(w, w.lines), w.category(), new(w.score())
	text := fmt.Sprint(*value)
	if w.chance() {
		text, value = "", nil
	}
	l, g, side := rowOf(w.lines, line), rowOf(w.games, game), tourney.SideStatisticsInput{ID: 99}
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

func (w *naiveWorld) setStatistic() naiveWrite {
	game, line, name, value := idOf(w, w.games), idOf(w, w.lines), w.category(), w.score()
	l := rowOf(w.lines, line)
	return naiveWrite{
		l != nil && rowOf(w.games, game) != nil,
		found(func() bool { return w.srv.SetStatistic(game, line, name, tourney.NewDecimal(value, 0)) }),
		func() { w.store(game, l, name, &value) },
	}
}

func (w *naiveWorld) removeStatistic() naiveWrite {
	game, line, name := idOf(w, w.games), idOf(w, w.lines), w.category()
	i := w.statistic(game, line, name)
	return naiveWrite{
		i >= 0 && !w.statistics[i].cleared, door(func() { w.srv.RemoveStatistic(game, line, name) }),
		func() { w.statistics = slices.Delete(w.statistics, i, i+1) },
	}
}

func (w *naiveWorld) createDivision() naiveWrite {
	d := naiveDivision{naiveRow: naiveRow{w.next.division, w.text()}, event: idOf(w, w.events), active: w.chance()}
	in := tourney.DivisionCreateInput{EventID: d.event, Name: &d.name, Active: &d.active}
	return naiveWrite{
		rowOf(w.events, d.event) != nil,
		created(d.id, func() (int64, error) { return w.client().Divisions.Create(w.Context(), in) }),
		func() {
			w.next.division++
			w.divisions = append(w.divisions, d)
		},
	}
}

func (w *naiveWorld) updateDivision() naiveWrite {
	in := tourney.DivisionUpdateInput{ID: idOf(w, w.divisions), Name: new(w.text()), Active: new(w.chance())}
	d := rowOf(w.divisions, in.ID)
	return naiveWrite{
		d != nil, func() error { return w.client().Divisions.Update(w.Context(), in) },
		func() { d.name, d.active = *in.Name, *in.Active },
	}
}

func (w *naiveWorld) pay() naiveWrite {
	in := tourney.PaymentInput{TeamID: idOf(w, w.teams), MarkAsPaid: new(w.chance()), EnableCreditCard: new(false)}
	in.Payment = &tourney.PaymentDetailsInput{
		Amount: new(tourney.NewDecimal(5, 0)), Title: new("Entry"), Description: new("Of a team"),
	}
	t := rowOf(w.teams, in.TeamID)
	return naiveWrite{
		t != nil, func() error { _, err := w.client().Payments.Pay(w.Context(), in); return err },
		func() { t.paid = t.paid || *in.MarkAsPaid },
	}
}

func (w *naiveWorld) register() naiveWrite {
	t := naiveTeam{naiveRow: naiveRow{w.next.team, w.text()}, division: idOf(w, w.divisions), paid: w.chance()}
	in := tourney.RegistrationInput{
		DivisionID: t.division, Name: &t.name, MarkAsPaid: &t.paid, EnableCreditCard: new(false),
		Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}},
		Players: []tourney.RegistrationPlayerInput{{FirstName: new("Kim")}},
	}
	d := rowOf(w.divisions, t.division)
	return naiveWrite{
		d != nil,
		created(t.id, func() (int64, error) {
			result, err := w.client().Registration.Register(w.Context(), in)
			return result.TeamID, err
		}),
		func() {
			w.next.team++
			t.event, t.status = d.event, new(tourney.TeamActive)
			w.teams = append(w.teams, t)
			w.addLine(t.id, 0, "Kim", "", "Active")
		},
	}
}
