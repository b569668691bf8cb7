package ring

import (
	"context"
	"errors"
)

// ErrClosed is the error of Wait after Close.
var ErrClosed = errors.New("closed")

// Wait waits until an entry was added whose number is greater than a number. It returns the error of the context, or
// ErrClosed. An entry that was added and already dropped ends the wait too.
//
// The channel of a wait belongs to the goroutine that waits, so that Wait works in a bubble of testing/synctest.
func (r *Ring[T]) Wait(ctx context.Context, number int64) error {
	added, err := r.wait(number)
	if added == nil {
		return err
	}
	defer r.stopWaiting(added)
	select {
	case <-added:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// wait returns a channel that the next entry or Close closes. It returns nil when there is nothing to wait for.
func (r *Ring[T]) wait(number int64) (chan struct{}, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.number > number {
		return nil, nil //nolint:nilnil // the entry is there
	}
	if r.closed {
		return nil, ErrClosed
	}
	added := make(chan struct{})
	r.waiting[added] = struct{}{}
	return added, nil
}

func (r *Ring[T]) stopWaiting(added chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.waiting, added)
}

// Close ends every Wait.
func (r *Ring[T]) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	r.wakeLocked()
}

func (r *Ring[T]) wakeLocked() {
	for added := range r.waiting {
		close(added)
	}
	clear(r.waiting)
}
