package command

import (
	"net"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestErrno: the errors are those of the system itself.
func TestErrno(t *testing.T) {
	var config net.ListenConfig
	first, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer first.Close()
	_, err = config.Listen(t.Context(), "tcp", first.Addr().String())
	require.True(t, IsInUse(err), err)
	require.False(t, isClosedPipe(err), err)

	in, out, err := os.Pipe()
	require.NoError(t, err)
	defer out.Close()
	require.NoError(t, in.Close())
	_, err = out.WriteString("x")
	require.True(t, isClosedPipe(err), err)
	require.False(t, IsInUse(err), err)
}
