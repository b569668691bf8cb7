package mockserver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/mockserver/journal"
)

// kindOf returns the operation of a call, or what an unmatched call asked for.
func kindOf(c journal.Call) string {
	if c.Op != "" {
		return c.Op
	}
	if c.Nearest == "" {
		return c.Method + " " + c.Path + " (no operation)"
	}
	return c.Method + " " + c.Path + " (no operation: the nearest is " + c.Nearest + ")"
}

// maxKinds bounds how many kinds a text lists.
const maxKinds = 10

// callCounts counts calls by kind, in the order in which the kinds came.
type callCounts struct {
	kinds []string
	count map[string]int
	more  int // of kinds beyond maxKinds
}

func (t *callCounts) add(kind string) {
	switch {
	case slices.Contains(t.kinds, kind):
	case len(t.kinds) == maxKinds:
		t.more++
		return
	default:
		t.kinds = append(t.kinds, kind)
	}
	if t.count == nil {
		t.count = map[string]int{}
	}
	t.count[kind]++
}

// String lists the kinds with their counts.
func (t *callCounts) String() string {
	texts := mapped(t.kinds, func(kind string) string { return fmt.Sprintf("%d × %s", t.count[kind], kind) })
	if t.more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", t.more))
	}
	return strings.Join(texts, ", ")
}
