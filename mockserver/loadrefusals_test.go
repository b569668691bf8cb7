package mockserver_test

import (
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// requireRefusedFile requires that Load and DataFile refuse a file for one reason, show no secret and change nothing.
func requireRefusedFile(t *testing.T, text, says string) {
	t.Helper()
	srv := populated(t)
	before, writes := mockserver.Everything(mockserver.Newest(srv)), srv.Writes.Newest()
	err := srv.Load(iotest.OneByteReader(strings.NewReader(text)))
	require.ErrorContains(t, err, says)
	require.Regexp(t, "^mockserver: Load: ", err.Error())
	require.NotContains(t, err.Error(), "secret")
	require.EqualError(t, srv.Load(strings.NewReader(text)), err.Error())
	require.Equal(t, before, mockserver.Everything(mockserver.Newest(srv)))
	require.Equal(t, writes, srv.Writes.Newest())
	path := mocktest.DataPath(t)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	_, opened := mockserver.New(tourney.Soccer, mockserver.DataFile(path))
	require.EqualError(t, opened, strings.Replace(err.Error(), "Load", "DataFile: "+path, 1))
}

// TestWhatIsNoSavedFile: Load and DataFile refuse it, and change nothing.
func TestWhatIsNoSavedFile(t *testing.T) {
	whole := mocktest.Saved(t, populated(t))
	lines := strings.SplitAfter(whole, "\n")
	for name, text := range map[string]string{
		"nothing":     "",
		"white space": "\n \n",
		"an image":    "\x89PNG\r\n\x1a\n\x00\x00",
		"a BOM":       "\ufeff" + whole,
		"UTF-16":      "\xff\xfe{\x00\"\x00",
		"HTML":        "<!DOCTYPE html>\n<html><body>502 Bad Gateway</body></html>",
		"a fixture":   `{"teams":[]}`,
		"an object":   "{ }",
		"a list":      "[1]",
		"words":       "id,name\n1,Otters\n",
		"no header":   strings.Join(lines[1:], ""),
		"writes alone": string(mockserver.Written(mockserver.Newest(populated(t)),
			mockserver.Newest(mocktest.Empty(t, tourney.Soccer)))),
		"a secret": `{"4111111111111111":{}}`,
	} {
		t.Run(name, func(t *testing.T) {
			requireRefusedFile(t, text, `Load: this is no saved file: expected a first line with "header", as Save writes it `+
				"(LoadFixtures and POST /_mock/fixtures read fixture files)")
		})
	}
	broken := errors.New("input/output error")
	require.ErrorIs(t, populated(t).Load(iotest.ErrReader(broken)), broken, "which is no empty file")
	spaced := strings.Replace(whole, `{"header":`, `{ "header" : `, 1)
	require.NoError(t, populated(t).Load(strings.NewReader(resealed(spaced))))
}

var placeOfError = regexp.MustCompile(`line (\d+): .*\(byte (\d+)\)$`)

// place returns the line and the byte in it that an error of Load names.
func place(t *testing.T, err error) (line, at int) {
	t.Helper()
	require.Error(t, err)
	found := placeOfError.FindStringSubmatch(err.Error())
	require.NotNil(t, found, "%v", err)
	line, _ = strconv.Atoi(found[1])
	at, _ = strconv.Atoi(found[2])
	return line, at
}

// TestErrorsNameLineAndByte damages each byte of lines of rows and of a write. Bytes once counted from the value of a
// line, and errors in a write from its row.
func TestErrorsNameLineAndByte(t *testing.T) {
	srv := populated(t)
	before := mockserver.Newest(srv)
	srv.Teams.Add(tourney.Team{ID: 90, Name: "Otters", Players: []tourney.TeamPlayer{{ID: 91, PlayerID: 92}}})
	text := strings.SplitAfter(mocktest.Saved(t, srv), "\n")
	for number, line := range text {
		if !strings.HasPrefix(line, `{"teams":`) && !strings.HasPrefix(line, `{"ids":`) && !strings.HasPrefix(line, `{"header":`) {
			continue
		}
		quoted := false
		for at := 1; at < len(line)-1; at++ {
			quoted = quoted != (line[at] == '"')
			if quoted || line[at] == '"' {
				continue
			}
			for _, damaged := range []string{line[:at] + "#" + line[at+1:], line[:at] + "\n"} {
				file := strings.Join(text[:number], "") + damaged + strings.Join(text[number+1:], "")
				in, found := place(t, srv.Load(strings.NewReader(resealed(file))))
				require.Equal(t, number+1, in)
				require.InDelta(t, at, found, 3.0, "%s", damaged) // an error about a word is at its beginning
				require.LessOrEqual(t, found, at+1)
			}
		}
	}
	start := mocktest.Empty(t, tourney.Soccer)
	require.NoError(t, start.Load(strings.NewReader(strings.Join(text, ""))))
	rows := strings.Replace(mocktest.Saved(t, start), `"soccer"`, fmt.Sprintf(`"soccer","Write":%d`, srv.Writes.Newest()-1), 1)
	rows = resealed(rows)
	for _, c := range []struct{ whole, wrong, says string }{
		{`"Name":"Otters"`, `"Name":5`, "write: row 0 of Rows: teams.Team.Name: expected a text, found a number"},
		{`"Name":"Otters"`, `"Nick":"x"`, "write: row 0 of Rows: teams.Team.Nick: expected a name of the format"},
		{`"Name":"Otters"`, `"Name":"x","Name":"y"`, "write: row 0 of Rows: teams.Team.Name: expected each name once"},
		{`"Ids":{`, `"Ids":{"x":"y"},"Refs":{`, "write.Ids.x: expected an integer of 64 bits, found a text"},
	} {
		line := string(mockserver.Written(mockserver.Newest(srv), before))
		require.Contains(t, line, c.whole)
		line = sealedWrite(strings.Replace(line, c.whole, c.wrong, 1))
		err := mocktest.Empty(t, tourney.Soccer).Load(strings.NewReader(rows + line))
		require.ErrorContains(t, err, fmt.Sprintf("line %d: %s", strings.Count(rows, "\n")+1, c.says))
		_, found := place(t, err)
		at := strings.Index(line, c.wrong)
		require.True(t, at < found && found <= at+len(c.wrong), "byte %d of %s", found, line)
	}
}

// sealedWrite returns the line of a write with the checksum of its value.
func sealedWrite(line string) string {
	_, value, _ := strings.Cut(strings.TrimSuffix(line, "}\n"), `"write":`)
	sum := crc32.Checksum([]byte(value), crc32.MakeTable(crc32.Castagnoli))
	return fmt.Sprintf(`{"crc":"%08x","write":%s}`+"\n", sum, value)
}

func TestLoadRefuses(t *testing.T) {
	srv := populated(t)
	srv.Teams.Add(tourney.Team{ID: 90, ExternalTeamID: "E"})
	srv.Teams.Add(tourney.Team{ID: 91, ExternalTeamID: "E"})
	text := mocktest.Saved(t, srv, mockserver.SaveKeys())
	line := func(n int) string { return strings.SplitAfter(text, "\n")[n-1] }
	teams := strings.Index(text, `{"teams":`)
	number := strings.Count(text[:teams], "\n") + 1
	row := line(number)
	lineNumber := func(begin string) string {
		above, _, _ := strings.Cut(text, begin)
		return strconv.Itoa(strings.Count(above, "\n") + 1)
	}
	lineWith := func(begin, says string) string { return "line " + lineNumber(begin) + ": " + says }
	const allTeams = "expected the ids of all teams that have the external id, and no others"
	with := func(line, begin string) string { return edited(text, begin, line+"\n"+begin) }
	for name, c := range map[string]struct{ text, says string }{
		"another format": {edited(text, "tourney-mock", "x"), `line 1: header: expected the Format "tourney-mock"`},
		"another version": {
			edited(text, `"Version":1`, `"Version":2`),
			"line 1: header: the file has Version 2 of the format, and this mock reads version 1",
		},
		"another variant": {
			edited(text, `"soccer"`, `"rugby"`),
			`line 1: header: the rows are of the Variant "rugby", and the server serves "soccer"`,
		},
		"a second header": {edited(text, row, line(1)+row), lineWith(`{"teams":`, "header: a second line of this kind")},
		"an unknown line": {
			edited(text, `{"teams":`, `{"team":`),
			lineWith(`{"teams":`, `"team" is no kind of line: the nearest is "teams"`),
		},
		"an unknown field": {
			edited(text, `{"teams":{`, `{"teams":{"Nam":1,`),
			lineWith(`{"teams":`, "teams.Nam: expected a name of the format, found an unknown one"),
		},
		"a wrong kind": {
			edited(text, `"Team":{"Id":`, `"Team":{"Id":{},"Id":`),
			"teams.Team.Id: expected an integer of 64 bits, found an object",
		},
		"a field twice": {
			edited(text, `{"teams":{`, `{"teams":{"EventId":1,"EventId":1,`),
			lineWith(`{"teams":`, "teams.EventId: expected each name once"),
		},
		"a text as an id": {
			edited(text, `{"teams":{`, `{"teams":{"EventId":"secret",`),
			lineWith(`{"teams":`, "teams.EventId: expected an integer of 64 bits, found a text"),
		},
		"a row twice":   {edited(text, row, row+row), fmt.Sprintf("line %d: teams: Team.Id: a row before it has the same one", number+1)},
		"half a line":   {text[:teams+20], lineWith(`{"teams":`, "the line is torn: expected its end")},
		"a line less":   {strings.Replace(text, row, "", 1), "end: expected Lines"},
		"another byte":  {strings.Replace(text, `"T1"`, `"TI"`, 1), "end: expected the CRC"},
		"no end":        {text[:strings.LastIndex(text, `{"end"`)], "the file is torn"},
		"an unknown id": {edited(text, `"ids":{`, `"ids":{"teens":4,`), `ids: "teens" is no kind of ids: the nearest is "teams"`},
		"ids that end": {
			edited(text, `"ids":{"accounts":200000001`, `"ids":{"accounts":9000000000000000000`),
			"ids: accounts: expected an id from 1 to 2^62 + 2^61",
		},
		"no password": {edited(text, `"Password":"let-me-in",`, ``), "accounts: expected a Username, a Password and Keys"},
		"a lost player": {
			edited(text, `"PlayerId":`, `"PlayerId":9`), lineWith(`{"teams":`, "teams.Team.Players[0].PlayerId: names no player"),
		},
		"a player of no roster": {
			edited(text, `"TeamIds":[31`, `"TeamIds":[32`),
			lineWith(`{"people":`, "people.TeamIds[0]: the player is not in the roster of the team"),
		},
		"a line of two rosters": {
			edited(text, `"Players":[{"Id":51`, `"Players":[{"Id":53`),
			fmt.Sprintf("line %d: teams.Team.Players[0].Id: the roster in line %d has the same one", number+1, number),
		},
		"a lost pool": {edited(text, `"PoolId":`, `"PoolId":9`), lineWith(`{"teamPools":`, "teamPools.PoolId: names no pool")},
		"a lost team": {edited(text, `"TeamIds":[`, `"TeamIds":[9`), lineWith(`{"people":`, "people.TeamIds[0]: names no team")},
		"scopes":      {edited(text, `"Scopes":[`, `"Scopes":[[9,1],`), "people.Scopes[0]: expected a level from 0 to 3"},
		"a scope twice": {
			edited(text, `"Scopes":[[1,1]`, `"Scopes":[[1,1],[1,1]`), "people: Scopes[1]: expected each scope once, in ascending order",
		},
		"external ids": {
			edited(text, `"Teams":[90,91]`, `"Teams":[90,90]`),
			lineWith(`{"external":{"Id":"E"`, "external.Teams: "+allTeams),
		},
		"external ids of lost teams": {
			edited(text, `"Teams":[90,91]`, `"Teams":[90,91,99]`), lineWith(`{"external":{"Id":"E"`, "external.Teams: "+allTeams),
		},
		"an external id of no team": {
			with(`{"external":{"Id":"secret","Teams":[99]}}`, `{"external":`), lineWith(`{"external":`, "external.Teams: "+allTeams),
		},
		"an external id of another team": {
			with(`{"external":{"Id":"secret","Teams":[90]}}`, `{"external":`), lineWith(`{"external":`, "external.Teams: "+allTeams),
		},
		"an external id without teams": {
			with(`{"external":{"Id":"secret"}}`, `{"external":`),
			lineWith(`{"external":`, "external: no Teams: expected the ids of the teams that have the external id"),
		},
		"no external id": {
			with(`{"external":{"Teams":[90]}}`, `{"external":`),
			lineWith(`{"external":`, "external: Id: expected the external id of a team, found none"),
		},
		"an external id twice": {
			with(`{"external":{"Id":"E","Teams":[91,90]}}`, `{"ids":`),
			lineWith(`{"ids":`, "external: Id: line ") + lineNumber(`{"external":{"Id":"E"`) + " has the same one",
		},
		"a ref of no row": {with(`{"refs":{"secret":0}}`, `{"ids":`), lineWith(`{"ids":`, "refs: expected ids from 1 to 2^62 + 2^61")},
		"two refs":        {with(`{"refs":{"a":1}}`+"\n"+`{"refs":{"a":1}}`, `{"end":`), "refs: a second line of this kind"},
		"two states":      {with(`{"state":{"Booked":5}}`, `{"end":`), lineWith(`{"end":`, "state: a second line of this kind")},
		"two ids":         {with(`{"ids":{"teams":7}}`, `{"end":`), lineWith(`{"end":`, "ids: a second line of this kind")},
		"deep":            {`{"header":` + strings.Repeat("[", 1e6) + "\n", "expected no deeper nesting"},
	} {
		t.Run(name, func(t *testing.T) { requireRefusedFile(t, c.text, c.says) })
	}
	const says = "the line is no write, or its checksum is wrong" // DataFile cuts it
	require.ErrorContains(t, populated(t).Load(strings.NewReader(text+"{}\n")), says)
}

// TestHeadersOfTheWrongKind: Load once read a member of the wrong kind as a zero, and named another mistake.
func TestHeadersOfTheWrongKind(t *testing.T) {
	header := func(members ...string) string { return `{"header":{` + strings.Join(members, ",") + "}}\n" }
	const format, version, variant = `"Format":"tourney-mock"`, `"Version":1`, `"Variant":"soccer"`
	for text, says := range map[string]string{
		header(format, `"Version":"1"`, variant):       "header.Version: expected an integer of 64 bits, found a text (byte 46)",
		header(format, version, `"Variant":5`):         "header.Variant: expected a text, found a number (byte 58)",
		header(format, version, variant, `"Write":-1`): "header: Write: expected a number from 0 to 2^62 + 2^61",
		header(format, version, variant, version):      "header.Version: expected each name once, found a name a second time (byte 77)",
		header(format, version, variant, `"New":1`):    "header.New: expected a name of the format, found an unknown one (byte 73)",
		header(format, variant):                        "header: Version: expected the version of the format, found none",
		header(format, version):                        "header: no Variant: expected the variant of the server",
		header(version, variant):                       `header: expected the Format "tourney-mock"`,
		header(`"New":1`, `"Version":2`, format, variant): "header: the file has Version 2 of the format, " +
			"and this mock reads version 1",
		header(`"New":1`, version, `"Format":"x"`): `header: expected the Format "tourney-mock"`,
		`{"header":null}` + "\n":                   "header: expected an object, found null (byte 11)",
	} {
		requireRefusedFile(t, text, "line 1: "+says)
	}
}

// TestErrorsOfWritesNameTheirLine: what is wrong with a row shows behind the last line, and the error names the line
// that put the row there last.
func TestErrorsOfWritesNameTheirLine(t *testing.T) {
	srv := populated(t)
	srv.Teams.Add(tourney.Team{ID: 90, ExternalTeamID: "E"})
	text := mocktest.Saved(t, srv)
	end := strings.Count(text, "\n")
	pool := regexp.MustCompile(`{"pools":{"Id":(\d+)`).FindStringSubmatch(text)[1]
	abovePositions, _, _ := strings.Cut(text, `{"teamPools":`)
	writes := func(values ...string) string {
		lines := text
		for i, value := range values {
			lines += sealedWrite(fmt.Sprintf(`{"crc":"00000000","write":{"Number":%d,%s}}`+"\n", i+1, value))
		}
		return lines
	}
	const noPlayer = "write: teams.Team.Players[0].PlayerId: names no player"
	const other = `"Rows":[{"teams":{"Team":{"Id":91}}},{"teams":{"Team":{"Id":92}}}]`
	lost := func(team int) string {
		return fmt.Sprintf(`"Rows":[{"teams":{"Team":{"Id":%d,"Players":[{"Id":951,"PlayerId":%d}]}}}]`, team, 4111111)
	}
	for name, c := range map[string]struct {
		text string
		line int
		says string
	}{
		"a new row":             {writes(other, lost(93), other), end + 2, noPlayer},
		"a row of the file":     {writes(other, lost(90)), end + 2, noPlayer},
		"a row of a write":      {writes(other, other, lost(92)), end + 3, noPlayer},
		"a row that came again": {writes(`"Removed":{"teams":[90]}`, lost(90)), end + 2, noPlayer},
		"a row that lost another": {
			writes(`"Removed":{"teamPools":[]}`, `"Removed":{"pools":[`+pool+`]}`),
			strings.Count(abovePositions, "\n") + 1, "teamPools.PoolId: names no pool",
		},
		"an external id of no team": {
			writes(other, `"External":{"E":[90],"secret":[91]}`), end + 2,
			"write: External: expected the ids of all teams that have the external id, and no others",
		},
		"a removal of no row": {writes(`"Removed":{"teams":[4111111]}`), end + 1, "write: Removed.teams[0]: names no row"},
		"an external id that a team lost": {
			writes(`"External":{"E":[90]}`, `"External":{"E":[]}`), end + 2,
			"write: External: expected the ids of all teams that have the external id, and no others",
		},
	} {
		t.Run(name, func(t *testing.T) { requireRefusedFile(t, c.text, fmt.Sprintf("Load: line %d: %s", c.line, c.says)) })
	}
	require.NoError(t, populated(t).Load(strings.NewReader(writes(other, `"External":{"E":[90]}`, other))))
}
