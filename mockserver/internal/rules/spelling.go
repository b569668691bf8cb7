package rules

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// field is a member of the JSON form of a rule. The function write returns nil if the rule does not have the member.
// The function read returns what it expected if the value does not fit, and otherwise "".
type field struct {
	name  string
	write func(r *Rule) any
	read  func(r *Rule, n *node.Node) (expected string)
	items func(r *Rule, n *node.Node) (expected []string) // used instead of read if the member is a list
}

// fields are the members of the JSON form, in order.
var fields = []field{
	named(textField("operation", func(r *Rule) *string { return &r.Op })),
	named(textField("path", func(r *Rule) *string { return &r.Path })),
	{name: "where", write: func(r *Rule) any { return written(r.Where) }, items: readWhere},
	wordField("trigger", func(r *Rule) *TriggerKind { return &r.Trigger.Kind }, len(triggers), func(k TriggerKind) string {
		return triggers[k].spelled
	}),
	countField("n", func(r *Rule) *int { return &r.N }),
	{name: "p", write: writeP, read: readP},
	{name: "until", write: writeUntil, read: readUntil},
	wordField("phase", func(r *Rule) *Phase { return &r.Phase }, len(phases), func(k Phase) string {
		return phases[k].spelled
	}),
	wordField("action", func(r *Rule) *Kind { return &r.Does }, len(actions), func(k Kind) string {
		return actions[k].spelled
	}),
	countField("status", func(r *Rule) *int { return &r.Status }),
	{name: "errors", write: func(r *Rule) any { return written(r.Errors) }, items: readErrors},
	textField("body", func(r *Rule) *string { return &r.Body }),
	textField("contentType", func(r *Rule) *string { return &r.ContentType }),
	{name: "retryAfter", write: writeRetryAfter(false), read: readRetryAfter(false)},
	{name: "retryAfterDate", write: writeRetryAfter(true), read: readRetryAfter(true)},
	durationField("for", func(r *Rule) *time.Duration { return &r.For }),
	countField("bytes", func(r *Rule) *int { return &r.Bytes }),
	textField("to", func(r *Rule) *string { return &r.To }),
	durationField("commitAfter", func(r *Rule) *time.Duration { return &r.CommitAfter }),
}

// valueField returns a field with a single value. The zero value means that the rule does not have the member.
func valueField[T comparable](
	name string, of func(*Rule) *T, read func(*node.Node, *T) string, shown func(T) any,
) field {
	write := func(r *Rule) any {
		if value := *of(r); value != *new(T) {
			return shown(value)
		}
		return nil
	}
	return field{name: name, write: write, read: func(r *Rule, n *node.Node) string { return read(n, of(r)) }}
}

func textField(name string, of func(*Rule) *string) field {
	return valueField(name, of, readText, func(text string) any { return text })
}

func durationField(name string, of func(*Rule) *time.Duration) field {
	return valueField(name, of, readDuration, func(d time.Duration) any { return d.String() })
}

func countField(name string, of func(*Rule) *int) field {
	return valueField(name, of, readCount, func(n int) any { return n })
}

// wordField returns a field with the word of a row. The table has count rows.
func wordField[K ~uint8](name string, of func(*Rule) *K, count int, spelled func(K) string) field {
	read := func(n *node.Node, to *K) string {
		names := make([]string, count)
		for i := range names {
			names[i] = spelled(K(i))
		}
		var row int
		problem := oneOf(n, names, &row)
		*to = K(row)
		return problem
	}
	return valueField(name, of, read, func(k K) any { return spelled(k) })
}

// named returns a copy of a field that refuses an empty text. An empty operation or path would make the rule match
// every request.
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

// Encode returns the JSON form of a rule that Check accepts.
func Encode(r *Rule) ([]byte, error) {
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

// Decode reads the JSON form of a rule, and checks the rule. The error lists every mistake. Calling Check on the
// returned rule reports the same mistakes.
func Decode(body []byte) (Rule, error) {
	n, err := jsoncodec.ParseNode(body, jsoncodec.Limits{Doubles: true})
	if err != nil {
		return Rule{mistakes: []string{err.Error()}, unread: []string{"action"}}, err
	}
	var r Rule
	r.readMembers(&n)
	return r, r.Check()
}

// maxMistakes is the largest number of mistakes that an error of Decode lists.
const maxMistakes = 100

// readMembers reads the members, and records which members cannot be read.
func (r *Rule) readMembers(n *node.Node) {
	if n.Kind != node.Object {
		r.mistakes, r.unread = []string{"expected an object, found " + n.Kind.String()}, []string{"action"}
		return
	}
	seen := map[string]bool{}
	for i := range n.Members {
		m := &n.Members[i]
		for _, problem := range r.readMember(m, seen[m.Name]) {
			if len(r.mistakes) == maxMistakes {
				r.mistakes = append(r.mistakes, fmt.Sprintf("there may be more: these are the first %d", maxMistakes))
				return
			}
			r.mistakes = append(r.mistakes, problem)
		}
		seen[m.Name] = true
	}
	if r.Trigger.Kind == Probability && !seen["p"] { // Check cannot tell a missing p from a p of 0
		r.Mistake("p: is required: expected 0 to 1")
	}
}

// readMember reads a member, and returns what is wrong with it.
func (r *Rule) readMember(m *node.Member, again bool) (problems []string) {
	f := fieldOf(m.Name)
	switch {
	case f == nil:
		return []string{fmt.Sprintf("%q: no such member: expected one of %s", plaintext.Clip(m.Name, maxShown), fieldNames())}
	case again:
		return []string{m.Name + ": is given twice"}
	case f.items != nil:
		problems = f.items(r, &m.Node)
	default:
		if problem := f.read(r, &m.Node); problem != "" {
			problems = []string{problem}
		}
	}
	if len(problems) > 0 {
		r.unread = append(r.unread, m.Name)
	}
	for i := range problems {
		problems[i] = located(m.Name, problems[i])
	}
	return problems
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

// maxShown is the largest length of an input text that an error repeats.
const maxShown = 40
