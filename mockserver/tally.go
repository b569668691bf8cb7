package mockserver

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// line counts the games of one team.
type line struct {
	team          *teamRow
	participantID int64
	number        string

	played, wins, losses, ties int
	scored, conceded           decimalSum

	rank rank
}

// rank is what lines are compared by. It follows from the counts.
type rank struct {
	won, of            int // table points of 1, in sports that have them, else the share of wins
	difference, scored quantity
	entered            int // the index of the line
}

// tally holds the lines of a list of standings.
type tally struct {
	lines  []*line
	byTeam map[int64]*line // by team id
	room   []line          // for the next lines
}

// newTally returns a tally with room for lines.
func newTally(lines int) *tally {
	return &tally{
		lines: make([]*line, 0, lines), byTeam: make(map[int64]*line, lines), room: make([]line, lines),
	}
}

// enter adds a line for a team, unless it has one.
func (t *tally) enter(team *teamRow, participantID int64, number string) {
	id := team.team.ID
	if t.byTeam[id] != nil {
		return
	}
	if len(t.room) == 0 {
		t.room = make([]line, max(len(t.lines), 1))
	}
	l := &t.room[0]
	t.room = t.room[1:]
	l.team, l.participantID, l.number, l.rank.entered = team, participantID, number, len(t.lines)
	t.lines, t.byTeam[id] = append(t.lines, l), l
}

// add counts a game for the lines of its teams.
func (t *tally) add(g *gameRow) {
	forAway, forHome, decided := g.outcomes()
	if !decided {
		return
	}
	t.count(g.game.AwayTeam, g.game.HomeTeam, forAway)
	t.count(g.game.HomeTeam, g.game.AwayTeam, forHome)
}

// count counts a game for the team of a side.
func (t *tally) count(side, other *tourney.GameSide, outcome int) {
	if side.TeamID == nil {
		return
	}
	if l := t.byTeam[*side.TeamID]; l != nil {
		l.count(side.Score, other.Score, outcome)
	}
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
		l.scored.add(*scored)
		l.conceded.add(*conceded)
	}
}

func (l *line) points(p contract.Points) int {
	return l.wins*p.Win + l.ties*p.Tie + l.losses*p.Loss
}

// halfWins counts a win as 2 and a tie as 1. Whole numbers keep percentages exact.
func (l *line) halfWins() int { return 2*l.wins + l.ties }

// figure returns the text of a column.
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
		return l.rank.scored.String()
	case contract.Against:
		return l.conceded.number().String()
	case contract.Difference:
		return signed(l.rank.difference)
	case contract.Percentage:
		return l.percentage()
	case contract.TablePoints:
		return strconv.Itoa(l.points(p))
	}
	return ""
}

func signed(n quantity) string {
	if n.compare(quantity{}) > 0 {
		return "+" + n.String()
	}
	return n.String()
}

// percentage returns the share of wins with three digits and no leading zero, as in ".667".
func (l *line) percentage() string {
	if l.played == 0 {
		return ".000"
	}
	thousandths := (1000*l.halfWins() + l.played) / (2 * l.played)
	digits := strconv.Itoa(10_000 + thousandths)
	return ifElse(thousandths < 1000, "", "1") + "." + digits[2:]
}

// countsPoints reports whether the sport ranks teams by table points, and not by their share of wins.
func countsPoints(v *contract.Variant) bool {
	return slices.ContainsFunc(v.Columns, func(c contract.Column) bool { return c.Figure == contract.TablePoints })
}

// rankBy computes what the line is compared by.
func (l *line) rankBy(points bool, v *contract.Variant) {
	scored := l.scored.number()
	l.rank.scored, l.rank.difference = scored, scored.minus(l.conceded.number())
	l.rank.won, l.rank.of = l.halfWins(), max(l.played, 1)
	if points {
		l.rank.won, l.rank.of = l.points(v.Points), 1
	}
}

// compare orders lines, the better one first. It compares table points in sports that have them, else the share of
// wins, then the difference, then the points scored.
func (l *line) compare(other *line) int {
	a, b := &l.rank, &other.rank
	if by := cmp.Compare(b.won*a.of, a.won*b.of); by != 0 {
		return by
	}
	if by := b.difference.compare(a.difference); by != 0 {
		return by
	}
	return b.scored.compare(a.scored)
}

// inOrder sorts lines, the best first. Lines that compare equal stay in their order.
func (t *tally) inOrder(v *contract.Variant) []*line {
	points := countsPoints(v)
	for _, l := range t.lines {
		l.rankBy(points, v)
	}
	slices.SortFunc(t.lines, func(a, b *line) int {
		if by := a.compare(b); by != 0 {
			return by
		}
		return cmp.Compare(a.rank.entered, b.rank.entered)
	})
	return t.lines
}

// standingsList returns the lines of a tally with their places, the best first.
func (s *version) standingsList(id int64, name string, t *tally) tourney.StandingsList {
	lines, columns := t.inOrder(s.variant), s.variant.Columns
	places := ordinalPlaces(lines)
	list := tourney.StandingsList{ID: id, Name: name, Participants: make([]tourney.Participant, len(lines))}
	texts := make([]string, 0, len(lines)*len(columns)) // of all lines
	for i, l := range lines {
		from := len(texts)
		for _, c := range columns {
			texts = append(texts, l.figure(c.Figure, s.variant.Points))
		}
		list.Participants[i] = tourney.Participant{
			Name: l.team.team.Name, ID: l.team.team.ID, ParticipantID: l.participantID, Place: places[i],
			Number: l.number, ExternalID: l.team.team.ExternalTeamID, Columns: texts[from:len(texts):len(texts)],
		}
	}
	return list
}

// ordinalPlaces returns the places of sorted lines, such as 2nd. Lines that compare equal share a place, as in T-2nd.
func ordinalPlaces(lines []*line) []string {
	texts := make([]string, len(lines))
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && lines[from].compare(lines[to]) == 0 {
			to++
		}
		place := ifElse(to-from > 1, "T-", "") + ordinal(from+1)
		for i := from; i < to; i++ {
			texts[i] = place
		}
		from = to
	}
	return texts
}

// ordinal returns the text of a place: 1st, 2nd, 3rd, 4th, 11th, 21st.
func ordinal(n int) string {
	suffix := "th"
	if n%100/10 != 1 {
		suffix = ifElse(n%10 == 1, "st", ifElse(n%10 == 2, "nd", ifElse(n%10 == 3, "rd", "th")))
	}
	return strconv.Itoa(n) + suffix
}
