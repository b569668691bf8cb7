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
	events, venues, people []naiveRow
	divisions              []naiveDivision
	teams                  []naiveTeam
	lines                  []naiveLine
	games                  []naiveGame
	statistics             []naiveStatistic
	next                   naiveIDs
}

// naiveIDs are the next ids of each kind. Each kind has a range of its own.
type naiveIDs struct{ team, line, person int64 }

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
	paid            bool
	status          *tourney.TeamStatus
}

// naiveLine is a line of a roster.
type naiveLine struct {
	naiveRow

	team, person int64
	status       tourney.PlayerStatus
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
	return rowOf(n.divisions, g.division).event
}

// shown reports whether lists show a team without the parameter Paid.
func (n *naive) shown(t *naiveTeam) bool {
	active := t.status == nil || *t.status == tourney.TeamActive
	return rowOf(n.divisions, t.division).show != tourney.ShowActivePaidTeams || active && t.paid
}

// addLine adds a line for a person, who comes with it if there is none with the id. 0 stands for the next id.
func (n *naive) addLine(team, person int64, name string, status tourney.PlayerStatus) {
	if person == 0 {
		person = n.next.person
		n.next.person++
	}
	if rowOf(n.people, person) == nil {
		n.people = append(n.people, naiveRow{person, name})
	}
	n.lines = append(n.lines, naiveLine{naiveRow{n.next.line, name}, team, person, status})
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

// naiveStart gives a server two events, two venues, two divisions, three teams with a player each, and two games with a
// statistic each. It returns a model of them.
func naiveStart(srv *mockserver.Server) naive {
	n := naive{next: naiveIDs{50_000_001, 60_000_001, 70_000_001}}
	for i := range int64(2) {
		srv.AddEvent(tourney.Event{ID: 1 + i, Name: "Cup", StartDate: friday, EndDate: saturday})
		n.events = append(n.events, naiveRow{1 + i, "Cup"})
		srv.AddVenue(tourney.Venue{ID: 61 + i, Name: "Park"})
		n.venues = append(n.venues, naiveRow{61 + i, "Park"})
		srv.AddDivision(tourney.Division{ID: 11 + i, Name: "Open", Event: &tourney.Event{ID: 1}})
		n.divisions = append(n.divisions, naiveDivision{naiveRow: naiveRow{11 + i, "Open"}, event: 1, active: true})
	}
	for i := range int64(3) {
		division := 11 + i/2
		srv.AddTeam(tourney.Team{
			ID: 31 + i, Name: "Otters", ExternalTeamID: "Otters", Paid: new(true),
			Division: &tourney.TeamDivision{ID: division},
			Players:  []tourney.TeamPlayer{{ID: 41 + i, PlayerID: 51 + i, FirstName: "Ann"}},
		})
		n.teams = append(n.teams, naiveTeam{naiveRow: naiveRow{31 + i, "Otters"}, division: division, event: 1, paid: true})
		n.lines = append(n.lines, naiveLine{naiveRow{41 + i, "Ann"}, 31 + i, 51 + i, ""})
		n.people = append(n.people, naiveRow{51 + i, "Ann"})
	}
	for i := range int64(2) {
		g := naiveGame{naiveRow{71 + i, ""}, 11, 61, friday, naiveSide{team: 31}, naiveSide{team: 32 + i}}
		srv.AddGame(g.row())
		n.games = append(n.games, g)
		srv.SetStatistic(g.id, 41, "Tries", tourney.NewDecimal(1, 0))
		n.store(g.id, &n.lines[0], "Tries", new(int64(1)))
	}
	return n
}
