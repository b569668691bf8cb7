package jsoncodec_test

import (
	"encoding/json"
	"reflect"
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
