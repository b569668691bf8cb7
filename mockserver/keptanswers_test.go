package mockserver

import (
	"fmt"
	"slices"
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

// keepAnswers returns an empty store of answers with a limit for its memory.
func keepAnswers(limit int64) *keptAnswers { return &keptAnswers{keeper: store.NewKeeper(limit)} }

// allStandings asks all questions in both formats, first through the kept answers and then without them.
func allStandings(t *testing.T, st *version, kept *keptAnswers) (through, fresh string) {
	t.Helper()
	e := knownKinds.encoders(hostKind{variant: st.variant})
	var a, b strings.Builder
	for d := byPool; d <= byBracket; d++ {
		for _, encoder := range []*encoder{e.json, e.xml} {
			q := standingsQuestion{display: d, eventID: 1}
			for range 2 {
				body, err := standingsAnswer{st, q, kept}.encode(encoder, nil)
				require.NoError(t, err)
				a.Write(body)
				body, err = standingsAnswer{st, q, keepAnswers(0)}.encode(encoder, nil)
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
			kept, st := keepAnswers(defaultEncodedRows), standingsWorld(t)
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
			right = right.fork()
			right.addTeamTo(11, 1, tourney.Team{Name: "y"})
			other, fresh := allStandings(t, right, kept)
			require.Equal(t, fresh, other)
		})
	}
}

// scored gives the away side of a game a score.
func scored(s *version, game int64, away int) {
	s.changeGame(game, func(r *gameRow) { r.game.AwayTeam = sideWithResult(r.game.AwayTeam, &away, nil, nil) })
}

// crowded adds teams without games, which share a place across blocks of lines.
func crowded(s *version) {
	for id := range int64(2 * perBlock) {
		s.addTeamTo(11, 1, tourney.Team{ID: 200 + id, Name: "x"})
	}
}

// closed adds a division that is not active, with a game in a bracket that has the name of another one.
func closed(s *version) {
	s.addDivision(tourney.Division{ID: 12, Event: &tourney.Event{ID: 1}})
	s.divisions.Change(12, func(r *divisionRow) { r.active = false })
	g := *s.games.Get(9)
	g.game.ID, g.game.BracketName, g.game.Division = 12, "Cup", &tourney.GameDivision{ID: 12}
	s.addGame(g.game)
}

// followed are writes, with the displays whose answers can follow them.
var followed = map[string]struct {
	before, write func(*version)
	by            []display
}{
	"score":      {write: func(s *version) { scored(s, 9, 7) }, by: allDisplays},
	"same score": {write: func(s *version) { scored(s, 9, 3) }, by: allDisplays},
	"fractions": {write: func(s *version) {
		s.changeGame(9, func(r *gameRow) {
			side := *r.game.HomeTeam
			side.Score = new(tourney.MustDecimal("2.50"))
			r.game.HomeTeam = &side
		})
	}, by: allDisplays},
	"name":  {write: func(s *version) { s.changeTeam(102, func(r *teamRow) { r.team.Name = "x" }) }, by: allDisplays},
	"venue": {write: func(s *version) { s.addVenue(tourney.Venue{Name: "Field 1"}, nil) }, by: allDisplays},
	"new game": {write: func(s *version) {
		s.addGame(tourney.Game{ID: 10, Division: &tourney.GameDivision{ID: 11}, AwayTeam: s.games.Get(9).game.AwayTeam})
	}, by: allDisplays[:3]},
	"no game": {write: func(s *version) { s.removeGame(9) }, by: allDisplays[:3]},
	"ties":    {before: crowded, write: func(s *version) { s.removeGame(9) }, by: allDisplays[:3]},
	"other team": {write: func(s *version) {
		s.changeGame(9, func(r *gameRow) { r.game.AwayTeam = nil })
	}, by: allDisplays[:3]},
	"other division": {before: closed, write: func(s *version) {
		s.changeGame(9, func(r *gameRow) { r.game.Division = &tourney.GameDivision{ID: 12} })
	}, by: allDisplays[:3]},
	"game elsewhere": {before: closed, write: func(s *version) { scored(s, 12, 8) }, by: allDisplays},
	"no team":        {write: func(s *version) { s.removeTeam(101) }},
	"new team":       {write: func(s *version) { s.addTeamTo(11, 1, tourney.Team{Name: "x"}) }},
	"hidden team": {before: func(s *version) {
		s.divisions.Change(11, func(r *divisionRow) {
			r.division.Settings = &tourney.DivisionSettings{RegistrationStatus: tourney.ShowActiveTeams}
		})
	}, write: func(s *version) {
		s.changeTeam(101, func(r *teamRow) { r.team.Status = new(tourney.TeamInactive) })
	}},
	"moved team": {before: func(s *version) { s.leaveAllPools(101) }, write: func(s *version) {
		s.changeTeam(101, func(r *teamRow) { r.divisionID = 13 })
	}},
	"moved to an event": {write: func(s *version) { s.changeTeam(101, func(r *teamRow) { r.eventID = 2 }) }},
	"division name": {write: func(s *version) {
		s.divisions.Change(11, func(r *divisionRow) { r.division.Name = "x" })
	}},
}

var allDisplays = []display{byPool, byDivision, byEvent, byBracket}

// TestAnswersFollow: only the writes that can change which lines there are have an answer made anew.
func TestAnswersFollow(t *testing.T) {
	for what, of := range followed {
		t.Run(what, func(t *testing.T) {
			kept, st := keepAnswers(defaultEncodedRows), standingsWorld(t)
			if of.before != nil {
				of.before(st)
				st = st.fork()
			}
			_, before := allStandings(t, st, kept)
			next := st.fork()
			of.write(next)
			kept.follow(next)
			var follow []display
			for _, a := range kept.list {
				if a.key.encoder.format == inXML {
					follow = append(follow, a.key.question.display)
				}
			}
			require.Equal(t, of.by, follow)
			through, fresh := allStandings(t, next, kept)
			require.Equal(t, fresh, through)
			through, _ = allStandings(t, st, kept)
			require.Equal(t, before, through)
		})
	}
}

// TestManyChanges: versions that differ in more rows than it pays to follow have their answers made anew.
func TestManyChanges(t *testing.T) {
	kept, st := keepAnswers(defaultEncodedRows), standingsWorld(t)
	allStandings(t, st, kept)
	next := st.fork()
	for range maxFollowed + 1 {
		next.addGame(tourney.Game{Division: &tourney.GameDivision{ID: 11}})
	}
	kept.follow(next)
	require.Empty(t, kept.list)
	through, fresh := allStandings(t, next, kept)
	require.Equal(t, fresh, through)
}

// TestKeptAnswersAreBounded asks more questions than a server keeps answers, and has the keeper take memory back.
func TestKeptAnswersAreBounded(t *testing.T) {
	st, e := standingsWorld(t), knownKinds.encoders(hostKind{variant: soccer(t)})
	ask := func(kept *keptAnswers, event int) {
		_, err := standingsAnswer{st, standingsQuestion{display: byDivision, eventID: int64(event)}, kept}.encode(e.json, nil)
		require.NoError(t, err)
	}
	kept := keepAnswers(defaultEncodedRows)
	for event := range 2 * maxKeptAnswers {
		ask(kept, event)
		ask(kept, 1)
	}
	require.Len(t, kept.list, maxKeptAnswers)
	require.NotNil(t, kept.get(st, answerKey{standingsQuestion{display: byDivision, eventID: 1}, e.json}), "it is used")

	full := kept.get(st, answerKey{standingsQuestion{display: byDivision, eventID: 1}, e.json})
	size := int64(len(slices.Concat(full...)))
	small := keepAnswers(8 * (size + 100)) // too small for the lists of the answer
	ask(small, 1)
	require.True(t, small.list[0].made.Load().whole)
	ask(small, 1)
	require.Len(t, small.list, 1)
	next := st.fork()
	next.removeGame(9)
	small.follow(next)
	require.Empty(t, small.list, "the answer cannot follow")
	tiny := keepAnswers(8 * (size - 1))
	ask(tiny, 1)
	require.Empty(t, tiny.list)

	other := &keptAnswers{keeper: kept.keeper} // of a session
	for len(kept.list) > 0 && kept.list[0].made.Load() != nil {
		require.NotNil(t, kept.keeper.Share(defaultEncodedRows/8-1000, func() {}))
	}
	require.Nil(t, kept.get(st, answerKey{standingsQuestion{display: byDivision, eventID: 1}, e.json}))
	ask(other, 1)
	ask(kept, 1)
	require.NotNil(t, other.list[0].made.Load())
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
