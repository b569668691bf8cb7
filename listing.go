package tourney

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"iter"
	"maps"
	"math"
	"slices"
	"sync"
)

// Collect returns the rows of an iterator such as All, or the pages of Pages, as a slice. It stops at the first error,
// and returns the error beside the rows that came before. After an error the slice may lack rows. With [SkipBadRows],
// when the Err of the [BadRowsError] is nil, the slice has all rows that can be read. Collect returns nil for an
// iterator that yields nothing, and an error for a nil iterator. Collect holds every row in memory. Do not use it for a
// watch, because a watch runs until its context ends.
func Collect[T any](rows iter.Seq2[T, error]) ([]T, error) {
	if rows == nil {
		return nil, errors.New("tourney: Collect: the iterator is nil: pass what a method such as Teams.All returns")
	}
	var all []T
	for row, err := range rows {
		if err != nil {
			return all, err
		}
		all = append(all, row)
	}
	return all, nil
}

// copyOf copies the value of a caller's option, so that a listing does not share the value with its caller.
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
	opts  []ListOption
	fetch func(ctx context.Context, page int, opts []ListOption) (Page[T], error)

	single bool // the list comes in one answer without pages
}

// listingOf returns a listing that reads its pages with list. page returns the place of the page's number in the
// options of list.
func listingOf[T, O any](
	of inside, op string, o O, page func(*O) *int, id func(*T) int64,
	list func(context.Context, O, ...ListOption) (Page[T], error), opts []ListOption,
) listing[T] {
	fetch := func(ctx context.Context, number int, opts []ListOption) (Page[T], error) {
		o := o
		*page(&o) = number
		return list(ctx, o, opts...)
	}
	return listing[T]{core: coreOf(of), op: op, from: *page(&o), id: id, opts: slices.Clone(opts), fetch: fetch}
}

// options returns the values of all options of the call, including those that apply only to the listing as a whole:
// Prefetch and MaxRows.
func (l *listing[T]) options() (callConfig, error) {
	var own callConfig
	_, err := configure(l.core, append(slices.Clip(l.opts), ListOption(listOption(func(c *callConfig) {
		own = *c
		c.ofListing()
	}))))
	return own, err
}

// get fetches a page. It returns the page's Response and body together with the page, because with Prefetch several
// requests may be under way.
func (l *listing[T]) get(ctx context.Context, number int) (got fetched[T]) {
	capture := listOption(func(c *callConfig) {
		c.ofListing()
		if c.response != nil {
			c.response = &got.response
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

// run yields the pages, each with its new rows, until the list ends or the caller stops. After an error it yields
// nothing more.
func (l *listing[T]) run(ctx context.Context, yield func(page Page[T], rows []T, err error) bool) {
	own, err := l.options()
	if err != nil {
		yield(Page[T]{}, nil, err)
		return
	}
	ahead := l.ahead(&own)
	defer ahead.stop()
	w := l.walk()
	more, err := l.pass(ctx, &own, w, ahead, func(page Page[T], rows []T) bool { return yield(page, rows, nil) })
	if err == nil {
		err = w.changed()
	}
	if err = w.ended(err); more && err != nil {
		yield(Page[T]{}, nil, err)
	}
}

// agreed reads lists, one after another, until two passes in a row have the same rows in every list. It returns the
// pages of each list in the last pass. A list that is single needs one pass.
func agreed[T any](ctx context.Context, own *callConfig, lists ...listing[T]) ([][]fetched[T], error) {
	const passes = 5
	var before []*passRows
	for n := 1; ; n++ {
		sum, pages, rows := lists[0].walk(), make([][]fetched[T], len(lists)), make([]*passRows, len(lists))
		for i := range lists {
			w := lists[i].walk()
			w.rows = sum.rows
			var err error
			pages[i], err = lists[i].record(ctx, own, w)
			if sum.add(w); err != nil {
				return nil, sum.ended(err)
			}
			if w.changed() == nil && !w.twice {
				rows[i] = rowsOf(w, pages[i])
			}
		}
		switch {
		case lists[0].single || slices.EqualFunc(rows, before, (*passRows).equal):
			return pages, nil
		case n == passes:
			return nil, sum.ended(&ListChangedError{
				Op: sum.op, First: sum.first, Last: sum.last, Yielded: sum.yielded, Passes: n,
			})
		}
		before = rows
	}
}

// record walks the list once and returns its pages.
func (l *listing[T]) record(ctx context.Context, own *callConfig, w *walk[T]) (pages []fetched[T], err error) {
	ahead := l.ahead(own)
	defer ahead.stop()
	ahead.keep = true
	_, err = l.pass(ctx, own, w, ahead, func(Page[T], []T) bool { return true })
	return ahead.kept, err
}

func (l *listing[T]) walk() *walk[T] {
	return &walk[T]{op: l.op, id: l.id, seen: map[int64]bool{}, whole: l.from == 0 || l.from == 1}
}

// pass walks the list once. It calls visit with each page and the new rows of the page, and reports whether visit
// always returned true. It returns an error when a page fails, or when the list has too many rows.
func (l *listing[T]) pass(
	ctx context.Context, own *callConfig, w *walk[T], from *prefetching[T], visit func(page Page[T], rows []T) bool,
) (bool, error) {
	for number := cmp.Or(l.from, 1); ; number++ {
		got := from.next(ctx, number)
		own.describe(got.response, got.raw)
		if got.err != nil {
			return true, got.err
		}
		rows, more := w.accept(got.page, got.bad)
		if limit := own.rowLimit(); w.rows > limit {
			return true, &ListChangedError{Op: l.op, MaxRows: limit}
		}
		if !more {
			return !got.page.NotStated || w.pages > 1 || visit(got.page, nil), nil
		}
		from.fill(ctx, number, w.lastPage())
		if !visit(got.page, rows) {
			return false, nil
		}
		if l.single || w.atTotal(number) || number == math.MaxInt { // math.MaxInt has no successor
			return true, nil
		}
	}
}

// ahead returns a source that fetches pages ahead.
func (l *listing[T]) ahead(own *callConfig) *prefetching[T] {
	return &prefetching[T]{get: l.get, limit: l.pagesAhead(own)}
}

// pagesAhead returns the number of pages that the listing fetches ahead; 0 to fetch one page after another. The number
// is at most WithMaxConcurrent. With a greater number, pages would use up their time limit while they wait for a slot.
func (l *listing[T]) pagesAhead(own *callConfig) int {
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
	limit   int // pages ahead; 0 for none
	queue   []chan fetched[T]
	ctx     context.Context // of the requests under way; stop cancels it
	cancel  context.CancelFunc
	running sync.WaitGroup

	keep bool         // whether kept gets the pages that next returned without an error
	kept []fetched[T] // in order
}

// next returns the next page, and keeps it if keep is set.
func (p *prefetching[T]) next(ctx context.Context, number int) fetched[T] {
	got := p.take(ctx, number)
	if p.keep && got.err == nil {
		p.kept = append(p.kept, got)
	}
	return got
}

// take returns the next page. If the caller's context has ended, take ignores a page that was fetched ahead, and
// fetches the page again. That request fails, as a request without Prefetch would.
func (p *prefetching[T]) take(ctx context.Context, number int) fetched[T] {
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
	for len(p.queue) < p.limit && number+len(p.queue) < last {
		p.start(ctx, number+len(p.queue)+1)
	}
}

// start begins to fetch a page. The goroutine that fetches the page never waits for the loop, because the channel has
// room for the page.
func (p *prefetching[T]) start(ctx context.Context, number int) {
	if p.cancel == nil {
		p.ctx, p.cancel = context.WithCancel(ctx) //nolint:gosec // stop calls cancel
	}
	page := make(chan fetched[T], 1)
	p.queue = append(p.queue, page)
	p.running.Go(func() {
		got := fetched[T]{err: errNoAnswer}
		defer func() {
			got.panicked = recover()
			page <- got
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

// passRows is what a pass found, to compare the pass with another pass.
type passRows struct {
	ids       map[int64]bool            // of the rows, also rows that cannot be read
	count     int                       // number of rows, each id counted once
	others    map[[sha256.Size]byte]int // how often each row without an id came, by a hash of its values
	notStated bool                      // the pass got an answer without a list
}

// rowsOf returns what one finished walk over the list found: the ids, the count, and the hashes of rows without an id.
func rowsOf[T any](w *walk[T], pages []fetched[T]) *passRows {
	rows := &passRows{
		ids: w.seen, count: w.yielded, others: map[[sha256.Size]byte]int{}, notStated: pages[0].page.NotStated,
	}
	for _, got := range pages {
		for i := range got.page.Results {
			if row := &got.page.Results[i]; w.id(row) == 0 {
				values, _ := MarshalRow(row) // after an error, the hash is of the values that MarshalRow returned
				rows.others[sha256.Sum256(values)]++
			}
		}
	}
	return rows
}

func (r *passRows) equal(other *passRows) bool {
	return r != nil && other != nil && r.count == other.count && r.notStated == other.notStated &&
		maps.Equal(r.ids, other.ids) && maps.Equal(r.others, other.others)
}
