package respond

import (
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// errorItems returns the Errors of a refusal as a host writes them, or as the mock itself writes them if w is nil. The
// argument op is nil if the request is no operation, and ids are those of the request.
func errorItems(w *wire.Ways, op *contract.Operation, items []refusal.Item, ids []string) []tourney.ErrorItem {
	if w == nil {
		w = &wire.Ways{}
	}
	return values.Mapped(items, func(i refusal.Item) tourney.ErrorItem {
		entry, field := tourney.ErrorItem{Code: i.Code, Message: i.Message}, fieldOf(op, i.Message)
		if w.ErrorText != nil {
			entry.Message = redact.Masked(w.ErrorText(i.Code, field, i.Message), ids...)
		}
		if !w.NoErrorFields {
			entry.Field = refusal.UnwritableText(field)
		}
		entry.Message = refusal.UnwritableText(entry.Message)
		return entry
	})
}

// fieldOf returns the parameter that a message is about, such as coaches[0].email, and "" when the message is about no
// parameter. Messages about a parameter begin with its name.
func fieldOf(op *contract.Operation, message string) string {
	field, _, _ := strings.Cut(message, " ")
	field = strings.TrimSuffix(field, ",") // the first of several alternatives
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
