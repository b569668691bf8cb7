package mockserver

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// asked returns the call of a GET in the journal.
func asked(s *Server, path, query string) Call {
	req := httptest.NewRequest(http.MethodGet, path, nil)
	req.URL.RawQuery = query
	s.ServeHTTP(httptest.NewRecorder(), req)
	return inner(s).journal.last(1)[0]
}

// TestTextsCanBecomeSecrets: the journal keeps a text that it kept before, until the text is a secret.
func TestTextsCanBecomeSecrets(t *testing.T) {
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

// TestNumbersOfNoOperationAreWithheld: a query that the journal keeps for an operation is withheld in a request that is
// none, because such a request may hold the code of a card.
func TestNumbersOfNoOperationAreWithheld(t *testing.T) {
	s, err := New(tourney.Soccer)
	require.NoError(t, err)
	for _, path := range []string{"teams", "venues", "standings", "players"} {
		require.Equal(t, "nosuch=123", asked(s, "/api/v1/"+path, "nosuch=123").Query)
		require.Equal(t, "nosuch="+redacted, asked(s, "/api/v1/"+path+"s", "nosuch=123").Query)
	}
}
