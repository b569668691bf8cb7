package listen

import (
	"context"
	"io"
	"net"

	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// localStream is the body of a response in the same process that comes bit by bit. A goroutine writes it until the
// client closes it, the request's context ends or the server closes.
type localStream struct {
	*io.PipeReader

	ctx     context.Context //nolint:containedctx // of the request; Close ends it
	cancel  context.CancelFunc
	running *Running
	call    RunningCall
	to      *io.PipeWriter
	write   func(ctx context.Context, w io.Writer)
}

func newLocalStream(
	ctx context.Context, r *Running, write func(ctx context.Context, w io.Writer),
) *localStream {
	b := &localStream{running: r, write: write}
	b.ctx, b.cancel = context.WithCancel(ctx)
	b.PipeReader, b.to = io.Pipe()
	return b
}

// start begins to write the body. Close of the server waits for its end.
func (b *localStream) start() error {
	if !b.running.Enter(&b.call, b) {
		b.cancel()
		return &net.OpError{Op: "read", Net: "tcp", Err: refusal.ErrClosed}
	}
	stop := context.AfterFunc(b.ctx, func() { _ = b.to.CloseWithError(context.Cause(b.ctx)) })
	go func() {
		defer b.running.Leave(&b.call)
		defer b.cancel()
		b.write(b.ctx, b.to)
		stop()
		if b.running.IsClosed() {
			_ = b.to.CloseWithError(refusal.ErrClosed) // the client must not take the part for the whole
		}
		_ = b.to.Close()
	}()
	return nil
}

// InterruptLocked ends the wait for a client that does not read.
func (b *localStream) InterruptLocked() { _ = b.to.CloseWithError(refusal.ErrClosed) }

// Close ends the body.
func (b *localStream) Close() error {
	b.cancel()
	return b.PipeReader.Close()
}
