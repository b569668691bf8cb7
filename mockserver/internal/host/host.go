// Package host holds the ways in which the hosts of the interface differ, as a server imitates one.
//
// It uses refusals, but no rows. To add a new difference between hosts, add a field here and in the Profile of package
// mockserver. The package that reads the field implements the difference.
package host

import (
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// Ways are the ways of the host that a server imitates: see Profile. Each field has its default already.
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

// StatusOf returns the status of a refusal. The first code decides, unless the refusal has a status of its own. For nil
// Ways it returns the status of the mock.
func (w *Ways) StatusOf(r *refusal.Refusal) int {
	if w != nil && r.Status == 0 {
		if status, ok := w.ErrorStatuses[r.Items[0].Code]; ok {
			return status
		}
	}
	return r.StatusCode()
}

// UpdateAnswer is what a host answers to an update. The answer is {} unless the value is one of the constants.
type UpdateAnswer string

// The answers other than {}.
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
