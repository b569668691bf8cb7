package wire

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/contract"
)

// TestKindsOfHostsAreBounded: a test with many profiles leaves nothing behind, and the kinds used last stay.
func TestKindsOfHostsAreBounded(t *testing.T) {
	soccer := HostKind{Variant: contract.Variants()[0]}
	first := EncodersFor(soccer)
	for i := range 2 * maxHostKinds {
		league := *soccer.Variant
		league.Name = "league " + strconv.Itoa(i)
		EncodersFor(HostKind{Variant: &league})
		require.Same(t, first, EncodersFor(soccer))
	}
	require.Len(t, knownKinds.list, maxHostKinds)
}
