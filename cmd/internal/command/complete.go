package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Complete prints what the last argument can become, in the form that the scripts of cobra read: a line for each
// choice, and a line that says whether files are choices too. The arguments before the last one are read as Parse reads
// them. They may have mistakes, and Complete reads no file that a flag names. Cobra's own code would complete nothing
// behind a flag, because it sets each flag twice.
func (p *Program) Complete(args []string, out io.Writer) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // a file can be a pipe without a writer
	if len(args) > 1 && args[0] == helpCommand {
		args = args[1:]
	}
	last := max(len(args)-1, 0)
	word := strings.Join(args[last:], "")
	c, rest, err := find(p.Build(Tree{p, args, Terminal{}, ctx}).Command, args[:last])
	flags := c.Flags()
	if isGroup(c) {
		flags = flagsFrom(c)
	}
	flag := setAll(flags, rest)
	if name, value, ok := strings.Cut(word, "="); ok && flag == nil && strings.HasPrefix(name, "--") {
		flag, word = flags.Lookup(name[len("--"):]), value
	}
	_ = p.environmentOf(os.Environ()).set(flags)
	choices, files := []string{}, false
	switch {
	case flag != nil:
		choices, files = valuesOf(flag, word), flag.Value.Type() == "FILE"
	case strings.HasPrefix(word, "-"):
		flags.VisitAll(func(flag *pflag.Flag) {
			if f, ok := flag.Value.(*Flag); !flag.Hidden && (!ok || !f.given || f.clear != nil) {
				choices = append(choices, "--"+flag.Name+"\t"+flag.Usage)
			}
		})
	case c.HasAvailableSubCommands() && err == nil:
		for _, below := range c.Commands() {
			if !below.Hidden {
				choices = append(choices, below.Name()+"\t"+below.Short)
			}
		}
	default:
		choices, files = c.ValidArgs, strings.Contains(c.Use, "<file>")
	}
	for _, choice := range choices {
		if strings.HasPrefix(choice, word) {
			fmt.Fprintln(out, choice)
		}
	}
	fmt.Fprintf(out, ":%d\n", map[bool]cobra.ShellCompDirective{false: cobra.ShellCompDirectiveNoFileComp}[files])
}

// setAll sets flags from arguments. It returns the flag whose value comes next, nil if there is none.
func setAll(flags *pflag.FlagSet, args []string) (next *pflag.Flag) {
	for _, arg := range args {
		name, value, given := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		flag := flags.Lookup(name)
		switch {
		case next != nil:
			_ = next.Value.Set(arg)
			next = nil
		case !strings.HasPrefix(arg, "-") || flag == nil:
		case !given && flag.NoOptDefVal == "":
			next = flag
		default:
			_ = flag.Value.Set(cmp.Or(value, flag.NoOptDefVal))
		}
	}
	return next
}

// valuesOf returns the usual values of a flag. In a list they follow the values before the last comma.
func valuesOf(flag *pflag.Flag, word string) (values []string) {
	f, ok := flag.Value.(*Flag)
	if flag.NoOptDefVal != "" {
		return []string{"true", "false"}
	}
	if ok && f.Values != nil {
		before := word[:strings.LastIndexByte(word, ',')+1]
		for _, value := range f.Values() {
			values = append(values, before+value)
		}
	}
	return values
}
