package answers

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/openapi"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// ledgerRow matches a row of a table in docs/assumptions.md.
var ledgerRow = regexp.MustCompile("(?m)^\\| `([a-z0-9-]+)` (\\| [^|]+ ){4}\\|$")

// ledgerRows returns the rows below a heading of docs/assumptions.md, and their ids.
func ledgerRows(t *testing.T, text, heading string) (lines, ids []string) {
	t.Helper()
	_, section, ok := strings.Cut(text, "\n"+heading)
	require.True(t, ok)
	section, _, _ = strings.Cut(section, "\n## ")
	for _, row := range ledgerRow.FindAllStringSubmatch(section, -1) {
		lines, ids = append(lines, row[0]), append(ids, row[1])
	}
	require.Len(t, lines, strings.Count(section, "\n| `"), "rows have five cells")
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
	data, err := os.ReadFile(filepath.Join(clienttest.Root(), "docs", "assumptions.md"))
	require.NoError(t, err)
	text := string(data)
	lines, rows := ledgerRows(t, text, mockHeading)
	folder := filepath.Join("..", "..", "assumption")
	source, err := os.ReadFile(filepath.Join(folder, "assumption.go"))
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
	if *mocktest.Update {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "ledger.txt"), []byte(want), 0o600))
		return
	}
	embedded, err := os.ReadFile(filepath.Join(folder, "ledger.txt"))
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

// TestAssumedIDs checks that the header of an answer names the assumptions that it relied on.
func TestAssumedIDs(t *testing.T) {
	duplicate := func(srv *mockserver.Server) {
		mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":102,"ExternalTeamId":"T-OTTERS"}`)
		mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Players":[{"Id":1002,"ExternalPlayerId":"P-ADA"}]}`)
	}
	for _, c := range []struct{ method, target, body, id string }{
		{"GET", "teams?eventid=9", "", "unknown-filters"}, {"GET", "teams?divisionid=9", "", "unknown-filters"},
		{"GET", "teams?eventid=1&teamids=101,9", "", "unknown-filters"}, {"GET", "players?teamids=9", "", "unknown-filters"},
		{"GET", "players?playerids=9", "", "unknown-filters"}, {"GET", "games?teamid=9", "", "unknown-filters"},
		{"GET", "divisions?eventid=9", "", "unknown-filters"}, {"GET", "venues?EventId=9", "", "unknown-filters"},
		{"GET", "standings?divisionid=9", "", "unknown-filters"}, {"GET", "statistics?EventId=9", "", "unknown-filters"},
		{"GET", "players?teamids=,", "", "empty-id-lists"}, {"POST", "divisions", `{"Name":"x"}`, "division-event"},
		{"PUT", "divisions", `{"Name":"x"}`, "addressed-updates"}, {"PUT", "games", `{"HomeScore":1}`, "addressed-updates"},
		{"PUT", "statistics", `{"Away":{"Id":101}}`, "addressed-updates"},
		{"PUT", "teams", `{"ExternalTeamId":"T-OTTERS","Name":"x"}`, "external-ids"},
		{"PUT", "statistics", `{"GameId":82,"Away":{"ExternalTeamId":"T-OTTERS"}}`, "external-ids"},
		{"PUT", "statistics", `{"GameId":81,"Away":{"Id":101,"Players":[{"ExternalPlayerId":"P-ADA"}]}}`, "external-ids"},
		{"PUT", "teams", `{"Id":101,"Players":[{"Id":1001,"Phone":"1"}]}`, "phone"},
		{"PUT", "teams", `{"Id":101,"Coaches":[{"Id":3001,"Phone":"1"}]}`, "phone"},
		{"PUT", "teams", `{"Id":101,"Players":[{"Id":1001,"Bats":1}]}`, "hands"},
		{"PUT", "games", `{"Id":82,"HomeWonBy":"Luck"}`, "won-by-names"},
	} {
		v := tourney.Baseball
		srv := mocktest.World(t, v)
		duplicate(srv)
		a := mocktest.Send(t, srv, c.method, "/api/v1/"+c.target, c.body)
		require.Contains(t, strings.Split(a.Header.Get("X-Mock-Assumed"), ", "), c.id, "%s %s %s: %s", c.method, c.target, c.body, a.Body)
	}
	srv := mocktest.World(t, tourney.Soccer)
	for _, target := range []string{
		"teams?eventid=1&teamids=101", "games?teamid=101&divisionid=11", "players", "venues?EventId=1", "standings?eventid=1",
	} {
		require.NotContains(t, mocktest.Send(t, srv, "GET", "/api/v1/"+target, "").Header.Get("X-Mock-Assumed"), "unknown-filters", target)
	}
	require.NotContains(t, mocktest.Send(t, srv, "PUT", "/api/v1/teams", `{"Name":"x"}`).Header.Get("X-Mock-Assumed"),
		"addressed-updates", "the document says it")
}
