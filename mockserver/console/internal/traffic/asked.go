package traffic

import (
	"encoding/xml"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
)

// asked is a value in the query or the body of a request.
type asked struct {
	ask.Member

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
	all = append(queryValues(c.Query), c.bodyValues()...)
	if len(all) > ask.MaxMembers {
		all = all[:ask.MaxMembers]
	}
	for i := range all {
		all[i].Ignored = slices.ContainsFunc(c.Ignored, func(name string) bool {
			return strings.EqualFold(name, all[i].Name)
		})
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

// queryValues returns the values of a query.
func queryValues(query string) (all []asked) {
	for pair := range strings.SplitSeq(query, "&") {
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		all = append(all, asked{Member: ask.Member{Name: unescaped(name), Value: unescaped(value)}})
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

// bodyValues returns the values in the body. It returns nil if the body cannot be read.
func (c *call) bodyValues() (all []asked) {
	switch {
	case c.Body == "":
		return nil
	case c.Format == "XML":
		return xmlValues(c.Body)
	}
	for _, m := range ask.MembersIn([]byte(c.Body)) {
		all = append(all, asked{Member: m})
	}
	return all
}

// xmlValues returns the texts of the elements of an XML document. The names are paths with points, without the name
// of the root.
func xmlValues(body string) (all []asked) {
	d := xml.NewDecoder(strings.NewReader(body))
	var path []string
	var text strings.Builder
	inner := false
	for {
		token, err := d.Token()
		if err != nil {
			return all
		}
		switch token := token.(type) {
		case xml.StartElement:
			path, inner = append(path, token.Name.Local), true
			text.Reset()
		case xml.CharData:
			text.Write(token)
		case xml.EndElement:
			if inner && len(path) > 1 {
				value := ask.Member{Name: strings.Join(path[1:], "."), Value: strings.TrimSpace(text.String())}
				all = append(all, asked{Member: value})
			}
			path, inner = path[:len(path)-1], false
		}
	}
}
