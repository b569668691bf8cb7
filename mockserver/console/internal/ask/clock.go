package ask

import "time"

// ClockState is the answer of the admin API about its clock.
type ClockState struct {
	Now time.Time `json:"now"`
}
