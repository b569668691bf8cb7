package check

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// allIncludes returns the includes of all operations.
var allIncludes = sync.OnceValue(func() (all []string) {
	for _, op := range contract.Operations() {
		all = append(all, op.Includes()...)
	}
	return all
})

// WrongIncludes returns a violation for each include that is misspelled, also one of other operations, or that has an
// effect on other operations alone. Other names can be includes of a host.
func WrongIncludes(op *contract.Operation, n node.Node) (wrong []Violation) {
	list := n.Find("includes")
	if list == nil || op.Param("includes") == nil {
		return nil
	}
	known := op.Includes()
	for name := range strings.SplitSeq(list.Text, ",") {
		name = strings.TrimSpace(name)
		same := func(include string) bool { return strings.EqualFold(include, name) }
		if slices.ContainsFunc(known, same) || plaintext.Mistyped(allIncludes(), name) == "" {
			continue
		}
		message := fmt.Sprintf("includes: %s has no include %q: %s", op.ID, name, plaintext.Hint(known, name))
		wrong = append(wrong, Violation{Path: "includes", Code: contract.CodeInvalid, Message: message})
	}
	return wrong
}
