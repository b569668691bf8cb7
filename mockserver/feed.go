package mockserver

import (
	"context"
	"iter"
	"time"

	"github.com/tourney-go/tourney/mockserver/feed"
	"github.com/tourney-go/tourney/mockserver/internal/feeding"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

func (s *server) Feed(ctx context.Context, o feed.Options) iter.Seq2[feed.News, error] {
	return func(yield func(feed.News, error) bool) {
		err := s.follow(ctx, &o, 0, func(n *feed.News, _ bool) bool { return yield(*n, nil) })
		if err != nil {
			yield(feed.News{}, refusal.Wrap("Feed", err))
		}
	}
}

// follow is Feed with the times at which nothing happened: see world.World.Follow.
func (s *server) follow(ctx context.Context, o *feed.Options, idle time.Duration, yield feeding.Follower) error {
	return s.Follow(ctx, o, idle, s.main.sessions.Changed, s.running.Ending, yield)
}
