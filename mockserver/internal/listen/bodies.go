package listen

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"

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

// localStream is the body of a response in the same process that the server sends bit by bit. A goroutine writes it
// until the client closes it, the request's context ends or the server closes.
type localStream struct {
	*io.PipeReader

	cancel context.CancelFunc // ends the writing
	call   RunningCall
	to     *io.PipeWriter
}

// newLocalStream begins to write a body with the function write, whose error the client gets after the last byte.
// Closing the server waits until the writing has ended.
func newLocalStream(
	ctx context.Context, running *Running, write func(ctx context.Context, w io.Writer) error,
) (*localStream, error) {
	b := &localStream{}
	b.PipeReader, b.to = io.Pipe()
	if !running.Enter(&b.call, b) {
		return nil, localErrors[respond.EndHung]
	}
	ctx, b.cancel = context.WithCancel(ctx)
	stop := context.AfterFunc(ctx, func() { _ = b.to.CloseWithError(ctx.Err()) })
	go func() {
		defer running.Leave(&b.call)
		defer b.cancel()
		err := write(ctx, b.to)
		stop()
		_ = b.to.CloseWithError(err)
	}()
	return b, nil
}

// InterruptLocked ends the wait for a client that does not read.
func (b *localStream) InterruptLocked() { _ = b.to.CloseWithError(localErrors[respond.EndHung]) }

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
