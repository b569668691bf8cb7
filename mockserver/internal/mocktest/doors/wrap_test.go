package doors

import (
	"io"
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// TestWrap: a handler around the server sees every request, with a socket and without, and may answer, change or end
// it.
func TestWrap(t *testing.T) {
	var mu sync.Mutex
	var seen []string
	take := func() []string {
		mu.Lock()
		defer mu.Unlock()
		defer func() { seen = nil }()
		return seen
	}
	note := func(name string) mockserver.Option {
		return mockserver.Wrap(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
				mu.Lock()
				seen = append(seen, name)
				mu.Unlock()
				switch req.URL.Query().Get("do") {
				case name + "-answers":
					w.WriteHeader(http.StatusTeapot)
				case name + "-ends":
					panic(http.ErrAbortHandler)
				case name + "-says-nothing":
				case name + "-breaks-off":
					_, _ = io.WriteString(w, "half")
					panic(http.ErrAbortHandler)
				default:
					w.Header().Set("X-"+name, "1")
					next.ServeHTTP(w, req)
				}
			})
		})
	}
	for _, listens := range []bool{false, true} {
		srv := mocktest.Empty(t, tourney.Soccer, note("First"), note("Second"))
		var trip http.RoundTripper = srv
		if listens {
			require.NoError(t, srv.Listen("127.0.0.1:0"))
			trip = &http.Transport{DisableKeepAlives: true}
		}
		ask := func(query string) (int, error) {
			res, err := trip.RoundTrip(mocktest.GetRequest(t, srv.URL()+"/api/v1/venues"+query))
			if err != nil {
				return 0, err
			}
			_, err = io.ReadAll(res.Body)
			require.NoError(t, res.Body.Close())
			return res.StatusCode, err
		}
		for query, want := range map[string]int{"": 200, "?do=First-answers": 418, "?do=Second-answers": 418, "?do=Second-says-nothing": 200} {
			status, err := ask(query)
			require.NoError(t, err)
			require.Equal(t, want, status, query)
		}
		_, err := ask("?do=First-ends")
		require.ErrorIs(t, err, io.EOF)
		_, err = ask("?do=Second-breaks-off")
		require.Error(t, err)
		require.Len(t, srv.Calls.All(""), 1, "the others did not reach the server")
		take()
		srv.Faults.Add(fault.OnAny().AfterCommit().Drop())
		_, err = ask("")
		require.ErrorIs(t, err, io.EOF, "faults work within handlers")
		require.Equal(t, []string{"First", "Second"}, take())
		srv.Close()
	}
	for _, wrap := range []func(http.Handler) http.Handler{nil, func(http.Handler) http.Handler { return nil }} {
		_, err := mockserver.New(tourney.Soccer, mockserver.Wrap(wrap))
		require.ErrorContains(t, err, "mockserver: Wrap: the function")
	}
}
