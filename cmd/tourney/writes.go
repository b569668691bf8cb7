package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/envelope"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
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
	names := contract.HostNames{Paths: client.Profile().Paths}
	fmt.Fprintf(to.Errs, "%s %s%s\n%s\n", o.op.Method, base, names.Path(contract.BasePath+o.path), o.preview(client, n))
	question, want := "Send it? [y/N] ", "y"
	charges := o.op.Class == contract.Charge && !httptext.IsLoopback(base)
	switch {
	case o.dry:
		fmt.Fprintln(to.Errs, "The request is right. It was not sent.")
		return false, nil
	case charges && !o.live:
		return false, command.Usage(fmt.Errorf("nothing was sent: %s is not this machine, and the operation may take "+
			"money: --live allows it", base.Hostname()))
	case charges:
		question, want = again(n, base.Hostname())
	case o.yes:
		return true, nil
	}
	if !to.People.In {
		return false, command.Usage(errors.New("nothing was sent: --yes sends it without a question, and a charge of " +
			"--live needs a person"))
	}
	answer, err := to.Ask(ctx, question, false)
	if err == nil && !strings.EqualFold(strings.TrimSpace(answer), want) {
		err = errors.New("nothing was sent")
	}
	return err == nil, err
}

// again returns a question about a charge and its answer: the amount, or the name of the host if the request has none.
func again(n node.Node, host string) (question, want string) {
	const format = "This is no test. Type the %s again to send it to %s: "
	if payment := n.Find("payment"); payment != nil {
		if amount := payment.Find("amount"); amount != nil && amount.Text != "" {
			return fmt.Sprintf(format, "amount", host), amount.Text
		}
	}
	return fmt.Sprintf(format, "name of the host", host), host
}

// preview returns the body that the client will send, with its secrets redacted.
func (o *operation) preview(client *tourney.Client, n node.Node) string {
	n = redacted(n)
	check.Form(o.op, &n)
	check.Spell(o.op, variantOf(client), &n)
	body, lines := envelope.Syntax{XML: client.Profile().Format == tourney.FormatXML}.Encode(n), bytes.Buffer{}
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
	n.Members, n.Items = slices.Clone(n.Members), slices.Clone(n.Items)
	for i := range n.Members {
		n.Members[i].Node = redacted(n.Members[i].Node)
	}
	for i := range n.Items {
		n.Items[i] = redacted(n.Items[i])
	}
	return n
}
