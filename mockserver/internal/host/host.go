// Package host holds the ways in which the hosts of the interface differ, as a server imitates one.
//
// It knows what a refusal is, and no row. A new way of hosts gets a field here and in the Profile of package
// mockserver, and works in the package that reads the field.
package host

import (
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// Ways are the ways of the host that a server imitates: see Profile. Defaults are filled in.
type Ways struct {
	tourney.Profile

	ErrorStatuses map[tourney.ErrorCode]int
	ErrorText     func(code tourney.ErrorCode, field, message string) string
	ErrorFields   bool

	Updates              UpdateAnswer
	AcceptEmptyUpdates   bool
	RefuseUnknownFilters bool
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

// StatusOf returns the status of a refusal. The first code decides, unless the refusal has a status of its own. Without
// ways it is the mock's.
func (w *Ways) StatusOf(r *refusal.Refusal) int {
	if w != nil && r.Status == 0 {
		if status, ok := w.ErrorStatuses[r.Items[0].Code]; ok {
			return status
		}
	}
	return r.StatusCode()
}

// UpdateAnswer is what a host answers to an update: {} without one of the constants.
type UpdateAnswer string

// The answers that are not {}.
const (
	UpdateAnswersID  UpdateAnswer = "id"
	UpdateAnswersRow UpdateAnswer = "row"
)

// RateLimit is the number of requests that an account may send in a time.
type RateLimit struct {
	Requests int // 0 for no limit
	Per      time.Duration
	Date     bool // Retry-After is a date
}
