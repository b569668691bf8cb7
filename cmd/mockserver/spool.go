package main

import (
	"bytes"
	"context"
	"io"
	"sync"
	"time"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

// maxSpooled bounds the bytes that wait for a reader: some 30,000 lines of the log.
const maxSpooled = 4 << 20

// flushTime is how long the end of the program waits for a reader.
const flushTime = time.Second

// spool writes lines in order. Write never waits, so that no request waits for a slow reader of the output. If more
// than maxSpooled bytes would wait, spool drops new lines until it has written the waiting ones. It prints how many
// lines it dropped.
type spool struct {
	to   io.Writer
	tell func(w io.Writer, dropped int)
	done chan struct{} // closed when everything is written

	mu      sync.Mutex
	more    sync.Cond
	waiting []byte
	dropped int // how many lines were dropped after the waiting lines
	closed  bool
}

func newSpool(to io.Writer, tell func(w io.Writer, dropped int)) *spool {
	s := &spool{to: to, tell: tell, done: make(chan struct{})}
	s.more.L = &s.mu
	go s.run()
	return s
}

// Write adds a line. It returns no error, because the line is not written yet.
func (s *spool) Write(line []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.waiting) > 0 && (s.dropped > 0 || len(s.waiting)+len(line) > maxSpooled) {
		s.dropped++
	} else {
		s.waiting = append(s.waiting, line...)
	}
	s.more.Signal()
	return len(line), nil
}

// run writes until the spool is closed and empty. It drops errors, because nobody could read them.
func (s *spool) run() {
	defer close(s.done)
	for {
		s.mu.Lock()
		for len(s.waiting) == 0 && !s.closed {
			s.more.Wait()
		}
		lines, dropped := bytes.NewBuffer(s.waiting), s.dropped
		s.waiting, s.dropped = nil, 0
		s.mu.Unlock()
		if lines.Len() == 0 {
			return
		}
		if dropped > 0 {
			s.tell(lines, dropped)
		}
		_, _ = s.to.Write(lines.Bytes())
	}
}

// close waits until everything is written, or ctx is done.
func (s *spool) close(ctx context.Context) {
	s.mu.Lock()
	s.closed = true
	s.more.Signal()
	s.mu.Unlock()
	select {
	case <-s.done:
	case <-ctx.Done():
	}
}

// spooled returns a terminal whose writers never wait, and a function that ends the terminal.
func (f *serveFlags) spooled(ctx context.Context, to command.Terminal) (waitless command.Terminal, end func()) {
	tell := func(w io.Writer, dropped int) {
		warnings := f.warnings(command.Terminal{Errs: w}, newLog(f.Log, w))
		warnings.Printf("%d lines of the log were dropped: nobody read them", dropped)
	}
	out, errs := newSpool(to.Out, tell), newSpool(to.Errs, tell)
	return command.Terminal{Out: out, Errs: errs}, func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTime)
		defer cancel()
		out.close(ctx)
		errs.close(ctx)
	}
}
