package mockserver

import (
	"fmt"
	"slices"
)

// past keeps the versions before the newest one in a circle, up to a limit. Their numbers have no gap.
type past struct {
	limit int
	kept  []pastVersion
	first int   // index of the oldest version, once the circle is full
	bytes int64 // of the files that have ended
}

// pastVersion is a version with the bytes of the files that ended with it: see source.ended.
type pastVersion struct {
	*version

	ended int64
}

// mostPast bounds the memory of rows from files that only earlier versions show. Other writes change few rows.
const mostPast = 256 << 20

// add keeps the version that was the newest until now.
func (p *past) add(v, next *version) {
	if p.limit == 0 {
		return
	}
	last := pastVersion{v, v.source.ended(next.source)}
	if len(p.kept) < p.limit {
		p.kept = append(p.kept, last)
	} else {
		p.bytes -= p.kept[p.first].ended
		p.kept[p.first] = last
		p.first = (p.first + 1) % p.limit
	}
	if last.ended > 0 {
		p.bytes += last.ended
		p.shrink(last.ended)
	}
}

// shrink forgets the oldest versions while the files that ended take too much. The file that ended last stays, so that
// the write that ended it can be undone.
func (p *past) shrink(last int64) {
	forgotten := 0
	for ; p.bytes-last > mostPast; forgotten++ {
		p.bytes -= p.kept[(p.first+forgotten)%len(p.kept)].ended
	}
	if forgotten > 0 {
		p.kept = slices.Concat(p.kept[p.first:], p.kept[:p.first])
		p.kept, p.first = slices.Clone(p.kept[forgotten:]), 0
	}
}

// at returns the version that a write made. The error names the numbers that are there.
func (p *past) at(number int64, newest *version) (*version, error) {
	oldest := newest.number - int64(len(p.kept))
	expected := fmt.Sprintf("expected %d to %d", oldest, newest.number)
	switch {
	case number == newest.number:
		return newest, nil
	case number < 0 || number > newest.number:
		return nil, absentf("there is no write %d: %s", number, expected)
	case number < oldest:
		const ends = "a restart, large files and scenarios end what is kept"
		why := ifElse(len(p.kept) < p.limit, ends, fmt.Sprintf("the server keeps the last %d", p.limit))
		return nil, fmt.Errorf("write %d is no longer kept: %s: %s", number, expected, why)
	}
	return p.kept[(p.first+int(number-oldest))%len(p.kept)].version, nil
}
