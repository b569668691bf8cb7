package form

import (
	"encoding/json"
	"slices"

	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
)

// Fault is a rule in an answer.
type Fault struct {
	ID   string          `json:"id"`
	Hits int             `json:"hits"`
	Text string          `json:"text"`           // the rule on one line, written as in Go
	Rule json.RawMessage `json:"rule,omitempty"` // absent if the rule has a function or contains a secret
}

// FaultOf returns a rule in the form of an answer.
func FaultOf(f *fault.Armed) Fault {
	following := rules.Followed(*f).Open()
	shown, rule := Fault{ID: f.ID(), Hits: f.Hits(), Text: f.String()}, following.Rule()
	if armed, ok := following.(*rules.Armed); ok && armed.HasWhen() ||
		slices.ContainsFunc(rule.Where, rules.Condition.IsSecret) {
		return shown
	}
	if data, err := rules.Encode(&rule); err == nil {
		shown.Rule = data
	}
	return shown
}

// Faults is the answer to GET faults.
type Faults struct {
	Faults []Fault `json:"faults"`
}
