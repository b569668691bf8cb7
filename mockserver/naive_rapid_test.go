package mockserver_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestPagesAreThoseOfANaiveModel makes random writes through the interface and the side door, goes back to rows of before,
// and forks sessions. After each step it compares pages, leaders and standings with those that a naive model builds from
// scratch: in JSON and in XML, the first answer and the one that is kept. The model is right about which writes are refused,
// and about the ids that the mock gives out.
func TestPagesAreThoseOfANaiveModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		srv := empty(t, tourney.Rugby)
		defer srv.Close()
		worlds := []*naiveWorld{newNaiveWorld(rt, srv, naiveStart(srv))}
		kept := someQuestions(rt)
		var before []naiveSnapshot
		for range rapid.IntRange(1, 14).Draw(rt, "steps") {
			w := worlds[rapid.IntRange(0, len(worlds)-1).Draw(rt, "world")]
			switch rapid.IntRange(0, 11).Draw(rt, "what") {
			case 0:
				before = append(before, naiveSnapshot{w.srv.Snapshot(), w.naive.clone()})
			case 1:
				if len(before) > 0 {
					of := before[rapid.IntRange(0, len(before)-1).Draw(rt, "snapshot")]
					w.goBack(of.rows, func() { w.srv.Restore(of.kept) })
				}
			case 2:
				to := rapid.Int64Range(w.first, w.srv.Writes()).Draw(rt, "rewind to")
				w.goBack(w.after[to], func() { w.srv.Rewind(to) })
			case 3:
				w.reset()
			case 4:
				if len(worlds) < 3 {
					session, err := w.srv.NewSession("")
					require.NoError(rt, err)
					worlds = append(worlds, newNaiveWorld(rt, session, w.naive.clone()))
				}
			default:
				w.write()
			}
			w.compare(slices.Concat(kept, someQuestions(rt))...)
		}
		for _, w := range worlds {
			w.compare(naiveQuestions...)
		}
	})
}

// someQuestions draws questions by their indexes, because rapid writes down what it draws.
func someQuestions(rt *rapid.T) (list []naiveQuestion) {
	for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(naiveQuestions)-1), 5, 5).Draw(rt, "questions") {
		list = append(list, naiveQuestions[i])
	}
	return list
}

type naiveSnapshot struct {
	kept *mockserver.Snapshot
	rows naive
}

// naiveWorld is a server or a session beside its model.
type naiveWorld struct {
	*rapid.T
	naive

	srv     *mockserver.Server
	clients [2]*tourney.Client // in JSON and in XML
	start   naive
	highest naiveIDs // that were ever next
	first   int64    // write to which the world can go back
	after   map[int64]naive
}

func newNaiveWorld(rt *rapid.T, srv *mockserver.Server, rows naive) *naiveWorld {
	w := &naiveWorld{T: rt, naive: rows, srv: srv, start: rows.clone(), first: srv.Writes(), after: map[int64]naive{}}
	w.clients = [...]*tourney.Client{srv.Client(), srv.Client(tourney.WithFormat(tourney.XML))}
	w.after[w.first] = rows.clone()
	return w
}

// naiveStart gives a server its first rows, and returns them. No later write has ids below 100 given out.
func naiveStart(srv *mockserver.Server) naive {
	n := naive{next: naiveIDs{20_000_001, 50_000_001, 60_000_001, 70_000_001, 1}}
	for i := range int64(2) {
		e := tourney.Event{ID: 1 + i, Name: "Cup", StartDate: friday, EndDate: saturday}
		srv.AddEvent(e)
		n.events = append(n.events, e)
		v := tourney.Venue{ID: 61 + i, Name: "Park"}
		srv.AddVenue(v)
		n.venues = append(n.venues, v)
	}
	for i := range int64(3) {
		srv.AddDivision(tourney.Division{ID: 11 + i, Name: "Open", Event: &tourney.Event{ID: 1 + i/2}})
		n.divisions = append(n.divisions, naiveDivision{id: 11 + i, event: 1 + i/2, name: "Open", active: true})
	}
	for i := range int64(4) {
		division := 11 + i%2
		srv.AddTeam(tourney.Team{
			ID: 31 + i, Name: "Otters", Paid: new(true), Division: &tourney.TeamDivision{ID: division},
			Players: []tourney.TeamPlayer{{ID: 41 + i, PlayerID: 51 + i, FirstName: "Ann", School: "Oak"}},
		})
		n.teams = append(n.teams, naiveTeam{id: 31 + i, division: division, event: 1, name: "Otters", paid: true})
		n.lines = append(n.lines, naiveLine{id: 41 + i, team: 31 + i, person: 51 + i, name: "Ann", school: "Oak"})
		n.people = append(n.people, tourney.Player{
			ID: 51 + i, FirstName: "Ann", Profile: &tourney.PlayerProfile{School: "Oak"},
		})
	}
	for i := range int64(2) {
		g := naiveGame{id: 71 + i, division: 11 + i, venue: 61, date: friday}
		g.away.team, g.home.team = 31+i, 33+i
		srv.AddGame(n.gameView(&g))
		n.games = append(n.games, g)
	}
	return n
}

// wrote notes a write that the mock has made.
func (w *naiveWorld) wrote(number int64) {
	if w.srv.Writes() != number {
		w.Fatalf("the server is after write %d, and not %d", w.srv.Writes(), number)
	}
	w.highest = w.highest.orLater(w.next)
	w.after[number] = w.naive.clone()
}

// goBack makes all rows those of before. Ids go on.
func (w *naiveWorld) goBack(rows naive, f func()) {
	number := w.srv.Writes()
	f()
	w.highest = w.highest.orLater(w.next)
	w.naive = rows.clone()
	w.next = w.next.orLater(w.highest)
	w.wrote(number + 1)
}

// reset restores the rows and the ids of the beginning.
func (w *naiveWorld) reset() {
	number := w.srv.Writes()
	w.srv.Reset()
	w.highest = w.highest.orLater(w.next)
	w.naive = w.start.clone()
	w.wrote(number + 1)
}

// accepts makes a write, which must succeed if ok is true and else be refused. It reports whether it succeeded.
func (w *naiveWorld) accepts(ok bool, write func() error) bool {
	number := w.srv.Writes()
	var err error
	if refusal := refusalOf(func() { err = write() }); refusal != "" {
		err = errors.New(refusal)
	}
	if (err == nil) != ok {
		w.Fatalf("the write is to succeed: %t, and the mock says: %v", ok, err)
	}
	if !ok && w.srv.Writes() != number {
		w.Fatalf("the refused write has a number: %v", err)
	}
	return ok
}

var errNoRow = errors.New("a Set method found no row")

// found makes a refusal of the result of a Set method.
func found(there bool) error {
	if there {
		return nil
	}
	return errNoRow
}

// write makes one write in the model and in the mock.
func (w *naiveWorld) write() {
	number := w.srv.Writes()
	calls := []func() bool{
		w.createTeam, w.createTeam, w.updateTeam, w.updateTeam, w.updateTeam, w.updatePlayer, w.updateScore, w.updateScore,
		w.updateStatistics, w.updateStatistics, w.createDivision, w.updateDivision, w.pay, w.register, w.addGame, w.addPlayer,
		w.editEvent, w.editVenue, w.editDivision, w.editDivision, w.editTeam, w.editRoster, w.editRoster, w.editPlayer, w.editGame,
		w.editGame, w.setTeamEvent, w.setStatistic, w.removeTeam, w.removePlayer, w.removeGame, w.removeDivision,
		w.removeBookings, w.removeStatistic,
	}
	if calls[rapid.IntRange(0, len(calls)-1).Draw(w.T, "write")]() {
		w.wrote(number + 1)
	}
}

func (w *naiveWorld) client() *tourney.Client {
	return rapid.SampledFrom(w.clients[:]).Draw(w.T, "client")
}

func (w *naiveWorld) chance() bool { return rapid.Bool().Draw(w.T, "chance") }

func (w *naiveWorld) text() string {
	return rapid.SampledFrom([]string{"Otters", "Herons & <Sons>", "Újpest"}).Draw(w.T, "text")
}

// one draws the id of a row, or seldom one that no row has.
func one[R any](w *naiveWorld, rows []R, id func(R) int64) int64 {
	ids := []int64{99}
	for _, r := range rows {
		ids = append(ids, id(r), id(r), id(r))
	}
	return rapid.SampledFrom(ids).Draw(w.T, "id")
}

func (w *naiveWorld) anEvent() int64 {
	return one(w, w.events, func(e tourney.Event) int64 { return e.ID })
}
func (w *naiveWorld) aVenue() int64 {
	return one(w, w.venues, func(v tourney.Venue) int64 { return v.ID })
}
func (w *naiveWorld) aDivision() int64 {
	return one(w, w.divisions, func(d naiveDivision) int64 { return d.id })
}
func (w *naiveWorld) aTeam() int64 { return one(w, w.teams, func(t naiveTeam) int64 { return t.id }) }
func (w *naiveWorld) aLine() int64 { return one(w, w.lines, func(l naiveLine) int64 { return l.id }) }
func (w *naiveWorld) aPerson() int64 {
	return one(w, w.people, func(p tourney.Player) int64 { return p.ID })
}
func (w *naiveWorld) aGame() int64  { return one(w, w.games, func(g naiveGame) int64 { return g.id }) }
func (w *naiveWorld) aScore() int64 { return rapid.Int64Range(0, 3).Draw(w.T, "score") }
func (w *naiveWorld) aStatistic() string {
	return rapid.SampledFrom([]string{"Tries", "TRIES", "Conversions", "Kicks", "kicks"}).Draw(w.T, "statistic")
}

// newLine adds a line for a person, who is new if the id is 0.
func (w *naiveWorld) newLine(team, person int64, name, school string, status tourney.PlayerStatus) {
	l := naiveLine{id: w.next.line, team: team, person: person, name: name, school: school, status: status}
	w.next.line++
	if person == 0 {
		l.person = w.next.person
		w.next.person++
		w.people = append(w.people, tourney.Player{
			ID: l.person, FirstName: name, Profile: &tourney.PlayerProfile{School: school},
		})
	}
	w.lines = append(w.lines, l)
}

func (w *naiveWorld) createTeam() bool {
	t := naiveTeam{id: w.next.team, name: w.text(), external: w.text(), paid: w.chance()}
	in := tourney.TeamCreateInput{Name: &t.name, ExternalTeamID: &t.external, Paid: &t.paid}
	if w.chance() {
		t.status = new(rapid.SampledFrom([]tourney.TeamStatus{1, 3}).Draw(w.T, "status"))
		in.Status = t.status
	}
	if t.division = w.aDivision(); w.chance() {
		t.division, t.event = 0, w.anEvent()
	}
	in.DivisionID, in.EventID = t.division, t.event
	ok := t.division == 0 && w.event(t.event) != nil
	if d := w.division(t.division); d != nil {
		t.event, ok = d.event, true
	}
	players := rapid.IntRange(0, 2).Draw(w.T, "players")
	for range players {
		in.Players = append(in.Players, tourney.PlayerInput{FirstName: new("Eve"), School: new("Elm")})
	}
	if !w.accepts(ok, func() error {
		id, err := w.client().Teams.Create(w.Context(), in)
		if err == nil && id != t.id {
			return fmt.Errorf("the team got the id %d, and not %d", id, t.id)
		}
		return err
	}) {
		return false
	}
	w.next.team++
	w.teams = append(w.teams, t)
	for range players {
		w.newLine(t.id, 0, "Eve", "Elm", "Active")
	}
	return true
}

func (w *naiveWorld) updateTeam() bool {
	in := tourney.TeamUpdateInput{ID: w.aTeam(), Name: new(w.text())}
	t := w.team(in.ID)
	ok := t != nil
	what := rapid.IntRange(0, 4).Draw(w.T, "change")
	switch what {
	case 0, 1:
		in.DivisionID = w.aDivision()
		ok = ok && w.division(in.DivisionID) != nil
	case 2:
		in.Paid = new(w.chance())
	case 3:
		in.Status = new(rapid.SampledFrom([]tourney.TeamStatus{1, 3}).Draw(w.T, "status"))
	default:
		in.Players = []tourney.PlayerUpdateInput{{PlayerInput: tourney.PlayerInput{FirstName: new("Zoe")}}}
	}
	if !w.accepts(ok, func() error { return w.client().Teams.Update(w.Context(), in) }) {
		return false
	}
	t.name = *in.Name
	switch {
	case in.DivisionID != 0:
		t.division, t.event = in.DivisionID, w.division(in.DivisionID).event
	case in.Paid != nil:
		t.paid = *in.Paid
	case in.Status != nil:
		t.status = in.Status
	default:
		w.newLine(t.id, 0, "Zoe", "", "Active")
	}
	return true
}

// updatePlayer changes a line of a roster. The person follows the line where it changed.
func (w *naiveWorld) updatePlayer() bool {
	team, line, name := w.aTeam(), w.aLine(), w.text()
	in := tourney.TeamUpdateInput{ID: team, Players: []tourney.PlayerUpdateInput{{
		ID: line, PlayerInput: tourney.PlayerInput{FirstName: &name, School: &name},
	}}}
	l := w.line(line)
	if l != nil && w.chance() {
		team, in.ID = l.team, l.team
	}
	if !w.accepts(l != nil && l.team == team, func() error { return w.client().Teams.Update(w.Context(), in) }) {
		return false
	}
	p := w.person(l.person)
	if l.name != name {
		p.FirstName = name
	}
	if l.school != name {
		p.Profile = &tourney.PlayerProfile{School: name}
	}
	l.name, l.school = name, name
	return true
}

func (w *naiveWorld) updateScore() bool {
	id, away, home := w.aGame(), w.aScore(), w.aScore()
	in := tourney.GameUpdateInput{ID: id, AwayScore: new(int(away))}
	both := w.chance()
	if both {
		in.HomeScore = new(int(home))
	}
	if !w.accepts(w.game(id) != nil, func() error { return w.client().Games.Update(w.Context(), in) }) {
		return false
	}
	w.game(id).away.score = &away
	if both {
		w.game(id).home.score = &home
	}
	return true
}

func (w *naiveWorld) updateStatistics() bool {
	game, line, name, value := w.aGame(), w.aLine(), w.aStatistic(), fmt.Sprint(w.aScore())
	if w.chance() {
		value = ""
	}
	l, g, side := w.line(line), w.game(game), tourney.SideStatisticsInput{ID: 99}
	if l != nil {
		side.ID = l.team
	}
	side.Players = []tourney.PlayerStatisticsInput{{
		TeamPlayerID: line, Statistics: []tourney.StatisticInput{{Name: name, Value: &value}},
	}}
	in := tourney.StatisticsUpdateInput{GameID: game, Away: &side}
	ok := g != nil && l != nil && g.away.team == l.team
	if g != nil && l != nil && g.home.team == l.team {
		in.Away, in.Home, ok = nil, &side, true
	}
	if !w.accepts(ok, func() error { return w.client().Statistics.Update(w.Context(), in) }) {
		return false
	}
	w.store(game, l, name, value)
	return true
}

// store sets a statistic, or clears it with an empty value.
func (w *naiveWorld) store(game int64, l *naiveLine, name, value string) {
	s := w.statistic(game, l.id, name)
	if s == nil {
		if value == "" {
			return
		}
		w.statistics = append(w.statistics, naiveStatistic{game: game, line: l.id, person: l.person, name: name})
		s = &w.statistics[len(w.statistics)-1]
	}
	if s.cleared = value == ""; !s.cleared {
		s.value, _ = tourney.MustDecimal(value).Int64()
	}
}

func (w *naiveWorld) setStatistic() bool {
	game, line, name, value := w.aGame(), w.aLine(), w.aStatistic(), w.aScore()
	l := w.line(line)
	ok := w.accepts(l != nil && w.game(game) != nil, func() error {
		return found(w.srv.SetStatistic(game, line, name, tourney.NewDecimal(value, 0)))
	})
	if ok {
		w.store(game, l, name, fmt.Sprint(value))
	}
	return ok
}

func (w *naiveWorld) createDivision() bool {
	d := naiveDivision{id: w.next.division, event: w.anEvent(), name: w.text(), active: w.chance()}
	in := tourney.DivisionCreateInput{EventID: d.event, Name: &d.name, Active: &d.active}
	ok := w.accepts(w.event(d.event) != nil, func() error {
		id, err := w.client().Divisions.Create(w.Context(), in)
		if err == nil && id != d.id {
			return fmt.Errorf("the division got the id %d, and not %d", id, d.id)
		}
		return err
	})
	if ok {
		w.next.division++
		w.divisions = append(w.divisions, d)
	}
	return ok
}

func (w *naiveWorld) updateDivision() bool {
	in := tourney.DivisionUpdateInput{ID: w.aDivision(), Name: new(w.text()), Active: new(w.chance())}
	d := w.division(in.ID)
	ok := w.accepts(d != nil, func() error { return w.client().Divisions.Update(w.Context(), in) })
	if ok {
		d.name, d.active = *in.Name, *in.Active
	}
	return ok
}

func (w *naiveWorld) pay() bool {
	team, mark := w.aTeam(), w.chance()
	in := tourney.PaymentInput{TeamID: team, MarkAsPaid: &mark, EnableCreditCard: new(false)}
	in.Payment = &tourney.PaymentDetailsInput{
		Amount: new(tourney.NewDecimal(5, 0)), Title: new("Entry"), Description: new("Of a team"),
	}
	p := naivePayment{fmt.Sprintf("MOCK-%06d", w.next.payment), team}
	ok := w.accepts(w.team(team) != nil, func() error {
		result, err := w.client().Payments.Pay(w.Context(), in)
		if err == nil && result.TransactionID != p.id {
			return fmt.Errorf("the payment got the id %s, and not %s", result.TransactionID, p.id)
		}
		return err
	})
	if ok {
		w.next.payment++
		w.payments = append(w.payments, p)
		w.team(team).paid = mark || w.team(team).paid
	}
	return ok
}

func (w *naiveWorld) register() bool {
	t := naiveTeam{id: w.next.team, division: w.aDivision(), name: w.text(), paid: w.chance()}
	in := tourney.RegistrationInput{
		DivisionID: t.division, Name: &t.name, MarkAsPaid: &t.paid, EnableCreditCard: new(false),
		Players: []tourney.RegistrationPlayerInput{{FirstName: new("Kim")}},
	}
	d := w.division(t.division)
	ok := w.accepts(d != nil, func() error {
		_, err := w.client().Registration.Register(w.Context(), in)
		return err
	})
	if ok {
		w.next.team++
		t.event, t.status = d.event, new(tourney.TeamActive)
		w.teams, w.registrations = append(w.teams, t), append(w.registrations, t.id)
		w.newLine(t.id, 0, "Kim", "", "Active")
	}
	return ok
}

func (w *naiveWorld) addGame() bool {
	g := naiveGame{id: 71 + w.aScore(), division: w.aDivision(), venue: w.aVenue(), date: friday.AddDays(int(w.aScore()))}
	g.away.team, g.home.team = w.aTeam(), w.aTeam()
	view := w.gameView(&g)
	if view.Division == nil || view.AwayTeam.TeamID == nil || view.HomeTeam.TeamID == nil || view.VenueCourt == nil {
		return false // the view shows no row that is not there
	}
	ok := w.accepts(w.game(g.id) == nil, func() error { w.srv.AddGame(view); return nil })
	if ok {
		w.games = append(w.games, g)
	}
	return ok
}

func (w *naiveWorld) addPlayer() bool {
	p := tourney.Player{ID: 55 + w.aScore(), FirstName: w.text()}
	ok := w.accepts(w.person(p.ID) == nil, func() error { w.srv.AddPlayer(p); return nil })
	if ok {
		w.people = append(w.people, p)
	}
	return ok
}

func (w *naiveWorld) editEvent() bool {
	id, name := w.anEvent(), w.text()
	ok := w.accepts(w.event(id) != nil, func() error {
		w.srv.EditEvent(id, func(e *tourney.Event) { e.Name = name })
		return nil
	})
	if ok {
		w.event(id).Name = name
	}
	return ok
}

func (w *naiveWorld) editVenue() bool {
	id, name := w.aVenue(), w.text()
	ok := w.accepts(w.venue(id) != nil, func() error {
		w.srv.EditVenue(id, func(v *tourney.Venue) { v.Name = name })
		return nil
	})
	if ok {
		w.venue(id).Name = name
	}
	return ok
}

// editDivision gives a division another name and setting, or another event, which its teams follow.
func (w *naiveWorld) editDivision() bool {
	id, name, event := w.aDivision(), w.text(), w.anEvent()
	show := rapid.SampledFrom([]tourney.RegistrationStatus{1, 2, 3}).Draw(w.T, "show")
	d, move := w.division(id), w.chance()
	ok := w.accepts(d != nil && (!move || w.event(event) != nil), func() error {
		w.srv.EditDivision(id, func(d *tourney.Division) {
			d.Name, d.Settings = name, &tourney.DivisionSettings{RegistrationStatus: show}
			if move && event != d.Event.ID {
				d.Event = &tourney.Event{ID: event}
			}
		})
		return nil
	})
	if !ok {
		return false
	}
	d.name, d.show = name, show
	for i := range w.teams {
		if t := &w.teams[i]; t.division == id && move && event != d.event {
			t.event = event
		}
	}
	if move {
		d.event = event
	}
	return true
}

// editTeam gives a team another name, and puts it into another division or into none.
func (w *naiveWorld) editTeam() bool {
	id, name, division := w.aTeam(), w.text(), w.aDivision()
	if w.chance() {
		division = 0
	}
	t := w.team(id)
	ok := w.accepts(t != nil && (division == 0 || w.division(division) != nil), func() error {
		w.srv.EditTeam(id, func(t *tourney.Team) {
			t.Name, t.ExternalTeamID = name, name
			if t.Division == nil || t.Division.ID != division {
				t.Division = &tourney.TeamDivision{ID: division}
			}
			if division == 0 {
				t.Division = nil
			}
		})
		return nil
	})
	if !ok {
		return false
	}
	t.name, t.external = name, name
	if t.division != division {
		t.division, t.event = division, 0
		if d := w.division(division); d != nil {
			t.event = d.event
		}
	}
	return true
}

// editRoster puts a known person onto a roster, or takes the first line off it, with its statistics.
func (w *naiveWorld) editRoster() bool {
	id, person := w.aTeam(), w.aPerson()
	own := func(l *naiveLine) bool { return l.team == id }
	on := row(w.lines, func(l *naiveLine) bool { return own(l) && l.person == person }) != nil
	if on || w.person(person) == nil {
		return w.dropLine(id, row(w.lines, own))
	}
	ok := w.accepts(w.team(id) != nil, func() error {
		w.srv.EditTeam(id, func(t *tourney.Team) {
			t.Players = append(t.Players, tourney.TeamPlayer{PlayerID: person, FirstName: "Guest"})
		})
		return nil
	})
	if ok {
		w.newLine(id, person, "Guest", "", "")
	}
	return ok
}

func (w *naiveWorld) dropLine(team int64, first *naiveLine) bool {
	if first == nil {
		return false
	}
	ok := w.accepts(true, func() error {
		w.srv.EditTeam(team, func(t *tourney.Team) { t.Players = t.Players[1:] })
		return nil
	})
	gone := first.id
	w.dropLines(func(l naiveLine) bool { return l.id == gone })
	return ok
}

// dropLines removes lines of rosters with their statistics. The persons stay.
func (w *naiveWorld) dropLines(gone func(naiveLine) bool) {
	w.lines = slices.DeleteFunc(w.lines, gone)
	w.statistics = slices.DeleteFunc(w.statistics, func(s naiveStatistic) bool { return w.line(s.line) == nil })
}

// editPlayer gives a person another name, also on the rosters where it was another one.
func (w *naiveWorld) editPlayer() bool {
	id, name := w.aPerson(), w.text()
	p := w.person(id)
	ok := w.accepts(p != nil, func() error {
		w.srv.EditPlayer(id, func(p *tourney.Player) { p.FirstName = name })
		return nil
	})
	if !ok {
		return false
	}
	for i := range w.lines {
		if l := &w.lines[i]; l.person == id && p.FirstName != name {
			l.name = name
		}
	}
	p.FirstName = name
	return true
}

// editGame moves a game to another day and division, and gives it another team.
func (w *naiveWorld) editGame() bool {
	id, division, team, date := w.aGame(), w.aDivision(), w.aTeam(), friday.AddDays(int(w.aScore()))
	g := w.game(id)
	ok := w.accepts(g != nil && w.division(division) != nil && w.team(team) != nil, func() error {
		w.srv.EditGame(id, func(g *tourney.Game) {
			if g.Date = date; g.Division.ID != division {
				g.Division = &tourney.GameDivision{ID: division}
			}
			if side := g.HomeTeam; side.TeamID == nil || *side.TeamID != team {
				g.HomeTeam = &tourney.GameSide{TeamID: new(team), Score: new(tourney.NewDecimal(2, 0))}
			}
		})
		return nil
	})
	if !ok {
		return false
	}
	g.date, g.division = date, division
	if g.home.team != team {
		g.home = naiveSide{team: team, score: new(int64(2))}
	}
	return true
}

func (w *naiveWorld) setTeamEvent() bool {
	id, event := w.aTeam(), w.anEvent()
	t := w.team(id)
	ok := w.accepts(t != nil && t.division == 0 && w.event(event) != nil, func() error {
		return found(w.srv.SetTeamEvent(id, event))
	})
	if ok {
		t.event = event
	}
	return ok
}

// removeTeam removes a team with its roster. The sides of its games keep its name.
func (w *naiveWorld) removeTeam() bool {
	id := w.aTeam()
	if !w.accepts(w.team(id) != nil, func() error { w.srv.RemoveTeam(id); return nil }) {
		return false
	}
	for i := range w.games {
		for _, side := range []*naiveSide{&w.games[i].away, &w.games[i].home} {
			if side.team == id {
				side.team, side.name = 0, w.team(id).name
			}
		}
	}
	w.dropLines(func(l naiveLine) bool { return l.team == id })
	w.teams = slices.DeleteFunc(w.teams, func(t naiveTeam) bool { return t.id == id })
	return true
}

func (w *naiveWorld) removePlayer() bool {
	id := w.aPerson()
	ok := w.accepts(w.person(id) != nil, func() error { w.srv.RemovePlayer(id); return nil })
	if ok {
		w.dropLines(func(l naiveLine) bool { return l.person == id })
		w.people = slices.DeleteFunc(w.people, func(p tourney.Player) bool { return p.ID == id })
	}
	return ok
}

func (w *naiveWorld) removeGame() bool {
	id := w.aGame()
	ok := w.accepts(w.game(id) != nil, func() error { w.srv.RemoveGame(id); return nil })
	if ok {
		w.games = slices.DeleteFunc(w.games, func(g naiveGame) bool { return g.id == id })
		w.statistics = slices.DeleteFunc(w.statistics, func(s naiveStatistic) bool { return s.game == id })
	}
	return ok
}

// removeDivision is refused while teams or games are in the division.
func (w *naiveWorld) removeDivision() bool {
	id := w.aDivision()
	used := row(w.teams, func(t *naiveTeam) bool { return t.division == id }) != nil ||
		row(w.games, func(g *naiveGame) bool { return g.division == id }) != nil
	ok := w.accepts(w.division(id) != nil && !used, func() error { w.srv.RemoveDivision(id); return nil })
	if ok {
		w.divisions = slices.DeleteFunc(w.divisions, func(d naiveDivision) bool { return d.id == id })
	}
	return ok
}

// removeBookings removes the first payment, or else the first registration.
func (w *naiveWorld) removeBookings() bool {
	switch {
	case len(w.payments) > 0:
		id := w.payments[0].id
		w.payments = slices.Clone(w.payments[1:])
		return w.accepts(true, func() error { w.srv.RemovePayment(id); return nil })
	case len(w.registrations) > 0:
		id := w.registrations[0]
		w.registrations = slices.Clone(w.registrations[1:])
		return w.accepts(true, func() error { w.srv.RemoveRegistration(id); return nil })
	}
	return false
}

func (w *naiveWorld) removeStatistic() bool {
	game, line, name := w.aGame(), w.aLine(), w.aStatistic()
	s := w.statistic(game, line, name)
	ok := w.accepts(s != nil && !s.cleared, func() error { w.srv.RemoveStatistic(game, line, name); return nil })
	if ok {
		w.statistics = slices.DeleteFunc(w.statistics, func(s naiveStatistic) bool {
			return s.game == game && s.line == line && strings.EqualFold(s.name, name)
		})
	}
	return ok
}

// naiveQuestion is a request, and what the model answers to it. An id that no row has gives nil and ErrNotFound.
type naiveQuestion struct {
	name string
	ask  func(context.Context, *tourney.Client) (any, error)
	want func(*naive) any
}

// compare asks each question twice in each format.
func (w *naiveWorld) compare(questions ...naiveQuestion) {
	w.Helper()
	for _, q := range questions {
		want := q.want(&w.naive)
		for i, c := range w.clients {
			for range 2 {
				got, err := q.ask(w.Context(), c)
				if want == nil && errors.Is(err, tourney.ErrNotFound) {
					continue
				}
				if err != nil {
					w.Fatalf("%s %s: %v", formats[i], q.name, err)
				}
				if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
					w.Fatalf("%s %s differs (-model +mock):\n%s", formats[i], q.name, diff)
				}
			}
		}
	}
	var payments []naivePayment
	for _, p := range w.srv.Payments() {
		payments = append(payments, naivePayment{p.TransactionID, p.TeamID})
	}
	var registrations []int64
	for _, r := range w.srv.Registrations() {
		registrations = append(registrations, r.TeamID)
	}
	if !slices.Equal(payments, w.payments) || !slices.Equal(registrations, w.registrations) {
		w.Fatalf("the bookings are %v and %v, and not %v and %v", payments, registrations, w.payments, w.registrations)
	}
}

// asked returns the question of a list.
func asked[O, T any](
	o O, ask func(context.Context, *tourney.Client, O) (T, error), want func(*naive, O) T,
) naiveQuestion {
	return naiveQuestion{
		fmt.Sprintf("%T%+v", o, o),
		func(ctx context.Context, c *tourney.Client) (any, error) { return ask(ctx, c, o) },
		func(n *naive) any { return want(n, o) },
	}
}

// naiveQuestions are lists with all filters, and pages of them, details, leaders and standings.
var naiveQuestions = func() (list []naiveQuestion) {
	for _, w := range []where{{}, {event: 1}, {event: 2}, {division: 11}, {division: 12}, {1, 11}, {2, 11}, {event: 99}, {division: 20_000_001}} {
		list = append(list, teamQuestions(w)...)
		list = append(list, playerQuestions(w)...)
		list = append(list, gameQuestions(w)...)
		list = append(list, askLeaders(tourney.LeadersOptions{EventID: w.event, DivisionID: w.division}))
		list = append(list, askLeaders(tourney.LeadersOptions{EventID: w.event, DivisionID: w.division, PageSize: 1}))
		list = append(list, asked(tourney.StandingsOptions{EventID: w.event, DivisionID: w.division, Display: tourney.DisplayDivision},
			func(ctx context.Context, c *tourney.Client, o tourney.StandingsOptions) (tourney.Standings, error) {
				return c.Standings.Get(ctx, o)
			}, (*naive).standings))
	}
	for _, event := range []int64{0, 1, 2, 99} {
		for _, in := range [][]tourney.Include{nil, {tourney.IncludeTeams}, {tourney.IncludeSettings, tourney.IncludeTeams}} {
			list = append(list, askDivisions(tourney.DivisionListOptions{EventID: event, Includes: in}))
			list = append(list, askDivisions(tourney.DivisionListOptions{EventID: event, Includes: in, Page: 2, PageSize: 1}))
		}
	}
	for _, id := range []int64{31, 34, 50_000_001} {
		list = append(list, askTeam(id))
	}
	return append(list, asked(tourney.VenueListOptions{},
		func(ctx context.Context, c *tourney.Client, o tourney.VenueListOptions) ([]tourney.Venue, error) {
			return c.Venues.List(ctx, o)
		}, func(n *naive, _ tourney.VenueListOptions) []tourney.Venue { return n.venues }))
}()

func teamQuestions(w where) (list []naiveQuestion) {
	o := tourney.TeamListOptions{EventID: w.event, DivisionID: w.division, Includes: []tourney.Include{tourney.IncludePlayers}}
	for _, change := range []func(*tourney.TeamListOptions){
		func(*tourney.TeamListOptions) {},
		func(o *tourney.TeamListOptions) { o.Includes = nil },
		func(o *tourney.TeamListOptions) { o.Paid = new(true) },
		func(o *tourney.TeamListOptions) { o.Paid, o.Includes = new(false), nil },
		func(o *tourney.TeamListOptions) { o.Status = new(tourney.TeamActive) },
		func(o *tourney.TeamListOptions) { o.Status, o.Paid = new(tourney.TeamStatus(3)), new(true) },
		func(o *tourney.TeamListOptions) { o.TeamIDs = []int64{34, 50_000_001, 31, 34, 98} },
		func(o *tourney.TeamListOptions) { o.TeamIDs, o.Paid = []int64{32, 31}, new(true) },
		func(o *tourney.TeamListOptions) { o.Page, o.PageSize = 2, 2 },
		func(o *tourney.TeamListOptions) { o.Page, o.PageSize, o.Paid = 3, 1, new(true) },
	} {
		o := o
		change(&o)
		list = append(list, asked(o,
			func(ctx context.Context, c *tourney.Client, o tourney.TeamListOptions) (tourney.Page[tourney.Team], error) {
				return c.Teams.List(ctx, o)
			}, (*naive).teamPage))
	}
	return list
}

func playerQuestions(w where) (list []naiveQuestion) {
	all := []tourney.Include{tourney.IncludeTeams, tourney.IncludeProfile}
	for _, o := range []tourney.PlayerListOptions{
		{}, {Includes: all}, {Includes: all, TeamIDs: []int64{33, 31}}, {PlayerIDs: []int64{70_000_001, 53, 52, 98}},
		{PlayerIDs: []int64{51, 52}, TeamIDs: []int64{31, 50_000_001}}, {Page: 2, PageSize: 2, Includes: all},
	} {
		o.EventID, o.DivisionID = w.event, w.division
		list = append(list, asked(o,
			func(ctx context.Context, c *tourney.Client, o tourney.PlayerListOptions) (tourney.Page[tourney.Player], error) {
				return c.Players.List(ctx, o)
			}, (*naive).playerPage))
	}
	return list
}

func gameQuestions(w where) (list []naiveQuestion) {
	for _, o := range []tourney.GameListOptions{
		{}, {Date: friday}, {Date: saturday}, {TeamID: 31}, {TeamID: 33, Date: friday}, {TeamID: 98}, {Page: 2, PageSize: 1},
	} {
		o.EventID, o.DivisionID = w.event, w.division
		list = append(list, asked(o,
			func(ctx context.Context, c *tourney.Client, o tourney.GameListOptions) (tourney.Page[tourney.Game], error) {
				return c.Games.List(ctx, o)
			}, (*naive).gamePage))
	}
	return list
}

func askDivisions(o tourney.DivisionListOptions) naiveQuestion {
	return asked(o,
		func(ctx context.Context, c *tourney.Client, o tourney.DivisionListOptions) (tourney.Page[tourney.Division], error) {
			return c.Divisions.List(ctx, o)
		}, (*naive).divisionPage)
}

func askLeaders(o tourney.LeadersOptions) naiveQuestion {
	return asked(o,
		func(ctx context.Context, c *tourney.Client, o tourney.LeadersOptions) ([]tourney.StatisticCategory, error) {
			return c.Statistics.Leaders(ctx, o)
		}, (*naive).leaders)
}

func askTeam(id int64) naiveQuestion {
	return naiveQuestion{
		fmt.Sprint("team ", id),
		func(ctx context.Context, c *tourney.Client) (any, error) { return c.Teams.Get(ctx, id) },
		func(n *naive) any {
			if t := n.team(id); t != nil {
				return n.teamView(t, nil)
			}
			return nil
		},
	}
}
