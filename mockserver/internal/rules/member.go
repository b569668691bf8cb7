package rules

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/httptext"
)

// member describes a field of Action. Its functions tell whether an action has the field, what is wrong with the value
// of the field, and how to show the value in a short text.
type member struct {
	name  string
	isSet func(a *Action) bool
	check func(a *Action) string
	short func(a *Action) string // nil for a member whose text can be long
}

// members has a row for each field of Action except Does.
var members = []member{
	{
		"status", func(a *Action) bool { return a.Status != 0 }, checkStatus,
		func(a *Action) string { return strconv.Itoa(a.Status) },
	},
	{"errors", func(a *Action) bool { return len(a.Errors) > 0 }, valid, shortErrors},
	{"body", func(a *Action) bool { return a.Body != "" }, checkBody, nil},
	{
		"contentType", func(a *Action) bool { return a.ContentType != "" }, checkContentType,
		func(a *Action) string { return strconv.Quote(a.ContentType) },
	},
	{"retryAfter", waits(false), checkRetryAfter, shortRetryAfter},
	{"retryAfterDate", waits(true), checkRetryAfter, shortRetryAfter},
	{
		"for", func(a *Action) bool { return a.For != 0 }, checkFor,
		func(a *Action) string { return a.For.String() },
	},
	{
		"bytes", func(a *Action) bool { return a.Bytes != 0 }, checkBytes,
		func(a *Action) string { return strconv.Itoa(a.Bytes) },
	},
	{
		"to", func(a *Action) bool { return a.To != "" }, checkTo,
		func(a *Action) string { return strconv.Quote(shortTo(a.To)) },
	},
	{"commitAfter", func(a *Action) bool { return a.CommitAfter != 0 }, checkCommitAfter, nil}, // see Rule.String
}

// waits returns a function that reports whether an action has a Retry-After that is a date, or, if date is false, one
// in seconds.
func waits(date bool) func(*Action) bool {
	return func(a *Action) bool { return a.RetryAfter != nil && a.RetryAfter.Date == date }
}

func valid(*Action) string { return "" }

// shortErrors returns the codes of an action's Errors. It leaves out the messages, because they can contain any text.
func shortErrors(a *Action) string {
	codes := make([]string, len(a.Errors))
	for i, e := range a.Errors {
		codes[i] = "code " + strconv.Itoa(e.Code)
	}
	return strings.Join(codes, ", ")
}

// shortRetryAfter shows a Retry-After in seconds and one with a date in the same way. An action has at most one of
// them.
func shortRetryAfter(a *Action) string { return "Retry-After " + a.RetryAfter.Wait.String() }

// shortTo returns a target without the parts that may contain a secret: the user, the password, the query and the
// fragment.
func shortTo(to string) string {
	target, err := url.Parse(to)
	if err != nil {
		return ""
	}
	target.User, target.RawQuery, target.ForceQuery, target.Fragment, target.RawFragment = nil, "", false, "", ""
	return target.String()
}

// redirects are the statuses that send a client elsewhere.
var redirects = []int{
	http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect,
	http.StatusPermanentRedirect,
}

// bodiless are the statuses of answers without a body (RFC 9110, section 15).
var bodiless = []int{http.StatusNoContent, http.StatusResetContent, http.StatusNotModified}

// Bodiless reports whether an answer with this status has no body.
func Bodiless(status int) bool { return slices.Contains(bodiless, status) }

func checkStatus(a *Action) string {
	switch {
	case a.Does == Redirect && !slices.Contains(redirects, a.Status):
		return fmt.Sprintf("expected 301, 302, 303, 307 or 308, found %d", a.Status)
	case a.Status < http.StatusOK || a.Status > 599:
		return fmt.Sprintf("expected a status of 200 to 599, found %d", a.Status)
	case Bodiless(a.Status) && (a.Does == Gateway || len(a.Errors) > 0 || a.Body != ""):
		return fmt.Sprintf("an answer with the status %d has no body", a.Status)
	}
	return ""
}

func checkBody(a *Action) string {
	if len(a.Errors) > 0 {
		return "expected errors or a body, found both"
	}
	return ""
}

func checkContentType(a *Action) string {
	switch {
	case a.Does == Status && a.Body == "":
		return "expected a body beside it"
	case strings.ContainsFunc(a.ContentType, func(r rune) bool { return r < ' ' || r > '~' }):
		return fmt.Sprintf("expected a media type, such as text/html, found %q", a.ContentType)
	}
	if media, _ := httptext.Media(a.ContentType); media == "" && a.Does == Status {
		return fmt.Sprintf("expected a media type, such as text/html, found %q", a.ContentType)
	}
	return ""
}

func checkRetryAfter(a *Action) string {
	if wait := a.RetryAfter.Wait; wait < 0 || wait%time.Second != 0 {
		return fmt.Sprintf("expected whole seconds, 0 or more, found %v", wait)
	}
	return ""
}

func checkFor(a *Action) string {
	if a.For < 0 {
		return fmt.Sprintf("expected a duration above 0, found %v", a.For)
	}
	return ""
}

func checkCommitAfter(a *Action) string {
	if a.CommitAfter < 0 {
		return fmt.Sprintf("expected a duration above 0, found %v", a.CommitAfter)
	}
	return ""
}

func checkBytes(a *Action) string {
	if a.Bytes < 0 {
		return fmt.Sprintf("expected a number of bytes, found %d", a.Bytes)
	}
	return ""
}

func checkTo(a *Action) string {
	if _, err := url.Parse(a.To); err != nil {
		return "expected a URL or a path"
	}
	return ""
}
