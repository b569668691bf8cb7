package mockserver

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// encodersFor returns the encoders of a new server.
func encodersFor(t *testing.T, h tourney.Host, opts ...Option) *encoders {
	t.Helper()
	s, err := New(h, append([]Option{Scenario("empty")}, opts...)...)
	require.NoError(t, err)
	return inner(s).responder.encoders
}

// TestServersOfAKindShareTheirEncoders: bytes that one server kept are of use to another only with the same encoder,
// and would be wrong for a host that shows other members.
func TestServersOfAKindShareTheirEncoders(t *testing.T) {
	soccer, soccerRows := encodersFor(t, tourney.Soccer), tourney.Profile{Variant: tourney.Soccer}
	nulls := Profile{Profile: soccerRows, AbsentAsNull: true}
	require.Same(t, soccer, encodersFor(t, Profile{Profile: soccerRows, MaxPageSize: 3}))
	others := []*encoders{
		soccer, encodersFor(t, tourney.Rugby), encodersFor(t, tourney.Soccer, Strict()),
		encodersFor(t, nulls), encodersFor(t, tourney.Profile{Variant: tourney.Soccer, Name: "futsal"}),
	}
	for i, e := range others {
		require.NotSame(t, e.in(inJSON), e.in(inXML))
		for _, other := range others[:i] {
			require.NotSame(t, e.in(inJSON), other.in(inJSON))
			require.NotSame(t, e.in(inXML), other.in(inXML))
		}
	}
	require.Same(t, others[2], encodersFor(t, nulls, Strict()), "a strict server writes no nulls")
}

// TestKindsOfHostsAreBounded: a test with many profiles leaves nothing behind, and the kinds used last stay.
func TestKindsOfHostsAreBounded(t *testing.T) {
	soccer := encodersFor(t, tourney.Soccer)
	for i := range 2 * maxHostKinds {
		encodersFor(t, tourney.Profile{Variant: tourney.Soccer, Name: "league " + strconv.Itoa(i)})
		require.Same(t, soccer, encodersFor(t, tourney.Soccer))
	}
	knownKinds.mu.Lock()
	defer knownKinds.mu.Unlock()
	require.Len(t, knownKinds.list, maxHostKinds)
}
