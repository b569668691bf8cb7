package scalar_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/scalar"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestFromJSON(t *testing.T) {
	for data, want := range map[string]string{`"a"`: "a", `"a\u00e9"`: "aé", `12.50`: "12.50", `true`: "true"} {
		text, isNull, err := scalar.FromJSON([]byte(data))
		require.NoError(t, err, data)
		require.False(t, isNull, data)
		require.Equal(t, want, string(text), data)
	}
	_, isNull, err := scalar.FromJSON([]byte("null"))
	require.NoError(t, err)
	require.True(t, isNull)
	for _, data := range []string{"", "{}", "[1]"} {
		_, _, err := scalar.FromJSON([]byte(data))
		require.Error(t, err, data)
	}
}

func TestTexts(t *testing.T) {
	require.Equal(t, "a b", scalar.Trim("\t\u00a0a b \n"))
	n, end := scalar.NumberAt("12345", 1, 3)
	require.Equal(t, []int{234, 4}, []int{n, end})
	require.Equal(t, "0007", string(scalar.AppendPadded(nil, 7, 1000)))
}

func TestStored(t *testing.T) {
	require.Equal(t, "x", scalar.Stored([]byte(" x ")))
	require.Equal(t, "x", scalar.Stored("x  "))
	require.Empty(t, scalar.Stored(1))
	for src, want := range map[any]string{nil: "tourney: cannot scan NULL into a Date: expected a day", 1.5: "the float64 1.5"} {
		var n int
		require.ErrorContains(t, scalar.Scan(&n, src, func(any) (int, bool) { return 7, false }, "a Date", "a day"), want)
		require.Zero(t, n)
	}
	require.False(t, scalar.IsWholeMinute(time.Unix(1, 0)))
	require.True(t, scalar.IsWholeMinute(time.Unix(120, 0)))
}
