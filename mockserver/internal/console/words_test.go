package console

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/internal/fault"
)

// TestWordsOfFaults: the form offers each action, each phase and each trigger of the grammar, under its name in JSON.
func TestWordsOfFaults(t *testing.T) {
	parse := func(body []byte) (node.Node, error) { return jsoncodec.ParseNode(body, jsoncodec.Limits{}) }
	decoded := func(b ruleBody) fault.Rule {
		data, err := json.Marshal(b)
		require.NoError(t, err)
		r, err := fault.Decode(data, parse)
		var wrong error
		if err != nil {
			wrong = err
		}
		require.NotContains(t, errorText(wrong), "expected one of", string(data))
		return r
	}
	kinds := map[fault.Kind]bool{}
	for _, c := range actionWords {
		kinds[decoded(ruleBody{Action: c.Value}).Does] = true
	}
	require.Len(t, kinds, len(fault.Kinds()))
	phases := map[fault.Phase]bool{}
	for _, c := range phaseWords {
		phases[decoded(ruleBody{Action: "reset", Phase: c.Value}).Phase] = true
	}
	require.Len(t, phases, len(fault.Phases())+1)
	for _, c := range triggerWords {
		decoded(ruleBody{Action: "reset", Trigger: c.Value, N: 1})
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
