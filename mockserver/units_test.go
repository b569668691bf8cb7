package mockserver

import (
	"net"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// TestAssumedSets: a set is one value, whatever the order in which it grew, also when many requests grow it at once.
func TestAssumedSets(t *testing.T) {
	var none *assumed
	require.Nil(t, none.with())
	require.Nil(t, none.list())
	grow := func(ids ...assumption) *assumed { return none.with(ids...) }
	require.Empty(t, cmp.Diff([]string{"auth", "cards", "phone"}, grow("phone", "auth", "phone", "cards", "auth").list()))
	require.Equal(t, "auth, cards, phone", grow("cards", "phone", "auth").header)
	require.Same(t, grow("cards", "phone", "auth"), grow("auth", "cards").with("phone"))
	require.NotSame(t, grow("cards"), grow("phone"))

	ids := []assumption{"one", "two", "three", "four", "five"}
	var wait sync.WaitGroup
	found := make([]*assumed, 20)
	for i := range found {
		wait.Go(func() { found[i] = grow(slices.Concat(ids[i%len(ids):], ids[:i%len(ids)])...) })
	}
	wait.Wait()
	require.Len(t, slices.Compact(found), 1)
	require.Equal(t, "five, four, one, three, two", found[0].header)
}

// noted is the client of a call. It counts how often its call was interrupted.
type noted struct {
	call        runningCall
	interrupted int
}

func (n *noted) interruptLocked() { n.interrupted++ }

// TestRunningCalls: Close interrupts the calls under way, each once, whichever calls left before.
func TestRunningCalls(t *testing.T) {
	const calls = 4
	for gone := range 1 << calls { // a bit for each call
		r := &running{closing: make(chan struct{})}
		clients := make([]noted, calls)
		for i := range clients {
			require.True(t, r.enter(&clients[i].call, &clients[i]))
		}
		for i := range clients {
			if gone&(1<<i) != 0 {
				r.leave(&clients[i].call)
			}
		}
		r.stopAccepting()
		require.False(t, r.enter(new(runningCall), &noted{}))
		for i := range clients {
			stays := gone&(1<<i) == 0
			require.Equal(t, ifElse(stays, 1, 0), clients[i].interrupted, "%04b: %d", gone, i)
			if stays {
				r.leave(&clients[i].call)
			}
		}
		require.True(t, r.wait())
		require.Nil(t, r.calls)
	}
}

// TestLoopbackAddresses compares the addresses with those of package net.
func TestLoopbackAddresses(t *testing.T) {
	for _, host := range []string{
		"127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", "::1%lo", "fe80::1%lo", "10.0.0.1", "::", "0.0.0.0", "127.0.0", "127.1",
		"0127.0.0.1", "localhost", "", "1", "::ffff:10.0.0.1", "[::1]",
	} {
		ip := net.ParseIP(host)
		require.Equal(t, ip != nil && ip.IsLoopback(), isLoopback(host), host)
	}
	require.Equal(t, "::1", hostOf("[::1]:80"))
	require.Equal(t, "::1", hostOf("[::1]"))
	require.Equal(t, "host", hostOf("HOST."))
	require.Equal(t, "host", hostOf("Host:80"))
}
