package mockserver_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// BenchmarkWorlds measures what going back and sessions cost with few teams and with many: a snapshot and its restore, a
// session that opens and ends, and a write, plain and right after a snapshot.
func BenchmarkWorlds(b *testing.B) {
	for _, teams := range []int{100, 100_000} {
		srv := empty(b, tourney.Soccer)
		for i := range teams {
			srv.AddTeam(tourney.Team{ID: int64(i + 1)})
		}
		n := 0
		write := func() {
			n++
			srv.EditTeam(int64(1+n*7919%teams), func(team *tourney.Team) { team.Name = fmt.Sprint(n) })
		}
		var kept *mockserver.Snapshot
		for name, f := range map[string]func(){
			"restore": func() { srv.Restore(srv.Snapshot()) },
			"session": func() {
				session, err := srv.NewSession("")
				require.NoError(b, err)
				session.Close()
			},
			"write":       write,
			"first write": func() { kept = srv.Snapshot(); write() },
		} {
			b.Run(fmt.Sprintf("teams=%d/%s", teams, name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f()
				}
			})
		}
		require.NotNil(b, kept)
	}
}
