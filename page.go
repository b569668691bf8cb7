package tourney

import (
	"cmp"
	"iter"
)

// Page is one page of a list (section 1, convention 5).
//
// The Pages and All methods of the services walk a list page by page, anew each time they are ranged over. They
// trust the PageSize that comes back, which a host may have made smaller than what was asked for, and end on an
// empty page, at Total, on a page that repeats the one before, or with an error, which is yielded once and last.
// When Total moves while they run, or does not fit what came, they end with a ListChangedError, because rows may then be
// missing.
type Page[T any] struct {
	Results  []T   `json:"Results,omitzero"`
	Page     int   `json:"Page"`     // number of this page, from 1
	PageSize int   `json:"PageSize"` // rows on a full page
	Total    int   `json:"Total"`    // rows of the whole list
	Extra    Extra `json:"-"`
}

// More reports whether the list has rows after this page.
func (p Page[T]) More() bool {
	return len(p.Results) > 0 && p.PageSize > 0 && p.Page*p.PageSize < p.Total
}

// copyOf keeps a listing apart from its caller's options.
func copyOf[T any](p *T) *T {
	if p == nil {
		return nil
	}
	return new(*p)
}

// walk is what a listing remembers from page to page.
type walk[T any] struct {
	op          string
	id          func(*T) int64
	before      Page[T]
	pages       int
	first, last int  // Total on the first and the last page
	moved       bool // Total changed, if only for a while
	whole       bool // the walk began with the first page
	seen        map[int64]bool
	yielded     int // rows, each id counted once
}

// take notes a page and reports whether there is anything new on it.
func (w *walk[T]) take(p Page[T]) bool {
	if w.pages == 0 {
		w.first, w.last = p.Total, p.Total
	}
	w.pages++
	w.moved = w.moved || p.Total != w.last
	w.last = p.Total
	if len(p.Results) == 0 || w.repeats(p) {
		return false
	}
	w.before = p
	for i := range p.Results {
		w.count(w.id(&p.Results[i]))
	}
	return true
}

func (w *walk[T]) count(id int64) {
	if id == 0 || !w.seen[id] {
		w.yielded++
	}
	w.seen[id] = true
}

// repeats reports whether a page is the one before once more, which is how some hosts answer past the end.
func (w *walk[T]) repeats(p Page[T]) bool {
	n := len(w.before.Results)
	if n == 0 {
		return false
	}
	return len(p.Results) == n && w.id(&p.Results[0]) == w.id(&w.before.Results[0]) &&
		w.id(&p.Results[n-1]) == w.id(&w.before.Results[n-1])
}

// atTotal reports whether the list ends with the page that was asked for by this number.
func (w *walk[T]) atTotal(number int) bool {
	if w.before.PageSize > 0 {
		return w.last > 0 && number*w.before.PageSize >= w.last
	}
	return w.last > 0 && w.yielded >= w.last
}

// changed returns the error for a list whose Total moved, or that had fewer or more rows than Total said.
func (w *walk[T]) changed() error {
	if !w.moved && (!w.whole || w.last == 0 || w.yielded == w.last) {
		return nil
	}
	return &ListChangedError{Op: w.op, First: w.first, Last: w.last, Yielded: w.yielded}
}

// pages yields the pages that fetch returns, from the given one on.
func pages[T any](op string, from int, id func(*T) int64, fetch func(page int) (Page[T], error)) iter.Seq2[Page[T], error] {
	return func(yield func(Page[T], error) bool) {
		w := walk[T]{op: op, id: id, seen: map[int64]bool{}, whole: from == 0 || from == 1}
		for number := cmp.Or(from, 1); ; number++ {
			page, err := fetch(number)
			if err != nil {
				yield(Page[T]{}, err)
				return
			}
			if !w.take(page) {
				break
			}
			if !yield(page, nil) {
				return
			}
			if w.atTotal(number) {
				break
			}
		}
		if err := w.changed(); err != nil {
			yield(Page[T]{}, err)
		}
	}
}

// all yields the rows of pages, each id once.
func all[T any](pages iter.Seq2[Page[T], error], id func(*T) int64) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		seen := map[int64]bool{}
		for page, err := range pages {
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, row := range page.Results {
				key := id(&row)
				if key != 0 && seen[key] {
					continue
				}
				seen[key] = true
				if !yield(row, nil) {
					return
				}
			}
		}
	}
}
