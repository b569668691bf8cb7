package fleet_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/fleet"
	"github.com/tourney-go/tourney/watch"
	"github.com/tourney-go/tourney/watch/webhook"
)

// publish publishes games as added.
func publish(t *testing.T, f *fleet.Fleet, stream int64, ids ...int64) {
	t.Helper()
	run := func(ctx context.Context, state watch.State) iter.Seq2[watch.Change[tourney.Game], error] {
		return func(yield func(watch.Change[tourney.Game], error) bool) {
			if _, err := state.Load(ctx); err != nil {
				yield(watch.Change[tourney.Game]{}, err)
				return
			}
			for _, id := range ids {
				if !yield(watch.Change[tourney.Game]{Kind: watch.KindAdded, After: tourney.Game{ID: id}}, nil) {
					return
				}
			}
			if err := state.Save(ctx, nil); err != nil {
				yield(watch.Change[tourney.Game]{}, err)
			}
		}
	}
	for _, err := range fleet.Watch(t.Context(), f, "games", run, fleet.WatchOptions{Stream: stream}) {
		require.NoError(t, err)
	}
}

// readEntries reads entries, and breaks after the last one, which so is not handled.
func readEntries(t *testing.T, f *fleet.Fleet, o fleet.ReadOptions, count int) (entries []fleet.Entry[tourney.Game]) {
	t.Helper()
	for entry, err := range fleet.Read[tourney.Game](t.Context(), f, "games", o) {
		require.NoError(t, err)
		if entries = append(entries, entry); len(entries) == count {
			break
		}
	}
	return entries
}

func idsOf(entries []fleet.Entry[tourney.Game]) (ids []int64) {
	for _, e := range entries {
		ids = append(ids, e.After.ID)
	}
	return ids
}

func TestReadDeliversUntilHandled(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	f := s.fleet(fleet.Options{})
	publish(t, f, 100, 1, 2, 3, 4)
	o := fleet.ReadOptions{Group: "scores", Consumer: "one"}

	first := readEntries(t, f, o, 2)
	require.Equal(t, []int64{1, 2}, idsOf(first))
	again := readEntries(t, f, o, 2) // as after a start
	require.Equal(t, []int64{2, 3}, idsOf(again), "in the order of the stream")
	require.Equal(t, first[1].ID, again[0].ID)
	require.Equal(t, []int64{1, 2, 1}, []int64{first[1].Deliveries, again[0].Deliveries, again[1].Deliveries})

	another := o
	another.Consumer = "two"
	require.Equal(t, []int64{4}, idsOf(readEntries(t, f, another, 1)), "a consumer does not take what another has")
	another.Claim = time.Millisecond
	claimed := readEntries(t, f, another, 2) // 3 comes first unless the millisecond has not passed
	require.ElementsMatch(t, []int64{3, 4}, idsOf(claimed), "what a dead consumer left")
	require.Equal(t, []int64{2, 2}, []int64{claimed[0].Deliveries, claimed[1].Deliveries})

	o.Group = "prizes"
	require.Equal(t, []int64{1, 2, 3, 4}, idsOf(readEntries(t, f, o, 4)), "each group gets everything")
}

func TestReadBegins(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	f := s.fleet(fleet.Options{})
	publish(t, f, 100, 1, 2)
	got := make(chan int64)
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		o := fleet.ReadOptions{Group: "now", Consumer: "one", FromNow: true, Claim: time.Second}
		for entry, err := range fleet.Read[tourney.Game](ctx, f, "games", o) {
			if err == nil {
				got <- entry.After.ID
				if entry.After.ID == 5 {
					cancel()
				}
			}
		}
	}()
	stream := s.key(t, "stream:games")
	require.Eventually(t, func() bool { return len(s.client().XInfoGroups(t.Context(), stream).Val()) == 1 },
		20*time.Second, time.Millisecond)
	publish(t, f, 100, 3)
	require.Equal(t, int64(3), <-got)

	require.NoError(t, s.client().Del(t.Context(), stream).Err()) // with the group, while the reader waits
	publish(t, f, 100, 4, 5)
	require.Equal(t, []int64{4, 5}, []int64{<-got, <-got}, "a group that was lost does not begin now")
	<-ended
	require.Zero(t, s.client().XInfoGroups(t.Context(), stream).Val()[0].Pending, "handled when the context ended")
}

// told returns the ids and the errors of the next deliveries, of which the last is not handled.
func told(t *testing.T, f *fleet.Fleet, o fleet.ReadOptions, count int) (ids []int64, errs []error) {
	t.Helper()
	for entry, err := range fleet.Read[tourney.Game](t.Context(), f, "games", o) {
		if err != nil {
			errs = append(errs, err)
		}
		if entry.After.ID != 0 {
			ids = append(ids, entry.After.ID)
		}
		if count--; count == 0 {
			break
		}
	}
	return ids, errs
}

func TestReadTellsWhatWasRemoved(t *testing.T) {
	t.Parallel()
	s := startRedis(t, "--stream-node-max-entries", "1") // so that the stream is as short as it may be
	f := s.fleet(fleet.Options{})
	o := fleet.ReadOptions{Group: "slow", Consumer: "one"}
	publish(t, f, 3, 1, 2)
	require.Equal(t, []int64{1, 2}, idsOf(readEntries(t, f, o, 2))) // 2 is not handled
	publish(t, f, 3, 3, 4, 5, 6, 7)

	another := fleet.ReadOptions{Group: "slow", Consumer: "two", Claim: time.Millisecond}
	for _, o := range []fleet.ReadOptions{o, another} {
		s.eventually("the entry is not late", func() bool { // nothing is handled, so the same comes until then
			ids, errs := told(t, f, o, 1)
			require.Empty(t, ids)
			require.ErrorIs(t, errs[0], fleet.ErrRemoved)
			return strings.Contains(errs[0].Error(), "change 2:")
		})
	}
	ids, errs := told(t, f, o, 2)
	require.Empty(t, ids)
	require.ErrorIs(t, errs[1], fleet.ErrRemoved)
	require.ErrorContains(t, errs[1], "2 changes:")
	ids, errs = told(t, f, o, 4)
	require.Equal(t, []int64{5, 6, 7}, ids)
	require.Len(t, errs, 1)

	ids, errs = told(t, f, fleet.ReadOptions{Group: "new", Consumer: "one"}, 3)
	require.Equal(t, []int64{5, 6, 7}, ids)
	require.Empty(t, errs)
}

func TestReadTellsOfPoison(t *testing.T) {
	t.Parallel()
	f := startRedis(t).fleet(fleet.Options{})
	publish(t, f, 100, 1, 2)
	o := fleet.ReadOptions{Group: "scores", Consumer: "one", MaxDeliveries: 2}
	for range 2 {
		ids, errs := told(t, f, o, 1)
		require.Equal(t, []int64{1}, ids)
		require.Empty(t, errs)
	}
	ids, errs := told(t, f, o, 2)
	require.Equal(t, []int64{1, 2}, ids)
	require.Len(t, errs, 1)
	require.ErrorIs(t, errs[0], fleet.ErrPoison)
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	f := startRedis(t).fleet(fleet.Options{})
	publish(t, f, 100, 1)
	for entry, err := range fleet.Read[tourney.Team](t.Context(), f, "games", fleet.ReadOptions{Group: "teams", Consumer: "one"}) {
		require.ErrorContains(t, err, "its rows have the type \"Game\": expected \"Team\"")
		require.NotEmpty(t, entry.ID)
		break
	}
	for _, test := range []struct {
		name, of string
		options  fleet.ReadOptions
		want     string
	}{
		{"no name", "", fleet.ReadOptions{Group: "a", Consumer: "b"}, "the name is empty"},
		{"no group", "games", fleet.ReadOptions{Consumer: "b"}, `Group is "" and Consumer is "b"`},
		{"no consumer", "games", fleet.ReadOptions{Group: "a"}, `Group is "a" and Consumer is ""`},
		{"a negative time", "games", fleet.ReadOptions{Group: "a", Consumer: "b", Claim: -1}, "Claim is -1ns"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for _, err := range fleet.Read[tourney.Game](t.Context(), f, test.of, test.options) {
				require.ErrorContains(t, err, test.want)
			}
		})
	}
}

// TestReadOfAnotherStream: after a failover other entries have the ids of entries that were lost. What a reader knows of
// those must not remove these.
func TestReadOfAnotherStream(t *testing.T) {
	t.Parallel()
	s := startRedis(t, "--stream-node-max-entries", "1")
	f := s.fleet(fleet.Options{})
	lose := func(ids ...int64) {
		require.NoError(t, s.client().Del(t.Context(), s.key(t, "stream:games")).Err())
		publish(t, f, 3, ids...)
	}
	one, two := fleet.ReadOptions{Group: "scores", Consumer: "one"}, fleet.ReadOptions{Group: "scores", Consumer: "two"}
	publish(t, f, 3, 1, 2)
	for entry, err := range fleet.Read[tourney.Game](t.Context(), f, "games", one) {
		require.NoError(t, err)
		if entry.After.ID == 4 {
			break
		}
		lose(3, 4)
		require.Equal(t, []int64{3}, idsOf(readEntries(t, f, two, 1)))
	}
	require.Equal(t, []int64{3}, idsOf(readEntries(t, f, two, 1)), "acknowledged 1 and not 3")

	one.Group = "removed"
	publish(t, f, 3, 5, 6, 7, 8)
	require.Equal(t, []int64{6}, idsOf(readEntries(t, f, one, 1)))
	publish(t, f, 3, 9, 10, 11, 12, 13)
	ids, removed := []int64{}, 0
	for entry, err := range fleet.Read[tourney.Game](t.Context(), f, "games", one) {
		if err == nil {
			if ids = append(ids, entry.After.ID); len(ids) == 2 {
				break
			}
		} else if removed++; removed == 2 { // 6 was removed, and then what followed it
			lose(14, 15)
		}
	}
	require.Equal(t, []int64{14, 15}, ids)
}

// TestReadForwards: watch.Forward leaves an entry unhandled that the receiver did not take.
func TestReadForwards(t *testing.T) {
	t.Parallel()
	f := startRedis(t).fleet(fleet.Options{})
	publish(t, f, 100, 1, 2)
	var sent []string
	down := errors.New("the receiver is down")
	send := func(_ context.Context, e webhook.Event) error {
		sent = append(sent, e.Type+" "+e.ID)
		return down
	}
	o := fleet.ReadOptions{Group: "webhooks", Consumer: "one"}
	for range 2 {
		require.ErrorIs(t, watch.Forward(t.Context(), fleet.Read[tourney.Game](t.Context(), f, "games", o), send, nil), down)
	}
	id := readEntries(t, f, o, 1)[0].ID
	require.Equal(t, []string{"game.added " + id, "game.added " + id}, sent)
}
