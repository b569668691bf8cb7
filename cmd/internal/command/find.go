package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tourney-go/tourney/internal/plaintext"
)

// commandError says that the arguments name no command. It is about the list of commands, and not about one of them.
type commandError struct{ string }

func (e commandError) Error() string { return e.string }

// find returns the command that the arguments name, and the arguments without its name. It looks for the command
// before it looks at the flags, because the flags of a misspelled command would all be wrong. Flags may stand before
// the name: find knows from the flags of all commands which of them take the next argument.
func find(c *cobra.Command, args []string) (named *cobra.Command, rest []string, err error) {
	rest = slices.Clone(args)
	for i := 0; i < len(rest) && rest[i] != "--" && c.HasSubCommands(); i++ {
		word := rest[i]
		if len(word) > 1 && word[0] == '-' {
			if i+1 < len(rest) && !strings.Contains(word, "=") && takes(c, word, rest[i+1]) {
				i++
			}
			continue
		}
		next := below(c, word)
		if next == nil {
			return c, rest, unknown(c, word)
		}
		c, rest = next, slices.Delete(rest, i, i+1)
		i--
	}
	return c, rest, nil
}

// takes reports whether a flag takes the next argument as its value. A misspelled flag may have a value too, which is
// neither a flag nor the name of a command.
func takes(c *cobra.Command, word, next string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	if flag := flagsFrom(c).Lookup(name); flag != nil {
		return flag.NoOptDefVal == ""
	}
	return below(c, next) == nil && !strings.HasPrefix(next, "-")
}

// isGroup reports whether a command does nothing but hold the commands below it.
func isGroup(c *cobra.Command) bool {
	return c.HasAvailableSubCommands() && c.Annotations[byDefault] == ""
}

// below returns the command with a name below a command, nil if there is none.
func below(c *cobra.Command, name string) *cobra.Command {
	if i := slices.IndexFunc(c.Commands(), func(c *cobra.Command) bool { return c.Name() == name }); i >= 0 {
		return c.Commands()[i]
	}
	return nil
}

// flagsFrom returns the flags of a command and of those below it. Of several flags with a name it has the first.
func flagsFrom(c *cobra.Command) *pflag.FlagSet {
	all := new(pflag.FlagSet)
	all.AddFlagSet(c.Flags())
	for _, below := range c.Commands() {
		all.AddFlagSet(flagsFrom(below))
	}
	return all
}

// misplaced returns the error about flags that were not understood. A flag of the commands below shows that their name
// is missing.
func misplaced(c *cobra.Command, err error) error {
	var stranger *pflag.NotExistError
	if isGroup(c) && errors.As(err, &stranger) && flagsFrom(c).Lookup(stranger.GetSpecifiedName()) != nil {
		return commandError{"--" + stranger.GetSpecifiedName() + " is a flag of a command, and no command is named"}
	}
	return mistake(c.Flags(), err)
}

// unknown returns the error about a word that names no command.
func unknown(c *cobra.Command, word string) error {
	var names []string
	for _, below := range c.Commands() {
		names = append(names, below.Name())
	}
	if like := plaintext.Nearest(names, word); like != "" {
		return commandError{fmt.Sprintf("unknown command %s, did you mean %q?", word, like)}
	}
	return commandError{"unknown command " + word}
}
