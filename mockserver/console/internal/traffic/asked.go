package traffic

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
)

// asked is a value in the query or the body of a request.
type asked struct {
	check.Parameter

	Wrong   []string // the messages of the answer about the value
	Ignored bool
}

// complaint is a message of an answer that belongs to no value of the request: it is about a field that the request
// did not have, or about the request as a whole.
type complaint struct{ Field, Text string }

// fieldFirst matches a message that begins with the name of a field.
var fieldFirst = regexp.MustCompile(`^([A-Za-z][\w.\[\]]*)(?:,|:| is | must | has | cannot )`)

func complaintOf(text string) complaint {
	if found := fieldFirst.FindStringSubmatch(text); found != nil {
		return complaint{found[1], text}
	}
	return complaint{"", text}
}

// parameters returns the values of a request in their order: the values of the query, then the values of the body. It
// also returns the messages of the answer that are about no value of the request.
func (c *call) parameters() (all []asked, others []complaint) {
	query := check.Asked{Method: http.MethodGet, Query: c.Query}
	body := check.Asked{Op: c.Op, Method: http.MethodPost, Body: c.Body, InXML: c.Format == tourney.FormatXML}
	values := append(query.Parameters(), body.Parameters()...)
	for _, value := range values[:min(len(values), ask.MaxMembers)] {
		ignored := slices.ContainsFunc(c.Ignored, func(name string) bool { return strings.EqualFold(name, value.Name) })
		all = append(all, asked{Parameter: value, Ignored: ignored})
	}
	for _, text := range c.Errors {
		if i := blamed(all, text); i >= 0 {
			all[i].Wrong = append(all[i].Wrong, text)
		} else {
			others = append(others, complaintOf(text))
		}
	}
	return all, others
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
