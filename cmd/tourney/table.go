package main

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// cell is a member of a row as people see it.
type cell struct{ name, text string }

// cellsOf returns the members of a row. A side with its score is one cell, as is another object with a name. Other
// objects are several cells. A list of objects is a cell with their number.
func cellsOf(row *node.Node) (cells []cell) {
	for i := range row.Members {
		name, value := plaintext.OneLine(row.Members[i].Name), &row.Members[i].Node
		switch named, score := value.Find("Name"), value.Find("Score"); {
		case named != nil && score != nil && score.Text != "":
			cells = append(cells, cell{name, named.Text + ": " + score.Text})
		case named != nil:
			cells = append(cells, cell{name, named.Text})
		case value.Kind == node.Object:
			for _, inner := range cellsOf(value) {
				cells = append(cells, cell{name + "." + inner.name, inner.text})
			}
		case isNested(value):
			cells = append(cells, cell{name, strconv.Itoa(len(value.Items))})
		default:
			cells = append(cells, cell{name, textOf(value)})
		}
	}
	return cells
}

func isNested(list *node.Node) bool {
	return slices.ContainsFunc(list.Items, func(item node.Node) bool { return item.Kind > node.Text })
}

// textOf returns the text of a scalar, or of a list of scalars.
func textOf(n *node.Node) string {
	texts := []string{n.Text}
	for _, item := range n.Items {
		texts = append(texts, item.Text)
	}
	return strings.TrimSpace(strings.Join(texts, " "))
}

// printTable prints rows as a table, whose columns are the members that the rows have. It leaves out the members of
// objects, and cuts lines that the terminal would break.
func printTable(to command.Terminal, rows []node.Node) error {
	const widest = 32 // characters of a cell, to leave room for others
	var names []string
	texts := make([]map[string]string, len(rows))
	for i := range rows {
		texts[i] = map[string]string{}
		for _, c := range cellsOf(&rows[i]) {
			if strings.Contains(c.name, ".") {
				continue
			}
			if !slices.Contains(names, c.name) {
				names = append(names, c.name)
			}
			texts[i][c.name] = plaintext.Excerpt(c.text, widest)
		}
	}
	var page bytes.Buffer
	table := tabwriter.NewWriter(&page, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, strings.Join(names, "\t"))
	for _, row := range texts {
		line := make([]string, len(names))
		for i, name := range names {
			line[i] = row[name]
		}
		fmt.Fprintln(table, strings.Join(line, "\t"))
	}
	err := table.Flush()
	for line := range strings.Lines(page.String()) {
		if err == nil {
			_, err = fmt.Fprintln(to.Out, plaintext.Clip(strings.TrimRight(line, " \n"), to.Width()-1))
		}
	}
	return err
}

// printTitled prints a table under a title.
func printTitled(to command.Terminal, title string, rows []node.Node) error {
	fmt.Fprintln(to.Out, plaintext.OneLine(title)+":")
	return printTable(to, rows)
}

// printRows prints rows as a table. Categories of leaders are a table each.
func printRows(to command.Terminal, all [][]byte) error {
	var rows []node.Node
	for _, data := range all {
		n, err := jsoncodec.ParseNode(data, jsoncodec.Limits{})
		if leaders := n.Find("Participants"); leaders != nil && err == nil {
			err = printTitled(to, n.Find("Name").Text, leaders.Items)
		} else {
			rows = append(rows, n)
		}
		if err != nil {
			return err
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return printTable(to, rows)
}

// printValue prints one answer: its members on lines, and its lists as tables.
func printValue(to command.Terminal, value any, data []byte) error {
	if standings, ok := value.(tourney.Standings); ok {
		return printStandings(to, standings)
	}
	n, err := jsoncodec.ParseNode(data, jsoncodec.Limits{})
	for _, c := range cellsOf(&n) {
		fmt.Fprintf(to.Out, "%-20s  %s\n", c.name, plaintext.OneLine(c.text))
	}
	for _, list := range n.Members {
		if isNested(&list.Node) && err == nil {
			err = printTitled(to, list.Name, list.Items)
		}
	}
	return err
}

// printStandings prints the tables of standings. The columns of their lines have names of their own.
func printStandings(to command.Terminal, s tourney.Standings) error {
	for _, group := range s.Groups {
		for _, list := range group.List {
			var lines []node.Node
			for _, p := range list.Participants {
				line := node.Node{Kind: node.Object}
				put(&line, "Place", p.Place)
				put(&line, "Name", p.Name)
				for i, text := range p.Columns[:min(len(p.Columns), len(s.Columns))] {
					put(&line, strings.ReplaceAll(s.Columns[i].Abbr, ".", ""), text)
				}
				lines = append(lines, line)
			}
			if err := printTitled(to, group.Name+", "+list.Name, lines); err != nil {
				return err
			}
		}
	}
	return nil
}
