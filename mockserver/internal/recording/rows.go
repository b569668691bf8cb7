package recording

import (
	"slices"
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

// places says where in a request which values are.
type places struct {
	rows   contract.Rows
	secret bool // one of the rows is a password or a part of a card
}

var placesOf = sync.OnceValue(func() map[*contract.Operation]*places {
	all := map[*contract.Operation]*places{}
	for _, op := range contract.Operations() {
		hasSecret := slices.ContainsFunc(op.Params, func(p contract.Param) bool { return p.Secret })
		all[op] = &places{op.RequestRows(), hasSecret}
	}
	return all
})
