package mockserver_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/fault"
)

// TestFaultsPage compares the last table of docs/faults.md with the cells that TestEveryFault goes through.
func TestFaultsPage(t *testing.T) {
	var table strings.Builder
	table.WriteString("| action | phase | a read | a payment |\n|---|---|---|---|\n")
	for _, kind := range fault.Kinds() {
		for _, p := range fault.Phases() {
			if cell, ok := faultRows[kind].cells[p]; ok {
				fmt.Fprintf(&table, "| `%s` | `%s` | %s | %s |\n", kind, p, cell.read, cell.pay)
			}
		}
	}
	mockserver.ComparePage(t, "../docs/faults.md", "errors", table.String())
}
