package history

import (
	"fmt"
	"slices"

	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Past keeps the versions before the newest one in a circle, up to a limit. Their numbers have no gap.
type Past struct {
	Limit int
	Kept  []pastVersion
	first int   // index of the oldest version, once the circle is full
	Bytes int64 // of the files that have ended
}

// pastVersion is a version with the bytes of the files that ended with it: see Source.Ended.
type pastVersion struct {
	*model.Version

	ended int64
}

// MostPast bounds the memory of rows from files that only earlier versions show. Other writes change few rows.
const MostPast = 256 << 20

// Add keeps the version that was the newest until now.
func (p *Past) Add(v, next *model.Version) {
	if p.Limit == 0 {
		return
	}
	last := pastVersion{v, v.Source.Ended(next.Source)}
	if len(p.Kept) < p.Limit {
		p.Kept = append(p.Kept, last)
	} else {
		p.Bytes -= p.Kept[p.first].ended
		p.Kept[p.first] = last
		p.first = (p.first + 1) % p.Limit
	}
	if last.ended > 0 {
		p.Bytes += last.ended
		p.shrink(last.ended)
	}
}

// shrink forgets the oldest versions while the files that ended take too much. The file that ended last stays, so that
// the write that ended it can be undone.
func (p *Past) shrink(last int64) {
	forgotten := 0
	for ; p.Bytes-last > MostPast; forgotten++ {
		p.Bytes -= p.Kept[(p.first+forgotten)%len(p.Kept)].ended
	}
	if forgotten > 0 {
		p.Kept = slices.Concat(p.Kept[p.first:], p.Kept[:p.first])
		p.Kept, p.first = slices.Clone(p.Kept[forgotten:]), 0
	}
}

// At returns the version that a write made. The error names the numbers that are there.
func (p *Past) At(number int64, newest *model.Version) (*model.Version, error) {
	oldest := newest.Number - int64(len(p.Kept))
	expected := fmt.Sprintf("expected %d to %d", oldest, newest.Number)
	switch {
	case number == newest.Number:
		return newest, nil
	case number < 0 || number > newest.Number:
		return nil, refusal.Absentf("there is no write %d: %s", number, expected)
	case number < oldest:
		const ends = "a restart, large files and scenarios end what is kept"
		why := values.IfElse(len(p.Kept) < p.Limit, ends, fmt.Sprintf("the server keeps the last %d", p.Limit))
		return nil, fmt.Errorf("write %d is no longer kept: %s: %s", number, expected, why)
	}
	return p.Kept[(p.first+int(number-oldest))%len(p.Kept)].Version, nil
}
