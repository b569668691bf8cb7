package console

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
)

func init() {
	p := page{path: firstPage, title: "Requests", rail: railRequests, template: "requests", load: loadRequests}
	list(p)
	p.path, p.title, p.rail, p.under = "requests/{number}", "Request", 0, firstPage
	list(p)
}

// requestsPage is the list of requests, with the detail of one.
type requestsPage struct {
	Filter  callFilter
	Ops     []string // of the requests that the journal has
	Answers []choice
	Calls   []call // newest first
	Query   string // of this page
	Pager   pager
	All     int  // requests that the filter lets through
	Kept    int  // requests in the journal
	Dropped bool // the journal has dropped older ones
	Detail  *callDetail
}

// callDetail is what a page says about a request.
type callDetail struct {
	*call

	Values []asked
	Others []complaint
	Curl   string // "" where the admin API has none
	Go     string
	Header [][2]string
}

// IsOpen reports whether the page shows the detail of a request.
func (p *requestsPage) IsOpen(number int64) bool { return p.Detail != nil && p.Detail.Number == number }

// callsShown is how many requests a page lists.
const callsShown = 50

func loadRequests(v *visit) (any, error) {
	all, err := get[journal](v, "requests")
	if err != nil {
		return nil, err
	}
	p := &requestsPage{Filter: callFilterOf(v.query), Kept: len(all.Requests), Dropped: all.Dropped}
	p.Query = p.Filter.query(p.Filter.Before)
	p.Ops, p.Answers = choicesOf(all.Requests)
	newer := 0
	for _, c := range slices.Backward(all.Requests) {
		switch unbound := p.Filter; {
		case p.Filter.lets(&c):
			p.All++
			if len(p.Calls) < callsShown {
				p.Calls = append(p.Calls, c)
			}
		case func() bool { unbound.Before = 0; return unbound.lets(&c) }():
			newer++
		}
	}
	p.page(v.base, newer)
	if number := v.named["number"]; number != "" {
		p.Detail, err = v.callDetail(number)
	}
	return p, err
}

// page sets the links to newer and older requests.
func (p *requestsPage) page(base string, newer int) {
	if newer > 0 {
		p.Pager.Newer = base + firstPage + p.Filter.query(0)
	}
	if p.All > len(p.Calls) {
		p.Pager.Older = base + firstPage + p.Filter.query(p.Calls[len(p.Calls)-1].Number)
	}
	p.Pager.Shown = fmt.Sprintf("%d–%d of %d", newer+min(1, len(p.Calls)), newer+len(p.Calls), newer+p.All)
}

// choicesOf returns the operations and the statuses that requests had.
func choicesOf(calls []call) (ops []string, answers []choice) {
	seenOps, statuses := map[string]bool{}, map[int]string{}
	for i := range calls {
		if calls[i].Op != "" {
			seenOps[calls[i].Op] = true
		}
		statuses[calls[i].Status] = calls[i].StatusText()
	}
	answers = []choice{
		{"", "All answers"}, {answerFailed, "Failed"}, {answerUnmatched, "No operation"}, {answerFault, "With a fault"},
		{answerIgnored, "With ignored names"},
	}
	for _, status := range slices.Sorted(maps.Keys(statuses)) {
		answers = append(answers, choice{strconv.Itoa(status), statuses[status]})
	}
	return slices.Sorted(maps.Keys(seenOps)), answers
}

// callDetail returns what a page says about a request.
func (v *visit) callDetail(number string) (*callDetail, error) {
	c, err := v.oneCall(number)
	if err != nil {
		return nil, err
	}
	d := &callDetail{call: c}
	d.Values, d.Others = c.parameters()
	for _, name := range slices.Sorted(maps.Keys(c.Header)) {
		for _, value := range c.Header[name] {
			d.Header = append(d.Header, [2]string{name, value})
		}
	}
	if d.Curl, err = v.repeated(c, "curl"); err == nil {
		d.Go, err = v.repeated(c, "go")
	}
	return d, err
}

// repeated returns a request as a command or a test, "" from a mock whose admin API has none.
func (v *visit) repeated(c *call, as string) (string, error) {
	path := "requests/" + strconv.FormatInt(c.Number, 10) + "?" + url.Values{"as": {as}}.Encode()
	text, err := v.send(http.MethodGet, path, nil)
	if failureOf(err).status == http.StatusNotFound {
		return "", nil
	}
	return string(text), err
}
