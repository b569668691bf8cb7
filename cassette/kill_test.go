package cassette_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cassette"
)

// recordsUntilKilled is the variable that makes the test below record into a file, without an end.
const recordsUntilKilled = "CASSETTE_RECORDS_INTO"

// TestAKilledRecording: a program that is killed while it records loses its last exchange at most.
func TestAKilledRecording(t *testing.T) {
	if file := os.Getenv(recordsUntilKilled); file != "" {
		r, err := cassette.Record(file, numbered(), cassette.Options{})
		require.NoError(t, err)
		for i := 1; ; i++ {
			_, err := send(t, r, request(t, "GET", fmt.Sprintf("/api/v1/teams?id=%d", i), ""))
			require.NoError(t, err)
			fmt.Println("recorded", i)
		}
	}
	file := filepath.Join(t.TempDir(), "day.json")
	total := 0
	for range 3 {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestAKilledRecording$")
		cmd.Env = append(os.Environ(), recordsUntilKilled+"="+file)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		said := 0
		for lines := bufio.NewScanner(out); said < 50 && lines.Scan(); {
			if strings.HasPrefix(lines.Text(), "recorded ") {
				said++
			}
		}
		require.NoError(t, cmd.Process.Kill())
		require.Error(t, cmd.Wait())
		_ = open(t, file)
		total += said
		require.GreaterOrEqual(t, strings.Count(read(t, file), `"Id": `), total)
		total = strings.Count(read(t, file), `"Id": `)
	}
	r, err := cassette.Record(file, numbered(), cassette.Options{})
	require.NoError(t, err)
	require.NoError(t, r.Close())
	require.True(t, strings.HasSuffix(read(t, file), "}\n"))
}
