package respond

import (
	"net/http"
	"time"
)

// Medium carries the answer to one request: a socket, or a response in the same process. If a fault demands it, the
// medium ends the answer early. Each medium implements every Ending in its own way.
type Medium interface {
	// Follow makes the delays and hangs of the request end when the channel is closed. The channel is closed when the
	// rule that caused them is removed.
	Follow(over <-chan struct{})
	// Wait delays the request before it has an answer. It returns false if the client has gone or the server has
	// stopped.
	Wait(d time.Duration) bool
	// Pause makes the client wait between the header and the body.
	Pause(w http.ResponseWriter, d time.Duration)
	// Send writes the body at rate bytes a second, or at once if rate is 0.
	Send(w http.ResponseWriter, body []byte, rate int)
	// End ends the answer. It may end the handler by the panic http.ErrAbortHandler, which net/http recovers.
	End(w http.ResponseWriter, f Finish)
}

// Finish describes how an answer ends.
type Finish struct {
	Ending Ending
	Begun  bool          // the server has sent the header and a part of the body
	Shut   time.Duration // how long the server is unreachable; used by EndUnreachable and EndRefused
}

// Ending is the way in which an answer ends.
type Ending uint8

// The endings. All but EndWhole end the answer early.
const (
	EndWhole       Ending = iota
	EndCut                // the body misses bytes
	EndReset              // the connection breaks
	EndDropped            // the connection is closed
	EndHung               // the server sends nothing more until the client goes
	EndUnreachable        // the connection is closed, and no new one is accepted for a time
	EndRefused            // like EndUnreachable, but the server has done nothing with the request
)
