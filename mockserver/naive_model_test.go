package mockserver_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
)

// naive is a world in plain slices, in the order in which its rows came. It finds rows by loops, builds each page from
// scratch, and keeps nothing beside the rows. Its host is that of Rugby.
type naive struct {
	events        []tourney.Event
	venues        []tourney.Venue
	divisions     []naiveDivision
	teams         []naiveTeam
	lines         []naiveLine
	people        []tourney.Player
	games         []naiveGame
	statistics    []naiveStatistic
	payments      []naivePayment
	registrations []int64 // teams
	next          naiveIDs
}

// naiveIDs are the next ids of each kind. Each kind has a range of its own.
type naiveIDs struct{ division, team, line, person, payment int64 }

func (n naiveIDs) orLater(m naiveIDs) naiveIDs {
	return naiveIDs{
		max(n.division, m.division), max(n.team, m.team), max(n.line, m.line), max(n.person, m.person),
		max(n.payment, m.payment),
	}
}

type naiveDivision struct {
	id, event int64
	name      string
	active    bool
	show      tourney.RegistrationStatus
}

type naiveTeam struct {
	id, division, event int64
	name, external      string
	paid                bool
	status              *tourney.TeamStatus
}

type naiveLine struct {
	id, team, person int64
	name, school     string
	status           tourney.PlayerStatus
}

type naiveGame struct {
	id, division, venue int64
	date                tourney.Date
	away, home          naiveSide
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

type naivePayment struct {
	id   string
	team int64
}

// clone returns a world that shares nothing that changes.
func (n naive) clone() naive {
	n.events, n.venues, n.divisions = slices.Clone(n.events), slices.Clone(n.venues), slices.Clone(n.divisions)
	n.teams, n.lines, n.people = slices.Clone(n.teams), slices.Clone(n.lines), slices.Clone(n.people)
	n.games, n.statistics = slices.Clone(n.games), slices.Clone(n.statistics)
	n.payments, n.registrations = slices.Clone(n.payments), slices.Clone(n.registrations)
	return n
}

// row returns the row that a filter finds, nil when there is none.
func row[R any](rows []R, is func(*R) bool) *R {
	for i := range rows {
		if is(&rows[i]) {
			return &rows[i]
		}
	}
	return nil
}

func (n *naive) event(id int64) *tourney.Event {
	return row(n.events, func(e *tourney.Event) bool { return e.ID == id })
}

func (n *naive) venue(id int64) *tourney.Venue {
	return row(n.venues, func(v *tourney.Venue) bool { return v.ID == id })
}

func (n *naive) division(id int64) *naiveDivision {
	return row(n.divisions, func(d *naiveDivision) bool { return d.id == id })
}

func (n *naive) team(id int64) *naiveTeam {
	return row(n.teams, func(t *naiveTeam) bool { return t.id == id })
}

func (n *naive) line(id int64) *naiveLine {
	return row(n.lines, func(l *naiveLine) bool { return l.id == id })
}

func (n *naive) person(id int64) *tourney.Player {
	return row(n.people, func(p *tourney.Player) bool { return p.ID == id })
}

func (n *naive) game(id int64) *naiveGame {
	return row(n.games, func(g *naiveGame) bool { return g.id == id })
}

// statistic finds a statistic by its name in any letter case.
func (n *naive) statistic(game, line int64, name string) *naiveStatistic {
	return row(n.statistics, func(s *naiveStatistic) bool {
		return s.game == game && s.line == line && strings.EqualFold(s.name, name)
	})
}

// where is the event and the division of a request, 0 for none.
type where struct{ event, division int64 }

// has reports whether a list of w has a row in an event and a division.
func (n *naive) has(w where, event, division int64) bool {
	if w.division == 0 {
		return w.event == 0 || event == w.event
	}
	of := n.division(w.division)
	return of != nil && (w.event == 0 || of.event == w.event) && division == w.division
}

// shown reports whether lists show a team without the parameter Paid.
func (n *naive) shown(t *naiveTeam) bool {
	d := n.division(t.division)
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

// cut returns the page of a list.
func cut[T any](rows []T, page, size int) tourney.Page[T] {
	page, size = cmp.Or(page, 1), cmp.Or(size, 50)
	p := tourney.Page[T]{Page: page, PageSize: size, Total: len(rows)}
	for i, r := range rows {
		if i/size == page-1 {
			p.Results = append(p.Results, r)
		}
	}
	return p
}

func (n *naive) teamPage(o tourney.TeamListOptions) tourney.Page[tourney.Team] {
	var list []tourney.Team
	for _, t := range n.teams {
		switch {
		case !n.has(where{o.EventID, o.DivisionID}, t.event, t.division),
			len(o.TeamIDs) > 0 && !slices.Contains(o.TeamIDs, t.id),
			o.Status != nil && (t.status == nil || *t.status != *o.Status),
			o.Paid != nil && t.paid != *o.Paid, o.Paid == nil && !n.shown(&t):
			continue
		}
		view := n.teamView(&t, o.Includes)
		view.ExternalTeamID = t.external
		list = append(list, view)
	}
	return cut(list, o.Page, o.PageSize)
}

func (n *naive) teamView(t *naiveTeam, in []tourney.Include) tourney.Team {
	view := tourney.Team{ID: t.id, Name: t.name, Paid: new(t.paid), Status: t.status}
	if d := n.division(t.division); d != nil {
		view.Division = &tourney.TeamDivision{ID: d.id, Name: d.name}
	}
	for _, l := range n.lines {
		if l.team == t.id && slices.Contains(in, tourney.IncludePlayers) {
			view.Players = append(view.Players, tourney.TeamPlayer{
				ID: l.id, PlayerID: l.person, FirstName: l.name, School: l.school, Status: l.status,
			})
		}
	}
	return view
}

func (n *naive) divisionPage(o tourney.DivisionListOptions) tourney.Page[tourney.Division] {
	var list []tourney.Division
	for _, d := range n.divisions {
		if d.active && (o.EventID == 0 || d.event == o.EventID) {
			list = append(list, n.divisionView(&d, o.Includes))
		}
	}
	return cut(list, o.Page, o.PageSize)
}

func (n *naive) divisionView(d *naiveDivision, in []tourney.Include) tourney.Division {
	view := tourney.Division{ID: d.id, Name: d.name, Active: new(d.active), Event: n.event(d.event)}
	if d.show != 0 && slices.Contains(in, tourney.IncludeSettings) {
		view.Settings = &tourney.DivisionSettings{RegistrationStatus: d.show}
	}
	for _, t := range n.teams {
		if t.division == d.id && slices.Contains(in, tourney.IncludeTeams) {
			view.Teams = append(view.Teams, tourney.Team{
				ID: t.id, ExternalTeamID: t.external, Name: t.name, Paid: new(t.paid), Status: t.status,
			})
		}
	}
	return view
}

func (n *naive) gamePage(o tourney.GameListOptions) tourney.Page[tourney.Game] {
	var list []tourney.Game
	for _, g := range n.games {
		if n.has(where{o.EventID, o.DivisionID}, n.eventOf(&g), g.division) && (o.Date.IsZero() || g.date == o.Date) &&
			(o.TeamID == 0 || g.away.team == o.TeamID || g.home.team == o.TeamID) {
			list = append(list, n.gameView(&g))
		}
	}
	return cut(list, o.Page, o.PageSize)
}

// eventOf returns the event of a game, which is that of its division.
func (n *naive) eventOf(g *naiveGame) int64 {
	if d := n.division(g.division); d != nil {
		return d.event
	}
	return 0
}

func (n *naive) gameView(g *naiveGame) tourney.Game {
	view := tourney.Game{ID: g.id, Type: tourney.GamePool, Date: g.date}
	view.AwayTeam, view.HomeTeam = n.sideView(g.away), n.sideView(g.home)
	if d := n.division(g.division); d != nil {
		e := n.event(d.event)
		view.Division = &tourney.GameDivision{ID: d.id, Name: d.name, Event: &tourney.Event{ID: e.ID, Name: e.Name}}
	}
	if v := n.venue(g.venue); v != nil {
		view.VenueCourt = &tourney.VenueCourt{
			Court: &tourney.Court{Name: "North"}, Venue: &tourney.Venue{ID: v.ID, Name: v.Name},
		}
	}
	return view
}

func (n *naive) sideView(s naiveSide) *tourney.GameSide {
	view := tourney.GameSide{Name: s.name}
	if t := n.team(s.team); t != nil {
		view.TeamID, view.Name = new(t.id), t.name
		if t.external != "" {
			view.ExternalID = new(tourney.ExternalID(t.external))
		}
	}
	if s.score != nil {
		view.Score = new(tourney.NewDecimal(*s.score, 0))
	}
	return &view
}

func (n *naive) playerPage(o tourney.PlayerListOptions) tourney.Page[tourney.Player] {
	var list []tourney.Player
	for _, p := range n.people {
		if n.plays(p.ID, where{o.EventID, o.DivisionID}, o.TeamIDs) &&
			(len(o.PlayerIDs) == 0 || slices.Contains(o.PlayerIDs, p.ID)) {
			list = append(list, n.playerView(&p, o.Includes))
		}
	}
	return cut(list, o.Page, o.PageSize)
}

// plays reports whether a person is on a team of an event and a division, and on one of these teams.
func (n *naive) plays(person int64, w where, teams []int64) bool {
	there, onOne := w == where{}, len(teams) == 0
	for _, l := range n.lines {
		if l.person == person {
			t := n.team(l.team)
			there, onOne = there || n.has(w, t.event, t.division), onOne || slices.Contains(teams, t.id)
		}
	}
	return there && onOne
}

func (n *naive) playerView(p *tourney.Player, in []tourney.Include) tourney.Player {
	view := *p
	if !slices.Contains(in, tourney.IncludeProfile) {
		view.Profile = nil
	}
	for _, l := range n.lines {
		if l.person == p.ID && slices.Contains(in, tourney.IncludeTeams) {
			view.Teams = append(view.Teams, n.playerTeam(n.team(l.team)))
		}
	}
	return view
}

func (n *naive) playerTeam(t *naiveTeam) tourney.PlayerTeam {
	view := tourney.PlayerTeam{ID: t.id, ExternalTeamID: t.external, Name: t.name, DivisionID: t.division}
	if d := n.division(t.division); d != nil {
		view.DivisionName = d.name
	}
	for _, g := range n.games {
		if g.away.team == t.id || g.home.team == t.id {
			game := tourney.PlayerGame{ID: g.id, Date: g.date}
			if v := n.venue(g.venue); v != nil {
				game.Venue, game.Court = v.Name, "North"
			}
			view.Games = append(view.Games, game)
		}
	}
	return view
}

// usual are the statistics of Rugby that the test uses, in their usual order.
var usual = []string{"Tries", "Conversions"}

func (n *naive) leaders(o tourney.LeadersOptions) (list []tourney.StatisticCategory) {
	var names []string // as first spelled
	sums := map[string]map[int64]int64{}
	for _, s := range n.statistics {
		g, name := n.game(s.game), strings.ToLower(s.name)
		if s.cleared || !n.has(where{o.EventID, o.DivisionID}, n.eventOf(g), g.division) {
			continue
		}
		if sums[name] == nil {
			names, sums[name] = append(names, s.name), map[int64]int64{}
		}
		sums[name][s.person] += s.value
	}
	place := func(name string) int {
		i := slices.IndexFunc(usual, func(u string) bool { return strings.EqualFold(u, name) })
		return (i + len(usual) + 1) % (len(usual) + 1)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(strings.ToLower(a), strings.ToLower(b)))
	})
	for _, name := range names {
		c := tourney.StatisticCategory{Name: name}
		for person, sum := range sums[strings.ToLower(name)] {
			c.Participants = append(c.Participants, tourney.Leader{
				PlayerID: person, FirstName: n.person(person).FirstName, Value: tourney.NewDecimal(sum, 0),
			})
		}
		slices.SortFunc(c.Participants, func(a, b tourney.Leader) int {
			return cmp.Or(b.Value.Cmp(a.Value), cmp.Compare(a.PlayerID, b.PlayerID))
		})
		c.Participants = c.Participants[:min(len(c.Participants), cmp.Or(o.PageSize, 10))]
		list = append(list, c)
	}
	return list
}

// naiveTally counts the games of a team.
type naiveTally struct {
	team                       naiveTeam
	played, wins, ties, losses int64
	scored, conceded           int64
}

func (l *naiveTally) count(scored, conceded int64) {
	l.played, l.scored, l.conceded = l.played+1, l.scored+scored, l.conceded+conceded
	switch {
	case scored > conceded:
		l.wins++
	case scored < conceded:
		l.losses++
	default:
		l.ties++
	}
}

// compare orders lines by points (a win counts 4, a draw 2), by the difference, and by the points scored.
func (l naiveTally) compare(m naiveTally) int {
	return cmp.Or(cmp.Compare(4*m.wins+2*m.ties, 4*l.wins+2*l.ties),
		cmp.Compare(m.scored-m.conceded, l.scored-l.conceded), cmp.Compare(m.scored, l.scored))
}

// standings are those of the display Division.
func (n *naive) standings(o tourney.StandingsOptions) (s tourney.Standings) {
	for _, d := range n.divisions {
		if !d.active || o.EventID != 0 && d.event != o.EventID || o.DivisionID != 0 && d.id != o.DivisionID {
			continue
		}
		list := tourney.StandingsList{ID: d.id, Name: d.name, Participants: n.participants(d.id)}
		s.Groups = append(s.Groups, tourney.StandingsGroup{ID: d.id, Name: d.name, List: []tourney.StandingsList{list}})
	}
	if len(s.Groups) > 0 {
		s.Columns = []tourney.StandingsColumn{
			{Name: "Games Played", Abbr: "GP"}, {Name: "Wins", Abbr: "W"}, {Name: "Draws", Abbr: "D"}, {Name: "Losses", Abbr: "L"},
			{Name: "Points For", Abbr: "PF"}, {Name: "Points Against", Abbr: "PA"}, {Name: "Points Difference", Abbr: "PD"},
			{Name: "Points", Abbr: "Pts"},
		}
	}
	return s
}

func (n *naive) participants(division int64) (list []tourney.Participant) {
	var lines []naiveTally
	for _, t := range n.teams {
		if t.division == division && n.shown(&t) {
			lines = append(lines, n.tallyOf(t))
		}
	}
	slices.SortStableFunc(lines, naiveTally.compare)
	for _, l := range lines {
		better, equal := 0, 0
		for _, m := range lines {
			better, equal = better+oneIf(m.compare(l) < 0), equal+oneIf(m.compare(l) == 0)
		}
		place := fmt.Sprint(better+1, "th") // of at most 20
		if better < 3 {
			place = []string{"1st", "2nd", "3rd"}[better]
		}
		if equal > 1 {
			place = "T-" + place
		}
		difference := fmt.Sprint(l.scored - l.conceded)
		if l.scored > l.conceded {
			difference = "+" + difference
		}
		columns := strings.Fields(fmt.Sprint(l.played, l.wins, l.ties, l.losses, l.scored, l.conceded))
		columns = append(columns, difference, fmt.Sprint(4*l.wins+2*l.ties))
		list = append(list, tourney.Participant{
			Name: l.team.name, ID: l.team.id, ParticipantID: l.team.id, ExternalID: l.team.external, Place: place, Columns: columns,
		})
	}
	return list
}

// tallyOf counts the games of a team in its division.
func (n *naive) tallyOf(t naiveTeam) naiveTally {
	l := naiveTally{team: t}
	for _, g := range n.games {
		if g.division != t.division || g.away.score == nil || g.home.score == nil {
			continue
		}
		if g.away.team == t.id {
			l.count(*g.away.score, *g.home.score)
		}
		if g.home.team == t.id {
			l.count(*g.home.score, *g.away.score)
		}
	}
	return l
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}
