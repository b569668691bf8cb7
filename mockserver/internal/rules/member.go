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

// shownAs returns a function that shows a written value in a format of package fmt.
func shownAs(format string) func(value any) string {
	return func(value any) string { return fmt.Sprintf(format, value) }
}

// shortErrors returns the codes of Errors. It leaves out the messages, because they can contain any text.
func shortErrors(value any) string {
	var codes []string
	for _, e := range value.([]Item) { //nolint:forcetypeassert // the type of the member errors
		codes = append(codes, "code "+strconv.Itoa(e.Code))
	}
	return strings.Join(codes, ", ")
}

// shortTo returns a target without the parts that may contain a secret: the user, the password, the query and the
// fragment.
func shortTo(value any) string {
	target, err := url.Parse(fmt.Sprint(value))
	if err != nil {
		return `""`
	}
	target.User, target.RawQuery, target.ForceQuery, target.Fragment, target.RawFragment = nil, "", false, "", ""
	return strconv.Quote(target.String())
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

// checkAbove0 returns the check of a duration that must not be negative. A duration of 0 counts as none.
func checkAbove0(of func(a *Action) time.Duration) func(a *Action) string {
	return func(a *Action) string {
		if d := of(a); d < 0 {
			return fmt.Sprintf("expected a duration above 0, found %v", d)
		}
		return ""
	}
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
