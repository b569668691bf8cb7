package main

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/kong"

	"github.com/tourney-go/tourney/internal/nearest"
)

// variables begins the names of the variables that stand for flags.
const variables = "MOCKSERVER_"

// ofNetworks are the variables that Kubernetes and Docker give every container beside a service named mockserver. Those
// with the name of a port have the address of one, such as tcp://10.0.0.7:8080.
var ofNetworks = sync.OnceValue(func() *regexp.Regexp { // compiled late, because most starts do not need it
	return regexp.MustCompile(`^MOCKSERVER_(SERVICE_(HOST|PORT)(_\w+)?=|NAME=/|ENV_\w+=|` +
		`PORT(_[0-9]+_(TCP|UDP|SCTP))?=(tcp|udp|sctp)://|PORT_[0-9]+_(TCP|UDP|SCTP)_(ADDR|PORT|PROTO)(_\w+)?=)`)
})

// noneUnknown refuses variables that stand for no flag of any command, such as misspelled ones. Kong ignores them.
func noneUnknown(all *kong.Node, environment []string) error {
	known := map[string]*kong.Flag{}
	collectVariables(all, known)
	var problems []error
	for _, variable := range environment {
		name, _, _ := strings.Cut(variable, "=")
		if runtime.GOOS == "windows" { // where names of variables have no letter case
			name = strings.ToUpper(name)
		}
		if strings.HasPrefix(name, variables) && known[name] == nil && !ofNetworks().MatchString(variable) {
			problems = append(problems, noVariable(known, name))
		}
	}
	return errors.Join(problems...)
}

// collectVariables adds the flags of a command and of those below it, by their variables.
func collectVariables(of *kong.Node, known map[string]*kong.Flag) {
	for _, flag := range of.Flags {
		for _, name := range flag.Envs {
			known[name] = flag
		}
	}
	for _, child := range of.Children {
		collectVariables(child, known)
	}
}

// noVariable returns the error for a variable that stands for no flag. A flag such as --no-admin has none.
func noVariable(known map[string]*kong.Flag, name string) error {
	short := strings.TrimPrefix(name, variables)
	positive := variables + strings.TrimPrefix(short, "NO_")
	if flag := known[positive]; flag != nil && flag.Tag.Negatable != "" {
		return fmt.Errorf("there is no variable %s: %s=false stands for --no-%s", name, positive, flag.Name)
	}
	var names []string
	for _, known := range slices.Sorted(maps.Keys(known)) {
		names = append(names, strings.TrimPrefix(known, variables))
	}
	if like := nearest.Of(names, short); like != "" {
		return fmt.Errorf("there is no variable %s: the nearest is %s", name, variables+like)
	}
	return fmt.Errorf("there is no variable %s: each stands for a flag, such as %sLISTEN for --listen", name, variables)
}
