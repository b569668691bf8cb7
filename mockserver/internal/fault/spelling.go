package fault

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/node"
)

// field is a member of the JSON form of a rule. write returns nil for a field that is not set. read returns what it
// expected of a value that does not fit.
type field struct {
	name  string
	write func(r *Rule) any
	read  func(r *Rule, n *node.Node) (expected string)
}

// fields are the members of the JSON form, in order.
var fields = []field{
	named(textField("operation", func(r *Rule) *string { return &r.Op })),
	named(textField("path", func(r *Rule) *string { return &r.Path })),
	{"where", writeWhere, readWhere},
	{"trigger", writeTrigger, readTrigger},
	countField("n", func(r *Rule) *int { return &r.N }),
	{"p", writeP, readP},
	{"until", writeUntil, readUntil},
	{"phase", writePhase, readPhase},
	{"action", writeAction, readAction},
	countField("status", func(r *Rule) *int { return &r.Status }),
	{"errors", writeErrors, readErrors},
	textField("body", func(r *Rule) *string { return &r.Body }),
	textField("contentType", func(r *Rule) *string { return &r.ContentType }),
	{"retryAfter", writeRetryAfter(false), readRetryAfter(false)},
	{"retryAfterDate", writeRetryAfter(true), readRetryAfter(true)},
	{"for", writeFor, func(r *Rule, n *node.Node) string { return readDuration(n, &r.For) }},
	countField("bytes", func(r *Rule) *int { return &r.Bytes }),
	textField("to", func(r *Rule) *string { return &r.To }),
}

// textField returns a field with a text, which is not set when it is empty.
func textField(name string, of func(*Rule) *string) field {
	write := func(r *Rule) any { return text(*of(r)) }
	return field{name, write, func(r *Rule, n *node.Node) string { return readText(n, of(r)) }}
}

// named returns a field that refuses an empty text, because a rule without it matches everything.
func named(f field) field {
	read := f.read
	f.read = func(r *Rule, n *node.Node) string {
		if n.Kind == node.Text && n.Text == "" {
			return "expected a text that is not empty"
		}
		return read(r, n)
	}
	return f
}

// countField returns a field with an integer, which is not set when it is 0.
func countField(name string, of func(*Rule) *int) field {
	write := func(r *Rule) any {
		if *of(r) == 0 {
			return nil
		}
		return *of(r)
	}
	return field{name, write, func(r *Rule, n *node.Node) string { return readCount(n, of(r)) }}
}

// Encode returns the JSON form of a rule. It refuses a rule with a predicate, which has none.
func Encode(r *Rule) ([]byte, error) {
	if r.When != nil {
		return nil, errors.New("when: a function has no JSON form: use where")
	}
	if err := r.Check(); err != nil {
		return nil, err
	}
	b := []byte("{")
	for _, f := range fields {
		value := f.write(r)
		if value == nil {
			continue
		}
		text, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(strconv.AppendQuote(b, f.name), ':')
		b = append(b, text...)
	}
	return append(b, '}'), nil
}

// Decode reads the JSON form of a rule, and checks the rule. parse reads a body as a Node that keeps doubled names.
func Decode(body []byte, parse func([]byte) (node.Node, error)) (Rule, error) {
	n, err := parse(body)
	if err != nil {
		return Rule{}, err
	}
	var r Rule
	if err := r.readMembers(&n); err != nil {
		return Rule{}, err
	}
	return r, r.Check()
}

func (r *Rule) readMembers(n *node.Node) error {
	if n.Kind != node.Object {
		return fmt.Errorf("expected an object, found %s", n.Kind)
	}
	seen := map[string]bool{}
	for i := range n.Members {
		m := &n.Members[i]
		f := fieldOf(m.Name)
		switch {
		case f == nil:
			return fmt.Errorf("%q: no such member: expected one of %s", shortened(m.Name), fieldNames())
		case seen[m.Name]:
			return fmt.Errorf("%s: is given twice", m.Name)
		}
		seen[m.Name] = true
		if problem := f.read(r, &m.Node); problem != "" {
			return errors.New(located(m.Name, problem))
		}
	}
	return nil
}

func fieldOf(name string) *field {
	for i := range fields {
		if fields[i].name == name {
			return &fields[i]
		}
	}
	return nil
}

func fieldNames() string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	return strings.Join(names, ", ")
}

// shortened returns the beginning of a text from outside.
func shortened(s string) string { return s[:min(len(s), maxShown)] }

// maxShown bounds what an error repeats of a text from outside.
const maxShown = 40
