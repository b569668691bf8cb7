package mockserver

import (
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
)

// includes is a set of includes in lower case. The nil set is empty.
type includes []string

// allIncludes holds every include; the side door reads with it.
var allIncludes = includes{"*"}

func (in includes) has(i tourney.Include) bool {
	return slices.Contains(in, strings.ToLower(string(i))) || slices.Contains(in, "*")
}

func (in includes) with(more []tourney.Include) includes {
	out := slices.Clone(in)
	for _, i := range more {
		out = append(out, strings.ToLower(strings.TrimSpace(string(i))))
	}
	return out
}
