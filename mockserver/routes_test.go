package mockserver

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/contract"
)

// TestHandlersAreOperations holds the index of handlers to the contract, in both directions.
func TestHandlersAreOperations(t *testing.T) {
	var ids []string
	for _, op := range contract.Operations() {
		ids = append(ids, op.ID)
	}
	require.ElementsMatch(t, ids, slices.Collect(maps.Keys(handlers)))
}
