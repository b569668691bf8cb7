package wire

import (
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// Ways are the ways of the host that a server imitates: see Profile. Defaults are already filled in.
type Ways struct {
	tourney.Profile

	ErrorStatuses map[tourney.ErrorCode]int
	ErrorText     func(code tourney.ErrorCode, field, message string) string
	NoErrorFields bool

	Updates              UpdateAnswer
	AcceptEmptyUpdates   bool
	RefuseUnknownFilters bool
	RefuseOtherEvents    bool
	NewestFirst          bool
	HandNames            map[int]string
	AbsentAsNull         bool
	EmptyListsAsNull     bool
	UnknownPathStatus    int

	MaxPageSize      int
	RefuseLargePages bool
	RegisteredStatus tourney.TeamStatus
	RateLimit        RateLimit
}

// StatusOf returns the status of a refusal. If the refusal has its own status, StatusOf returns that; otherwise the
// first code decides. If w is nil, it returns the mock's own status for the code.
func (w *Ways) StatusOf(r *refusal.Refusal) int {
	if w != nil && r.Status == 0 {
		if status, ok := w.ErrorStatuses[r.Items[0].Code]; ok {
			return status
		}
	}
	return r.StatusCode()
}

// UpdateAnswer says what a host answers to an update. The zero value means the answer {}.
type UpdateAnswer string

// The answers to an update other than {}.
const (
	UpdateAnswersID  UpdateAnswer = "id"
	UpdateAnswersRow UpdateAnswer = "row"
)

// RateLimit is the number of requests that an account may send in a period.
type RateLimit struct {
	Requests int // 0 for no limit
	Per      time.Duration
	Date     bool // whether Retry-After is a date
}
