package mockserver

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// standingsWorld returns a version with a division, two teams in a pool, a bracket and a game.
func standingsWorld(t testing.TB) *version {
	t.Helper()
	st := newVersion(soccer(t))
	st.addEvent(tourney.Event{ID: 1, Name: "Firefly Cup"})
	st.addDivision(tourney.Division{
		ID: 11, Name: "Gold", Event: &tourney.Event{ID: 1}, Brackets: []tourney.Bracket{{ID: 5, Name: "Cup"}},
	})
	st.addPool(tourney.Pool{ID: 31, Name: "A", Division: &tourney.TeamDivision{ID: 11}})
	for id := range int64(2) {
		st.addTeam(tourney.Team{
			ID: 101 + id, Name: fmt.Sprint("Team ", id), Division: &tourney.TeamDivision{ID: 11},
			Pools: []tourney.TeamPool{{Number: int(id + 1), Pool: tourney.Pool{ID: 31}}},
		})
	}
	side := func(id, score int64) *tourney.GameSide {
		return &tourney.GameSide{TeamID: &id, Score: new(tourney.NewDecimal(score, 0)), BracketID: new(int64(5))}
	}
	st.addGame(tourney.Game{ID: 9, Division: &tourney.GameDivision{ID: 11}, AwayTeam: side(101, 3), HomeTeam: side(102, 1)})
	return st.fork()
}

// allStandings asks all questions in both formats, first through the kept answers and then without them.
func allStandings(t *testing.T, st *version, kept *keptAnswers) (through, fresh string) {
	t.Helper()
	e := newEncoders(hostKind{variant: st.variant})
	if len(kept.list) > 0 {
		e = &encoders{json: kept.list[0].key.encoder, xml: kept.list[1].key.encoder}
	}
	var a, b strings.Builder
	for d := byPool; d <= byBracket; d++ {
		for _, encoder := range []*encoder{e.json, e.xml} {
			q := standingsQuestion{display: d, eventID: 1}
			for range 2 {
				body, err := standingsAnswer{st, q, kept}.encode(encoder, nil)
				require.NoError(t, err)
				a.Write(body)
				body, err = standingsAnswer{st, q, &keptAnswers{}}.encode(encoder, nil)
				require.NoError(t, err)
				b.Write(body)
			}
		}
	}
	return a.String(), b.String()
}

// TestKeptStandings writes to two forks of a version and asks all three: each kind of write, and whatever fork was asked
// first. An answer that outlives the write differs from the fresh one.
func TestKeptStandings(t *testing.T) {
	for name, write := range map[string]func(*version){
		"event":    func(s *version) { s.events.Change(1, func(r *eventRow) { r.event.Name = "x" }) },
		"division": func(s *version) { s.divisions.Change(11, func(r *divisionRow) { r.division.Name = "x" }) },
		"active":   func(s *version) { s.divisions.Change(11, func(r *divisionRow) { r.active = false }) },
		"pool":     func(s *version) { s.editPool(tourney.Pool{ID: 31, Name: "x", Division: &tourney.TeamDivision{ID: 11}}) },
		"place":    func(s *version) { s.leaveAllPools(101) },
		"team":     func(s *version) { s.changeTeam(101, func(r *teamRow) { r.team.Name = "x" }) },
		"status":   func(s *version) { s.changeTeam(101, func(r *teamRow) { r.divisionID = 0 }) },
		"score": func(s *version) {
			s.changeGame(9, func(r *gameRow) { r.game.AwayTeam = sideWithResult(r.game.AwayTeam, new(0), nil, nil) })
		},
		"new team": func(s *version) { s.addTeamTo(11, 1, tourney.Team{Name: "x"}) },
		"gone":     func(s *version) { s.removeGame(9) },
	} {
		t.Run(name, func(t *testing.T) {
			kept, st := &keptAnswers{}, standingsWorld(t)
			before, fresh := allStandings(t, st, kept)
			require.Equal(t, fresh, before)
			left, right := st.fork(), st.fork()
			write(left)
			changed, fresh := allStandings(t, left, kept)
			require.Equal(t, fresh, changed)
			require.NotEqual(t, before, changed)
			for _, same := range []*version{st, right, right.fork()} {
				again, _ := allStandings(t, same, kept)
				require.Equal(t, before, again)
			}
			right.addTeamTo(11, 1, tourney.Team{Name: "y"})
			other, fresh := allStandings(t, right, kept)
			require.Equal(t, fresh, other)
		})
	}
}

// TestAnswersAreKept: a write to a table that standings do not read keeps the answer.
func TestAnswersAreKept(t *testing.T) {
	kept, st, e := &keptAnswers{}, standingsWorld(t), newEncoders(hostKind{variant: soccer(t)})
	ask := func(st *version) []byte {
		body, err := standingsAnswer{st, standingsQuestion{display: byEvent, eventID: 1}, kept}.encode(e.json, nil)
		require.NoError(t, err)
		return body
	}
	first, next := ask(st), st.fork()
	next.addVenue(tourney.Venue{Name: "Field 1"}, nil)
	require.Equal(t, first, ask(next))
	require.Len(t, kept.list, 1)
	next.changeTeam(101, func(r *teamRow) { r.team.Name = "x" })
	require.NotEqual(t, string(first), string(ask(next)))
}

// TestKeptAnswersAreBounded adds more answers than a server keeps, and larger ones.
func TestKeptAnswersAreBounded(t *testing.T) {
	var kept keptAnswers
	key := func(i int) answerKey { return answerKey{question: standingsQuestion{eventID: int64(i)}} }
	for i := range 2 * maxKeptAnswers {
		kept.add(key(i), []byte("answer"))
		_, known := kept.get(key(0))
		require.True(t, known, "the answer that is used stays")
	}
	require.Len(t, kept.list, maxKeptAnswers)
	kept.add(key(-1), make([]byte, maxKeptAnswerBytes+1))
	require.Len(t, kept.list, maxKeptAnswers, "the answer is too large")
	kept.add(key(-2), make([]byte, maxKeptAnswerBytes))
	require.Len(t, kept.list, 1)
	require.Equal(t, maxKeptAnswerBytes, kept.bytes)
}

func TestGenerations(t *testing.T) {
	st := standingsWorld(t)
	before := st.teams.Generation()
	left, right := st.fork(), st.fork()
	require.Equal(t, before, left.teams.Generation(), "nothing has changed")
	left.changeTeam(101, func(*teamRow) {})
	right.changeTeam(101, func(*teamRow) {})
	require.Equal(t, before, st.teams.Generation())
	seen := map[store.Generation]bool{before: true, left.teams.Generation(): true, right.teams.Generation(): true}
	require.Len(t, seen, 3)
	require.Equal(t, left.teams.Generation(), left.fork().teams.Generation())
}

// soccer returns the row of a variant.
func soccer(t testing.TB) *contract.Variant {
	t.Helper()
	row, known := contract.LookupVariant(string(tourney.Soccer))
	require.True(t, known)
	return row
}
