package mockserver_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// TestDataFileTakesAnyWrites makes random writes and restarts the server between them. After each, another server loads
// the file: rows, their order, next ids, refs, standings and the number of the write are in it, also after removals and
// after the rows of another moment came back.
func TestDataFileTakesAnyWrites(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		path := filepath.Join(t.TempDir(), "rows.jsonl")
		compact := mockserver.DataCompactAt(rapid.SampledFrom([]int64{1, 3000, 1 << 20}).Draw(rt, "compact"))
		srv := mocktest.Kept(t, path, compact)
		require.NoError(rt, srv.Load(strings.NewReader(mocktest.Saved(rt, populated(t)))))
		snapshots := []*mockserver.Snapshot{srv.Snapshots.Take()}
		for i := range rapid.IntRange(1, 10).Draw(rt, "steps") {
			g := gambler{T: rt, srv: srv}
			switch rapid.IntRange(0, 6).Draw(rt, "kind") {
			case 0:
				sendWrites(srv, i)
			case 1:
				writes := srv.Writes.Newest()
				srv.Close()
				srv = mocktest.Kept(t, path, compact)
				require.Equal(rt, writes, srv.Writes.Newest(), "the numbers of writes go on")
			case 2:
				srv.Snapshots.Restore(rapid.SampledFrom(snapshots).Draw(rt, "snapshot"))
			case 3:
				srv.Reset()
			default:
				g.step(t)
			}
			loaded, file := mocktest.Empty(t, tourney.Soccer), mocktest.FileText(rt, path)
			require.NoError(rt, loaded.Load(strings.NewReader(file)), "%s", file)
			same(rt, srv, loaded)
			snapshots = append(snapshots, srv.Snapshots.Take())
		}
		srv.Close()
		last := mocktest.Kept(t, path, compact)
		same(rt, srv, last)
		last.Close()
	})
}

// TestChangesOfAWrite makes random writes, and turns the rows before each into those after it by what it changed.
func TestChangesOfAWrite(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := &gambler{T: rt, srv: populated(t)}
		rows := mocktest.SavedRows(t, g.srv)
		for n := range rapid.IntRange(1, 25).Draw(rt, "steps") {
			before := g.srv.Writes.Newest()
			switch rapid.IntRange(0, 5).Draw(rt, "kind") {
			case 0:
				g.srv.Writes.Rewind(rapid.Int64Range(0, before).Draw(rt, "write"))
			case 1:
				sendWrites(g.srv, n)
			default:
				g.step(t)
			}
			after := mocktest.SavedRows(t, g.srv)
			for number := before + 1; number <= g.srv.Writes.Newest(); number++ {
				details, ok := g.srv.Writes.Get(number)
				require.True(rt, ok)
				require.LessOrEqual(rt, len(details.Rows), details.Changes)
				for _, row := range details.Rows {
					followRow(rt, rows, row)
				}
				if len(details.Rows) < details.Changes {
					rows = after // there were too many to follow
				}
			}
			if diff := cmp.Diff(after, rows); diff != "" {
				rt.Fatalf("write %d (-is +followed):\n%s", g.srv.Writes.Newest(), diff)
			}
		}
	})
}

// followRow makes a change in the rows of a server.
func followRow(rt *rapid.T, rows map[string]int, change journal.RowChange) {
	if change.Table == "accounts" || change.Table == "settings" {
		return
	}
	if change.Before != nil {
		key := change.Table + " " + string(change.Before)
		if rows[key]--; rows[key] == 0 {
			delete(rows, key)
		}
	}
	if change.After != nil {
		rows[change.Table+" "+string(change.After)]++
	}
	changed := change.Before != nil && change.After != nil && !bytes.Equal(change.Before, change.After)
	require.Equal(rt, changed, len(change.Members) > 0, "%s: %v", change.Before, change.Members)
}

// sendWrites writes what a gambler does not: by requests, some of which are refused because their rows are gone, a
// fixture and settings.
func sendWrites(srv *mockserver.Server, n int) {
	for _, r := range []struct{ method, target, body string }{
		{"PUT", "teams", `{"Id":31,"Name":"%d","Coaches":[{"FirstName":"%[1]d"}],"Players":[{"FirstName":"%[1]d","Notes":"n"}]}`},
		{"PUT", "teams", `{"Id":32,"Paid":false,"Status":3,"ExternalTeamId":"T%d"}`},
		{"POST", "teams", `{"DivisionId":11,"Name":"%d","ExternalTeamId":"T1","Players":[{"FirstName":"x"}]}`},
		{"PUT", "divisions", `{"Id":12,"Name":"%d"}`},
		{"PUT", "games", `{"Id":71,"AwayScore":%d,"HomeScore":3}`},
		{"POST", "payments", `{"TeamId":33,"EnableCreditCard":false,"Payment":{"Amount":%d,"Title":"t","Description":"d"}}`},
	} {
		_ = mocktest.Quick(srv, r.method, r.target, fmt.Sprintf(r.body, n))
	}
	_ = srv.LoadFixtures(mocktest.OneFile(teamsNamed(fmt.Sprint("ref", n))), "rows.json")
	srv.SetStandings(&tourney.Standings{Columns: []tourney.StandingsColumn{{Name: fmt.Sprint(n)}}})
	srv.SetNextID(int64(900 + n))
}
