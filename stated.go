package tourney

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// statesList reports whether a decoded answer has one of the lists. A wrapper, such as a page, has its list when one of
// its own members is not zero.
func statesList(out any, lists []string) bool {
	body := reflect.ValueOf(out).Elem()
	return slices.ContainsFunc(lists, func(list string) bool { return hasContent(memberOf(body, list)) })
}

// hasContent reports whether a list is not nil, or a wrapper has a member that is not zero.
func hasContent(v reflect.Value) bool {
	if v.Kind() == reflect.Slice {
		return !v.IsNil()
	}
	plan := record.PlanOf(v.Type())
	for i := range plan.Fields {
		if !plan.Fields[i].In(v).IsZero() {
			return true
		}
	}
	return false
}

// markNotStated tells the page or the standings of a decoded answer that the host did not state the list.
func markNotStated(out any, lists []string) {
	targets := []any{out}
	for _, list := range lists {
		targets = append(targets, memberOf(reflect.ValueOf(out).Elem(), list).Addr().Interface())
	}
	for _, target := range targets {
		if t, ok := target.(interface{ setNotStated() }); ok {
			t.setNotStated()
		}
	}
}

// foreign describes an answer, or the wrapper of its list, that is something else: it is not empty, and has none of the
// expected members.
type foreign struct {
	path     string   // of the missing list
	names    []string // of the members that it has
	expected []string
}

// findForeign returns how an answer without its lists differs from an empty list; nil when it does not (assumption
// empty-lists).
func findForeign(answer *node.Node, out any, lists []string) *foreign {
	body := reflect.ValueOf(out).Elem()
	named, others := false, []string(nil)
	for i := range answer.Members {
		m := &answer.Members[i]
		at := slices.IndexFunc(lists, func(list string) bool { return node.SameName(list, m.Name) })
		switch {
		case at >= 0:
			named = true
			if f := foreignWrapper(&m.Node, memberOf(body, lists[at]).Type()); f != nil {
				f.path = "/" + lists[at]
				return f
			}
		case !node.SameName(memberErrors, m.Name):
			others = append(others, m.Name)
		}
	}
	if named || len(others) == 0 {
		return nil
	}
	return &foreign{path: "/" + lists[0], names: others, expected: lists}
}

// foreignWrapper returns how the wrapper of a list, of type t, is something else; nil when it is not.
func foreignWrapper(wrapper *node.Node, t reflect.Type) *foreign {
	plan := record.PlanOf(t)
	if plan == nil || len(wrapper.Members) == 0 {
		return nil
	}
	f := &foreign{}
	for i := range wrapper.Members {
		name := wrapper.Members[i].Name
		if plan.LookupString(name, 0) >= 0 {
			return nil
		}
		f.names = append(f.names, name)
	}
	for i := range plan.Fields {
		f.expected = append(f.expected, plan.Fields[i].Name)
	}
	return f
}

// maxNames bounds the members that an error names.
const maxNames = 5

// err returns the error about the answer. It names members, after shown has removed their secrets, and no values.
func (f *foreign) err(shown func(string) string) error {
	var names []string
	for _, name := range f.names[:min(len(f.names), maxNames)] {
		names = append(names, strconv.Quote(clip(shown(name))))
	}
	found := "the members " + strings.Join(names, ", ")
	if more := len(f.names) - len(names); more > 0 {
		found += fmt.Sprintf(" and %d more", more)
	}
	return &record.Error{Path: f.path, Found: found, Expected: choice(f.expected)}
}

// choice returns names as in "Results, Page or Total".
func choice(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
