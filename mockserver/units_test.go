package mockserver

import (
	"net"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/listen"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// TestAssumedSets: a set is one value, whatever the order in which it grew, also when many requests grow it at once.
func TestAssumedSets(t *testing.T) {
	var none *assumption.Set
	require.Nil(t, none.With())
	require.Nil(t, none.List())
	grow := func(ids ...assumption.ID) *assumption.Set { return none.With(ids...) }
	require.Empty(t, cmp.Diff([]string{"auth", "cards", "phone"}, grow("phone", "auth", "phone", "cards", "auth").List()))
	require.Equal(t, "auth, cards, phone", grow("cards", "phone", "auth").Header)
	require.Same(t, grow("cards", "phone", "auth"), grow("auth", "cards").With("phone"))
	require.NotSame(t, grow("cards"), grow("phone"))

	ids := []assumption.ID{"one", "two", "three", "four", "five"}
	var wait sync.WaitGroup
	found := make([]*assumption.Set, 20)
	for i := range found {
		wait.Go(func() { found[i] = grow(slices.Concat(ids[i%len(ids):], ids[:i%len(ids)])...) })
	}
	wait.Wait()
	require.Len(t, slices.Compact(found), 1)
	require.Equal(t, "five, four, one, three, two", found[0].Header)
}

// noted is the client of a call. It counts how often its call was interrupted.
type noted struct {
	call        listen.RunningCall
	interrupted int
}

func (n *noted) InterruptLocked() { n.interrupted++ }

// TestRunningCalls: Close interrupts the calls under way, each once, whichever calls left before.
func TestRunningCalls(t *testing.T) {
	const calls = 4
	for gone := range 1 << calls { // a bit for each call
		r := &listen.Running{Closing: make(chan struct{})}
		clients := make([]noted, calls)
		for i := range clients {
			require.True(t, r.Enter(&clients[i].call, &clients[i]))
		}
		for i := range clients {
			if gone&(1<<i) != 0 {
				r.Leave(&clients[i].call)
			}
		}
		r.StopAccepting()
		require.False(t, r.Enter(new(listen.RunningCall), &noted{}))
		for i := range clients {
			stays := gone&(1<<i) == 0
			require.Equal(t, values.IfElse(stays, 1, 0), clients[i].interrupted, "%04b: %d", gone, i)
			if stays {
				r.Leave(&clients[i].call)
			}
		}
		require.True(t, r.Wait())
		require.Nil(t, r.Calls)
	}
}

// TestLoopbackAddresses compares the addresses with those of package net.
func TestLoopbackAddresses(t *testing.T) {
	for _, host := range []string{
		"127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", "::1%lo", "fe80::1%lo", "10.0.0.1", "::", "0.0.0.0", "127.0.0", "127.1",
		"0127.0.0.1", "localhost", "", "1", "::ffff:10.0.0.1", "[::1]",
	} {
		ip := net.ParseIP(host)
		require.Equal(t, ip != nil && ip.IsLoopback(), listen.IsLoopback(host), host)
	}
	require.Equal(t, "::1", listen.HostOf("[::1]:80"))
	require.Equal(t, "::1", listen.HostOf("[::1]"))
	require.Equal(t, "host", listen.HostOf("HOST."))
	require.Equal(t, "host", listen.HostOf("Host:80"))
}
