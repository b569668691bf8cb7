package mockserver

import (
	"context"
	"fmt"
	"iter"
	"time"
)

// FeedOptions say where a feed begins and what it tells.
type FeedOptions struct {
	// After is the ID of news. The feed goes on after them, and tells of all requests since then that the journal still
	// has. After news of another server, such as that before a restart, it begins with the first request. Without After
	// it tells what happens from now on.
	After string

	// NumbersOnly makes the feed yield news of the kind NewsChange alone, which cost the least.
	NumbersOnly bool

	idle time.Duration // after which the feed yields newsNone; 0 for never
}

// check returns the mark after which a feed begins, nil for the newest.
func (o *FeedOptions) check() (after *feedMark, err error) {
	if o.After == "" {
		return nil, nil //nolint:nilnil // said above
	}
	m, err := parseFeedMark(o.After)
	if err != nil {
		return nil, fmt.Errorf("After: %w", err)
	}
	return &m, nil
}

// Feed tells what happens in the server: requests, writes, changes of the rules of faults, of the clock, of snapshots
// and of sessions. It looks at the server ten times a second, so a request costs no more while somebody listens.
//
// The first news are of the kind NewsChange. When more than 100 requests or writes came since the last look, the feed
// yields the newest 100, after news of the kind NewsSkipped. With NumbersOnly each look yields at most one NewsChange.
//
// The feed ends when ctx ends and when the server or the session closes. It yields an error when After is wrong. A
// session has a feed of its own.
//
//go:noinline
func (s *Server) Feed(ctx context.Context, o FeedOptions) iter.Seq2[News, error] {
	return func(yield func(News, error) bool) {
		after, err := o.check()
		if err != nil {
			yield(News{}, fmt.Errorf("mockserver: Feed: %w", err))
			return
		}
		f := &feeder{
			world: inner(s).world, sessions: inner(s).main.sessions.changed, idle: o.idle,
			yield: func(n News) bool { return yield(n, nil) },
		}
		f.begin(after, o.NumbersOnly)
		f.run(ctx, inner(s).running.ending)
	}
}
