package requests

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/secret"
)

func TestHeader(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Venues":[]}`))
	list := func(opts ...tourney.ListOption) error {
		return clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{}, opts...))
	}
	require.NoError(t, list(tourney.WithHeader("x-trace", "a"), tourney.WithHeader("X-Trace", "b")))
	require.Equal(t, []string{"a", "b"}, h.Requests()[0].Header.Values("X-Trace"))
	require.NoError(t, list())
	require.Empty(t, h.Requests()[1].Header.Values("X-Trace"), "an option is for one call")
	for _, managed := range []string{"content-type", "Content-Length", "ACCEPT", "Accept-Encoding", "host", "Transfer-Encoding",
		"User-Agent"} {
		require.ErrorContains(t, list(tourney.WithHeader(managed, "x")), http.CanonicalHeaderKey(managed))
	}
	require.Len(t, h.Requests(), 2)
}

// TestHeadersThatCannotBeSentAreNotSent guards against an unknown outcome for a request that never went out.
func TestHeadersThatCannotBeSentAreNotSent(t *testing.T) {
	sent := 0
	count := func(*http.Request) (*http.Response, error) {
		sent++
		return nil, errors.New("not reached")
	}
	_, err := clienttest.Over(t, count).Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("A")}, tourney.WithHeader("X-A", "a\nb"))
	require.ErrorContains(t, err, "Header")
	signed := clienttest.Over(t, count, tourney.WithSigner(auth.Header{Key: "X-Key"}),
		tourney.WithCredentials(auth.Credentials{APIKey: "k\r\n", APISecret: secret.New("s")}))
	_, err = signed.Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("A")})
	require.Error(t, err)
	require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
	require.Zero(t, sent)
}

func TestWithHeader(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Venues":[],"ApiKey":"aw==","ApiSecretKey":"cw=="}`),
		tourney.WithHeader("x-tenant", "north"), tourney.WithHeader("X-Trace", "a"), tourney.WithHeader("X-Trace", "b"))
	list := func(c *tourney.Client, opts ...tourney.ListOption) http.Header {
		require.NoError(t, clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{}, opts...)))
		sent := h.Requests()
		return sent[len(sent)-1].Header
	}
	want := http.Header{"X-Tenant": {"north"}, "X-Trace": {"a", "b"}}
	own := func(h http.Header) http.Header {
		maps.DeleteFunc(h, func(name string, _ []string) bool { return !strings.HasPrefix(name, "X-") })
		return h
	}
	require.Equal(t, want, own(list(c)))
	require.Equal(t, http.Header{"X-Tenant": {"south", "east"}, "X-Trace": {"a", "b"}},
		own(list(c, tourney.WithHeader("X-TENANT", "south"), tourney.WithHeader("X-Tenant", "east"))), "a call replaces the values")
	require.Equal(t, want, own(list(c)), "and changes no other call")

	more, err := c.With(tourney.WithHeader("X-Trace", "c"))
	require.NoError(t, err)
	require.Equal(t, http.Header{"X-Tenant": {"north"}, "X-Trace": {"a", "b", "c"}}, own(list(more)))
	require.Equal(t, want, own(list(c)), "With changes no other client")

	require.NoError(t, clienttest.Err(c.Authenticate(t.Context(), "u", "p")))
	require.NoError(t, clienttest.Err(c.Do(t.Context(), tourney.RawRequest{Method: "GET", Path: "/x"})))
	for _, sent := range h.Requests()[len(h.Requests())-2:] {
		require.Equal(t, "north", sent.Header.Get("X-Tenant"), sent.Path)
	}
}

// TestWithHeaderRefuses: what the option refuses.
func TestWithHeaderRefuses(t *testing.T) {
	for key, value := range map[string]string{
		"accept": "text/html", "Content-Type": "x", "Host": "x", "": "x", "X Y": "x", "X-Y": "a\r\nX-Z: b", "User-Agent": "x",
	} {
		_, err := tourney.New(clienttest.BaseURL, tourney.Soccer, tourney.WithHeader(key, value))
		require.ErrorContains(t, err, "WithHeader", key)
	}
}

// TestWithHeaderSharesNothing: calls at the same time add to their own headers. The race detector watches.
func TestWithHeaderSharesNothing(t *testing.T) {
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Venues":[]}`), tourney.WithHeader("X-A", "1"),
		tourney.WithHeader("X-A", "2"),
		tourney.WithHeader("X-A", "3"), tourney.WithSigner(clienttest.Signing(func(h http.Header) { h.Add("X-A", "signed") })))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { _, _ = c.Venues.List(context.WithoutCancel(t.Context()), tourney.VenueListOptions{}) })
	}
	all.Wait()
}
