package command

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tourney-go/tourney/internal/plaintext"
)

// ofNetworks reports whether Kubernetes or Docker has set a variable. In every container they set variables next to a
// service whose name is that of the program or begins with it, such as mockserver-admin. The value of a variable with
// PORT in its name is the address of a port, such as tcp://10.0.0.7:8080.
func (p *Program) ofNetworks(variable string) bool {
	return regexp.MustCompile(`^` + p.Variables + `(\w+_)?(SERVICE_(HOST|PORT)(_\w+)?=|NAME=/|ENV_\w+=|` +
		`PORT(_[0-9]+_(TCP|UDP|SCTP))?=(tcp|udp|sctp)://|PORT_[0-9]+_(TCP|UDP|SCTP)_(ADDR|PORT|PROTO)(_\w+)?=)`).
		MatchString(variable)
}

// environment has the values of the variables that may set flags, by the names of the variables.
type environment map[string]string

// environmentOf returns the variables that may set flags. It ignores an empty variable, because a container cannot
// remove a variable of its image.
func (p *Program) environmentOf(all []string) environment {
	found := environment{}
	for _, variable := range all {
		name, value, _ := strings.Cut(variable, "=")
		if runtime.GOOS == "windows" { // where the letter case of names of variables does not matter
			name = strings.ToUpper(name)
		}
		if strings.HasPrefix(name, p.Variables) && value != "" {
			found[name] = value
		}
	}
	return found
}

// set sets the flags of a command from their variables, except flags that the arguments outrank.
func (e environment) set(flags *pflag.FlagSet) error {
	var problems []error
	flags.VisitAll(func(flag *pflag.Flag) {
		f, ok := flag.Value.(*Flag)
		if ok && !f.outranked() && !f.Unbound && e[f.variable()] != "" {
			problems = append(problems, f.setFrom(e[f.variable()]))
		}
	})
	return errors.Join(problems...)
}

// check refuses misspelled variables. It warns of other variables that set no flag of a command or of its subcommands,
// because a variable can belong to another product.
func (p *Program) check(e environment, all *cobra.Command, warnings io.Writer) error {
	known := variablesOf(all)
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(e)) {
		short := strings.TrimPrefix(name, p.Variables)
		if slices.Contains(known, short) || p.ofNetworks(name+"="+e[name]) {
			continue
		}
		if like := plaintext.Mistyped(known, short); like != "" {
			problems = append(problems, fmt.Errorf("there is no variable %s: the nearest is %s", name, p.Variables+like))
		} else if p.Example != "" {
			fmt.Fprintf(warnings, "%s: the variable %s is ignored: each stands for a flag, such as %s%s for --%s\n", p.Name,
				name, p.Variables, strings.ToUpper(p.Example), p.Example)
		}
	}
	return errors.Join(problems...)
}

// variablesOf returns the names of the variables of a command and of its subcommands without their prefix, sorted.
func variablesOf(command *cobra.Command) (names []string) {
	command.Flags().VisitAll(func(flag *pflag.Flag) {
		if f, ok := flag.Value.(*Flag); ok && !f.Unbound {
			names = append(names, strings.TrimPrefix(f.variable(), f.variables))
		}
	})
	for _, below := range command.Commands() {
		names = append(names, variablesOf(below)...)
	}
	return slices.Compact(slices.Sorted(slices.Values(names)))
}
