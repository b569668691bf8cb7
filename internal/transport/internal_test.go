package transport

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestWaitsDouble: the bound of a wait never passes MaxWait, nor what a duration holds.
func TestWaitsDouble(t *testing.T) {
	long := Retry{MinWait: math.MaxInt64/2 + 1, MaxWait: math.MaxInt64}
	for n, bound := range []time.Duration{1: long.MinWait, 2: long.MaxWait, 3: long.MaxWait}[1:] {
		var longest time.Duration
		for range 100 {
			wait, _, _ := long.wait(n+1, nil)
			longest = max(longest, wait)
		}
		require.LessOrEqual(t, longest, bound, n)
		require.GreaterOrEqual(t, longest, bound/2, n)
	}
}

// TestAnAbandonedLoginLeavesTheNextAlone: all requests have left a login, and another one is under way. The first must
// neither end the other nor give its keys to anyone.
func TestAnAbandonedLoginLeavesTheNextAlone(t *testing.T) {
	for name, end := range map[string]func(*Keyring, *login){"leave": (*Keyring).leave, "finish": (*Keyring).finish} {
		next := new(login)
		k := &Keyring{login: next}
		end(k, &login{done: make(chan struct{}), cancel: func() {}, waiters: 1, keys: &issued{keys: "old"}})
		require.Same(t, next, k.login, name)
		require.Nil(t, k.current(), name)
	}
}
