package mockserver

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLedger holds every id that the mock can name in X-Mock-Assumed to a line of docs/assumptions.md.
func TestLedger(t *testing.T) {
	ledger, err := os.ReadFile("../docs/assumptions.md")
	require.NoError(t, err)
	source, err := os.ReadFile("assumed.go")
	require.NoError(t, err)
	ids := regexp.MustCompile(`assumption = "([a-z-]+)"`).FindAllSubmatch(source, -1)
	require.NotEmpty(t, ids)
	for _, id := range ids {
		row := regexp.MustCompile("(?m)^\\| `" + string(id[1]) + "` \\| [^|]+ \\| [^|]+ \\| [^|]+ \\| [^|]+ \\|$")
		require.Regexp(t, row, string(ledger), "docs/assumptions.md has no line for %s", id[1])
	}
}
