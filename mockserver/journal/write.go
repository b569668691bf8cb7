package journal

import (
	"encoding/json"
	"time"
)

// Write is a write that the server can still go back to: see Writes.Newest.
type Write struct {
	Number  int64     `json:"number"`
	Time    time.Time `json:"time"`                // of the server's Clock, before the write
	Made    time.Time `json:"made"`                // real time of the write, in the time zone of the server's machine
	Op      string    `json:"operation,omitempty"` // of the request that made the write; "" if a method made it
	Request int64     `json:"request,omitempty"`   // Number of its Call; 0 for a method, or if the journal dropped it
	Method  string    `json:"method,omitempty"`    // such as "Teams.Add" and "Rewind to 5"; "" for a request
	Changes int       `json:"changes"`             // how many rows it added, changed or removed: see WriteDetails
	Notes   []string  `json:"notes,omitempty"`     // why teams of brackets stay: see PlayBrackets
}

// WriteDetails is a write with the rows that it changed.
type WriteDetails struct {
	Write
	Rows []RowChange `json:"rows"` // the first 100
}

// RowChange is a row that a write added, changed or removed. Rows have the form in which Save writes them, without the
// secrets that Save leaves out.
type RowChange struct {
	Table   string          `json:"table"`            // as in a file of Save, such as "teams"; also "accounts" and "settings"
	ID      int64           `json:"id"`               // of the row; 0 for the settings
	Before  json.RawMessage `json:"before,omitempty"` // absent for a row that was added
	After   json.RawMessage `json:"after,omitempty"`  // absent for a row that was removed
	Members []MemberChange  `json:"members,omitempty"`
}

// MemberChange is a value of a row that a write changed.
type MemberChange struct {
	Path   string          `json:"path"`             // with points between names, and indexes: "Team.Players[2].Number"
	Before json.RawMessage `json:"before,omitempty"` // absent for a value that was not there
	After  json.RawMessage `json:"after,omitempty"`  // absent for a value that is gone
}
