package console

import "time"

// clockState is the answer of the admin API about its clock.
type clockState struct {
	Now time.Time `json:"now"`
}
