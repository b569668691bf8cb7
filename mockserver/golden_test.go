package mockserver_test

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// goldenSeeds are the seeds in testdata/scenarios.txt: the default, and two others.
var goldenSeeds = []uint64{1, 2, 77}

// TestScenariosStayTheSame compares the rows and the lists of every scenario, variant and some seeds with
// testdata/scenarios.txt, which has a hash for each noun. Texts and tests of users name these rows. A change on purpose
// needs make scenarios, and a line in the changelog. A change of "lists" alone is one of the forms of answers.
func TestScenariosStayTheSame(t *testing.T) {
	var lines []string
	picked := mocktest.Sample(t, 5)
	for _, scenario := range mockserver.Scenarios() {
		for _, v := range tourney.Variants() {
			for _, seed := range goldenSeeds {
				if !*mocktest.Update && !picked() {
					lines = append(lines, "")
					continue
				}
				srv, err := mockserver.New(v, append(mocktest.SmallScenario(scenario), mockserver.Seed(seed))...)
				require.NoError(t, err)
				lines = append(lines, fmt.Sprintf("%s %s %d %s", scenario.Name, v, seed, hashes(t, srv)))
			}
		}
	}
	const file = "testdata/scenarios.txt"
	if *mocktest.Update {
		require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	}
	golden, err := os.ReadFile(file)
	require.NoError(t, err)
	want := strings.Split(strings.TrimSuffix(string(golden), "\n"), "\n")
	require.Len(t, lines, len(want))
	var changed []string
	for i, line := range lines {
		if line != "" && line != want[i] {
			changed = append(changed, difference(want[i], line))
		}
	}
	require.Empty(t, strings.Join(changed[:min(len(changed), 12)], "\n"),
		"%d scenarios changed, the first of them as shown: if on purpose, run make scenarios", len(changed))
}

// TestScenariosFitTogether adds the rows of scenarios one by one to another server, which refuses an id that is there
// already and a reference to a row that is not there.
func TestScenariosFitTogether(t *testing.T) {
	scenarios := mockserver.Scenarios()
	for i, v := range tourney.Variants() {
		srv, err := mockserver.New(v, mocktest.SmallScenario(scenarios[i%len(scenarios)])...)
		require.NoError(t, err)
		again := mocktest.Empty(t, v)
		rebuild(t, srv.World, again.World)
		require.Empty(t, cmp.Diff(mocktest.Dump(srv.World), mocktest.Dump(again.World), sameRows), v)
	}
}

// difference names the nouns whose hashes differ.
func difference(want, line string) string {
	before, after := strings.Fields(want), strings.Fields(line)
	text := strings.Join(after[:3], " ") + ":"
	for i := range min(len(before), len(after)) {
		if before[i] != after[i] {
			text += " " + strings.Split(after[i], "=")[0]
		}
	}
	return text
}

// hashes returns a hash of the rows of each noun, and of the lists.
func hashes(t *testing.T, srv *mockserver.Server) string {
	t.Helper()
	all, lists := mocktest.Dump(srv.World), ""
	for _, path := range []string{
		"teams?pagesize=100&includes=Players,Coaches,Pools,Season", "divisions?includes=Teams,Settings,Prices,Assets,Reports,Brackets,Results",
		"games?pagesize=100", "players?pagesize=30&includes=Profile,Teams", "venues?x=1", "standings?x=1", "standings?display=Division",
		"standings?display=Bracket", "statistics?x=1", "events?x=1",
	} {
		a := mocktest.Send(t, srv, http.MethodGet, "/api/v1/"+path+"&eventid=1001", "")
		require.Equal(t, http.StatusOK, a.Status, a.Body)
		lists += a.Body + "\n"
	}
	parts := []string{}
	for _, part := range []struct {
		noun string
		rows any
	}{
		{"events", []any{all.Events, all.Owners}}, {"divisions", all.Divisions}, {"pools", []any{all.Pools, all.TeamPools}},
		{"teams", []any{all.Teams, all.Details, all.Within, all.ExternalIDs}}, {"players", all.Players}, {"venues", all.Venues},
		{"games", all.Games}, {"statistics", all.Statistics}, {"payments", all.Payments}, {"registrations", all.Registrations},
		{"lists", lists},
	} {
		parts = append(parts, fmt.Sprintf("%s=%x", part.noun, sha256.Sum256([]byte(mocktest.Text(t, part.rows))))[:len(part.noun)+9])
	}
	return strings.Join(parts, " ")
}
