package recording_test

import (
	"context"
	"math"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver/internal/recording"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

type entry = recording.Entry[string]

// same compares entries by number and value.
func same(t *testing.T, want, got []entry) {
	t.Helper()
	require.Empty(t, cmp.Diff(want, got, cmpopts.IgnoreUnexported(entry{}), cmpopts.EquateEmpty()))
}

func after[T any](r *recording.Ring[T], number int64) []recording.Entry[T] {
	entries, _ := r.After(number)
	return entries
}

// TestRing adds the letters from a on, each with the bytes of its size, and checks the entries that stay.
func TestRing(t *testing.T) {
	for name, c := range map[string]struct {
		most     int
		maxBytes int64
		sizes    []int64
		want     []entry
	}{
		"empty":           {3, 10, nil, nil},
		"all":             {3, 10, []int64{1, 2, 3}, []entry{{Number: 1, Value: "a"}, {Number: 2, Value: "b"}, {Number: 3, Value: "c"}}},
		"too many":        {2, 10, []int64{1, 2, 3}, []entry{{Number: 2, Value: "b"}, {Number: 3, Value: "c"}}},
		"too many bytes":  {9, 10, []int64{5, 5, 1}, []entry{{Number: 2, Value: "b"}, {Number: 3, Value: "c"}}},
		"one for several": {9, 10, []int64{3, 3, 3, 9}, []entry{{Number: 4, Value: "d"}}},
		"one too large":   {9, 10, []int64{3, 99}, []entry{{Number: 2, Value: "b"}}},
		"after one":       {9, 10, []int64{99, 3}, []entry{{Number: 2, Value: "b"}}},
		"just one":        {1, 10, []int64{1, 1}, []entry{{Number: 2, Value: "b"}}},
		"many":            {2, 10, make([]int64, 26), []entry{{Number: 25, Value: "y"}, {Number: 26, Value: "z"}}},
	} {
		r := recording.NewRing[string](c.most, c.maxBytes)
		for i, size := range c.sizes {
			require.EqualValues(t, i+1, r.Add(string(rune('a'+i)), size), name)
		}
		same(t, c.want, after(r, 0))
		same(t, c.want, after(r, math.MinInt64))
		require.Equal(t, len(c.want) < len(c.sizes), r.Dropped(), name)
		if len(c.want) > 0 {
			newest := c.want[len(c.want)-1:]
			same(t, newest, after(r, newest[0].Number-1))
			same(t, nil, after(r, newest[0].Number))
			same(t, nil, after(r, math.MaxInt64))
		}
		r.Clear()
		same(t, nil, after(r, 0))
		require.False(t, r.Dropped())
		last, cleared := r.Numbers()
		require.EqualValues(t, len(c.sizes), last, "the number of an entry that is gone")
		require.EqualValues(t, 1, cleared)
		require.EqualValues(t, len(c.sizes)+1, r.Add("next", 1), "numbers go on")
		same(t, []entry{{Number: int64(len(c.sizes) + 1), Value: "next"}}, after(r, 0))
	}
}

// TestRingStaysSmall: a long journal allocates next to nothing beyond its entries, and keeps no entry that it dropped.
func TestRingStaysSmall(t *testing.T) {
	r := recording.NewRing[*[1000]byte](100, 1<<20)
	dropped := weak.Make(new([1000]byte))
	r.Add(dropped.Value(), 1000)
	kept := new([1000]byte)
	for range 100 {
		r.Add(kept, 1000)
	}
	runtime.GC()
	require.Nil(t, dropped.Value())
	require.Zero(t, testing.AllocsPerRun(1000, func() { r.Add(kept, 1000) }))
}

func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := recording.NewRing[string](1, 10)
		r.Add("a", 1)
		require.NoError(t, r.Wait(t.Context(), 0), "it is there")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		require.ErrorIs(t, r.Wait(ctx, 1), context.DeadlineExceeded)
		woken := make(chan error, 3)
		for _, number := range []int64{1, 1, 2} {
			go func() { woken <- r.Wait(t.Context(), number) }()
		}
		synctest.Wait()
		require.Empty(t, woken)
		r.Add("b", 1)
		synctest.Wait()
		require.Len(t, woken, 2)
		require.NoError(t, <-woken)
		require.NoError(t, <-woken)
		r.Close()
		require.ErrorIs(t, <-woken, refusal.ErrClosed)
		require.ErrorIs(t, r.Wait(t.Context(), 2), refusal.ErrClosed)
		require.NoError(t, r.Wait(t.Context(), 1))
	})
}
