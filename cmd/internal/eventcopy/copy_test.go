package eventcopy_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/cmd/internal/eventcopy"
	"github.com/tourney-go/tourney/internal/pseudonym"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/secret"
)

const eventID = 1001

// options are the options of a copy into a folder of the test.
func options(t *testing.T, c *tourney.Client, through http.RoundTripper) eventcopy.Options {
	t.Helper()
	return eventcopy.Options{
		Client: c, Host: "https://host.test", EventID: eventID, Path: filepath.Join(t.TempDir(), "event.json"), Seed: []byte("a seed"),
		Transport: through,
	}
}

// copied copies the event of a client, and returns the text of the file.
func copied(t *testing.T, o eventcopy.Options) string {
	t.Helper()
	_, err := eventcopy.Copy(t.Context(), o)
	require.NoError(t, err)
	require.NoFileExists(t, o.Unfinished())
	return text(t, o.Path)
}

func text(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(data)
}

// served returns a mock with the rows of a file.
func served(t *testing.T, h tourney.Host, path string) *mockserver.Server {
	t.Helper()
	srv, err := mockserver.New(h, mockserver.Scenario("empty"), mockserver.AllowDanglingReferences(),
		mockserver.Fixtures(os.DirFS(filepath.Dir(path)), filepath.Base(path)))
	require.NoError(t, err)
	t.Cleanup(srv.Close)
	return srv
}

// asking asks a host for everything that it has about the event, and collects the answers without what is made up.
type asking struct {
	*testing.T
	*tourney.Client
	all map[string]string
}

func (a *asking) note(row any, err error, about ...any) {
	a.Helper()
	require.NoError(a, err, about)
	data, err := tourney.MarshalRow(row)
	require.NoError(a, err, about)
	of := reflect.TypeOf(row)
	if of.Kind() == reflect.Slice {
		of = of.Elem()
	}
	object, item, isPage := strings.Cut(of.Name(), "[")
	if isPage {
		object = strings.TrimSuffix(item[strings.LastIndexByte(item, '.')+1:], "]") + "s"
	}
	data, err = new(pseudonym.Replacer).JSON(data, object)
	require.NoError(a, err, about)
	a.all[fmt.Sprint(about...)] = string(data)
}

var (
	teamIncludes     = []tourney.Include{tourney.IncludePlayers, tourney.IncludeCoaches, tourney.IncludePools, tourney.IncludeSeason}
	playerIncludes   = []tourney.Include{tourney.IncludeProfile, tourney.IncludeTeams, tourney.IncludeStatistics}
	divisionIncludes = []tourney.Include{
		tourney.IncludeAssets, tourney.IncludeBrackets, tourney.IncludePrices, tourney.IncludeReports, tourney.IncludeResults,
		tourney.IncludeSettings, tourney.IncludeTeams,
	}
)

// as returns includes as the options of a call.
func as[O any](includes []tourney.Include) (opts []O) {
	for _, i := range includes {
		opts = append(opts, any(i).(O))
	}
	return opts
}

// answers returns all answers about the event: the lists, and the details of every row, or of one team and player in so
// many.
func answers(t *testing.T, c *tourney.Client, every int) map[string]string {
	t.Helper()
	a, ctx := &asking{t, c, map[string]string{}}, t.Context()
	e, err := c.Events.Get(ctx, eventID)
	a.note(e, err, "event")
	a.ofDivision(0)
	divisions, err := c.Divisions.ReadAll(ctx, tourney.DivisionListOptions{EventID: eventID}, as[tourney.ListOption](divisionIncludes)...)
	a.note(divisions.Rows, err, "divisions")
	for _, d := range divisions.Rows {
		a.ofDivision(d.ID)
		d, err = c.Divisions.Get(ctx, d.ID, as[tourney.CallOption](divisionIncludes)...)
		a.note(d, err, "division", d.ID)
	}
	venues, err := c.Venues.List(ctx, tourney.VenueListOptions{EventID: eventID})
	a.note(venues, err, "venues")
	for _, v := range venues {
		v, err = c.Venues.Get(ctx, v.ID)
		a.note(v, err, "venue", v.ID)
	}
	teams, err := c.Teams.ReadAll(ctx, tourney.TeamListOptions{EventID: eventID, PageSize: 5000})
	a.note(teams.Rows, err, "all teams")
	for i, team := range teams.Rows {
		if i%every == 0 || team.ParentID != 0 {
			a.ofTeam(team)
		}
	}
	games, err := c.Games.ReadAll(ctx, tourney.GameListOptions{EventID: eventID})
	require.NoError(t, err)
	for _, g := range games.Rows {
		g, err := c.Games.Get(ctx, g.ID)
		a.note(g, err, "game", g.ID)
	}
	players, err := c.Players.ReadAll(ctx, tourney.PlayerListOptions{EventID: eventID, PageSize: 5000})
	require.NoError(t, err)
	for i := 0; i < len(players.Rows); i += every {
		p, err := c.Players.Get(ctx, players.Rows[i].ID, as[tourney.CallOption](playerIncludes)...)
		a.note(p, err, "player", p.ID)
	}
	return a.all
}

// ofDivision asks for the lists of a division, or of the event for 0.
func (a *asking) ofDivision(id int64) {
	a.Helper()
	ctx := a.Context()
	teams, err := a.Teams.List(ctx, tourney.TeamListOptions{EventID: eventID, DivisionID: id, PageSize: 5000},
		as[tourney.ListOption](teamIncludes)...)
	a.note(teams, err, "teams of", id)
	players, err := a.Players.List(ctx, tourney.PlayerListOptions{EventID: eventID, DivisionID: id, PageSize: 50_000},
		as[tourney.ListOption](playerIncludes)...)
	a.note(players, err, "players of", id)
	games, err := a.Games.List(ctx, tourney.GameListOptions{EventID: eventID, DivisionID: id, PageSize: 5000})
	a.note(games, err, "games of", id)
	for _, display := range []tourney.Display{
		"", tourney.DisplayPool, tourney.DisplayDivision, tourney.DisplayEvent, tourney.DisplayBracket,
	} {
		table, err := a.Standings.Get(ctx, tourney.StandingsOptions{EventID: eventID, DivisionID: id, Display: display})
		a.note(table, err, "standings of", id, display)
	}
	for _, size := range []int{0, 3, 500} {
		leaders, err := a.Statistics.Leaders(ctx, tourney.LeadersOptions{EventID: eventID, PageSize: size})
		a.note(leaders, err, "leaders", size)
	}
}

// ofTeam asks for a team, its parent, its games and its players.
func (a *asking) ofTeam(team tourney.Team) {
	a.Helper()
	ctx := a.Context()
	for _, id := range []int64{team.ID, team.ParentID} {
		if id != 0 {
			row, err := a.Teams.Get(ctx, id, as[tourney.CallOption](teamIncludes)...)
			a.note(row, err, "team", id)
		}
	}
	games, err := a.Games.List(ctx, tourney.GameListOptions{TeamID: team.ID})
	a.note(games, err, "games of team", team.ID)
	players, err := a.Players.List(ctx, tourney.PlayerListOptions{TeamIDs: []int64{team.ID}})
	a.note(players, err, "players of team", team.ID)
}

// people returns the names, addresses, e-mail addresses and telephone numbers in the rows of a mock. It leaves out
// birthdates, because the made-up one of somebody can be the real one of somebody else.
func people(srv *mockserver.Server) map[string]bool {
	all := map[string]bool{}
	address := func(a *tourney.Address) {
		if a != nil {
			all[a.StreetAddress], all[a.City+" "+a.PostalCode] = true, true
		}
	}
	for _, e := range srv.Events.All() {
		all[e.ContactName], all[e.ContactEmail], all[string(e.ContactPhone)] = true, true, true
	}
	for _, team := range srv.Teams.All() {
		for _, p := range team.Players {
			all[p.FirstName+" "+p.LastName], all[p.LastName], all[p.Email] = true, true, true
			all[p.HomePhone], all[p.MobilePhone] = true, true
			address(p.Address)
		}
		for _, p := range team.Coaches {
			all[p.FirstName+" "+p.LastName], all[p.LastName], all[p.Email] = true, true, true
			all[p.HomePhone], all[p.MobilePhone], all[p.WorkPhone], all[p.FaxPhone] = true, true, true, true
			address(p.Address)
		}
	}
	delete(all, "")
	return all
}

// The words of a text, and the texts in a file of JSON.
var (
	words = regexp.MustCompile(`[\pL\pN][\pL\pN'-]*`)
	texts = regexp.MustCompile(`"[^"]*"`)
)

// personIn returns a value of the people that a text has: as a text, as a word or as two words.
func personIn(people map[string]bool, text string) string {
	before := ""
	for _, word := range words.FindAllString(text, -1) {
		if people[word] || people[before+" "+word] {
			return before + " " + word
		}
		before = word
	}
	for _, value := range texts.FindAllString(text, -1) {
		if people[value[1:len(value)-1]] {
			return value
		}
	}
	return ""
}

// requireOthers requires that the people of a mock are other people than those of the original.
func requireOthers(t *testing.T, original, srv *mockserver.Server) {
	t.Helper()
	for _, team := range srv.Teams.All() {
		before, _ := original.Teams.Get(team.ID)
		for i, p := range team.Players {
			was := before.Players[i]
			require.NotEqual(t, was.FirstName, p.FirstName)
			require.NotEqual(t, was.LastName, p.LastName)
			require.False(t, was.Birthdate == p.Birthdate && !p.Birthdate.IsZero(), was.Birthdate)
			require.Equal(t, was.Birthdate.Year, p.Birthdate.Year)
		}
	}
}

// TestCopy: what a mock with the file answers is what the host answers, apart from the people.
func TestCopy(t *testing.T) {
	type row struct {
		host     tourney.Host
		named    string
		scenario string
		format   tourney.Format
	}
	rows := []row{
		{tourney.Soccer, "soccer", "mid-tournament", tourney.FormatJSON},
		{tourney.Baseball, "baseball", "mid-tournament", tourney.FormatXML},
		{tourney.Softball, "softball", "finished", tourney.FormatJSON},
		{tourney.Hockey, "hockey", "registration-open", tourney.FormatXML},
		{tourney.Basketball(), "basketball", "finished", tourney.FormatJSON},
		{tourney.Profile{Name: "soccer", Variant: tourney.Rugby}, "rugby", "not-started", tourney.FormatJSON},
	}
	if testing.Short() {
		rows = rows[:2]
	}
	for _, of := range rows {
		t.Run(of.named, func(t *testing.T) {
			original := mockserver.Start(t, of.host, mockserver.Scenario(of.scenario))
			o := options(t, original.Client(tourney.WithFormat(of.format)), original)
			rows, err := tourney.MarshalRow(original.Teams.All())
			require.NoError(t, err)
			require.NotEmpty(t, personIn(people(original), string(rows)))
			require.Empty(t, personIn(people(original), copied(t, o)))
			require.Contains(t, text(t, o.Path), `"Variant": "`+of.named+`"`)
			srv := served(t, of.host, o.Path)
			requireOthers(t, original, srv)
			require.Empty(t, cmp.Diff(answers(t, original.Client(), 2), answers(t, srv.Client(), 2)))
		})
	}
}

// TestCopyOfAFailingHost: 2,000 teams over a host that fails a tenth of the requests, in three ways.
func TestCopyOfAFailingHost(t *testing.T) {
	size := 2000
	if testing.Short() {
		size = 1000 // the least
	}
	original := mockserver.Start(t, tourney.Soccer, mockserver.Scenario("huge"), mockserver.ScenarioSize(10*size))
	failures := []*fault.Armed{
		original.Faults.Add(fault.OnAny().Every(19).Before().Status(503)),
		original.Faults.Add(fault.OnAny().Every(23).Before().Drop()),
		original.Faults.Add(fault.OnAny().Every(29).Writing().Truncate(5000)),
	}
	retry := tourney.Retry{Max: 10, MinWait: time.Millisecond, MaxWait: time.Millisecond}
	o := options(t, original.Client(tourney.WithRetry(retry), tourney.WithRetryBudget(tourney.RetryBudget{})), original)
	require.Empty(t, personIn(people(original), copied(t, o)))
	failed := 0
	for _, f := range failures {
		failed += f.Hits()
		f.Remove()
	}
	require.Greater(t, failed, len(original.Calls.All(""))/10)
	srv := served(t, tourney.Soccer, o.Path)
	require.Empty(t, cmp.Diff(answers(t, original.Client(), 100), answers(t, srv.Client(), 100)))
	teams, err := srv.Client().Teams.ReadAll(t.Context(), tourney.TeamListOptions{EventID: eventID})
	require.NoError(t, err)
	require.Len(t, teams.Rows, size)
}

// TestCopyGoesOn: after an end at any request, the next copy reads only what is missing, and the file is the same. No
// file that is left has people.
func TestCopyGoesOn(t *testing.T) {
	original := mockserver.Start(t, tourney.Softball, mockserver.Scenario("not-started"))
	whole, who, kept := copied(t, options(t, original.Client(), original)), people(original), map[int]bool{}
	step, lists := 2, 5
	if testing.Short() {
		step, lists = 9, 3
	}
	for ended, at := true, 1; ended; at += step {
		o, requests, left := options(t, original.Client(tourney.WithMaxConcurrent(1)), original), 0, map[string]bool{}
		ctx, end := context.WithCancel(t.Context())
		o.Progress = func(eventcopy.Progress) {
			if requests++; requests == at {
				end()
			}
		}
		_, err := eventcopy.Copy(ctx, o)
		end()
		if ended = err != nil; ended {
			require.ErrorIs(t, err, context.Canceled)
			require.NoFileExists(t, o.Path)
			files, err := os.ReadDir(filepath.Dir(o.Path))
			require.NoError(t, err)
			for _, file := range files {
				require.Empty(t, personIn(who, text(t, filepath.Join(filepath.Dir(o.Path), file.Name()))))
			}
			o.Progress = func(at eventcopy.Progress) { left[at.List] = true }
			_, err = eventcopy.Copy(t.Context(), o)
			require.NoError(t, err)
			kept[len(left)] = true
		}
		require.Equal(t, whole, text(t, o.Path))
	}
	require.GreaterOrEqual(t, len(kept), lists)
}

// dying is a host that answers some requests and then dies.
type dying struct {
	http.RoundTripper
	left, sent atomic.Int64
}

func (d *dying) RoundTrip(req *http.Request) (*http.Response, error) {
	if d.left.Add(-1) < 0 {
		return nil, errors.New("the host died")
	}
	d.sent.Add(1)
	return d.RoundTripper.RoundTrip(req)
}

// TestCopyGoesOnWithinAList: a copy of teams whose host died within them asks for the other pages alone. If the
// list changed meanwhile, the file is that of a new copy.
func TestCopyGoesOnWithinAList(t *testing.T) {
	if testing.Short() {
		t.Skip("its goroutines are those of TestCopyOfAFailingHost")
	}
	for name, c := range map[string]struct {
		teams  int
		dies   int64
		change func(*mockserver.Server)
		again  int // readings of the list
	}{
		"in the first reading":  {600, 7, func(*mockserver.Server) {}, 0},
		"in the second reading": {300, 9, func(*mockserver.Server) {}, 0},
		"a team left meanwhile": {300, 4, func(srv *mockserver.Server) { srv.Teams.Remove(srv.Teams.All()[0].ID) }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			original := mockserver.Start(t, tourney.Soccer, mockserver.Scenario("huge"), mockserver.ScenarioSize(10*c.teams))
			host := &dying{RoundTripper: original}
			host.left.Store(c.dies)
			client := original.Client(tourney.WithRetry(tourney.Retry{}), tourney.WithSigner(auth.Query{Key: "key", Secret: "own"}),
				tourney.WithCredentials(auth.Credentials{APIKey: "key-of-ada", APISecret: secret.New("own-of-ada")}))
			o := options(t, client, host)
			_, err := eventcopy.Copy(t.Context(), o)
			require.ErrorContains(t, err, "teams: ")
			require.Empty(t, personIn(people(original), text(t, o.Unfinished())))
			require.NotContains(t, text(t, o.Unfinished()), "of-ada")
			c.change(original)
			host.left.Store(1 << 40)
			host.sent.Store(0)
			var last eventcopy.Progress
			o.Progress = func(at eventcopy.Progress) {
				if at.List == "teams" && at.Rows > last.Rows { // pages come in any order
					last = at
				}
			}
			got, second := copied(t, o), host.sent.Swap(0)
			require.Equal(t, last.Of, last.Rows)
			require.Greater(t, last.Of, c.teams/2)
			want := copied(t, options(t, original.Client(), host))
			require.Equal(t, want, got)
			const underWay, size = 4, 50 // pages that were asked for when the host died, and rows of a page
			require.LessOrEqual(t, second, host.sent.Load()-c.dies+underWay+int64(c.again*(last.Of/size+2)))
		})
	}
}

// TestCopyAfterTheLastStep: a copy that wrote its file and was killed before it removed the unfinished file ends well.
func TestCopyAfterTheLastStep(t *testing.T) {
	original := mockserver.Start(t, tourney.Soccer, mockserver.Scenario("not-started"))
	o := options(t, original.Client(), original)
	kept := o.Path + ".kept"
	o.Progress = func(at eventcopy.Progress) {
		if _, err := os.Stat(kept); err != nil && at.List == "teams elsewhere" {
			require.NoError(t, os.WriteFile(kept, []byte(text(t, o.Unfinished())), 0o600))
		}
	}
	whole := copied(t, o)
	o.Progress = nil
	_, err := eventcopy.Copy(t.Context(), o)
	require.ErrorContains(t, err, "event.json exists: remove it, or choose another file")
	require.NoError(t, os.Rename(kept, o.Unfinished()))
	for _, change := range []func(*eventcopy.Options){
		func(o *eventcopy.Options) { o.EventID = 7 }, func(o *eventcopy.Options) { o.Host = "https://other.test" },
		func(o *eventcopy.Options) { o.Seed = []byte("other") }, func(o *eventcopy.Options) { o.Keep = []string{"Notes"} },
	} {
		another := o
		change(&another)
		_, err = eventcopy.Copy(t.Context(), another)
		require.ErrorContains(t, err, "event.json.part has an unfinished copy of event 1001 of https://host.test with a seed and")
	}
	o.Host = "HTTPS://Host.test.:443/api/v1/" // is the same
	o.Seed = nil                              // the unfinished file has it
	o.Progress = func(at eventcopy.Progress) { require.Contains(t, at.List, " elsewhere") }
	_, err = eventcopy.Copy(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, whole, text(t, o.Path))
}

// TestSeeds: without a seed each copy has people of its own, and a wrong event leaves nothing behind.
func TestSeeds(t *testing.T) {
	original := mockserver.Start(t, tourney.Soccer, mockserver.Scenario("not-started"))
	texts := []string{}
	for range 2 {
		o := options(t, original.Client(), original)
		o.Seed = nil
		texts = append(texts, copied(t, o))
	}
	require.NotEqual(t, texts[0], texts[1])
	o := options(t, original.Client(), original)
	o.EventID = 55
	_, err := eventcopy.Copy(t.Context(), o)
	require.ErrorContains(t, err, "the host has nothing of event 55: check the id")
	require.NoFileExists(t, o.Unfinished())
	o.EventID = eventID
	require.NoError(t, os.WriteFile(o.Unfinished(), []byte("{"), 0o600))
	_, err = eventcopy.Copy(t.Context(), o)
	require.ErrorContains(t, err, "event.json.part cannot be read, remove it: unexpected EOF")
}
