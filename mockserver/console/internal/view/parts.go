package view

import (
	"github.com/a-h/templ"

	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
)

// Pager has the links to the first page of a table and to the page after this one, "" for no link, and a text about the
// rows that this page shows.
type Pager struct{ First, Shown, Next string }

// Cell is a value that a page shows. To is the path of the page that the value links to, "" for no link.
type Cell struct{ Text, To string }

// Fact is a value with its label.
type Fact struct {
	Label string
	Cell

	Class string // the CSS class, "" for none
	Code  bool   // the value is shown as code
	Copy  string // what a button beside the value copies, such as "the address"; "" for no button
}

// FactOf returns a fact without a link.
func FactOf(label, text string) Fact { return Fact{Label: label, Cell: Cell{Text: text}} }

// Tab is a link to another view of a page.
type Tab struct {
	To, Title string
	Day       string // a day in ISO 8601 that the title names, "" for none
	Today     bool   // the day is today
	Count     string // how many rows the view has, "" for no number
	Here      bool
}

// Head is the head of a column. Class is the CSS class of the cells: number, or wide for a column that a phone does
// not show. Title is the long form of a short text, "" for none.
type Head struct{ Text, Class, Title string }

// Heads returns the heads of columns: pairs of texts and classes.
func Heads(pairs ...string) (all []Head) {
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, Head{Text: pairs[i], Class: pairs[i+1]})
	}
	return all
}

// Grid is a table without its rows. Its label is for screen readers.
type Grid struct {
	Label, Caption string // no caption for ""
	Class          string // of the table
	Fold           bool   // a phone shows each row as a block; the rows then need the roles of rows and cells
	Heads          []Head
}

// Line is a row of a table, with a cell for each column. The key tells it from the other rows of the page, "" for none.
type Line struct {
	Key   string
	Cells []Cell
}

// Key returns the key of a row of a kind.
func Key(kind string, id int64) string { return kind + "-" + prose.Digits(id) }

// role returns the attribute with a role. Only the table that folds needs it, because then a phone shows its parts as
// blocks and they lose their roles.
func (g Grid) role(name string) templ.Attributes {
	if !g.Fold {
		return nil
	}
	return templ.Attributes{"role": name}
}
