package wire

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// ignoredCategory is the prefix of an ignored name that belongs to no category.
const ignoredCategory = "categories="

// MeaninglessIncludes returns the includes of a request that have no effect, in the form of X-Mock-Ignored.
func MeaninglessIncludes(op *contract.Operation, params *node.Node) (names []string) {
	list := params.Find("includes")
	if list == nil || op.Param("includes") == nil {
		return nil
	}
	for name := range strings.SplitSeq(list.Text, ",") {
		name = strings.TrimSpace(name)
		if name != "" && !slices.ContainsFunc(op.Includes(), func(i string) bool { return strings.EqualFold(i, name) }) {
			names = append(names, "includes="+strings.ToLower(plaintext.Excerpt(name, redact.MaxShown)))
		}
	}
	return names
}

// IgnoredCategories returns names that belong to no category, in the form of X-Mock-Ignored.
func IgnoredCategories(unknown []string) []string {
	return values.Mapped(unknown, func(name string) string {
		return ignoredCategory + strings.ToLower(plaintext.Excerpt(name, redact.MaxShown))
	})
}

// maxNearest bounds the names of a request for which the mock looks for a similar known name.
const maxNearest = 20

// RefuseUnknown refuses the names of a request that have no effect: the names from check.Unknown, MeaninglessIncludes,
// IgnoredCategories and Query.Names.
func RefuseUnknown(op *contract.Operation, v *contract.Variant, names []string) error {
	var problems refusal.Refusal
	for i, name := range names {
		problems.Add(refusal.Invalid(plaintext.Excerpt(name, redact.MaxShown), whyUnknown(op, v, name, i < maxNearest)))
	}
	return problems.OrNil()
}

// whyUnknown returns what is wrong with a name, and a similar known name if there is one. If a request has very many
// names, only the first ones get such a hint.
func whyUnknown(op *contract.Operation, v *contract.Variant, name string, withNearest bool) string {
	switch {
	case strings.HasPrefix(name, "?"):
		return "is in the query of a " + op.Method + ", which the server does not read: send it in the body"
	case strings.HasPrefix(name, "includes="):
		return fmt.Sprintf("means nothing for %s: the includes are %s", op.ID, strings.Join(op.Includes(), ", "))
	}
	if strings.HasPrefix(name, ignoredCategory) {
		return "is no category of leaders, and no statistic has the name"
	}
	reason := "is unknown to " + op.ID
	if !withNearest {
		return reason
	}
	if known := nearestSibling(op, v, name); known != "" {
		reason += ": the nearest name is " + known
	}
	return reason
}

// WithNearest returns ignored names. The first ones also get a similar known name, if there is one.
func WithNearest(op *contract.Operation, v *contract.Variant, ignored []string) []string {
	shown := slices.Clone(ignored)
	for i, name := range ignored[:min(len(ignored), maxNearest)] {
		if strings.HasPrefix(name, "?") || strings.Contains(name, "=") {
			continue
		}
		if known := nearestSibling(op, v, name); known != "" {
			shown[i] += " (the nearest is " + known + ")"
		}
	}
	return shown
}

// nearestSibling returns the known name that an unknown name probably means, or "" when no known name is similar.
func nearestSibling(op *contract.Operation, v *contract.Variant, name string) string {
	return plaintext.Nearest(siblings(op, v, name), name[strings.LastIndexByte(name, '.')+1:])
}

func siblings(op *contract.Operation, v *contract.Variant, path string) (names []string) {
	scope := node.WithoutIndexes(path[:strings.LastIndexByte(path, '.')+1])
	for i := range op.Params {
		p := &op.Params[i]
		if name, ok := strings.CutPrefix(p.NameIn(v), scope); ok && p.In(v) && !strings.Contains(name, ".") {
			names = append(names, name)
		}
	}
	return names
}
