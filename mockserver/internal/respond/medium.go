package respond

import (
	"net/http"
	"time"
)

// Medium carries the answer to one request: a socket, or a response in the same process. It breaks the answer off where
// a fault demands that, and each medium implements each ending in its own way.
type Medium interface {
	// Follow ends the delays and hangs of the request when the channel is closed, because the rule was removed.
	Follow(over <-chan struct{})
	// Wait waits before there is an answer. It reports whether client and server are still there.
	Wait(d time.Duration) bool
	// Pause makes the client wait between the header and the body.
	Pause(w http.ResponseWriter, d time.Duration)
	// Send writes the body, at a number of bytes a second, or at once if that is 0.
	Send(w http.ResponseWriter, body []byte, rate int)
	// End ends the answer. It may end the handler with a panic that net/http knows.
	End(w http.ResponseWriter, f Finish)
}

// Finish is how an answer ends.
type Finish struct {
	Ending Ending
	Begun  bool          // the server has sent the header and a part of the body
	Shut   time.Duration // how long a server is unreachable
}

// Ending is what ends an answer.
type Ending uint8

// The endings. All but EndWhole end the answer early.
const (
	EndWhole       Ending = iota
	EndCut                // the body misses bytes
	EndReset              // the connection breaks
	EndDropped            // the connection is closed
	EndHung               // the server sends nothing more until the client goes
	EndUnreachable        // the connection is closed, and no new one is accepted for a time
	EndRefused            // as EndUnreachable, before the server did anything with the request
)
