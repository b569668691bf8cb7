package tourney

import (
	"fmt"
	"net/http"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
)

// ProfileRateLimit is how many requests of an account the mock server takes: see mockserver.RateLimit.
type ProfileRateLimit struct {
	Requests int           // 0 for no limit
	Per      time.Duration // that many requests in this time
	Date     bool          // Retry-After is a date, not seconds
}

// UpdateAnswer is what a host answers to an update of a team, a division or a game that it carried out. The interface
// document shows an empty object, for teams in softball only (sections 1 and 4.5). The client accepts every one.
type UpdateAnswer string

// The answers to updates.
const (
	AnswerEmpty UpdateAnswer = ""    // {}
	AnswerID    UpdateAnswer = "id"  // {"Id":4001}
	AnswerRow   UpdateAnswer = "row" // {"Team":{"Id":4001,…}}, as a request for its details is answered
)

// check returns why there is no such answer.
func (u UpdateAnswer) check() error {
	switch u {
	case AnswerEmpty, AnswerID, AnswerRow:
		return nil
	}
	return fmt.Errorf("%q is no answer: choose AnswerEmpty, AnswerID or AnswerRow", clip(string(u)))
}

// checkErrorStatus returns why a host cannot answer a code with a status.
func checkErrorStatus(code ErrorCode, status int) error {
	if _, known := contract.LookupCode(int(code)); !known {
		return fmt.Errorf("there is no code %d: choose one of the constants", int(code))
	}
	return checkBodyStatus(status)
}

// checkBodyStatus returns why an answer with this status has no body that a client reads.
func checkBodyStatus(status int) error {
	success := status >= http.StatusOK && status < http.StatusMultipleChoices &&
		status != http.StatusNoContent && status != http.StatusResetContent
	if success || status >= http.StatusBadRequest && status <= 599 {
		return nil
	}
	return fmt.Errorf("%d is no status with a body: choose 400 to 599, or 200 to 299 without 204 and 205", status)
}
