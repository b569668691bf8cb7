package codectest_test

import (
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
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

// TestMarshalAnswer: what would be omitted is null at its place, unless the host does not have it, and errors stay errors.
func TestMarshalAnswer(t *testing.T) {
	full := &nullOuter{nullInner{"x", new(0)}, []nullInner{{}}, []nullInner{}, &nullInner{B: new(1)}, 0, false}
	has := func(of reflect.Type, member string) bool { return of.Name() != "nullOuter" || member != "Gone" }
	const start = `<R xmlns:i="http://www.w3.org/2001/XMLSchema-instance"`
	const null = ` i:nil="true"/>`
	for _, test := range []struct {
		v         any
		json, xml string
	}{
		{
			nullOuter{}, `{"A":null,"B":null,"List":null,"Empty":null,"One":null,"Float":null}`,
			`><A` + null + `<B` + null + `<Empty` + null + `<Float` + null + `<List` + null + `<One` + null + `</R>`,
		},
		{
			full, `{"A":"x","B":0,"List":[{"A":null,"B":null}],"Empty":[],"One":{"A":null,"B":1},"Float":null}`,
			`><A>x</A><B>0</B><Empty/><Float` + null + `<List><nullInner><A` + null + `<B` + null + `</nullInner></List>` +
				`<One><A` + null + `<B>1</B></One></R>`,
		},
		{nil, `null`, null},
	} {
		asJSON, err := jsoncodec.MarshalAnswer(test.v, has)
		require.NoError(t, err)
		require.Equal(t, test.json, string(asJSON))
		asXML, err := xmlwire.MarshalAnswer("R", test.v, has)
		require.NoError(t, err)
		require.Equal(t, start+test.xml, string(asXML))
	}
	_, err := jsoncodec.MarshalAnswer(nullOuter{Float: math.Inf(1)}, has)
	require.ErrorContains(t, err, "/Float")
	_, err = xmlwire.MarshalAnswer("R", nullOuter{Float: math.Inf(1)}, has)
	require.ErrorContains(t, err, "/Float")
	asJSON, err := jsoncodec.Marshal(nullOuter{})
	require.NoError(t, err)
	require.Equal(t, `{"Empty":null}`, string(asJSON), "no null is left for the next encoder")
	asXML, err := xmlwire.Marshal("R", nullOuter{})
	require.NoError(t, err)
	require.Equal(t, start+`><Empty`+null+`</R>`, string(asXML), "no null is left for the next encoder")
}
