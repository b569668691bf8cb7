package traffic

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
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

// TestThePackageIsNamedOnceAndInFront also checks errors that wrap an error of the client's package.
func TestThePackageIsNamedOnceAndInFront(t *testing.T) {
	fails := func(opt mockserver.Option) string {
		_, err := mockserver.New(tourney.Soccer, opt)
		require.Error(t, err)
		return err.Error()
	}
	newOf := func(h tourney.Host) string {
		_, err := mockserver.New(h)
		require.Error(t, err)
		return err.Error()
	}
	starts := func(v tourney.Variant, opts ...mockserver.Option) string {
		b := &mocktest.TB{}
		require.Nil(t, mockserver.Start(b, v, opts...))
		return b.Log
	}
	listens := func(address string) string {
		srv := mocktest.Empty(t, tourney.Soccer)
		defer srv.Close()
		err := srv.Listen(address)
		require.Error(t, err)
		return err.Error()
	}
	panics := func(opt tourney.Option) (text string) {
		defer func() { text = fmt.Sprint(recover()) }()
		mocktest.Empty(t, tourney.Soccer).Client(opt)
		return ""
	}
	for name, text := range map[string]string{
		"no variant":              newOf(tourney.Variant("chess")),
		"a variant in upper case": newOf(tourney.Variant("Soccer")),
		"scenario":                fails(mockserver.Scenario("x")),
		"page size":               newOf(mockserver.Profile{MaxPageSize: -1}),
		"limits":                  fails(mockserver.WithLimits(mockserver.Limits{Calls: -1})),
		"account":                 fails(mockserver.Account("u", "", tourney.Account{})),
		"signer":                  fails(mockserver.RequireAuth(nil)),
		"now":                     fails(mockserver.Now(nil)),
		"calls":                   fails(mockserver.OnCall(nil)),
		"nil":                     fails(mockserver.Option{}),
		"listen":                  listens("nowhere"),
		"start, no variant":       starts("chess"),
		"start, an option":        starts(tourney.Soccer, mockserver.Scenario("x")),
		"client":                  panics(tourney.WithMaxConcurrent(-1)),
		"client, nil":             panics(nil),
	} {
		require.Regexp(t, `^mockserver(\.Start)?: `, text, name)
		require.Equal(t, 1, strings.Count(text, "mockserver"), "%s: %s", name, text)
		require.NotContains(t, text, "tourney: ", name)
	}
}
