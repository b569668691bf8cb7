package listen

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/respond"
)

// LocalBody is the body of a request in the same process, without a socket. It notes whether a read failed.
type LocalBody struct {
	io.ReadCloser
	Broke   bool
	running *Running
	Call    RunningCall
}

// InterruptLocked ends the wait for a client that does not send.
func (b *LocalBody) InterruptLocked() { b.running.closeLocked(b) }

// LocalRequest returns a copy of a request for the server to read, and the body of the copy.
func (r *Running) LocalRequest(req *http.Request) (*http.Request, *LocalBody) {
	body := &LocalBody{ReadCloser: req.Body, running: r}
	if req.Body == nil {
		body.ReadCloser = http.NoBody
	}
	served := req.WithContext(req.Context())
	served.Body = body
	if req.Method == "" { // the empty method of a client request means GET
		served.Method = http.MethodGet
	}
	return served, body
}

// Read reads the body.
func (b *LocalBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.Broke = b.Broke || err != nil && !errors.Is(err, io.EOF)
	return n, err
}

// slowBody is the body of a response in the same process that a fault slows down or breaks off. The goroutine that
// reads the body also does the waiting.
type slowBody struct {
	*bytes.Reader
	ctx     context.Context //nolint:containedctx // the context of the request; Close ends this context
	cancel  context.CancelFunc
	closing <-chan struct{}
	before  time.Duration // wait before the first byte
	rate    int           // bytes a second; 0 for no limit
	ending  respond.Ending
	over    <-chan struct{}
}

// Read reads a part of the body.
func (b *slowBody) Read(p []byte) (int, error) {
	wait, size := b.before, len(p)
	b.before = 0
	if b.rate > 0 && b.Len() > 0 {
		step, pause := stepOf(b.rate)
		wait, size = wait+pause, min(size, step)
	}
	if wait > 0 && !stays(b.ctx, b.closing, b.over, wait) {
		return 0, b.gone()
	}
	if b.Len() == 0 {
		return 0, b.last()
	}
	return b.Reader.Read(p[:size])
}

// last returns the error that Read returns after the last byte.
func (b *slowBody) last() error {
	switch b.ending {
	case respond.EndWhole:
		return io.EOF
	case respond.EndReset:
		return localErrors[respond.EndReset]
	case respond.EndHung:
		hang(b.ctx, b.closing, b.over)
		return b.gone()
	}
	return io.ErrUnexpectedEOF
}

// gone returns the error of a read after the client went away or the server closed.
func (b *slowBody) gone() error {
	if err := b.ctx.Err(); err != nil {
		return err
	}
	return localErrors[respond.EndHung]
}

// Close ends the body.
func (b *slowBody) Close() error {
	b.cancel()
	return nil
}

// localStream is the body of a response in the same process that the server sends bit by bit. A goroutine writes it
// until the client closes it, the request's context ends or the server closes.
type localStream struct {
	*io.PipeReader

	ctx     context.Context //nolint:containedctx // the context of the request; Close ends this context
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

// start begins to write the body. Closing the server waits until the writing has ended.
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
			_ = b.to.CloseWithError(refusal.ErrClosed) // the client must not believe that the body is complete
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

// localErrors are the errors that a client in the same process gets if the answer ends before its header.
var localErrors = map[respond.Ending]error{
	respond.EndReset:       &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", errnoReset)},
	respond.EndDropped:     io.EOF,
	respond.EndHung:        &net.OpError{Op: "read", Net: "tcp", Err: refusal.ErrClosed},
	respond.EndUnreachable: io.EOF,
	respond.EndRefused:     ErrUnreachable,
}

// ErrUnreachable is the error of dialing while a server is unreachable.
var ErrUnreachable = &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", errnoRefused)}
