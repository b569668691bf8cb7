package console

import "encoding/json"

// faultList is the answer of the admin API about the rules of faults.
type faultList struct {
	Faults []rule `json:"faults"`
}

// rule is a rule of a fault.
type rule struct {
	ID   string          `json:"id"`
	Hits int64           `json:"hits"`
	Text string          `json:"text"`
	Rule json.RawMessage `json:"rule"` // absent for a rule with a function or a secret
}
