package host

import (
	"time"

	"github.com/tourney-go/tourney"
)

// HostWays are the ways of the host that a server imitates: see Profile. They have no defaults to look up any more.
type HostWays struct {
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

// UpdateAnswer is what a host answers to an update: {} without one of the constants.
type UpdateAnswer string

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
