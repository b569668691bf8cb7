package mockserver_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/redact"
)

func TestMasked(t *testing.T) {
	for text, want := range map[string]string{
		`found "4111111111111111"`:      `found "[redacted]"`,
		`found "4111 1111-1111 1111"`:   `found "[redacted]"`,
		"378282246310005 and 12345":     "[redacted] and 12345",
		"names no team: 40010001":       "names no team: 40010001",
		"number 41111111111111111111 x": "number [redacted] x",
		strings.Repeat("12 34-", 50):    "[redacted]-",
		"12345678901":                   "12345678901",
	} {
		require.Equal(t, want, redact.Masked(text))
	}
}

// TestSafeLeavesNoPartOfANumber checks texts that are cut in a number.
func TestSafeLeavesNoPartOfANumber(t *testing.T) {
	text := strings.Repeat("x", 195) + "4111\n1111 1111-1111"
	require.NotContains(t, redact.Safe(text), "4111")
	require.NotContains(t, redact.Safe("4111\n1111\n1111\n1111"), "1111")
}
