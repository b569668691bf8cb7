package mockserver_test

import (
	"github.com/tourney-go/tourney/internal/clienttest"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestFixturesOfNoFile: a load that names nothing is a mistake. A file without rows is none, and no write.
func TestFixturesOfNoFile(t *testing.T) {
	srv := empty(t, tourney.Soccer)
	for says, load := range map[string]func() (fs.FS, []string){
		"the file system is nil":                  func() (fs.FS, []string) { return nil, []string{"rows.json"} },
		"expected the name of a file, found none": func() (fs.FS, []string) { return fstest.MapFS{}, nil },
	} {
		fsys, names := load()
		require.EqualError(t, srv.LoadFixtures(fsys, names...), "mockserver: LoadFixtures: "+says)
		_, err := mockserver.New(tourney.Soccer, mockserver.Fixtures(fsys, names...))
		require.EqualError(t, err, "mockserver: Fixtures: "+says)
	}
	for _, text := range []string{"{}", `{"teams":[],"games":[]}`} {
		require.NoError(t, srv.LoadFixtures(oneFile(text), "rows.json"))
	}
	require.Zero(t, srv.Writes.Newest())
}

// TestLinesOfFixtures: all kinds of ends of lines count, and a byte order mark does not.
func TestLinesOfFixtures(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		for _, mark := range []string{"", "\uFEFF"} {
			text := mark + strings.Join([]string{"{", `"teams": [`, "{", `"Nme": 1}`, "", `,{"ParentId": "$x"}]}`}, end)
			require.EqualError(t, empty(t, tourney.Soccer).LoadFixtures(oneFile(text), "rows.json"),
				"mockserver: LoadFixtures: rows.json:4: teams[0].Nme: unknown, the nearest is Name\n"+
					"rows.json:6: teams[1].ParentId: $x is no reference: no row has a ref", "%q", text)
			require.ErrorContains(t, empty(t, tourney.Soccer).LoadFixtures(oneFile(mark+"{"+end+end+"x"), "rows.json"),
				`rows.json:3: found "x", expected `, "%q", end)
		}
	}
}

// TestStrangeFixtures: nobody sees some characters, and some letters look like others.
func TestStrangeFixtures(t *testing.T) {
	for text, says := range map[string]string{
		"":                                "rows.json:1: found end of body, expected a value",
		"\xff\xfe{\x00}":                  `rows.json:1: found "\xff", expected a value`,
		strings.Repeat(`{"teams":[`, 1e5): "rows.json:1: found ",
		`{"teams": [{"ref": "hawks"}, {"ParentId": "$hawk\u200bs"}]}`:       `"$hawk\u200bs" is no reference: the nearest is hawks (rows.json:1)`,
		`{"teams": [{"ref": "\u202ehawks"}, {"ParentId": "$hawks"}]}`:       `$hawks is no reference: the nearest is "\u202ehawks" (rows.json:1)`,
		`{"teams": [{"ref": "h\u00e4"}, {"ParentId": "$ha\u0308"}]}`:        "is no reference: the nearest is h\u00e4",
		`{"teams": [{"N` + "\u0430" + `me": "x"}]}`:                         "unknown, the nearest is Name",
		`{"te` + "\u0430" + `ms": []}`:                                      "unknown, the nearest is teams",
		`{"teams": [{"Player` + "\u017f" + `": []}]}`:                       "unknown, the nearest is Players",
		`{"teams": [{"ref": "` + clienttest.CardNumber + `"}, {"ParentId": "$4111"}]}`: "is no reference: the nearest is [redacted]",
	} {
		err := empty(t, tourney.Soccer).LoadFixtures(oneFile(text), "rows.json")
		require.ErrorContains(t, err, says)
		require.NotContains(t, err.Error(), clienttest.CardNumber)
		require.Less(t, len(err.Error()), 1000)
	}
	srv := empty(t, tourney.Soccer)
	load(t, srv, `{"teams": [{"ref": "a"}], "games": [], "TEAMS": [{"ref": "b", "ParentId": "$a"}]}`)
	require.Len(t, srv.Teams.All(), 2, "a list that is there twice loses no row")
}

// TestManyMistakes: the error of a long file is bounded, and so is the time for it.
func TestManyMistakes(t *testing.T) {
	rows := strings.Repeat(`{"Nme": 1, "ParentId": "$hawk"},`+"\n", 20_000)
	err := empty(t, tourney.Soccer).LoadFixtures(oneFile(`{"teams": [`+rows+`{"ref": "hawks"}]}`), "rows.json")
	lines := strings.Split(err.Error(), "\n")
	require.Len(t, lines, 101)
	require.Equal(t, "rows.json:50: teams[49].ParentId: $hawk is no reference: the nearest is hawks (rows.json:20001)", lines[99])
	require.Equal(t, "There may be more: these are the first 100 problems", lines[100])
}

// TestLoadsBesideEachOther: loads, rewinds and sessions come one after another, and each load is there as a whole.
func TestLoadsBesideEachOther(t *testing.T) {
	srv := empty(t, tourney.Soccer)
	load(t, srv, teamsNamed("first"))
	session := opened(t, srv, "")
	var all sync.WaitGroup
	errs := make(chan error, 64)
	for i := range 8 {
		all.Go(func() {
			for _, to := range []*mockserver.Server{srv, session} {
				text := teamsNamed(fmt.Sprint("a", i), fmt.Sprint("b", i))
				errs <- to.LoadFixtures(oneFile(text), "rows.json")
			}
		})
		all.Go(func() { srv.Writes.Rewind(1) })
		all.Go(func() { srv.ID("first") })
	}
	all.Wait()
	close(errs)
	for err := range errs {
		require.NoError(t, err)
	}
	for i := range 8 {
		requireRefs(t, session, fmt.Sprintf("first a%d b%[1]d", i), "")
	}
	require.Len(t, session.Teams.All(), 17)
	require.EqualValues(t, 8, session.Writes.Newest())
	require.EqualValues(t, 17, srv.Writes.Newest())
	for _, team := range srv.Teams.All() {
		require.Equal(t, team.ID, srv.ID(team.Name))
	}
	require.Equal(t, 1, len(srv.Teams.All())%2, "both teams of a load or none")
}
