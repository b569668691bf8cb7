package listen

import (
	"net"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLoopbackAddresses compares the addresses with those of package net.
func TestLoopbackAddresses(t *testing.T) {
	for _, host := range []string{
		"127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", "::1%lo", "fe80::1%lo", "10.0.0.1", "::", "0.0.0.0", "127.0.0", "127.1",
		"0127.0.0.1", "localhost", "", "1", "::ffff:10.0.0.1", "[::1]",
	} {
		ip := net.ParseIP(host)
		require.Equal(t, ip != nil && ip.IsLoopback(), isLoopback(host), host)
	}
	require.Equal(t, "::1", HostOf("[::1]:80"))
	require.Equal(t, "::1", HostOf("[::1]"))
	require.Equal(t, "host", HostOf("HOST."))
	require.Equal(t, "host", HostOf("Host:80"))
}
