package recording

import (
	"context"
	"errors"
)

// ErrRingClosed is the error that Wait returns after Close.
var ErrRingClosed = errors.New("closed")

// Wait waits until an entry with a number greater than number has been added, even if the entry has been dropped
// since. It returns the context's error if the context ends first, and ErrRingClosed if the ring was closed before the
// call.
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

// wait returns a channel that is closed by the next entry or by Close. It returns nil if the entry was already added.
func (r *Ring[T]) wait(number int64) (chan struct{}, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.number > number {
		return nil, nil //nolint:nilnil // the entry was added already
	}
	if r.closed {
		return nil, ErrRingClosed
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

// Close makes every present and later Wait return.
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
