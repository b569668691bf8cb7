package mockserver_test

import (
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// naive is a world in plain slices, in the order in which its rows came. It finds rows by loops and keeps nothing beside
// them. Its host is that of Rugby.
type naive struct {
	events, venues []naiveRow
	divisions      []naiveDivision
	teams          []naiveTeam
	lines          []naiveLine
	people         []naivePerson
	games          []naiveGame
	statistics     []naiveStatistic
	next           naiveIDs
}

// naiveIDs are the next ids of each kind. Each kind has a range of its own.
type naiveIDs struct{ division, team, line, person int64 }

func (n naiveIDs) orLater(m naiveIDs) naiveIDs {
	return naiveIDs{max(n.division, m.division), max(n.team, m.team), max(n.line, m.line), max(n.person, m.person)}
}

type naiveRow struct {
	id   int64
	name string
}

func (r naiveRow) key() int64 { return r.id }

// rowOf returns the row with an id, nil when there is none.
func rowOf[R interface{ key() int64 }](rows []R, id int64) *R {
	for i := range rows {
		if rows[i].key() == id {
			return &rows[i]
		}
	}
	return nil
}

func without[R interface{ key() int64 }](rows []R, id int64) []R {
	return slices.DeleteFunc(rows, func(r R) bool { return r.key() == id })
}

type naiveDivision struct {
	naiveRow

	event  int64
	active bool
	show   tourney.RegistrationStatus
}

type naiveTeam struct {
	naiveRow

	division, event int64
	external        string
	paid            bool
	status          *tourney.TeamStatus
}

// naiveLine is a line of a roster.
type naiveLine struct {
	naiveRow

	team, person int64
	school       string
	status       tourney.PlayerStatus
}

type naivePerson struct {
	naiveRow

	profile *tourney.PlayerProfile
}

type naiveGame struct {
	naiveRow

	division, venue int64
	date            tourney.Date
	away, home      naiveSide
}

type naiveSide struct {
	team  int64
	name  string // of a team that was removed
	score *int64
}

type naiveStatistic struct {
	game, line, person int64
	name               string
	value              int64
	cleared            bool
}

// clone returns a world that shares nothing that changes: what pointers point to is replaced.
func (n naive) clone() naive {
	n.events, n.venues, n.divisions = slices.Clone(n.events), slices.Clone(n.venues), slices.Clone(n.divisions)
	n.teams, n.lines, n.people = slices.Clone(n.teams), slices.Clone(n.lines), slices.Clone(n.people)
	n.games, n.statistics = slices.Clone(n.games), slices.Clone(n.statistics)
	return n
}

// statistic finds a statistic by its name in any letter case, or returns -1.
func (n *naive) statistic(game, line int64, name string) int {
	return slices.IndexFunc(n.statistics, func(s naiveStatistic) bool {
		return s.game == game && s.line == line && strings.EqualFold(s.name, name)
	})
}

// eventOf returns the event of a game, which is that of its division.
func (n *naive) eventOf(g *naiveGame) int64 {
	if d := rowOf(n.divisions, g.division); d != nil {
		return d.event
	}
	return 0
}

// shown reports whether lists show a team without the parameter Paid.
func (n *naive) shown(t *naiveTeam) bool {
	d := rowOf(n.divisions, t.division)
	if d == nil {
		return true
	}
	active := t.status == nil || *t.status == tourney.TeamActive
	switch d.show {
	case tourney.ShowActiveTeams:
		return active
	case tourney.ShowActivePaidTeams:
		return active && t.paid
	}
	return true
}

// addLine adds a line for a person, who comes with it if there is none with the id. 0 stands for the next id.
func (n *naive) addLine(team, person int64, name, school string, status tourney.PlayerStatus) {
	if person == 0 {
		person = n.next.person
		n.next.person++
	}
	if rowOf(n.people, person) == nil {
		n.people = append(n.people, naivePerson{naiveRow{person, name}, &tourney.PlayerProfile{School: school}})
	}
	n.lines = append(n.lines, naiveLine{naiveRow{n.next.line, name}, team, person, school, status})
	n.next.line++
}

// dropLines removes lines of rosters with their statistics. The persons stay.
func (n *naive) dropLines(gone func(naiveLine) bool) {
	n.lines = slices.DeleteFunc(n.lines, gone)
	n.statistics = slices.DeleteFunc(n.statistics, func(s naiveStatistic) bool { return rowOf(n.lines, s.line) == nil })
}

// store sets a statistic. Without a value it clears it.
func (n *naive) store(game int64, l *naiveLine, name string, value *int64) {
	i := n.statistic(game, l.id, name)
	if i < 0 {
		if value == nil {
			return
		}
		i = len(n.statistics)
		n.statistics = append(n.statistics, naiveStatistic{game: game, line: l.id, person: l.person, name: name})
	}
	if n.statistics[i].cleared = value == nil; value != nil {
		n.statistics[i].value = *value
	}
}

// row is a game for the side door.
func (g *naiveGame) row() tourney.Game {
	return tourney.Game{
		ID: g.id, Type: tourney.GamePool, Date: g.date, Division: &tourney.GameDivision{ID: g.division},
		VenueCourt: &tourney.VenueCourt{Court: &tourney.Court{Name: "North"}, Venue: &tourney.Venue{ID: g.venue}},
		AwayTeam:   &tourney.GameSide{TeamID: new(g.away.team)}, HomeTeam: &tourney.GameSide{TeamID: new(g.home.team)},
	}
}

// naiveStart gives a server two events, two venues, three divisions, four teams with a player each and two games. It
// returns a model of them.
func naiveStart(srv *mockserver.Server) naive {
	n := naive{next: naiveIDs{20_000_001, 50_000_001, 60_000_001, 70_000_001}}
	for i := range int64(2) {
		srv.AddEvent(tourney.Event{ID: 1 + i, Name: "Cup", StartDate: friday, EndDate: saturday})
		n.events = append(n.events, naiveRow{1 + i, "Cup"})
		srv.AddVenue(tourney.Venue{ID: 61 + i, Name: "Park"})
		n.venues = append(n.venues, naiveRow{61 + i, "Park"})
	}
	for i := range int64(3) {
		srv.AddDivision(tourney.Division{ID: 11 + i, Name: "Open", Event: &tourney.Event{ID: 1 + i/2}})
		n.divisions = append(n.divisions, naiveDivision{naiveRow: naiveRow{11 + i, "Open"}, event: 1 + i/2, active: true})
	}
	for i := range int64(4) {
		division := 11 + i%2
		srv.AddTeam(tourney.Team{
			ID: 31 + i, Name: "Otters", Paid: new(true), Division: &tourney.TeamDivision{ID: division},
			Players: []tourney.TeamPlayer{{ID: 41 + i, PlayerID: 51 + i, FirstName: "Ann", School: "Oak"}},
		})
		n.teams = append(n.teams, naiveTeam{naiveRow: naiveRow{31 + i, "Otters"}, division: division, event: 1, paid: true})
		n.lines = append(n.lines, naiveLine{naiveRow{41 + i, "Ann"}, 31 + i, 51 + i, "Oak", ""})
		n.people = append(n.people, naivePerson{naiveRow{51 + i, "Ann"}, &tourney.PlayerProfile{School: "Oak"}})
	}
	for i := range int64(2) {
		g := naiveGame{naiveRow{71 + i, ""}, 11 + i, 61, friday, naiveSide{team: 31 + i}, naiveSide{team: 33 + i}}
		srv.AddGame(g.row())
		n.games = append(n.games, g)
	}
	return n
}
