package mockserver

import (
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// includes is a set of includes in lower case. The nil set is empty.
type includes []string

// allIncludes asks for everything. The side door reads rows with it.
var allIncludes = includes{"*"}

func (in includes) has(i tourney.Include) bool {
	return slices.Contains(in, strings.ToLower(string(i))) || slices.Contains(in, "*")
}

// listed returns a list of a row if the includes ask for it. A response shows it also when it has no items. A reader of
// the side door gets it as the row has it.
func listed[T any](in includes, i tourney.Include, list []T) []T {
	switch {
	case !in.has(i):
		return nil
	case list == nil && !slices.Contains(in, "*"):
		return []T{}
	}
	return list
}

// with returns the includes together with others. No name stands for all.
func (in includes) with(more []tourney.Include) includes {
	out := slices.Clone(in)
	for _, i := range more {
		if name := strings.ToLower(strings.TrimSpace(string(i))); name != "*" {
			out = append(out, name)
		}
	}
	return out
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

// meaningless returns the includes of a request that mean nothing, as X-Mock-Ignored names them.
func meaningless(op *contract.Operation, params *node.Node) (names []string) {
	list := params.Find("includes")
	if list == nil || op.Param("includes") == nil {
		return nil
	}
	service, _, _ := strings.Cut(op.ID, ".")
	for name := range strings.SplitSeq(list.Text, ",") {
		name = strings.TrimSpace(name)
		known := func(i tourney.Include) bool { return strings.EqualFold(string(i), name) }
		if name != "" && !slices.ContainsFunc(meaningful[service], known) {
			names = append(names, "includes="+strings.ToLower(plaintext.Excerpt(name, maxShown)))
		}
	}
	return names
}
