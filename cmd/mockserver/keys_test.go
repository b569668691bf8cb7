package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver"
)

// TestRateLimit: the limit is over when the clock of the mock has moved. The greeting does not count.
func TestRateLimit(t *testing.T) {
	p := start(t, "--rate-limit", "2/1m")
	defer p.stop()
	for _, step := range []struct {
		status  int
		advance string
	}{{200, ""}, {200, ""}, {429, ""}, {429, "59s"}, {200, "1s"}} {
		if step.advance != "" {
			code, _, errs := runToEnd(t, "clock", "--url", p.url(), "--advance", step.advance)
			require.Equal(t, command.ExitOK, code, errs)
		}
		status, body := p.send("curl '" + p.url() + "/api/v1/venues'")
		require.Equal(t, step.status, status, body)
	}
}

// TestKeyLifetime: keys expire by the clock of the mock, and a login gives new ones.
func TestKeyLifetime(t *testing.T) {
	p := start(t, "--require-auth", "hmac", "--key-lifetime", "30m")
	defer p.stop()
	client, err := tourney.New(p.url(), tourney.MultiSport, tourney.WithHTTPClient(p.http),
		tourney.WithRetry(tourney.Retry{}))
	require.NoError(t, err)
	account, err := client.Authenticate(t.Context(), mockserver.DefaultUsername, mockserver.DefaultPassword)
	require.NoError(t, err)
	signed, err := client.With(tourney.WithSigner(auth.HMAC{}), tourney.WithCredentials(account.Credentials))
	require.NoError(t, err)
	read := func() error {
		_, err := signed.Venues.List(t.Context(), tourney.VenueListOptions{})
		return err
	}
	require.NoError(t, read())
	code, _, errs := runToEnd(t, "clock", "--url", p.url(), "--advance", "30m")
	require.Equal(t, command.ExitOK, code, errs)
	require.ErrorIs(t, read(), tourney.ErrUnauthorized)
}

// TestWallClock: the clock of the mock is that of the machine.
func TestWallClock(t *testing.T) {
	before := time.Now()
	p := start(t, "--wall-clock")
	defer p.stop()
	code, out, errs := runToEnd(t, "clock", "--url", p.url())
	require.Equal(t, command.ExitOK, code, errs)
	at, err := time.Parse(time.RFC3339Nano, strings.TrimSpace(out))
	require.NoError(t, err)
	require.False(t, at.Before(before.Truncate(0)), "%v is before the start of the test", at)
}
