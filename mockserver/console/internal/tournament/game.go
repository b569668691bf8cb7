package tournament

import (
	"cmp"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/internal/brackets"
)

// game is a game with the texts that the pages show.
type game struct{ tourney.Game }

// valueOf returns the value of a member that a row can lack, the zero value for a row without it.
func valueOf[T any](member *T) (value T) {
	if member != nil {
		value = *member
	}
	return value
}

// nameOr returns the name of a row, or the id of a row without a name.
func nameOr(name string, id int64) string { return cmp.Or(name, ask.IDText(id)) }

// Label returns the number of a game in the schedule, or its id if it has no number.
func (g *game) Label() string { return "Game " + g.number() }

// number returns the number of a game in the schedule, or its id if it has no number.
func (g *game) number() string {
	return cmp.Or(string(valueOf(g.Number)), ask.IDText(g.ID))
}

// Sides returns the names of both sides.
func (g *game) Sides() string { return sideName(g.AwayTeam) + " at " + sideName(g.HomeTeam) }

// sideName returns the name of a side.
func sideName(s *tourney.GameSide) string { return cmp.Or(valueOf(s).Name, "not known") }

// teamOf returns the id of the team of a side, 0 if no team is known.
func teamOf(s *tourney.GameSide) int64 { return valueOf(valueOf(s).TeamID) }

// ScoreText returns both scores, "" for a game without a score.
func (g *game) ScoreText() string {
	away, home := scoreText(g.AwayTeam), scoreText(g.HomeTeam)
	if away == "" && home == "" {
		return ""
	}
	return cmp.Or(away, "–") + " : " + cmp.Or(home, "–")
}

// scoreText returns the score of a side, "" if there is no score. It leaves out a fraction of 0: 3 for 3.0.
func scoreText(s *tourney.GameSide) string {
	if s == nil || s.Score == nil {
		return ""
	}
	whole, fraction, _ := strings.Cut(s.Score.String(), ".")
	if strings.Trim(fraction, "0") == "" {
		return whole
	}
	return s.Score.String()
}

// starts returns when a game begins, and whether its time is known. Rows have no time zone, so this is the local time
// at the venue.
func (g *game) starts() (at time.Time, timed bool) {
	return g.Date.At(valueOf(g.Time), time.UTC), !g.Date.IsZero() && g.Time != nil
}

// ClockTime returns the time of the game, as 14:30.
func (g *game) ClockTime() string {
	if at, timed := g.starts(); timed {
		return at.Format("15:04")
	}
	return ""
}

// Days for people, with the year and without it.
const (
	longDay  = "Mon 2 Jan 2006"
	shortDay = "Mon 2 Jan"
)

// dayText returns a day for people, "" for the zero Date.
func dayText(day tourney.Date, layout string) string {
	if day.IsZero() {
		return ""
	}
	return day.At(tourney.TimeOfDay{}, time.UTC).Format(layout)
}

// venue returns the venue of a game, the zero Venue for none.
func (g *game) venue() tourney.Venue { return valueOf(valueOf(g.VenueCourt).Venue) }

// CourtName returns the name of the court of a game, "" for none.
func (g *game) CourtName() string {
	court := valueOf(valueOf(g.VenueCourt).Court)
	return nameOr(court.Name, court.ID)
}

// DivisionName returns the name of the division of a game, "" for none.
func (g *game) DivisionName() string {
	division := valueOf(g.Division)
	return nameOr(division.Name, division.ID)
}

// place returns the bracket that a game belongs to.
func (g *game) place() brackets.Game {
	in := brackets.Game{ID: g.ID, Number: string(valueOf(g.Number)), Name: g.BracketName}
	for _, s := range []*tourney.GameSide{g.AwayTeam, g.HomeTeam} {
		if s != nil {
			in.See(valueOf(s.BracketID), s.BracketName)
		}
	}
	return in
}

// bySequence orders games by their numbers in the schedule, see brackets.Game.
func bySequence(a, b game) int { return cmp.Compare(a.place().Sequence(), b.place().Sequence()) }
