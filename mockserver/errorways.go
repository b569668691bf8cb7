package mockserver

import (
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// statusOf returns the status of a refusal. The first code decides, unless the refusal has a status of its own. Without
// ways it is the mock's.
func (w *hostWays) statusOf(r *refusal) int {
	if w != nil && r.status == 0 {
		if status, ok := w.ErrorStatuses[r.items[0].code]; ok {
			return status
		}
	}
	return r.statusCode()
}

// entries returns the Errors of a refusal. op is nil where no operation was found.
func (w *hostWays) entries(op *contract.Operation, items []item) []tourney.ErrorItem {
	if w == nil {
		w = &hostWays{}
	}
	return mapped(items, func(i item) tourney.ErrorItem {
		entry, field := tourney.ErrorItem{Code: i.code, Message: i.message}, fieldOf(op, i.message)
		if w.ErrorText != nil {
			entry.Message = redact.Masked(w.ErrorText(i.code, field, i.message))
		}
		if w.ErrorFields {
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
