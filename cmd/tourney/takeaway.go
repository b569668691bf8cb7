package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// takeaway has the flags of the forms that other programs read: spreadsheets, calendars and pages.
type takeaway struct {
	calendar

	CSV, Mark, ICS, Markdown bool
}

// Declare declares the flags that an operation has.
func (f *takeaway) Declare(p *command.Parameters, op *contract.Operation) {
	if len(op.Lists) > 0 && op.ID != "Standings.Get" {
		command.AddSwitch(p, &f.CSV, "csv", "Print CSV for a spreadsheet. A cell that it would take for a formula begins "+
			"with an apostrophe.").Unbound = true
		command.AddSwitch(p, &f.Mark, "bom", "With --csv: begin with a byte order mark, which Excel needs.").Unbound = true
	}
	switch op.ID {
	case "Games.List":
		command.AddSwitch(p, &f.ICS, "ics", "Print a calendar with an entry for each game.").Unbound = true
		f.calendar.Declare(p)
	case "Standings.Get":
		command.AddSwitch(p, &f.Markdown, "md", "Print the tables in Markdown.").Unbound = true
	}
}

func (f *takeaway) taken() bool { return f.CSV || f.ICS || f.Markdown }

// check refuses flags that exclude each other, or mean nothing.
func (f *takeaway) check() error {
	switch {
	case f.CSV && f.ICS:
		return errors.New("give one of --csv and --ics")
	case f.Mark && !f.CSV:
		return errors.New("--bom belongs to --csv")
	case !f.ICS && (f.Zone != nil || f.Length != nil):
		return errors.New("--timezone and --length belong to --ics")
	case f.Length != nil && *f.Length <= 0:
		return errors.New("--length: expected more than 0")
	}
	return nil
}

// everyCell returns all that a row has. A list of objects is a cell with its JSON. Leaders are rows of their category.
func everyCell(row *node.Node) (cells []cell) {
	for i := range row.Members {
		name, value := row.Members[i].Name, &row.Members[i].Node
		switch {
		case value.Kind == node.Object:
			for _, inner := range everyCell(value) {
				cells = append(cells, cell{name + "." + inner.name, inner.text})
			}
		case isNested(value):
			cells = append(cells, cell{name, string(jsoncodec.AppendNode(nil, *value))})
		case len(value.Items) > 0:
			cells = append(cells, cell{name, textOf(value)})
		default:
			cells = append(cells, cell{name, value.Text})
		}
	}
	return cells
}

// flat returns categories of leaders as a row for each leader.
func flat(rows []node.Node) (all []node.Node) {
	for i := range rows {
		leaders := rows[i].Find("Participants")
		if leaders == nil {
			all = append(all, rows[i])
			continue
		}
		for _, leader := range leaders.Items {
			category := node.Member{Name: "Category", Node: *rows[i].Find("Name")}
			leader.Members = append([]node.Member{category}, leader.Members...)
			all = append(all, leader)
		}
	}
	return all
}

// A spreadsheet may make a formula of a cell that begins so, unless it is a number.
var (
	formula = regexp.MustCompile(`^ *[=+\-@\t\r\n\x{ff1d}\x{ff0b}\x{ff0d}\x{ff20}]`)
	number  = regexp.MustCompile(`^[+-]?\d+(\.\d+)?$`)
)

// printCSV prints rows as RFC 4180 has them, on a terminal without what could harm it.
func printCSV(to command.Terminal, rows []node.Node, mark bool) error {
	names, lines := gridOf(flat(rows), everyCell)
	if len(names) == 0 {
		return nil
	}
	var page bytes.Buffer
	if mark {
		page.WriteString("\uFEFF")
	}
	w := csv.NewWriter(&page)
	w.UseCRLF = !to.People.Out
	for _, line := range append([][]string{names}, lines...) {
		for i, text := range line {
			if formula.MatchString(text) && !number.MatchString(text) {
				line[i] = "'" + text
			}
		}
		_ = w.Write(line) // Flush keeps the error
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return err
	}
	return printBytes(to, page.Bytes())
}

// printMarkdown prints the tables of standings, each under its title.
func printMarkdown(to command.Terminal, s tourney.Standings) error {
	cellOf := strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", `\<`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`).Replace
	return eachTable(to, s, func(title string, lines []node.Node) error {
		names, grid := gridOf(lines, cellsOf)
		fmt.Fprintf(to.Out, "### %s\n\n", cellOf(plaintext.OneLine(title)))
		for i, line := range append([][]string{names, nil}, grid...) {
			if i == 1 {
				fmt.Fprintf(to.Out, "|%s\n", strings.Repeat("---|", len(names)))
				continue
			}
			for j := range line {
				line[j] = cellOf(plaintext.OneLine(line[j]))
			}
			fmt.Fprintf(to.Out, "| %s |\n", strings.Join(line, " | "))
		}
		_, err := fmt.Fprintln(to.Out)
		return err
	})
}
