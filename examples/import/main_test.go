package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
)

// TestMain runs the import itself in the processes that TestSurvivesKills starts.
func TestMain(m *testing.M) {
	if file := os.Getenv("IMPORT_FILE"); file != "" {
		if err := run(context.Background(), []string{"-settle", "100ms", file}, os.Stdout); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

func write(t *testing.T, lines ...string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "teams.csv")
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600))
	return file
}

func TestDryRun(t *testing.T) {
	t.Setenv("TOURNEY_URL", "http://127.0.0.1:1") // nobody is there
	var out bytes.Buffer
	file := write(t, "\ufeff\"Division\", external id,name,website", "2001,T-1,Otters,http://otters.example.com",
		`2001,,"Her`+"\n"+`ons",ftp://x`, "x,T-3,Badgers,", "2001, t-1 ,Herons,", "2001,T-1,OTTERS,", "2002,T-1,Herons,",
		",,,", ",", " ", "", " , ,\u00a0,,,")
	require.Error(t, run(t.Context(), []string{"-dry-run", file}, &out))
	require.Equal(t, `line 3, column external id (externalteamid): is required
line 3, column website (website): website must start with http://, found "ftp://x"
line 5, column division: strconv.ParseInt: parsing "x": invalid syntax
line 5, column division (divisionid): is required
line 6, column external id (externalteamid): is there in line 2 with another name
6 rows, 5 problems, nothing sent
`, out.String())
	for _, header := range []string{"nothing", "name,Name"} {
		require.ErrorContains(t, run(t.Context(), []string{write(t, header)}, &out), "is unknown or there twice")
	}
	err := run(t.Context(), []string{write(t, "name,division", "Otters,2001,")}, &out)
	require.ErrorContains(t, err, "line 2: expected 2 cells, found 3")
	require.ErrorContains(t, run(t.Context(), []string{file, "-dry-run"}, &out), "expected one file, after the flags")
}

// TestSurvivesKills kills the process at random requests, and loses answers: each team is there once.
func TestSurvivesKills(t *testing.T) {
	const teams = 30
	random := rand.New(rand.NewPCG(1, 2))
	var child atomic.Pointer[os.Process]
	var left atomic.Int64 // requests until the process is killed
	srv := mockserver.Start(t, tourney.Soccer, mockserver.Wrap(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			kill := left.Add(-1) == 0
			if kill && random.IntN(2) == 0 { // before or after the host acts
				_ = child.Load().Kill()
			}
			next.ServeHTTP(w, req)
			if kill {
				_ = child.Load().Kill()
			}
		})
	}))
	srv.Faults.Add(fault.On("Teams.Create").Every(5).AfterCommit().Drop())
	lines := []string{"division,external id,name,city"}
	for i := range teams {
		lines = append(lines, fmt.Sprintf("%d,T-%d,Team %d,Pond", 2001+i%2, i, i))
	}
	file := write(t, lines...)
	kills := 0
	for done := false; !done; kills++ {
		require.Less(t, kills, 100)
		left.Store(int64(10 + random.IntN(20)))
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), "IMPORT_FILE="+file, "TOURNEY_URL="+srv.URL())
		out := &bytes.Buffer{}
		cmd.Stdout = out
		require.NoError(t, cmd.Start())
		child.Store(cmd.Process)
		err := cmd.Wait()
		require.True(t, err == nil || cmd.ProcessState.ExitCode() == -1, out.String())
		done = err == nil
	}
	require.Greater(t, kills, 2)
	found := map[string]int{}
	for _, team := range srv.Teams.All() {
		if strings.HasPrefix(team.ExternalTeamID, "T-") {
			found[team.ExternalTeamID]++
		}
	}
	require.Len(t, found, teams)
	for id, count := range found {
		require.Equal(t, 1, count, id)
	}
	require.NoFileExists(t, file+".notes")
}
