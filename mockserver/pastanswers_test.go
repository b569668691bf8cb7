package mockserver

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"weak"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// pastBody returns the body that the server would give to a question again, "" when it keeps none.
func pastBody(s *Server, path, query string, f *format) string {
	known, found := inner(s).responder.questions.get(questionKey{path, query})
	if !found {
		return ""
	}
	a := &answer{known: known, format: f}
	if before := a.pastAnswer(inner(s).state.newest.Load()); before != nil {
		return string(before.body)
	}
	return ""
}

const (
	pastPath  = "/api/v1/teams"
	pastQuery = "eventid=1"
)

// askTimes asks for the list of teams, and returns the last body.
func askTimes(s *Server, times int, media string) (body string) {
	for range times {
		w, _, _ := asked(s, pastPath, pastQuery, media)
		body = w.Body.String()
	}
	return body
}

// TestAnswersAreKeptForTheirVersion: a list is kept when a version has given it twice to a question that is remembered,
// for each format. After a write it counts no more.
func TestAnswersAreKeptForTheirVersion(t *testing.T) {
	s := league(t)
	askTimes(s, 2, mediaJSON)
	require.Empty(t, pastBody(s, pastPath, pastQuery, inJSON), "one answer is for the question, and one may be the last")
	body := askTimes(s, 1, mediaJSON)
	require.Equal(t, body, pastBody(s, pastPath, pastQuery, inJSON))
	require.Equal(t, body, askTimes(s, 1, mediaJSON))
	require.Empty(t, pastBody(s, pastPath, pastQuery, inXML))
	require.Equal(t, askTimes(s, 3, mediaXML), pastBody(s, pastPath, pastQuery, inXML))

	s.EditTeam(31, func(team *tourney.Team) { team.Name = "Otters" })
	require.Empty(t, pastBody(s, pastPath, pastQuery, inJSON))
	require.Contains(t, askTimes(s, 3, mediaJSON), "Otters")
	require.Contains(t, pastBody(s, pastPath, pastQuery, inJSON), "Otters")
	require.NotEqual(t, body, pastBody(s, pastPath, pastQuery, inJSON))
}

// TestAnswersStandForOtherVersions: a kept answer stands for another version, also of a session, until a write to a
// table that it depends on.
func TestAnswersStandForOtherVersions(t *testing.T) {
	score := func(s *Server) {
		s.EditGame(71, func(g *tourney.Game) { g.AwayTeam.Score = new(tourney.NewDecimal(9, 0)) })
	}
	rename := func(s *Server) { s.EditTeam(31, func(team *tourney.Team) { team.Name = "Otters" }) }
	move := func(s *Server) { s.EditDivision(11, func(d *tourney.Division) { d.Name = "Meadow" }) }
	kick := func(s *Server) {
		s.SetStatistic(71, inner(s).state.newest.Load().teams.Get(31).team.Players[0].ID, "Goals", tourney.NewDecimal(2, 0))
	}
	pay := func(s *Server) { s.AddPayment(PaymentRecord{TeamID: 31, TransactionID: "t1"}) }
	for _, test := range []struct {
		path, query string
		write       func(*Server)
		stands      bool
	}{
		{pastPath, pastQuery, score, true},
		{pastPath, pastQuery + "&includes=Players,Coaches,Pools,Season", score, true},
		{"/api/v1/players", pastQuery, score, true},
		{"/api/v1/players", pastQuery + "&includes=Teams", score, false},
		{"/api/v1/players", pastQuery + "&includes=Statistics", score, true},
		{"/api/v1/players", pastQuery + "&includes=Teams,Statistics", kick, false},
		{"/api/v1/players", pastQuery, kick, true},
		{pastPath, pastQuery, rename, false},
		{pastPath, pastQuery, move, false},
		{pastPath, pastQuery, pay, true},
		{pastPath, "id=31", score, true},
		{pastPath, "id=31", rename, false},
		{"/api/v1/divisions", pastQuery, score, true},
		{"/api/v1/divisions", pastQuery, move, false},
		{"/api/v1/games", pastQuery, score, false},
		{"/api/v1/games", pastQuery, rename, false},
		{"/api/v1/games", "id=72", pay, true},
		{"/api/v1/venues", pastQuery, score, true},
	} {
		s := league(t)
		ask := func(s *Server) (body string) {
			for range 4 {
				w, _, _ := asked(s, test.path, test.query, mediaJSON)
				body = w.Body.String()
			}
			return body
		}
		before := ask(s)
		require.Equal(t, before, pastBody(s, test.path, test.query, inJSON), test.path)
		test.write(s)
		kept := pastBody(s, test.path, test.query, inJSON)
		require.Equal(t, test.stands, kept != "", "%s?%s", test.path, test.query)
		after, fresh := ask(s), league(t, EncodedRowsLimit(0))
		test.write(fresh)
		require.Equal(t, ask(fresh), after, "%s?%s", test.path, test.query)
		if test.stands {
			require.Equal(t, before, kept)
		}
	}
}

// TestAnswersThatAreNotKept: an answer that can change without a write, an answer that is larger than its share of the
// memory, and all answers of a server that keeps no rows.
func TestAnswersThatAreNotKept(t *testing.T) {
	for name, opts := range map[string][]Option{"no rows": {EncodedRowsLimit(0)}, "little memory": {EncodedRowsLimit(2400)}} {
		s := league(t, opts...)
		askTimes(s, 4, mediaJSON)
		require.Empty(t, pastBody(s, pastPath, pastQuery, inJSON), name)
	}
	s := league(t)
	s.EditGame(71, func(g *tourney.Game) { g.AwayTeam.WonBy = &tourney.WonBy{Code: 9917} })
	for range 4 {
		asked(s, "/api/v1/games", "eventid=1", mediaJSON)
	}
	require.Empty(t, pastBody(s, "/api/v1/games", "eventid=1", inJSON), "the reason can get a name")
	for range 4 { // not in turn: two questions can share a place
		asked(s, "/api/v1/games", "id=72", mediaJSON)
	}
	require.NotEmpty(t, pastBody(s, "/api/v1/games", "id=72", inJSON))
}

// TestKeptAnswersShareTheirMemory: kept answers take an eighth of the memory for encoded rows, and the oldest goes
// first.
func TestKeptAnswersShareTheirMemory(t *testing.T) {
	size := len(askTimes(league(t), 1, mediaJSON))
	s := league(t, EncodedRowsLimit(8*(2*(int64(size)+perPastAnswer)+100)))
	queries := []string{"eventid=1", "eventid=1&page=1", "eventid=1&pagesize=50"}
	for _, query := range queries {
		for range 3 {
			asked(s, pastPath, query, mediaJSON)
		}
	}
	require.Empty(t, pastBody(s, pastPath, queries[0], inJSON))
	for _, query := range queries[1:] {
		require.Len(t, pastBody(s, pastPath, query, inJSON), size)
	}
}

// TestFaultsLeaveKeptAnswersAlone: a fault changes the answer that it fires on, and none after it.
func TestFaultsLeaveKeptAnswersAlone(t *testing.T) {
	s := league(t)
	want := askTimes(s, 3, mediaJSON)
	for _, rule := range []FaultRule{
		OnAny().Garble(), OnAny().Truncate(5), OnAny().NoResult(), OnAny().Status(http.StatusTeapot),
		OnAny().BesideErrors(tourney.ErrorItem{Code: 1, Message: "nearly"}), OnAny().Gateway(http.StatusBadGateway),
		OnAny().ContentType("text/plain"), OnAny().StatusBody(http.StatusOK, mediaJSON, "{}"),
	} {
		s.Fault(rule.First(1))
		func() {
			defer func() { _ = recover() }() // Truncate ends the handler
			asked(s, pastPath, pastQuery, mediaJSON)
		}()
		require.Equal(t, want, askTimes(s, 2, mediaJSON), rule)
		require.Equal(t, want, pastBody(s, pastPath, pastQuery, inJSON), rule)
	}
}

// TestKeptAnswersBesideAWriter: a client that reads while another one writes never sees an older state than before.
func TestKeptAnswersBesideAWriter(t *testing.T) {
	s := league(t)
	last := func() int {
		_, rest, _ := strings.Cut(askTimes(s, 1, mediaJSON), `"Name":"n`)
		digits, _, _ := strings.Cut(rest, `"`)
		n, _ := strconv.Atoi(digits)
		return n
	}
	const writes = 60
	var all sync.WaitGroup
	errs := make([]error, 3)
	for i := range errs {
		all.Go(func() {
			for seen := 0; seen < writes; {
				n := last()
				if n < seen {
					errs[i] = fmt.Errorf("%d came after %d", n, seen)
					return
				}
				seen = n
			}
		})
	}
	for n := range writes {
		s.EditTeam(31, func(team *tourney.Team) { team.Name = fmt.Sprint("n", n+1) })
		for range 4 {
			last()
		}
	}
	all.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
}

// TestNothingIsAppendedToAKeptAnswer: a handler of Wrap writes behind the answer, and only its own client gets that, also
// where a fault or HEAD left a part of the answer out.
func TestNothingIsAppendedToAKeptAnswer(t *testing.T) {
	s := league(t, Wrap(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			next.ServeHTTP(w, req)
			_, _ = io.WriteString(w, req.Header.Get("X-Tail"))
		})
	}))
	ask := func(method, tail string) (string, error) {
		req := httptest.NewRequestWithContext(t.Context(), method, "http://localhost"+pastPath+"?"+pastQuery, http.NoBody)
		req.RequestURI = ""
		req.Header.Set("X-Tail", tail)
		res, err := s.RoundTrip(req)
		if err != nil {
			return "", err
		}
		body, err := io.ReadAll(res.Body)
		return string(body), errors.Join(err, res.Body.Close())
	}
	want, err := ask(http.MethodGet, "")
	require.NoError(t, err)
	var all sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		all.Go(func() {
			for n := range 50 {
				tail := fmt.Sprintf("<%d-%d>", i, n)
				if got, err := ask(http.MethodGet, tail); err != nil || got != want+tail {
					errs[i] = fmt.Errorf("%q: %w", got, err)
				}
				_, _ = ask(http.MethodHead, tail)
			}
		})
	}
	all.Wait()
	require.NoError(t, errors.Join(errs...))
	s.Fault(OnAny().Truncate(5).First(1))
	_, _ = ask(http.MethodGet, "<tail of a truncated answer>")
	got, err := ask(http.MethodGet, "")
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Equal(t, want, pastBody(s, pastPath, pastQuery, inJSON))
}

// TestForgottenQuestionsGo: a kept answer does not keep the question in memory that another one took the place of.
func TestForgottenQuestionsGo(t *testing.T) {
	s := league(t)
	var first weak.Pointer[question]
	for i := range 20 * recentPlaces {
		query := fmt.Sprint("eventid=1&page=", i+1)
		for range 3 {
			asked(s, pastPath, query, mediaJSON)
		}
		if i == 0 {
			known, _ := inner(s).responder.questions.get(questionKey{pastPath, query})
			first = weak.Make(known)
		}
	}
	runtime.GC()
	require.Nil(t, first.Value())
	runtime.KeepAlive(s)
}
