package recording

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzMark: a mark that is read is written the same.
func FuzzMark(f *testing.F) {
	f.Add("1-7.0.0.0.0.0.0")
	f.Add("zz-9223372036854775807.1.2.3.4.5.6")
	f.Add("3w5e11264sgsg-1.2.3.4.5.6.07")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMark(text)
		if err != nil {
			require.Zero(t, m)
			return
		}
		again, err := ParseMark(m.String())
		require.NoError(t, err)
		require.Equal(t, m, again)
	})
}
