package jsoncodec_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
)

// TestRowsWithOtherMembers guards the memory of which member follows which: rows may omit members, have them in another
// order, or repeat them.
func TestRowsWithOtherMembers(t *testing.T) {
	type row struct {
		A, B, C, D int
		Inner      []row
	}
	rows := []string{
		`{"A":1,"B":2,"C":3,"D":4}`, `{"A":1,"D":4}`, `{"A":1,"B":2,"D":4}`, `{"D":4,"C":3,"B":2,"A":1}`, `{}`, `{"D":4}`,
		`{"A":1,"A":2,"A":3}`, `{"A":1, "D" : 4}`, `{"A":1,"Other":5,"D":4}`, `{"Inner":[{"C":3},{"A":1}],"A":1,"D":4}`, `{"B":2}`,
	}
	for first := range rows {
		body := []byte("[" + strings.Join(slices.Concat(rows[first:], rows), ",") + "]")
		var got, want []row
		require.NoError(t, jsoncodec.Unmarshal(body, &got, jsoncodec.Limits{}))
		require.NoError(t, json.Unmarshal(body, &want))
		require.Empty(t, cmp.Diff(want, got))
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
