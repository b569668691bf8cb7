package wait_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/wait"
)

// TestFor: the first of the two ends the wait.
func TestFor(t *testing.T) {
	got, err := wait.For(t.Context(), func() (int, error) { return 7, errors.ErrUnsupported })
	require.Equal(t, 7, got)
	require.ErrorIs(t, err, errors.ErrUnsupported)

	ctx, cancel := context.WithCancel(t.Context())
	never := make(chan int)
	defer close(never)
	_, err = wait.For(ctx, func() (int, error) { cancel(); return <-never, nil })
	require.ErrorIs(t, err, context.Canceled)
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
