package mockserver

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/handlers"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/views"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// league returns a server with four teams in two divisions of an event, and a game between the teams of each division.
func league(t testing.TB, opts ...Option) *Server {
	t.Helper()
	s := newServer(t, tourney.Softball, append([]Option{Scenario("empty")}, opts...)...)
	s.Events.Add(tourney.Event{ID: 1, Name: "Cup"})
	for d := range int64(2) {
		s.Divisions.Add(tourney.Division{ID: 11 + d, Event: &tourney.Event{ID: 1}})
		sides := [2]*tourney.GameSide{}
		for i := range int64(2) {
			id := 31 + 2*d + i
			s.Teams.Add(tourney.Team{ID: id, Division: &tourney.TeamDivision{ID: 11 + d}, Players: []tourney.TeamPlayer{{PlayerID: id + 10}}})
			sides[i] = &tourney.GameSide{TeamID: &id}
		}
		s.Games.Add(tourney.Game{ID: 71 + d, Division: &tourney.GameDivision{ID: 11 + d}, AwayTeam: sides[0], HomeTeam: sides[1]})
	}
	return s
}

// warm reads all lists, so that all rows are encoded.
func warm(t testing.TB, s *Server) {
	t.Helper()
	for _, target := range []string{"teams?page=1", "divisions?page=1&includes=Teams", "games?page=1", "players?page=1&includes=Teams"} {
		require.Equal(t, http.StatusOK, send(s, "GET", target, "").Code)
	}
}

// keptRows names the rows whose encodings the newest version can use: the noun and the id.
func keptRows(t testing.TB, s *Server) (names []string) {
	t.Helper()
	v := inner(s).State.Newest()
	has := func(noun string, id int64, k *store.Kept, in views.Includes) {
		key := store.FormKey{Of: inner(s).Responder.Encoders.In(wire.JSON).Number, Variety: uint64(in)}
		if k.Find(key, v.Sealed) != nil {
			names = append(names, fmt.Sprint(noun, " ", id))
		}
	}
	teams := views.Includes(0).With([]tourney.Include{tourney.IncludeTeams})
	for i := range int64(4) {
		has("team", 31+i, &v.Teams.Cell(31+i).Kept, handlers.InList)
		has("player", 41+i, &v.People.Cell(41+i).Kept, teams)
	}
	for i := range int64(2) {
		has("division", 11+i, &v.Divisions.Cell(11+i).Kept, teams)
		has("game", 71+i, &v.Games.Cell(71+i).Kept, 0)
	}
	return names
}

// TestAWriteDropsWhatReadItsTable lists, for each kind of write, the rows that have to be encoded anew, one or all of a
// noun. All others stay.
func TestAWriteDropsWhatReadItsTable(t *testing.T) {
	for name, c := range map[string]struct {
		write func(s *Server)
		drops []string
	}{
		"a name of a team": {
			func(s *Server) { s.Teams.Edit(31, func(team *tourney.Team) { team.Name = "Otters" }) },
			[]string{"team 31", "player", "division", "game"},
		},
		"a score": {
			func(s *Server) {
				require.Equal(t, http.StatusOK, send(s, "PUT", "games", `{"Id":71,"AwayScore":3}`).Code)
			},
			[]string{"game 71", "player"},
		},
		"a payment": {func(s *Server) { s.Payments.Add(stored.Payment{TransactionID: "T1"}) }, nil},
		"an event": {
			func(s *Server) { s.Events.Edit(1, func(e *tourney.Event) { e.Name = "Bowl" }) },
			[]string{"team", "division", "game"},
		},
		"a refused write": {
			func(s *Server) {
				require.NotEqual(t, http.StatusOK, send(s, "PUT", "teams", `{"Id":31,"Paid":"perhaps"}`).Code)
			}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := league(t)
			warm(t, s)
			all := keptRows(t, s)
			require.Len(t, all, 12)
			c.write(s)
			var left []string
			for _, row := range all {
				noun, _, _ := strings.Cut(row, " ")
				if !slices.Contains(c.drops, row) && !slices.Contains(c.drops, noun) {
					left = append(left, row)
				}
			}
			require.Equal(t, left, keptRows(t, s))
			warm(t, s)
			require.Equal(t, all, keptRows(t, s))
		})
	}
}

// TestServersOfAScenarioShareEncodings: what one test's server encoded is there for the next one, until a row changes.
func TestServersOfAScenarioShareEncodings(t *testing.T) {
	first := newServer(t, tourney.Pickleball, Seed(771))
	require.Equal(t, http.StatusOK, send(first, "GET", "teams?page=1", "").Code)
	form := func(s *Server) *store.Form {
		v := inner(s).State.Newest()
		of := inner(s).Responder.Encoders.In(wire.JSON).Number
		return v.Teams.Cell(4001).Kept.Find(store.FormKey{Of: of, Variety: uint64(handlers.InList)}, v.Sealed)
	}
	second := newServer(t, tourney.Pickleball, Seed(771))
	require.NotNil(t, form(second))
	require.Same(t, form(first), form(second))
	small := newServer(t, Profile{Profile: tourney.Profile{Variant: tourney.Pickleball}, MaxPageSize: 3}, Seed(771))
	require.Same(t, form(first), form(small), "its teams have the same members")
	strict := newServer(t, tourney.Pickleball, Seed(771), Strict())
	require.Nil(t, form(strict), "its teams have other members")
	second.Teams.Edit(4001, func(team *tourney.Team) { team.Name = "Otters" })
	require.Nil(t, form(second))
	require.NotNil(t, form(first))
	second.Reset()
	require.NotNil(t, form(second))
}

// TestEncodedRowsLimit: a server with -1 keeps nothing, and one with a small limit what was encoded last.
func TestEncodedRowsLimit(t *testing.T) {
	none := league(t, WithLimits(Limits{EncodedRows: -1}))
	warm(t, none)
	require.Empty(t, keptRows(t, none))
	some := league(t, WithLimits(Limits{EncodedRows: 2500}))
	warm(t, some)
	rows := keptRows(t, some)
	require.NotEmpty(t, rows)
	require.Less(t, len(rows), 12)
	require.Contains(t, rows, "player 44", "it was encoded last")
	require.NotContains(t, rows, "team 31", "it was encoded first")
}

// TestReadersSeeWhatWasWritten reads pages beside a writer. Once a write is answered, no page shows the name before it.
func TestReadersSeeWhatWasWritten(t *testing.T) {
	s := league(t)
	targets := []string{
		"games?page=1", "games?id=71", "teams?page=1", "divisions?id=11&includes=Teams", "players?id=41&includes=Teams",
	}
	var written atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	problems := make(chan error, len(targets))
	for _, target := range targets {
		go func() { problems <- readNames(ctx, s, target, &written) }()
	}
	for n := range int64(60) {
		require.Equal(t, http.StatusOK, send(s, "PUT", "teams", fmt.Sprintf(`{"Id":31,"Name":"Otters %d"}`, n+1)).Code)
		written.Store(n + 1)
		s.Games.Edit(72, func(g *tourney.Game) { g.BracketName = fmt.Sprint(n) })
		runtime.Gosched()
	}
	stop()
	for range targets {
		require.NoError(t, <-problems)
	}
}

// readNames reads the number in a team's name until the context ends. It must not be less than what was written.
func readNames(ctx context.Context, s *Server, target string, written *atomic.Int64) error {
	for ctx.Err() == nil {
		least, body := written.Load(), send(s, "GET", target, "").Body.String()
		_, name, _ := strings.Cut(body, `"Name":"Otters `)
		var n int64
		if _, err := fmt.Sscan(strings.ReplaceAll(name, `"`, " "), &n); least > 0 && (err != nil || n < least) {
			return fmt.Errorf("%s shows %d, although %d is written: %s", target, n, least, body)
		}
	}
	return nil
}
