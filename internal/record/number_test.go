package record_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/record"
)

// TestAppendInt guards the places where a number grows a digit, and both ends of the range.
func TestAppendInt(t *testing.T) {
	numbers := []int64{0, math.MaxInt64, math.MinInt64, math.MinInt64 + 1}
	for power := int64(1); power <= math.MaxInt64/10; power *= 10 {
		numbers = append(numbers, power-1, power, power+1, 10*power-1)
	}
	for _, n := range numbers {
		for _, n := range []int64{n, -n} {
			require.Equal(t, "x"+strconv.FormatInt(n, 10), string(record.AppendInt([]byte("x"), n)))
		}
	}
}
