package views

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// line counts the games of one team.
type line struct {
	team          *model.TeamRow
	participantID int64
	number        string

	played, wins, losses, ties int
	scored, conceded           values.Sum

	rank  rank
	place values.Ordinal // set when the lines are sorted
}

// rank holds the values by which lines are compared. rankBy computes them from the counts of the line.
type rank struct {
	won, of            int // table points of 1 in sports with table points, else the share of wins
	difference, scored values.Quantity
}

// tally holds the lines of a list of standings.
type tally struct {
	lines  []*line         // in the order in which enter added them, until inOrder sorts them
	byTeam map[int64]*line // by team id
}

// newTally returns an empty tally with memory for this many lines.
func newTally(lines int) *tally {
	return &tally{lines: make([]*line, 0, lines), byTeam: make(map[int64]*line, lines)}
}

// enter adds a line for a team, unless the team already has a line.
func (t *tally) enter(team *model.TeamRow, participantID int64, number string) {
	id := team.Team.ID
	if t.byTeam[id] != nil {
		return
	}
	l := &line{team: team, participantID: participantID, number: number}
	t.lines, t.byTeam[id] = append(t.lines, l), l
}

// count adds a game to the lines of its teams.
func (t *tally) count(g *model.GameRow) {
	r := g.Settled()
	if !r.Decided {
		return
	}
	if l := t.byTeam[r.Away.TeamID]; l != nil {
		l.count(&r.Away, &r.Home)
	}
	if l := t.byTeam[r.Home.TeamID]; l != nil {
		l.count(&r.Home, &r.Away)
	}
}

func (l *line) count(own, other *model.SideResult) {
	l.played++
	switch own.Outcome {
	case model.Won:
		l.wins++
	case model.Lost:
		l.losses++
	case model.Tied:
		l.ties++
	}
	addSide(&l.scored, own)
	addSide(&l.conceded, other)
}

// addSide adds the points of one side of a game to a sum.
func addSide(s *values.Sum, r *model.SideResult) {
	if r.Decimal != nil {
		s.Add(*r.Decimal)
		return
	}
	s.Whole += int64(r.Points)
}

func (l *line) points(p contract.Points) int {
	return l.wins*p.Win + l.ties*p.Tie + l.losses*p.Loss
}

// halfWins counts a win as 2 and a tie as 1. This makes the result a whole number, so that percentages are exact.
func (l *line) halfWins() int { return 2*l.wins + l.ties }

// appendFigure appends the text of the line in a column that shows the figure f.
func (l *line) appendFigure(dst []byte, f contract.Figure, p contract.Points) []byte {
	var count int
	switch f {
	case contract.Played:
		count = l.played
	case contract.Wins:
		count = l.wins
	case contract.Losses:
		count = l.losses
	case contract.Ties:
		count = l.ties
	case contract.TablePoints:
		count = l.points(p)
	case contract.For:
		return l.rank.scored.Append(dst)
	case contract.Against:
		return l.conceded.Number().Append(dst)
	case contract.Difference:
		return appendSigned(dst, l.rank.difference)
	case contract.Percentage:
		return l.appendPercentage(dst)
	}
	return strconv.AppendInt(dst, int64(count), 10)
}

func appendSigned(dst []byte, n values.Quantity) []byte {
	if n.Compare(values.Quantity{}) > 0 {
		dst = append(dst, '+')
	}
	return n.Append(dst)
}

// appendPercentage appends the share of wins with three digits and no leading zero, as in ".667".
func (l *line) appendPercentage(dst []byte) []byte {
	if l.played == 0 {
		return append(dst, ".000"...)
	}
	thousandths := (1000*l.halfWins() + l.played) / (2 * l.played)
	if thousandths >= 1000 {
		dst = append(dst, '1')
	}
	point := len(dst)
	dst = strconv.AppendInt(dst, int64(1000+thousandths%1000), 10)
	dst[point] = '.' // replaces the 1, which kept the zeros behind the point
	return dst
}

// countsPoints reports whether the sport ranks teams by table points, and not by their share of wins.
func countsPoints(v *contract.Variant) bool {
	return slices.ContainsFunc(v.Columns, func(c contract.Column) bool { return c.Figure == contract.TablePoints })
}

// rankBy computes the values by which the line is compared.
func (l *line) rankBy(points bool, v *contract.Variant) {
	scored := l.scored.Number()
	l.rank.scored, l.rank.difference = scored, scored.Minus(l.conceded.Number())
	l.rank.won, l.rank.of = l.halfWins(), max(l.played, 1)
	if points {
		l.rank.won, l.rank.of = l.points(v.Points), 1
	}
}

// compare returns a negative number if l is better than other, and so comes first. It first compares table points, or
// the share of wins in sports without table points. If these are equal, it compares the difference, and then the
// points scored.
func (l *line) compare(other *line) int {
	a, b := &l.rank, &other.rank
	if by := cmp.Compare(b.won*a.of, a.won*b.of); by != 0 {
		return by
	}
	if by := b.difference.Compare(a.difference); by != 0 {
		return by
	}
	return b.scored.Compare(a.scored)
}

// inOrder sorts lines, the best first, and sets their places. Lines that compare equal keep their order.
func (t *tally) inOrder(v *contract.Variant) {
	points := countsPoints(v)
	for _, l := range t.lines {
		l.rankBy(points, v)
	}
	slices.SortStableFunc(t.lines, (*line).compare)
	setPlaces(t.lines)
}

// setPlaces sets the places of sorted lines.
func setPlaces(lines []*line) {
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && lines[from].compare(lines[to]) == 0 {
			to++
		}
		for _, l := range lines[from:to] {
			l.place = values.Ordinal{Number: from + 1, Shared: to-from > 1}
		}
		from = to
	}
}
