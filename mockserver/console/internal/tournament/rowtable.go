package tournament

import (
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
)

// rowTable is a table of rows.
type rowTable struct {
	Title string
	Heads []head
	Lines []rowLine
	More  string // the link to the rows that the table leaves out, "" for none
	All   string // the text of that link
}

// head is the head of a column. Class is the CSS class of the cells: number, or wide for a column that a phone does
// not show.
type head struct{ Text, Class string }

// rowLine is a row in a table.
type rowLine struct {
	Key   string
	Cells []cell
}

// cell is a value of a row. To is the path of the page that the value links to, "" for no link.
type cell struct{ Text, To string }

// nounPath is the prefix of the paths of rows.
const nounPath = "tournament/"

// pathOfRow returns the path of the page of a row.
func pathOfRow(noun string, id int64) string { return nounPath + noun + "/" + prose.Digits(id) }

// linkTo returns a cell that links to the page of a row. For a row without an id, which has no page, the cell has no
// link.
func linkTo(noun string, id int64, text string) cell {
	switch {
	case id == 0:
		return cell{Text: text}
	case text == "":
		text = ask.IDText(id)
	}
	return cell{text, nounPath + noun + "/" + ask.IDText(id)}
}

// yesNo returns a cell with a word for a boolean.
func yesNo(is bool) cell {
	if is {
		return cell{Text: "yes"}
	}
	return cell{Text: "no"}
}

// toNamed returns a cell that links to the page of a row, and an empty cell for nil.
func toNamed(noun string, n *ask.Named) cell {
	if n == nil {
		return cell{}
	}
	return linkTo(noun, n.ID, n.Name)
}

var (
	headID       = head{"Id", "number"}
	headName     = head{"Name", ""}
	headDivision = head{"Division", "wide"}
)

// add adds a line for a row: the id, the name with a link to the page of the row, and more cells.
func (t *rowTable) add(noun string, id int64, name string, more ...cell) {
	cells := append([]cell{{Text: ask.IDText(id)}, linkTo(noun, id, name)}, more...)
	t.Lines = append(t.Lines, rowLine{noun + "-" + ask.IDText(id), cells})
}
