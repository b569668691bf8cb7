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

// MeaninglessIncludes returns the includes of a request that mean nothing, as X-Mock-Ignored names them.
func MeaninglessIncludes(op *contract.Operation, params *node.Node) (names []string) {
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
