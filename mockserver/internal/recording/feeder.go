package recording

import (
	"context"
	"iter"
	"slices"
	"time"

	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/feed"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// pause is the time after which a feed looks at the numbers of its world again.
const pause = 100 * time.Millisecond

// maxNews is how many requests, and how many writes, a feed yields at most for each look.
const maxNews = 100

// Source has the parts of a world that a feed reads.
type Source struct {
	State     *history.State
	Clock     *history.Clock
	Journal   *Journal
	Rules     *rules.Set
	Snapshots func() int64 // how often a snapshot was kept or forgotten
	Sessions  func() int64 // how often a session was opened or has ended
}

// mark has the numbers of a world at a moment, without the time of its clock. The numbers never decrease.
type mark struct {
	feed.Numbers
	moves int64 // how often the clock was changed
}

func (s *Source) now() (m mark) {
	m.Write, m.Faults, m.moves = s.State.Newest().Number, s.Rules.Revision(), s.Clock.Changed()
	m.Snapshots, m.Sessions = s.Snapshots(), s.Sessions()
	m.Request, m.Cleared = s.Journal.ring.Numbers()
	return m
}

// Follow yields first the present numbers, and then the news of each look at the world that finds some, until the
// context ends or the server closes. If idle is not 0, Follow yields nil each time that nothing has happened for the
// time idle.
func (s Source) Follow(
	ctx context.Context, o feed.Options, idle time.Duration, closing <-chan struct{},
) iter.Seq[[]feed.News] {
	return func(yield func([]feed.News) bool) {
		f := &feeder{Source: s, at: s.now()}
		f.told, f.hits = f.rules() // read after the numbers, so that no later change of the rules is missed
		ticker := time.NewTicker(pause)
		defer ticker.Stop()
		var last time.Time // when the feed last yielded something
		for news := f.numbers(); ; news = f.look(o) {
			if news != nil || idle > 0 && time.Since(last) >= idle {
				if last = time.Now(); !yield(news) {
					return
				}
			}
			select {
			case <-ctx.Done():
				return
			case <-closing:
				return
			case <-ticker.C:
			}
		}
	}
}

// feeder remembers what a feed has yielded.
type feeder struct {
	Source

	at   mark
	told []*rules.Armed // the rules
	hits []int          // of the rules in told
}

// look returns the news since the last look, nil for none. The newest requests come last, at most maxNews of them.
func (f *feeder) look(o feed.Options) (news []feed.News) {
	was, now := f.at, f.now()
	f.at = now
	switch {
	case now == was:
		return nil
	case o.NumbersOnly:
		return f.numbers()
	}
	counted := func(kind feed.Kind, was, now int64) {
		if was != now {
			news = append(news, feed.News{Kind: kind, Count: now})
		}
	}
	counted(feed.KindCleared, was.Cleared, now.Cleared)
	if was.Faults != now.Faults {
		news = append(news, f.faults()...)
	}
	if was.moves != now.moves {
		news = append(news, feed.News{Kind: feed.KindClock, Clock: f.Clock.Now()})
	}
	counted(feed.KindSnapshots, was.Snapshots, now.Snapshots)
	counted(feed.KindSessions, was.Sessions, now.Sessions)
	if skipped := now.Write - maxNews - was.Write; skipped > 0 {
		was.Write += skipped
		news = append(news, feed.News{Kind: feed.KindSkipped, SkippedWrites: skipped})
	}
	for number := was.Write + 1; number <= now.Write; number++ {
		news = append(news, feed.News{Kind: feed.KindWrite, Write: number})
	}
	return append(news, f.requests(was.Request)...)
}

// numbers returns one piece of news, which contains only the numbers up to which the feed has yielded news.
func (f *feeder) numbers() []feed.News {
	n := feed.News{Kind: feed.KindChange, Numbers: f.at.Numbers}
	n.Numbers.Clock = f.Clock.Now()
	return []feed.News{n}
}

func (f *feeder) rules() (present []*rules.Armed, hits []int) {
	present = f.Rules.All()
	return present, values.Mapped(present, (*rules.Armed).Hits)
}

func (f *feeder) faults() (news []feed.News) {
	tell := func(change feed.FaultChange, rule *rules.Armed) {
		news = append(news, feed.News{
			Kind: feed.KindFault, Change: change, Fault: new(fault.Armed(rules.Follow(rule))),
		})
	}
	present, hits := f.rules()
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
	return news
}

// requests returns news of the newest requests after a number. Before them it tells how many requests it leaves out.
func (f *feeder) requests(after int64) (news []feed.News) {
	entries, newest := f.Journal.ring.After(after)
	entries = entries[max(0, len(entries)-maxNews):]
	if skipped := newest - after - int64(len(entries)); skipped > 0 {
		news = append(news, feed.News{Kind: feed.KindSkipped, SkippedRequests: skipped})
	}
	for _, call := range f.Journal.calls(entries) {
		news = append(news, feed.News{Kind: feed.KindRequest, Call: call})
	}
	f.at.Request = newest
	return news
}
