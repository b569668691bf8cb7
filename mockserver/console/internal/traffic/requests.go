package traffic

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// requestsPage is the content of the page of requests: the list, and the detail of the request that a person chose.
type requestsPage struct {
	Filter  callFilter
	Ops     []prose.Choice
	Answers []prose.Choice
	Calls   []call // newest first
	Query   string // the query of this page
	Pager   view.Pager
	Kept    bool // the journal has at least one request
	Dropped bool // the journal has dropped older requests
	Detail  *callDetail
}

// callDetail is the detail of a request on a page.
type callDetail struct {
	*call

	Values []asked
	Wrong  []view.Line // the errors: those about a value first
	Curl   string      // the request as a command; "" when the journal has dropped the request meanwhile
	Header []view.Fact
}

// IsOpen reports whether the page shows the detail of a request.
func (p *requestsPage) IsOpen(number int64) bool { return p.Detail != nil && p.Detail.Number == number }

// relied returns the choice of the assumption that answers relied on.
func (p *requestsPage) relied() []prose.Choice {
	return []prose.Choice{{Text: "Anything"}, {Value: p.Filter.Relied, Text: p.Filter.Relied}}
}

// detail is the detail of a request, nil for none.
func (p *requestsPage) detail(s *view.Sheet) templ.Component {
	if p.Detail == nil {
		return nil
	}
	return p.Detail.view(s, p.Query)
}

// facts are the facts about a request.
func (d *callDetail) facts() []view.Fact {
	class, write := "", ""
	if d.Failed() {
		class = "bad-text"
	}
	if d.Write != 0 {
		write = prose.Grouped(d.Write)
	}
	took := statusText(d.Status) + " after " + prose.Milliseconds(d.Duration) + " ms"
	return []view.Fact{
		{Label: "Answer", Cell: view.Cell{Text: took}, Class: class},
		{Label: "Path", Cell: view.Cell{Text: d.Path}, Code: true},
		{Label: "Query", Cell: view.Cell{Text: d.Query}, Code: true},
		view.FactOf("Arrived", prose.Moment(d.Arrived)), view.FactOf("Mock's clock", prose.Moment(d.Time)),
		view.FactOf("Write", write),
	}
}

// caption returns a text that says which requests the list has.
func (p *requestsPage) caption() string {
	if p.Dropped {
		return "Newest first. The journal has dropped older requests."
	}
	return "Newest first."
}

// callsShown bounds how many requests a page lists.
const callsShown = 50

func loadRequests(v *view.Visit) (view.Body, error) {
	filter, err := filterOf(v)
	if err != nil {
		return nil, err
	}
	p := &requestsPage{Filter: filter, Ops: operationChoices("All operations"), Query: filter.query(filter.Before)}
	if p.Calls, p.Dropped, err = findCalls(v, p.Filter, callsShown+1); err != nil {
		return nil, err
	}
	if p.Kept = len(p.Calls) > 0; !p.Kept {
		some, _, err := findCalls(v, callFilter{}, 1)
		if p.Kept = len(some) > 0; err != nil {
			return nil, err
		}
	}
	p.page(v.Base)
	p.Answers = answersOf(p.Filter.Answer, p.Calls)
	if v.Named["number"] != "" {
		p.Detail, err = detailOf(v)
	}
	return p, err
}

// page cuts the list to the requests of this page, and sets the links to newer and older requests.
func (p *requestsPage) page(base string) {
	if p.Filter.Before > 0 {
		p.Pager.First = base + view.FirstPage + p.Filter.query(0)
	}
	if len(p.Calls) > callsShown {
		p.Calls = p.Calls[:callsShown]
		p.Pager.Next = base + view.FirstPage + p.Filter.query(p.Calls[callsShown-1].Number)
	}
	if len(p.Calls) > 0 {
		oldest, newest := p.Calls[len(p.Calls)-1].Number, p.Calls[0].Number
		p.Pager.Shown = fmt.Sprintf("No. %s–%s", prose.Grouped(oldest), prose.Grouped(newest))
	}
}

// answersOf returns the choices for callFilter.Answer: the fixed values, the chosen value, and the values that the
// requests in the list have.
func answersOf(chosen string, calls []call) []prose.Choice {
	statuses := map[int]string{}
	if status, err := strconv.Atoi(chosen); err == nil {
		statuses[status] = statusText(status)
	}
	for i := range calls {
		statuses[calls[i].Status] = statusText(calls[i].Status)
	}
	answers := []prose.Choice{
		{Value: "", Text: "All answers"}, {Value: answerFailed, Text: "Failed"},
		{Value: answerUnmatched, Text: "No operation"}, {Value: answerFault, Text: "With a fault"},
		{Value: answerIgnored, Text: "With ignored names"},
	}
	if id, ok := strings.CutPrefix(chosen, answerFaultOf); ok {
		answers = append(answers, prose.Choice{Value: chosen, Text: "With the fault " + prose.Excerpt(id)})
	}
	for _, status := range slices.Sorted(maps.Keys(statuses)) {
		answers = append(answers, prose.Choice{Value: strconv.Itoa(status), Text: statuses[status]})
	}
	return answers
}

// detailOf returns the detail of the request whose number the path has.
func detailOf(v *view.Visit) (*callDetail, error) {
	c, err := callOf(v)
	if err != nil {
		return nil, err
	}
	d := &callDetail{call: c}
	d.Values, d.Wrong = c.parameters()
	for _, name := range slices.Sorted(maps.Keys(c.Header)) {
		for _, value := range c.Header[name] {
			d.Header = append(d.Header, view.FactOf(prose.Readable(name), value))
		}
	}
	d.Curl, err = curlOf(v, c)
	return d, err
}

// curlOf returns the command that repeats a request. It returns "" when the journal has dropped the request meanwhile.
func curlOf(v *view.Visit, c *call) (string, error) {
	text, err := v.API.Send(http.MethodGet, "requests/"+strconv.FormatInt(c.Number, 10)+"?as=curl", nil)
	if ask.FailureOf(err).Status == http.StatusNotFound {
		return "", nil
	}
	return string(text), err
}
