package mockserver

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLedger compares the ids in X-Mock-Assumed with the table in docs/assumptions.md, in both directions.
func TestLedger(t *testing.T) {
	text, err := os.ReadFile("../docs/assumptions.md")
	require.NoError(t, err)
	_, table, ok := strings.Cut(string(text), "\n## What the mock assumes\n")
	require.True(t, ok)
	table, _, _ = strings.Cut(table, "\n## ")
	row := regexp.MustCompile("^\\| `([a-z-]+)` \\| [^|]+ \\| [^|]+ \\| [^|]+ \\| [^|]+ \\|$")
	var rows []string
	for line := range strings.Lines(table) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "| `") {
			require.Regexp(t, row, line)
			rows = append(rows, row.FindStringSubmatch(line)[1])
		}
	}
	source, err := os.ReadFile("assumed.go")
	require.NoError(t, err)
	var ids []string
	for _, id := range regexp.MustCompile(`assumption = "([a-z-]+)"`).FindAllSubmatch(source, -1) {
		ids = append(ids, string(id[1]))
	}
	require.NotEmpty(t, ids)
	slices.Sort(ids)
	slices.Sort(rows)
	require.NotContains(t, string(text), "| none |", "a row without a knob says why")
	require.Equal(t, ids, rows, "constants of assumed.go and rows of docs/assumptions.md")
	require.Equal(t, slices.Compact(slices.Clone(rows)), rows, "each once")

	var lines strings.Builder
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "| `") {
			lines.WriteString(line)
		}
	}
	if updating() {
		require.NoError(t, os.WriteFile("ledger.md", []byte(lines.String()), 0o600))
		return
	}
	require.Equal(t, lines.String(), ledgerText, "ledger.md differs from docs/assumptions.md: run make tables")
	require.Len(t, ledger(), len(ids))
	for _, a := range ledger() {
		require.NotContains(t, []string{a.ID, a.Section, a.Does, a.Why, a.Knob}, "", a.ID)
	}
}
