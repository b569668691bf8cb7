package mockserver_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/fault"
)

// TestFaultsPage compares the last table of docs/faults.md with the cells that TestEveryFault goes through. Phases of an
// action with the same cells share a line.
func TestFaultsPage(t *testing.T) {
	var table strings.Builder
	table.WriteString("| action | phases | a read | a payment |\n|---|---|---|---|\n")
	for _, kind := range fault.Kinds() {
		var cells []faultCell
		phases := map[faultCell][]string{}
		for _, p := range fault.Phases() {
			if cell, ok := faultRows[kind].cells[p]; ok {
				if phases[cell] == nil {
					cells = append(cells, cell)
				}
				phases[cell] = append(phases[cell], "`"+p.String()+"`")
			}
		}
		for _, cell := range cells {
			fmt.Fprintf(&table, "| `%s` | %s | %s | %s |\n", kind, strings.Join(phases[cell], ", "), cell.read, cell.pay)
		}
	}
	mockserver.ComparePage(t, "../docs/faults.md", "errors", table.String())
}
