package mockserver

import (
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// errorWays say how a host words its refusals. The zero value is what the mock does by default.
type errorWays struct {
	statuses map[tourney.ErrorCode]int
	text     func(code tourney.ErrorCode, field, message string) string // nil for the mock's own messages
	fields   bool                                                       // entries have the member Field
}

// status returns the status of a refusal. The first code decides, unless the refusal has a status of its own.
func (w *errorWays) status(r *refusal) int {
	if status, ok := w.statuses[r.items[0].code]; ok && r.status == 0 {
		return status
	}
	return r.statusCode()
}

// entries returns the Errors of a refusal. op is nil where no operation was found.
func (w *errorWays) entries(op *contract.Operation, items []item) []tourney.ErrorItem {
	return mapped(items, func(i item) tourney.ErrorItem {
		entry, field := tourney.ErrorItem{Code: i.code, Message: i.message}, fieldOf(op, i.message)
		if w.text != nil {
			entry.Message = redact.Masked(w.text(i.code, field, i.message))
		}
		if w.fields {
			entry.Field = writable(field)
		}
		entry.Message = writable(entry.Message)
		return entry
	})
}

// fieldOf returns the parameter that a message is about, such as coaches[0].email, and "" when it is about none.
// Messages about a parameter begin with its name.
func fieldOf(op *contract.Operation, message string) string {
	field, _, _ := strings.Cut(message, " ")
	if op == nil {
		return ""
	}
	name := node.WithoutIndexes(field)
	for i := range op.Params {
		if op.Params[i].Holds(name) {
			return field
		}
	}
	return ""
}
