package rules_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
)

var morning = time.Date(2027, 4, 3, 8, 0, 0, 0, time.UTC)

func newSet(seed uint64) *rules.Set {
	return rules.NewSet(seed, func() time.Time { return morning })
}

func drop(change func(*rules.Rule)) rules.Rule {
	r := rules.Rule{Action: rules.Action{Does: rules.Drop}}
	if change != nil {
		change(&r)
	}
	return r
}

// on describes a request.
func on(op, path string) func() *rules.Request {
	return func() *rules.Request { return &rules.Request{Op: op, Path: path} }
}

func body(t *testing.T, text string) *rules.Request {
	t.Helper()
	n, err := parse([]byte(text))
	require.NoError(t, err)
	return &rules.Request{Params: &n}
}

func query(t *testing.T, text string) *rules.Request {
	t.Helper()
	values, err := url.ParseQuery(text)
	require.NoError(t, err)
	n := node.FromQuery(values)
	return &rules.Request{Query: true, Params: &n}
}

func parse(text []byte) (node.Node, error) {
	return jsoncodec.ParseNode(text, jsoncodec.Limits{Doubles: true})
}
