package mockserver_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/openapi"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
)

// ledgerRow matches a row of a table in docs/assumptions.md. ledgerItem matches an item of the list below the table. If
// the row has only a part of the behaviour, the item has the whole behaviour.
var (
	ledgerRow  = regexp.MustCompile("(?m)^\\| `([a-z0-9-]+)` \\| ([^|]+) \\| ([^|]+) \\|$")
	ledgerItem = regexp.MustCompile("(?m)^- `([a-z0-9-]+)` \\(([^)]+)\\): (?:(.*)\\. )?\\*Why\\*: (.*)\\.$")
)

// ledgerRows returns the rows below a heading of docs/assumptions.md in one line each, and their ids.
func ledgerRows(t *testing.T, text, heading string) (lines, ids []string) {
	t.Helper()
	_, section, ok := strings.Cut(text, "\n"+heading)
	require.True(t, ok)
	section, _, _ = strings.Cut(section, "\n## ")
	items := ledgerItem.FindAllStringSubmatch(strings.ReplaceAll(section, "\n  ", " "), -1)
	rows := ledgerRow.FindAllStringSubmatch(section, -1)
	require.Len(t, rows, strings.Count(section, "\n| `"), "rows have three cells")
	require.Len(t, items, len(rows), "rows of the table and items of the list")
	for i, row := range rows {
		id, does, option := row[1], row[2], row[3]
		require.Equal(t, id, items[i][1], "table and list have one order")
		if all := items[i][3]; all != "" {
			require.Less(t, len(does), len(all), "%s: the table has a part", id)
			does = all
		}
		require.LessOrEqual(t, len(row[2]), 135, "%s: a cell is short", id)
		lines = append(lines, fmt.Sprintf("| %#q | %s | %s | %s | %s |", id, items[i][2], does, items[i][4], option))
		ids = append(ids, id)
	}
	return lines, ids
}

// The headings of the tables of docs/assumptions.md.
const (
	mockHeading   = "## What the mock assumes\n"
	clientHeading = "## What the client assumes\n"
)

// assumedIDs adds the values of x-assumed in a part of an OpenAPI document to a set.
func assumedIDs(part any, to map[string]bool) {
	switch part := part.(type) {
	case map[string]any:
		for name, value := range part {
			ids, isList := value.([]any)
			if name != "x-assumed" || !isList {
				assumedIDs(value, to)
				continue
			}
			for _, id := range ids {
				to[id.(string)] = true
			}
		}
	case []any:
		for _, value := range part {
			assumedIDs(value, to)
		}
	}
}

// TestLedger compares the ids in X-Mock-Assumed with the table in docs/assumptions.md, in both directions, and the
// embedded rows with that table and with those of the client that a document names.
func TestLedger(t *testing.T) {
	data, err := os.ReadFile("../docs/assumptions.md")
	require.NoError(t, err)
	text := string(data)
	lines, rows := ledgerRows(t, text, mockHeading)
	source, err := os.ReadFile("internal/assumption/assumption.go")
	require.NoError(t, err)
	var ids []string
	for _, id := range regexp.MustCompile(`ID = "([a-z-]+)"`).FindAllSubmatch(source, -1) {
		ids = append(ids, string(id[1]))
	}
	require.NotEmpty(t, ids)
	slices.Sort(ids)
	slices.Sort(rows)
	require.NotContains(t, text, "| none |", "a row without a option says why")
	require.Equal(t, ids, rows, "constants of assumption.go and rows of docs/assumptions.md")
	require.Equal(t, slices.Compact(slices.Clone(rows)), rows, "each once")

	named := map[string]bool{}
	for _, v := range contract.Variants() {
		var document any
		require.NoError(t, json.Unmarshal(openapi.JSON(v), &document))
		assumedIDs(document, named)
	}
	client, clientIDs := ledgerRows(t, text, clientHeading)
	lines = append(lines, strings.TrimSpace(clientHeading))
	for i, id := range clientIDs {
		if named[id] {
			lines, ids = append(lines, client[i]), append(ids, id)
		}
	}
	want := strings.Join(lines, "\n") + "\n"
	if *update {
		require.NoError(t, os.WriteFile("internal/assumption/ledger.txt", []byte(want), 0o600))
		return
	}
	embedded, err := os.ReadFile("internal/assumption/ledger.txt")
	require.NoError(t, err)
	require.Equal(t, want, string(embedded), "ledger.txt differs from docs/assumptions.md: run make tables")
	require.Len(t, assumption.Ledger(), len(ids))
	for i, a := range assumption.Ledger() {
		require.NotContains(t, []string{a.ID, a.Section, a.Does, a.Why, a.Option}, "", a.ID)
		require.Equal(t, i >= len(rows), a.Client, a.ID)
		delete(named, a.ID)
	}
	require.Empty(t, named, "ids of documents that the ledger lacks")
}
