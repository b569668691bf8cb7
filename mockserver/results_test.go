package mockserver

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// TestResultOf: standings count what a game gives its sides, by the assumptions winner and counted-games.
func TestResultOf(t *testing.T) {
	side := func(team int64, score string) *tourney.GameSide {
		s := &tourney.GameSide{}
		if team != 0 {
			s.TeamID = &team
		}
		if score != "" {
			s.Score = new(tourney.MustDecimal(score))
		}
		return s
	}
	wonBy := func(s *tourney.GameSide) *tourney.GameSide { s.WonBy = &tourney.WonBy{Code: 3}; return s }
	forfeited := func(s *tourney.GameSide) *tourney.GameSide { s.Forfeited = new(true); return s }
	decimal := func(text string) *tourney.Decimal { return new(tourney.MustDecimal(text)) }
	for name, c := range map[string]struct {
		away, home *tourney.GameSide
		want       gameResult
	}{
		"not played": {side(1, ""), side(2, ""), gameResult{away: sideResult{teamID: 1}, home: sideResult{teamID: 2}}},
		"no side":    {nil, side(2, "3"), gameResult{home: sideResult{teamID: 2}}},
		"one score":  {side(1, "3"), side(2, ""), gameResult{away: sideResult{teamID: 1}, home: sideResult{teamID: 2}}},
		"away won": {side(1, "3"), side(2, "0"), gameResult{
			decided: true, away: sideResult{teamID: 1, outcome: won, points: 3}, home: sideResult{teamID: 2, outcome: lost},
		}},
		"home won": {side(1, "-3"), side(2, "+07"), gameResult{
			decided: true, away: sideResult{teamID: 1, outcome: lost, points: -3}, home: sideResult{teamID: 2, outcome: won, points: 7},
		}},
		"a tie without teams": {side(0, "2"), side(0, "2.0"), gameResult{
			decided: true, away: sideResult{points: 2}, home: sideResult{decimal: decimal("2.0")},
		}},
		"long numbers": {side(1, "999999999"), side(2, "1000000000"), gameResult{
			decided: true, away: sideResult{teamID: 1, outcome: lost, points: 999_999_999},
			home: sideResult{teamID: 2, outcome: won, decimal: decimal("1000000000")},
		}},
		"won by, with scores": {wonBy(side(1, "0")), side(2, "5"), gameResult{
			decided: true, away: sideResult{teamID: 1, outcome: won}, home: sideResult{teamID: 2, outcome: lost, points: 5},
		}},
		"won by, with one score": {wonBy(side(1, "")), side(2, "5"), gameResult{
			decided: true, away: sideResult{teamID: 1, outcome: won}, home: sideResult{teamID: 2, outcome: lost},
		}},
		"both forfeited": {forfeited(side(1, "")), forfeited(side(2, "")), gameResult{
			decided: true, away: sideResult{teamID: 1, outcome: lost}, home: sideResult{teamID: 2, outcome: lost},
		}},
		"a contradiction": {wonBy(side(1, "4")), wonBy(side(2, "5")), gameResult{
			away: sideResult{teamID: 1, points: 4}, home: sideResult{teamID: 2, points: 5},
		}},
		"the same team": {side(1, "4"), side(1, "5"), gameResult{
			away: sideResult{teamID: 1, points: 4}, home: sideResult{teamID: 1, points: 5},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			c.want.divisionID = 9
			got := resultOf(&tourney.Game{Division: &tourney.GameDivision{ID: 9}, AwayTeam: c.away, HomeTeam: c.home})
			if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(gameResult{}, sideResult{})); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
		})
	}
	if got := resultOf(&tourney.Game{}); got != (gameResult{}) {
		t.Fatalf("a game that says nothing has %v", got)
	}
}

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
			if r.decided {
				got = fmt.Sprintf("%c%c %d:%d", "-=+"[r.away.outcome+1], "-=+"[r.home.outcome+1], r.away.points, r.home.points)
			}
			require.Equal(t, want, got, "%s at %s", sides[i], sides[j])
			bothWon := (i == 2 || i == 3) && (j == 2 || j == 3)
			require.Equal(t, i == 6 || j == 6 || bothWon, pairProblem(&g) != "", "%s at %s", sides[i], sides[j])
		}
	}
}
