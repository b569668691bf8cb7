package jsoncodec_test

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// deep is the limit that encoding/json has as well.
var deep = jsoncodec.Limits{MaxDepth: 10_000}

func seed(f *testing.F) {
	f.Helper()
	for _, text := range append(accepted, refused...) {
		f.Add([]byte(text))
		f.Add([]byte(`{"Name":` + text + `,"Other":` + text + `}`))
	}
	for _, body := range fixtures(f) {
		f.Add(body)
	}
	f.Add([]byte(fullBody))
	f.Add([]byte(`{"Address":{"":""}}`))
}

// sound checks what every error promises.
func sound(t *testing.T, data []byte, err error) {
	t.Helper()
	var e *record.Error
	require.ErrorAs(t, err, &e)
	require.LessOrEqual(t, e.Offset, int64(len(data)))
	require.GreaterOrEqual(t, e.Offset, int64(0))
	require.Positive(t, e.Line)
	require.True(t, utf8.ValidString(e.Found) && utf8.ValidString(e.Path))
	require.Less(t, len(e.Found), 500)
}

func FuzzUnmarshal(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		valid := json.Valid(unmarked(data)) && utf8.Valid(data)
		var raw json.RawMessage
		err := jsoncodec.Unmarshal(data, &raw, deep)
		require.Equal(t, valid, err == nil, err)
		if err != nil {
			sound(t, data, err)
		}

		var got team
		if err := jsoncodec.Unmarshal(data, &got, deep); err != nil {
			sound(t, data, err)
			return
		}
		require.True(t, valid)
		body, err := jsoncodec.Marshal(got)
		if err != nil {
			return // a decimal that UnmarshalJSON takes from text need not be JSON
		}
		second := rewritten(t, body)
		require.Equal(t, string(second), string(rewritten(t, second)))
	})
}

// rewritten reads and writes a body that was written from a team. The first time that may lose an object
// that was not zero only because of the unknown members in it.
func rewritten(t *testing.T, body []byte) []byte {
	t.Helper()
	var v team
	require.NoError(t, jsoncodec.Unmarshal(body, &v, deep))
	again, err := jsoncodec.Marshal(v)
	require.NoError(t, err)
	return again
}

func FuzzParseNode(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := jsoncodec.ParseNode(data, deep)
		require.Equal(t, err, jsoncodec.Check(data, deep))
		require.Equal(t, json.Valid(unmarked(data)) && utf8.Valid(data), err == nil, err)
		if err != nil {
			sound(t, data, err)
			return
		}
		want := decoded(t, unmarked(data))
		require.Equal(t, want, plainNode(n))
		require.Equal(t, want, decoded(t, jsoncodec.AppendNode(nil, n)))
		if n.Kind == node.Object {
			_ = record.Bind(n, new(team))
		}
	})
}
