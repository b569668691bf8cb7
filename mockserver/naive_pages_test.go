package mockserver_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
)

// in reports whether a row of an event and a division is in a list for these, 0 for any.
func (n *naive) in(event, division, ofEvent, ofDivision int64) bool {
	if division == 0 {
		return event == 0 || event == ofEvent
	}
	d := rowOf(n.divisions, division)
	return d != nil && (event == 0 || d.event == event) && division == ofDivision
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
		case !n.in(o.EventID, o.DivisionID, t.event, t.division), len(o.TeamIDs) > 0 && !slices.Contains(o.TeamIDs, t.id),
			o.Status != nil && (t.status == nil || *t.status != *o.Status),
			o.Paid != nil && t.paid != *o.Paid, o.Paid == nil && !n.shown(&t):
			continue
		}
		view := tourney.Team{ID: t.id, ExternalTeamID: t.name, Name: t.name, Paid: new(t.paid), Status: t.status}
		view.Division = &tourney.TeamDivision{ID: t.division, Name: rowOf(n.divisions, t.division).name}
		for _, l := range n.lines {
			if l.team == t.id && slices.Contains(o.Includes, tourney.IncludePlayers) {
				view.Players = append(view.Players, tourney.TeamPlayer{
					ID: l.id, PlayerID: l.person, FirstName: l.name, Status: l.status,
				})
			}
		}
		list = append(list, view)
	}
	return cut(list, o.Page, o.PageSize)
}

func (n *naive) gamePage(o tourney.GameListOptions) tourney.Page[tourney.Game] {
	var list []tourney.Game
	for _, g := range n.games {
		if n.in(o.EventID, o.DivisionID, n.eventOf(&g), g.division) && (o.Date.IsZero() || g.date == o.Date) &&
			(o.TeamID == 0 || g.away.team == o.TeamID || g.home.team == o.TeamID) {
			list = append(list, n.gameView(&g))
		}
	}
	return cut(list, o.Page, o.PageSize)
}

func (n *naive) gameView(g *naiveGame) tourney.Game {
	view := g.row()
	view.AwayTeam, view.HomeTeam = n.sideView(g.away), n.sideView(g.home)
	view.VenueCourt.Venue.Name = rowOf(n.venues, g.venue).name
	view.Division.Name = rowOf(n.divisions, g.division).name
	view.Division.Event = &tourney.Event{ID: n.eventOf(g), Name: rowOf(n.events, n.eventOf(g)).name}
	return view
}

func (n *naive) sideView(s naiveSide) *tourney.GameSide {
	view := tourney.GameSide{Name: s.name}
	if t := rowOf(n.teams, s.team); t != nil {
		view.TeamID, view.Name, view.ExternalID = new(t.id), t.name, new(tourney.ExternalID(t.name))
	}
	if s.score != nil {
		view.Score = new(tourney.NewDecimal(*s.score, 0))
	}
	return &view
}

func (n *naive) playerPage(o tourney.PlayerListOptions) tourney.Page[tourney.Player] {
	var list []tourney.Player
	for _, p := range n.people {
		there, onOne := o.EventID == 0 && o.DivisionID == 0, len(o.TeamIDs) == 0
		for _, l := range n.lines {
			if l.person == p.id {
				t := rowOf(n.teams, l.team)
				there = there || n.in(o.EventID, o.DivisionID, t.event, t.division)
				onOne = onOne || slices.Contains(o.TeamIDs, t.id)
			}
		}
		if there && onOne && (len(o.PlayerIDs) == 0 || slices.Contains(o.PlayerIDs, p.id)) {
			view := tourney.Player{ID: p.id, FirstName: p.name}
			if slices.Contains(o.Includes, tourney.IncludeTeams) {
				view.Teams = n.teamsOf(p.id)
			}
			list = append(list, view)
		}
	}
	return cut(list, o.Page, o.PageSize)
}

// teamsOf has a team once, even where the person is twice on its roster.
func (n *naive) teamsOf(person int64) (teams []tourney.PlayerTeam) {
	for _, l := range n.lines {
		there := slices.ContainsFunc(teams, func(t tourney.PlayerTeam) bool { return t.ID == l.team })
		if l.person == person && !there {
			teams = append(teams, n.playerTeam(rowOf(n.teams, l.team)))
		}
	}
	return teams
}

func (n *naive) playerTeam(t *naiveTeam) tourney.PlayerTeam {
	view := tourney.PlayerTeam{ID: t.id, ExternalTeamID: t.name, Name: t.name, DivisionID: t.division}
	view.DivisionName = rowOf(n.divisions, t.division).name
	for _, g := range n.games {
		if g.away.team == t.id || g.home.team == t.id {
			game := tourney.PlayerGame{ID: g.id, Date: g.date, Venue: rowOf(n.venues, g.venue).name, Court: "North"}
			view.Games = append(view.Games, game)
		}
	}
	return view
}

func (n *naive) leaders(o tourney.LeadersOptions) (list []tourney.StatisticCategory) {
	var names []string // as first spelled
	sums := map[string]map[int64]int64{}
	for _, s := range n.statistics {
		g, name := rowOf(n.games, s.game), strings.ToLower(s.name)
		if s.cleared || !n.in(o.EventID, o.DivisionID, n.eventOf(g), g.division) {
			continue
		}
		if sums[name] == nil {
			names, sums[name] = append(names, s.name), map[int64]int64{}
		}
		sums[name][s.person] += s.value
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) })
	for _, name := range names {
		c := tourney.StatisticCategory{Name: name}
		for person, sum := range sums[strings.ToLower(name)] {
			c.Participants = append(c.Participants, tourney.Leader{
				PlayerID: person, FirstName: rowOf(n.people, person).name, Value: tourney.NewDecimal(sum, 0),
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

// standings are those of the display Division.
func (n *naive) standings(o tourney.StandingsOptions) (s tourney.Standings) {
	for _, d := range n.divisions {
		if d.active && (o.EventID == 0 || d.event == o.EventID) && (o.DivisionID == 0 || d.id == o.DivisionID) {
			list := tourney.StandingsList{ID: d.id, Name: d.name, Participants: n.participants(d.id)}
			s.Groups = append(s.Groups, tourney.StandingsGroup{ID: d.id, Name: d.name, List: []tourney.StandingsList{list}})
		}
	}
	return s
}

// naiveTally counts the games of a team in its division.
type naiveTally struct {
	team                                         naiveTeam
	played, wins, ties, losses, scored, conceded int64
}

func (n *naive) tally(t naiveTeam) naiveTally {
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

// points are those of the table: 4 for a win and 2 for a draw.
func (l naiveTally) points() int64 { return 4*l.wins + 2*l.ties }

// compare orders lines by points, by the difference, and by what was scored.
func (l naiveTally) compare(m naiveTally) int {
	return cmp.Or(cmp.Compare(m.points(), l.points()),
		cmp.Compare(m.scored-m.conceded, l.scored-l.conceded), cmp.Compare(m.scored, l.scored))
}

func (n *naive) participants(division int64) (list []tourney.Participant) {
	var lines []naiveTally
	for _, t := range n.teams {
		if t.division == division && n.shown(&t) {
			lines = append(lines, n.tally(t))
		}
	}
	slices.SortStableFunc(lines, naiveTally.compare)
	for i, l := range lines {
		equals := func(m naiveTally) bool { return l.compare(m) == 0 }
		first := slices.IndexFunc(lines, equals)
		place := fmt.Sprint(first+1, append([]string{"st", "nd", "rd"}, slices.Repeat([]string{"th"}, first)...)[first])
		if first < i || slices.ContainsFunc(lines[i+1:], equals) {
			place = "T-" + place
		}
		difference := strings.TrimPrefix(fmt.Sprintf("%+d", l.scored-l.conceded), "+0")
		columns := fmt.Sprintln(l.played, l.wins, l.ties, l.losses, l.scored, l.conceded, cmp.Or(difference, "0"), l.points())
		list = append(list, tourney.Participant{
			Name: l.team.name, ID: l.team.id, ParticipantID: l.team.id, ExternalID: l.team.name, Place: place,
			Columns: strings.Fields(columns),
		})
	}
	return list
}
