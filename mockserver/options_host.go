package mockserver

import (
	"errors"
	"fmt"
	"log"
	"maps"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
)

// KeyLifetime makes keys expire this long after they were issued, by the server's clock: the first ones after New or
// Reset, others after Accounts.RotateKeys or a login. A login issues new keys when the newest have expired, and else
// answers with those. A clock that stands still has to be advanced. By default keys do not expire, because the
// interface document states no lifetime (section 5).
func KeyLifetime(d time.Duration) Option {
	return func(o *options) error {
		if d <= 0 {
			return fmt.Errorf("mockserver: KeyLifetime: %v: must be positive", d)
		}
		o.settings.keys.lifetime = d
		return nil
	}
}

// KeyOverlap makes the server take old keys for this long after Accounts.RotateKeys, by its clock. Without it the
// server refuses old keys at once. The keys that ExpireKeys ends are refused at once with it, too.
func KeyOverlap(d time.Duration) Option {
	return func(o *options) error {
		if d <= 0 {
			return fmt.Errorf("mockserver: KeyOverlap: %v: must be positive", d)
		}
		o.settings.keys.overlap = d
		return nil
	}
}

// ClockSkew makes the server refuse a signature whose time is further than this from the server's clock, with code 5 as
// for wrong keys. It needs signatures that say their time: RequireAuth with a tourney.TimedVerifier, as HMACSigner is
// one. Server.Client signs with the server's clock. Other clients sign with time.Now, so the server needs WallClock for
// them, or their HMACSigner the Now of Server.Clock. Without the option the time of a signature does not count, because
// no limit was found (section 5).
func ClockSkew(d time.Duration) Option {
	return func(o *options) error {
		if d <= 0 {
			return fmt.Errorf("mockserver: ClockSkew: %v: must be positive", d)
		}
		o.skew = d
		return nil
	}
}

// RateLimit makes the server take at most n requests of an account in a time, by its clock, and answer 429 with
// Retry-After and code 8 beyond. A window of that time begins with a request, and a refused request does not count. An
// account is the one whose keys signed the request. All requests that none signed count together: logins, and every
// request where the server requires no signatures. A clock that stands still has to be advanced, or no time passes. By
// default there is no limit, because the interface document states none (section 8). RetryAfterDate changes the form of
// the header.
func RateLimit(n int, per time.Duration) Option {
	return func(o *options) error {
		if n < 1 {
			return fmt.Errorf("mockserver: RateLimit: %d requests: must be at least 1", n)
		}
		if per <= 0 {
			return fmt.Errorf("mockserver: RateLimit: per %v: must be positive", per)
		}
		o.rateLimit.Requests, o.rateLimit.Per = n, per
		return nil
	}
}

// RetryAfterDate makes the Retry-After of a rate limit a date in place of seconds. It is a time of the server's clock.
// Clients compare it with time.Now, so they wait as the limit says only with WallClock.
func RetryAfterDate() Option {
	return func(o *options) error {
		o.rateLimit.Date = true
		return nil
	}
}

// ErrorStatus makes the server answer refusals with a status of the host: 400 to 599, or 200 to 299 without 204 and
// 205, because Errors were seen in successes too. The first code of an answer decides. It changes no status of a
// request that is no operation (404, 405), has no readable format or size (415, 413), or comes too often (429). The
// default statuses are a guess: see row error-status of docs/assumptions.md.
func ErrorStatus(code tourney.ErrorCode, status int) Option {
	return func(o *options) error {
		if o.settings.errors.statuses == nil {
			o.settings.errors.statuses = map[tourney.ErrorCode]int{}
		}
		o.settings.errors.statuses[code] = status
		return wrongWay("ErrorStatus", tourney.Profile{ErrorStatuses: map[tourney.ErrorCode]int{code: status}})
	}
}

// ErrorText makes the server answer the texts of the host. f gets the code of an entry, the name of the parameter as
// the mock's messages have it ("" for an entry about none, "coaches[0].email" in a list), and the mock's own message.
// It returns the Message. f must be safe for concurrent use. The journal and the log of a failed test keep the mock's
// messages.
func ErrorText(f func(code tourney.ErrorCode, field, message string) string) Option {
	return func(o *options) error {
		if f == nil {
			return errors.New("mockserver: ErrorText: the function is nil")
		}
		o.settings.errors.text = f
		return nil
	}
}

// ErrorFields gives the Errors of refusals a member Field, with the name of the parameter, where the entry is about
// one.
func ErrorFields() Option {
	return func(o *options) error {
		o.settings.errors.fields = true
		return nil
	}
}

// RefuseLargePages makes the server refuse requests for pages of more than n rows, with code 8. Without it a server
// with MaxPageSize answers fewer rows than were asked for, and one without answers any number. Of RefuseLargePages and
// MaxPageSize the last one given holds.
func RefuseLargePages(n int) Option {
	return func(o *options) error {
		if n < 1 {
			return fmt.Errorf("mockserver: RefuseLargePages: %d: must be at least 1", n)
		}
		o.settings.maxPageSize, o.settings.refuseLargePages = n, true
		return nil
	}
}

// UpdateAnswer sets what the server answers to an update of a team, a division or a game. The default is
// tourney.AnswerEmpty. Updates of standings and statistics answer {} always.
func UpdateAnswer(answer tourney.UpdateAnswer) Option {
	return func(o *options) error {
		o.settings.updateAnswer = answer
		return wrongWay("UpdateAnswer", tourney.Profile{UpdateAnswer: answer})
	}
}

// AcceptEmptyUpdates makes the server answer an update of which nothing is left after it ignored names as a success.
// Without it the server refuses such an update, because a misspelled name would vanish behind the success.
func AcceptEmptyUpdates() Option {
	return func(o *options) error {
		o.settings.acceptEmptyUpdates = true
		return nil
	}
}

// RefuseUnknownFilters makes the server answer code 1 to a list, standings or leaders for an id that names nothing.
// Without it the answer is an empty list.
func RefuseUnknownFilters() Option {
	return func(o *options) error {
		o.settings.refuseUnknownFilters = true
		return nil
	}
}

// NewestFirst makes lists of rows begin with the row that was added last. Without it they begin with the oldest. The
// interface document states no order.
func NewestFirst() Option {
	return func(o *options) error {
		o.settings.newestFirst = true
		return nil
	}
}

// HandNames sets the texts that players show as Bats and Throws after a write of these codes. Other codes keep theirs:
// 1 Right, 2 Left, 3 Switch, 0 nothing, others their number. Rows of scenarios and of the side door keep their texts.
func HandNames(names map[tourney.Hand]string) Option {
	return func(o *options) error {
		o.settings.hands = maps.Clone(names)
		return wrongWay("HandNames", tourney.Profile{HandNames: names})
	}
}

// AbsentAsNull makes answers write null for members without a value, in place of leaving them out: null in JSON, an
// element with i:nil in XML. That covers every member that the variant has, also those that the request did not
// include, but no member of Errors. Answers are then written more slowly. It has no effect on a server with Strict.
func AbsentAsNull() Option {
	return func(o *options) error {
		o.settings.absentAsNull = true
		return nil
	}
}

// EmptyListsAsNull makes a list that selects nothing null, as in {"Games":null}, in place of a page without rows. That
// covers all lists: those that are paged, venues, standings without a group, and leaders without a category. A page
// behind the last one of a list stays a page. It has no effect on a server with Strict.
func EmptyListsAsNull() Option {
	return func(o *options) error {
		o.settings.emptyListsAsNull = true
		return nil
	}
}

// UnknownPathsAnswerHTML makes the server answer a path that is no operation with an HTML page of this status, as hosts
// were seen to do: 400 to 599, or 200 to 299 without 204 and 205. The journal has the nearest path all the same. It has
// no effect on a server with Strict.
func UnknownPathsAnswerHTML(status int) Option {
	return func(o *options) error {
		if status == 0 {
			return errors.New("mockserver: UnknownPathsAnswerHTML: 0 is no status: choose 404 for example")
		}
		o.settings.unknownPathStatus = status
		return wrongWay("UnknownPathsAnswerHTML", tourney.Profile{UnknownPathStatus: status})
	}
}

// wrongWay returns the error of an option for a field of a profile that is wrong.
func wrongWay(option string, p tourney.Profile) error {
	_, err := tourney.ProfileOf(p)
	if err == nil {
		return nil
	}
	_, reason, _ := strings.Cut(strings.TrimPrefix(err.Error(), "tourney: "), ": ")
	return errors.New("mockserver: " + option + ": " + reason)
}

// ErrorLog makes the server write what goes wrong with its connections to a log, such as a client that does not trust
// the certificate. Without it the server uses the log of package log, as net/http does.
func ErrorLog(l *log.Logger) Option {
	return func(o *options) error {
		if l == nil {
			return errors.New("mockserver: ErrorLog: the log is nil")
		}
		o.errorLog = l
		return nil
	}
}
