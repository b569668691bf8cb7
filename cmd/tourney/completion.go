package main

import (
	"context"
	"fmt"
	"io"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

// completion is the command completion.
type completion struct{ shell string }

// Declare declares the argument.
func (c *completion) Declare(p *command.Parameters) {
	p.Argument(&c.shell, "shell", "bash, zsh, fish or powershell.", "bash", "zsh", "fish", "powershell")
}

// wordsOfBash defines what the script of cobra calls from the package bash-completion, for a bash without the package.
// Like the package, it joins the words that bash separates at = and :, as in --status=active.
const wordsOfBash = `
if ! declare -F _get_comp_words_by_ref >/dev/null; then
    _get_comp_words_by_ref() {
        local i joins=
        words=() cword=-1
        for ((i = 0; i <= COMP_CWORD; i++)); do
            if ((i > 1)) && [[ $joins || ${COMP_WORDS[i]} == [=:]* ]]; then
                words[cword]+=${COMP_WORDS[i]}
            else
                words[++cword]=${COMP_WORDS[i]}
            fi
            joins=
            [[ ${COMP_WORDS[i]} == [=:] ]] && joins=yes
        done
        cur=${words[cword]} prev=${words[cword > 0 ? cword - 1 : 0]}
    }
fi
`

// Run prints the script that makes a shell ask the program for commands, flags and values.
func (c *completion) Run(_ context.Context, to command.Terminal) error {
	root := newProgram().Root()
	switch c.shell {
	case "bash":
		if _, err := io.WriteString(to.Bytes, wordsOfBash); err != nil {
			return err
		}
		return root.GenBashCompletionV2(to.Bytes, true)
	case "zsh":
		return root.GenZshCompletion(to.Bytes)
	case "fish":
		return root.GenFishCompletion(to.Bytes, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(to.Bytes)
	}
	return command.Usage(fmt.Errorf("no shell %q: expected one of bash, zsh, fish, powershell", c.shell))
}
