package mockserver

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

func getStandings(tx *tx, in tourney.StandingsOptions) (any, error) {
	tx.assume(assumeStandings)
	if tx.store.standings != nil {
		return *tx.store.standings, nil
	}
	display, ok := displays[strings.ToLower(string(in.Display))]
	if !ok {
		return nil, invalid("display", fmt.Sprintf("must be one of Pool, Division, Event, Bracket, found %q", shown(string(in.Display))))
	}
	tx.filteredBy(tx.store.events.known(in.EventID), tx.store.divisions.known(in.DivisionID))
	view := tourney.Standings{Columns: []tourney.StandingsColumn{}, Groups: display(tx.store, in)}
	if len(view.Groups) > 0 {
		view.Columns = mapped(tx.store.variant.Columns, func(c contract.Column) tourney.StandingsColumn {
			return tourney.StandingsColumn{Name: c.Name, Abbr: c.Abbr}
		})
	}
	return view, nil
}

// displays are the groupings by name and by number (section 4.14; observed).
var displays = map[string]func(*store, tourney.StandingsOptions) []tourney.StandingsGroup{
	"": (*store).byPool, "pool": (*store).byPool, "0": (*store).byPool,
	"division": (*store).byDivision, "1": (*store).byDivision,
	"event": (*store).byEvent, "2": (*store).byEvent,
	"bracket": (*store).byBracket, "3": (*store).byBracket,
}

// updateStandings puts a team into a position of a pool, and takes it off the other positions that it has in the
// pools of the division. Games of the position that are not played yet get it.
func updateStandings(tx *tx, in tourney.StandingsUpdateInput) (any, error) {
	if in.TeamPoolID == 0 { // then there is no team either
		return empty{}, nil
	}
	teamPool := tx.store.teamPools.get(in.TeamPoolID)
	if teamPool == nil {
		return nil, notFound("teampoolid", "team pool", in.TeamPoolID)
	}
	if err := tx.teamPoolInEvent(teamPool, in.EventID); err != nil || in.TeamID == 0 {
		return empty{}, err
	}
	tx.assume(assumeTeamPoolChange)
	pool := tx.store.pools.get(teamPool.poolID)
	if err := tx.playsIn(in.TeamID, tx.store.divisions.get(pool.divisionID)); err != nil {
		return nil, err
	}
	tx.store.leavePools(in.TeamID, pool.divisionID)
	tx.store.place(teamPool.id, in.TeamID)
	tx.store.teamPoolChanged(in.TeamPoolID, in.TeamID)
	return empty{}, nil
}

// playsIn checks that a team can be put into a pool of a division: one of another division, or of another event, cannot.
func (tx *tx) playsIn(teamID int64, d *divisionRow) error {
	team := tx.store.teams.get(teamID)
	switch {
	case team == nil:
		return notFound("teamid", "team", teamID)
	case !d.in(team.eventID):
		return invalid("teamid", "is not a team of the pool's event")
	case d != nil && team.divisionID != 0 && team.divisionID != d.division.ID:
		return invalid("teamid", "is not a team of the pool's division")
	}
	return nil
}

// leavePools takes a team off its positions in the pools of a division.
func (s *store) leavePools(teamID, divisionID int64) {
	for _, teamPool := range s.teamPools.under(teamPoolKey{team: teamID}) {
		if s.pools.get(teamPool.poolID).divisionID == divisionID {
			s.teamPools.change(teamPool.id, func(r *teamPoolRow) { r.teamID = 0 })
		}
	}
}

func (tx *tx) teamPoolInEvent(teamPool *teamPoolRow, eventID int64) error {
	if eventID == 0 {
		return nil
	}
	if tx.store.events.get(eventID) == nil {
		return notFound("eventid", "event", eventID)
	}
	d := tx.store.divisions.get(tx.store.pools.get(teamPool.poolID).divisionID)
	if d != nil && d.eventID != eventID {
		return invalid("teampoolid", "is not a team pool of the event")
	}
	return nil
}

// teamPoolChanged puts a position's new team into the games of the position that have no result yet. A side of a bracket
// that has its team keeps it: it came there by a result.
func (s *store) teamPoolChanged(teamPoolID, teamID int64) {
	for _, r := range s.games.under(gameKey{scope: scope{inDivision, s.pools.get(s.teamPools.get(teamPoolID).poolID).divisionID}}) {
		if r.decided() {
			continue
		}
		s.games.change(r.game.ID, func(r *gameRow) {
			r.game.AwayTeam = placed(r.game.AwayTeam, teamPoolID, teamID, r.bracketPlay())
			r.game.HomeTeam = placed(r.game.HomeTeam, teamPoolID, teamID, r.bracketPlay())
		})
	}
}

func placed(side *tourney.GameSide, teamPoolID, teamID int64, bracket bool) *tourney.GameSide {
	if side == nil || side.TeamPoolID == nil || *side.TeamPoolID != teamPoolID || side.Score != nil || bracket && side.TeamID != nil {
		return side
	}
	changed := *side
	if changed.TeamID == nil || *changed.TeamID != teamID {
		changed.TeamID, changed.Color = &teamID, "" // which is what another team wears
	}
	return &changed
}

// divisionsOf returns the divisions that a request for standings is about.
func (s *store) divisionsOf(in tourney.StandingsOptions) []*divisionRow {
	rows := s.divisions.under(divisionKey{event: in.EventID, active: true})
	if in.DivisionID != 0 {
		rows = slices.DeleteFunc(rows, func(r *divisionRow) bool { return r.division.ID != in.DivisionID })
	}
	return rows
}

func (s *store) byPool(in tourney.StandingsOptions) []tourney.StandingsGroup {
	return mapped(s.divisionsOf(in), func(d *divisionRow) tourney.StandingsGroup {
		id := d.division.ID
		group := tourney.StandingsGroup{ID: id, Name: d.division.Name, List: []tourney.StandingsList{}}
		games := s.games.under(gameKey{scope: scope{inDivision, id}})
		for _, pool := range s.pools.under(id) {
			t := s.poolLines(pool.id)
			for _, g := range games {
				if !g.bracketPlay() && s.inPool(g.game.AwayTeam, pool.id, t) && s.inPool(g.game.HomeTeam, pool.id, t) {
					t.add(g)
				}
			}
			group.List = append(group.List, s.list(pool.id, or(pool.label, pool.name), t))
		}
		return group
	})
}

// inPool reports whether a side plays in a pool: by its position, else by its team's.
func (s *store) inPool(side *tourney.GameSide, poolID int64, t *tally) bool {
	if side == nil {
		return false
	}
	if side.TeamPoolID != nil {
		if teamPool := s.teamPools.get(*side.TeamPoolID); teamPool != nil {
			return teamPool.poolID == poolID
		}
	}
	return side.TeamID != nil && t.of[*side.TeamID] != nil
}

func (s *store) byDivision(in tourney.StandingsOptions) []tourney.StandingsGroup {
	return mapped(s.divisionsOf(in), func(d *divisionRow) tourney.StandingsGroup {
		id, name := d.division.ID, d.division.Name
		list := s.list(id, name, s.scopeLines(scope{inDivision, id}))
		return tourney.StandingsGroup{ID: id, Name: name, List: []tourney.StandingsList{list}}
	})
}

func (s *store) byEvent(in tourney.StandingsOptions) []tourney.StandingsGroup {
	groups := []tourney.StandingsGroup{}
	seen := map[int64]bool{}
	for _, d := range s.divisionsOf(in) {
		e := s.events.get(d.eventID)
		if e == nil || seen[d.eventID] {
			continue
		}
		seen[d.eventID] = true
		where := scope{inEvent, d.eventID}
		if in.DivisionID != 0 {
			where = scope{inDivision, in.DivisionID}
		}
		list := s.list(e.event.ID, e.event.Name, s.scopeLines(where))
		groups = append(groups, tourney.StandingsGroup{ID: e.event.ID, Name: e.event.Name, List: []tourney.StandingsList{list}})
	}
	return groups
}

func (s *store) byBracket(in tourney.StandingsOptions) []tourney.StandingsGroup {
	groups := []tourney.StandingsGroup{}
	for _, d := range s.divisionsOf(in) {
		group := tourney.StandingsGroup{ID: d.division.ID, Name: d.division.Name, List: []tourney.StandingsList{}}
		games := s.games.under(gameKey{scope: scope{inDivision, d.division.ID}})
		for _, b := range d.division.Brackets {
			if in.BracketID == 0 || in.BracketID == b.ID {
				group.List = append(group.List, s.list(b.ID, b.Name, s.bracketLines(b, games)))
			}
		}
		if len(group.List) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

// line is one team's tally.
type line struct {
	team          *teamRow
	participantID int64
	number        string

	played, wins, losses, ties int
	scored, conceded           tourney.Decimal
}

// tally is the lines of a list of standings.
type tally struct {
	lines []*line
	of    map[int64]*line // by the team's id
}

// enter adds a line for a team that has none yet.
func (t *tally) enter(l *line) {
	if t.of == nil {
		t.of = map[int64]*line{}
	}
	if id := l.team.team.ID; t.of[id] == nil {
		t.lines, t.of[id] = append(t.lines, l), l
	}
}

// poolLines returns a line for each taken position of a pool.
func (s *store) poolLines(poolID int64) *tally {
	t := &tally{}
	for _, teamPool := range s.teamPools.under(teamPoolKey{pool: poolID}) {
		if team := s.teams.get(teamPool.teamID); team != nil {
			t.enter(&line{team: team, participantID: teamPool.id, number: strconv.Itoa(teamPool.number)})
		}
	}
	return t
}

// scopeLines tallies every game of a division or an event.
func (s *store) scopeLines(where scope) *tally {
	t := &tally{}
	for _, r := range s.teams.under(teamKey{where, anyStatus, asShown}) {
		t.enter(&line{team: r, participantID: r.team.ID})
	}
	for _, g := range s.games.under(gameKey{scope: where}) {
		t.add(g)
	}
	return t
}

// bracketLines tallies the games of a bracket, for the teams that are known in it.
func (s *store) bracketLines(b tourney.Bracket, games []*gameRow) *tally {
	t := &tally{}
	inBracket := func(side *tourney.GameSide) bool { return side.BracketID != nil && *side.BracketID == b.ID }
	for _, g := range games {
		if g.game.BracketName != b.Name && !slices.ContainsFunc(g.sides(), inBracket) {
			continue
		}
		for _, side := range g.sides() {
			if team := s.teamOf(side); team != nil {
				t.enter(&line{team: team, participantID: team.team.ID})
			}
		}
		t.add(g)
	}
	return t
}

func (s *store) teamOf(side *tourney.GameSide) *teamRow {
	if side.TeamID == nil {
		return nil
	}
	return s.teams.get(*side.TeamID)
}

// add counts a game for those of the lines that played it.
func (t *tally) add(g *gameRow) {
	away, home := g.game.AwayTeam, g.game.HomeTeam
	if away == nil || home == nil {
		return
	}
	forAway, forHome, decided := result(away, home)
	if !decided {
		return
	}
	count := func(side, other *tourney.GameSide, outcome int) {
		if side.TeamID == nil {
			return
		}
		if l := t.of[*side.TeamID]; l != nil {
			l.count(side.Score, other.Score, outcome)
		}
	}
	count(away, home, forAway)
	count(home, away, forHome)
}

// result returns for each side 1 when it won, -1 when it lost and 0 for a tie, and false while the game is not decided.
// A forfeit or a won-by decides a game whatever the scores are; when both sides forfeited, both have lost.
func result(away, home *tourney.GameSide) (forAway, forHome int, decided bool) {
	awayLost, homeLost := given(away.Forfeited), given(home.Forfeited)
	awayWon, homeWon := won(away.WonBy), won(home.WonBy)
	switch {
	case awayLost && homeLost:
		return -1, -1, true
	case awayLost != homeLost:
		forAway = pick(homeLost, 1, -1)
	case awayWon != homeWon:
		forAway = pick(awayWon, 1, -1)
	case away.Score == nil || home.Score == nil:
		return 0, 0, false
	default:
		forAway = away.Score.Cmp(*home.Score)
	}
	return forAway, -forAway, true
}

// won reports whether a side was declared the winner; a code of 0 is taken for "it was not".
func won(by *tourney.WonBy) bool { return by != nil && *by != (tourney.WonBy{}) }

func given(b *bool) bool { return b != nil && *b }

func pick[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}

func (l *line) count(scored, conceded *tourney.Decimal, outcome int) {
	l.played++
	switch {
	case outcome > 0:
		l.wins++
	case outcome < 0:
		l.losses++
	default:
		l.ties++
	}
	if scored != nil && conceded != nil {
		l.scored = l.scored.Add(*scored)
		l.conceded = l.conceded.Add(*conceded)
	}
}

func (l *line) difference() tourney.Decimal { return l.scored.Sub(l.conceded) }

func (l *line) points(p contract.Points) int {
	return l.wins*p.Win + l.ties*p.Tie + l.losses*p.Loss
}

// halves is the wins in halves of a win, which keeps percentages exact.
func (l *line) halves() int { return 2*l.wins + l.ties }

// figure returns a column's text.
func (l *line) figure(f contract.Figure, p contract.Points) string {
	switch f {
	case contract.Played:
		return strconv.Itoa(l.played)
	case contract.Wins:
		return strconv.Itoa(l.wins)
	case contract.Losses:
		return strconv.Itoa(l.losses)
	case contract.Ties:
		return strconv.Itoa(l.ties)
	case contract.For:
		return l.scored.String()
	case contract.Against:
		return l.conceded.String()
	case contract.Difference:
		return signed(l.difference())
	case contract.Percentage:
		return l.percentage()
	case contract.TablePoints:
		return strconv.Itoa(l.points(p))
	}
	return ""
}

func signed(d tourney.Decimal) string {
	if d.Sign() > 0 {
		return "+" + d.String()
	}
	return d.String()
}

// percentage is the share of wins with three digits and no leading zero, as in ".667".
func (l *line) percentage() string {
	if l.played == 0 {
		return ".000"
	}
	thousandths := (1000*l.halves() + l.played) / (2 * l.played)
	return strings.TrimPrefix(fmt.Sprintf("%d.%03d", thousandths/1000, thousandths%1000), "0")
}

// compare puts the better line first: by table points in sports that have them, else by share of wins; then by
// difference and by what was scored.
func (l *line) compare(other *line, v *contract.Variant) int {
	main := cmp.Compare(other.halves()*max(l.played, 1), l.halves()*max(other.played, 1))
	if slices.ContainsFunc(v.Columns, func(c contract.Column) bool { return c.Figure == contract.TablePoints }) {
		main = cmp.Compare(other.points(v.Points), l.points(v.Points))
	}
	return cmp.Or(main, other.difference().Cmp(l.difference()), other.scored.Cmp(l.scored))
}

// list sorts lines and gives them their places.
func (s *store) list(id int64, name string, t *tally) tourney.StandingsList {
	lines := t.lines
	slices.SortStableFunc(lines, func(a, b *line) int { return a.compare(b, s.variant) })
	places := s.places(lines)
	list := tourney.StandingsList{ID: id, Name: name, Participants: make([]tourney.Participant, len(lines))}
	for i, l := range lines {
		list.Participants[i] = tourney.Participant{
			Name: l.team.team.Name, ID: l.team.team.ID, ParticipantID: l.participantID, Place: places[i],
			Number: l.number, ExternalID: l.team.team.ExternalTeamID,
			Columns: mapped(s.variant.Columns, func(c contract.Column) string { return l.figure(c.Figure, s.variant.Points) }),
		}
	}
	return list
}

// places returns the ordinal texts of sorted lines; lines that compare equal share a place, marked with T.
func (s *store) places(lines []*line) []string {
	texts := make([]string, len(lines))
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && lines[from].compare(lines[to], s.variant) == 0 {
			to++
		}
		for i := from; i < to; i++ {
			texts[i] = pick(to-from > 1, "T-", "") + ordinal(from+1)
		}
		from = to
	}
	return texts
}

// ordinal returns 1st, 2nd, 3rd, 4th, 11th, 21st.
func ordinal(n int) string {
	suffix := "th"
	if n%100/10 != 1 {
		suffix = pick(n%10 == 1, "st", pick(n%10 == 2, "nd", pick(n%10 == 3, "rd", "th")))
	}
	return fmt.Sprintf("%d%s", n, suffix)
}
