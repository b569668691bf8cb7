package rules

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
)

func readText(n *node.Node, to *string) string {
	if n.Kind != node.Text {
		return "expected a text, found " + n.Kind.String()
	}
	*to = n.Text
	return ""
}

// readAs returns a function that reads a value of a kind of JSON by a function parse.
func readAs[T any](
	kind node.Kind, expected string, parse func(text string) (T, error),
) func(n *node.Node, to *T) (problem string) {
	return func(n *node.Node, to *T) string {
		value, err := parse(n.Text)
		switch {
		case n.Kind == kind && errors.Is(err, strconv.ErrRange):
			return "expected " + expected + " nearer to zero, found " + found(n)
		case n.Kind != kind || err != nil:
			return "expected " + expected + ", found " + found(n)
		}
		*to = value
		return ""
	}
}

var (
	readCount    = readAs(node.Number, "an integer", strconv.Atoi)
	readDuration = readAs(node.Text, "a duration, such as 1.5s", time.ParseDuration)
	readNumber   = readAs(node.Number, "a number", func(text string) (float64, error) {
		return strconv.ParseFloat(text, 64)
	})
	readTime = readAs(node.Text, "a time, such as 2027-04-01T08:00:00Z", func(text string) (time.Time, error) {
		return time.Parse(time.RFC3339Nano, text)
	})
)

// found describes a value in an error: a short value as it is, and any other value by its kind.
func found(n *node.Node) string {
	switch {
	case n.Text == "" || len(n.Text) > maxShown:
		return n.Kind.String()
	case n.Kind == node.Text:
		return strconv.Quote(n.Text)
	}
	return n.Text
}

// written returns a list as Encode writes it. It returns nil for an empty list, so that Encode leaves the list out.
func written[T any](list []T) any {
	if len(list) == 0 {
		return nil
	}
	return list
}

// reader reads a value, and returns what is wrong with it. A problem begins with a dot or a bracket if it is about a
// part of the value.
type reader = func(n *node.Node) (problems []string)

func only(problem string) []string {
	if problem == "" {
		return nil
	}
	return []string{problem}
}

func textReader(to *string) reader {
	return func(n *node.Node) []string { return only(readText(n, to)) }
}

func readWhere(r *Rule, n *node.Node) []string {
	return readItems(n, func(item *node.Node) []string {
		var c Condition
		members := map[string]reader{"name": textReader(&c.Name), "value": textReader(&c.Value)}
		problems := readObject(item, func(name string) reader { return members[name] }, "", "name", "value")
		r.Where = append(r.Where, c)
		return problems
	})
}

func readErrors(r *Rule, n *node.Node) []string {
	return readItems(n, func(item *node.Node) []string {
		var e Item
		members := map[string]reader{
			"code":    func(n *node.Node) []string { return only(readCount(n, &e.Code)) },
			"message": textReader(&e.Message),
			"field":   textReader(&e.Field),
		}
		problems := readObject(item, func(name string) reader { return members[name] }, "", "code", "message")
		r.Errors = append(r.Errors, e)
		return problems
	})
}

// readItems reads the items of a list. It stops when there are more than maxMistakes mistakes.
func readItems(n *node.Node, read reader) (problems []string) {
	if n.Kind != node.List {
		return only("expected an array, found " + n.Kind.String())
	}
	for i := range n.Items {
		problems = appendLocated(problems, fmt.Sprintf("[%d]", i), read(&n.Items[i]))
		if len(problems) > maxMistakes {
			break
		}
	}
	return problems
}

// appendLocated appends the problems of a value, with its place in front.
func appendLocated(to []string, place string, problems []string) []string {
	for _, problem := range problems {
		if !strings.HasPrefix(problem, ".") && !strings.HasPrefix(problem, "[") {
			problem = ": " + problem
		}
		to = append(to, place+problem)
	}
	return to
}

// readObject reads the members of an object. The text hint follows the problem of a name for which read returns nil. A
// member in required that the object does not have is a problem. It stops when there are more than maxMistakes
// mistakes.
func readObject(n *node.Node, read func(name string) reader, hint string, required ...string) (problems []string) {
	if n.Kind != node.Object {
		return only("expected an object, found " + n.Kind.String())
	}
	seen := map[string]bool{}
	for i := range n.Members {
		m := &n.Members[i]
		switch value := read(m.Name); {
		case len(problems) > maxMistakes:
			return problems
		case value == nil:
			problems = append(problems, strconv.Quote(plaintext.Clip(m.Name, maxShown))+": no such member"+hint)
		case seen[m.Name]:
			problems = append(problems, "."+m.Name+": is given twice")
		default:
			problems = appendLocated(problems, "."+m.Name, value(&m.Node))
		}
		seen[m.Name] = true
	}
	for _, name := range required {
		if !seen[name] {
			problems = append(problems, "."+name+": is required")
		}
	}
	return problems
}

func writeP(r *Rule) any {
	if r.Trigger.Kind != Probability {
		return nil
	}
	return r.P
}

// retryAfterField returns the field of a Retry-After with a date, or, if date is false, of one in seconds.
func retryAfterField(name string, date bool) field {
	write := func(r *Rule) any {
		if r.RetryAfter == nil || r.RetryAfter.Date != date {
			return nil
		}
		return r.RetryAfter.Wait.String()
	}
	read := func(r *Rule, n *node.Node) []string {
		if r.RetryAfter != nil {
			return only("expected retryAfter or retryAfterDate, found both")
		}
		r.RetryAfter = &RetryAfter{Date: date}
		return only(readDuration(n, &r.RetryAfter.Wait))
	}
	return field{name: name, write: write, read: read}.of(checkRetryAfter, shownAs("Retry-After %s"))
}
