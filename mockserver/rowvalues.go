package mockserver

import (
	"slices"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/internal/contract"
)

// fits reports whether a value of a guarded request is what its row says. Another value can be a secret in a wrong
// place.
func fits(row *contract.Param, text string) bool {
	if found := stages(text); len(found) > 0 {
		text = found[len(found)-1]
	}
	switch text = strings.TrimSpace(text); {
	case text == "":
		return true
	case row == nil:
		return false
	}
	switch row.Type {
	case contract.Integer, contract.Enum, contract.Integers, contract.Decimal:
		return isNumber(text) && (row.Format != contract.Month && row.Format != contract.TwoDigits || len(text) <= 2)
	case contract.Boolean:
		return isNumber(text) && len(text) == 1 || strings.EqualFold(text, "true") || strings.EqualFold(text, "false")
	case contract.List, contract.Object:
		return false
	default:
		return !isCode(text) && !holdsSecretWord(text) &&
			(row.Format != contract.CardType || slices.Contains(contract.CardTypes, text))
	}
}

// rowsByName finds the rows of an operation by every name that hosts have for them.
var rowsByName = sync.OnceValue(func() map[*contract.Operation]map[string]*contract.Param {
	all := map[*contract.Operation]map[string]*contract.Param{}
	for _, op := range contract.Operations() {
		rows := map[string]*contract.Param{}
		for i := range op.Params {
			p := &op.Params[i]
			rows[p.Name] = p
			if p.Also != "" {
				rows[p.Also] = p
			}
			for _, s := range p.Spelled {
				rows[s.Name] = p
			}
		}
		all[op] = rows
	}
	return all
})

// rowNamed returns the row of a parameter by its dotted name in lower case; nil when there is none.
func rowNamed(op *contract.Operation, name string) *contract.Param { return rowsByName()[op][name] }
