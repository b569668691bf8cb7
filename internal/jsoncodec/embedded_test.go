package jsoncodec_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
)

type (
	Base   struct{ A, C int }
	base   struct{ A, C int }
	Scalar int
	scalar int
)

// TestEmbeddedAsEncodingJSON guards against tags on embedded structs that are read otherwise than encoding/json reads them.
func TestEmbeddedAsEncodingJSON(t *testing.T) {
	type bases struct {
		Base
		C string
	}
	for _, v := range []any{
		struct {
			Base
			B int
		}{Base{1, 2}, 3},
		struct {
			Base `json:",inline"`
			B    int
		}{Base{1, 2}, 3},
		struct {
			Base `json:",omitempty"`
			B    int
		}{Base{1, 2}, 3},
		struct {
			Base `json:"base"`
			B    int
		}{Base{1, 2}, 3},
		struct {
			Base `json:"-"`
			B    int
		}{B: 3},
		struct {
			Base `json:"-,"`
			B    int
		}{Base{1, 2}, 3},
		struct {
			*Base `json:",omitempty"`
			B     int
		}{&Base{1, 2}, 3},
		struct {
			*Base `json:"base,omitempty"`
			B     int
		}{&Base{1, 2}, 3},
		struct {
			*Base `json:"base,omitempty"`
			B     int
		}{B: 3},
		struct {
			base
			B int
		}{base{1, 2}, 3},
		struct {
			base `json:",inline"`
			B    int
		}{base{1, 2}, 3},
		struct {
			base `json:"-"`
			B    int
		}{B: 3},
		struct {
			Scalar
			B int
		}{1, 3},
		struct {
			Scalar `json:",string"`
			B      int
		}{1, 3},
		struct {
			Scalar `json:"scalar"`
			B      int
		}{1, 3},
		struct {
			scalar `json:"scalar"`
			B      int
		}{B: 3},
		struct {
			bases `json:",inline"`
			A     bool
		}{bases{Base{2, 3}, "c"}, true},
		struct {
			A int `json:"a\\"`
			B int `json:"é 1"`
			C int `json:"<>&"`
		}{1, 2, 3},
	} {
		typ := reflect.TypeOf(v)
		want, err := json.Marshal(v)
		require.NoError(t, err)
		got, err := jsoncodec.Marshal(v)
		require.NoError(t, err, typ)
		require.JSONEq(t, string(want), string(got), typ)
		again := reflect.New(typ)
		require.NoError(t, jsoncodec.Unmarshal(want, again.Interface(), jsoncodec.Limits{}), typ)
		wanted := reflect.New(typ)
		require.NoError(t, json.Unmarshal(want, wanted.Interface()))
		require.Equal(t, wanted.Elem().Interface(), again.Elem().Interface(), typ)
	}
}

// TestEmbeddedRefused: what cannot be set is refused, and not passed over.
func TestEmbeddedRefused(t *testing.T) {
	type outer struct {
		base `json:"base"`
		B    int
	}
	type pointing struct {
		*base `json:"base"`
		B     int
	}
	type around struct{ Outer outer }
	const why = "expected no value: the embedded base is not exported"
	for _, v := range []any{&outer{base: base{1, 2}}, &pointing{base: &base{1, 2}}, &around{}} {
		_, err := jsoncodec.Marshal(v)
		require.ErrorContains(t, err, why)
		_, err = record.NodeOf(v)
		require.ErrorContains(t, err, why)
		require.ErrorContains(t, jsoncodec.Unmarshal([]byte(`{"Outer":{"base":null,"B":1}}`), v, jsoncodec.Limits{}), why)
	}
}

// TestAppendRowWritesExtra: also that of an embedded struct, and none of an embedded pointer that is nil.
func TestAppendRowWritesExtra(t *testing.T) {
	type Base struct {
		ID    int                        `json:"Id,omitzero"`
		Extra map[string]json.RawMessage `json:"-"`
	}
	type inner struct{ Base }
	type outer struct {
		*Base
		Inner []*inner
	}
	extra := func(name, value string) map[string]json.RawMessage {
		return map[string]json.RawMessage{name: []byte(value)}
	}
	for want, row := range map[string]any{
		`{"Inner":null}`:                         outer{},
		`{"Id":3,"Inner":[null,{"A":1}],"B":[]}`: &outer{&Base{3, extra("B", `[]`)}, []*inner{nil, {Base{0, extra("A", `1`)}}}},
		`[{}]`:                                   []inner{{}},
		`"x"`:                                    new("x"),
	} {
		got, err := jsoncodec.AppendRow([]byte("> "), row)
		require.NoError(t, err)
		require.Equal(t, "> "+want, string(got))
	}
	got, err := jsoncodec.AppendRow([]byte("> "), inner{Base{1, extra("ID", `1`)}})
	require.ErrorContains(t, err, "/ID: found a member of Extra, expected no other member that reads as Id")
	require.Equal(t, "> ", string(got))
}

// TestNamesAreMadeOnce: the objects of a list share the names of their members, also when two names have one place.
func TestNamesAreMadeOnce(t *testing.T) {
	const first, second = "ab", "qb" // have one place
	text := `[{"` + first + `":1,"` + second + `":2,"":3},{"` + second + `":4,"` + first + `":5,"":6}]`
	n, err := jsoncodec.ParseNode([]byte(text), jsoncodec.Limits{})
	require.NoError(t, err)
	var members []string
	for _, item := range n.Items {
		for _, m := range item.Members {
			members = append(members, m.Name+"="+m.Node.Text)
		}
	}
	require.Equal(t, []string{"ab=1", "qb=2", "=3", "qb=4", "ab=5", "=6"}, members)

	cost := func(name string) float64 {
		body := []byte("[" + strings.Repeat(`{"`+name+`":null},`, 20) + "null]")
		return testing.AllocsPerRun(10, func() {
			_, err := jsoncodec.ParseNode(body, jsoncodec.Limits{})
			require.NoError(t, err)
		})
	}
	require.InDelta(t, cost("")+1, cost("FirstName"), 0)
}
