package mockserver_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestAnswersInTheFormatAskedFor sends requests with a socket and without one.
func TestAnswersInTheFormatAskedFor(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	listening := httptest.NewServer(srv)
	t.Cleanup(listening.Close)
	for _, test := range []struct{ accept, contentType, want string }{
		{"", "", "json"},
		{"application/json", "application/xml", "json"},
		{"application/xml", "", "xml"},
		{"text/xml, application/json", "", "xml"},
		{"application/json;q=0.5, application/xml", "", "xml"},
		{"application/xml;q=0.1, application/json", "", "json"},
		{"application/xml;q=0.000, application/json;q=0.001", "", "json"},
		{"application/xml;q=0", "", "json"},
		{"application/xml;q=often", "", "json"},
		{"application/problem+xml", "", "xml"},
		{"text/html, */*", "application/xml", "xml"},
		{"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "", "json"}, // a browser
		{"text/html, application/xml", "", "json"},
		{"application/xml, text/html", "", "xml"},
		{"application/xml, text/xml, */*", "", "xml"},
		{"*/*, application/xml", "", "xml"},
		{"application/xml;q=0.5, */*;q=0.8", "", "json"},
		{"application/*", "application/xml", "xml"},
		{"", "application/xml", "xml"},
		{"", "text/xml; charset=UTF-8", "xml"},
	} {
		for _, path := range []string{"/api/v1/venues", "/api/v1/teams/9999999", "/nowhere"} {
			for name, send := range map[string]http.RoundTripper{"in process": srv, "socket": listening.Client().Transport} {
				req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, listening.URL+path, http.NoBody)
				require.NoError(t, err)
				for key, value := range map[string]string{"Accept": test.accept, "Content-Type": test.contentType} {
					if value != "" {
						req.Header.Set(key, value)
					}
				}
				res, err := send.RoundTrip(req)
				require.NoError(t, err)
				require.NoError(t, res.Body.Close())
				require.Contains(t, res.Header.Get("Content-Type"), test.want, "%+v %s %s", test, path, name)
			}
		}
	}
}

func TestRefusesOtherEncodings(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	for contentType, want := range map[string]int{
		"application/xml; charset=utf-16": http.StatusUnsupportedMediaType, "application/json; charset=latin1": http.StatusUnsupportedMediaType,
		"text/plain": http.StatusUnsupportedMediaType, "application/xml;": http.StatusBadRequest,
		"application/x+xml; charset=US-ASCII": http.StatusBadRequest,
	} {
		req := httptest.NewRequestWithContext(t.Context(), http.MethodPut, "/api/v1/games", strings.NewReader("<Request/>"))
		req.Header.Set("Content-Type", contentType)
		w := httptest.NewRecorder()
		srv.ServeHTTP(w, req)
		require.Equal(t, want, w.Code, "%s: %s", contentType, w.Body)
	}
}
