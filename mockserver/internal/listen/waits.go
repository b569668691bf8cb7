package listen

import (
	"context"
	"time"
)

// waits makes the delays and hangs of a request, over a socket as in the same process.
type waits struct {
	ctx     context.Context //nolint:containedctx // of one request
	closing <-chan struct{} // closed when the server begins to close
	over    <-chan struct{} // closed when the rule that makes the request wait is removed; nil without such a rule
}

// stays waits for the duration d, or until the rule is removed. It returns false if the context ends or the server
// closes first.
func (w waits) stays(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-w.over:
		return true
	case <-w.ctx.Done():
	case <-w.closing:
	}
	return false
}

// hang waits until the rule is removed, the context ends or the server closes.
func (w waits) hang() {
	select {
	case <-w.over:
	case <-w.ctx.Done():
	case <-w.closing:
	}
}

// stepsASecond is how many parts of a throttled body the server sends in a second. At very low rates it sends fewer.
const stepsASecond = 10

// drip writes a body at rate bytes a second, with a wait before each part, or at once if rate is 0. It returns false if
// wait or write returned false.
func drip(body []byte, rate int, wait func(d time.Duration) bool, write func(part []byte) bool) bool {
	size, pause := len(body), time.Duration(0)
	if rate > 0 {
		size = max(1, rate/stepsASecond)
		pause = time.Duration(float64(size) / float64(rate) * float64(time.Second))
	}
	for len(body) > 0 {
		n := min(size, len(body))
		if rate > 0 && !wait(pause) || !write(body[:n]) {
			return false
		}
		body = body[n:]
	}
	return true
}
