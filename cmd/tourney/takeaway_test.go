package main

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	ical "github.com/emersion/go-ical"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
)

// TestCSV reads what --csv prints back, with another reader.
func TestCSV(t *testing.T) {
	p := newPrompt(t)
	p.mock()
	out, _ := p.want(command.ExitOK, "teams", "list", "--event", "1001", "--all", "--csv", "--bom")
	require.True(t, strings.HasPrefix(out, "\uFEFFId,ParentId,Name,"), out[:40])
	require.Equal(t, strings.Count(out, "\n"), strings.Count(out, "\r\n"))
	lines, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	require.NoError(t, err)
	require.Len(t, lines, 25)
	require.Contains(t, lines[0], "Division.Id")
	out, _ = p.want(command.ExitOK, strings.Fields("statistics leaders --event 1001 --categories Goals --csv")...)
	require.True(t, strings.HasPrefix(out, "Category,"), out)
	require.Contains(t, out, "\r\nGoals,")
	out, errs := p.want(command.ExitOK, "teams", "list", "--event", "999", "--csv")
	require.Equal(t, "no teams\n", errs+out)
	out, errs = p.want(command.ExitOK, "standings", "get", "--division", "9999", "--md")
	require.Equal(t, "no standings\n", errs+out)
	out, errs = p.want(command.ExitOK, "games", "list", "--event", "999", "--ics")
	require.Equal(t, "no games, so there is no calendar\n", errs+out)

}

// odd are rows with all that CSV and a spreadsheet may misread.
const odd = `[{"Id":1,"Name":"a, \"b\"\nc","Score":-3,"Place":{"City":"東京"}},` +
	`{"Id":2,"Name":"=1+1","Phone":"+41 1","Tags":["a","b"],"Place":{"Code":"@x","City":""},"Lines":[{"A":1}]},` +
	`{"Id":3,"Name":"\t=2","Score":"-x"},{"Id":4,"Name":"\uff1d3"}]`

func rowsOf(t testing.TB, text string) []node.Node {
	t.Helper()
	n, err := jsoncodec.ParseNode([]byte(text), jsoncodec.Limits{})
	require.NoError(t, err)
	return n.Items
}

// printed returns what show prints for a program.
func printed(t testing.TB, show func(to command.Terminal) error) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, show(command.Terminal{Out: &out, Bytes: &out, Errs: &out}))
	return out.String()
}

// TestCSVOfOddRows: the columns have the order of the members, formulas do nothing, and nothing is lost.
func TestCSVOfOddRows(t *testing.T) {
	out := printed(t, func(to command.Terminal) error { return printCSV(to, rowsOf(t, odd), false) })
	lines, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	require.NoError(t, err)
	require.Empty(t, cmp.Diff([][]string{
		{"Id", "Name", "Phone", "Tags", "Score", "Place.Code", "Place.City", "Lines"},
		{"1", "a, \"b\"\nc", "", "", "-3", "", "東京", ""},
		{"2", "'=1+1", "'+41 1", "a b", "", "'@x", "", `[{"A":1}]`},
		{"3", "'\t=2", "", "", "'-x", "", "", ""},
		{"4", "'\uff1d3", "", "", "", "", "", ""},
	}, lines))
}

// TestTables: columns stand below each other on the screen, also of scripts with wide characters, and a narrow screen
// hides what identifies a row last.
func TestTables(t *testing.T) {
	rows := rowsOf(t, `[{"Id":1,"Kind":"x","Name":"東京ホークス","Paid":true},{"Id":22,"Kind":"long kind","Name":"e\u0301a"}]`)
	for _, c := range []struct{ columns, want string }{
		{"80", "Id  Kind       Name          Paid\n1   x          東京ホークス  true\n22  long kind  e\u0301a\n"},
		{"32", "Id  Kind       Name       Paid\n1   x          東京ホー…  true\n22  long kind  e\u0301a\n"},
		{"20", "Id  Name\n1   東京ホ…\n22  e\u0301a\n"},
		{"10", "Id\n1\n22\n"},
		{"16", "Id  Name\n1   東京ホ…\n22  e\u0301a\n"},
	} {
		t.Setenv("COLUMNS", c.columns)
		out := printed(t, func(to command.Terminal) error { return printTable(to, rows) })
		require.Empty(t, cmp.Diff(c.want, out), c.columns)
	}
}

// calendarOf reads a calendar with a library of others than wrote it.
func calendarOf(t *testing.T, text string) (events []ical.Event) {
	t.Helper()
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		require.LessOrEqual(t, len(line), 75)
		require.NotContains(t, line, "\n")
	}
	calendar, err := ical.NewDecoder(strings.NewReader(text)).Decode()
	require.NoError(t, err)
	var again bytes.Buffer
	require.NoError(t, ical.NewEncoder(&again).Encode(calendar), "which checks the properties that must be there")
	return calendar.Events()
}

// textOfProp returns the text of a property of an event.
func textOfProp(t *testing.T, e ical.Event, name string) string {
	t.Helper()
	text, err := e.Props.Text(name)
	require.NoError(t, err)
	return text
}

// TestCalendar: games are events in the zone of their event, and a later calendar replaces the earlier one.
func TestCalendar(t *testing.T) {
	p := newPrompt(t)
	srv := p.mock()
	args := []string{"games", "list", "--event", "1001", "--all", "--ics"}
	out, errs := p.want(command.ExitOK, args...)
	require.Empty(t, errs)
	events := calendarOf(t, out)
	zone, err := time.LoadLocation("America/Chicago")
	require.NoError(t, err)
	summaries := ""
	for _, e := range events {
		summaries += textOfProp(t, e, "SUMMARY") + "\n"
	}
	require.Contains(t, summaries, "River Skylarks at Juniper Foxes\n")
	require.Regexp(t, `(?m)^\w+.*\(.*\) at `, summaries, "a side that waits for another game")
	require.Equal(t, "game-7001@"+srv.Addr().String(), textOfProp(t, events[0], "UID"))
	start, err := events[0].DateTimeStart(time.UTC)
	require.NoError(t, err)
	require.Equal(t, "2026-06-12 08:00", start.In(zone).Format("2006-01-02 15:04"))
	end, err := events[0].DateTimeEnd(time.UTC)
	require.NoError(t, err)
	require.Equal(t, time.Hour, end.Sub(start))
	require.NotEmpty(t, textOfProp(t, events[0], "LOCATION"))

	out, _ = p.want(command.ExitOK, append(args, "--timezone", "Europe/Zurich", "--length", "90m")...)
	start, err = calendarOf(t, out)[0].DateTimeStart(time.UTC)
	require.NoError(t, err)
	require.Equal(t, "06:00", start.UTC().Format("15:04"))
}

// TestCalendarOfOddGames: texts arrive whole, games without a time are all day, and those without a zone have the time
// of their reader.
func TestCalendarOfOddGames(t *testing.T) {
	p := newPrompt(t)
	srv := p.mock()
	client := srv.Client()
	long := strings.Repeat("東京, ホー;クス\\ ", 12)
	rows := [][]byte{
		[]byte(`{"Id":1,"Date":"6/12/2026","Time":"8:00 AM","AwayTeam":{"Name":"` + strings.ReplaceAll(long, `\`, `\\`) + `"}}`),
		[]byte(`{"Id":2,"Date":"6/12/2026","HomeTeam":{"Name":"B\nEND:VEVENT\u2028"}}`),
		[]byte(`{"Id":3}`),
	}
	c := calendar{from: client}
	sequences := []string{}
	show := func(t *testing.T) string {
		t.Helper()
		return printed(t, func(to command.Terminal) error {
			to.Errs = &bytes.Buffer{}
			return c.printCalendar(t.Context(), to, rows)
		})
	}
	outs := []string{}
	synctest.Test(t, func(t *testing.T) {
		<-time.After(time.Until(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)))
		outs = append(outs, show(t))
		<-time.After(time.Hour)
		outs = append(outs, show(t))
	})
	for _, out := range outs {
		events := calendarOf(t, out)
		require.Len(t, events, 2)
		require.Equal(t, long+" at to be decided", textOfProp(t, events[0], "SUMMARY"))
		require.Equal(t, "20260612T080000", events[0].Props.Get("DTSTART").Value)
		require.Equal(t, "20260612T090000", events[0].Props.Get("DTEND").Value)
		require.Equal(t, "20260612", events[1].Props.Get("DTSTART").Value)
		require.Contains(t, textOfProp(t, events[1], "SUMMARY"), "B END:VEVENT")
		sequences = append(sequences, events[0].Props.Get("SEQUENCE").Value)
	}
	require.Equal(t, []string{"189388800", "189392400"}, sequences)
}

// TestMarkdown: the tables of standings, with names that mean something in Markdown.
func TestMarkdown(t *testing.T) {
	p := newPrompt(t)
	p.mock()
	out, _ := p.want(command.ExitOK, "standings", "get", "--division", "2001", "--md")
	require.True(t, strings.HasPrefix(out, "### 12U Meadow, Pool A\n\n| Place | Name | GP |"), out)
	require.Contains(t, out, "\n|---|---|---|")
	require.Contains(t, out, "\n| 1st | River Skylarks | 3 |")
}
