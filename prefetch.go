package tourney

import (
	"context"
	"errors"
	"sync"
)

// fetched is the result of fetching one page.
type fetched[T any] struct {
	page     Page[T]
	bad      *BadRowsError // rows of the page that SkipBadRows left out; nil when there are none
	err      error
	response Response
	raw      []byte
	panicked any // value of a panic in the caller's transport, limiter or signer
}

// prefetching holds the pages that one range over a listing fetches ahead.
type prefetching[T any] struct {
	get     func(ctx context.Context, number int) fetched[T]
	most    int // pages ahead; 0 for none
	queue   []chan fetched[T]
	ctx     context.Context // of the requests under way; stop cancels it
	cancel  context.CancelFunc
	running sync.WaitGroup
}

// next returns the next page. If the caller's context has ended, next ignores a page that came before and fetches the
// page again. That request fails, as it would without Prefetch.
func (p *prefetching[T]) next(ctx context.Context, number int) fetched[T] {
	if len(p.queue) == 0 {
		return p.get(ctx, number)
	}
	got := <-p.queue[0]
	p.queue = p.queue[1:]
	if got.panicked != nil {
		panic(got.panicked)
	}
	if got.err == nil && ctx.Err() != nil {
		return p.get(ctx, number)
	}
	return got
}

// fill starts to fetch the pages after the given one, up to the list's last page.
func (p *prefetching[T]) fill(ctx context.Context, number, last int) {
	for len(p.queue) < p.most && number+len(p.queue) < last {
		p.start(ctx, number+len(p.queue)+1)
	}
}

// start begins to fetch a page. Its goroutine never waits for the loop, because the channel has room for the page.
func (p *prefetching[T]) start(ctx context.Context, number int) {
	if p.cancel == nil {
		p.ctx, p.cancel = context.WithCancel(ctx) //nolint:gosec // stop calls cancel
	}
	answer := make(chan fetched[T], 1)
	p.queue = append(p.queue, answer)
	p.running.Go(func() {
		got := fetched[T]{err: errNoAnswer}
		defer func() {
			got.panicked = recover()
			answer <- got
		}()
		got = p.get(p.ctx, number)
	})
}

// errNoAnswer is the error of a page whose goroutine ended with runtime.Goexit.
var errNoAnswer = errors.New("tourney: the request for a page ended without an answer")

// stop cancels the requests under way and waits until they have ended.
func (p *prefetching[T]) stop() {
	if p.cancel != nil {
		p.cancel()
		p.running.Wait()
	}
}
