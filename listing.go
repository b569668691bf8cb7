package tourney

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math"
	"slices"
)

// Collect returns the rows that an iterator such as All yields, or the pages of Pages, as a slice. It stops at the first
// error, and returns it beside the rows before it: a list that ended with an error may lack rows. With SkipBadRows the
// slice has all rows that can be read when the Err of the BadRowsError is nil. Collect returns nil for an iterator that
// yields nothing. It holds every row in memory. A Watch goes on until its context ends, so it is not for Collect.
func Collect[T any](rows iter.Seq2[T, error]) ([]T, error) {
	var all []T
	for row, err := range rows {
		if err != nil {
			return all, err
		}
		all = append(all, row)
	}
	return all, nil
}

// copyOf copies the value of a caller's option, so that a listing does not share it.
func copyOf[T any](p *T) *T {
	if p == nil {
		return nil
	}
	return new(*p)
}

// listing is a list operation with the options of one call.
type listing[T any] struct {
	core  *core
	op    string
	from  int // page to begin with; 0 is the first
	id    func(*T) int64
	opts  []CallOption
	fetch func(ctx context.Context, page int, opts []CallOption) (Page[T], error)
}

// options returns the call options that the listing itself acts on.
func (l *listing[T]) options() (callConfig, error) {
	var own callConfig
	_, err := configure(append(slices.Clip(l.opts), callFunc(func(c *callConfig) {
		own = *c
		c.prefetch = nil
	})))
	return own, err
}

// get fetches a page. It keeps the page's Meta and body with the page, because several requests may be under way.
func (l *listing[T]) get(ctx context.Context, number int) (got fetched[T]) {
	capture := callFunc(func(c *callConfig) {
		c.prefetch = nil
		if c.meta != nil {
			c.meta = &got.meta
		}
		if c.raw != nil {
			c.raw = &got.raw
		}
	})
	got.page, got.err = l.fetch(ctx, number, append(slices.Clip(l.opts), capture))
	if errors.As(got.err, &got.bad) {
		got.err = nil
	}
	return got
}

// pages yields the pages unchanged.
func (l listing[T]) pages(ctx context.Context) iter.Seq2[Page[T], error] {
	return func(yield func(Page[T], error) bool) {
		l.run(ctx, func(page Page[T], _ []T, err error) bool { return yield(page, err) })
	}
}

// all yields the rows of the pages, each id once.
func (l listing[T]) all(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		l.run(ctx, func(_ Page[T], rows []T, err error) bool {
			for _, row := range rows {
				if !yield(row, nil) {
					return false
				}
			}
			var none T
			return err == nil || yield(none, err)
		})
	}
}

// run fetches the pages one after another and yields each with its new rows, until the list ends or the caller stops.
// After an error it yields nothing more.
func (l *listing[T]) run(ctx context.Context, yield func(page Page[T], rows []T, err error) bool) {
	own, err := l.options()
	if err != nil {
		yield(Page[T]{}, nil, err)
		return
	}
	w := walk[T]{op: l.op, id: l.id, seen: map[int64]bool{}, whole: l.from == 0 || l.from == 1}
	ahead := prefetching[T]{get: l.get, most: l.ahead(&own)}
	defer ahead.stop()
	for number := cmp.Or(l.from, 1); ; number++ {
		got := ahead.next(ctx, number)
		own.describe(got.meta, got.raw)
		if got.err != nil {
			yield(Page[T]{}, nil, w.ended(got.err))
			return
		}
		rows, more := w.accept(got.page, got.bad)
		if !more {
			if got.page.NotStated && w.pages == 1 && !yield(got.page, nil, nil) {
				return
			}
			break
		}
		ahead.fill(ctx, number, w.lastPage())
		if !yield(got.page, rows, nil) {
			return
		}
		if w.atTotal(number) || number == math.MaxInt { // math.MaxInt has no successor
			break
		}
	}
	if err := w.ended(w.changed()); err != nil {
		yield(Page[T]{}, nil, err)
	}
}

// ahead returns the number of pages that the listing fetches ahead; 0 to fetch one page after another. The number is at
// most that of the slots for requests, because a page would spend its time limit waiting for a slot.
func (l *listing[T]) ahead(own *callConfig) int {
	if own.prefetch == nil {
		return 0
	}
	n := *own.prefetch
	if l.core != nil && l.core.config.maxConcurrent > 0 {
		n = min(n, l.core.config.maxConcurrent)
	}
	if n < 2 {
		return 0
	}
	return n
}
