package mockserver

import (
	"bytes"
	"sync/atomic"
	"unsafe"

	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// pastAnswer is the body of an answer with encoded rows. Its version gives it to the same question again, and so do
// versions that have the tables in common with it that the answer depends on.
type pastAnswer struct {
	version atomic.Uint64 // the serial number of the last version that gave it
	read    store.TableSet
	stamp   *store.Stamp // of the version that it was made from
	body    []byte
	assumed *assumed
	share   *store.Share
	gone    atomic.Bool // the keeper took the share back
}

// perPastAnswer is about what a kept answer takes beside its body, with its place in the list of shares.
const perPastAnswer = 128 +
	int64(unsafe.Sizeof(pastAnswer{})+unsafe.Sizeof(pastAnswers{})+unsafe.Sizeof(store.Share{}))

// pastAnswers are what a server knows of its answers to a question, in one format.
type pastAnswers struct {
	last atomic.Uint64 // the serial number of the version that answered last; 0 before the first answer
	kept atomic.Pointer[pastAnswer]
}

// questioned are the tables that filters and ids of questions can be about. What is asked for in the other tables is
// their rows.
const questioned store.TableSet = 1<<eventTable | 1<<divisionTable | 1<<poolTable | 1<<teamPoolTable | 1<<teamTable |
	1<<venueTable | 1<<personTable

// of returns the answer that a version gives, nil when none is kept.
func (p *pastAnswers) of(st *version) *pastAnswer {
	kept := p.kept.Load()
	switch {
	case kept == nil || st.sealed == nil:
		return nil
	case kept.version.Load() == st.serial:
		return kept
	case !st.sealed.Same(kept.read, kept.stamp):
		return nil
	}
	kept.version.Store(st.serial)
	return kept
}

// add keeps the second answer of a version. Most answers have no second one, because a write comes before. add copies
// the body. The answer shows rows of the tables in read.
func (p *pastAnswers) add(keeper *store.Keeper, st *version, body []byte, noted *assumed, read store.TableSet) {
	if p.last.Swap(st.serial) != st.serial {
		return
	}
	fresh := &pastAnswer{
		read: read | questioned, stamp: st.sealed, body: bytes.Clone(body), assumed: noted,
	}
	fresh.version.Store(st.serial)
	fresh.share = keeper.Share(int64(len(body))+perPastAnswer, func() { p.drop(fresh) })
	if fresh.share == nil {
		return
	}
	if before := p.kept.Swap(fresh); before != nil {
		keeper.GiveBack(before.share)
	}
	if fresh.gone.Load() { // before the swap
		p.drop(fresh)
	}
}

// drop drops an answer, unless another one has its place.
func (p *pastAnswers) drop(a *pastAnswer) {
	a.gone.Store(true)
	p.kept.CompareAndSwap(a, nil)
}
