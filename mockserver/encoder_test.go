package mockserver

import (
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
	return inner(s).Responder.Encoders
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
		require.NotSame(t, e.In(wire.JSON), e.In(wire.XML))
		for _, other := range others[:i] {
			require.NotSame(t, e.In(wire.JSON), other.In(wire.JSON))
			require.NotSame(t, e.In(wire.XML), other.In(wire.XML))
		}
	}
	require.Same(t, others[2], encodersFor(t, nulls, Strict()), "a strict server writes no nulls")
}
