package mockserver

import (
	"fmt"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/internal/plaintext"
)

// journalSize is how many requests a server remembers.
const journalSize = 1000

// maxMessages bounds how many messages of a call are remembered. A payment with nothing in it has 13 of them, and a
// body of 8 MiB can have a million. With journalSize, and the 200 bytes of a text that truncated leaves, the journal of a
// server stays below 10 MiB.
const maxMessages = 20

// reportSize is how many of them the log of a failed test shows.
const reportSize = 10

// Call is a request that a server answered. It holds no query, header or body, which could carry a secret. Of a longer
// text it has the first 200 bytes and an ellipsis.
type Call struct {
	Number int64  // from 1, in the order in which answers were ready
	Op     string // operation, as in "Teams.List"; "" when there is none at the path
	Method string
	Path   string // without query
	Status int
	Errors []string // the first 20 messages of the answer; a last one counts those left out
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
	return text
}

// journal remembers the last calls.
type journal struct {
	mu    sync.Mutex
	keep  int
	count int64
	calls []Call
}

// add remembers the call that an answer is for, and returns it.
func (j *journal) add(a *answer) Call {
	c := Call{Method: safe(a.method), Path: safe(a.path), Status: a.status}
	if a.op != nil {
		c.Op = a.op.ID
	}
	if a.problem != nil {
		c.Errors = messages(a.problem.items)
	}
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

// messages returns what is remembered of an answer's messages. They were masked whole, so that a cut leaves no part of
// a card's number.
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

// report is what the log of a failed test shows.
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
