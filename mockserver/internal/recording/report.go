package recording

import (
	"fmt"
	"strings"

	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// The bounds of the log of a failed test.
const (
	reportSize     = 10 // calls
	reportMessages = 5  // of a call
)

// reportOf returns the text for the log of a failed test: the last calls, what was wrong with each, which faults fired,
// and which calls were no operation.
func reportOf(session string, calls []journal.Call, newest int64, armed []*rules.Armed) string {
	of := ""
	if session != "" {
		of = "session " + session + ": "
	}
	if len(calls) == 0 {
		return "mockserver: " + of + "no request arrived"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "mockserver: %s%d of %d requests, the last ones:", of, min(len(calls), reportSize), newest)
	for _, c := range calls[max(0, len(calls)-reportSize):] {
		b.WriteString("\n  " + strings.Join(linesOf(c), "\n      "))
	}
	faults, unmatched := &kindCounts{}, &kindCounts{}
	for _, c := range calls {
		if c.Fault != "" {
			faults.Add(plaintext.Excerpt(c.Fault, redact.MaxShown))
		}
		if c.Op == "" {
			unmatched.Add(c.Method + " " + c.Path)
		}
	}
	b.WriteString(section("faults that fired", faults) + section("requests that no operation took", unmatched))
	for _, rule := range armed {
		b.WriteString("\n  " + storyOf(rule))
	}
	return b.String()
}

// storyOf returns what a rule is and how often it fired. A rule that never fired is often the reason why a test failed.
func storyOf(rule *rules.Armed) string {
	fired := fmt.Sprintf("fired %d times", rule.Hits())
	if rule.Hits() == 0 {
		fired = "never fired"
	}
	text := plaintext.Excerpt(redact.Masked(rule.String()), redact.MaxShown)
	return fmt.Sprintf("fault %s %s: %s", rule.ID(), fired, text)
}

func section(title string, counts *kindCounts) string {
	if len(counts.Kinds) == 0 {
		return ""
	}
	return "\n  " + title + ": " + counts.String()
}

// linesOf returns a call and what was wrong with it, line by line.
func linesOf(c journal.Call) []string {
	status := fmt.Sprint(c.Status)
	if c.Status == 0 {
		status = "no answer"
	}
	lines := []string{fmt.Sprintf("%d: %s %s %s", c.Number, status, c.Method, c.Path)}
	if c.Query != "" {
		lines[0] += "?" + plaintext.Clip(c.Query, redact.MaxShown)
	}
	if c.Op != "" {
		lines[0] += " (" + c.Op + ")"
	}
	lines = append(lines, c.Errors[:min(len(c.Errors), reportMessages)]...)
	if left := len(c.Errors) - reportMessages; left > 0 {
		lines = append(lines, "and more: Call.Errors has them")
	}
	if len(c.Ignored) > 0 {
		lines = append(lines, "ignored: "+plaintext.Clip(strings.Join(c.Ignored, ", "), redact.MaxShown))
	}
	if c.Fault != "" {
		lines = append(lines, "fault: "+plaintext.Excerpt(c.Fault, redact.MaxShown))
	}
	if c.Status != 200 && c.Body != "" {
		lines = append(lines, "body: "+plaintext.Excerpt(c.Body, redact.MaxShown))
	}
	return lines
}
