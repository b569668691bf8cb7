package codectest

import (
	"math"
	"reflect"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/record"
)

// Types with one thing each that is allocated.
type (
	// Wide is larger than its JSON.
	Wide struct{ A, B, C, D, E, F, G, H string }

	// Titled has a text.
	Titled struct{ Name string }

	// Optional has pointers.
	Optional struct {
		Int   *int
		Text  *string
		Float *float64
		Wide  *Wide
	}

	// Embedded is large.
	Embedded struct {
		Deep string
		More [20]string `json:"-"`
	}

	// Embedding embeds it by a pointer.
	Embedding struct{ *Embedded }

	// InTotal reads itself, from text and from JSON, and is not flat.
	InTotal struct{ text *string }
)

// UnmarshalText keeps a copy.
func (i *InTotal) UnmarshalText(text []byte) error {
	i.text = new(string(text))
	return nil
}

// UnmarshalJSON does so too.
func (i *InTotal) UnmarshalJSON(raw []byte) error { return i.UnmarshalText(raw) }

// Allocated returns the bytes that a function allocates: the least of several runs, since others may allocate
// meanwhile.
func Allocated(runs int, f func()) int64 {
	least := int64(math.MaxInt64)
	for range runs {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		least = min(least, int64(after.TotalAlloc-before.TotalAlloc)) //nolint:gosec // far from the largest
	}
	return least
}

// Counted returns the least limit, to a twentieth, within which a body can be read: the bytes that are counted for it.
func Counted(t *testing.T, read func(limit int64) error) int64 {
	t.Helper()
	require.NoError(t, read(0))
	low, high := int64(1), int64(1<<26)
	for high-low > high/20 {
		limit := (low + high) / 2
		err := read(limit)
		if err == nil {
			high = limit
			continue
		}
		require.ErrorIs(t, err, record.ErrMemory)
		low = limit + 1
	}
	return high
}

// CountsWhatItAllocates fails when reading a body allocates much more, or much less, than is counted. Own are the bytes
// that a reader may allocate for itself without counting them, and kept those that it may count without allocating
// them, because it had them from a body before.
func CountsWhatItAllocates(t *testing.T, own, kept int64, read func(limit int64) error) {
	t.Helper()
	counted := Counted(t, read)
	got := Allocated(3, func() { _ = read(counted) })
	require.LessOrEqual(t, got, counted+counted/4+own, "%d counted, %d allocated", counted, got)
	require.LessOrEqual(t, counted, 2*got+kept, "%d counted, %d allocated", counted, got)
	if half := counted / 2; half > 0 {
		got := Allocated(3, func() { require.ErrorIs(t, read(half), record.ErrMemory) })
		require.LessOrEqual(t, got, half+half/4+max(own, 1<<13), "%d within %d", got, half)
	}
}

// Body is a body, and a value of the type to read it into.
type Body = struct {
	Into any
	Text string
}

// MemoryIsCounted compares what is counted with what is allocated for each body, read into its type and as a node.
// Whatever allocates and does not count fails here. Own and kept are those of CountsWhatItAllocates.
func MemoryIsCounted(
	t *testing.T, bodies map[string]Body, own, kept int64,
	read func(body []byte, to any, limit int64) error, parse func(body []byte, limit int64) error,
) {
	t.Helper()
	for name, b := range bodies {
		body := []byte(b.Text)
		t.Run(name, func(t *testing.T) {
			CountsWhatItAllocates(t, own, kept, func(limit int64) error {
				return read(body, reflect.New(reflect.TypeOf(b.Into)).Interface(), limit)
			})
		})
		t.Run(name+" as a node", func(t *testing.T) {
			CountsWhatItAllocates(t, own, kept, func(limit int64) error { return parse(body, limit) })
		})
	}
}

// TakesNoMoreThan fails when one of the functions allocates more.
func TakesNoMoreThan(t *testing.T, most int64, reads map[string]func()) {
	t.Helper()
	for name, read := range reads {
		read() // plans are made once
		if Allocated(1, read) > most {
			require.LessOrEqual(t, Allocated(5, read), most, name)
		}
	}
}
