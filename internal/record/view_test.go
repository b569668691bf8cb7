package record_test

import (
	"reflect"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/record"
)

type viewed struct {
	B    string
	A    int
	mark bool
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
		outer, inner := viewed{B: "b", A: 1, mark: true}, viewed{B: "bb", A: 2, viewedInside: viewedInside{new(3)}}
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
