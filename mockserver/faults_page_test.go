package mockserver_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver/internal/fault"
)

// TestFaultsPage compares the last table of docs/faults.md with the cells that TestEveryFault goes through.
func TestFaultsPage(t *testing.T) {
	const page, from, to = "../docs/faults.md", "<!-- table: errors -->\n", "<!-- end: errors -->"
	var table strings.Builder
	table.WriteString("| action | phase | a read | a payment |\n|---|---|---|---|\n")
	for _, kind := range fault.Kinds() {
		for _, p := range fault.Phases() {
			if cell, ok := faultRows[kind].cells[p]; ok {
				fmt.Fprintf(&table, "| `%s` | `%s` | %s | %s |\n", kind, p, cell.read, cell.pay)
			}
		}
	}
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	head, rest, found := strings.Cut(string(text), from)
	_, tail, ended := strings.Cut(rest, to)
	require.True(t, found && ended)
	after := head + from + table.String() + to + tail
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(after), 0o600))
		return
	}
	require.Equal(t, after, string(text), "the page differs from the cells: run make tables")
}
