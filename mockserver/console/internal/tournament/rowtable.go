package tournament

import (
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// rowTable is a table of rows.
type rowTable struct {
	Title string
	Heads []view.Head
	Lines []view.Line
	More  string // the link to the rows that the table leaves out, "" for none
	All   string // the text of that link
}

// grid returns the table without its lines.
func (t *rowTable) grid() view.Grid {
	return view.Grid{Label: t.Title + ": rows", Class: "rows", Heads: t.Heads}
}

// nounPath is the prefix of the paths of rows.
const nounPath = "tournament/"

// pathOfGame returns the path of the page of a game.
func pathOfGame(id int64) string { return nounPath + "games/" + prose.Digits(id) }

// linkTo returns a cell that links to the page of a row. For a row without an id, which has no page, the cell has no
// link.
func linkTo(noun string, id int64, name string) view.Cell {
	switch {
	case id == 0:
		return text(name)
	case name == "":
		name = ask.IDText(id)
	}
	return view.Cell{Text: name, To: nounPath + noun + "/" + ask.IDText(id)}
}

// text returns a cell without a link.
func text(s string) view.Cell { return view.Cell{Text: s} }

// yesNo returns a cell with the word yes or no. A boolean that a row lacks is no.
func yesNo(is *bool) view.Cell {
	if valueOf(is) {
		return text("yes")
	}
	return text("no")
}

// lineOf returns the line for a row: the id, the name with a link to the page of the row, and more cells.
func lineOf(noun string, id int64, name string, more ...view.Cell) view.Line {
	cells := append([]view.Cell{text(ask.IDText(id)), linkTo(noun, id, name)}, more...)
	return view.Line{Key: view.Key(noun, id), Cells: cells}
}
