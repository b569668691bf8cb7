package main

import (
	"fmt"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
)

// aboutOperation returns the help of a command.
func aboutOperation(op *contract.Operation) string {
	if op.Observed {
		return fmt.Sprintf("The operation %s (%s).", op.ID, op.Section)
	}
	return fmt.Sprintf("The operation %s (section %s).", op.ID, op.Section)
}

// shortName returns the name of the flag of a parameter: its name in the document, and event for eventid.
func shortName(row *contract.Param) string {
	last := row.Name[strings.LastIndexByte(row.Name, '.')+1:]
	switch {
	case row.Type == contract.Integer && len(last) > len("id"):
		return strings.TrimSuffix(row.Name, "id")
	case row.Type == contract.Integers && strings.HasSuffix(last, "ids"):
		return strings.TrimSuffix(row.Name, "ids") + "s"
	}
	return row.Name
}

// aboutRow returns the help of the flag of a parameter: its limit, its default, and the variants that have it if not
// all do.
func aboutRow(row *contract.Param) string {
	var parts, with []string
	if row.Max > 0 {
		parts = append(parts, fmt.Sprintf("at most %d %s", row.Max, map[contract.Type]string{
			contract.String: "characters", contract.Integer: "digits",
		}[row.Type]))
	}
	if row.Default != "" {
		parts = append(parts, row.Default+" if absent")
	}
	if row.Type == contract.Boolean {
		parts = append(parts, "false with --no-"+shortName(row))
	}
	for _, v := range contract.Variants() {
		if row.In(v) {
			with = append(with, v.Name)
		}
	}
	if len(with) < len(contract.Variants()) {
		parts = append(parts, "only "+strings.Join(with, ", "))
	}
	return strings.Join(parts, "; ")
}

// aboutIncludes returns the help of --include.
func aboutIncludes(op *contract.Operation) string {
	return "More to show in each row, such as " + strings.ToLower(strings.Join(op.Includes(), ", ")) + "."
}
