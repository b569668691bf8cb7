package tourney_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/record"
)

// TestBodiesAreCopied guards the speed of encoding: a field that the codecs may not copy would cost it without a word.
func TestBodiesAreCopied(t *testing.T) {
	seen := map[reflect.Type]bool{}
	for _, body := range bodies {
		eachField(body, func(owner reflect.Type, f reflect.StructField) {
			if p := record.PlanOf(owner); p != nil {
				require.True(t, p.Copied(), "%v.%s", owner, f.Name)
				seen[owner] = true
			}
		})
	}
	require.Greater(t, len(seen), 30)
}
