package store

// The sizes of pages and shelves.
const (
	pageBits  = 6
	perPage   = 1 << pageBits // cells
	shelfBits = 2 * pageBits  // bits of a position that select a cell in a shelf
)

// pages has cells by their positions. A write copies the page of its cell and the shelf of the page, unless the table
// made both since its last fork. So two tables can differ only in pages that they do not share. A page or shelf without
// cells is nil.
type pages struct {
	len     int
	shelves []*shelf
}

type shelf struct {
	by    Generation
	pages [perPage]*page
}

type page struct {
	by    Generation
	cells [perPage]*Cell
}

// at returns the cell at a position, nil for an empty place.
func (p *pages) at(pos int) *Cell {
	return p.shelf(pos >> shelfBits).page(pos >> pageBits % perPage).cell(pos % perPage)
}

// set puts a cell into an existing place, or into the next place after the end. The table must own the list of
// shelves, because set changes it.
func (p *pages) set(by Generation, pos int32, cell *Cell) {
	p.len = max(p.len, int(pos)+1)
	if int(pos>>shelfBits) == len(p.shelves) {
		p.shelves = append(p.shelves, nil)
	}
	s := &p.shelves[pos>>shelfBits]
	*s = (*s).ownedBy(by)
	at := &(*s).pages[pos>>pageBits%perPage]
	*at = (*at).ownedBy(by)
	(*at).cells[pos%perPage] = cell
	if cell == nil && (*at).cells == [perPage]*Cell{} {
		*at = nil
		if (*s).pages == [perPage]*page{} {
			*s = nil
		}
	}
}

// ownedBy returns the shelf if the generation made it, and otherwise a copy.
func (s *shelf) ownedBy(by Generation) *shelf {
	if s != nil && s.by == by {
		return s
	}
	owned := new(shelf)
	if s != nil {
		*owned = *s
	}
	owned.by = by
	return owned
}

func (p *page) ownedBy(by Generation) *page {
	if p != nil && p.by == by {
		return p
	}
	owned := new(page)
	if p != nil {
		*owned = *p
	}
	owned.by = by
	return owned
}

func (p *pages) shelf(i int) *shelf {
	if i >= len(p.shelves) {
		return nil
	}
	return p.shelves[i]
}

func (s *shelf) page(i int) *page {
	if s == nil {
		return nil
	}
	return s.pages[i]
}

func (p *page) cell(i int) *Cell {
	if p == nil {
		return nil
	}
	return p.cells[i]
}

// differences calls f with the places whose cells differ from the cells of before, in ascending order, until f returns
// false.
func (p *pages) differences(before *pages, f func(pos int, was, is *Cell) bool) {
	for i := range max(len(p.shelves), len(before.shelves)) {
		if was, is := before.shelf(i), p.shelf(i); was != is && !is.differences(was, i<<shelfBits, f) {
			return
		}
	}
}

func (s *shelf) differences(before *shelf, from int, f func(pos int, was, is *Cell) bool) bool {
	for i := range perPage {
		pageBefore, page := before.page(i), s.page(i)
		if pageBefore == page {
			continue
		}
		for j := range perPage {
			was, is := pageBefore.cell(j), page.cell(j)
			if was != is && !f(from+i<<pageBits+j, was, is) {
				return false
			}
		}
	}
	return true
}
