package model

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// TestResultsOfAllPairs: what every pair of sides counts for. The away side scored 3 and the home side 1.
func TestResultsOfAllPairs(t *testing.T) {
	sides := []string{"plain", "unscored", "won", "won by forfeit", "forfeited", "exhibition", "won and forfeited"}
	side := func(team int64, score, what string) *tourney.GameSide {
		s := &tourney.GameSide{TeamID: &team, Score: new(tourney.MustDecimal(score))}
		switch what {
		case "unscored":
			s.Score = nil
		case "won":
			s.WonBy = &tourney.WonBy{Code: 3}
		case "won by forfeit":
			s.WonBy = &tourney.WonBy{Name: "forfeit"}
		case "won and forfeited":
			s.WonBy, s.Forfeited = &tourney.WonBy{Name: "Shootout"}, new(true)
		case "forfeited":
			s.Forfeited = new(true)
		case "exhibition":
			s.Exhibition = new(true)
		}
		return s
	}
	for i, row := range [][]string{
		{"+- 3:1", "", "-+ 3:1", "-+ 0:1", "+- 3:0", "", ""},
		{"", "", "-+ 0:0", "-+ 0:0", "+- 0:0", "", ""},
		{"+- 3:1", "+- 0:0", "", "", "+- 3:0", "", ""},
		{"+- 3:0", "+- 0:0", "", "", "+- 3:0", "", ""},
		{"-+ 0:1", "-+ 0:0", "-+ 0:1", "-+ 0:1", "-- 0:0", "", ""},
		{"", "", "", "", "", "", ""},
		{"", "", "", "", "", "", ""},
	} {
		for j, want := range row {
			g := tourney.Game{AwayTeam: side(1, "3", sides[i]), HomeTeam: side(2, "1", sides[j])}
			got, r := "", resultOf(&g)
			if r.Decided {
				got = fmt.Sprintf("%c%c %d:%d", "-=+"[r.Away.Outcome+1], "-=+"[r.Home.Outcome+1], r.Away.Points, r.Home.Points)
			}
			require.Equal(t, want, got, "%s at %s", sides[i], sides[j])
			bothWon := (i == 2 || i == 3) && (j == 2 || j == 3)
			require.Equal(t, i == 6 || j == 6 || bothWon, PairProblem(&g) != "", "%s at %s", sides[i], sides[j])
		}
	}
}
