package listen

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// noted is the client of a call. It counts how often its call was interrupted.
type noted struct {
	call        RunningCall
	interrupted int
}

func (n *noted) InterruptLocked() { n.interrupted++ }

// TestRunningCalls: Close interrupts the calls under way, each once, whichever calls left before.
func TestRunningCalls(t *testing.T) {
	const calls = 4
	for gone := range 1 << calls { // a bit for each call
		r := &Running{closing: make(chan struct{})}
		clients := make([]noted, calls)
		for i := range clients {
			require.True(t, r.Enter(&clients[i].call, &clients[i]))
		}
		for i := range clients {
			if gone&(1<<i) != 0 {
				r.Leave(&clients[i].call)
			}
		}
		r.StopAccepting()
		require.False(t, r.Enter(new(RunningCall), &noted{}))
		for i := range clients {
			stays := gone&(1<<i) == 0
			require.Equal(t, values.IfElse(stays, 1, 0), clients[i].interrupted, "%04b: %d", gone, i)
			if stays {
				r.Leave(&clients[i].call)
			}
		}
		require.True(t, r.Wait())
		require.Nil(t, r.calls)
	}
}
