package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
)

// Problems joins the errors of a rule into one error, in which secrets are masked. It returns nil if all errors are
// nil.
func Problems(problems ...error) error {
	problems = slices.DeleteFunc(problems, func(err error) bool { return err == nil })
	if len(problems) == 0 {
		return nil
	}
	texts := make([]string, len(problems))
	for i, err := range problems {
		texts[i] = redact.Masked(err.Error())
	}
	return errors.New(strings.Join(texts, "; "))
}

// CheckOperation refuses an operation that the server does not serve, and conditions on parameters that the operation
// does not have.
func CheckOperation(rule *Rule, serves func(*contract.Operation) bool) error {
	if rule.Op == "" {
		return nil
	}
	op := contract.Lookup(rule.Op)
	if op == nil {
		var names []string
		for _, known := range contract.Operations() {
			names = append(names, known.ID)
		}
		return fmt.Errorf("operation: there is no %q: %s", redact.Safe(rule.Op), plaintext.Hint(names, rule.Op))
	}
	if !serves(op) {
		return fmt.Errorf("operation: this server does not serve %s", op.ID)
	}
	if rule.CommitAfter != 0 && op.Class == contract.Read {
		return fmt.Errorf("commitAfter: %s writes nothing: expected an operation that writes", op.ID)
	}
	for i, c := range rule.Where {
		names := parametersOf(op)
		if c.Name != "" && len(names) > 0 && !slices.Contains(names, strings.ToLower(c.Name)) {
			hint := plaintext.Hint(names, c.Name)
			return fmt.Errorf("where[%d].name: %s has no parameter %q: %s", i, op.ID, redact.Safe(c.Name), hint)
		}
	}
	return nil
}

func parametersOf(op *contract.Operation) (names []string) {
	for i := range op.Params {
		names = append(names, op.Params[i].Names()...)
	}
	return names
}
