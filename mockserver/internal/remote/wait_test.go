package remote

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/adminclient"
)

// TestWaitTime: each timeout of a client leaves time for the answer to a request that waits.
func TestWaitTime(t *testing.T) {
	for _, c := range []struct{ client, header, want time.Duration }{
		{0, 0, 10 * time.Second},
		{30 * time.Second, 0, 10 * time.Second},
		{5 * time.Second, 0, 2500 * time.Millisecond},
		{0, 3 * time.Second, 1500 * time.Millisecond},
		{2 * time.Second, 3 * time.Second, time.Second},
	} {
		transport := &http.Transport{ResponseHeaderTimeout: c.header}
		r := &Server{Client: adminclient.Client{HTTP: &http.Client{Transport: transport, Timeout: c.client}}}
		require.Equal(t, c.want, r.waitTime(), c)
	}
	require.Equal(t, 10*time.Second, (&Server{Client: adminclient.Client{HTTP: &http.Client{}}}).waitTime(), "without a transport")
}
