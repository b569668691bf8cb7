package mockserver

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// feedPause is the time between two looks of a feed at its server.
const feedPause = 100 * time.Millisecond

// mostNews bounds the requests, and the writes, that a feed tells of after one look.
const mostNews = 100

// feeder compares numbers of a world with those of its last look, and yields news about those that differ.
type feeder struct {
	*world

	sessions func() int64
	idle     time.Duration
	yield    func(News) bool

	at     feedMark // how far it has told
	look   func(now feedMark)
	told   []*rules.Armed // the rules that it told of
	hits   []int          // theirs
	missed bool           // rules may have changed before told

	waiting *News     // the next news to yield
	last    time.Time // when it yielded
	over    bool      // nobody wants more
}

// now returns the numbers of the world.
func (f *feeder) now() feedMark {
	m := feedMark{
		epoch: f.epoch.get(), write: f.state.Newest().Number, faults: f.responder.Faults.Rules.Revision(),
		clock: f.clock.Changed(), snapshots: f.snapshots.changed(), sessions: f.sessions(),
	}
	m.request, m.cleared = f.journal.Numbers()
	return m
}

// begin tells where the feed begins: after a mark, or without one now.
func (f *feeder) begin(after *feedMark, numbersOnly bool) {
	now := f.now()
	f.told = f.responder.Faults.Rules.All() // after the numbers, so that the next look sees what changes from here on
	f.hits = values.Mapped(f.told, (*rules.Armed).Hits)
	f.look = f.tellAll
	if numbersOnly {
		f.look = f.tellNumbers
	}
	switch {
	case after == nil:
		f.at = now
	case after.epoch == now.epoch:
		f.at = *after
	default:
		f.at = feedMark{epoch: now.epoch}
	}
	f.missed = f.at.faults != now.faults
	f.add(News{Kind: NewsChange, Numbers: f.numbers(now)})
	switch {
	case f.at == now:
	case numbersOnly:
		f.at = now // the numbers say it all
		f.waiting.ID = f.at.String()
	default:
		f.catchUp(now)
	}
	f.flush()
}

// run looks at the world until somebody ends it.
func (f *feeder) run(ctx context.Context, closing <-chan struct{}) {
	ticker := time.NewTicker(feedPause)
	defer ticker.Stop()
	for !f.over {
		select {
		case <-ctx.Done():
			return
		case <-closing:
			return
		case <-ticker.C:
		}
		switch now := f.now(); {
		case now != f.at:
			f.look(now)
			f.flush()
		case f.idle > 0 && time.Since(f.last) >= f.idle:
			f.add(News{Kind: newsNone})
			f.flush()
		}
	}
}

func (f *feeder) numbers(m feedMark) FeedNumbers {
	return FeedNumbers{m.request, m.write, m.faults, f.clock.Now(), m.snapshots, m.sessions, m.cleared}
}

// tellNumbers tells the numbers alone.
func (f *feeder) tellNumbers(now feedMark) {
	f.at = now
	f.add(News{Kind: NewsChange, Numbers: f.numbers(now)})
}

// tellAll tells what changed, and the newest requests last.
func (f *feeder) tellAll(now feedMark) {
	f.tellWorld(now)
	f.tellRequests(now, mostNews)
}

// catchUp tells what changed, and all requests that the journal still has.
func (f *feeder) catchUp(now feedMark) {
	f.tellWorld(now)
	f.tellRequests(now, math.MaxInt)
}

// tellWorld tells what changed beside the journal. The ID of news is the mark with what they tell.
func (f *feeder) tellWorld(now feedMark) {
	if f.at.cleared != now.cleared {
		f.at.cleared = now.cleared
		f.add(News{Kind: NewsCleared, Count: now.cleared})
	}
	if f.at.faults != now.faults {
		f.tellFaults(now.faults)
	}
	if f.at.clock != now.clock {
		f.at.clock = now.clock
		f.add(News{Kind: NewsClock, Clock: f.clock.Now()})
	}
	if f.at.snapshots != now.snapshots {
		f.at.snapshots = now.snapshots
		f.add(News{Kind: NewsSnapshots, Count: now.snapshots})
	}
	if f.at.sessions != now.sessions {
		f.at.sessions = now.sessions
		f.add(News{Kind: NewsSessions, Count: now.sessions})
	}
	if skipped := now.write - mostNews - f.at.write; skipped > 0 {
		f.at.write += skipped
		f.add(News{Kind: NewsSkipped, SkippedWrites: skipped})
	}
	for f.at.write < now.write && !f.over {
		f.at.write++
		f.add(News{Kind: NewsWrite, Write: f.at.write})
	}
}

// tellFaults tells which rules were added, fired and were removed. The mark moves with the last of them.
func (f *feeder) tellFaults(revision int64) {
	var news []News
	if f.missed {
		f.missed = false
		news = append(news, News{Kind: NewsFault, Change: FaultMissed})
	}
	tell := func(change FaultChange, rule *rules.Armed) {
		news = append(news, News{Kind: NewsFault, Change: change, Fault: new(fault.Armed(rules.Follow(rule)))})
	}
	present := f.responder.Faults.Rules.All()
	hits := values.Mapped(present, (*rules.Armed).Hits)
	for i, rule := range f.told {
		at := slices.Index(present, rule)
		if now := rule.Hits(); now != f.hits[i] {
			tell(FaultFired, rule)
			if at >= 0 {
				hits[at] = now
			}
		}
		if at < 0 {
			tell(FaultRemoved, rule)
		}
	}
	for i, rule := range present {
		if slices.Contains(f.told, rule) {
			continue
		}
		tell(FaultAdded, rule)
		if hits[i] > 0 {
			tell(FaultFired, rule)
		}
	}
	f.told, f.hits = present, hits
	for i, n := range news {
		if i == len(news)-1 {
			f.at.faults = revision
		}
		f.add(n)
	}
	f.at.faults = revision
}

// tellRequests tells of the newest requests, at most of a number.
func (f *feeder) tellRequests(now feedMark, most int) {
	if f.at.request >= now.request {
		return
	}
	for _, call := range f.journal.Newest(most, f.at.request) {
		if f.over {
			break
		}
		f.skipTo(call.Number - 1)
		f.at.request = call.Number
		f.add(News{Kind: NewsRequest, Call: call})
	}
	f.skipTo(now.request)
}

// skipTo says that requests up to a number are left out.
func (f *feeder) skipTo(number int64) {
	if skipped := number - f.at.request; skipped > 0 {
		f.at.request = number
		f.add(News{Kind: NewsSkipped, SkippedRequests: skipped})
	}
}

// add yields the news before, and keeps these, because only the next ones tell that more follow.
func (f *feeder) add(n News) {
	n.ID = f.at.String()
	if f.waiting != nil {
		f.waiting.more = true
		f.flush()
	}
	f.waiting = &n
}

// flush yields the news that wait.
func (f *feeder) flush() {
	if f.waiting == nil || f.over {
		return
	}
	n := *f.waiting
	f.waiting, f.last = nil, time.Now()
	f.over = !f.yield(n)
}
