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
)

// TestWhatIsNoSavedFile: Load and DataFile refuse it, and change nothing.
func TestWhatIsNoSavedFile(t *testing.T) {
	whole := saved(t, populated(t))
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
			mockserver.Newest(empty(t, tourney.Soccer)))),
		"a secret": `{"4111111111111111":{}}`,
	} {
		t.Run(name, func(t *testing.T) {
			const says = `this is no saved file: expected a first line with "header", as Save writes it ` +
				"(LoadFixtures and POST /_mock/fixtures read fixture files)"
			srv := populated(t)
			before, writes := mockserver.Everything(mockserver.Newest(srv)), srv.Writes.Newest()
			for _, read := range []error{
				srv.Load(strings.NewReader(text)), srv.Load(iotest.OneByteReader(strings.NewReader(text))),
			} {
				require.EqualError(t, read, "mockserver: Load: "+says)
			}
			require.Equal(t, before, mockserver.Everything(mockserver.Newest(srv)))
			require.Equal(t, writes, srv.Writes.Newest())
			path := dataPath(t)
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
			_, err := mockserver.New(tourney.Soccer, mockserver.DataFile(path))
			require.EqualError(t, err, "mockserver: DataFile: "+path+": "+says)
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
	text := strings.SplitAfter(saved(t, srv), "\n")
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
			damaged := strings.Join(text[:number], "") + line[:at] + "#" + line[at+1:] + strings.Join(text[number+1:], "")
			in, found := place(t, populated(t).Load(strings.NewReader(resealed(damaged))))
			require.Equal(t, number+1, in)
			require.InDelta(t, at, found, 3.0, "%s", line[:at+1]) // an error about a word is at its beginning
			require.LessOrEqual(t, found, at+1)

			cut := strings.Join(text[:number], "") + line[:at] + "\n" + strings.Join(text[number+1:], "")
			in, found = place(t, populated(t).Load(strings.NewReader(resealed(cut))))
			require.Equal(t, number+1, in)
			require.InDelta(t, at, found, 3.0, "%s", line[:at])
			require.LessOrEqual(t, found, at+1)
		}
	}
	start := empty(t, tourney.Soccer)
	require.NoError(t, start.Load(strings.NewReader(strings.Join(text, ""))))
	rows := strings.Replace(saved(t, start), `"soccer"`, fmt.Sprintf(`"soccer","Write":%d`, srv.Writes.Newest()-1), 1)
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
		err := empty(t, tourney.Soccer).Load(strings.NewReader(rows + line))
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
