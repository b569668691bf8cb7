package traffic

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
	"github.com/tourney-go/tourney/mockserver/internal/form"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// call is a request in the journal, with the texts that the pages show.
type call struct{ journal.Call }

// Asked returns the operation of the request, or the method and the path of a request that is no operation.
func (c *call) Asked() string {
	if c.Op != "" {
		return c.Op
	}
	return c.Path
}

// Failed reports whether the request got no answer, or an answer with a status of 400 or more.
func (c *call) Failed() bool { return c.Status == 0 || c.Status >= http.StatusBadRequest }

// statusText returns a status for people.
func statusText(status int) string {
	if status == 0 {
		return "no answer"
	}
	return strings.TrimSpace(fmt.Sprint(status, " ", http.StatusText(status)))
}

// Wrong returns in a few words what was wrong with the request.
func (c *call) Wrong() string {
	switch {
	case len(c.Errors) > 0:
		return prose.Words(shortWords, placeOfText.ReplaceAllString(c.Errors[0], ""))
	case c.Status == 0:
		return "no answer was sent"
	case c.Failed():
		return http.StatusText(c.Status)
	}
	return ""
}

// placeOfText matches the place in a body at the beginning of a message that says why the body cannot be parsed. The
// table leaves the place out. The detail of a request shows it.
var placeOfText = regexp.MustCompile(`^/\S* \(line \d+, offset \d+\): `)

// shortWords bounds how many words of a message the table shows.
const shortWords = 6

// Faults returns the ids of the faults that fired for the request.
func (c *call) Faults() []string {
	if c.Fault == "" {
		return nil
	}
	return strings.Split(c.Fault, ", ")
}

// callFilter chooses requests of the journal.
type callFilter struct {
	Op     string
	Answer string // one of the values below, or a status; "" for all
	Text   string
	Relied string // the id of an assumption that the answers relied on; "" for all
	Before int64  // only requests with smaller numbers; 0 for all
}

// The values of callFilter.Answer other than a status.
const (
	answerFailed    = "failed"
	answerUnmatched = "unmatched"
	answerFault     = "fault"
	answerFaultOf   = "fault:" // followed by the id of a fault
	answerIgnored   = "ignored"
)

// operationChoices returns the choice of an operation. All is the text of the choice of none.
func operationChoices(all string) []prose.Choice {
	choices := []prose.Choice{{Text: all}}
	for _, op := range contract.Operations() {
		choices = append(choices, prose.Choice{Value: op.ID, Text: op.ID})
	}
	return choices
}

// filterOf returns the filter that the query of the page describes.
func filterOf(v *view.Visit) (f callFilter, err error) {
	f = callFilter{
		Op: v.Query.Get("op"), Answer: v.Query.Get("answer"), Text: strings.TrimSpace(v.Query.Get("q")),
		Relied: v.Query.Get("assumed"),
	}
	if f.Before, err = v.Number("before", 1); err != nil {
		return f, err
	}
	if f.Op != "" && contract.Lookup(f.Op) == nil {
		return f, ask.Invalid("op: there is no operation %q", prose.Excerpt(f.Op))
	}
	_, notStatus := strconv.Atoi(f.Answer)
	kinds := []string{"", answerFailed, answerUnmatched, answerFault, answerIgnored}
	if notStatus != nil && !strings.HasPrefix(f.Answer, answerFaultOf) && !slices.Contains(kinds, f.Answer) {
		one := strings.Join(kinds[1:], ", ")
		return f, ask.Invalid("answer: expected a status or one of %s, found %q", one, prose.Excerpt(f.Answer))
	}
	return f, nil
}

// query returns the filter as the query of a page.
func (f callFilter) query(before int64) string {
	values := ask.Values("op", f.Op, "answer", f.Answer, "q", f.Text, "assumed", f.Relied, "before", ask.IDText(before))
	if len(values) == 0 {
		return ""
	}
	return "?" + values.Encode()
}

// findCalls returns the newest n requests that match a filter, newest first. It also reports whether the journal has
// dropped requests.
func findCalls(v *view.Visit, f callFilter, n int) (calls []call, dropped bool, err error) {
	values := f.asked()
	values.Set("limit", strconv.Itoa(n))
	page, err := ask.Get[form.Requests](v.API, "requests?"+values.Encode())
	for _, c := range slices.Backward(page.Requests) {
		calls = append(calls, call{c})
	}
	return calls, page.Dropped, err
}

// asked returns the filter as parameters of the admin API. The admin API applies the filter, because a whole journal
// is too large to be sent for each page.
func (f callFilter) asked() url.Values {
	values := ask.Values("assumed", f.Relied, "op", f.Op, "text", f.Text, "before", ask.IDText(f.Before))
	rule, ofRule := strings.CutPrefix(f.Answer, answerFaultOf)
	switch {
	case f.Answer == "":
	case f.Answer == answerFailed || f.Answer == answerUnmatched || f.Answer == answerIgnored:
		values.Set(f.Answer, "true")
	case f.Answer == answerFault:
		values.Set("fault", "any")
	case ofRule:
		values.Set("fault", rule)
	default:
		values.Set("status", f.Answer)
	}
	return values
}

// callOf returns a request of the journal.
func callOf(v *view.Visit) (*call, error) {
	n, err := v.NamedNumber("number", "the number of a request")
	if err != nil {
		return nil, err
	}
	c, err := ask.Get[call](v.API, "requests/"+strconv.FormatInt(n, 10))
	if ask.FailureOf(err).Status == http.StatusNotFound {
		text := fmt.Sprintf("The journal has no request %d: it keeps the newest.", n)
		return nil, ask.FailureWith(http.StatusNotFound, text)
	}
	return &c, err
}
