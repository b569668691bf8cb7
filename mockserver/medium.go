package mockserver

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"time"
)

// medium carries the answer to one request, and breaks off where a fault wants that. The rows of package fault say what
// each ending is on each medium.
type medium interface {
	// follow makes the waits end when the channel is closed, because the rule that makes the request wait is gone.
	follow(over <-chan struct{})
	// wait waits before there is an answer. It reports whether client and server are still there.
	wait(d time.Duration) bool
	// pause makes the client wait between the header and the body.
	pause(w http.ResponseWriter, d time.Duration)
	// send writes the body, at a number of bytes a second, or at once if that is 0.
	send(w http.ResponseWriter, body []byte, rate int)
	// end ends the answer. It may end the handler with a panic that net/http knows.
	end(w http.ResponseWriter, f finish)
}

// finish is how an answer ends.
type finish struct {
	ending ending
	begun  bool          // the header went out, and a part of the body
	shut   time.Duration // how long a server is unreachable
}

// ending is what ends an answer.
type ending uint8

// The endings. All but whole end it before its time.
const (
	whole       ending = iota
	cut                // the body misses bytes
	reset              // the connection breaks
	dropped            // the connection is closed
	hung               // nothing follows until the client goes
	unreachable        // the connection is closed, and there is no other for a time
	refused            // as unreachable, before the server did anything with the request
)

// stays waits until a time has passed or the wait is over, and reports whether neither the context nor the server has
// ended before.
func stays(ctx context.Context, closing, over <-chan struct{}, d time.Duration) bool {
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

// stepOf returns how many bytes of a throttled body go out at once, and the wait before them.
func stepOf(rate int) (size int, wait time.Duration) {
	size = max(1, rate/stepsASecond)
	return size, time.Duration(float64(size) / float64(rate) * float64(time.Second))
}

// localErrors are the errors of a client in the same process that gets no header.
var localErrors = map[ending]error{
	reset:       &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", errnoReset)},
	dropped:     io.EOF,
	hung:        &net.OpError{Op: "read", Net: "tcp", Err: errClosed},
	unreachable: io.EOF,
	refused:     errUnreachable,
}

// errUnreachable is the error of dialing while a server is unreachable.
var errUnreachable = &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", errnoRefused)}
