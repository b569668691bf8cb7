package console_test

import (
	"encoding/base64"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/console"
)

// TestARefusalHasItsOwnLength: the answer to a refused download is whole, and a HEAD has the header of its GET.
func TestARefusalHasItsOwnLength(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, console.Serve(), admin.Token("open-sesame"))
	wire := &http.Transport{DisableCompression: true}
	defer wire.CloseIdleConnections()
	for _, path := range []string{
		"console/export", "console/api/openapi.json", "console/api/openapi.yaml", "console/api/openapi.xsd", "console/events",
		"console/overview", "console/nothing", "console/static/nothing", "export", "openapi.json", "events", "nothing",
	} {
		for reason, headers := range map[string][2]string{
			"no token": {"Accept", "text/html"}, "a wrong token": {"Cookie", "mock-console=x"}, "a stranger": {"Host", "elsewhere.test"},
		} {
			var answers []*http.Response
			for _, method := range []string{http.MethodGet, http.MethodHead} {
				req := requestTo(t, method, srv.URL()+"/_mock/"+path)
				if req.Header.Set(headers[0], headers[1]); headers[0] == "Host" {
					req.Host = headers[1]
				}
				res, err := wire.RoundTrip(req)
				require.NoError(t, err)
				body, err := io.ReadAll(res.Body)
				require.NoError(t, err, "%s %s: %s", method, path, reason)
				require.NoError(t, res.Body.Close())
				require.GreaterOrEqual(t, res.StatusCode, 400, path)
				require.Equal(t, method == http.MethodGet, len(body) > 0, "%s: %s", path, reason)
				require.Empty(t, res.Header["Content-Disposition"])
				require.Empty(t, res.Header["Etag"])
				answers = append(answers, res)
			}
			require.Equal(t, answers[0].StatusCode, answers[1].StatusCode, "%s: %s", path, reason)
			require.Equal(t, answers[0].Header["Content-Type"], answers[1].Header["Content-Type"], "%s: %s", path, reason)
		}
	}
	for _, path := range []string{"export", "openapi.json", "events"} {
		for _, console := range []string{"", "console/"} {
			path := strings.Replace(console+path, "console/open", "console/api/open", 1)
			req := requestTo(t, http.MethodHead, srv.URL()+"/_mock/"+path)
			req.Header.Set("Authorization", "Bearer open-sesame")
			req.Host = "localhost"
			req.AddCookie(&http.Cookie{Name: "mock-console", Value: base64.RawURLEncoding.EncodeToString([]byte("open-sesame"))})
			res, err := wire.RoundTrip(req)
			require.NoError(t, err)
			require.NoError(t, res.Body.Close())
			require.Equal(t, 200, res.StatusCode, path)
		}
	}
}

func requestTo(t *testing.T, method, url string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, http.NoBody)
	require.NoError(t, err)
	return req
}

// valueWriter is a ResponseWriter whose values cannot be compared.
type valueWriter struct {
	header http.Header
	body   *strings.Builder
}

func (w valueWriter) Header() http.Header         { return w.header }
func (w valueWriter) Write(p []byte) (int, error) { return w.body.Write(p) }
func (w valueWriter) WriteHeader(int)             {}

// TestAnyResponseWriter: a mock with the console asks nothing of a ResponseWriter but its methods.
func TestAnyResponseWriter(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, console.Serve())
	for _, target := range []string{"/api/v1/teams?id=4001", at, "/"} {
		w := valueWriter{http.Header{}, new(strings.Builder)}
		require.NotPanics(t, func() { srv.ServeHTTP(w, requestTo(t, http.MethodGet, target)) })
		require.NotEmpty(t, w.header, target)
	}
}
