package command

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

// widestHelp bounds the columns of the help, so that its lines are easy to read.
const widestHelp = 120

// printHelp prints the help of a command. The help of a command with subcommands lists the subcommands; its own flags
// are in the help of the subcommand that runs when none is named. It uses no templates: text/template calls methods by
// name, and for that the linker would keep all methods of all types in the program.
func printHelp(to Terminal, c *cobra.Command, p *Parameters) {
	page := tabwriter.NewWriter(to.Out, 0, 0, 2, ' ', 0)
	defer func() { _ = page.Flush() }()
	if !c.HasAvailableSubCommands() {
		fmt.Fprintf(page, "Usage: %s\n\n%s\n", c.UseLine(), c.Short)
		for _, a := range p.arguments {
			fmt.Fprintf(page, "\n%s: %s\n", a.name, a.help)
		}
		fmt.Fprintf(page, "\nFlags:\n%s", c.Flags().FlagUsagesWrapped(min(to.Width(), widestHelp)))
		return
	}
	fmt.Fprintf(page, "Usage: %s [<command>] [flags]\n\n%s\n\nCommands:\n", c.CommandPath(), c.Short)
	printCommands(page, c, "", "  ")
	for _, group := range c.Groups() {
		fmt.Fprintf(page, "\n%s\n", group.Title)
		printCommands(page, c, group.ID, "  ")
	}
	fmt.Fprintf(page, "\nRun \"%s <command> --help\" for the flags of a command.\n", c.CommandPath())
}

// printCommands prints the commands of a group with their arguments, and for a command with subcommands those.
func printCommands(page io.Writer, of *cobra.Command, group, before string) {
	for _, c := range of.Commands() {
		switch {
		case c.GroupID != group || c.Hidden:
		case c.HasSubCommands():
			printCommands(page, c, "", before+c.Name()+" ")
		default:
			fmt.Fprintf(page, "%s%s\t%s\n", before, c.Use, c.Short)
		}
	}
}
