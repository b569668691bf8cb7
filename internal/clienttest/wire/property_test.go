package wire

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// TestBodiesAreComplete: the tests below cover the request and answer types of all service methods.
func TestBodiesAreComplete(t *testing.T) {
	found := 0
	for service := range reflect.TypeFor[tourney.Client]().Fields() {
		for method := range service.Type.Methods() {
			if !strings.HasSuffix(service.Type.Name(), "Service") {
				continue
			}
			for in := range method.Type.Ins() {
				if in.Kind() == reflect.Struct && in != service.Type && !strings.HasSuffix(in.Name(), "Options") {
					require.Contains(t, clienttest.Bodies, in, "%s.%s", service.Name, method.Name)
					found++
				}
			}
			out := method.Type.Out(0)
			if out.Kind() == reflect.Slice {
				out = out.Elem()
			}
			if out.Kind() == reflect.Struct {
				require.Contains(t, clienttest.Bodies, out, "%s.%s", service.Name, method.Name)
				found++
			}
		}
	}
	require.Greater(t, found, 20)
}

// TestBodiesSurviveARoundTrip: writing and reading a value gives the same value, in either format, by generated code
// and by the plan. normal lists the exceptions.
func TestBodiesSurviveARoundTrip(t *testing.T) {
	for _, body := range clienttest.Bodies {
		t.Run(strings.ReplaceAll(body.Name(), "github.com/tourney-go/tourney.", ""), func(t *testing.T) {
			values := clienttest.ValuesOf(body)
			rapid.Check(t, func(t *rapid.T) {
				v := reflect.New(body)
				v.Elem().Set(values.Draw(t, body.Name()))
				inBoth(t, v)
			})
		})
	}
}

// inBoth checks the properties of one value, given as a pointer.
func inBoth(t *rapid.T, v reflect.Value) {
	t.Helper()
	fromJSON := same(t, tourney.FormatJSON, v)
	fromXML := same(t, tourney.FormatXML, v)
	// A value that was read from one format survives the other format unchanged.
	require.Empty(t, clienttest.Diff(fromJSON.Interface(), readBack(t, tourney.FormatXML, fromJSON).Interface(), clienttest.Exactly))
	require.Empty(t, clienttest.Diff(fromXML.Interface(), readBack(t, tourney.FormatJSON, fromXML).Interface(), clienttest.Exactly))
}

// same checks that a value survives a round trip, and returns the result.
func same(t *rapid.T, f tourney.Format, v reflect.Value) reflect.Value {
	t.Helper()
	want := reflect.New(v.Type().Elem())
	want.Elem().Set(clienttest.Normal(v.Elem(), f))
	got := readBack(t, f, v)
	require.Empty(t, clienttest.Diff(want.Interface(), got.Interface(), clienttest.Exactly), f)
	return got
}

// readBack writes a value as the mock writes responses and as the client writes requests, and reads both. Which of the
// two it is makes no difference to the bytes but for the root element in XML, so both go by the name of a response.
func readBack(t *rapid.T, f tourney.Format, v reflect.Value) reflect.Value {
	t.Helper()
	asResponse, err := clienttest.Marshal(f, v.Interface())
	require.NoError(t, err)
	got := reflect.New(v.Type().Elem())
	require.NoError(t, clienttest.Decode(f, asResponse, got.Interface()), "%s", asResponse)

	node, err := record.NodeOf(v.Interface())
	require.NoError(t, err)
	asRequest := jsoncodec.AppendNode(nil, node)
	if f == tourney.FormatXML {
		asRequest = xmlwire.AppendNode(nil, "Response", node)
	}
	again := reflect.New(v.Type().Elem())
	require.NoError(t, clienttest.Decode(f, asRequest, again.Interface()), "%s", asRequest)
	require.Empty(t, clienttest.Diff(got.Interface(), again.Interface(), clienttest.Exactly), "%s\n%s", asResponse, asRequest)

	if f == tourney.FormatJSON { // XML needs the tables of the contract for this: it does not tell what is a list
		parsed, err := jsoncodec.ParseNode(asRequest, jsoncodec.Limits{})
		require.NoError(t, err)
		bound := reflect.New(v.Type().Elem())
		require.NoError(t, record.Bind(parsed, bound.Interface()), "%s", asRequest)
		require.Empty(t, clienttest.Diff(got.Interface(), bound.Interface(), clienttest.Exactly), "%s", asRequest)
	}
	return got
}
