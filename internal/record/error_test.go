package record_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/record"
)

// TestPathsAreBounded guards against errors as long as the body, which took the square of its depth to make.
func TestPathsAreBounded(t *testing.T) {
	e := (&record.Error{Expected: "a number"}).UnderName("last")
	for i := range 100_000 {
		e = e.At(i).UnderName(strings.Repeat("x", 40))
	}
	e = e.UnderName("first")
	require.Less(t, len(e.Error()), 2200)
	require.True(t, strings.HasPrefix(e.Error(), "/…"), e.Error())
	require.True(t, strings.HasSuffix(e.Path, "/"+strings.Repeat("x", 40)+"[0]/last"), e.Path)
}
