package mockserver

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/refusal"
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
		return nil, fmt.Errorf("FeedOptions.After: %w", err)
	}
	return &m, nil
}

func (s *server) Feed(ctx context.Context, o FeedOptions) iter.Seq2[News, error] {
	return func(yield func(News, error) bool) {
		after, err := o.check()
		if err != nil {
			yield(News{}, refusal.Wrap("Feed", err))
			return
		}
		f := &feeder{
			world: s.world, sessions: s.main.sessions.Changed, idle: o.idle,
			yield: func(n News) bool { return yield(n, nil) },
		}
		f.begin(after, o.NumbersOnly)
		f.run(ctx, s.running.Ending)
	}
}
