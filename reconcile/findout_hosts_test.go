package reconcile_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/reconcile"
)

// network is the way of a host, between the client and the mock.
type network func(*http.Request) (*http.Response, error)

// renames hides members of the mock's answers by another name of the same length.
func renames(member string) func(*world) network {
	return func(w *world) network {
		return func(req *http.Request) (*http.Response, error) {
			res, err := w.RoundTrip(req)
			if err != nil {
				return nil, err
			}
			defer func() { _ = res.Body.Close() }()
			body, err := io.ReadAll(res.Body)
			hidden := strings.ReplaceAll(string(body), member, strings.Repeat("X", len(member)))
			hiding := clienttest.JSON(res.StatusCode, hidden)
			hiding.Header.Set("Content-Type", res.Header.Get("Content-Type"))
			return hiding, err
		}
	}
}

// asking changes the query of each request.
func asking(change func(w *world, name, value string) (string, string)) func(*world) network {
	return func(w *world) network {
		return func(req *http.Request) (*http.Response, error) {
			req = req.Clone(req.Context())
			query := req.URL.Query()
			for name := range query {
				if to, value := change(w, name, query.Get(name)); to != name || value != query.Get(name) {
					query.Del(name)
					query.Set(to, value)
				}
			}
			req.URL.RawQuery = query.Encode()
			return w.RoundTrip(req)
		}
	}
}

// TestFindOutOnOtherHosts: a host that ignores a filter, or hides what a write leaves, leads to no false finding.
func TestFindOutOnOtherHosts(t *testing.T) {
	ignoresPaid := asking(func(_ *world, name, value string) (string, string) {
		if name == "paid" {
			value = "false"
		}
		return name, value
	})
	ignoresDivisions := asking(func(w *world, name, value string) (string, string) {
		if name == "divisionid" {
			return "eventid", fmt.Sprint(w.event)
		}
		return name, value
	})
	inAnotherDivision := func(w *world) {
		d := w.Divisions.Add(tourney.Division{Name: "Silver", Event: &tourney.Event{ID: w.event}})
		w.Teams.Add(tourney.Team{Name: "Otters", Division: &tourney.TeamDivision{ID: d}})
	}
	namesake := func(w *world) { w.team("Otters", "lee@example.com") }
	for name, c := range map[string]struct {
		in        func(*world) tourney.Input
		host      func(*world) network
		before    func(*world)
		arrives   bool
		meanwhile func(*world)
		want      reconcile.Outcome
		reason    string
	}{
		"external ids are hidden": {
			in: func(w *world) tourney.Input {
				return tourney.TeamCreateInput{EventID: w.event, DivisionID: w.gold, ExternalTeamID: new("T-1")}
			},
			host: renames("ExternalTeamId"), arrives: true, reason: "new or changed",
		},
		"external ids are in another letter case": {
			in: func(w *world) tourney.Input {
				return tourney.TeamCreateInput{DivisionID: w.gold, Name: new("Otters"), ExternalTeamID: new("t-1 ")}
			},
			host:      renames("nothing"),
			meanwhile: func(w *world) { w.Teams.Add(otters(w, "T-1")) }, want: reconcile.OutcomeHappened,
		},
		"a namesake with another external id": {
			in: func(w *world) tourney.Input {
				return tourney.TeamCreateInput{DivisionID: w.gold, Name: new("Otters"), ExternalTeamID: new("T-1")}
			},
			host:      renames("nothing"),
			meanwhile: func(w *world) { w.Teams.Add(otters(w, "T-2")) }, reason: "new or changed",
		},
		"the filter paid is ignored": {in: ottersInput, host: ignoresPaid, before: namesake, arrives: true, reason: "whether they are paid"},
		"the filter of divisions is ignored, and a namesake plays elsewhere": {
			in: ottersInput, host: ignoresDivisions, meanwhile: inAnotherDivision, reason: "in another division",
		},
		"the filter of divisions is ignored": {
			in: ottersInput, host: ignoresDivisions, before: inAnotherDivision, arrives: true, want: reconcile.OutcomeHappened,
		},
		"coaches are hidden": {
			in: func(w *world) tourney.Input { return registrationOf(w) }, host: renames("Coaches"),
			before: namesake, reason: "without its coaches",
		},
	} {
		for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
			t.Run(fmt.Sprint(name, ", ", format), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					w := newWorld(t, tourney.Lacrosse, tourney.WithFormat(format))
					host := c.host(w)
					if c.before != nil {
						c.before(w)
					}
					w.network = host
					in := c.in(w)
					note := w.note(t, in)
					require.Empty(t, note.Untraced)
					w.lose(c.arrives)
					failure := w.send(t.Context(), note, in)
					require.ErrorIs(t, failure, tourney.ErrOutcomeUnknown)
					if c.meanwhile != nil {
						c.meanwhile(w)
					}
					w.network = host
					found := w.findOut(t, note, failure, time.Minute)
					require.Equal(t, c.want, found.Outcome, found.Reason)
					require.Contains(t, found.Reason, c.reason)
				})
			})
		}
	}
}

func ottersInput(w *world) tourney.Input {
	return tourney.TeamCreateInput{DivisionID: w.gold, Name: new("Otters"), Paid: new(true)}
}

func otters(w *world, external string) tourney.Team {
	return tourney.Team{Name: "Otters", ExternalTeamID: external, Division: &tourney.TeamDivision{ID: w.gold}}
}

// TestFindOutReadsLongListsTwice: a namesake that one pass misses, because a row leaves the page before, is no new row.
func TestFindOutReadsLongListsTwice(t *testing.T) {
	pages := func(results ...string) (bodies []string) {
		for i, rows := range results {
			bodies = append(bodies, fmt.Sprintf(`{"Divisions":{"Results":[%s],"Page":%d,"PageSize":2,"Total":4}}`, rows, i+1))
		}
		return bodies
	}
	const last = `{"Id":4},{"Id":5}`
	shifted, whole := pages(`{"Id":1},{"Id":2}`, last), pages(`{"Id":2},{"Id":3,"Name":"Silver"}`, last)
	w := newWorld(t, tourney.Rugby)
	play := func(bodies ...string) {
		w.network = func(*http.Request) (*http.Response, error) {
			body := bodies[0]
			bodies = bodies[1:]
			return clienttest.JSON(200, body), nil
		}
	}
	in := tourney.DivisionCreateInput{EventID: w.event, Name: new("Silver")}
	play(append(shifted, whole...)...)
	note := w.note(t, in)
	require.Equal(t, []int64{3}, note.Before)

	play(append(whole, whole...)...)
	found := w.findOut(t, note, nil, 0)
	require.Equal(t, reconcile.OutcomeUnknown, found.Outcome, found.Reason)
}

// TestFindOutOfRowsWithoutID: a row without an id proves neither outcome, whether it looks like the new one or not.
func TestFindOutOfRowsWithoutID(t *testing.T) {
	for i, id := range []string{``, `"Id":0,`, `"Id":-1,`} {
		for _, name := range []string{"division", "team", "registration"} {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, tourney.Lacrosse)
				in := writes[name](w)
				note := w.note(t, in)
				stored := note.Name
				if i > 0 {
					stored += " (2)"
				}
				page := fmt.Sprintf(`{"Results":[{%s"Name":%q}],"Page":1,"PageSize":50,"Total":1}`, id, stored)
				w.network = func(req *http.Request) (*http.Response, error) {
					if req.URL.Query().Has("id") {
						return w.RoundTrip(req)
					}
					return clienttest.JSON(200, `{"Divisions":`+page+`,"Teams":`+page+`}`), nil
				}
				found := w.findOut(t, note, nil, time.Minute)
				require.Equal(t, reconcile.OutcomeUnknown, found.Outcome, "%s %s: %s", name, id, found.Reason)
			})
		}
	}
}

// TestFindOutKeepsToItsNote: a note of another host, the error of another write, and an answer that names another row
// find out nothing.
func TestFindOutKeepsToItsNote(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, tourney.Lacrosse)
		note := w.note(t, ottersInput(w))

		require.Equal(t, "mock.invalid", note.Host)
		w.team("Otters", "")

		srv := mockserver.Start(t, tourney.Lacrosse)
		found, err := reconcile.FindOut(t.Context(), srv.Client(), note, nil, 0)
		require.ErrorContains(t, err, `the Note is of the host "mock.invalid"`)
		require.Equal(t, reconcile.Finding{}, found)

		found, err = reconcile.FindOut(t.Context(), w.client, note, &tourney.OutcomeUnknownError{Op: "Divisions.Create", ID: 1}, 0)
		require.ErrorContains(t, err, "the error is of Divisions.Create, and the Note of Teams.Create")
		require.Equal(t, reconcile.Finding{}, found)

		found = w.findOut(t, note, &tourney.OutcomeUnknownError{Op: "Teams.Create", ID: 99}, 0)
		require.Equal(t, reconcile.OutcomeUnknown, found.Outcome, found.Reason)
	})
}

// TestOneHostOfANote: FindOut takes a note of the host, however its base URL and that of the client are written, and no
// other one.
func TestOneHostOfANote(t *testing.T) {
	var rows map[string][]string
	data, err := os.ReadFile("../testdata/hosts.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &rows))
	for row, texts := range rows {
		for _, text := range append(texts, row) {
			client, err := tourney.New(text, tourney.Soccer)
			require.NoError(t, err)
			for other := range rows {
				scheme, place, _ := strings.Cut(other, "://")
				if !strings.HasPrefix(client.BaseURL(), scheme+"://") {
					continue // a note has no scheme
				}
				note := reconcile.Note{Op: "Teams.Create", Version: 1, Host: place, Untraced: "it was not noted"}
				found, err := reconcile.FindOut(t.Context(), client, note, nil, 0)
				if row == other {
					require.NoError(t, err, text)
					require.Equal(t, note.Untraced, found.Reason)
				} else {
					require.ErrorContains(t, err, "expected one host", "%s %s", text, other)
				}
			}
		}
	}
}

// TestFindOutOfOtherForms guards against an OutcomeDidNotHappen for a row that the host stored in another form: the caller would
// then make it a second time.
func TestFindOutOfOtherForms(t *testing.T) {
	long := "The Old Pond " + strings.Repeat("and the New Pond ", 4) + "Otters"
	for name, c := range map[string]struct {
		sent, stored string
		want         reconcile.Outcome
	}{
		"composed":              {"Cafe\u0301 Otters", "Caf\u00e9 Otters", reconcile.OutcomeUnknown},
		"decomposed":            {"Caf\u00e9 Otters", "Cafe\u0301 Otters", reconcile.OutcomeUnknown},
		"without accents":       {"Café Otters", "Cafe Otters", reconcile.OutcomeUnknown},
		"escaped":               {"Otters & Co", "Otters &amp; Co", reconcile.OutcomeUnknown},
		"cut":                   {long, long[:50], reconcile.OutcomeUnknown},
		"an unknown character":  {"Otters 🦦", "Otters ?", reconcile.OutcomeUnknown},
		"straight quotes":       {"The “Otters”", `The "Otters"`, reconcile.OutcomeUnknown},
		"without a zero width":  {"Ot\u200bters", "Otters", reconcile.OutcomeUnknown},
		"numbered":              {"Otters", "Otters (2)", reconcile.OutcomeUnknown},
		"another name at all":   {"Otters", "Team 17", reconcile.OutcomeUnknown},
		"upper case":            {"Otters", "OTTERS", reconcile.OutcomeHappened},
		"trimmed":               {" Pond  Otters ", "Pond Otters", reconcile.OutcomeHappened},
		"with a doubled space":  {"Pond Otters", "Pond  Otters", reconcile.OutcomeHappened},
		"with a no-break space": {"Pond Otters", "Pond\u00a0Otters", reconcile.OutcomeHappened},
	} {
		for kind, store := range map[string]func(*world) (tourney.Input, func()){
			"team": func(w *world) (tourney.Input, func()) {
				return tourney.TeamCreateInput{DivisionID: w.gold, Name: &c.sent}, func() { w.team(c.stored, "") }
			},
			"registration": func(w *world) (tourney.Input, func()) {
				in := registrationOf(w)
				in.Name = &c.sent
				return in, func() { w.team(c.stored, "pat@example.com") }
			},
			"division": func(w *world) (tourney.Input, func()) {
				return tourney.DivisionCreateInput{EventID: w.event, Name: &c.sent}, func() {
					w.Divisions.Add(tourney.Division{Name: c.stored, Event: &tourney.Event{ID: w.event}})
				}
			},
		} {
			t.Run(name+", "+kind, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					w := newWorld(t, tourney.Lacrosse)
					w.team("Herons", "lee@example.com")
					in, add := store(w)
					note := w.note(t, in)
					add()
					found := w.findOut(t, restarted(t, note), nil, time.Minute)
					require.Equal(t, c.want, found.Outcome, found.Reason)
				})
			})
		}
	}
}

// TestFindOutOfChangedRows: a known id proves nothing once its row is another one, because hosts give ids again. Nor
// does a team that was there with the name and contact of a registration, because it may have taken it.
func TestFindOutOfChangedRows(t *testing.T) {
	rename := func(name string) func(*testing.T, *world, int64) {
		return func(t *testing.T, w *world, id int64) {
			t.Helper()
			require.NoError(t, w.client.Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: id, Name: &name}))
		}
	}
	for name, c := range map[string]struct {
		in        func(*world) tourney.Input
		was       string
		meanwhile func(*testing.T, *world, int64)
		want      reconcile.Outcome
	}{
		"nothing":            {ottersInput, "Herons", func(*testing.T, *world, int64) {}, reconcile.OutcomeDidNotHappen},
		"another name":       {ottersInput, "Herons", rename("Otters (2)"), reconcile.OutcomeUnknown},
		"the write's name":   {ottersInput, "Herons", rename("Otters"), reconcile.OutcomeUnknown},
		"a change of nobody": {ottersInput, "Herons", rename("Herons"), reconcile.OutcomeDidNotHappen},
		"the registration of a known team": {
			func(w *world) tourney.Input { return registrationOf(w) }, "Otters", func(*testing.T, *world, int64) {}, reconcile.OutcomeUnknown,
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, tourney.Lacrosse)
				id := w.team(c.was, "pat@example.com")
				note := w.note(t, c.in(w))
				c.meanwhile(t, w, id)
				found := w.findOut(t, note, nil, time.Minute)
				require.Equal(t, c.want, found.Outcome, found.Reason)
			})
		})
	}
}
