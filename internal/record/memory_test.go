package record_test

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strconv"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/codectest"
	"github.com/tourney-go/tourney/internal/record"
)

// counted returns the bytes that a function takes.
func counted(f func(*record.Memory)) int64 {
	const limit = 1 << 30
	low, high := int64(0), int64(limit)
	for low < high {
		m := record.NewMemory(max((low+high)/2, 1))
		if f(&m); m.Check(0) == nil {
			high = (low + high) / 2
		} else {
			low = (low+high)/2 + 1
		}
	}
	return low
}

func TestMemory(t *testing.T) {
	m := record.NewMemory(24)
	require.True(t, m.Reserve(9), "which takes 16")
	require.True(t, m.Reserve(8), "all of it")
	require.Nil(t, m.Check(1))
	require.False(t, m.Reserve(1))
	for _, n := range []int{0, math.MaxInt - 8, math.MaxInt - 8} {
		require.False(t, m.Reserve(n), "nothing fits when something did not")
	}
	require.EqualError(t, m.Check(7),
		"/ (offset 7): found more than fits into 24 bytes of memory: the limit of memory for one body")
	require.ErrorIs(t, m.Check(7), record.ErrMemory)

	for _, none := range []int64{0, -1} {
		m = record.NewMemory(none)
		require.True(t, m.Reserve(math.MaxInt/2))
		require.Nil(t, m.Check(0))
	}
}

func TestMemoryForBodies(t *testing.T) {
	for bytes, want := range map[int64]int64{
		1: 16 << 20, 4 << 20: 16 << 20, 5 << 20: 20 << 20, math.MaxInt64 / 4: math.MaxInt64 / 4 * 4, math.MaxInt64: math.MaxInt64 / 4 * 4,
	} {
		require.Equal(t, want, record.MemoryFor(bytes), bytes)
	}
}

// TestMemoryIsNoSecret: inside of a secret too an error says that there was no memory, for whoever is to change the
// limit.
func TestMemoryIsNoSecret(t *testing.T) {
	key := &record.PlanOf(reflect.TypeFor[team]()).Fields[9]
	m := record.NewMemory(1)
	m.Reserve(2)
	err := m.Check(3).Under(key)
	require.ErrorIs(t, err, record.ErrMemory)
	require.Equal(t, "/ApiSecretKey", err.Path)
}

// TestMemoryOfMaps holds what maps are taken for to what they are, around every size at which they grow.
func TestMemoryOfMaps(t *testing.T) {
	const entry = int(unsafe.Sizeof("") + unsafe.Sizeof(json.RawMessage{}))
	most := 2.05
	if strconv.IntSize == 32 {
		most = 2.4 // the allocator rounds up less
	}
	for n := 1; n < 20_000; n += 1 + n/9 {
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprint(i)
		}
		got := counted(func(m *record.Memory) {
			for i := range n {
				m.ReserveForMap(i, entry)
			}
		})
		want := codectest.Allocated(5, func() {
			v := new(map[string]json.RawMessage)
			*v = make(map[string]json.RawMessage)
			for _, name := range names {
				(*v)[name] = nil
			}
			runtime.KeepAlive(v)
			kept = v
		})
		require.LessOrEqual(t, float64(want), 1.25*float64(got), "%d members: %d counted, %d allocated", n, got, want)
		require.LessOrEqual(t, float64(got), most*float64(want), "%d members: %d counted, %d allocated", n, got, want)
	}
}

// kept makes what it holds escape.
var kept any

// TestArenaWithoutMemory: without memory nothing more is allocated than what has to be somewhere.
func TestArenaWithoutMemory(t *testing.T) {
	type row struct{ Texts [64]string }
	long := make([]byte, 1<<20)
	var list []row
	a := record.NewArena(1<<20, 1)
	a.Reserve(2)
	inList := a.Items(reflect.ValueOf(&list).Elem(), record.ShapeOf(reflect.TypeFor[[]row]()), 0)
	grown := codectest.Allocated(5, func() {
		for range 100 {
			require.Empty(t, a.String(long))
			require.Empty(t, a.String(long[:100]))
			_, err := inList.Next(5)
			require.ErrorIs(t, err, record.ErrMemory)
		}
		require.NotNil(t, a.New(record.ShapeOf(reflect.TypeFor[row]())).Interface())
		require.Nil(t, a.Int(5))
	})
	require.Less(t, grown, int64(1<<17))
	require.Nil(t, list)
}
