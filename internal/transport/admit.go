package transport

import (
	"context"

	"github.com/tourney-go/tourney/observe"
)

// admit waits for keys, a slot and the rate limit, in this order. A login is a request that needs a slot, so admit
// waits for keys before it takes a slot. The limiter comes last, so that the attempt uses the limiter's permission at
// once.
func (x *exchange) admit(ctx context.Context) (release func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, &finalError{observe.ErrorNone, err} // the user's transport might not report that it sent nothing
	}
	if err := x.awaitKeys(ctx); err != nil {
		return nil, err
	}
	if release, err = x.awaitSlot(ctx); err != nil || x.config.Limiter == nil {
		return release, err
	}
	giveBack := release // gives the slot back after an error or a panic of the limiter
	defer func() {
		if giveBack != nil {
			giveBack()
		}
	}()
	if err = x.awaitLimiter(ctx); err != nil {
		return nil, err
	}
	giveBack = nil
	return release, nil
}

func (x *exchange) awaitLimiter(ctx context.Context) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	within, begun := x.observed.waitStart(ctx, observe.WaitRateLimit)
	err := ErrPanicked // until the limiter returns
	defer func() { x.observed.waitEnd(within, begun, observe.WaitRateLimit, err) }()
	if err = x.config.Limiter.Wait(within); err != nil {
		err = &finalError{observe.ErrorLimiter, err}
	}
	return err
}

// awaitSlot takes a slot, and waits when none is free. When a slot is free at once, the function release is the only
// allocation.
func (x *exchange) awaitSlot(ctx context.Context) (release func(), err error) {
	slots := x.config.Slots
	if slots == nil {
		return func() {}, nil
	}
	select {
	case slots <- struct{}{}:
		return slots.release, nil
	default:
		return x.queueForSlot(ctx, slots)
	}
}

// queueForSlot waits for a slot. If an observer ends the goroutine, as runtime.Goexit does, queueForSlot gives the slot
// back.
func (x *exchange) queueForSlot(ctx context.Context, slots Slots) (release func(), err error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	within, begun := x.observed.waitStart(ctx, observe.WaitSlot)
	taken, reported := false, false
	defer func() {
		if taken && !reported {
			slots.release()
		}
	}()
	select {
	case slots <- struct{}{}:
		taken = true
	case <-ctx.Done():
		err = &finalError{observe.ErrorNone, ctx.Err()}
	}
	x.observed.waitEnd(within, begun, observe.WaitSlot, err)
	reported = true
	if err != nil {
		return nil, err
	}
	return slots.release, nil
}
