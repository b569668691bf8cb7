package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// WrongIncludes returns a violation for each include that is misspelled, also one of other operations, or that has an
// effect on other operations alone. Other names can be includes of a host.
func WrongIncludes(op *contract.Operation, n node.Node) (wrong []Violation) {
	list := n.Find("includes")
	if list == nil || op.Param("includes") == nil {
		return nil
	}
	var all []string
	for _, other := range contract.Operations() {
		all = append(all, other.Includes()...)
	}
	known := op.Includes()
	for name := range strings.SplitSeq(list.Text, ",") {
		name = strings.TrimSpace(name)
		same := func(include string) bool { return strings.EqualFold(include, name) }
		if slices.ContainsFunc(known, same) || plaintext.Mistyped(all, name) == "" {
			continue
		}
		message := fmt.Sprintf("includes: %s has no include %q: %s", op.ID, name, plaintext.Hint(known, name))
		wrong = append(wrong, Violation{Path: "includes", Code: contract.CodeInvalid, Message: message})
	}
	return wrong
}
