package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/baseurl"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/command"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/syntax"
)

// write has the flags of operations that write.
type write struct{ yes, dry, live bool }

// Declare declares the flags for a class of operations.
func (w *write) Declare(p *command.Parameters, class contract.Class) {
	command.AddSwitch(p, &w.yes, "yes", "Send without a question.").Unbound = true
	command.AddSwitch(p, &w.dry, "dry-run", "Check the request and print it, and send nothing.").Unbound = true
	if class == contract.Charge {
		command.AddSwitch(p, &w.live, "live",
			"Allow a host that is not on this machine. Then you type the amount again.").Unbound = true
	}
}

// mayWrite checks a request, prints what the program will send, and asks. It reports whether to send the request.
func (o *operation) mayWrite(
	ctx context.Context, to command.Terminal, client *tourney.Client, in tourney.Input,
) (bool, error) {
	if err := client.Check(in); err != nil {
		return false, err
	}
	n, err := record.NodeOf(in)
	if err != nil {
		return false, err
	}
	base, err := url.Parse(client.BaseURL())
	if err != nil {
		return false, err
	}
	fmt.Fprintf(to.Errs, "%s %s%s%s\n%s\n", o.op.Method, base, contract.BasePath, o.path(), o.preview(client, n))
	switch {
	case o.dry:
		fmt.Fprintln(to.Errs, "The request is right. It was not sent.")
		return false, nil
	case o.op.Class == contract.Charge && !baseurl.IsLoopback(base):
		return o.confirmCharge(ctx, to, base.Hostname(), n)
	case o.yes:
		return true, nil
	case !to.People.In:
		return false, command.Usage(errors.New("nothing was sent: --yes sends it without a question"))
	}
	answer, err := to.Ask(ctx, "Send it? [y/N] ", false)
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer == "y" || answer == "yes" {
		return true, err
	}
	return false, cmp.Or(err, errors.New("nothing was sent"))
}

// path returns the path of the operation, which other names of games have for themselves.
func (o *operation) path() string {
	for _, alias := range o.op.Aliases {
		if alias.Service == o.service {
			return alias.Path
		}
	}
	return o.op.Path
}

// preview returns the body that the client will send, with its secrets redacted.
func (o *operation) preview(client *tourney.Client, n node.Node) string {
	n = redacted(n)
	check.Form(o.op, &n)
	check.Spell(o.op, variantOf(client), &n)
	xml := cmp.Or(strings.ToUpper(o.Format), string(client.Profile().Format)) == string(tourney.FormatXML)
	body, lines := syntax.Syntax{XML: xml}.Encode(n), bytes.Buffer{}
	if json.Indent(&lines, body, "", "  ") != nil {
		return string(body)
	}
	return lines.String()
}

// redacted returns a copy of a request without its secrets.
func redacted(n node.Node) node.Node {
	if n.Secret {
		n.Text = "[redacted]"
	}
	n.Members = slices.Clone(n.Members)
	for i := range n.Members {
		n.Members[i].Node = redacted(n.Members[i].Node)
	}
	return n
}

// again are the parameters of a charge that a person types again: the first that the request has.
var again = []string{"payment.amount", "payment.priceid", "name", "teamid", "divisionid", "eventid"}

// confirmCharge asks a person to type again what a charge of a real host is about.
func (w *write) confirmCharge(ctx context.Context, to command.Terminal, host string, n node.Node) (bool, error) {
	switch {
	case !w.live:
		return false, command.Usage(fmt.Errorf("nothing was sent: %s is not this machine, and the operation may take "+
			"money: --live allows it", host))
	case !to.People.In:
		return false, command.Usage(errors.New("nothing was sent: --live needs a person who types the amount again"))
	}
	i := slices.IndexFunc(again, func(name string) bool { return valueOf(&n, name) != nil })
	if i < 0 {
		return false, errors.New("nothing was sent: the request names nothing to type again")
	}
	answer, err := to.Ask(ctx, fmt.Sprintf("This is no test. Type %s again to send it to %s: ", again[i], host), false)
	if err == nil && strings.TrimSpace(answer) != valueOf(&n, again[i]).Text {
		err = fmt.Errorf("nothing was sent: %s is another", again[i])
	}
	return err == nil, err
}

// valueOf returns the value with a dotted name, nil if there is none.
func valueOf(n *node.Node, name string) *node.Node {
	head, rest, nested := strings.Cut(name, ".")
	if n = n.Find(head); n == nil || !nested {
		return n
	}
	return valueOf(n, rest)
}
