package command

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"github.com/tourney-go/tourney/internal/plaintext"
)

// Table is text in columns that stand below each other on the screen, where a character takes no column, one or two.
type Table struct {
	Head []string   // the names of the columns; nil for a table without names
	Rows [][]string // each with as many cells as the others

	// Keep are names of columns that identify a row, the most important first. A narrow screen hides the other columns
	// first, from the right.
	Keep []string
}

// Add appends a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// Write prints the table with all its columns, and each cell on one line.
func (t *Table) Write(w io.Writer) error {
	lines, _ := t.lines(0)
	_, err := io.WriteString(w, strings.Join(lines, ""))
	return err
}

// Print prints the table with the columns for which the terminal has room. It says on stderr how many it hid.
func (t Terminal) Print(table Table) error {
	lines, hidden := table.lines(max(1, t.Width()-1))
	if len(lines) > 0 && table.Head != nil && t.hasColours() {
		_, err := fmt.Fprintf(t.Bytes, "\x1b[1m%s\x1b[m\n", strings.TrimSuffix(lines[0], "\n"))
		if lines = lines[1:]; err != nil {
			return err
		}
	}
	_, err := io.WriteString(t.Out, strings.Join(lines, ""))
	if hidden > 0 && err == nil && t.People.Errs {
		fmt.Fprintf(t.Errs, "hidden columns: %d, --json shows all\n", hidden)
	}
	return err
}

// hasColours reports whether Out shows colours, and its user wants them.
func (t Terminal) hasColours() bool {
	file, _ := t.file()
	return t.People.Out && file != nil && runtime.GOOS != "windows" && os.Getenv("NO_COLOR") == "" &&
		os.Getenv("CLICOLOR") != "0" && os.Getenv("TERM") != "dumb"
}

const between = 2 // columns

// hide makes the widths of columns negative until the others fit a screen, and returns how many it hid.
func (t *Table) hide(widths []int, width int) (hidden int) {
	total := -between
	for _, w := range widths {
		total += w + between
	}
	var order []int
	for j, name := range t.Head {
		if !slices.Contains(t.Keep, name) {
			order = append(order, j)
		}
	}
	slices.Reverse(order)
	for _, name := range slices.Backward(t.Keep) {
		if j := slices.Index(t.Head, name); j >= 0 {
			order = append(order, j)
		}
	}
	for _, j := range order[:max(0, len(order)-1)] {
		if total > width && widths[j] >= 0 {
			total, hidden, widths[j] = total-widths[j]-between, hidden+1, -between
		}
	}
	return hidden
}

// lines returns the lines of the table, none of them wider than width if that is not 0, and the number of columns that
// they do not show.
func (t *Table) lines(width int) (lines []string, hidden int) {
	all := t.Rows
	if t.Head != nil {
		all = slices.Concat([][]string{t.Head}, t.Rows)
	}
	var widths []int
	for i := range all {
		all[i] = slices.Clone(all[i])
		for j, cell := range all[i] {
			if widths = append(widths, make([]int, max(0, j+1-len(widths)))...); widths[j] == 0 {
				widths[j] = -between // of a column without a text
			}
			all[i][j] = plaintext.OneLine(cell)
			widths[j] = max(widths[j], runewidth.StringWidth(all[i][j]))
		}
	}
	if width > 0 && t.Head != nil {
		hidden = t.hide(widths, width)
	}
	for _, row := range all {
		var line strings.Builder
		for j, cell := range row {
			if widths[j] >= 0 {
				line.WriteString(cell + strings.Repeat(" ", widths[j]+between-runewidth.StringWidth(cell)))
			}
		}
		text := strings.TrimRight(line.String(), " ")
		if width > 0 {
			text = runewidth.Truncate(text, width, "…")
		}
		lines = append(lines, text+"\n")
	}
	return lines, hidden
}
