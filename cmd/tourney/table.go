package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mattn/go-runewidth"

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

// identifying are the members that tell people which row they see.
var identifying = strings.Fields("Id Name LastName FirstName AwayTeam HomeTeam Place Date Time Number")

// gridOf returns rows as lines of cells, with the names of the columns: the members that any row has, in the order of
// the rows.
func gridOf(rows []node.Node, cellsOf func(*node.Node) []cell) (names []string, lines [][]string) {
	texts := make([]map[string]string, len(rows))
	for i := range rows {
		texts[i] = map[string]string{}
		next := 0
		for _, c := range cellsOf(&rows[i]) {
			at := slices.Index(names, c.name)
			if at < 0 {
				object, _, _ := strings.Cut(c.name, ".")
				beside := func(name string) bool { return strings.HasPrefix(name, object+".") }
				if at = next; next == 0 || !beside(names[next-1]) {
					at = max(at, slices.IndexFunc(names, beside))
				}
				names = slices.Insert(names, at, c.name)
			}
			next = at + 1
			texts[i][c.name] = c.text
		}
	}
	for _, row := range texts {
		line := make([]string, len(names))
		for i, name := range names {
			line[i] = row[name]
		}
		lines = append(lines, line)
	}
	return names, lines
}

// printTable prints rows as a table. It leaves out the members of objects.
func printTable(to command.Terminal, rows []node.Node) error {
	widest := min(32, max(8, to.Width()/3)) // columns of a cell, to leave room for others
	names, lines := gridOf(rows, func(row *node.Node) []cell {
		cells := slices.DeleteFunc(cellsOf(row), func(c cell) bool { return strings.Contains(c.name, ".") })
		for i, c := range cells {
			cells[i].text = runewidth.Truncate(plaintext.OneLine(c.text), widest, "…")
		}
		return cells
	})
	return to.Print(command.Table{Head: names, Rows: lines, Keep: identifying})
}

// printTitled prints a table under a title.
func printTitled(to command.Terminal, title string, rows []node.Node) error {
	fmt.Fprintln(to.Out, plaintext.OneLine(title)+":")
	return printTable(to, rows)
}

// printRows prints rows as a table. Categories of leaders are a table each.
func printRows(to command.Terminal, rows []node.Node) error {
	var plain []node.Node
	for i := range rows {
		if leaders := rows[i].Find("Participants"); leaders == nil {
			plain = append(plain, rows[i])
		} else if err := printTitled(to, rows[i].Find("Name").Text, leaders.Items); err != nil {
			return err
		}
	}
	if len(plain) == 0 {
		return nil
	}
	return printTable(to, plain)
}

// nodesOf reads rows in JSON.
func nodesOf(all [][]byte) ([]node.Node, error) {
	rows := make([]node.Node, len(all))
	for i, data := range all {
		var err error
		if rows[i], err = jsoncodec.ParseNode(data, jsoncodec.Limits{}); err != nil {
			return nil, err
		}
	}
	return rows, nil
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
	return eachTable(to, s, func(title string, lines []node.Node) error { return printTitled(to, title, lines) })
}

// eachTable calls show with each table of standings. On stderr it says that there is none.
func eachTable(
	to command.Terminal, s tourney.Standings, show func(title string, lines []node.Node) error,
) error {
	if len(s.Groups) == 0 {
		fmt.Fprintln(to.Errs, "no standings")
	}
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
			if err := show(group.Name+", "+list.Name, lines); err != nil {
				return err
			}
		}
	}
	return nil
}
