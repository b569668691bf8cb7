package views

import (
	"strings"

	"github.com/tourney-go/tourney"
)

// Includes is a set of includes. includeBits has the bit of each include.
type Includes uint64

// includeBits are the bits of the names of includes, as they are spelled and in lower case.
var includeBits = bitsOf(
	tourney.IncludePlayers, tourney.IncludeCoaches, tourney.IncludePools, tourney.IncludeSeason, tourney.IncludeAssets,
	tourney.IncludeBrackets, tourney.IncludePrices, tourney.IncludeReports, tourney.IncludeResults,
	tourney.IncludeSettings, tourney.IncludeTeams, tourney.IncludeProfile, tourney.IncludeStatistics,
)

func bitsOf(names ...tourney.Include) map[string]Includes {
	bits := map[string]Includes{}
	for i, name := range names {
		bits[string(name)], bits[strings.ToLower(string(name))] = 1<<i, 1<<i
	}
	return bits
}

// All stands for all parts of a row. It is for callers inside the mock; no request can contain it.
const All Includes = 1 << 63

// Has reports whether the includes contain one include.
func (in Includes) Has(i tourney.Include) bool {
	return in == All || in&includeBits[string(i)] != 0
}

// Listed returns a list of a row if the includes ask for it. A response shows the requested list even if the list has
// no items. With All, Listed returns the list of the row unchanged.
func Listed[T any](in Includes, i tourney.Include, list []T) []T {
	switch {
	case !in.Has(i):
		return nil
	case list == nil && in != All:
		return []T{}
	}
	return list
}

// With returns a set that also contains the includes in more. It ignores unknown names.
func (in Includes) With(more []tourney.Include) Includes {
	for _, i := range more {
		in |= includeBits[strings.ToLower(strings.TrimSpace(string(i)))]
	}
	return in
}
