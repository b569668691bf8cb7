package requests

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/observe"
)

// wire is a real host that notes the paths of the requests as they were on the wire.
type wire struct {
	srv   *httptest.Server
	paths []string
	moved map[string]string // where a path redirects to
}

func newWire(t *testing.T, http2 bool) *wire {
	t.Helper()
	h := &wire{moved: map[string]string{}}
	h.srv = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, _, _ := strings.Cut(r.RequestURI, "?")
		h.paths = append(h.paths, path)
		if to, moved := h.moved[path]; moved {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusTemporaryRedirect)
			return
		}
		if err := (auth.HMAC{}).Verify(r, clienttest.Keys); err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{}`)
	}))
	h.srv.EnableHTTP2 = http2
	h.srv.StartTLS()
	t.Cleanup(h.srv.Close)
	return h
}

// client returns one whose base URL has this path.
func (h *wire) client(t *testing.T, path string, opts ...tourney.Option) *tourney.Client {
	t.Helper()
	keys := tourney.WithCredentials(clienttest.Keys)
	opts = append(opts, tourney.WithHTTPClient(h.srv.Client()), keys, tourney.WithSigner(clienttest.Signer), clienttest.Quick)
	c, err := tourney.New(h.srv.URL+path, tourney.Soccer, opts...)
	require.NoError(t, err)
	return c
}

// TestPathsGoOutAsTheyAreWritten: an escaped slash is part of a name, in the base URL and in the path of Do. The host checks the signature
// of the path that it receives.
func TestPathsGoOutAsTheyAreWritten(t *testing.T) {
	for _, http2 := range []bool{false, true} {
		h := newWire(t, http2)
		for base, want := range map[string]string{
			"":                                   "",
			"/":                                  "",
			"/soccer//":                          "/soccer",
			"/a%2Fb":                             "/a%2Fb",
			"/a%2fb/":                            "/a%2fb",
			"/a%2F":                              "/a%2F",
			"/a%2Fb/api/v1":                      "/a%2Fb",
			"/a%2Fb/api/v1/":                     "/a%2Fb",
			"/api/v1":                            "",
			"/api/v1/":                           "",
			"/api%2Fv1":                          "/api%2Fv1",
			"/x%2Fapi/v1/":                       "/x%2Fapi/v1",
			"/api/v1/of/another":                 "/api/v1/of/another",
			"/100%25/a%20b c/%E2%82%AC€/!*'()[]": "/100%25/a%20b%20c/%E2%82%AC%E2%82%AC/!*'()[]",
			"/a%3Fb%23c;d=%2B+&e%00":             "/a%3Fb%23c;d=%2B+&e%00",
		} {
			c := h.client(t, base)
			h.paths = nil
			_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{EventID: 1})
			require.NoError(t, err, base)
			raw := tourney.RawRequest{Method: "GET", Path: "/api/v1/events/7%2F8/a b", Query: url.Values{"page": {"2"}}}
			_, err = c.Do(t.Context(), raw)
			require.NoError(t, err, base)
			require.Equal(t, []string{want + "/api/v1/venues", want + "/api/v1/events/7%2F8/a%20b"}, h.paths, base)
		}
	}
}

func TestRawPaths(t *testing.T) {
	h := newWire(t, false)
	c := h.client(t, "/a%2Fb")
	for path, want := range map[string]string{
		"/":                    "/",
		"/api/v1/a%2Fb":        "/api/v1/a%2Fb",
		"/api/v1/a%2fb":        "/api/v1/a%2fb",
		"/100%25":              "/100%25",
		"/100%2525":            "/100%2525",
		"/a b%2Fc":             "/a%20b%2Fc",
		"/a%3Fb%23c":           "/a%3Fb%23c",
		"/line\r\nX-Evil: 1":   "/line%0D%0AX-Evil:%201",
		"/€/\xff":              "/%E2%82%AC/%FF",
		`/"<>\^{|}` + "`":      "/%22%3C%3E%5C%5E%7B%7C%7D%60",
		"/a;b=c,d!e*f'(g)@:$&": "/a;b=c,d!e*f'(g)@:$&",
		"/twice//over":         "/twice//over",
		"/a%2F..%2Fb":          "/a%2F..%2Fb",
	} {
		h.paths = nil
		_, err := c.Do(t.Context(), tourney.RawRequest{Method: "GET", Path: path})
		require.NoError(t, err, "%q", path)
		require.Equal(t, []string{"/a%2Fb" + want}, h.paths)
	}
	for _, path := range []string{"/100%", "/%2", "/%zz", "/a%2Fb%g0", "%2Fx", "/x?y", "/x#y", "", "x"} {
		h.paths = nil
		_, err := c.Do(t.Context(), tourney.RawRequest{Method: "GET", Path: path})
		refused := clienttest.As[*tourney.ValidationError](t, err, path)
		require.Equal(t, "Path", refused.Fields[0].Path)
		require.Empty(t, h.paths)
	}
}

// TestRedirectsKeepEscapes: a redirect within the origin keeps the escapes of its Location, or of the path that the Location is relative
// to. The signature covers that path.
func TestRedirectsKeepEscapes(t *testing.T) {
	for location, want := range map[string]string{
		"/a%2Fb/api/v1/moved%2Fon": "/a%2Fb/api/v1/moved%2Fon",
		"moved":                    "/a%2Fb/api/v1/moved",
		"c%2Fd":                    "/a%2Fb/api/v1/c%2Fd",
		"../v1/moved":              "/a%2Fb/api/v1/moved",
		"/api/v1/a%2fb":            "/api/v1/a%2fb",
	} {
		h := newWire(t, false)
		h.moved["/a%2Fb/api/v1/venues"] = location
		require.NoError(t, clienttest.Err(h.client(t, "/a%2Fb").Venues.List(t.Context(), tourney.VenueListOptions{})), location)
		require.Equal(t, []string{"/a%2Fb/api/v1/venues", want}, h.paths)
	}
	h := newWire(t, false)
	h.moved["/a%2Fb/api/v1/venues"] = "https://evil.example.com/a%2Fb/api/v1/venues"
	_, err := h.client(t, "/a%2Fb").Venues.List(t.Context(), tourney.VenueListOptions{})
	require.ErrorContains(t, err, "another origin")
	require.Len(t, h.paths, 1)
}

// TestTheBasePathIsShownNowhere: the path of the base URL may hold a secret of the user, in either form.
func TestTheBasePathIsShownNowhere(t *testing.T) {
	h := newWire(t, false)
	h.srv.Config.Handler = http.NotFoundHandler()
	var heard []string
	c := h.client(t, "/ten%2Fant", tourney.WithObserver(observe.Observer{
		AttemptEnd: func(_ context.Context, e observe.AttemptEnd) { heard = append(heard, e.Path) },
	}))
	_, err := c.Venues.Get(t.Context(), 7)
	refused := clienttest.As[*tourney.APIError](t, err)
	require.Equal(t, "/api/v1/venues", refused.Path)
	_, err = c.Do(t.Context(), tourney.RawRequest{Method: "GET", Path: "/api/v1/a b\n%2Fc"})
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "/api/v1/a%20b%0A%2Fc", refused.Path, "as it was sent, on one line")
	require.Equal(t, []string{"/api/v1/venues", ""}, heard)
	require.NotContains(t, err.Error(), "ant")
}

// TestErrorsWithABasePath: an error says that the base URL has a path, and not which, whatever the host repeats of it.
func TestErrorsWithABasePath(t *testing.T) {
	h := newWire(t, false)
	for said, want := range map[string]string{
		`{"Errors":[{"Code":1,"Message":"no route GET /ten%2Fant/api/v1/venues here"}]}`: "no route GET …/api/v1/venues here",
		`{"Errors":[{"Code":1,"Message":"see https://h/ten/ant/api/v1/venues?id=7"}]}`:   "see https:…/api/v1/venues?id=7",
		`{"Errors":[{"Code":1,"Message":"without its prefix: /ant/api/v1/venues"}]}`:     "without its prefix: …/api/v1/venues",
		`{"Errors":[{"Code":1,"Message":"the nearest is /api/v1/venues"}]}`:              "the nearest is /api/v1/venues",
		`<pre>Cannot GET /ten%2Fant/api/v1/venues</pre>`:                                 "<pre>Cannot GET …/api/v1/venues</pre>",
		`{"path":"\/ten%2Fant\/api\/v1\/venues"}`:                                        "[withheld: it repeats a secret of the request]",
	} {
		h.srv.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, said)
		})
		_, err := h.client(t, "/ten%2Fant").Venues.Get(t.Context(), 7)
		refused := clienttest.As[*tourney.APIError](t, err)
		require.Contains(t, err.Error(), "Venues.Get: GET …/api/v1/venues: 404 Not Found")
		require.Contains(t, err.Error(), "(… is the path of the base URL)")
		require.Contains(t, err.Error()+refused.Excerpt(), want)
		require.NotContains(t, err.Error()+refused.Excerpt(), "ant/")
		_, err = h.client(t, "").Venues.Get(t.Context(), 7)
		require.Contains(t, err.Error(), "Venues.Get: GET /api/v1/venues: 404 Not Found")
		require.NotContains(t, err.Error(), "of the base URL")
	}
	h.srv.Close()
	_, err := h.client(t, "/ten%2Fant", tourney.WithRetry(tourney.Retry{})).Venues.Get(t.Context(), 7)
	require.ErrorContains(t, err, "Venues.Get: GET …/api/v1/venues: dial tcp")
}

// FuzzRawPath: a path is refused, or goes out with all its bytes and separators unchanged.
func FuzzRawPath(f *testing.F) {
	for _, path := range []string{"/api/v1/a%2Fb", "/100%", "/a b/%C3%BC/ü", "/[x]!", "/%00%2f", "//x", "/?", "/\r\n"} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		sentAs := ""
		c := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
			sentAs = req.URL.RequestURI()
			return nil, errors.New("enough")
		}, tourney.WithRetry(tourney.Retry{}))
		_, err := c.Do(t.Context(), tourney.RawRequest{Method: "GET", Path: path})
		var refused *tourney.ValidationError
		if errors.As(err, &refused) {
			require.Empty(t, sentAs)
			return
		}
		want, err := url.PathUnescape(path)
		require.NoError(t, err)
		got, err := url.PathUnescape(sentAs)
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.Equal(t, strings.Count(path, "/"), strings.Count(sentAs, "/"))
		require.NotRegexp(t, `[^!-~]`, sentAs)
		again, err := url.ParseRequestURI(sentAs)
		require.NoError(t, err)
		require.Equal(t, sentAs, again.RequestURI())
	})
}
