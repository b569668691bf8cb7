package wire

import (
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// Includes is a set of includes, each with its bit in includeBits.
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

// AllIncludes asks for everything. The methods of a World read rows with it. No request can name it.
const AllIncludes Includes = 1 << 63

func (in Includes) Has(i tourney.Include) bool {
	return in == AllIncludes || in&includeBits[string(i)] != 0
}

// Listed returns a list of a row if the includes ask for it. A response shows it also when it has no items. A reader of
// a World shows it as the row has it.
func Listed[T any](in Includes, i tourney.Include, list []T) []T {
	switch {
	case !in.Has(i):
		return nil
	case list == nil && in != AllIncludes:
		return []T{}
	}
	return list
}

// With returns the includes together with others. Other names mean nothing.
func (in Includes) With(more []tourney.Include) Includes {
	for _, i := range more {
		in |= includeBits[strings.ToLower(strings.TrimSpace(string(i)))]
	}
	return in
}

// meaningful are the includes that mean something, by service (assumption includes).
var meaningful = map[string][]tourney.Include{
	"Teams": {
		tourney.IncludePlayers, tourney.IncludeCoaches, tourney.IncludePools, tourney.IncludeSeason,
	},
	"Divisions": {
		tourney.IncludeAssets, tourney.IncludeBrackets, tourney.IncludePrices, tourney.IncludeReports,
		tourney.IncludeResults, tourney.IncludeSettings, tourney.IncludeTeams,
	},
	"Players": {tourney.IncludeProfile, tourney.IncludeTeams, tourney.IncludeStatistics},
	"Games":   {tourney.IncludeSeason},
}

// Meaningless returns the includes of a request that mean nothing, as X-Mock-Ignored names them.
func Meaningless(op *contract.Operation, params *node.Node) (names []string) {
	list := params.Find("includes")
	if list == nil || op.Param("includes") == nil {
		return nil
	}
	service, _, _ := strings.Cut(op.ID, ".")
	for name := range strings.SplitSeq(list.Text, ",") {
		name = strings.TrimSpace(name)
		known := func(i tourney.Include) bool { return strings.EqualFold(string(i), name) }
		if name != "" && !slices.ContainsFunc(meaningful[service], known) {
			names = append(names, "includes="+strings.ToLower(plaintext.Excerpt(name, redact.MaxShown)))
		}
	}
	return names
}
