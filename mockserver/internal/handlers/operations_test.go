package handlers

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/contract"
)

// TestHandlersAreOperations compares the handlers with the contract, in both directions.
func TestHandlersAreOperations(t *testing.T) {
	var ids []string
	for _, op := range contract.Operations() {
		ids = append(ids, op.ID)
	}
	require.ElementsMatch(t, ids, slices.Collect(maps.Keys(handlers)))
}
