package rules_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver/internal/rules"
)

var update = flag.Bool("update", false, "write the tables of the page anew")

// TestPage compares the tables of docs/faults.md with the rows.
func TestPage(t *testing.T) {
	const page = "../../../docs/faults.md"
	before, err := os.ReadFile(page)
	require.NoError(t, err)
	after := string(before)
	for name, table := range rules.Tables() {
		from, to := "<!-- table: "+name+" -->\n", "<!-- end: "+name+" -->"
		head, rest, found := strings.Cut(after, from)
		_, tail, ended := strings.Cut(rest, to)
		require.True(t, found && ended, "the page has no table %s", name)
		after = head + from + table + to + tail
	}
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(after), 0o600))
		return
	}
	require.Equal(t, after, string(before), "the page differs from the rows: run make tables")
}
