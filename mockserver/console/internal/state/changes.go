package state

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// writeDetail is a write with the rows that it changed.
type writeDetail struct{ journal.WriteDetails }

// rowChange is a row that a write added, changed or removed.
type rowChange struct{ journal.RowChange }

// Name returns the name of the row for people.
func (c *rowChange) Name() string {
	if c.ID == 0 {
		return c.Table
	}
	return fmt.Sprint(ask.OneOf(c.Table), " ", c.ID)
}

// sameValues is the text for a row that a write stored again with unchanged values, such as a player whose team
// changed.
const sameValues = "written again with the same values"

// What returns what the write did to the row, in words.
func (c *rowChange) What() string {
	switch {
	case len(c.Before) == 0:
		return "added"
	case len(c.After) == 0:
		return "removed"
	case len(c.Members) == 0:
		return sameValues
	}
	return "changed"
}

// Whole returns all values of a row that was added or removed; "" for a row that was changed.
func (c *rowChange) Whole() string {
	row := c.After
	switch c.What() {
	case "added":
	case "removed":
		row = c.Before
	default:
		return ""
	}
	var b bytes.Buffer
	if json.Indent(&b, row, "", "  ") != nil {
		return string(row)
	}
	return b.String()
}

// values returns the lines of the values that the write changed.
func (c rowChange) values() (lines []view.Line) {
	for _, m := range c.Members {
		cells := []view.Cell{{Text: m.Path}, {Text: plainValue(m.Before)}, {Text: plainValue(m.After)}}
		lines = append(lines, view.Line{Cells: cells})
	}
	return lines
}

// plainValue returns a JSON value as people read it, "nothing" for no value.
func plainValue(value json.RawMessage) string {
	var text string
	switch {
	case len(value) == 0:
		return "nothing"
	case json.Unmarshal(value, &text) == nil && text != "":
		return text
	}
	return string(value)
}

// changeLine is a change in a line of the timeline.
type changeLine struct {
	Row, Path string
	Was, Is   string // set for a changed value
	What      string // set for a row that was added or removed
}

// maxLines bounds how many changes of a write the timeline shows.
const maxLines = 3

// lines returns the first changes of a write for the timeline, and how many changed rows these lines leave out. Rows
// that the write stored again with unchanged values do not count as changes.
func (d *writeDetail) lines() (lines []changeLine, left int) {
	left = d.Changes
	for i := range d.Rows {
		c := rowChange{d.Rows[i]}
		if c.What() == sameValues {
			left--
		} else if own := c.lines(); len(lines) == 0 || len(lines)+len(own) <= maxLines {
			lines, left = append(lines, own...), left-1
		}
	}
	return lines, left
}

// lines returns the first changes of a row.
func (c *rowChange) lines() (lines []changeLine) {
	if len(c.Members) == 0 {
		return []changeLine{{Row: c.Name(), What: c.What()}}
	}
	for i, m := range c.Members {
		if i == maxLines {
			more := changeLine{Row: c.Name(), What: fmt.Sprintf("and %d more values", len(c.Members)-i)}
			return append(lines, more)
		}
		_, path, nested := strings.Cut(m.Path, ".") // the first name in the path is the name of the type
		if !nested {
			path = m.Path
		}
		lines = append(lines, changeLine{Row: c.Name(), Path: path, Was: plainValue(m.Before), Is: plainValue(m.After)})
	}
	return lines
}
