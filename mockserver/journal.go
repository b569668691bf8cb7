package mockserver

import (
	"fmt"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/internal/plaintext"
)

// journalSize is how many calls the journal keeps.
const journalSize = 1000

// maxMessages bounds how many messages of a call the journal keeps. An empty payment causes 13 messages, and a body of
// 8 MiB can cause a million. Together with journalSize and maxShown it keeps the journal below 10 MiB.
const maxMessages = 20

// reportSize is how many calls the log of a failed test shows.
const reportSize = 10

// Call is a request that a server answered. It holds no query, no header and no body, because these can carry secrets.
// A text of more than 200 bytes is cut there and ends with an ellipsis.
type Call struct {
	Number int64  // counts from 1, in the order in which answers were ready
	Op     string // operation, such as "Teams.List"; "" for a request that is none
	Method string
	Path   string   // without query
	Status int      // 0 when the client got no answer
	Fault  string   // ids of the rules that fired, such as "f1"; "" for none
	Errors []string // the first 20 messages of the answer, and one that counts the others
}

// String returns the call on one line.
func (c Call) String() string {
	text := fmt.Sprintf("%d %s %s", c.Status, c.Method, c.Path)
	if c.Op != "" {
		text += " (" + c.Op + ")"
	}
	if len(c.Errors) > 0 {
		text += ": " + strings.Join(c.Errors, "; ")
	}
	if c.Fault != "" {
		text += " (fault " + c.Fault + ")"
	}
	return text
}

// journal keeps the last calls.
type journal struct {
	mu    sync.Mutex
	keep  int
	count int64
	calls []Call
}

// callOf returns the call of an answer, without a number.
func callOf(a *answer) Call {
	c := Call{Method: safe(a.method), Path: safe(a.path), Status: a.status, Fault: a.fault}
	if a.op != nil {
		c.Op = a.op.ID
	}
	if a.problem != nil {
		c.Errors = messages(a.problem.items)
	}
	return c
}

// add keeps the call of an answer and returns it. It numbers both.
func (j *journal) add(a *answer) Call {
	c := callOf(a)
	j.mu.Lock()
	defer j.mu.Unlock()
	j.count++
	c.Number, a.number = j.count, j.count
	if len(j.calls) >= 2*j.keep {
		j.calls = append([]Call(nil), j.calls[j.keep:]...)
	}
	j.calls = append(j.calls, c)
	return c
}

// messages returns the messages of an answer, shortened. The answer masked them before, so that no part of a card's
// number is left at a cut.
func messages(items []item) []string {
	kept := items[:min(len(items), maxMessages)]
	texts := mapped(kept, func(i item) string { return plaintext.OneLine(truncated(i.message)) })
	if left := len(items) - len(kept); left > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", left))
	}
	return texts
}

func (j *journal) clear() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.count, j.calls = 0, nil
}

// last returns up to n calls, oldest first.
func (j *journal) last(n int) []Call {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]Call(nil), j.calls[max(0, len(j.calls)-n):]...)
}

// report returns the text for the log of a failed test.
func (j *journal) report() string {
	calls := j.last(reportSize)
	if len(calls) == 0 {
		return "mockserver: no request arrived"
	}
	var b strings.Builder
	b.WriteString("mockserver: the last requests were:")
	for _, c := range calls {
		b.WriteString("\n  " + c.String())
	}
	return b.String()
}
