package recording

import (
	"context"
	"slices"
	"time"

	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/feed"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// pause is the time after which a feed reads the counters of its world again.
const pause = 100 * time.Millisecond

// maxNews is how many requests, and how many writes, a feed yields at most each time it reads the counters.
const maxNews = 100

// mark has the counters of a world at a moment. The counters never decrease.
type mark struct {
	request   int64 // the number of the newest call in the journal
	write     int64 // the number of the newest write
	faults    int64 // how often a rule was added, removed or fired
	clock     int64 // how often the clock was changed
	snapshots int64 // how often a snapshot was kept or forgotten
	sessions  int64 // how often a session was opened or ended
	cleared   int64 // how often the journal was cleared
}

// Source has the parts of a world that a feed reads.
type Source struct {
	State     *history.State
	Clock     *history.Clock
	Journal   *Journal
	Rules     *rules.Set
	Snapshots func() int64 // how often a snapshot was kept or forgotten
	Sessions  func() int64 // how often a session was opened or has ended
}

// Follower is a function that a feed calls with news. The argument more is true if other news follow at once. The
// argument n is nil if the feed was idle for a time. Follower returns false to end the feed.
type Follower func(n *feed.News, more bool) bool

// Follow yields news until the context ends, the server closes or the follower returns false. If idle is not 0, Follow
// calls the follower with nil each time that nothing has happened for the time idle.
func (s Source) Follow(
	ctx context.Context, o feed.Options, idle time.Duration, closing <-chan struct{}, yield Follower,
) {
	f := &feeder{Source: s, idle: idle, yield: yield}
	f.begin(o.NumbersOnly)
	f.run(ctx, closing)
}

// feeder compares the counters of a world with the counters that it read before, and yields news about every counter
// that changed.
type feeder struct {
	Source

	idle  time.Duration
	yield Follower

	at   mark // the counters up to which the feed has yielded news
	look func(now mark)
	told []*rules.Armed // the rules that the feed has yielded
	hits []int          // the hits of the rules in told

	waiting *feed.News // the next news to yield
	last    time.Time  // when the feed last yielded news
	over    bool       // the follower has ended the feed
}

// now returns the present counters of the world.
func (f *feeder) now() mark {
	m := mark{
		write: f.State.Newest().Number, faults: f.Rules.Revision(),
		clock: f.Clock.Changed(), snapshots: f.Snapshots(), sessions: f.Sessions(),
	}
	m.request, m.cleared = f.Journal.Numbers()
	return m
}

// begin makes the feed begin with the present state, and yields the first news.
func (f *feeder) begin(numbersOnly bool) {
	f.at = f.now()
	f.told = f.Rules.All() // read after the counters, so that no later change of the rules is missed
	f.hits = values.Mapped(f.told, (*rules.Armed).Hits)
	f.look = f.tellAll
	if numbersOnly {
		f.look = f.tellNumbers
	}
	f.tellNumbers(f.at)
	f.flush()
}

// run reads the counters again and again, until the context ends, closing is closed or the follower ends the feed.
func (f *feeder) run(ctx context.Context, closing <-chan struct{}) {
	ticker := time.NewTicker(pause)
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
			f.last = time.Now()
			f.over = !f.yield(nil, false)
		}
	}
}

func (f *feeder) numbers(m mark) feed.Numbers {
	return feed.Numbers{
		Request: m.request, Write: m.write, Faults: m.faults, Clock: f.Clock.Now(), Snapshots: m.snapshots,
		Sessions: m.sessions, Cleared: m.cleared,
	}
}

// tellNumbers adds one piece of news, which contains only the numbers.
func (f *feeder) tellNumbers(now mark) {
	f.at = now
	f.add(feed.News{Kind: feed.KindChange, Numbers: f.numbers(now)})
}

// tellAll adds news of all changes. The newest requests come last, at most maxNews of them.
func (f *feeder) tellAll(now mark) {
	f.tellWorld(now)
	f.tellRequests(now)
}

// tellWorld adds news of all changes except new requests.
func (f *feeder) tellWorld(now mark) {
	if f.at.cleared != now.cleared {
		f.at.cleared = now.cleared
		f.add(feed.News{Kind: feed.KindCleared, Count: now.cleared})
	}
	if f.at.faults != now.faults {
		f.at.faults = now.faults
		f.tellFaults()
	}
	if f.at.clock != now.clock {
		f.at.clock = now.clock
		f.add(feed.News{Kind: feed.KindClock, Clock: f.Clock.Now()})
	}
	if f.at.snapshots != now.snapshots {
		f.at.snapshots = now.snapshots
		f.add(feed.News{Kind: feed.KindSnapshots, Count: now.snapshots})
	}
	if f.at.sessions != now.sessions {
		f.at.sessions = now.sessions
		f.add(feed.News{Kind: feed.KindSessions, Count: now.sessions})
	}
	if skipped := now.write - maxNews - f.at.write; skipped > 0 {
		f.at.write += skipped
		f.add(feed.News{Kind: feed.KindSkipped, SkippedWrites: skipped})
	}
	for f.at.write < now.write && !f.over {
		f.at.write++
		f.add(feed.News{Kind: feed.KindWrite, Write: f.at.write})
	}
}

// tellFaults adds news of the rules that were added, fired or removed.
func (f *feeder) tellFaults() {
	tell := func(change feed.FaultChange, rule *rules.Armed) {
		f.add(feed.News{Kind: feed.KindFault, Change: change, Fault: new(fault.Armed(rules.Follow(rule)))})
	}
	present := f.Rules.All()
	hits := values.Mapped(present, (*rules.Armed).Hits)
	for i, rule := range f.told {
		at := slices.Index(present, rule)
		if now := rule.Hits(); now != f.hits[i] {
			tell(feed.FaultFired, rule)
			if at >= 0 {
				hits[at] = now
			}
		}
		if at < 0 {
			tell(feed.FaultRemoved, rule)
		}
	}
	for i, rule := range present {
		if slices.Contains(f.told, rule) {
			continue
		}
		tell(feed.FaultAdded, rule)
		if hits[i] > 0 {
			tell(feed.FaultFired, rule)
		}
	}
	f.told, f.hits = present, hits
}

// tellRequests adds news of the newest requests, and of the number of requests that it leaves out.
func (f *feeder) tellRequests(now mark) {
	if f.at.request >= now.request {
		return
	}
	for _, call := range f.Journal.Newest(maxNews, f.at.request) {
		if f.over {
			break
		}
		f.skipTo(call.Number - 1)
		f.at.request = call.Number
		f.add(feed.News{Kind: feed.KindRequest, Call: call})
	}
	f.skipTo(now.request)
}

// skipTo adds news that say how many requests the feed leaves out, up to the request with this number.
func (f *feeder) skipTo(number int64) {
	if skipped := number - f.at.request; skipped > 0 {
		f.at.request = number
		f.add(feed.News{Kind: feed.KindSkipped, SkippedRequests: skipped})
	}
}

// add yields the news of the previous call, and keeps n until the next call of add or flush. Only then does the feed
// know whether more news follow n.
func (f *feeder) add(n feed.News) {
	f.pass(true)
	f.waiting = &n
}

// flush yields the news that add still keeps.
func (f *feeder) flush() { f.pass(false) }

func (f *feeder) pass(more bool) {
	if f.waiting == nil || f.over {
		return
	}
	n := f.waiting
	f.waiting, f.last = nil, time.Now()
	f.over = !f.yield(n, more)
}
