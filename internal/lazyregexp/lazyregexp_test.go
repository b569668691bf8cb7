package lazyregexp_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/lazyregexp"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestNew(t *testing.T) {
	digits := lazyregexp.New(`^\d+$`)
	require.True(t, digits().MatchString("12"))
	again := digits()
	require.Same(t, again, digits(), "an expression is compiled once")

	wrong := lazyregexp.New(`(`)
	require.Panics(t, func() { wrong() }, "only the first use looks at the text")
}
