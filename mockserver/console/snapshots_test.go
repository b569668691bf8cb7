package console_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// saved returns all rows of a mock as a text.
func saved(t *testing.T, srv *mockserver.Server) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, srv.Save(&b))
	return b.String()
}

// rowsIn returns the rows of a mock without the ids and the numbers that go on.
func rowsIn(t *testing.T, srv *mockserver.Server) []string {
	t.Helper()
	var rows []string
	for line := range strings.Lines(saved(t, srv)) {
		for _, table := range []string{"events", "divisions", "teams", "people", "games", "venues"} {
			if strings.HasPrefix(line, `{"`+table+`":`) {
				rows = append(rows, line)
			}
		}
	}
	return rows
}

// upload sends a form with a file, and returns the page that follows.
func (b *browser) upload(path, from, text string) shown {
	b.t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	require.NoError(b.t, w.WriteField("from", from))
	part, err := w.CreateFormFile("file", "rows.jsonl")
	require.NoError(b.t, err)
	_, err = part.Write([]byte(text))
	require.NoError(b.t, err)
	require.NoError(b.t, w.Close())
	sent := b.send(http.MethodPost, at+path, form.String(), "Content-Type", w.FormDataContentType())
	require.Equal(b.t, http.StatusSeeOther, sent.status)
	return b.send(http.MethodGet, sent.location, "")
}

// TestDestructiveActionsCanBeUndone: what replaces the rows has a button Undo, which brings rows and time back.
func TestDestructiveActionsCanBeUndone(t *testing.T) {
	for name, act := range map[string]struct {
		do   func(b *browser, file string) shown
		says string
	}{
		"reset": {
			func(b *browser, _ string) shown { return b.post("reset", "snapshots") },
			"The rows and the time are those of the start. Undo shows the rows after write 2 again.",
		},
		"scenario": {
			func(b *browser, _ string) shown {
				return b.post("scenario", "snapshots", "scenario", "mid-tournament", "seed", "1", "teams", "")
			},
			"The rows are those of the scenario mid-tournament, and the time is that of the start. Undo shows the rows after write 2",
		},
		"restore": {
			func(b *browser, _ string) shown { return b.post("snapshots/first/restore", "snapshots") },
			"The rows are those of the snapshot first. Undo shows the rows after write 2 again.",
		},
		"import": {
			func(b *browser, file string) shown { return b.upload("import", "snapshots", file) },
			"The rows are those of the file. Undo shows the rows after write 2 again.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			srv, b := open(t)
			file := b.get("export")
			require.Equal(t, http.StatusOK, file.status)
			require.Equal(t, `attachment; filename=mock-rows.jsonl`, file.header.Get("Content-Disposition"))
			require.Equal(t, saved(t, srv), file.body)
			page := b.post("snapshots/keep", "snapshots", "name", "first")
			require.Contains(t, plain(t, page.body), "The snapshot first keeps the rows after write 0.")
			start := rowsIn(t, srv)
			srv.Teams.Edit(4005, func(team *tourney.Team) { team.Name = "Kites" })
			srv.Games.Remove(7016)
			b.post("clock", "snapshots", "advance", "24h")
			changed, now := rowsIn(t, srv), srv.Clock.Now()

			page = act.do(b, file.body)
			require.Contains(t, plain(t, page.body), act.says)
			require.Empty(t, cmp.Diff(start, rowsIn(t, srv)))
			require.Contains(t, plain(t, b.post(undoOf(t, page.body), "snapshots").body), "Undone.")
			require.Empty(t, cmp.Diff(changed, rowsIn(t, srv)))
			require.Equal(t, now, srv.Clock.Now())
		})
	}
}

// TestWhatCannotBeUndone: without the rows of before the page says so, and has no button.
func TestWhatCannotBeUndone(t *testing.T) {
	_, b := open(t, mockserver.WithLimits(mockserver.Limits{Rewind: -1}))
	page := b.post("reset", "snapshots")
	require.Contains(t, plain(t, page.body), "This cannot be undone: the mock does not keep the rows of before.")
	require.NotContains(t, page.body, "/undo/")
	require.NotContains(t, page.body, `"undo/`)
}

// TestSnapshots: a person keeps rows under a name, sees them, and forgets them.
func TestSnapshots(t *testing.T) {
	srv, b := open(t)
	require.Contains(t, plain(t, b.get("snapshots").body), "No snapshot is kept")
	page := b.post("snapshots/keep", "snapshots", "name", "before-lunch")
	require.Contains(t, plain(t, page.body), "before-lunch 0 Fri 12 Jun 2026, 23:00:00 Restore Forget For good")
	b.post(undoOf(t, page.body), "snapshots")
	require.Empty(t, srv.Snapshots.All())
	page = b.post("snapshots/keep", "snapshots")
	require.Contains(t, plain(t, page.body), "The snapshot snapshot-1 keeps the rows after write 0.")
	page = b.post("snapshots/snapshot-1/forget", "snapshots")
	require.Contains(t, plain(t, page.body), "The snapshot snapshot-1 is forgotten.")
	require.Empty(t, srv.Snapshots.All())
	require.NotContains(t, page.body, "undo/", "nothing brings it back")

	page = b.post("snapshots/keep", "snapshots", "name", `a"b`)
	require.Contains(t, plain(t, page.body), "letters, digits")
	require.Contains(t, page.body, `value="a&#34;b"`, "the name is there to be mended")
	require.Zero(t, srv.Writes.Newest())
}

// TestImportSaysWhatIsWrong: a file that cannot be imported changes nothing, and the page says which line is wrong.
func TestImportSaysWhatIsWrong(t *testing.T) {
	srv, b := open(t)
	whole := saved(t, srv)
	for text, want := range map[string]string{
		"": "no saved file", "<html></html>": "no saved file",
		strings.Replace(whole, `"Name":"Soccer Firefly Classic"`, `"Name":7`, 1): "Line 2: events.Event.Name: expected a text",
		whole[:len(whole)/2]:            "line",
		`{"Teams":[{"Name":"<zq9>"}]}`:  "fixture",
		"zq9<script>zq9()</script>\x00": "no saved file",
	} {
		page := b.upload("import", "snapshots", text)
		require.Equal(t, http.StatusOK, page.status)
		require.Contains(t, plain(t, page.body), want)
		isHarmless(t, "snapshots", page.body)
		require.NotContains(t, page.body, "undo/")
	}
	require.Zero(t, srv.Writes.Newest())

	_, big := open(t)
	page := big.upload("import", "snapshots", whole+strings.Repeat(" ", 6<<20))
	require.Contains(t, plain(t, page.body), "line", "a file may be larger than other forms")
	field := big.send(http.MethodPost, at+"import", "--x\r\nContent-Disposition: form-data; name=\"from\"\r\n\r\n"+
		strings.Repeat("a", 5<<20)+"\r\n--x--", "Content-Type", "multipart/form-data; boundary=x")
	require.Equal(t, http.StatusBadRequest, field.status)
	require.Contains(t, plain(t, field.body), "the fields are too large")
}

// TestClockOfSnapshots: a person sets the clock, and takes that back.
func TestClockOfSnapshots(t *testing.T) {
	srv, b := open(t)
	start := srv.Clock.Now()
	for _, text := range []string{"2026-06-13T14:30", "2026-06-13T14:30:00", "2026-06-13 14:30", "2026-06-13T16:30:00+02:00"} {
		page := b.post("clock/set", "snapshots", "set", text)
		require.Contains(t, plain(t, page.body), "The clock is now at Sat 13 Jun 2026, 14:30:00.", text)
		b.post(undoOf(t, page.body), "snapshots")
		require.Equal(t, start, srv.Clock.Now(), text)
	}
	far := b.post("clock/set", "snapshots", "set", "0001-01-01T00:00")
	b.post(undoOf(t, far.body), "snapshots")
	require.Equal(t, start, srv.Clock.Now(), "a move that no duration can say")
}

// TestScenariosOfSnapshots: the page has every scenario.
func TestScenariosOfSnapshots(t *testing.T) {
	_, b := open(t, mockserver.Scenario("finished"))
	page := plain(t, b.get("snapshots").body)
	for _, s := range mockserver.Scenarios() {
		require.Contains(t, page, s.About)
	}
	require.Contains(t, page, "finished this mock the same tournament")
	require.Contains(t, page, "This one has those of finished , and what was written since.")
}

// TestChosenScenario: the form replaces the rows by those of a scenario.
func TestChosenScenario(t *testing.T) {
	srv, b := open(t)
	for _, test := range []struct {
		seed, teams string
		want        mockserver.Info // of these the scenario, the seed and the number of teams
	}{
		{want: mockserver.Info{Scenario: "finished", Seed: 1, Rows: mockserver.RowCounts{Teams: 27}}},
		{seed: "0", want: mockserver.Info{Scenario: "empty"}},
		{teams: "50", want: mockserver.Info{Scenario: "huge", Seed: 1, Rows: mockserver.RowCounts{Teams: 50}}},
	} {
		name := test.want.Scenario
		page := b.post("scenario", "snapshots", "scenario", name, "seed", test.seed, "teams", test.teams)
		require.Contains(t, plain(t, page.body), "The rows are those of the scenario "+name)
		require.Contains(t, plain(t, page.body), "This one has those of "+name)
		info := srv.Info()
		require.Equal(t, name, info.Scenario)
		require.Equal(t, test.want.Seed, info.Seed)
		require.Equal(t, test.want.Rows.Teams, info.Rows.Teams)
		b.post(undoOf(t, page.body), "snapshots")
		require.Equal(t, "mid-tournament", srv.Info().Scenario)
	}
}
