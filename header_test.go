package tourney_test

import (
	"context"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
)

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
