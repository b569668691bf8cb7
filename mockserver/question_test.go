package mockserver

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// questionQueries are queries of every kind: good ones, those with names or values that are ignored, and bad ones.
var questionQueries = []string{
	"", "eventid=1001", "EVENTID=1001&page=2&pagesize=3", "divisionid=2001&includes=players,coaches,TEAMS,nothing",
	"id=4001", "id=4001&includes=players", "Id=2001", "id=3001&id=3001", "id=x", "eventid=1001&eventid=1002",
	"teamids=4002,4001,4002&playerids=5003,5001", "teamids=,", "teamids=4001&TeamIds=4002", "page=0", "pagesize=100000",
	"eventid=1&nosuch=2&other=%20x", "eventid=9999", "date=6/12/2026", "sub=scorers&divisionid=2001", "%zz", "a;b",
	"status=active&paid=true", "note=" + strings.Repeat("n", maxRememberedQuery),
}

// asked returns the answer to a GET, its header without the number of the request, and the call in the journal.
func asked(s *Server, path, query, media string) (w *httptest.ResponseRecorder, header http.Header, call Call) {
	req := httptest.NewRequest(http.MethodGet, path, nil)
	req.URL.RawQuery = query
	req.Header.Set("Accept", media)
	w = httptest.NewRecorder()
	s.ServeHTTP(w, req)
	header = w.Header().Clone()
	header.Del("X-Request-Id")
	calls := inner(s).journal.last(1)
	return w, header, calls[0]
}

// TestAQuestionAskedAgain: a server answers a question that it has understood before, and notes it in the journal, as a
// server that has never heard it. The options change what the steps of understanding do.
func TestAQuestionAskedAgain(t *testing.T) {
	paths := []string{"/api/v1/nothing", "/api/v1/teams/"}
	for _, op := range contract.Operations() {
		if op.Method == http.MethodGet {
			paths = append(paths, contract.BasePath+op.Path)
		}
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	for name, opts := range map[string][]Option{
		"": nil, "strict": {Strict()}, "refusing": {RefuseUnknownNames(), RefuseUnknownFilters()}, "newest": {NewestFirst()},
		"signed": {RequireAuth(tourney.HMACSigner{})},
	} {
		t.Run(name, func(t *testing.T) {
			fresh := func() *Server {
				s, err := New(tourney.Soccer, opts...)
				require.NoError(t, err)
				return s
			}
			experienced := fresh()
			for range 2 { // so that a handler that changed its input would be found out
				for _, path := range paths {
					for i, query := range questionQueries {
						media := []string{mediaJSON, mediaXML}[i%2]
						asked(experienced, path, query, media)
						w, header, call := asked(experienced, path, query, media)
						first, wantHeader, want := asked(fresh(), path, query, media)
						require.Equal(t, first.Code, w.Code, "%s?%s", path, query)
						require.Equal(t, first.Body.String(), w.Body.String(), "%s?%s", path, query)
						require.Empty(t, cmp.Diff(wantHeader, header), "%s?%s", path, query)
						unlike := cmpopts.IgnoreFields(Call{}, "Number", "Time", "Arrived", "Duration")
						require.Empty(t, cmp.Diff(want, call, unlike))
					}
				}
			}
		})
	}
}

// TestWhatIsRemembered: the server remembers the questions of clients that it could answer, and no others.
func TestWhatIsRemembered(t *testing.T) {
	remembered := func(opts []Option, path, query string) bool {
		s, err := New(tourney.Soccer, opts...)
		require.NoError(t, err)
		asked(s, path, query, mediaJSON)
		_, found := inner(s).responder.questions.get(questionKey{path, query})
		return found
	}
	require.True(t, remembered(nil, "/api/v1/teams", "eventid=1001&nosuch=1"))
	require.True(t, remembered(nil, "/api/v1/venues", ""))
	require.False(t, remembered(nil, "/api/v1/teams", "eventid=x"), "a refused one")
	require.False(t, remembered(nil, "/api/v1/teams/", ""), "another spelling of the path")
	require.False(t, remembered(nil, "/api/v1/nothing", ""))
	require.False(t, remembered(nil, "/api/v1/teams", "note="+strings.Repeat("n", maxRememberedQuery)), "a long one")
	signed := []Option{RequireAuth(tourney.QuerySigner{})}
	require.False(t, remembered(signed, "/api/v1/authenticate", "signature=1"), "a query with a signature")
}

// TestHarmlessTextsCanBecomeSecrets: the journal keeps a text that it kept before, until the text is a secret.
func TestHarmlessTextsCanBecomeSecrets(t *testing.T) {
	s, err := New(tourney.Soccer)
	require.NoError(t, err)
	ask := func(secret string) (call Call) {
		req := httptest.NewRequest(http.MethodGet, "/api/v1/teams?name="+secret, nil)
		req.Header.Set("User-Agent", secret)
		s.ServeHTTP(httptest.NewRecorder(), req)
		return inner(s).journal.last(1)[0]
	}
	const text = "tern-tern1"
	for range 2 {
		call := ask(text)
		require.Equal(t, "name="+text, call.Query)
		require.Equal(t, text, call.Header.Get("User-Agent"))
	}
	_, err = inner(s).state.advance(origin{}, func(newest *version) (*version, error) {
		next := newest.fork()
		next.addAccount(newAccount("other", text, tourney.Account{}), inner(s).clock.Now(), inner(s).options.settings.keys)
		return next, nil
	})
	require.NoError(t, err)
	call := ask(text)
	require.Equal(t, "name="+redacted, call.Query)
	require.Equal(t, redacted, call.Header.Get("User-Agent"))
}

// TestHarmlessInOneOperationOnly: a query that is harmless in an operation is searched anew in a request that is no
// operation, because such a request may hold the code of a card.
func TestHarmlessInOneOperationOnly(t *testing.T) {
	s, err := New(tourney.Soccer)
	require.NoError(t, err)
	for _, path := range []string{"teams", "venues", "standings", "players"} {
		_, _, call := asked(s, "/api/v1/"+path, "nosuch=123", mediaJSON)
		require.Equal(t, "nosuch=123", call.Query)
		_, _, call = asked(s, "/api/v1/"+path+"s", "nosuch=123", mediaJSON)
		require.Equal(t, "nosuch="+redacted, call.Query)
	}
}

// TestRecent: a key has its own value or none, also while many goroutines put values.
func TestRecent(t *testing.T) {
	var r recent[int, int]
	_, found := r.get(0)
	require.False(t, found)
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for i := range 10 * recentPlaces {
				r.put(i, -i)
				if value, found := r.get(i - worker); found && value != worker-i {
					t.Errorf("the value of %d is %d", i-worker, value)
				}
			}
		})
	}
	all.Wait()
	held := 0
	for i := range 10 * recentPlaces {
		if _, found := r.get(i); found {
			held++
		}
	}
	require.Positive(t, held)
	require.LessOrEqual(t, held, recentPlaces)
}
