package record_test

import (
	"encoding/json"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/record"
)

type viewed struct {
	B string
	A int
	viewedInside
}

type viewedInside struct{ C *int }

type guarded struct {
	mu sync.Mutex
	A  string
}

func TestViews(t *testing.T) {
	for _, sorted := range []bool{false, true} {
		views := record.Views{Sorted: sorted}
		p := record.PlanOf(reflect.TypeFor[viewed]())
		outer, inner := viewed{B: "b", A: 1}, viewed{B: "bb", A: 2, viewedInside: viewedInside{new(3)}}
		for range 2 {
			w := views.Open(p, reflect.ValueOf(outer))
			deeper := views.Open(p, reflect.ValueOf(&inner).Elem())
			require.Equal(t, inner, deeper.Struct.Interface())
			require.Equal(t, outer, w.Struct.Interface(), "a struct of the same type deeper down has a view of its own")
			names := map[string]any{}
			var order []string
			for i := range deeper.Steps {
				step := &deeper.Steps[i]
				order = append(order, step.Field.Name)
				names[step.Field.Name] = deeper.In(step).Interface()
			}
			require.Equal(t, map[string]any{"A": 2, "B": "bb", "C": inner.C}, names)
			require.Equal(t, sorted, order[0] == "A")
			views.Close(p)
			views.Close(p)
			views.Clear()
			require.Zero(t, w.Struct.Interface(), "nothing of what was written is kept")
			require.Zero(t, deeper.Struct.Interface())
		}
	}
}

// What go vet would not let us copy is looked at where it is.
func TestViewsCopyNoLocks(t *testing.T) {
	var views record.Views
	for _, text := range []string{"one", "two"} {
		v := &guarded{A: text}
		w := views.Open(record.PlanOf(reflect.TypeFor[guarded]()), reflect.ValueOf(v).Elem())
		require.Same(t, v, w.Struct.Addr().Interface())
		require.Same(t, &v.A, w.Steps[0].Addr)
		require.Same(t, &v.A, w.Steps[0].Text)
		v.mu.Lock()
		views.Clear()
		require.False(t, w.Struct.IsValid())
		require.Nil(t, w.Steps[0].Addr)
	}
}

// TestCopied guards against copying what encoding/json would not read: it may change at that moment.
func TestCopied(t *testing.T) {
	type partly struct {
		Name string
		hits int64
	}
	type plain struct{ Name string }
	type empty struct{}
	type pointed struct{ hits int64 }
	for _, test := range []struct {
		v    any
		want bool
	}{
		{plain{}, true},
		{team{hidden: 1}, false},
		{address{}, true}, // with Extra
		{partly{hits: 1}, false},
		{struct{ Inner partly }{}, false},
		{struct{ Inner *partly }{}, true},
		{struct{ Inner []partly }{}, true},
		{struct{ partly }{}, false},
		{struct{ viewedInside }{}, true},
		{struct{ *Deep }{}, true},
		{struct {
			*pointed
			A int
		}{pointed: &pointed{hits: 1}}, false},
		{struct {
			*Deep `json:"-"`
			A     int
		}{}, false},
		{struct {
			Deep `json:"-"`
			A    int
		}{}, false},
		{struct {
			A int `json:"-"`
			B int
		}{}, false},
		{struct {
			tagged
			untagged
		}{}, false}, // Twice is in both, so in neither
		{struct {
			_ empty
			A int
		}{}, false},
		{struct {
			empty
			A int
		}{}, true},
		{struct {
			Born date
			Won  wonBy
			Key  secret
			Paid decimal
			At   time.Time
			Raw  json.RawMessage
		}{}, true},
		{struct{ Status status }{}, false}, // which XML writes member by member
		{struct{ A atomic.Int64 }{}, false},
		{struct{ A [1]atomic.Value }{}, false},
		{guarded{}, false},
	} {
		require.Equal(t, test.want, record.PlanOf(reflect.TypeOf(test.v)).Copied(), "%T", test.v)
	}
}

// TestNothingElseIsRead is for the race detector.
func TestNothingElseIsRead(t *testing.T) {
	type counted struct {
		Name string
		hits int64
	}
	v := &counted{Name: "Comets"}
	var views record.Views
	var counting sync.WaitGroup
	counting.Go(func() {
		for range 1000 {
			atomic.AddInt64(&v.hits, 1)
		}
	})
	for range 1000 {
		p := record.PlanOf(reflect.TypeFor[counted]())
		require.Equal(t, "Comets", *views.Open(p, reflect.ValueOf(v).Elem()).Steps[0].Text)
		views.Close(p)
	}
	counting.Wait()
}
