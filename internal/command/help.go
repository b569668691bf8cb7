package command

import (
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"
)

// The bounds of the columns of the help.
const (
	usualWidth = 80 // for output that does not go to a terminal
	minWidth   = 50
	maxWidth   = 120
	maxLeft    = 30 // of the column with the names
)

// helpPage is the help of a command. It uses no templates: text/template calls methods by name, and for that the
// linker would keep all methods of all types in the program.
type helpPage struct {
	strings.Builder

	width int
}

// printHelp prints the help of a command. The help of a command with subcommands lists the subcommands; its own flags
// are in the help of the subcommand that runs when none is named.
func printHelp(w io.Writer, c *cobra.Command, p *Parameters) {
	page := &helpPage{width: widthOf(w)}
	flags := flagRows(c)
	page.WriteString("Usage: " + c.CommandPath() + p.usage())
	if c.HasSubCommands() {
		page.WriteString(" [<command>]")
	}
	if c.HasSubCommands() || len(flags) > 1 {
		page.WriteString(" [flags]")
	}
	page.WriteString("\n")
	for paragraph := range strings.SplitSeq(c.Short, "\n\n") {
		page.paragraph(paragraph)
	}
	var arguments []helpRow
	for _, a := range p.arguments {
		arguments = append(arguments, helpRow{"  <" + a.name + ">", a.help})
	}
	page.section("Arguments:", arguments)
	page.section("Flags:", flags)
	if !c.HasSubCommands() {
		_, _ = io.WriteString(w, page.String())
		return
	}
	page.section("Commands:", commandRows(c, ""))
	for _, group := range c.Groups() {
		page.section(group.Title, commandRows(c, group.ID))
	}
	page.paragraph(`Run "` + c.CommandPath() + ` <command> --help" for the flags of a command.`)
	_, _ = io.WriteString(w, page.String())
}

// helpRow is a name with its text.
type helpRow struct{ name, text string }

// flagRows returns the flags of a command. For a command with subcommands it leaves out the flags that the help of
// the subcommands lists.
func flagRows(c *cobra.Command) []helpRow {
	var rows []helpRow
	c.Flags().VisitAll(func(flag *pflag.Flag) {
		p, ok := flag.Value.(*Flag)
		switch {
		case flag.Hidden || ok && c.HasSubCommands():
		case ok:
			rows = append(rows, helpRow{"      " + p.usage(), flag.Usage + p.about()})
		default:
			rows = append(rows, helpRow{"  -" + flag.Shorthand + ", --" + flag.Name, flag.Usage})
		}
	})
	return rows
}

// commandRows returns the commands of a group with their arguments. For a command with subcommands it returns the
// subcommands.
func commandRows(of *cobra.Command, group string) []helpRow {
	var rows []helpRow
	for _, c := range of.Commands() {
		switch {
		case c.GroupID != group || c.Hidden:
		case c.HasSubCommands():
			for _, row := range commandRows(c, "") {
				rows = append(rows, helpRow{"  " + c.Name() + row.name[1:], row.text})
			}
		default:
			rows = append(rows, helpRow{"  " + c.Use, c.Short})
		}
	}
	return rows
}

// paragraph adds a text after an empty line.
func (h *helpPage) paragraph(text string) {
	h.WriteString("\n" + strings.Join(wrapped(text, h.width), "\n") + "\n")
}

// section adds rows in two columns under a title.
func (h *helpPage) section(title string, rows []helpRow) {
	if len(rows) == 0 {
		return
	}
	left := 0
	for _, row := range rows {
		if len(row.name) <= maxLeft {
			left = max(left, len(row.name)+2)
		}
	}
	h.WriteString("\n" + title + "\n")
	for _, row := range rows {
		h.WriteString(row.name)
		at := len(row.name)
		if row.text == "" {
			h.WriteString("\n")
			continue
		}
		if at+2 > left {
			h.WriteString("\n")
			at = 0
		}
		for _, line := range wrapped(row.text, h.width-left) {
			h.WriteString(strings.Repeat(" ", left-at) + line + "\n")
			at = 0
		}
	}
}

// wrapped returns the lines of a text. It does not break a word that is longer than a line.
func wrapped(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case len(line)+1+len(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}

// widthOf returns how many columns the help has: as many as the terminal, but at least minWidth and at most maxWidth,
// to keep lines readable.
func widthOf(w io.Writer) int {
	width, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if plain, ok := w.(plainly); ok {
		w = plain.Writer
	}
	if file, ok := w.(*os.File); ok && err != nil {
		width, _, _ = term.GetSize(int(file.Fd()))
	}
	if width <= 0 {
		width = usualWidth
	}
	return min(max(width, minWidth), maxWidth)
}
