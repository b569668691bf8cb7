package transport

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAnAbandonedLoginLeavesTheNextAlone: all requests have left a login, and another one is under way. The first must
// neither end the other nor give its keys to anyone.
func TestAnAbandonedLoginLeavesTheNextAlone(t *testing.T) {
	_, cancel := context.WithCancel(t.Context())
	next := &login{cancel: cancel}
	for name, end := range map[string]func(*Keyring, *login){"leave": (*Keyring).leave, "finish": (*Keyring).finish} {
		first := &login{done: make(chan struct{}), cancel: cancel, waiters: 1, keys: &issued{keys: "old"}}
		k := &Keyring{login: next}
		end(k, first)
		require.Same(t, next, k.login, name)
		require.Nil(t, k.current(), name)
	}
}
