package tourney

import (
	"context"
	"crypto/sha256"
	"maps"
)

// pageSource hands out the pages of a walk, in order.
type pageSource[T any] interface {
	next(ctx context.Context, number int) fetched[T]
	fill(ctx context.Context, number, last int) // may fetch the pages after the given one, up to the list's last page
}

// recording keeps the pages of a pass.
type recording[T any] struct {
	pageSource[T]
	pages []fetched[T]
}

// next returns the next page.
func (r *recording[T]) next(ctx context.Context, number int) fetched[T] {
	got := r.pageSource.next(ctx, number)
	if got.err == nil {
		r.pages = append(r.pages, got)
	}
	return got
}

// replaying hands out the pages of a pass again.
type replaying[T any] struct {
	pages []fetched[T]
	get   func(ctx context.Context, number int) fetched[T]
}

// next returns the next page, and lets go of it. If the caller's context has ended, next fetches the page, which fails,
// as it would in a walk that fetches its pages.
func (r *replaying[T]) next(ctx context.Context, number int) fetched[T] {
	if ctx.Err() != nil {
		return r.get(ctx, number)
	}
	got := r.pages[0]
	r.pages[0], r.pages = fetched[T]{}, r.pages[1:]
	return got
}

func (r *replaying[T]) fill(context.Context, int, int) {}

// passRows tells the rows of one pass from those of another.
type passRows struct {
	ids       map[int64]bool            // of the rows, with those that cannot be read
	count     int                       // of the rows, each id counted once
	others    map[[sha256.Size]byte]int // rows without an id: how often each came, by all its values
	notStated bool                      // the pass got no list
}

// rowsOf returns the rows of a pass that has ended.
func rowsOf[T any](w *walk[T], pages []fetched[T]) *passRows {
	rows := &passRows{
		ids: w.seen, count: w.yielded, others: map[[sha256.Size]byte]int{}, notStated: pages[0].page.NotStated,
	}
	for _, got := range pages {
		for i := range got.page.Results {
			if row := &got.page.Results[i]; w.id(row) == 0 {
				values, _ := MarshalRow(row) // a row that cannot be written is known by what can
				rows.others[sha256.Sum256(values)]++
			}
		}
	}
	return rows
}

func (r *passRows) equal(other *passRows) bool {
	return other != nil && r.count == other.count && r.notStated == other.notStated &&
		maps.Equal(r.ids, other.ids) && maps.Equal(r.others, other.others)
}
