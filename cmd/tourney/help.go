package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
)

//go:generate go test -run TestTexts -update .

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

// aboutRow returns the help of the flag of a parameter: what the client says of it, its values, its limit, its default,
// and the variants that have it if not all do.
func (o *operation) aboutRow(row *contract.Param) string {
	parts := []string{texts[o.op.ID+" "+row.Name].about}
	if names := o.values(row); len(names) > 0 {
		parts = append(parts, "such as "+strings.Join(names, ", "))
	}
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
	var with []string
	for _, v := range contract.Variants() {
		if row.In(v) {
			with = append(with, v.Name)
		}
	}
	if len(with) < len(contract.Variants()) {
		parts = append(parts, "only "+strings.Join(with, ", "))
	}
	return strings.Join(parts, "; ") + "."
}

// values returns the names of the usual values of a parameter. A host can have others.
func (o *operation) values(row *contract.Param) []string {
	switch {
	case row.Format == contract.CardType:
		return contract.CardTypes()
	case row.Type == contract.NamedEnum:
		return []string{tourney.WonByForfeit.Name}
	}
	return texts[o.op.ID+" "+row.Name].values
}

// aboutIncludes returns the help of --include.
func aboutIncludes(op *contract.Operation) string {
	names := strings.ToLower(strings.Join(op.Includes(), ", "))
	return strings.TrimSuffix("More to show in each row, such as "+names, ", such as ") + "."
}

// parameters matches the names of parameters in the message of a rule.
var parameters = regexp.MustCompile(`[a-z0-9]+(\.[a-z0-9]+)*`)

// inFlags returns the message of a broken rule with the names of flags where flags can mend the request. A member that
// --body gave keeps its path.
func (o *operation) inFlags(wrong check.Violation) string {
	flag := func(name string) string {
		row := o.op.Param(name)
		switch {
		case row == nil || !o.hasFlag(row) || o.body != "" && !o.gave(name):
			return name
		case name == "id":
			return "<id>"
		case name == "includes":
			return "--include"
		}
		return "--" + shortName(row)
	}
	if wrong.Code == contract.CodeRequired { // the message has no value of the request
		return parameters.ReplaceAllStringFunc(wrong.Message, flag)
	}
	if rest, ok := strings.CutPrefix(wrong.Message, wrong.Path); ok {
		return flag(wrong.Path) + rest
	}
	return wrong.Message
}
