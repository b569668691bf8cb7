package tourney

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// MaxPrefetch is the largest number of pages that Prefetch takes.
const MaxPrefetch = 64

// Prefetch makes the All and Pages methods of the services, and GamesService.Watch, fetch up to n pages ahead of the one
// that the loop has, all at once, and never more than WithMaxConcurrent allows. They are yielded in order, with the same rows
// and the same end as without it. 0 and 1, the default, fetch a page when the loop wants it, and so does a WithMaxConcurrent
// of 1. The call ends with an error when n is negative or above MaxPrefetch, and so does any call that is no listing.
//
// The first page is fetched alone. From then on PageSize and Total of the page that the loop has say which pages there
// are, and no others are asked for; a host that does not say them is asked for one page after the other. At most n pages
// are held or under way while the loop's body runs, however long it takes, and nothing is asked meanwhile beyond them.
// Leaving the loop cancels the requests that are under way and waits until they have ended. The time limits of a call hold
// for each page. Pages of one listing do not wait for each other's places, but a wait for one that other calls have counts,
// as it does without Prefetch.
func Prefetch(n int) CallOption {
	return callFunc(func(c *callConfig) {
		c.prefetch = &n
		if n < 0 || n > MaxPrefetch {
			c.bad = fmt.Errorf("tourney: Prefetch: %d pages: expected 0 to %d", n, MaxPrefetch)
		}
	})
}

// errNoListing is the answer of a call that has no pages ahead.
var errNoListing = errors.New("tourney: Prefetch: the call is no listing: only All, Pages and Watch fetch pages ahead")

// ahead returns how many pages the listing keeps under way; 0 for one page after the other. It asks for no more pages than
// there are places for requests: a page that waits for one would use up its time limit in the queue.
func (l *listing[T]) ahead(own *callConfig) int {
	n := orZero(own.prefetch)
	if l.core != nil && l.core.config.maxConcurrent > 0 {
		n = min(n, l.core.config.maxConcurrent)
	}
	if n < 2 {
		return 0
	}
	return n
}

// prefetching holds the pages that one range over a listing has asked for ahead.
type prefetching[T any] struct {
	listing *listing[T]
	most    int // pages ahead; 0 for none
	queue   []chan fetched[T]
	ctx     context.Context // of the requests under way, which end with the range
	cancel  context.CancelFunc
	running sync.WaitGroup
}

// next returns the page of this number, which is the one after the page before. Once the caller's context has ended, pages
// that came in time count no more: the request for them says so as it would have without them.
func (p *prefetching[T]) next(ctx context.Context, number int) fetched[T] {
	if len(p.queue) == 0 {
		return p.listing.get(ctx, number)
	}
	got := <-p.queue[0]
	p.queue = p.queue[1:]
	if got.panicked != nil {
		panic(got.panicked)
	}
	if got.err == nil && ctx.Err() != nil {
		return p.listing.get(ctx, number)
	}
	return got
}

// fill asks for the pages after the given one, up to the list's last page.
func (p *prefetching[T]) fill(ctx context.Context, number, last int) {
	for len(p.queue) < p.most && number+len(p.queue) < last {
		p.ask(ctx, number+len(p.queue)+1)
	}
}

// ask begins to fetch a page. Its goroutine never waits for the loop: the channel takes what came.
func (p *prefetching[T]) ask(ctx context.Context, number int) {
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
		got = p.listing.get(p.ctx, number)
	})
}

// errNoAnswer is left of a request whose goroutine was ended from inside.
var errNoAnswer = errors.New("tourney: the request for a page ended without an answer")

// stop cancels what is under way and waits for its end.
func (p *prefetching[T]) stop() {
	if p.cancel != nil {
		p.cancel()
		p.running.Wait()
	}
}
