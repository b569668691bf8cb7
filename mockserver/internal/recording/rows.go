package recording

import (
	"strings"
	"sync"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/redact"
)

// fits reports whether a value of a guarded request, one that can hold a password or a card, is valid for its row. Any
// other value can be a secret in a wrong place.
func fits(row *contract.Param, text string) bool {
	switch text = strings.TrimSpace(redact.Unescaped(text)); {
	case text == "":
		return true
	case row == nil:
		return false
	}
	switch row.Type {
	case contract.Integer, contract.Enum, contract.Integers, contract.Decimal:
		return redact.IsNumber(text) && (row.Format != contract.Month && row.Format != contract.TwoDigits || len(text) <= 2)
	case contract.Boolean:
		return redact.IsNumber(text) && len(text) == 1 || strings.EqualFold(text, "true") || strings.EqualFold(text, "false")
	case contract.List, contract.Object:
		return false
	default:
		return !redact.IsCode(text) && !redact.HoldsSecretWord(text) &&
			(row.Format != contract.CardType || contract.CardOf(text) != nil)
	}
}

// rowsOf holds the rows of each operation.
var rowsOf = sync.OnceValue(func() map[*contract.Operation]*operationRows {
	all := map[*contract.Operation]*operationRows{}
	for _, op := range contract.Operations() {
		all[op] = newOperationRows(op)
	}
	return all
})

// operationRows finds the rows of an operation by every name that hosts have for them.
type operationRows struct {
	byName  map[string]*contract.Param
	secrets bool // one of the rows is a password or a part of a card
}

func newOperationRows(op *contract.Operation) *operationRows {
	rows := &operationRows{byName: map[string]*contract.Param{}}
	for i := range op.Params {
		p := &op.Params[i]
		rows.secrets = rows.secrets || p.Secret
		for _, name := range p.Names() {
			rows.byName[name] = p
		}
	}
	return rows
}

// rowNamed returns the row of a parameter by its dotted name in lower case; nil when there is no such row.
func rowNamed(op *contract.Operation, name string) *contract.Param {
	if rows := rowsOf()[op]; rows != nil {
		return rows.byName[name]
	}
	return nil
}

// hasSecrets reports whether a request of an operation can hold a password or a card. It returns true for an unknown
// operation.
func hasSecrets(op *contract.Operation) bool {
	rows := rowsOf()[op]
	return rows == nil || rows.secrets
}
