package fault_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/internal/fault"
)

var morning = time.Date(2027, 4, 3, 8, 0, 0, 0, time.UTC)

func newSet(seed uint64) *fault.Set {
	return fault.NewSet(seed, func() time.Time { return morning }, func(fault.Condition) bool { return false })
}

func drop(change func(*fault.Rule)) fault.Rule {
	r := fault.Rule{Action: fault.Action{Does: fault.Drop}}
	if change != nil {
		change(&r)
	}
	return r
}

// on describes a request.
func on(op, path string) func() *fault.Request {
	return func() *fault.Request { return &fault.Request{Op: op, Path: path} }
}

func body(t *testing.T, text string) *fault.Request {
	t.Helper()
	n, err := parse([]byte(text))
	require.NoError(t, err)
	return &fault.Request{Params: &n}
}

func query(t *testing.T, text string) *fault.Request {
	t.Helper()
	values, err := url.ParseQuery(text)
	require.NoError(t, err)
	n := node.FromQuery(values)
	return &fault.Request{Query: true, Params: &n}
}

func parse(text []byte) (node.Node, error) {
	return jsoncodec.ParseNode(text, jsoncodec.Limits{Doubles: true})
}
