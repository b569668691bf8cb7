package traffic

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// asked is a value in the query or the body of a request.
type asked struct {
	check.Parameter

	Wrong   bool // a message of the answer is about the value
	Ignored bool
}

// fieldFirst matches a message that begins with the name of a field.
var fieldFirst = regexp.MustCompile(`^([A-Za-z][\w.\[\]]*)(?:,|:| is | must | has | cannot )`)

// fieldOf returns the field that a message is about, although the request did not have it.
func fieldOf(text string) string {
	if found := fieldFirst.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return "the request"
}

// parameters returns the values of a request in their order: the values of the query, then the values of the body. It
// also returns the messages of the answer: those about a value first.
func (c *call) parameters() (all []asked, wrong []view.Line) {
	body := check.Asked{Op: c.Op, Method: http.MethodPost, Body: c.Body, InXML: c.Format == tourney.FormatXML}
	values := append(queryValues(c.Query), body.Parameters()...)
	for _, value := range values[:min(len(values), ask.MaxMembers)] {
		ignored := slices.ContainsFunc(c.Ignored, func(name string) bool { return strings.EqualFold(name, value.Name) })
		all = append(all, asked{Parameter: value, Ignored: ignored})
	}
	line := func(field, text string) view.Line { return view.Line{Cells: []view.Cell{{Text: field}, {Text: text}}} }
	var others []view.Line
	for _, text := range c.Errors {
		if i := blamed(all, text); i >= 0 {
			all[i].Wrong = true
			wrong = append(wrong, line(all[i].Name, text))
		} else {
			others = append(others, line(fieldOf(text), text))
		}
	}
	return all, append(wrong, others...)
}

// queryValues returns the values of a query in their order. A query that cannot be decoded has values too.
func queryValues(query string) (all []check.Parameter) {
	for pair := range strings.SplitSeq(query, "&") {
		if name, value, _ := strings.Cut(pair, "="); pair != "" {
			all = append(all, check.Parameter{Name: unescaped(name), Text: unescaped(value)})
		}
	}
	return all
}

// unescaped returns a part of a query without escapes, or unchanged if the escapes are wrong.
func unescaped(s string) string {
	if text, err := url.QueryUnescape(s); err == nil {
		return text
	}
	return s
}

// blamed returns the index of the value that a message is about: the value whose name the message begins with. If
// several names fit, it returns the value with the longest name. It returns -1 if no name fits.
func blamed(all []asked, text string) int {
	best := -1
	for i := range all {
		name := all[i].Name
		begins := len(text) > len(name) && strings.EqualFold(text[:len(name)], name)
		if !begins || !strings.ContainsAny(text[len(name):][:1], " :,") {
			continue
		}
		if best < 0 || len(name) > len(all[best].Name) {
			best = i
		}
	}
	return best
}
