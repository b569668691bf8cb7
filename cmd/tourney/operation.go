package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/tempfile"
)

// operation is the command of an operation of the contract. Rows of the contract make its flags. The method of the
// client with the name of the operation carries it out, so a new operation needs no code here.
type operation struct {
	connection
	output
	write

	op      *contract.Operation
	service string // the member of the client with the method, such as Teams
	path    string // that of the operation, or that of another name of games

	id       string
	given    [][2]string // names of parameters and the texts of their flags
	includes []string
	body     string
	all      bool
}

// addOperations adds a command for each operation, and for games under each of their other names.
func addOperations(t command.Tree, root command.Node) {
	groups := map[string]command.Node{}
	add := func(op *contract.Operation, service, path, about string, hidden bool) {
		if _, ok := groups[service]; !ok {
			groups[service] = t.Add(root, strings.ToLower(service), about, nil)
			groups[service].GroupID, groups[service].Hidden = rows, hidden
		}
		_, method, _ := strings.Cut(op.ID, ".")
		t.Add(groups[service], strings.ToLower(method), aboutOperation(op), &operation{op: op, service: service, path: path})
	}
	for _, op := range contract.Operations() {
		if op.Class == contract.Login {
			continue // the command login
		}
		service, _, _ := strings.Cut(op.ID, ".")
		add(op, service, op.Path, "Operations of "+strings.ToLower(service)+".", false)
		for _, alias := range op.Aliases {
			add(op, alias.Service, alias.Path, service+" at "+alias.Path+".", true)
		}
	}
}

// Declare declares the flags of the rows, and those of all operations.
func (o *operation) Declare(p *command.Parameters) {
	for i := range o.op.Params {
		o.declareRow(p, &o.op.Params[i])
	}
	if o.op.Paged {
		command.AddSwitch(p, &o.all, "all", "All pages.").Unbound = true
	}
	if o.op.Class != contract.Read {
		command.Add(p, &o.body, "body", "FILE", command.Text,
			"A file with the request in JSON, or - for what the program reads, or the JSON itself if it begins with {. "+
				"Flags change and add members. Lists and secrets have no flags.").Unbound = true
		o.write.Declare(p, o.op.Class)
	}
	o.output.Declare(p, o.op)
	o.connection.Declare(p)
}

// declareRow declares the flag or the argument of a parameter. Members of lists have none: --body gives them. Secrets
// have none, because arguments are in the history of shells and in lists of processes.
func (o *operation) declareRow(p *command.Parameters, row *contract.Param) {
	switch {
	case !o.hasFlag(row):
	case row.Name == "includes":
		command.AddList(p, &o.includes, "include", "NAME", aboutIncludes(o.op)).
			Offer(strings.Fields(strings.ToLower(strings.Join(o.op.Includes(), " ")))...).Unbound = true
	case row.Name == "id" && o.op.ByID:
		p.Argument(&o.id, "id", "Of the row.")
	case row.Name == "id":
		p.OptionalArgument(&o.id, "id", "Of the row, unless --body has it.")
	default:
		o.declareFlag(p, row)
	}
}

func (o *operation) hasFlag(row *contract.Param) bool {
	return row.Type != contract.Object && row.Type != contract.List && !row.Secret && !o.isInList(row)
}

func (o *operation) isInList(row *contract.Param) bool {
	return slices.ContainsFunc(o.op.Params, func(list contract.Param) bool {
		return list.Type == contract.List && strings.HasPrefix(row.Name, list.Name+".")
	})
}

// gave reports whether the flag of a parameter was given.
func (o *operation) gave(name string) bool {
	return name == "id" && o.id != "" || name == "includes" && o.includes != nil ||
		slices.ContainsFunc(o.given, func(flag [2]string) bool { return flag[0] == name })
}

// named read the values of enumerations, by the names of their parameters. They return the number.
var named = map[string]func(text string) (string, error){
	"gender": numberOf[tourney.Gender], "status": numberOf[tourney.TeamStatus], "pricetype": numberOf[tourney.PriceType],
}

func numberOf[E tourney.Gender | tourney.TeamStatus | tourney.PriceType](text string) (string, error) {
	value, err := tourney.ParseEnum[E](text)
	return strconv.Itoa(int(value)), err
}

// declareFlag declares the flag of a parameter. Its full name, and its names in other variants, are further names of
// the flag.
func (o *operation) declareFlag(p *command.Parameters, row *contract.Param) {
	read := func(text string) (string, error) {
		text, err := o.readValue(row, text)
		if err == nil {
			o.given = append(o.given, [2]string{row.Name, text})
		}
		return text, err
	}
	name := shortName(row)
	var flag *command.Flag
	if row.Type == contract.Boolean {
		flag = command.AddSwitches(p, new(string), name, read, o.aboutRow(row))
	} else {
		flag = command.Add(p, new(string), name, strings.ToUpper(row.Type.String()), read, o.aboutRow(row))
	}
	flag.Unbound = true
	flag.Offer(o.values(row)...)
	if row.Type == contract.Names {
		flag.Values = o.categories
	}
	if name != row.Name {
		p.Alias(flag, row.Name)
	}
	for _, other := range row.Spelled {
		p.Alias(flag, other.Name)
	}
}

// readValue returns the value of a parameter as the host gets it.
func (o *operation) readValue(row *contract.Param, text string) (string, error) {
	switch {
	case named[row.Name] != nil && row.Type == contract.Enum:
		value, err := named[row.Name](text)
		if err != nil {
			err = unlisted(text, o.values(row))
		}
		return value, err
	case row.Type == contract.Name && areNames(o.values(row)):
		return listed(text, o.values(row))
	case row.Type == contract.Boolean:
		yes, err := command.Boolean(text)
		return strconv.FormatBool(yes), err
	case row.Type == contract.Date:
		day, err := tourney.ParseDate(text)
		if err != nil || day.IsZero() {
			return "", fmt.Errorf("expected a day of the calendar as m/d/yyyy or yyyy-mm-dd, found %q", text)
		}
		return day.String(), nil
	case text == "" && row.Type != contract.String:
		return "", errors.New("it is empty")
	}
	return text, nil
}

// areNames reports whether the usual values of a parameter have names. Where only numbers are usual, a text is none of
// them, and the host may know it.
func areNames(values []string) bool {
	return len(values) > 0 && strings.Trim(values[0], "0123456789") != ""
}

// listed returns the value of a list that a text names in any letter case. It refuses a misspelled one. The host may
// have more values.
func listed(text string, values []string) (string, error) {
	for _, value := range values {
		if strings.EqualFold(text, value) {
			return value, nil
		}
	}
	if text == "" || plaintext.Nearest(values, text) != "" {
		return "", fmt.Errorf("expected a value such as %s, found %q", plaintext.Choice(values), text)
	}
	return text, nil
}

// unlisted returns the error about a text that is no value of a list.
func unlisted(text string, values []string) error {
	return fmt.Errorf("expected %s, or a number, found %q", plaintext.Choice(values), text)
}

// categories returns the names of the categories of leaders that the chosen host is known to have.
func (o *operation) categories() (names []string) {
	_, h, err := o.chosen()
	for _, c := range h.Profile.Categories {
		names = append(names, c.Code)
	}
	if v, ok := contract.LookupVariant(string(h.Profile.Variant)); ok && err == nil && names == nil {
		names = v.Statistics
	}
	return names
}

func (o *operation) Run(ctx context.Context, to command.Terminal) error {
	if err := o.output.check(o.all); err != nil {
		return command.Usage(err)
	}
	if o.all && o.gave("page") {
		return command.Usage(errors.New("give one of --all and --page: --all reads all pages"))
	}
	client, err := o.open(ctx)
	if err != nil {
		return err
	}
	o.from = client
	n, err := o.request(ctx, to, client)
	if err != nil {
		return command.Usage(err)
	}
	in, err := o.input(client, n)
	if err != nil {
		return command.Usage(err)
	}
	if o.op.Class != contract.Read {
		if sends, err := o.mayWrite(ctx, to, client, in.Interface().(tourney.Input)); err != nil || !sends {
			return err
		}
	}
	return o.carryOut(ctx, to, client, in)
}

// maxBody bounds the bytes of the request in --body.
const maxBody = 32 << 20

// request returns the parameters that --body, flags and arguments give, and an error if they break a rule of the
// contract.
func (o *operation) request(ctx context.Context, to command.Terminal, client *tourney.Client) (node.Node, error) {
	n := node.Node{Kind: node.Object}
	variant := variantOf(client)
	if o.body != "" {
		if err := o.readBody(ctx, to, variant, &n); err != nil {
			return n, fmt.Errorf("--body: %w", err)
		}
	}
	if o.id != "" {
		put(&n, "id", o.id)
	}
	for _, flag := range o.given {
		put(&n, flag[0], flag[1])
	}
	if err := o.isNamed(variant, n); err != nil {
		return n, err
	}
	var asked node.Node
	put(&asked, "includes", strings.Join(o.includes, ","))
	var problems []error
	for _, wrong := range append(check.Request(o.op, variant, n), check.WrongIncludes(o.op, asked)...) {
		problems = append(problems, errors.New(o.inFlags(wrong)))
	}
	return n, errors.Join(problems...)
}

// isNamed refuses a new row without a name, unless --body is there: nobody can mean it, because the document requires
// nothing of a create, and the host makes a team that counts as paid.
func (o *operation) isNamed(v *contract.Variant, n node.Node) error {
	name, makes := n.Find("name"), o.op.Class == contract.Create || o.op.Class == contract.Charge
	if !makes || o.body != "" || o.op.Param("name") == nil || name != nil && strings.TrimSpace(name.Text) != "" {
		return nil
	}
	text := "--name is missing: give --name"
	for i := range o.op.Params {
		if row := &o.op.Params[i]; row.Type == contract.Boolean && row.Default == "true" && row.In(v) {
			text += fmt.Sprintf(", and --%s or --no-%[1]s (true if absent)", shortName(row))
			break
		}
	}
	return errors.New(text + ", or --body '{}' for a row without a name")
}

// readBody reads the request in --body.
func (o *operation) readBody(ctx context.Context, to command.Terminal, v *contract.Variant, n *node.Node) (err error) {
	var data []byte
	isTyped := strings.HasPrefix(strings.TrimSpace(o.body), "{")
	switch {
	case isTyped:
		data = []byte(o.body)
	case o.body == "-":
		data, err = to.ReadAll(ctx, maxBody)
	default:
		data, err = tempfile.Read(ctx, o.body, maxBody)
	}
	if err != nil {
		return err
	}
	if *n, err = jsoncodec.ParseNode(data, jsoncodec.Limits{Whole: true, Doubles: true}); err != nil {
		return err
	}
	if n.Kind != node.Object {
		return fmt.Errorf("expected an object in JSON, found %s", n.Kind)
	}
	if unknown := check.Unknown(o.op, v, *n); len(unknown) > 0 {
		var names []string
		for i := range o.op.Params {
			names = append(names, o.op.Params[i].Name)
		}
		hint := plaintext.Hint(names, node.WithoutIndexes(unknown[0]))
		return fmt.Errorf("%s has no member %s: %s", o.op.ID, unknown[0], hint)
	}
	if doubled := check.Doubled(o.op, v, n); len(doubled) > 0 {
		return fmt.Errorf("%s is given twice", strings.Join(doubled, ", "))
	}
	check.Unspell(o.op, v, n)
	for i := range o.op.Params {
		if row := &o.op.Params[i]; isTyped && row.Secret && at(n, row.Name) != nil {
			return fmt.Errorf("%s is a secret, and others can read the arguments of a program: put it into a file", row.Name)
		}
	}
	return nil
}

// at returns the value with a dotted name, nil if there is none.
func at(n *node.Node, name string) *node.Node {
	for part := range strings.SplitSeq(name, ".") {
		if n = n.Find(part); n == nil {
			return nil
		}
	}
	return n
}

// variantOf returns the variant of a client in the contract, with the spelling of its host.
func variantOf(client *tourney.Client) *contract.Variant {
	profile := client.Profile()
	v, _ := contract.LookupVariant(string(profile.Variant))
	return v.With(contract.Ways{Wording: contract.Wording(profile.Results)})
}

// put sets the value with a dotted name, in place of an earlier one.
func put(n *node.Node, name, text string) {
	head, rest, nested := strings.Cut(name, ".")
	at := n.Find(head)
	if at == nil {
		n.Members = append(n.Members, node.Member{Name: head})
		at = &n.Members[len(n.Members)-1].Node
	}
	if !nested {
		*at = node.Node{Kind: node.Text, Text: text}
		return
	}
	if at.Kind != node.Object {
		*at = node.Node{Kind: node.Object}
	}
	put(at, rest, text)
}

// method returns the method of the client that carries out the operation, or the one beside it with the name All.
func (o *operation) method(client *tourney.Client) reflect.Value {
	_, name, _ := strings.Cut(o.op.ID, ".")
	if o.all {
		name = "All"
	}
	return reflect.ValueOf(client).Elem().FieldByName(o.service).MethodByName(name)
}

// input returns the request as the method of the client takes it.
func (o *operation) input(client *tourney.Client, n node.Node) (reflect.Value, error) {
	takes := o.method(client).Type().In(1)
	if o.op.ByID {
		var row struct{ ID int64 }
		err := record.Bind(n, &row)
		return reflect.ValueOf(row.ID), err
	}
	in := reflect.New(takes)
	err := record.Bind(n, in.Interface())
	return in.Elem(), err
}
