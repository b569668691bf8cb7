package xmlwire

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNothingWrittenIsKept: encoders are used again, and what they wrote may have been a secret.
func TestNothingWrittenIsKept(t *testing.T) {
	const secret = "hush hush"
	for _, v := range []any{
		secret, strings.Repeat(secret, maxScratch/len(secret)+1), []any{secret},
		struct {
			Key string
			No  float64
		}{secret, math.NaN()},
	} {
		_, _ = Marshal("R", v)
		e := encoders.Get().(*encoder)
		require.False(t, bytes.Contains(e.scratch[:cap(e.scratch)], []byte(secret)))
		require.LessOrEqual(t, cap(e.scratch), maxScratch)
		require.Zero(t, e.writer)
		encoders.Put(e)
	}
}
