package xmlwire_test

import (
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/xmlwire"
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
	const start = `<R xmlns:i="http://www.w3.org/2001/XMLSchema-instance"`
	const null = ` i:nil="true"/>`
	for want, v := range map[string]any{
		start + `><A` + null + `<B` + null + `<Empty` + null + `<Float` + null + `<List` + null + `<One` + null + `</R>`: nullOuter{},
		start + `><A>x</A><B>0</B><Empty/><Float` + null + `<List><nullInner><A` + null + `<B` + null + `</nullInner></List>` +
			`<One><A` + null + `<B>1</B></One></R>`: full,
		start + null: nil,
	} {
		got, err := xmlwire.MarshalNulls("R", v, has)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
	_, err := xmlwire.MarshalNulls("R", nullOuter{Float: math.Inf(1)}, has)
	require.ErrorContains(t, err, "/Float")
	plain, err := xmlwire.Marshal("R", nullOuter{})
	require.NoError(t, err)
	require.Equal(t, start+`><Empty`+null+`</R>`, string(plain), "no null is left for the next encoder")
}
