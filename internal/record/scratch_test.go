package record

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNothingWrittenIsKept: buffers are used again, and what was written may have been a secret.
func TestNothingWrittenIsKept(t *testing.T) {
	const secret = "hush hush"
	for _, text := range []string{secret, strings.Repeat(secret, maxScratch/len(secret)+1), "short"} {
		for _, fails := range []error{nil, errors.New("no")} {
			exact, err := Exact(func(dst []byte) ([]byte, error) { return append(dst, text...), fails })
			require.ErrorIs(t, err, fails)
			if fails == nil {
				require.Equal(t, text, string(exact))
			}
			scratch := *scratches.Get().(*[]byte)
			require.False(t, bytes.Contains(scratch[:cap(scratch)], []byte(text)))
			require.LessOrEqual(t, cap(scratch), maxScratch)
			scratches.Put(&scratch)
		}
	}
}
