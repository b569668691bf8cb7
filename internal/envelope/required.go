package envelope

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/record"
)

// RequireResult returns an error when a decoded answer lacks the result of a write, unless mayLack is true. A zero
// value counts as a missing result.
func RequireResult(out any, member string, mayLack bool) error {
	result := Member(reflect.ValueOf(out).Elem(), member)
	switch {
	case result.Kind() == reflect.Int64 && !noID(result.Int()):
		return nil
	case result.Kind() == reflect.String && !noResult(result.String()):
		return nil
	case mayLack:
		result.SetZero()
		return nil
	}
	return &record.Error{
		Path: "/" + member, Found: "nothing, an empty text or an id below 1",
		Expected: "the id of the new row or transaction", Secret: true,
	}
}

// RequireRow returns an error when the answer to a detail request holds no row with an id, or holds another row than
// the request asked for.
func RequireRow(out any, member string, asked int64) error {
	id := Member(Member(reflect.ValueOf(out).Elem(), member), "Id").Int()
	path, row := "/"+member+"/Id", strings.ToLower(member)
	switch {
	case noID(id):
		return &record.Error{
			Path: path, Found: "nothing or an id below 1", Expected: fmt.Sprintf("the id of %s %d", row, asked),
		}
	case id != asked:
		const wrong = "the answer holds %s %d, the request asked for %s %d"
		return &record.Error{Path: path, Err: fmt.Errorf(wrong, row, id, row, asked)}
	}
	return nil
}

// HasList reports whether a decoded answer has one of the lists. A wrapper, such as a page, has its list when one of
// its own members is not zero.
func HasList(out any, lists []string) bool {
	body := reflect.ValueOf(out).Elem()
	return slices.ContainsFunc(lists, func(list string) bool { return hasContent(Member(body, list)) })
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

// UnexpectedError is the error of an answer that has members and no expected member. It is also the error of an answer
// in which this holds for the wrapper of a list, such as a page.
type UnexpectedError struct {
	path     string   // of the missing list
	names    []string // of the members that the answer or the wrapper has
	expected []string
}

// Error names no member of the answer, because a name may be a secret: see Showing.
func (e *UnexpectedError) Error() string {
	return e.path + ": expected " + plaintext.Choice(e.expected)
}

// FindUnexpected returns how an answer without its lists differs from an empty list; nil when the answer counts as an
// empty list (assumption empty-lists).
func FindUnexpected(answer *node.Node, out any, lists []string) *UnexpectedError {
	body := reflect.ValueOf(out).Elem()
	named, others := false, []string(nil)
	for i := range answer.Members {
		m := &answer.Members[i]
		at := slices.IndexFunc(lists, func(list string) bool { return node.SameName(list, m.Name) })
		switch {
		case at >= 0:
			named = true
			if f := unexpectedWrapper(&m.Node, Member(body, lists[at]).Type()); f != nil {
				f.path = "/" + lists[at]
				return f
			}
		case !node.SameName(Errors, m.Name):
			others = append(others, m.Name)
		}
	}
	if named || len(others) == 0 {
		return nil
	}
	return &UnexpectedError{path: "/" + lists[0], names: others, expected: lists}
}

// unexpectedWrapper returns an error without a path when the wrapper of a list has members, and the type t has a field
// for no member; else nil.
func unexpectedWrapper(wrapper *node.Node, t reflect.Type) *UnexpectedError {
	plan := record.PlanOf(t)
	if plan == nil || len(wrapper.Members) == 0 {
		return nil
	}
	f := &UnexpectedError{}
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

// maxNames bounds the number of members that an error names. maxShown bounds the characters of each name.
const (
	maxNames = 5
	maxShown = 40
)

// Showing returns the error with the names of members, after shown has removed their secrets, and with no values.
func (e *UnexpectedError) Showing(shown func(string) string) error {
	var names []string
	for _, name := range e.names[:min(len(e.names), maxNames)] {
		names = append(names, strconv.Quote(plaintext.Clip(shown(name), maxShown)))
	}
	found := "the members " + strings.Join(names, ", ")
	if more := len(e.names) - len(names); more > 0 {
		found += fmt.Sprintf(" and %d more", more)
	}
	return &record.Error{Path: e.path, Found: found, Expected: plaintext.Choice(e.expected)}
}

// Member returns the member of a struct that has this name on the wire.
func Member(v reflect.Value, name string) reflect.Value {
	plan := record.PlanOf(v.Type())
	return plan.Fields[plan.LookupString(name, 0)].In(v)
}
