package record_test

import (
	"errors"
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

// TestErrorTexts: an error leaves out the parts that it does not have.
func TestErrorTexts(t *testing.T) {
	cause := errors.New("why")
	for want, e := range map[string]record.Error{
		"/a: found x":                           {Path: "/a", Found: "x"},
		"/a: expected y":                        {Path: "/a", Expected: "y"},
		"/a: found x, expected y":               {Path: "/a", Found: "x", Expected: "y"},
		"/a: found x, expected y: why":          {Path: "/a", Found: "x", Expected: "y", Err: cause},
		"/a: why":                               {Path: "/a", Err: cause},
		"/a (offset 7): found x":                {Path: "/a", Found: "x", Offset: 7, Err: cause, Secret: true},
		"/ (line 2, offset 7): expected y: why": {Expected: "y", Offset: 7, Line: 2, Err: cause},
	} {
		require.Equal(t, want, e.Error())
	}
}
