package node_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/node"
)

func TestIsValid(t *testing.T) {
	for _, name := range []string{"a", "_", "Id", "a-b.c_1", "é", "名", "a·", "a\u0300", "\U00010000"} {
		require.True(t, node.IsName(name), name)
	}
	for _, name := range []string{"", "1", "-", ".a", "a:b", "a b", "×", "a\u2028", "\u0300", "a\xff", "\U000F0000", "a\n"} {
		require.False(t, node.IsName(name), name)
	}
}
