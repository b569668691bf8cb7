package recording

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// CheckCount panics with a negative number of calls.
func CheckCount(caller string, n int) {
	if n < 0 {
		panic(refusal.Errorf(caller, "n is %d: expected 0 or more", n))
	}
}

// Matcher returns a function that tells whether a call is of an operation and passes all filters. It panics when op
// names no operation, when a filter is nil, and when a filter looks for something that no call can have.
func Matcher(caller, op string, filters []journal.Filter) func(journal.Call) bool {
	if reason := WrongOperation(op); op != "" && reason != "" {
		panic(refusal.Errorf(caller, "%s", reason))
	}
	for _, f := range filters {
		if reason := wrongFilter(f); reason != "" {
			panic(refusal.Errorf(caller, "%s", reason))
		}
	}
	return func(c journal.Call) bool {
		return (op == "" || c.Op == op) &&
			!slices.ContainsFunc(filters, func(f journal.Filter) bool { return !f.Match(c) })
	}
}

// KnownFilter is a filter that is also a parameter of the admin API's GET requests.
type KnownFilter interface {
	Query() (name, value string)
}

// wrongFilter returns why a filter can choose no call of any server; "" when it can choose calls.
func wrongFilter(f journal.Filter) string {
	switch f := f.(type) {
	case nil:
		return "a filter is nil"
	case journal.Func:
		return values.IfElse(f == nil, "a filter is nil", "")
	case KnownFilter:
		switch parameter, value := f.Query(); parameter {
		case "where":
			name, _, _ := strings.Cut(value, "=")
			return WrongParameter(name)
		case "assumed":
			return WrongAssumption(value)
		}
	}
	return ""
}

// WrongParameter returns an error text when a text is not the name of a parameter of any operation, else "".
func WrongParameter(name string) string {
	var names []string
	for _, op := range contract.Operations() {
		for i := range op.Params {
			p := &op.Params[i]
			if slices.Contains(p.Names(), strings.ToLower(node.WithoutIndexes(name))) {
				return ""
			}
			names = append(names, p.Name)
		}
	}
	return unknown("parameter", name, names)
}

// WrongOperation returns an error text when a text is not the name of an operation, else "".
func WrongOperation(op string) string {
	if contract.Lookup(op) != nil {
		return ""
	}
	names := values.Mapped(contract.Operations(), func(o *contract.Operation) string { return o.ID })
	return unknown("operation", op, names)
}

// WrongAssumption returns an error text when a text is not the id of an assumption, else "".
func WrongAssumption(id string) string {
	ids := values.Mapped(assumption.Ledger(), func(a assumption.Row) string { return a.ID })
	if slices.Contains(ids, id) {
		return ""
	}
	return unknown("assumption", id, ids)
}

func unknown(what, name string, known []string) string {
	return fmt.Sprintf("no %s is called %q: %s", what, redact.Safe(name), plaintext.QuotedHint(known, name))
}

// WithText returns a filter for the calls that have a text in the request or in the answer, in any letter case. A full
// journal has many bytes, so the filter uses one buffer for all calls. When the text has only ASCII letters, the filter
// ignores the case of ASCII letters alone.
func WithText(text string) journal.Filter {
	wanted, folded := bytes.ToLower([]byte(text)), []byte(nil)
	fold := foldASCII
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		fold = bytes.ToLower
	}
	return journal.Func(func(c journal.Call) bool {
		folded = folded[:0]
		for _, part := range []string{
			c.Op, c.Method + " " + c.Path + "?" + c.Query, c.Fault,
			strings.Join(c.Errors, " "), strings.Join(c.Assumed, " "), strings.Join(c.Ignored, " "),
		} {
			folded = append(append(folded, part...), 0) // so that no text matches across two parts
		}
		folded = append(folded, c.Body...)
		return bytes.Contains(fold(folded), wanted)
	})
}

func foldASCII(text []byte) []byte {
	for i, c := range text {
		if 'A' <= c && c <= 'Z' {
			text[i] = c + 'a' - 'A'
		}
	}
	return text
}
