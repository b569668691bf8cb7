package transport

import (
	"context"
	"io"
	"net/http"
	"runtime"
	"time"
)

// drainTime is the least time that the retry loop has to read the rest of an answer that another attempt replaces, and
// the time that await gives a function after the end of its context.
const drainTime = 100 * time.Millisecond

// end is the way in which a function that await ran has ended.
type end[T any] struct {
	value    T
	panicked any
	returned bool // neither a panic nor runtime.Goexit ended the function
}

// await runs a function of the user's transport, which may ignore the end of ctx. When the function returns, panics or
// ends its goroutine, await does the same. If the function still runs drainTime after the end of ctx, await returns a
// channel that gets the function's end.
func await[T any](ctx context.Context, f func() T) (value T, late <-chan end[T]) {
	done := make(chan end[T], 1)
	go func() {
		var e end[T]
		defer func() { e.panicked = recover(); done <- e }()
		e.value = f()
		e.returned = true
	}()
	var tooLong <-chan time.Time
	for over := ctx.Done(); ; {
		select {
		case e := <-done:
			switch {
			case e.panicked != nil:
				panic(e.panicked)
			case !e.returned:
				runtime.Goexit()
			}
			return e.value, nil
		case <-over:
			over, tooLong = nil, time.After(drainTime)
		case <-tooLong:
			return value, done
		}
	}
}

// userTransport is a user's transport, which may ignore the end of an attempt.
type userTransport struct {
	http.RoundTripper
	left *bool // set when the transport ignored the end of an attempt, and may still send
}

// RoundTrip returns at most drainTime after the end of the request's context. It closes an answer that comes later.
func (f userTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	type response struct {
		*http.Response
		err error
	}
	got, late := await(req.Context(), func() (r response) {
		r.Response, r.err = f.RoundTripper.RoundTrip(req) //nolint:bodyclose // the caller closes it
		return r
	})
	if *f.left = late != nil; *f.left {
		go func() { closeAnswer(req.Context(), (<-late).value.Response) }() //nolint:contextcheck // it has ended
		return nil, req.Context().Err()
	}
	return got.Response, got.err
}

// userBody is a body of a user's transport, which may ignore the end of ctx.
type userBody struct {
	io.ReadCloser
	ctx   context.Context
	until time.Time // when reading ends after ctx has ended; zero until a Read finds that ctx has ended
}

// Read does not hand p to the user's body but other memory, because a Read of that body that ignores the end of ctx may
// write to its memory at any later time.
func (b *userBody) Read(p []byte) (int, error) {
	if b.ctx.Err() != nil && b.until.IsZero() {
		b.until = time.Now().Add(drainTime)
	}
	if !b.until.IsZero() && !time.Now().Before(b.until) {
		return 0, b.ctx.Err()
	}
	own := make([]byte, min(len(p), 32<<10))
	got, late := await(b.ctx, func() (r struct {
		n   int
		err error
	}) {
		r.n, r.err = b.ReadCloser.Read(own)
		return r
	})
	if late != nil {
		b.until = time.Now()
		return 0, b.ctx.Err()
	}
	return copy(p, own[:got.n]), got.err
}

// Close returns nil when the body is still closing after the end of ctx.
func (b *userBody) Close() error {
	err, _ := await(b.ctx, b.ReadCloser.Close)
	return err
}

// closeAnswer closes an answer that is not read.
func closeAnswer(ctx context.Context, res *http.Response) {
	if res != nil && res.Body != nil {
		_ = (&userBody{ReadCloser: res.Body, ctx: ctx}).Close()
	}
}
