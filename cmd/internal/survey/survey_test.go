package survey_test

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"golang.org/x/time/rate"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/cmd/internal/survey"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/secret"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// of returns the profile of a variant, with the format of the writes.
func of(v tourney.Variant, format tourney.Format) mockserver.Profile {
	return mockserver.Profile{Profile: tourney.Profile{Variant: v, Format: format}}
}

// look surveys a mock as the host of a profile.
func look(t *testing.T, srv *mockserver.Server, p mockserver.Profile) *survey.Report {
	t.Helper()
	event := srv.Events.All()[0].ID
	keys, _ := srv.Accounts.Keys("")
	r, err := survey.Run(t.Context(), survey.Options{
		URL: "http://127.0.0.1", Rate: rate.Inf, Transport: srv, Profile: p, Event: event, Scratch: scratch(srv), Keys: keys,
	})
	require.NoError(t, err)
	return r
}

// scratch returns the id of an event to write into, with a division, two teams and a game.
func scratch(srv *mockserver.Server) int64 {
	for _, event := range srv.Events.All() {
		if event.Name == "Scratch" {
			return event.ID
		}
	}
	id := srv.Events.Add(tourney.Event{Name: "Scratch"})
	division := srv.Divisions.Add(tourney.Division{Name: "Scratch", Event: &tourney.Event{ID: id}})
	side := func(name string) *tourney.GameSide {
		team := srv.Teams.Add(tourney.Team{Name: name, Division: &tourney.TeamDivision{ID: division}})
		return &tourney.GameSide{TeamID: &team}
	}
	srv.Games.Add(tourney.Game{
		Division: &tourney.GameDivision{ID: division}, AwayTeam: side("Owls"), HomeTeam: side("Newts"),
	})
	return id
}

// start returns a mock that checks signatures by the time of now.
func start(t *testing.T, p mockserver.Profile, opts ...mockserver.Option) *mockserver.Server {
	t.Helper()
	srv, err := mockserver.New(p, append(opts, mockserver.WallClock())...)
	require.NoError(t, err)
	t.Cleanup(srv.Close)
	return srv
}

// ids returns the ids of the rows with a verdict.
func ids(r *survey.Report, v survey.Verdict) (ids []string) {
	for _, row := range r.Of(v) {
		ids = append(ids, row.ID)
	}
	return ids
}

// TestMocks: the mock of every variant does what the ledger says, in both formats. The report has every row of the
// ledger once.
func TestMocks(t *testing.T) {
	text, err := os.ReadFile("../../../docs/assumptions.md")
	require.NoError(t, err)
	var ledger []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z0-9-]+)` \\|").FindAllSubmatch(text, -1) {
		ledger = append(ledger, string(row[1]))
	}
	slices.Sort(ledger)
	for _, v := range tourney.Variants() {
		for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
			t.Run(string(v)+"/"+string(format), func(t *testing.T) {
				r := look(t, start(t, of(v, format)), of(v, format))
				require.Empty(t, r.Of(survey.Refuted))
				require.Empty(t, r.Deviations)
				require.Empty(t, r.Unknown)
				var rows []string
				for _, row := range r.Rows {
					require.NotEmpty(t, row.Evidence, row.ID)
					rows = append(rows, row.ID)
				}
				slices.Sort(rows)
				require.Equal(t, ledger, rows)
				require.Greater(t, len(r.Of(survey.Confirmed)), 45)
			})
		}
	}
}

// TestScenarios: a host without a row that shows something is not said to differ.
func TestScenarios(t *testing.T) {
	for _, scenario := range mockserver.Scenarios() {
		if scenario.Name == "huge" {
			continue
		}
		p := of(tourney.Hockey, tourney.FormatJSON)
		srv, read := start(t, p, mockserver.Scenario(scenario.Name)), int64(1001)
		into := scratch(srv)
		if into == read { // of the empty scenario
			read++
		}
		r, err := survey.Run(t.Context(), survey.Options{
			URL: "http://127.0.0.1", Rate: rate.Inf, Transport: srv, Profile: p, Event: read, Scratch: into,
		})
		require.NoError(t, err)
		require.Empty(t, r.Of(survey.Refuted), scenario.Name)
		require.Empty(t, r.Deviations, scenario.Name)
	}
}

// TestWritesOnlyIntoTheScratchEvent: a survey writes nothing when one row of a list of the scratch event is or may be of
// another event, and changes no team that the host does not show as the new one.
func TestWritesOnlyIntoTheScratchEvent(t *testing.T) {
	const second, unshown = `"Name":"Scratch B"`, "the host does not show the team that it said it made"
	const none = " of the scratch event in /divisions names no event"
	const other = " of the scratch event in /divisions is of another event"
	for name, c := range map[string]struct {
		change mockserver.Option
		why    string
		writes int64
	}{
		"nothing else":            {replaced("x^", ""), "", 6},
		"a row of another event":  {replaced(`(`+second+`.*?"Event":\{"Id":)\d+`, "${1}1001"), "row 2" + other, 0},
		"a row without an event":  {replaced(`(`+second+`.*?)"Event":\{[^}]*\}`, `${1}"Order":2`), "row 2" + none, 0},
		"rows without an event":   {replaced(`,"Event":\{[^}]*\}`, ""), "row 1" + none, 0},
		"two events in a row":     {replaced(second, second+`,"EventId":1001`), "row 2" + other, 0},
		"a row of the event read": {replaced(`("Id":)\d+(,`+second+`)`, "${1}2001${2}"), "row 2" + other, 0},
		"another team":            {replaced(`^\{"Id":\d+\}$`, `{"Id":4001}`), unshown, 1},
		"a team elsewhere": {replaced(`("Name":"tourney check".*?"Division":\{"Id":)\d+`, `${1}2001`),
			unshown, 1},
	} {
		t.Run(name, func(t *testing.T) {
			srv := start(t, of(tourney.Soccer, tourney.FormatJSON), c.change)
			into := scratch(srv)
			srv.Divisions.Add(tourney.Division{Name: "Scratch B", Event: &tourney.Event{ID: into}})
			before, game := srv.Writes.Newest(), srv.Games.All()[0]
			r := look(t, srv, of(tourney.Soccer, tourney.FormatJSON))
			require.Equal(t, c.writes, srv.Writes.Newest()-before)
			for _, row := range r.Rows {
				if row.ID == "update-answer" && c.why != "" {
					require.Equal(t, survey.Row{ID: row.ID, Verdict: survey.Untested, Evidence: c.why}, row)
				}
			}
			require.Equal(t, game, srv.Games.All()[0])
		})
	}
}

// TestScratchIsAnotherEvent: an event is read or written, and a mistake of the caller sends nothing.
func TestScratchIsAnotherEvent(t *testing.T) {
	srv := start(t, of(tourney.Soccer, tourney.FormatJSON))
	_, err := survey.Run(t.Context(), survey.Options{URL: "http://127.0.0.1", Transport: srv, Event: 1001, Scratch: 1001})
	require.ErrorContains(t, err, "--scratch-event: expected another event than 1001")
	other := mockserver.Profile{Profile: tourney.Profile{Paths: map[string]string{"/api/v1": "/v2"}}}
	_, err = survey.Run(t.Context(), survey.Options{URL: "http://127.0.0.1", Transport: srv, Event: 1001, Profile: other})
	require.ErrorContains(t, err, "the profile has Paths or Parameters: expected none")
	require.Empty(t, srv.Calls.All(""))
}

// TestLostTeams: a team that was made, or perhaps made, is in the report, whatever the host says.
func TestLostTeams(t *testing.T) {
	const perhaps = "perhaps created a team named “tourney check”: no answer names it"
	create := func() fault.Rule { return fault.On("Teams.Create").Every(1) }
	for name, c := range map[string]struct {
		rule fault.Rule
		made bool
		want string // for each create; %d is the id
	}{
		"408":           {create().AfterCommit().Status(http.StatusRequestTimeout), true, ""},
		"500 Other":     {create().AfterCommit().Status(http.StatusInternalServerError), true, ""},
		"a lost answer": {create().AfterCommit().Drop(), true, ""},
		"an empty body": {create().AfterCommit().Empty(), true, ""},
		"503 before":    {create().Before().Status(http.StatusServiceUnavailable), false, perhaps},
		"400":           {create().Before().Status(http.StatusBadRequest), false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := of(tourney.Soccer, tourney.FormatJSON)
			srv := start(t, p)
			scratch(srv)
			before := srv.Teams.All()
			srv.Faults.Add(c.rule)
			r := look(t, srv, p)
			var want, got []string
			for _, team := range srv.Teams.All()[len(before):] {
				want = append(want, fmt.Sprintf("created team %d, named “tourney check”, as a list shows: no answer named it", team.ID))
			}
			require.Equal(t, c.made, len(want) > 0)
			for _, line := range r.Created {
				if strings.Contains(line, "team") {
					got = append(got, line)
				}
			}
			if c.want != "" {
				want = []string{c.want, c.want}
			}
			require.Equal(t, want, got)
		})
	}
}

// changed returns a handler that changes every body of an answer.
func changed(change func(body []byte) []byte) mockserver.Option {
	return mockserver.Wrap(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			kept := httptest.NewRecorder()
			next.ServeHTTP(kept, req)
			maps.Copy(w.Header(), kept.Header())
			body := change(kept.Body.Bytes())
			w.Header().Del("Content-Length")
			w.WriteHeader(kept.Code)
			_, _ = w.Write(body)
		})
	})
}

// replaced returns a handler that replaces texts in the bodies of answers.
func replaced(pattern, with string) mockserver.Option {
	re := regexp.MustCompile(pattern)
	return changed(func(body []byte) []byte { return re.ReplaceAll(body, []byte(with)) })
}

// asked returns a handler that changes every request.
func asked(change func(*http.Request)) mockserver.Option {
	return mockserver.Wrap(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			change(req)
			next.ServeHTTP(w, req)
		})
	})
}

// way is one way in which a host differs from the mock.
type way struct {
	name      string
	rule      func(*mockserver.Profile) // what a profile says of it
	wrap      mockserver.Option         // what no profile can say
	refuted   string                    // the row
	deviation string                    // a path in Deviations
	unknown   string                    // a path in Unknown
}

var ways = []way{
	{name: "statuses", refuted: "error-status", rule: func(p *mockserver.Profile) {
		p.ErrorStatuses = map[tourney.ErrorCode]int{tourney.CodeNotFound: 410, tourney.CodeInvalid: 422}
	}},
	{name: "HTML for unknown paths", refuted: "unknown-paths",
		rule: func(p *mockserver.Profile) { p.UnknownPathStatus = 404 }},
	{name: "pages are cut down", refuted: "page-size", rule: func(p *mockserver.Profile) { p.MaxPageSize = 17 }},
	{name: "large pages are refused", refuted: "page-size",
		rule: func(p *mockserver.Profile) { p.MaxPageSize, p.RefuseLargePages = 70, true }},
	{name: "null for absent", refuted: "absent-members", rule: func(p *mockserver.Profile) { p.AbsentAsNull = true }},
	{name: "order", refuted: "list-order", rule: func(p *mockserver.Profile) { p.NewestFirst = true }},
	{name: "signing header", refuted: "signing", wrap: asked(func(req *http.Request) {
		req.Header.Set("Authentication", req.Header.Get("Authorization"))
	})},
	{name: "timestamps", refuted: "signing", wrap: asked(func(req *http.Request) {
		if _, err := http.ParseTime(req.Header.Get("Timestamp")); err != nil {
			req.Header.Del("Timestamp")
		}
	})},
	{name: "age of timestamps", refuted: "auth", rule: func(p *mockserver.Profile) { p.ClockSkew = 5 * time.Minute }},
	{name: "dates", deviation: "/Games/Results[]/Date",
		wrap: replaced(`(Date"?[:>]"?)(\d+)/(\d+)/(\d{4})`, "${1}${4}-${2}-${3}")},
	{name: "names of scores", refuted: "result-names",
		rule: func(p *mockserver.Profile) { p.Results = tourney.ResultNamesTeamScore }},
	{name: "booleans", deviation: "/Teams/Results[]/Paid", wrap: replaced(`(Paid"?[:>])true`, "${1}1")},
	{name: "no Total", deviation: "/Teams/Total", wrap: replaced(`,"Total":\d+|<Total>\d+</Total>`, "")},
	{name: "more members in JSON", unknown: "/Teams/Results[]/Mascot",
		wrap: replaced(`("Paid":true)`, `${1},"Mascot":"owl"`)},
	{name: "more members in XML", unknown: "/Teams/Results[]/Mascot",
		wrap: replaced(`(<Paid>true</Paid>)`, `${1}<Mascot>owl</Mascot>`)},
}

// TestContradictions: answers that contradict each other or themselves are named.
func TestContradictions(t *testing.T) {
	for path, wrap := range map[string]mockserver.Option{
		"/Teams/Results": asked(func(req *http.Request) {
			query := req.URL.Query()
			query.Del("page")
			req.URL.RawQuery = query.Encode()
		}),
		"/Teams/Total": replaced(`"Total":\d+`, `"Total":2`),
		"/Team/Name":   replaced(`^({"Team":{[^{}]*?"Name":")`, `${1}x`),
		"/Groups[]/List[]/Participants[]/Columns": replaced(`"Columns":\["\d+",`, `"Columns":[`),
		"/Players/Statistics[]/Participants":      replaced(`("Value":)\d+(,"PlayerId":\d+9)`, `${1}1000000${2}`),
		"/Games/Results[]/Date": asked(func(req *http.Request) {
			query := req.URL.Query()
			query.Del("date")
			req.URL.RawQuery = query.Encode()
		}),
	} {
		p := of(tourney.Soccer, tourney.FormatJSON)
		require.Equal(t, []string{path}, slices.Collect(maps.Keys(look(t, start(t, p, wrap), p).Deviations)))
	}
}

// strictRows are the rows about what a strict host does not have.
const strictRows = "observed-members team-rows observed-sides court-sport not-shown events external-id-numbers"

// TestRules: other rules of a host are named, and a profile that has them is met.
func TestRules(t *testing.T) {
	for rows, rule := range map[string]func(*mockserver.Profile){
		"":                func(p *mockserver.Profile) { p.HandNames = map[int]string{1: "R"} },
		"null-lists":      func(p *mockserver.Profile) { p.EmptyListsAsNull = true },
		"update-answer":   func(p *mockserver.Profile) { p.UpdateAnswer = mockserver.AnswerRow },
		"empty-updates":   func(p *mockserver.Profile) { p.AcceptEmptyUpdates = true },
		"unknown-filters": func(p *mockserver.Profile) { p.RefuseUnknownFilters = true },
		"error-body":      func(p *mockserver.Profile) { p.NoErrorFields = true },
		"error-status":    func(p *mockserver.Profile) { p.ErrorStatuses = map[tourney.ErrorCode]int{1: 200} },
		"includes":        func(p *mockserver.Profile) { p.DefaultIncludes = []tourney.Include{tourney.IncludePlayers} },
		"standings": func(p *mockserver.Profile) {
			p.Columns = []mockserver.Column{{Name: "Wins", Abbr: "W", Figure: "wins"}}
		},
		"rate-limit": func(p *mockserver.Profile) { p.RateLimit = mockserver.RateLimit{Requests: 40, Per: time.Second} },
		"auth": func(p *mockserver.Profile) {
			p.Signer, p.RequireSignature = auth.Header{Key: "X-Key", Secret: "X-Secret"}, true
		},
		strictRows: func(p *mockserver.Profile) { p.Strict = true },
	} {
		host, expected := of(tourney.Soccer, tourney.FormatJSON), of(tourney.Soccer, tourney.FormatJSON)
		rule(&host)
		require.Equal(t, rows, strings.Join(ids(look(t, start(t, host), expected), survey.Refuted), " "))
		require.Empty(t, look(t, start(t, host), host).Of(survey.Refuted), rows)
	}
	basketball := mockserver.Profile{Profile: tourney.Basketball()}
	require.Empty(t, look(t, start(t, basketball), basketball).Of(survey.Refuted))
}

// TestTwelveWays: each difference is named, and nothing else. A mock with the profile that a survey writes has no
// refuted row when the profile is expected.
func TestTwelveWays(t *testing.T) {
	for _, w := range ways {
		for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
			t.Run(w.name+"/"+string(format), func(t *testing.T) {
				host := of(tourney.Soccer, format)
				host.Signer, host.RequireSignature = auth.HMAC{}, true
				var opts []mockserver.Option
				if w.rule != nil {
					w.rule(&host)
				} else {
					opts = append(opts, w.wrap)
				}
				expected := of(tourney.Soccer, format)
				expected.RequireSignature = true
				r := look(t, start(t, host, opts...), expected)
				require.Equal(t, w.refuted, strings.Join(ids(r, survey.Refuted), " "), "%v", r.Of(survey.Refuted))
				if w.deviation != "" {
					require.Contains(t, r.Deviations, w.deviation)
				} else {
					require.Empty(t, r.Deviations)
				}
				if w.unknown != "" {
					require.Contains(t, r.Unknown, w.unknown)
				} else {
					require.Empty(t, r.Unknown)
				}
				if w.rule == nil {
					return
				}
				for name, srv := range map[string]*mockserver.Server{
					"the host": start(t, host), "a mock with its profile": start(t, r.Profile),
				} {
					require.Empty(t, look(t, srv, r.Profile).Of(survey.Refuted), name)
				}
			})
		}
	}
}

// TestNothingOfPeople: no form of a report has a key, the password, or a value of a person, also when a host uses them
// as names.
func TestNothingOfPeople(t *testing.T) {
	var hidden []string
	keep := func(texts ...string) {
		for _, text := range texts {
			if len(text) > 4 {
				hidden = append(hidden, text)
			}
		}
	}
	keys := auth.Credentials{APIKey: "key_of_the_account", APISecret: secret.New("secret_of_the_account")}
	family := ""
	leaky := changed(func(body []byte) []byte {
		return bytes.ReplaceAll(body, []byte(`"Paid":true`), []byte(`"Paid":"ada.quill@example.com","`+family+`Total":1,"of`+family+`":1,`+
			`"Gundula F":1,"Gundula":{},"gundula_total":1,"Total.Gundula":1,"ns:Gundula":1,`+
			`"ada.quill@example.com":1,`+
			`"5550100200":true,"Lovelace, Ada":{"Ada":1},"Mascot2":{},"key_of_the_account":1,"secret_of_the_account":1`))
	})
	srv := start(t, of(tourney.Baseball, tourney.FormatJSON), leaky, mockserver.Account("director", "let-me-in-please",
		tourney.Account{ID: 1, Credentials: keys}))
	family = srv.Teams.All()[0].Players[0].LastName
	keep("ada.quill@example.com", "5550100200", "Lovelace", "Gundula", "gundula")
	keep(keys.APIKey, keys.APISecret.Reveal())
	for _, team := range srv.Teams.All() {
		keep(team.Name)
		for _, p := range team.Players {
			keep(p.FirstName+" "+p.LastName, p.LastName, p.Email, p.MobilePhone, p.HomePhone, p.Birthdate.String())
		}
		for _, c := range team.Coaches {
			keep(c.FirstName+" "+c.LastName, c.LastName, c.Email, c.MobilePhone)
		}
	}
	require.Greater(t, len(hidden), 500)
	r := look(t, srv, of(tourney.Baseball, tourney.FormatJSON))
	require.Contains(t, r.Unknown, "/Teams/Results[]/Mascot2")
	for _, name := range []string{"report.txt", "report.json", "report.html"} {
		var b bytes.Buffer
		require.NoError(t, r.Write(&b, name))
		require.Contains(t, b.String(), "error-status", name)
		for _, text := range hidden {
			require.NotContains(t, strings.ReplaceAll(b.String(), "tourney check", ""), text, name)
		}
	}
}
