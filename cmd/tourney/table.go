package main

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/command"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// table shows rows to people. Its columns are the members that the rows have.
type table struct {
	names []string
	rows  []map[string]string
	last  int  // the column of the member that was added last
	whole bool // long texts are whole
}

// widest bounds the characters of a cell, so that a long text leaves room for other columns.
const widest = 32

// add adds a row.
func (t *table) add(row node.Node) {
	t.rows = append(t.rows, map[string]string{})
	t.last = -1
	t.members("", &row)
}

// members adds the members of an object to the last row. An object with a name is a cell with the name, and other
// objects are several cells. A list of objects is a cell with their number.
func (t *table) members(before string, of *node.Node) {
	for i := range of.Members {
		name, value := before+of.Members[i].Name, &of.Members[i].Node
		switch named := value.Find("Name"); {
		case value.Kind == node.Object && named != nil:
			t.set(name, named.Text)
			if score := value.Find("Score"); score != nil {
				t.set(name+".Score", score.Text)
			}
		case value.Kind == node.Object:
			t.members(name+".", value)
		case value.Kind == node.List && isNested(value):
			t.set(name, strconv.Itoa(len(value.Items)))
		default:
			t.set(name, textOf(value))
		}
	}
}

func isNested(list *node.Node) bool {
	return slices.ContainsFunc(list.Items, func(item node.Node) bool { return item.Kind > node.Text })
}

// textOf returns the text of a scalar, or of a list of scalars.
func textOf(n *node.Node) string {
	if n.Kind != node.List {
		return n.Text
	}
	var texts []string
	for _, item := range n.Items {
		texts = append(texts, item.Text)
	}
	return strings.Join(texts, " ")
}

// set sets a cell of the last row. A column that no earlier row has comes after the column that was set before it.
func (t *table) set(name, text string) {
	at := slices.Index(t.names, name)
	if at < 0 {
		at = t.last + 1
		t.names = slices.Insert(t.names, at, name)
	}
	t.last = at
	if text = plaintext.OneLine(text); !t.whole {
		text = plaintext.Clip(text, widest)
	}
	t.rows[len(t.rows)-1][name] = text
}

// isInside reports whether a column is from inside of an object.
func (t *table) isInside(name string) bool { return strings.Contains(title(name), ".") }

// isSame reports whether a column is the same in all of several rows.
func (t *table) isSame(name string) bool {
	return len(t.rows) > 1 && !slices.ContainsFunc(t.rows, func(row map[string]string) bool {
		return row[name] != t.rows[0][name]
	})
}

// print prints the columns that fit. Columns from inside of objects give way first, and then those that tell no row
// from another.
func (t *table) print(to command.Terminal) error {
	shown, widths, total := slices.Clone(t.names), map[string]int{}, -len(gap)
	for _, name := range shown {
		widths[name] = utf8.RuneCountInString(title(name)) + len(gap)
		for _, row := range t.rows {
			widths[name] = max(widths[name], utf8.RuneCountInString(row[name])+len(gap))
		}
		total += widths[name]
	}
	for _, mayGo := range []func(name string) bool{t.isInside, t.isSame, func(string) bool { return true }} {
		for i := len(shown) - 1; i > 0 && total > to.Width(); i-- {
			if mayGo(shown[i]) {
				total -= widths[shown[i]]
				shown = slices.Delete(shown, i, i+1)
			}
		}
	}
	titles := map[string]string{}
	for _, name := range shown {
		titles[name] = title(name)
	}
	var text strings.Builder
	for _, row := range append([]map[string]string{titles}, t.rows...) {
		line := ""
		for _, name := range shown {
			line += row[name] + strings.Repeat(" ", widths[name]-utf8.RuneCountInString(row[name]))
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if more := len(t.names) - len(shown); more > 0 {
		fmt.Fprintf(&text, "--json has %d more columns.\n", more)
	}
	_, err := io.WriteString(to.Out, text.String())
	return err
}

// title returns the title of a column. The score of a side stands behind the side.
func title(name string) string {
	if strings.HasSuffix(name, ".Score") {
		return "Score"
	}
	return name
}

const gap = "  "

// printTables prints rows as a table. Categories of leaders are a table each.
func printTables(to command.Terminal, rows iter.Seq2[any, error]) error {
	t := &table{}
	err := eachRow(rows, func(data []byte) error {
		n, err := jsoncodec.ParseNode(data, jsoncodec.Limits{})
		if err != nil {
			return err
		}
		if leaders := n.Find("Participants"); leaders != nil {
			return printList(to, n.Find("Name").Text, leaders.Items)
		}
		t.add(n)
		return nil
	})
	if err != nil || len(t.rows) == 0 {
		return err
	}
	return t.print(to)
}

// printList prints a list under a title.
func printList(to command.Terminal, title string, items []node.Node) error {
	fmt.Fprintln(to.Out, plaintext.OneLine(title)+":")
	t := &table{}
	for _, item := range items {
		t.add(item)
	}
	return t.print(to)
}

// printValue prints one answer: its members on lines, and its lists as tables.
func printValue(to command.Terminal, value any, data []byte) error {
	if standings, ok := value.(tourney.Standings); ok {
		return printStandings(to, standings)
	}
	n, err := jsoncodec.ParseNode(data, jsoncodec.Limits{})
	if err != nil {
		return err
	}
	own, t := n, &table{whole: true}
	own.Members = slices.DeleteFunc(slices.Clone(n.Members), func(m node.Member) bool { return isNested(&m.Node) })
	t.add(own)
	for _, name := range t.names {
		if _, err := fmt.Fprintf(to.Out, "%-20s  %s\n", name, t.rows[0][name]); err != nil {
			return err
		}
	}
	for _, list := range n.Members {
		if isNested(&list.Node) {
			if err := printList(to, list.Name, list.Items); err != nil {
				return err
			}
		}
	}
	return nil
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
			if err := printList(to, group.Name+", "+list.Name, lines); err != nil {
				return err
			}
		}
	}
	return nil
}
