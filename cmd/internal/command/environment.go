package command

import (
	"errors"
	"fmt"
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

// check refuses variables that set no flag of a command or of its subcommands, such as misspelled variables.
func (p *Program) check(e environment, all *cobra.Command) error {
	known := variablesOf(all)
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(e)) {
		if !slices.Contains(known, strings.TrimPrefix(name, p.Variables)) && !p.ofNetworks(name+"="+e[name]) {
			problems = append(problems, p.noVariable(known, name))
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

// noVariable returns the error for a variable that sets no flag, nil if the variable may belong to another program.
func (p *Program) noVariable(known []string, name string) error {
	short := strings.TrimPrefix(name, p.Variables)
	like := plaintext.Nearest(known, short)
	switch {
	case like != "" && (p.Example != "" || max(len(like)-len(short), len(short)-len(like)) <= 1):
		return fmt.Errorf("there is no variable %s: the nearest is %s", name, p.Variables+like)
	case p.Example == "":
		return nil
	}
	return fmt.Errorf("there is no variable %s: each stands for a flag, such as %s%s for --%s", name, p.Variables,
		strings.ToUpper(p.Example), p.Example)
}
