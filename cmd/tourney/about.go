package main

import (
	"fmt"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
)

// verbs begin the help of an operation, by its class.
var verbs = map[contract.Class]string{
	contract.Read: "Read", contract.Write: "Change", contract.Create: "Create",
}

// aboutOperation returns the help of a command.
func aboutOperation(op *contract.Operation) string {
	service, text, _ := strings.Cut(op.ID, ".")
	if verb, ok := verbs[op.Class]; ok {
		text = verb + " "
		if op.ByID || op.Class == contract.Create || op.Param("id") != nil {
			text += "one of the "
		}
		text += strings.ToLower(service)
	}
	if op.Observed {
		return text + " (" + op.Section + ")."
	}
	return text + " (section " + op.Section + ")."
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

// formats are the rules for contents, as the help says them.
var formats = map[contract.Format]string{
	contract.Email: "an e-mail address", contract.HTTP: "begins with http://", contract.Handle: "without the @ sign",
	contract.Year: "four digits", contract.TwoDigits: "two digits", contract.Month: "1 to 12",
	contract.CardType: "such as Visa", contract.Cents: "at most two digits after the point",
}

// aboutRow returns the help of the flag of a parameter: its limits, its default, and the variants without it.
func aboutRow(row *contract.Param) string {
	var parts []string
	if text := formats[row.Format]; text != "" {
		parts = append(parts, text)
	}
	if row.Max > 0 {
		parts = append(parts, fmt.Sprintf("at most %d %s", row.Max, map[contract.Type]string{
			contract.String: "characters", contract.Integer: "digits",
		}[row.Type]))
	}
	if row.Default != "" {
		parts = append(parts, row.Default+" if absent")
	}
	text := strings.Join(append(parts, aboutVariants(row)...), ", ")
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// aboutVariants returns in which variants hosts have a parameter, nothing for all.
func aboutVariants(row *contract.Param) []string {
	var with, without []string
	for _, v := range contract.Variants() {
		if row.In(v) {
			with = append(with, v.Name)
		} else {
			without = append(without, v.Name)
		}
	}
	switch {
	case len(without) == 0:
		return nil
	case len(with) <= len(without):
		return []string{"only " + strings.Join(with, ", ")}
	}
	return []string{"not " + strings.Join(without, ", ")}
}
