package respond

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// Medium carries the answer to one request, and breaks off where a fault wants that. The rows of package fault say what
// each ending is on each medium.
type Medium interface {
	// Follow makes the waits end when the channel is closed, because the rule that makes the request wait is gone.
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
	Begun  bool          // the header went out, and a part of the body
	Shut   time.Duration // how long a server is unreachable
}

// Ending is what ends an answer.
type Ending uint8

// The endings. All but whole end it before its time.
const (
	EndWhole       Ending = iota
	EndCut                // the body misses bytes
	EndReset              // the connection breaks
	EndDropped            // the connection is closed
	EndHung               // nothing follows until the client goes
	EndUnreachable        // the connection is closed, and there is no other for a time
	EndRefused            // as unreachable, before the server did anything with the request
)

// Stays waits until a time has passed or the wait is over, and reports whether neither the context nor the server has
// ended before.
func Stays(ctx context.Context, closing, over <-chan struct{}, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-over:
		return true
	case <-ctx.Done():
	case <-closing:
	}
	return false
}

// stepsASecond is how often a part of a throttled body goes out, where the rate allows it.
const stepsASecond = 10

// StepOf returns how many bytes of a throttled body go out at once, and the wait before them.
func StepOf(rate int) (size int, wait time.Duration) {
	size = max(1, rate/stepsASecond)
	return size, time.Duration(float64(size) / float64(rate) * float64(time.Second))
}

// LocalErrors are the errors of a client in the same process that gets no header.
var LocalErrors = map[Ending]error{
	EndReset:       &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", errnoReset)},
	EndDropped:     io.EOF,
	EndHung:        &net.OpError{Op: "read", Net: "tcp", Err: refusal.ErrClosed},
	EndUnreachable: io.EOF,
	EndRefused:     ErrUnreachable,
}

// ErrUnreachable is the error of dialing while a server is unreachable.
var ErrUnreachable = &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", errnoRefused)}
