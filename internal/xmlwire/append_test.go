package xmlwire_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// careless returns something of its own where it is to append.
type careless struct{ returned string }

func (c careless) AppendText([]byte) ([]byte, error) { return []byte(c.returned), nil }
func (c *careless) UnmarshalText([]byte) error       { return nil }

// carelessJSON does so in JSON.
type carelessJSON struct{ returned string }

func (c carelessJSON) AppendJSON([]byte) ([]byte, error) { return []byte(c.returned), nil }
func (c carelessJSON) MarshalJSON() ([]byte, error)      { return []byte(c.returned), nil }
func (c *carelessJSON) UnmarshalJSON([]byte) error       { return nil }

// TestMethodsThatDoNotAppend guards against trusting what the methods of a value return, in both formats.
func TestMethodsThatDoNotAppend(t *testing.T) {
	const why = "its method returned less than it was to append to"
	type text struct{ A, B careless }
	type pointing struct{ A *careless }
	type own struct{ A carelessJSON }
	for _, v := range []any{text{}, pointing{new(careless)}, []careless{{}}, text{A: careless{"<"}}} {
		_, err := xmlwire.Append(nil, "R", v)
		require.ErrorContains(t, err, why)
		_, err = jsoncodec.Append(nil, v)
		require.ErrorContains(t, err, why)
	}
	_, err := jsoncodec.Append(nil, own{})
	require.ErrorContains(t, err, why)
	_, err = record.NodeOf(text{})
	require.NoError(t, err, "it was to append to nothing")

	long := careless{"a text as long as what was there, and longer by a good deal: <R xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><A>"}
	for _, v := range []any{text{long, long}, own{carelessJSON(long)}} {
		_, _ = xmlwire.Append(nil, "R", v) // whatever comes of it
		_, _ = jsoncodec.Append(nil, v)
	}
}

// TestMarshalElement: an element between the tags of Root is what Marshal writes for a value with that one member.
func TestMarshalElement(t *testing.T) {
	type row struct {
		Name string `json:"Name,omitzero"`
		Some []int  `json:"Some,omitzero" item:"n"`
	}
	hasAll := func(reflect.Type, string) bool { return true }
	for _, r := range []row{{}, {Name: "a & b"}, {Name: "x", Some: []int{}}, {Some: []int{1, 2}}} {
		body := struct{ Row row }{r}
		open, end := xmlwire.Root("Response")
		element, err := xmlwire.MarshalElement("Row", r, nil)
		require.NoError(t, err)
		whole, err := xmlwire.Marshal("Response", body)
		require.NoError(t, err)
		require.Equal(t, string(whole), open+string(element)+end)
		element, err = xmlwire.MarshalElement("Row", r, hasAll)
		require.NoError(t, err)
		whole, err = xmlwire.MarshalAnswer("Response", body, hasAll)
		require.NoError(t, err)
		require.Equal(t, string(whole), open+string(element)+end)
	}
	_, err := xmlwire.MarshalElement("Row", row{Name: "\x01"}, nil)
	require.ErrorContains(t, err, "U+0001")
	_, err = xmlwire.MarshalElement("no name", row{}, nil)
	require.ErrorContains(t, err, "the name of an XML element")
}
