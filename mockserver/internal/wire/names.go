package wire

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// CheckNames refuses a name that an object has twice, in any letter case. It also refuses a name that a parameter has
// only on other hosts.
func CheckNames(op *contract.Operation, v *contract.Variant, n *node.Node) error {
	var problems refusal.Refusal
	for _, path := range check.Doubled(op, v, n) {
		problems.Add(refusal.Invalid(path, "is doubled: it may be given once, in any letter case"))
	}
	for i := range op.Params {
		refuseOtherSpellings(&op.Params[i], v, n, &problems)
	}
	return problems.OrNil()
}

// refuseOtherSpellings refuses the names that a parameter has on other hosts. Without it the mock could ignore a score
// under such a name and still report success.
func refuseOtherSpellings(p *contract.Param, v *contract.Variant, n *node.Node, problems *refusal.Refusal) {
	if len(p.Spelled) == 0 {
		return
	}
	own := p.NameIn(v)
	names := []string{p.Name}
	for _, s := range p.Spelled {
		names = append(names, s.Name)
	}
	for _, name := range names {
		if name != own && p.In(v) && n.Find(name) != nil {
			problems.Add(refusal.Invalid(name, "is called "+own+" on this host"))
		}
	}
}

// InHostNames replaces the names of parameters in the messages of a refusal by the names on this host. The rows and the
// handlers use one name for each parameter.
func InHostNames(op *contract.Operation, v *contract.Variant, err error) error {
	if err == nil {
		return nil
	}
	var r *refusal.Refusal
	if !errors.As(err, &r) {
		return err
	}
	for i := range op.Params {
		p := &op.Params[i]
		for j := range r.Items {
			if rest, found := strings.CutPrefix(r.Items[j].Message, p.Name+" "); found {
				r.Items[j].Message = p.NameIn(v) + " " + rest
			}
		}
	}
	return err
}

// CheckIDLists refuses lists of ids that contain only commas or spaces. Such a list does not tell whether the client
// wants no rows or all rows.
func CheckIDLists(op *contract.Operation, n *node.Node) error {
	var problems refusal.Refusal
	for i := range op.Params {
		p := &op.Params[i]
		if p.Type != contract.Integers {
			continue
		}
		if list := n.Find(p.Name); list != nil && list.Text != "" && strings.Trim(list.Text, ", ") == "" {
			found := plaintext.Excerpt(list.Text, redact.MaxShown)
			problems.Add(refusal.Invalid(p.Name, fmt.Sprintf("must be a list of integers, found %q", found)))
		}
	}
	return problems.OrNil()
}
