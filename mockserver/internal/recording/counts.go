package recording

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// kindOf returns the operation of a call, or method and path of an unmatched call.
func kindOf(c journal.Call) string {
	if c.Op != "" {
		return c.Op
	}
	if c.Nearest == "" {
		return c.Method + " " + c.Path + " (no operation)"
	}
	return c.Method + " " + c.Path + " (no operation: the nearest is " + c.Nearest + ")"
}

const maxKinds = 10

// kindCounts counts calls by kind, in the order in which the kinds were added.
type kindCounts struct {
	Kinds []string
	count map[string]int
	more  int // the number of calls of further kinds
}

// Add counts one call of a kind.
func (t *kindCounts) Add(kind string) {
	switch {
	case slices.Contains(t.Kinds, kind):
	case len(t.Kinds) == maxKinds:
		t.more++
		return
	default:
		t.Kinds = append(t.Kinds, kind)
	}
	if t.count == nil {
		t.count = map[string]int{}
	}
	t.count[kind]++
}

// String lists the kinds with their counts.
func (t *kindCounts) String() string {
	texts := values.Mapped(t.Kinds, func(kind string) string { return fmt.Sprintf("%d × %s", t.count[kind], kind) })
	if t.more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", t.more))
	}
	return strings.Join(texts, ", ")
}
