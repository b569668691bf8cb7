package mockserver

import (
	"context"
	"crypto/rand"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/feed"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/views"
	"github.com/tourney-go/tourney/watch"
	"github.com/tourney-go/tourney/watch/webhook"
)

// Changes yields the changes that writes make to teams and games from now on, each with the number of its write. The
// events are those that [watch.Forward] sends, and come within a tenth of a second. Teams have the members that lists
// show without an Include, so another roster is no change. Writes of sessions do not count.
//
// No request waits for the loop. When the server no longer keeps the next writes (see Limits.Rewind), Changes yields an
// event writes.skipped with their number, {"count": …}, and continues with the oldest write that the server keeps.
// Changes ends with ctx, and after the last write when the server closes.
func (s *Server) Changes(ctx context.Context) iter.Seq2[int64, webhook.Event] {
	in, begin := inner(s), s.Writes.Newest()
	return func(yield func(int64, webhook.Event) bool) {
		t := &teller{in.State, begin, yield, true}
		for range in.follow(ctx, feed.Options{NumbersOnly: true}, 0) {
			if t.tell(ctx); !t.more {
				return
			}
		}
		in.running.AwaitEnd(ctx.Done()) // a feed ends when a server begins to shut down
		t.tell(ctx)
	}
}

type teller struct {
	state *history.State
	at    int64 // the number of the last write that was told
	yield func(int64, webhook.Event) bool
	more  bool // the loop has not ended
}

// tell yields the events of all writes that are not told.
func (t *teller) tell(ctx context.Context) {
	for t.more && ctx.Err() == nil && t.at < t.state.Newest().Number {
		if next := t.state.Last(1, t.at+2); len(next) > 0 && next[0].Is.Number == t.at+1 {
			t.at++
			tellRows(t, next[0], &next[0].Was.Teams, &next[0].Is.Teams, team)
			tellRows(t, next[0], &next[0].Was.Games, &next[0].Is.Games, views.Game)
			continue
		}
		kept := t.state.Oldest()
		data := fmt.Appendf(nil, `{"count":%d}`, kept-t.at)
		t.at = kept
		t.event(webhook.Event{ID: webhook.NewID(rand.Text()), Type: "writes.skipped", Time: time.Now().UTC(), Data: data})
	}
}

func (t *teller) event(e webhook.Event) { t.more = t.more && t.yield(t.at, e) }

func tellRows[R any, T watch.Row](
	t *teller, c history.Change, was, is *model.Table[*R], view func(*model.Reader, *R) T,
) {
	var ids []int64
	is.EachChange(was, func(before, after *R) {
		for _, row := range []*R{before, after} {
			if row != nil {
				ids = append(ids, is.ID(row))
			}
		}
	})
	slices.Sort(ids)
	rows := func(v *model.Version, in *model.Table[*R], id int64) (list []T) {
		if row := in.Get(id); row != nil {
			list = append(list, view(v.Reader(), row))
		}
		return list
	}
	for _, id := range slices.Compact(ids) {
		for _, change := range watch.Compare(rows(c.Was, was, id), rows(c.Is, is, id)) {
			event, err := change.Event()
			if err != nil {
				continue // savefile.CheckWritable refuses a write that leaves such a row
			}
			event.ID = webhook.NewID(fmt.Sprint(c.Is.By.Made, c.Is.Number, id), event.Type)
			event.Time = time.Unix(0, c.Is.By.Made).UTC()
			if t.event(event); !t.more {
				return
			}
		}
	}
}

// team returns a team as lists show it without an Include.
func team(s *model.Reader, r *model.TeamRow) tourney.Team { return views.Team(s, r, 0) }
