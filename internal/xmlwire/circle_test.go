package xmlwire_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

type (
	selfish *selfish
	here    *there
	there   *here
)

// TestPointersToThemselves guards against following a type around in a circle, in both formats.
func TestPointersToThemselves(t *testing.T) {
	const why = "points to itself"
	for _, v := range []any{
		&struct{ A selfish }{new(selfish)},
		&struct {
			A selfish `json:",string"`
		}{new(selfish)},
		&struct {
			A *selfish `json:",string,omitempty"`
		}{new(selfish)},
		&struct{ A []here }{[]here{nil}},
		&struct{ A here }{new(there)},
		&struct{ A *there }{new(there)},
	} {
		_, err := jsoncodec.Marshal(v)
		require.ErrorContains(t, err, why)
		_, err = xmlwire.Marshal("R", v)
		require.ErrorContains(t, err, why)
		_, err = record.NodeOf(v)
		require.ErrorContains(t, err, why)
		for body, elements := range map[string]string{`{"A":[1]}`: `<A><B>1</B></A>`, `{"A":1}`: `<A>1</A>`} {
			require.Error(t, jsoncodec.Unmarshal([]byte(body), v, jsoncodec.Limits{}))
			require.Error(t, xmlwire.Unmarshal(response(elements), v, xmlwire.Limits{}))
		}
		require.NoError(t, jsoncodec.Unmarshal([]byte(`{"A":null}`), v, jsoncodec.Limits{}))
		require.NoError(t, xmlwire.Unmarshal(response(`<A i:nil="true"/>`), v, xmlwire.Limits{}))
	}
}
