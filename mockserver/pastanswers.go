package mockserver

import (
	"bytes"
	"sync/atomic"
	"unsafe"

	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// pastAnswer is the body of an answer with encoded rows. Its version gives it to the same question again. Nothing
// changes it but its end.
type pastAnswer struct {
	version uint64 // the serial number
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

// of returns the answer that a version gave, nil when none is kept.
func (p *pastAnswers) of(version uint64) *pastAnswer {
	if kept := p.kept.Load(); kept != nil && kept.version == version {
		return kept
	}
	return nil
}

// add keeps the second answer of a version. Most answers have no second one, because a write comes before. add copies
// the body.
func (p *pastAnswers) add(keeper *store.Keeper, version uint64, body []byte, noted *assumed) {
	if p.last.Swap(version) != version {
		return
	}
	fresh := &pastAnswer{version: version, body: bytes.Clone(body), assumed: noted}
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
