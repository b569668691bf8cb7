package mockserver

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/views"
)

// BenchmarkNewAndClose measures the cost of a server for a single test.
func BenchmarkNewAndClose(b *testing.B) {
	for _, name := range []string{"mid-tournament", "empty"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s, err := New(tourney.Soccer, Scenario(name))
				if err != nil {
					b.Fatal(err)
				}
				s.Close()
			}
		})
		b.Run(name+"/listening", func(b *testing.B) {
			for b.Loop() {
				s, err := New(tourney.Soccer, Scenario(name))
				if err != nil {
					b.Fatal(err)
				}
				if err := s.Listen("127.0.0.1:0"); err != nil {
					b.Fatal(err)
				}
				s.Close()
			}
		})
	}
}

// BenchmarkStandings counts the games of a division. Every team has played ten of them.
func BenchmarkStandings(b *testing.B) {
	for _, teams := range []int{100, 1000} {
		s, err := New(tourney.Soccer, Scenario("empty"))
		require.NoError(b, err)
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
			for b.Loop() {
				table := views.Standings(inner(s).State.Newest(), views.StandingsQuestion{Display: views.ByDivision})
				if len(table.Groups[0].List[0].Participants) != teams {
					b.Fatal("not all teams")
				}
			}
		})
		b.Run(fmt.Sprintf("teams=%d/answer", teams), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := s.View("standings?display=division")
				require.NoError(b, err)
			}
		})
	}
}
