package scalar_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/scalar"
)

// TestAppendInt guards the places where a number grows a digit, and both ends of the range.
func TestAppendInt(t *testing.T) {
	numbers := []int64{0, math.MaxInt64, math.MinInt64, math.MinInt64 + 1}
	for power := int64(1); power <= math.MaxInt64/10; power *= 10 {
		numbers = append(numbers, power-1, power, power+1, 10*power-1)
	}
	for _, n := range numbers {
		for _, n := range []int64{n, -n} {
			require.Equal(t, "x"+strconv.FormatInt(n, 10), string(scalar.AppendInt([]byte("x"), n)))
		}
	}
}

// TestShortNumbers: a number that strconv need not read is the same as strconv reads it.
func TestShortNumbers(t *testing.T) {
	for _, text := range []string{
		"0", "-0", "3.85", "-93.625", "41.5868", "0.1", "0.3", ".5", "5.", "+1.5", "007.50", "0.000001", "123456789.123456",
		"999999999999999", "0.00000000000001", "0.000000000000001", "9007199254740993", "1e3", "2.5e-3", "179.99999999999997",
	} {
		got, err := scalar.ParseFloat([]byte(text), 64)
		require.NoError(t, err, text)
		want, err := strconv.ParseFloat(text, 64)
		require.NoError(t, err)
		require.Equal(t, math.Float64bits(want), math.Float64bits(got), text)
	}
}

// TestFloatsOfFewDigits: a float that strconv need not write is written as strconv writes it.
func TestFloatsOfFewDigits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		f := float64(random.Int64N(2e15)-1e15) / math.Pow10(random.IntN(16))
		for _, f := range []float64{f, math.Nextafter(f, 0)} {
			if f != 0 && math.Abs(f) < 1e-6 {
				continue // has an exponent
			}
			text, ok := scalar.AppendFloat(nil, f, 64)
			require.True(t, ok)
			require.Equal(t, strconv.FormatFloat(f, 'f', -1, 64), string(text))
		}
	}
}

// TestGrammar: one grammar decides what is a Decimal, its form in JSON, its places after the point, and what is an integer.
func TestGrammar(t *testing.T) {
	long := strings.Repeat("7", 63)
	for text, want := range map[string]struct {
		json    string // "" for no Decimal
		places  int
		integer int64 // -1 for none
	}{
		"57": {"57", 0, 57}, "57.0": {"57.0", 0, 57}, "5.7e1": {"5.7e1", 0, 57}, "+007.50": {"7.50", 1, -1}, "-.5": {"-0.5", 1, -1},
		"5.": {"5", 0, 5}, "-0": {"-0", 0, 0}, "12.3456e2": {"12.3456e2", 2, -1}, "100e-2": {"100e-2", 0, 1},
		"1E-03": {"1E-03", 3, -1}, "1e007": {"", 0, 10_000_000},
		"25E-02": {"25E-02", 2, -1}, "1e+99": {"1e+99", 0, -1}, "1e100": {"", 0, -1},
		"9007199254740993.0": {"9007199254740993.0", 0, 9007199254740993},
		long + "7":           {long + "7", 0, -1}, "-" + long: {"-" + long, 0, -1}, "1" + long + "7": {"", 0, -1}, "." + long: {"", 63, -1},
		"": {"", 0, -1}, "-": {"", 0, -1}, ".": {"", 0, -1}, "++1": {"", 0, -1}, "1e": {"", 0, -1}, "1e+": {"", 0, -1}, "1.2.3": {"", 0, -1},
		"0x1": {"", 0, -1}, "1_0": {"", 0, -1}, "1 ": {"", 0, -1}, "NaN": {"", 0, -1}, "1f2": {"", 0, -1},
	} {
		require.Equal(t, want.json != "", scalar.IsDecimal(text), text)
		if want.json != "" {
			require.Equal(t, "["+want.json, string(scalar.AppendJSON([]byte("["), text)))
		}
		require.Equal(t, want.places, scalar.Places(text), text)
		n, err := scalar.ParseInt(text)
		require.Equal(t, want.integer >= 0, err == nil, text)
		require.True(t, err != nil || n == want.integer, text)
		if short, ok := scalar.ShortInt(text); ok {
			require.Equal(t, n, short, text)
		}
	}
}

// TestCanonical: texts of one number have one text, and no other number has it.
func TestCanonical(t *testing.T) {
	for want, texts := range map[string][]string{
		"0": {"0", "-0", "0.000", "0e7", "+.0"}, "1": {"1", "1.0", "01", "1e0", "10e-1", "0.01E2"}, "-1.5": {"-1.5", "-15e-1", "-01.50"},
		"9007199254740993": {"9007199254740993", "9007199254740993.0"}, "9007199254740992": {"9007199254740992"},
		"0.1e1000": {"1e999", "10e998"}, "0.5e0": {"0.5", ".50"}, "0.5e-1": {"0.05", "5e-2"}, "10": {"10", "1e1"},
		"": {""}, "1e": {"1e"}, "1 ": {"1 "}, "one": {"one"}, "0x1": {"0x1"}, "-": {"-"},
	} {
		for _, text := range texts {
			require.Equal(t, want, scalar.Canonical(text), text)
		}
	}
}
