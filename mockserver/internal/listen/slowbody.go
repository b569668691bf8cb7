package listen

import (
	"bytes"
	"context"
	"io"
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/respond"
)

// slowBody is the body of a response in the same process that a fault slows down or breaks off. It waits in the
// goroutine of its reader.
type slowBody struct {
	*bytes.Reader
	ctx     context.Context //nolint:containedctx // of the request; Close ends it
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
		step, pause := respond.StepOf(b.rate)
		wait, size = wait+pause, min(size, step)
	}
	if wait > 0 && !respond.Stays(b.ctx, b.closing, b.over, wait) {
		return 0, b.gone()
	}
	if b.Len() == 0 {
		return 0, b.last()
	}
	return b.Reader.Read(p[:size])
}

// last returns the error after the last byte.
func (b *slowBody) last() error {
	switch b.ending {
	case respond.EndWhole:
		return io.EOF
	case respond.EndReset:
		return respond.LocalErrors[respond.EndReset]
	case respond.EndHung:
		select {
		case <-b.over:
		case <-b.ctx.Done():
		case <-b.closing:
		}
		return b.gone()
	}
	return io.ErrUnexpectedEOF
}

// gone returns the error of a body whose client or server has ended.
func (b *slowBody) gone() error {
	if err := b.ctx.Err(); err != nil {
		return err
	}
	return respond.LocalErrors[respond.EndHung]
}

// Close ends the body.
func (b *slowBody) Close() error {
	b.cancel()
	return nil
}
