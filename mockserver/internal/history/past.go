package history

import (
	"fmt"
	"slices"

	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Past keeps the versions before the newest one in a ring buffer, up to a limit. The numbers of these versions have no
// gap.
type Past struct {
	Limit int
	kept  []pastVersion
	first int   // index of the oldest version, once the ring buffer is full
	Bytes int64 // the memory of files whose rows are only in versions of Past
}

// pastVersion is a version, with the size in bytes of the files whose rows the next version no longer has: see
// Source.Ended.
type pastVersion struct {
	*model.Version

	ended int64
}

// maxPast bounds the memory of rows that come from files and that only earlier versions still have. Other rows need no
// such bound, because a write without a file changes few rows.
const maxPast = 256 << 20

// Add keeps the version that was the newest until now.
func (p *Past) Add(v, next *model.Version) {
	if p.Limit == 0 {
		return
	}
	last := pastVersion{v, v.Source.Ended(next.Source)}
	if len(p.kept) < p.Limit {
		p.kept = append(p.kept, last)
	} else {
		p.Bytes -= p.kept[p.first].ended
		p.kept[p.first] = last
		p.first = (p.first + 1) % p.Limit
	}
	if last.ended > 0 {
		p.Bytes += last.ended
		p.shrink(last.ended)
	}
}

// shrink forgets the oldest versions while the files whose rows only past versions have take more than maxPast bytes.
// The newest of these files does not count, so that the write that replaced its rows can still be undone.
func (p *Past) shrink(last int64) {
	forgotten := 0
	for ; p.Bytes-last > maxPast; forgotten++ {
		p.Bytes -= p.kept[(p.first+forgotten)%len(p.kept)].ended
	}
	if forgotten > 0 {
		p.kept = slices.Concat(p.kept[p.first:], p.kept[:p.first])
		p.kept, p.first = slices.Clone(p.kept[forgotten:]), 0
	}
}

// At returns the version that a write made. The error names the numbers of the versions that are kept.
func (p *Past) At(number int64, newest *model.Version) (*model.Version, error) {
	oldest := newest.Number - int64(len(p.kept))
	expected := fmt.Sprintf("expected %d to %d", oldest, newest.Number)
	switch {
	case number == newest.Number:
		return newest, nil
	case number < 0 || number > newest.Number:
		return nil, refusal.Absentf("there is no write %d: %s", number, expected)
	case number < oldest:
		const ends = "a restart, large files and scenarios end what is kept"
		why := values.IfElse(len(p.kept) < p.Limit, ends, fmt.Sprintf("the server keeps the last %d", p.Limit))
		return nil, fmt.Errorf("write %d is no longer kept: %s: %s", number, expected, why)
	}
	return p.kept[(p.first+int(number-oldest))%len(p.kept)].Version, nil
}
