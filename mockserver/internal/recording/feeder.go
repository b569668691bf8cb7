package recording

import (
	"context"
	"math"
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

// Source has the parts of a world that a feed reads.
type Source struct {
	Epoch     *Epoch
	State     *history.State
	Clock     *history.Clock
	Journal   *Journal
	Rules     *rules.Set
	Snapshots func() int64 // how often a snapshot was kept, forgotten or remembered
	Sessions  func() int64 // how often a session was opened or has ended
}

// Follower is a function that a feed calls with news. The argument more is true if other news follow at once. The
// argument n is nil if the feed was idle for a time. Follower returns false to end the feed.
type Follower func(n *feed.News, more bool) bool

// Follow yields news until the context ends, the server closes or the follower returns false. If idle is not 0, Follow
// calls the follower with nil each time that nothing has happened for the time idle.
func (s Source) Follow(
	ctx context.Context, o *feed.Options, idle time.Duration, closing <-chan struct{}, yield Follower,
) error {
	after, err := After(o)
	if err != nil {
		return err
	}
	f := &feeder{Source: s, idle: idle, yield: yield}
	f.begin(after, o.NumbersOnly)
	f.run(ctx, closing)
	return nil
}

// feeder compares the counters of a world with the counters that it read before, and yields news about every counter
// that changed.
type feeder struct {
	Source

	idle  time.Duration
	yield Follower

	at     Mark // the mark up to which the feed has yielded news
	look   func(now Mark)
	told   []*rules.Armed // the rules that the feed has yielded
	hits   []int          // the hits of the rules in told
	missed bool           // rules may have changed before the feed began

	waiting *feed.News // the next news to yield
	last    time.Time  // when the feed last yielded news
	over    bool       // the follower has ended the feed
}

// now returns the present counters of the world.
func (f *feeder) now() Mark {
	m := Mark{
		epoch: f.Epoch.get(), write: f.State.Newest().Number, faults: f.Rules.Revision(),
		clock: f.Clock.Changed(), snapshots: f.Snapshots(), sessions: f.Sessions(),
	}
	m.request, m.cleared = f.Journal.Numbers()
	return m
}

// begin makes the feed begin after a mark, or with the present state if after is nil, and yields the first news.
func (f *feeder) begin(after *Mark, numbersOnly bool) {
	now := f.now()
	f.told = f.Rules.All() // read after the counters, so that no later change of the rules is missed
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
		f.at = Mark{epoch: now.epoch}
	}
	f.missed = f.at.faults != now.faults
	f.add(feed.News{Kind: feed.KindChange, Numbers: f.numbers(now)})
	switch {
	case f.at == now:
	case numbersOnly:
		f.at = now // the first news already contain all the numbers
		f.waiting.ID = f.at.String()
	default:
		f.catchUp(now)
	}
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

func (f *feeder) numbers(m Mark) feed.Numbers {
	return feed.Numbers{
		Request: m.request, Write: m.write, Faults: m.faults, Clock: f.Clock.Now(), Snapshots: m.snapshots,
		Sessions: m.sessions, Cleared: m.cleared,
	}
}

// tellNumbers adds one piece of news, which contains only the numbers.
func (f *feeder) tellNumbers(now Mark) {
	f.at = now
	f.add(feed.News{Kind: feed.KindChange, Numbers: f.numbers(now)})
}

// tellAll adds news of all changes. The newest requests come last, at most maxNews of them.
func (f *feeder) tellAll(now Mark) {
	f.tellWorld(now)
	f.tellRequests(now, maxNews)
}

// catchUp adds news of all changes, and of all requests that the journal still has.
func (f *feeder) catchUp(now Mark) {
	f.tellWorld(now)
	f.tellRequests(now, math.MaxInt)
}

// tellWorld adds news of all changes except new requests. The ID of each piece of news is the mark after the change.
func (f *feeder) tellWorld(now Mark) {
	if f.at.cleared != now.cleared {
		f.at.cleared = now.cleared
		f.add(feed.News{Kind: feed.KindCleared, Count: now.cleared})
	}
	if f.at.faults != now.faults {
		f.tellFaults(now.faults)
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

// tellFaults adds news of the rules that were added, fired or removed. The feed's mark changes only with the last of
// these news.
func (f *feeder) tellFaults(revision int64) {
	var news []feed.News
	if f.missed {
		f.missed = false
		news = append(news, feed.News{Kind: feed.KindFault, Change: feed.FaultMissed})
	}
	tell := func(change feed.FaultChange, rule *rules.Armed) {
		news = append(news, feed.News{Kind: feed.KindFault, Change: change, Fault: new(fault.Armed(rules.Follow(rule)))})
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
	for i, n := range news {
		if i == len(news)-1 {
			f.at.faults = revision
		}
		f.add(n)
	}
	f.at.faults = revision
}

// tellRequests adds news of the newest requests, at most most of them, and of the number of requests that it leaves
// out.
func (f *feeder) tellRequests(now Mark, most int) {
	if f.at.request >= now.request {
		return
	}
	for _, call := range f.Journal.Newest(most, f.at.request) {
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
	n.ID = f.at.String()
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
