// Package wait ends waits with a context: for a time, and for what knows no contexts, such as a pipe or a keyring.
package wait

import (
	"context"
	"math/rand/v2"
	"time"
)

// For returns what f returns, or the error of ctx if ctx ends first. Nothing ends f then: it goes on until it returns
// or the program ends.
func For[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return *new(T), ctx.Err()
	}
}

// Sleep waits for d. It returns the error of ctx if ctx ends first.
func Sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Briefly waits for 50 to 100 ms before a program looks again at what another one does. It returns the error of ctx if
// ctx ends first.
func Briefly(ctx context.Context) error {
	return Sleep(ctx, 50*time.Millisecond+rand.N(50*time.Millisecond)) //nolint:gosec // jitter, not a secret
}
