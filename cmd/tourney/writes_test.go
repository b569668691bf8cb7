package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
)

// TestWrites: nothing is sent without --yes or a person who says so, and the preview is what arrives.
func TestWrites(t *testing.T) {
	url, last := host404(t)
	args := []string{"games", "update", "7016", "--homescore=3", "--url", url, "--variant=football"}
	const preview = "/api/v1/games\n{\n  \"Id\": 7016,\n  \"HomeTeamScore\": \"3\"\n}\n"
	for name, c := range map[string]struct {
		more   []string
		people bool
		in     string
		code   int
		sent   bool
		says   string
	}{
		"a script":         {code: command.ExitUsage, says: "nothing was sent: --yes sends it without a question"},
		"a script's yes":   {more: []string{"--yes"}, code: exitRefused, sent: true},
		"a person's yes":   {people: true, in: "y\n", code: exitRefused, sent: true, says: "Send it? [y/N] "},
		"a person's no":    {people: true, in: "\n", code: command.ExitFailed, says: "nothing was sent\n"},
		"nobody":           {people: true, code: command.ExitFailed, says: "EOF"},
		"a dry run":        {more: []string{"--dry-run", "--yes"}, says: "The request is right. It was not sent."},
		"a wrong dry run":  {more: []string{"--dry-run", "--homewonby=1"}, code: command.ExitUsage, says: "homewonby"},
		"in XML":           {more: []string{"--dry-run", "--format=xml"}, says: "<HomeTeamScore>3</HomeTeamScore>"},
		"under a new name": {more: []string{"--dry-run", "--hometeamforfeited"}, says: `"HomeTeamForfeited": true`},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPrompt(t)
			*last = got{}
			p.people, p.in = c.people, c.in
			_, errs := p.want(c.code, append(args, c.more...)...)
			require.Contains(t, errs, c.says)
			require.Equal(t, c.sent, last.method == "PUT")
			if c.sent {
				require.Contains(t, errs, "PUT "+url+preview)
			}
		})
	}
	p := newPrompt(t)
	_, errs := p.want(command.ExitOK, "bouts", "update", "1", "--homescore=3", "--url", url, "--dry-run")
	require.Contains(t, errs, "/api/v1/bouts\n")
	profile := filepath.Join(t.TempDir(), "host.json")
	require.NoError(t, os.WriteFile(profile, []byte(`{"Paths":{"/api/v1":"/v2","/api/v1/games":"/v2/matches"}}`), 0o600))
	_, errs = p.want(command.ExitOK, "games", "update", "1", "--homescore=3", "--url", url, "--profile", profile, "--dry-run")
	require.Contains(t, errs, "PUT "+url+"/v2/matches\n")
}

const card = `{"Payment":{"Title":"Entry","Description":"Fee","CreditCardType":"Visa","CreditCardNumber":"4111111111111111",
	"CreditCardCvv2":"9731","CreditCardExpireYear":29,"CreditCardExpireMonth":11,"Address":{"StreetAddress":"1 Rope Walk",
	"ExtendedAddress":"-","City":"Bern","StateRegion":"BE","PostalCode":"3000"}}}`

// TestCharges: a charge of a real host needs --live and the amount typed again, and no secret is ever shown.
func TestCharges(t *testing.T) {
	file := filepath.Join(t.TempDir(), "card.json")
	require.NoError(t, os.WriteFile(file, []byte(strings.ReplaceAll(card, "9731", "731")), 0o600))
	pay := []string{"payments", "pay", "--team=4001", "--payment.amount=395.00", "--body=" + file, "--yes"}
	with := func(more ...string) []string { return slices.Concat(pay, more) }
	const host, here = "--url=https://host.invalid", "--url=http://127.0.0.1:1"
	const soon = "--timeout=10ms"
	for name, c := range map[string]struct {
		args   []string
		people bool
		in     string
		code   int
		says   string
	}{
		"no --live":        {with(host, soon), true, "395.00\n", command.ExitUsage, "host.invalid is not this machine"},
		"nobody":           {with(host, soon, "--live"), false, "395.00\n", command.ExitUsage, "a charge of --live needs a person"},
		"another amount":   {with(host, soon, "--live"), true, "395\n", command.ExitFailed, "nothing was sent\n"},
		"the amount":       {with(host, soon, "--live"), true, "395.00\n", exitUnreachable, "Type the amount again to send it to host."},
		"plain http":       {with("--url=http://host.invalid"), true, "", command.ExitUsage, "plain http"},
		"a secret as flag": {with("--payment.creditcardnumber=4111111111111111"), false, "", command.ExitUsage, "unknown flag"},
		"a wrong card": {with(here, "--payment.creditcardtype=Discover"), false, "", command.ExitUsage,
			"payment.creditcard"},
		"this machine": {with(here, soon), false, "", exitUnreachable,
			`"CreditCardNumber": "[redacted]"`},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPrompt(t)
			p.people, p.in = c.people, c.in
			out, errs := p.want(c.code, c.args...)
			require.Contains(t, errs, c.says)
			require.NotContains(t, out+errs, "4111111111111111")
			require.NotContains(t, out+errs, "731")
		})
	}
	p := newPrompt(t)
	srv := p.mock()
	out, _ := p.want(command.ExitOK, pay...)
	require.Contains(t, out, `"TransactionId": "`)
	require.Len(t, srv.Payments.All(), 1)
}

// TestAnInterruptEndsAQuestion: an interrupt sends nothing, and waits for no answer.
func TestAnInterruptEndsAQuestion(t *testing.T) {
	url, last := host404(t)
	never, end := io.Pipe()
	defer func() { _ = end.Close() }()
	for _, args := range [][]string{
		{"games", "update", "7016", "--homescore=3"}, {"teams", "create", "--yes", "--body=-"},
		{"login", "--host=a", "--username=ada"},
	} {
		ctx, interrupt := context.WithCancel(t.Context())
		to := command.Terminal{In: never, Out: io.Discard, Errs: &interrupts{at: "[y/N] ", end: interrupt}}
		to.People.In = true
		if args[0] != "games" {
			to.In = reads{never, interrupt}
		}
		code := newProgram().Run(ctx, append(args, "--url", url, "--variant=soccer"), to)
		require.Equal(t, exitInterrupted, code, "%s", args)
		require.Empty(t, last.method)
	}
}

// interrupts is a writer that interrupts after a text.
type interrupts struct {
	at  string
	end func()
}

func (w *interrupts) Write(text []byte) (int, error) {
	if strings.Contains(string(text), w.at) {
		w.end()
	}
	return len(text), nil
}

// reads is a reader that interrupts when somebody reads.
type reads struct {
	io.Reader
	end func()
}

func (r reads) Read(to []byte) (int, error) {
	r.end()
	return r.Reader.Read(to)
}

// TestRedacted: no secret is left, also inside of lists, and the request keeps its own.
func TestRedacted(t *testing.T) {
	secret := node.Node{Kind: node.Text, Text: "4111111111111111", Secret: true}
	card := node.Node{Kind: node.Object, Members: []node.Member{{Name: "CreditCardNumber", Node: secret}}}
	in := node.Node{Kind: node.Object, Members: []node.Member{{
		Name: "Payments", Node: node.Node{Kind: node.List, Items: []node.Node{secret, card}},
	}}}
	require.JSONEq(t, `{"Payments":["[redacted]",{"CreditCardNumber":"[redacted]"}]}`,
		string(jsoncodec.AppendNode(nil, redacted(in))))
	require.Equal(t, 2, strings.Count(string(jsoncodec.AppendNode(nil, in)), secret.Text))
}

// TestNamesOfEnumerations: a flag takes the name of a value or its number.
func TestNamesOfEnumerations(t *testing.T) {
	p := newPrompt(t)
	p.mock()
	create := []string{"teams", "create", "--division=2001", "--name=Owls", "--dry-run"}
	_, errs := p.want(command.ExitOK, append(create, "--gender", "female", "--status=3")...)
	require.Contains(t, errs, `"Gender": 2,`)
	require.Contains(t, errs, `"Status": 3`)
}

// TestUpdatesForScripts: an update answers a script {}, and ends with 0.
func TestUpdatesForScripts(t *testing.T) {
	p := newPrompt(t)
	p.mock()
	for _, form := range []string{"", "--json", "--raw", "--format=xml", "--jq=length"} {
		args := strings.Fields("games update 7016 --awayscore 3 --homescore 2 --yes " + form)
		out, _ := p.want(command.ExitOK, args...)
		require.NotEmpty(t, out, form)
	}
}
