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

// TestWithHeaderRefuses: the option refuses headers that the client sets, and what is no header, of a client and of a call.
func TestWithHeaderRefuses(t *testing.T) {
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Venues":[]}`))
	for want, option := range map[string]tourney.CommonOption{
		"Accept": tourney.WithHeader("ACCEPT", "text/html"), "Accept-Encoding": tourney.WithHeader("Accept-Encoding", "x"),
		"Content-Type": tourney.WithHeader("content-type", "x"), "Content-Length": tourney.WithHeader("Content-Length", "x"),
		"Host": tourney.WithHeader("host", "x"), "Transfer-Encoding": tourney.WithHeader("Transfer-Encoding", "x"),
		"User-Agent": tourney.WithHeader("User-Agent", "x"), "name": tourney.WithHeader("", "x"), "the name": tourney.WithHeader("X Y", "x"),
		"the value": tourney.WithHeader("X-Y", "a\r\nX-Z: b"),
	} {
		_, err := tourney.New(clienttest.BaseURL, tourney.Soccer, option)
		require.ErrorContains(t, err, "WithHeader: ")
		require.ErrorContains(t, err, want)
		require.EqualError(t, clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{}, option)), err.Error())
	}
	require.Empty(t, h.Requests())
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
