package rules

import (
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

func readCount(n *node.Node, to *int) string {
	value, err := strconv.Atoi(n.Text)
	if n.Kind != node.Number || err != nil {
		return "expected an integer, found " + found(n)
	}
	*to = value
	return ""
}

func readDuration(n *node.Node, to *time.Duration) string {
	d, err := time.ParseDuration(n.Text)
	if n.Kind != node.Text || err != nil {
		return "expected a duration, such as 1.5s, found " + found(n)
	}
	*to = d
	return ""
}

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

// oneOf sets to to the index of a word in names. If the word is not in names, oneOf returns what it expected instead.
func oneOf(n *node.Node, names []string, to *int) string {
	for i, name := range names {
		if n.Kind == node.Text && name != "" && n.Text == name {
			*to = i
			return ""
		}
	}
	return fmt.Sprintf("expected one of %s, found %s", strings.Join(shownNames(names), ", "), found(n))
}

func shownNames(names []string) []string {
	var shown []string
	for _, name := range names {
		if name != "" {
			shown = append(shown, name)
		}
	}
	return shown
}

// written returns a list as Encode writes it. It returns nil for an empty list, so that Encode leaves the list out.
func written[T any](list []T) any {
	if len(list) == 0 {
		return nil
	}
	return list
}

func readWhere(r *Rule, n *node.Node) []string {
	return readItems(n, func(item *node.Node) []string {
		var c Condition
		problems := readObject(item, map[string]func(*node.Node) string{
			"name":  func(n *node.Node) string { return readText(n, &c.Name) },
			"value": func(n *node.Node) string { return readText(n, &c.Value) },
		}, "name", "value")
		r.Where = append(r.Where, c)
		return problems
	})
}

func readErrors(r *Rule, n *node.Node) []string {
	return readItems(n, func(n *node.Node) []string {
		var e Item
		problems := readObject(n, map[string]func(*node.Node) string{
			"code":    func(n *node.Node) string { return readCount(n, &e.Code) },
			"message": func(n *node.Node) string { return readText(n, &e.Message) },
			"field":   func(n *node.Node) string { return readText(n, &e.Field) },
		}, "code", "message")
		r.Errors = append(r.Errors, e)
		return problems
	})
}

// readItems reads the items of a list. It stops when there are more than maxMistakes mistakes.
func readItems(n *node.Node, read func(*node.Node) []string) (problems []string) {
	if n.Kind != node.List {
		return []string{"expected an array, found " + n.Kind.String()}
	}
	for i := range n.Items {
		for _, problem := range read(&n.Items[i]) {
			problems = append(problems, located(fmt.Sprintf("[%d]", i), problem))
		}
		if len(problems) > maxMistakes {
			return problems
		}
	}
	return problems
}

// located puts the place of a value in front of a problem. The problem is about the value itself, or about a part of
// the value if it begins with a dot or a bracket.
func located(place, problem string) string {
	if strings.HasPrefix(problem, ".") || strings.HasPrefix(problem, "[") {
		return place + problem
	}
	return place + ": " + problem
}

// readObject reads the members of an item. A member in required that the item does not have is a problem.
func readObject(n *node.Node, read map[string]func(*node.Node) string, required ...string) (problems []string) {
	if n.Kind != node.Object {
		return []string{"expected an object, found " + n.Kind.String()}
	}
	seen := map[string]bool{}
	for i := range n.Members {
		m := &n.Members[i]
		switch f := read[m.Name]; {
		case len(problems) > maxMistakes:
			return problems
		case f == nil:
			problems = append(problems, strconv.Quote(plaintext.Clip(m.Name, maxShown))+": no such member")
		case seen[m.Name]:
			problems = append(problems, "."+m.Name+": is given twice")
		default:
			if problem := f(&m.Node); problem != "" {
				problems = append(problems, located("."+m.Name, problem))
			}
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

func readP(r *Rule, n *node.Node) string {
	value, err := strconv.ParseFloat(n.Text, 64)
	if n.Kind != node.Number || err != nil {
		return "expected a number, found " + found(n)
	}
	r.P = value
	return ""
}

func writeUntil(r *Rule) any {
	if r.Until.IsZero() {
		return nil
	}
	return r.Until
}

func readUntil(r *Rule, n *node.Node) string {
	value, err := time.Parse(time.RFC3339Nano, n.Text)
	if n.Kind != node.Text || err != nil {
		return "expected a time, such as 2027-04-01T08:00:00Z, found " + found(n)
	}
	r.Until = value
	return ""
}

// writeRetryAfter returns the function that writes a Retry-After with a date, or, if date is false, one in seconds.
func writeRetryAfter(date bool) func(*Rule) any {
	return func(r *Rule) any {
		if r.RetryAfter == nil || r.RetryAfter.Date != date {
			return nil
		}
		return r.RetryAfter.Wait.String()
	}
}

func readRetryAfter(date bool) func(*Rule, *node.Node) string {
	return func(r *Rule, n *node.Node) string {
		if r.RetryAfter != nil {
			return "expected retryAfter or retryAfterDate, found both"
		}
		r.RetryAfter = &RetryAfter{Date: date}
		return readDuration(n, &r.RetryAfter.Wait)
	}
}
