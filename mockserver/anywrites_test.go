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

// TestDataFileTakesAnyWrites makes random writes, restarts the server between them, and compares it with a server
// without a file.
func TestDataFileTakesAnyWrites(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		path := filepath.Join(t.TempDir(), "rows.jsonl")
		compact := mockserver.DataCompactAt(rapid.SampledFrom([]int64{1, 3000, 1 << 20}).Draw(rt, "compact"))
		srv := mocktest.Kept(t, path, compact)
		require.NoError(rt, srv.Load(strings.NewReader(mocktest.Saved(rt, populated(t)))))
		snapshots := []*mockserver.Snapshot{srv.Snapshots.Take()}
		for i := range rapid.IntRange(1, 10).Draw(rt, "steps") {
			g := gambler{T: rt, srv: srv}
			switch rapid.IntRange(0, 5).Draw(rt, "kind") {
			case 0:
				sendWrites(srv, i)
			case 1:
				before := srv
				before.Close()
				srv = mocktest.Kept(t, path, compact)
				same(rt, before, srv)
			case 2:
				srv.Snapshots.Restore(rapid.SampledFrom(snapshots).Draw(rt, "snapshot"))
			default:
				g.step(t)
			}
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

// TestEveryWriteIsInAFile: a file of the rows at the start, with the lines of all later writes behind them, gives the
// rows at the end, in the same order, also after removals and after the rows of another branch took their place.
func TestEveryWriteIsInAFile(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		srv := populated(t)
		versions := []mockserver.Version{mockserver.Newest(srv)}
		file := bytes.NewBuffer(mockserver.Numbered(srv))
		last := mockserver.Newest(srv)
		for i := range rapid.IntRange(1, 12).Draw(rt, "steps") {
			g := gambler{T: rt, srv: srv}
			switch rapid.IntRange(0, 5).Draw(rt, "kind") {
			case 0:
				sendWrites(srv, i)
			case 1:
				mockserver.Restore(srv, rapid.SampledFrom(versions).Draw(rt, "version"))
			default:
				g.step(t)
			}
			file.Write(mockserver.Written(mockserver.Newest(srv), last))
			last = mockserver.Newest(srv)
			versions = append(versions, last)
			loaded := mocktest.Empty(t, tourney.Soccer)
			require.NoError(rt, loaded.Load(bytes.NewReader(file.Bytes())), "%s", file)
			same(rt, srv, loaded)
		}
	})
}

// sendWrites sends requests that write. Some are refused, because a World has removed their rows.
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
}
