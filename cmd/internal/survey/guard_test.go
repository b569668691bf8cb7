package survey

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/time/rate"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/envelope"
	"github.com/tourney-go/tourney/internal/openapi"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
)

// tripper is a transport that is a function.
type tripper func(*http.Request) (*http.Response, error)

func (f tripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// TestGuard: only reads of the host, one login, and writes of rows of the scratch event go out.
func TestGuard(t *testing.T) {
	const sent, kept = true, false
	for _, c := range []struct {
		method, target, body string
		want                 bool
	}{
		{"GET", "/api/v1/teams?eventid=7", "", sent},
		{"GET", "/anything", "", kept},
		{"GET", "/api/v1/../../_mock/reset", "", kept},
		{"GET", "http://HOST.example.com.:80/api/v1/teams", "", sent},
		{"GET", "/api/v1/payments", "", sent},
		{"GET", "/api/v1/teams", `{"Id":1}`, kept},
		{"GET", "http://other.example.com/api/v1/teams", "", kept},
		{"GET", "http://host.example.com:81/api/v1/teams", "", kept},
		{"GET", "https://host.example.com/api/v1/teams", "", kept},
		{"POST", "/api/v1/authenticate", `{"Username":"a"}`, kept},
		{"POST", "/api/v1/payments", `{"EventId":1001}`, kept},
		{"POST", "/api/v1/register", `{"EventId":1001}`, kept},
		{"PUT", "/api/v1/payments", `{"Id":11,"EventId":1001}`, kept},
		{"POST", "/api/v1//payments", `{"EventId":1001}`, kept},
		{"POST", "/api/v1/teams/../payments", `{"EventId":1001}`, kept},
		{"POST", "/api/v1/%70ayments", `{"EventId":1001}`, kept},
		{"POST", "/api/v1/Payments", `{"EventId":1001}`, kept},
		{"DELETE", "/api/v1/teams?id=11", "", kept},
		{"DELETE", "/api/v1/teams", `{"Id":11}`, kept},
		{"PATCH", "/api/v1/teams", `{"Id":11}`, kept},
		{"HEAD", "/api/v1/teams", "", kept},
		{"POST", "/api/v1/teams", `{"EventId":1001,"DivisionId":21,"Name":"x"}`, sent},
		{"POST", "/api/v1/teams", `{"EventId":1001,"Name":"x"}`, kept},
		{"POST", "/api/v1/teams", `{"DivisionId":21}`, sent},
		{"POST", "/api/v1/teams", `{"EventId":1001,"DivisionId":22}`, kept},
		{"POST", "/api/v1/teams", `{"EventId":1002,"DivisionId":21}`, kept},
		{"POST", "/api/v1/teams", `{"EventId":1001,"eventid":1002}`, kept},
		{"POST", "/api/v1/teams", `{"EventId":1001,"EventId":1002}`, kept},
		{"POST", "/api/v1/teams", `{"Name":"x"}`, kept},
		{"POST", "/api/v1/teams", `[{"EventId":1001}]`, kept},
		{"POST", "/api/v1/teams", `{"EventId":1001`, kept},
		{"POST", "/api/v1/teams", "", kept},
		{"POST", "/api/v1/teams?eventid=1002", `{"EventId":1001}`, kept},
		{"POST", "/api/v1/teams", `<Request><EventId>1001</EventId><DivisionId>21</DivisionId></Request>`, sent},
		{"POST", "/api/v1/teams", `<Request><EventId>1002</EventId></Request>`, kept},
		{"POST", "/api/v1/divisions", `{"EventId":1001}`, kept},
		{"PUT", "/api/v1/teams", `{"Id":11,"Name":"x"}`, sent},
		{"PUT", "/api/v1/teams", `{"Id":12,"Name":"x"}`, kept},
		{"PUT", "/api/v1/teams", `{"Id":11,"EventId":1002}`, kept},
		{"PUT", "/api/v1/teams", `{"ExternalTeamId":"a","EventId":1001}`, kept},
		{"PUT", "/api/v1/teams/11", `{"Id":11,"Name":"x"}`, kept},
		{"PUT", "/api/v1/games", `{"Id":31,"HomeScore":"1"}`, sent},
		{"PUT", "/api/v1/games", `{"Id":11,"HomeScore":"1"}`, kept},
		{"PUT", "/api/v1/standings", `{"EventId":1001,"TeamPoolId":1,"TeamId":11}`, kept},
		{"PUT", "/api/v1/statistics", `{"GameId":31}`, kept},
	} {
		t.Run(c.method+" "+c.target+" "+c.body, func(t *testing.T) {
			got := kept
			g := &guard{
				base: &url.URL{Scheme: "http", Host: "host.example.com"}, scratch: 1001, pace: rate.NewLimiter(rate.Inf, 1),
				mine: map[string]bool{"/teams 11": true, "/divisions 21": true, "/games 31": true},
				next: tripper(func(req *http.Request) (*http.Response, error) {
					got = sent
					if c.body != "" {
						body, err := io.ReadAll(req.Body)
						require.NoError(t, err)
						require.Equal(t, c.body, string(body))
					}
					return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody}, nil
				}),
			}
			target := c.target
			if strings.HasPrefix(target, "/") {
				target = "http://host.example.com" + target
			}
			send := func(change func(*http.Request)) {
				req, err := http.NewRequestWithContext(t.Context(), c.method, target, strings.NewReader(c.body))
				require.NoError(t, err)
				if c.body == "" {
					req.Body = nil
				}
				req.Header.Set("Content-Type", "application/json")
				if strings.HasPrefix(c.body, "<") {
					req.Header.Set("Content-Type", "application/xml")
				}
				change(req)
				res, err := g.RoundTrip(req)
				if err != nil {
					require.ErrorIs(t, err, errGuard)
					return
				}
				require.NoError(t, res.Body.Close())
			}
			send(func(*http.Request) {})
			require.Equal(t, c.want, got)
			got = kept
			send(func(req *http.Request) { req.Header.Set("X-HTTP-Method-Override", "DELETE") })
			send(func(req *http.Request) { req.Host = "other.example.com" })
			send(func(req *http.Request) { req.URL.Opaque = "//host.example.com/api/v1/payments" })
			if c.body != "" {
				send(func(req *http.Request) { req.Header.Set("Content-Encoding", "gzip") })
			}
			if g.scratch = 0; c.method != "GET" {
				send(func(*http.Request) {})
			}
			require.Equal(t, kept, got)
		})
	}
}

// saying returns a host that gives one answer.
func saying(status int, media, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", media)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// broken are hosts that do not answer as the interface says.
var broken = map[string]struct {
	handler http.HandlerFunc
	why     string // in the rows that a read would settle
	timeout time.Duration
}{
	"slow": {func(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() }, "no answer: timeout", 50 * time.Millisecond},
	"cut": {func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, `{"Teams":`)
		panic(http.ErrAbortHandler)
	}, "no answer: broken", time.Minute},
	"elsewhere": {func(w http.ResponseWriter, req *http.Request) {
		http.Redirect(w, req, "http://127.0.0.2"+req.URL.Path, http.StatusTemporaryRedirect)
	}, "no answer: redirect", time.Minute},
	"moved": {func(w http.ResponseWriter, req *http.Request) {
		if req.URL.Path != "/login" {
			http.Redirect(w, req, "/login", http.StatusFound)
		}
	}, "got no answer", time.Minute},
	"HTML":       {saying(200, "text/html", "<html>welcome</html>"), "got 200, an HTML page", time.Minute},
	"busy":       {saying(429, "", ""), "got 429", time.Minute},
	"down":       {saying(503, "", ""), "got 503", time.Minute},
	"odd Errors": {saying(306, "application/json", `{"Errors":[{"Code":4,"Message":"no"}]}`), "got 306", time.Minute},
	"deep":       {saying(200, "application/json", strings.Repeat(`{"Teams":`, 10_000)), "no body of the interface", time.Minute},
	"enormous": {
		saying(200, "application/json", `{"Teams":{"Results":[`+strings.Repeat(`{"Id":1},`, mostBytes/8)),
		"no body of the interface: too large", time.Minute,
	},
}

// TestBrokenHosts: a survey ends, and says why rows are untested.
func TestBrokenHosts(t *testing.T) {
	for name, host := range broken {
		t.Run(name, func(t *testing.T) {
			srv := httptest.NewServer(host.handler)
			defer srv.Close()
			r, err := Run(t.Context(), Options{
				URL: srv.URL, Rate: rate.Inf, Event: 1002, Scratch: 1001, Timeout: host.timeout,
				Keys: auth.Credentials{APIKey: "key-of-an-account", APISecret: secret.New("secret-of-an-account")},
			})
			require.NoError(t, err)
			for _, row := range r.Rows {
				require.NotEmpty(t, row.Evidence, row.ID)
			}
			require.Contains(t, evidence(r, "answer-format"), host.why)
			require.Equal(t, Untested, verdict(r, "comma-lists"))
			require.Empty(t, r.Created)
			mock, err := mockserver.New(r.Profile)
			require.NoError(t, err)
			mock.Close()
		})
	}
}

// TestRedirects: nothing follows a redirect to another host, and a redirect within the host reaches no payment.
func TestRedirects(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it was followed") }))
	defer other.Close()
	mock, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	defer mock.Close()
	for _, target := range []string{other.URL + "/api/v1/teams", "/api/v1/payments", "//127.0.0.3/api/v1/teams"} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			if req.Method == http.MethodGet && !strings.HasPrefix(target, "/api") {
				http.Redirect(w, req, target, http.StatusTemporaryRedirect)
				return
			}
			if req.Method == http.MethodGet {
				mock.ServeHTTP(w, req)
				return
			}
			if strings.Contains(req.URL.Path, "payments") {
				t.Error("a payment")
			}
			http.Redirect(w, req, target, http.StatusPermanentRedirect)
		}))
		event := mock.Events.All()[0].ID
		r, err := Run(t.Context(), Options{
			URL: srv.URL, Rate: rate.Inf, Event: event + 1, Scratch: event,
			Keys: auth.Credentials{APIKey: "key", APISecret: secret.New("secret")},
		})
		srv.Close()
		require.NoError(t, err)
		require.Equal(t, Untested, verdict(r, "update-answer"), target)
	}
	require.Empty(t, mock.Payments.All())
}

// TestNamesOfTheInterface: a report shows them, so the list of words has theirs.
func TestNamesOfTheInterface(t *testing.T) {
	seen := map[*record.Plan]bool{}
	var walk func(s *record.Shape)
	walk = func(s *record.Shape) {
		for s.Elem != nil {
			s = s.Elem
		}
		if s.Plan == nil || seen[s.Plan] {
			return
		}
		seen[s.Plan] = true
		for i := range s.Plan.Fields {
			f := &s.Plan.Fields[i]
			require.Equal(t, f.Name, newTally().shown(f.Name))
			walk(f.Shape)
		}
	}
	for _, op := range contract.Operations() {
		if op.Class == contract.Read {
			walk(record.ShapeOf(openapi.Answer(op.ID)))
		}
	}
	for _, name := range []string{"Gundula", "PepperdayTotal", "Gundula F", "total_gundula", "GUNDULA"} {
		require.Equal(t, noName, newTally().shown(name))
	}
}

// FuzzTally: what a host writes does not panic, and nothing of it shows but words, digits of small numbers and forms.
func FuzzTally(f *testing.F) {
	for _, seed := range []string{
		`{"Teams":{"Results":[{"Id":1,"Paid":1,"ada@example.com":2,"Name":null,"Gender":4111111111111111}],"Page":1}}`,
		`{"Teams":[[{"Players":[{"Birthdate":"2010-01-02","Status":{}}]}]]}`,
		`<Response><Teams><Results><Team><Paid>1</Paid><a:b xmlns:a="u">1</a:b></Team></Results></Teams></Response>`,
	} {
		f.Add(seed, seed[0] == '<')
	}
	f.Fuzz(func(t *testing.T, body string, xml bool) {
		form := envelope.Syntax{XML: xml}
		n, err := form.Parse([]byte(body), mostBytes)
		if err != nil {
			return
		}
		tally := newTally("secret")
		tally.value("", "", n, record.ShapeOf(openapi.Answer("Teams.List")), form)
		for _, shown := range []map[string]string{tally.unknown, tally.deviations, tally.unnamed, tally.nulls} {
			for path, found := range shown {
				require.NotRegexp(t, `[^a-zA-Z0-9_/:.,+@()"? \[\]…-]|[0-8]\d{4}|\d{4}[0-8]|secret`, path+" "+found)
			}
		}
	})
}

// surveyed surveys a mock of soccer whose requests pass through, and returns the report and the mock. The options
// have the events alone.
func surveyed(
	ctx context.Context, t *testing.T, o Options, through func(mock *mockserver.Server, req *http.Request) (*http.Response, error),
) (*Report, *mockserver.Server) {
	t.Helper()
	mock, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	t.Cleanup(mock.Close)
	o.URL, o.Rate = "http://127.0.0.1", rate.Inf
	o.Transport = tripper(func(req *http.Request) (*http.Response, error) { return through(mock, req) })
	r, err := Run(ctx, o)
	require.NoError(t, err)
	return r, mock
}

func row(r *Report, id string) Row {
	for _, row := range r.Rows {
		if row.ID == id {
			return row
		}
	}
	return Row{}
}

func evidence(r *Report, id string) string { return row(r, id).Evidence }

func verdict(r *Report, id string) Verdict { return row(r, id).Verdict }

// TestPagesWithoutEnd: a host that answers every page with the same rows does not hold a survey.
func TestPagesWithoutEnd(t *testing.T) {
	r, _ := surveyed(t.Context(), t, Options{Event: 1001}, func(mock *mockserver.Server, req *http.Request) (*http.Response, error) {
		query := req.URL.Query()
		query.Del("page")
		req = req.Clone(req.Context())
		req.URL.RawQuery = query.Encode()
		return mock.RoundTrip(req)
	})
	require.Equal(t, Refuted, verdict(r, "endless-lists"))
}

// TestInterrupt: when its context ends, a survey returns what it has.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	requests := 0
	r, _ := surveyed(ctx, t, Options{Event: 1001}, func(mock *mockserver.Server, req *http.Request) (*http.Response, error) {
		if requests++; requests == 45 {
			cancel()
		}
		return mock.RoundTrip(req)
	})
	require.Equal(t, 45, requests)
	require.Equal(t, Confirmed, verdict(r, "answer-format"))
	require.Equal(t, "the survey was interrupted", evidence(r, "comma-lists"))
}

// TestHostsThatDoNotSelect: a survey writes nothing where a host lists rows of every event, of another event, or without
// ids.
func TestHostsThatDoNotSelect(t *testing.T) {
	ids := regexp.MustCompile(`"Id":\d+`)
	for name, change := range map[string]struct{ query, id string }{
		"every event": {query: ""}, "another event": {query: "eventid=1001"}, "no ids": {"eventid=1001", `"Id":"x"`},
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{Event: 1001, Scratch: 1002}
			r, _ := surveyed(t.Context(), t, o, func(mock *mockserver.Server, req *http.Request) (*http.Response, error) {
				require.Equal(t, http.MethodGet, req.Method)
				if q := req.URL.RawQuery; change.query == "" || strings.HasSuffix(q, "eventid=1002") {
					req = req.Clone(req.Context())
					req.URL.RawQuery = change.query
				}
				res, err := mock.RoundTrip(req)
				require.NoError(t, err)
				body, err := io.ReadAll(res.Body)
				if change.id != "" {
					body = ids.ReplaceAll(body, []byte(change.id))
				}
				res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(body)), -1
				return res, err
			})
			require.Empty(t, r.Created)
		})
	}
}

// TestScoreComesBack: also when the survey ends right behind the write.
func TestScoreComesBack(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var before []tourney.Game
	writes := 0
	o := Options{Event: 1002, Scratch: 1001}
	_, mock := surveyed(ctx, t, o, func(mock *mockserver.Server, req *http.Request) (*http.Response, error) {
		if before == nil {
			before = mock.Games.All()
		}
		if req.Method == http.MethodPut && strings.HasSuffix(req.URL.Path, "/games") {
			writes++
			defer cancel()
		}
		return mock.RoundTrip(req)
	})
	require.Equal(t, 2, writes)
	require.Equal(t, before, mock.Games.All())
}
