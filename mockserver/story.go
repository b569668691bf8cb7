package mockserver

import "strings"

// reportSize is how many calls the log of a failed test shows.
const reportSize = 10

// report returns the text for the log of a failed test.
func (j *requestJournal) report() string {
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
