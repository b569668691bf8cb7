package mockserver

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// BenchmarkNewAndClose measures the cost of a server for a single test, and of the largest one.
func BenchmarkNewAndClose(b *testing.B) {
	for _, name := range []string{"mid-tournament", "empty", "huge"} {
		for _, listens := range []bool{false, true} {
			b.Run(fmt.Sprint(name, " listens=", listens), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					s := newServer(b, tourney.Soccer, Scenario(name))
					if listens {
						require.NoError(b, s.Listen("127.0.0.1:0"))
					}
					s.Close()
				}
			})
		}
	}
}

// BenchmarkStandings counts the games of a division. Every team has played ten of them.
func BenchmarkStandings(b *testing.B) {
	for _, teams := range []int{100, 1000} {
		s := newServer(b, tourney.Soccer, Scenario("empty"))
		s.Events.Add(tourney.Event{ID: 1})
		s.Divisions.Add(tourney.Division{ID: 1})
		for i := range teams {
			s.Teams.Add(tourney.Team{ID: int64(i + 1), Division: &tourney.TeamDivision{ID: 1}})
		}
		side := func(i int) *tourney.GameSide {
			return &tourney.GameSide{TeamID: new(int64(i%teams) + 1), Score: tourney.Score(i % 7)}
		}
		for i := range 5 * teams {
			s.Games.Add(tourney.Game{Division: &tourney.GameDivision{ID: 1}, AwayTeam: side(i), HomeTeam: side(3*i + 1)})
		}
		b.Run(fmt.Sprintf("teams=%d", teams), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := s.View("standings?display=division")
				require.NoError(b, err)
			}
		})
	}
}
