package mockserver

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// encodersFor returns the encoders of a new server.
func encodersFor(t *testing.T, h tourney.Host, opts ...Option) *wire.Encoders {
	t.Helper()
	s, err := New(h, append([]Option{Scenario("empty")}, opts...)...)
	require.NoError(t, err)
	return inner(s).responder.Encoders
}

// TestServersOfAKindShareTheirEncoders: bytes that one server kept are of use to another only with the same encoder,
// and would be wrong for a host that shows other members.
func TestServersOfAKindShareTheirEncoders(t *testing.T) {
	soccer, soccerRows := encodersFor(t, tourney.Soccer), tourney.Profile{Variant: tourney.Soccer}
	nulls := Profile{Profile: soccerRows, AbsentAsNull: true}
	require.Same(t, soccer, encodersFor(t, Profile{Profile: soccerRows, MaxPageSize: 3}))
	others := []*wire.Encoders{
		soccer, encodersFor(t, tourney.Rugby), encodersFor(t, tourney.Soccer, Strict()),
		encodersFor(t, nulls), encodersFor(t, tourney.Profile{Variant: tourney.Soccer, Name: "futsal"}),
	}
	for i, e := range others {
		require.NotSame(t, e.In(wire.InJSON), e.In(wire.InXML))
		for _, other := range others[:i] {
			require.NotSame(t, e.In(wire.InJSON), other.In(wire.InJSON))
			require.NotSame(t, e.In(wire.InXML), other.In(wire.InXML))
		}
	}
	require.Same(t, others[2], encodersFor(t, nulls, Strict()), "a strict server writes no nulls")
}

// TestKindsOfHostsAreBounded: a test with many profiles leaves nothing behind, and the kinds used last stay.
func TestKindsOfHostsAreBounded(t *testing.T) {
	soccer := encodersFor(t, tourney.Soccer)
	for i := range 2 * wire.MaxHostKinds {
		encodersFor(t, tourney.Profile{Variant: tourney.Soccer, Name: "league " + strconv.Itoa(i)})
		require.Same(t, soccer, encodersFor(t, tourney.Soccer))
	}
	wire.KnownKinds.Mu.Lock()
	defer wire.KnownKinds.Mu.Unlock()
	require.Len(t, wire.KnownKinds.List, wire.MaxHostKinds)
}
