package rules

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
)

// field is a member of the JSON form of a rule. The function write returns nil if the rule does not have the member.
// The function read returns what is wrong with the value: see readObject.
type field struct {
	name  string
	write func(r *Rule) any
	read  func(r *Rule, n *node.Node) (problems []string)

	check func(a *Action) string // says what is wrong with the member of an action; nil for members of other parts
	short func(value any) string // shows what write returned in a short text; nil for none, because it can be long
}

// fields are the members of the JSON form, in order.
var fields = []field{
	named(textField("operation", func(r *Rule) *string { return &r.Op })),
	named(textField("path", func(r *Rule) *string { return &r.Path })),
	{name: "where", write: func(r *Rule) any { return written(r.Where) }, read: readWhere},
	wordField("trigger", func(r *Rule) *TriggerKind { return &r.Trigger.Kind }, wordsOf(triggers[:])),
	countField("n", func(r *Rule) *int { return &r.N }),
	{name: "p", write: writeP, read: func(r *Rule, n *node.Node) []string { return only(readNumber(n, &r.P)) }},
	valueField("until", func(r *Rule) *time.Time { return &r.Until }, readTime, func(t time.Time) any { return t }),
	wordField("phase", func(r *Rule) *Phase { return &r.Phase }, wordsOf(phases[:])),
	wordField("action", func(r *Rule) *Kind { return &r.Does }, wordsOf(actions[:])),
	countField("status", func(r *Rule) *int { return &r.Status }).of(checkStatus, shownAs("%d")),
	field{name: "errors", write: func(r *Rule) any { return written(r.Errors) }, read: readErrors}.
		of(func(*Action) string { return "" }, shortErrors),
	textField("body", func(r *Rule) *string { return &r.Body }).of(checkBody, nil),
	textField("contentType", func(r *Rule) *string { return &r.ContentType }).of(checkContentType, shownAs("%q")),
	retryAfterField("retryAfter", false),
	retryAfterField("retryAfterDate", true),
	durationField("for", func(r *Rule) *time.Duration { return &r.For }).
		of(checkAbove0(func(a *Action) time.Duration { return a.For }), shownAs("%s")),
	countField("bytes", func(r *Rule) *int { return &r.Bytes }).of(checkBytes, shownAs("%d")),
	textField("to", func(r *Rule) *string { return &r.To }).of(checkTo, shortTo),
	durationField("commitAfter", func(r *Rule) *time.Duration { return &r.CommitAfter }).
		of(checkAbove0(func(a *Action) time.Duration { return a.CommitAfter }), nil), // see Rule.String
}

// of makes a field a member of actions.
func (f field) of(check func(*Action) string, short func(any) string) field {
	f.check, f.short = check, short
	return f
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
	return field{name: name, write: write, read: func(r *Rule, n *node.Node) []string { return only(read(n, of(r))) }}
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

// wordsOf returns the words for rows in JSON, in the order of the rows.
func wordsOf[R interface{ word() string }](rows []R) (words []string) {
	for _, row := range rows {
		words = append(words, row.word())
	}
	return words
}

// wordField returns a field with one of these words, whose index is the value. The value 0 may have no word.
func wordField[K ~uint8](name string, of func(*Rule) *K, words []string) field {
	read := func(n *node.Node, to *K) string {
		row := slices.Index(words, n.Text)
		if n.Kind != node.Text || n.Text == "" || row < 0 {
			return "expected one of " + strings.TrimPrefix(strings.Join(words, ", "), ", ") + ", found " + found(n)
		}
		*to = K(row)
		return ""
	}
	return valueField(name, of, read, func(k K) any { return words[k] })
}

// named returns a copy of a field that refuses an empty text. An empty operation or path would make the rule match
// every request.
func named(f field) field {
	read := f.read
	f.read = func(r *Rule, n *node.Node) []string {
		if n.Kind == node.Text && n.Text == "" {
			return only("expected a text that is not empty")
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
	problems := readObject(n, func(name string) reader {
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
		if i < 0 {
			return nil
		}
		return func(n *node.Node) []string {
			problems := fields[i].read(r, n)
			if len(problems) > 0 {
				r.unread = append(r.unread, name)
			}
			return problems
		}
	}, ": expected one of "+fieldNames())
	if n.Kind != node.Object {
		r.mistakes, r.unread = problems, []string{"action"}
		return
	}
	for _, problem := range problems[:min(len(problems), maxMistakes)] {
		r.mistakes = append(r.mistakes, strings.TrimPrefix(problem, "."))
	}
	if len(problems) > maxMistakes {
		r.mistakes = append(r.mistakes, fmt.Sprintf("there may be more: these are the first %d", maxMistakes))
	}
	hasP := slices.ContainsFunc(n.Members, func(m node.Member) bool { return m.Name == "p" })
	if r.Trigger.Kind == Probability && !hasP { // Check cannot tell a missing p from a p of 0
		r.Mistake("p: is required: expected 0 to 1")
	}
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
