package codectest

import (
	"math"
	"reflect"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/record"
)

// Types for tests of memory. A reader needs another kind of allocation for each of these types.
type (
	// Wide takes more memory than its JSON.
	Wide struct{ A, B, C, D, E, F, G, H string }

	// Titled has one text.
	Titled struct{ Name string }

	// Optional has pointers.
	Optional struct {
		Int   *int
		Text  *string
		Float *float64
		Wide  *Wide
	}

	// Embedded is a large struct.
	Embedded struct {
		Deep string
		More [20]string `json:"-"`
	}

	// Embedding embeds a pointer to Embedded.
	Embedding struct{ *Embedded }

	// InTotal has methods that read it as a whole, from text and from JSON. It contains a pointer.
	InTotal struct{ text *string }
)

// UnmarshalText stores a copy of the text.
func (i *InTotal) UnmarshalText(text []byte) error {
	i.text = new(string(text))
	return nil
}

// UnmarshalJSON stores a copy of the JSON.
func (i *InTotal) UnmarshalJSON(raw []byte) error { return i.UnmarshalText(raw) }

// Allocated returns how many bytes a function allocates. It runs the function several times and returns the smallest
// number, because other goroutines may allocate during a run.
func Allocated(runs int, f func()) int64 {
	least := int64(math.MaxInt64)
	for range runs {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		least = min(least, int64(after.TotalAlloc-before.TotalAlloc)) //nolint:gosec // far below the largest int64
	}
	return least
}

// Counted returns how many bytes a reader counts for a body. It searches for the smallest limit with which read
// succeeds. The result is exact to a twentieth.
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

// CountsWhatItAllocates fails the test if the reader of a body allocates much more, or much less, than it counts. The
// reader may allocate up to own bytes for itself without counting them. It may count up to kept bytes that it does
// not allocate, because it kept them when it read an earlier body.
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

// MemoryIsCounted calls CountsWhatItAllocates for each body, once read into its type and once as a node. The test
// fails if any code of the reader allocates memory that it does not count. Own and kept mean the same as in
// CountsWhatItAllocates.
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

// TakesNoMoreThan fails the test if one of the functions allocates more than most bytes.
func TakesNoMoreThan(t *testing.T, most int64, reads map[string]func()) {
	t.Helper()
	for name, read := range reads {
		read() // the first read of a type makes its plan
		if Allocated(1, read) > most {
			require.LessOrEqual(t, Allocated(5, read), most, name)
		}
	}
}
