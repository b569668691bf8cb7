package recording

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRingKeepsNothingElse: neither what the ring dropped nor the channels of waits that are over.
func TestRingKeepsNothingElse(t *testing.T) {
	r := NewRing[string](9, 10)
	added, err := r.wait(0)
	require.NoError(t, err)
	for range 3 {
		r.Add("a", 4) // wakes the wait once
	}
	<-added
	kept := 0
	for _, slot := range r.slots {
		kept += len(slot.Value)
	}
	require.Equal(t, 2, kept)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, r.Wait(ctx, 3), context.Canceled)
	require.Empty(t, r.waiting)
}
