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

// line counts the games of one team.
type line struct {
	team          *teamRow
	participantID int64
	number        string

	played, wins, losses, ties int
	scored, conceded           tourney.Decimal
}

// tally holds the lines of a list of standings.
type tally struct {
	lines  []*line
	byTeam map[int64]*line // by team id
}

// enter adds a line, unless its team has one.
func (t *tally) enter(l *line) {
	if t.byTeam == nil {
		t.byTeam = map[int64]*line{}
	}
	if id := l.team.team.ID; t.byTeam[id] == nil {
		t.lines, t.byTeam[id] = append(t.lines, l), l
	}
}

// add counts a game for the lines of its teams.
func (t *tally) add(g *gameRow) {
	forAway, forHome, decided := g.outcomes()
	if !decided {
		return
	}
	away, home := g.game.AwayTeam, g.game.HomeTeam
	count := func(side, other *tourney.GameSide, outcome int) {
		if side.TeamID == nil {
			return
		}
		if l := t.byTeam[*side.TeamID]; l != nil {
			l.count(side.Score, other.Score, outcome)
		}
	}
	count(away, home, forAway)
	count(home, away, forHome)
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

// percentage returns the share of wins with three digits and no leading zero, as in ".667".
func (l *line) percentage() string {
	if l.played == 0 {
		return ".000"
	}
	thousandths := (1000*l.halfWins() + l.played) / (2 * l.played)
	return strings.TrimPrefix(fmt.Sprintf("%d.%03d", thousandths/1000, thousandths%1000), "0")
}

// compare orders lines, the better one first. It compares table points in sports that have them, else the share of
// wins, then the difference, then the points scored.
func (l *line) compare(other *line, v *contract.Variant) int {
	main := cmp.Compare(other.halfWins()*max(l.played, 1), l.halfWins()*max(other.played, 1))
	if slices.ContainsFunc(v.Columns, func(c contract.Column) bool { return c.Figure == contract.TablePoints }) {
		main = cmp.Compare(other.points(v.Points), l.points(v.Points))
	}
	return cmp.Or(main, other.difference().Cmp(l.difference()), other.scored.Cmp(l.scored))
}

// standingsList returns the lines of a tally with their places, the best first.
func (s *version) standingsList(id int64, name string, t *tally) tourney.StandingsList {
	lines := t.lines
	slices.SortStableFunc(lines, func(a, b *line) int { return a.compare(b, s.variant) })
	places := s.ordinalPlaces(lines)
	list := tourney.StandingsList{ID: id, Name: name, Participants: make([]tourney.Participant, len(lines))}
	for i, l := range lines {
		list.Participants[i] = tourney.Participant{
			Name: l.team.team.Name, ID: l.team.team.ID, ParticipantID: l.participantID, Place: places[i],
			Number: l.number, ExternalID: l.team.team.ExternalTeamID,
			Columns: mapped(s.variant.Columns, func(c contract.Column) string {
				return l.figure(c.Figure, s.variant.Points)
			}),
		}
	}
	return list
}

// ordinalPlaces returns the places of sorted lines, such as 2nd. Lines that compare equal share a place, as in T-2nd.
func (s *version) ordinalPlaces(lines []*line) []string {
	texts := make([]string, len(lines))
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && lines[from].compare(lines[to], s.variant) == 0 {
			to++
		}
		for i := from; i < to; i++ {
			texts[i] = ifElse(to-from > 1, "T-", "") + ordinal(from+1)
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
	return fmt.Sprintf("%d%s", n, suffix)
}
