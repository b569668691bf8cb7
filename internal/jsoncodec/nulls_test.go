package jsoncodec_test

import (
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
)

type nullInner struct {
	A string `json:",omitzero"`
	B *int   `json:",omitzero"`
}

type nullOuter struct {
	nullInner
	List  []nullInner `json:",omitzero"`
	Empty []nullInner
	One   *nullInner `json:",omitempty"`
	Float float64    `json:",omitzero"`
	Gone  bool       `json:",omitzero"`
}

// TestMarshalNulls: what would be omitted is null at its place, unless the host does not have it, and errors stay errors.
func TestMarshalNulls(t *testing.T) {
	full := &nullOuter{nullInner{"x", new(0)}, []nullInner{{}}, []nullInner{}, &nullInner{B: new(1)}, 0, false}
	has := func(of reflect.Type, member string) bool { return of.Name() != "nullOuter" || member != "Gone" }
	for want, v := range map[string]any{
		`{"A":null,"B":null,"List":null,"Empty":null,"One":null,"Float":null}`:                        nullOuter{},
		`{"A":"x","B":0,"List":[{"A":null,"B":null}],"Empty":[],"One":{"A":null,"B":1},"Float":null}`: full,
		`null`: nil,
	} {
		got, err := jsoncodec.MarshalNulls(v, has)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
	_, err := jsoncodec.MarshalNulls(nullOuter{Float: math.Inf(1)}, has)
	require.ErrorContains(t, err, "/Float")
	plain, err := jsoncodec.Marshal(nullOuter{})
	require.NoError(t, err)
	require.Equal(t, `{"Empty":null}`, string(plain), "no null is left for the next encoder")
}
