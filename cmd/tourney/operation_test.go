package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
)

// got is a request that arrived.
type got struct {
	method, path string
	node         node.Node
}

// host404 starts a host that has no rows, and returns its URL and the last request that arrived there.
func host404(t *testing.T) (string, *got) {
	t.Helper()
	last := &got{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*last = got{method: r.Method, path: r.URL.Path, node: node.FromQuery(r.URL.Query())}
		if body, err := io.ReadAll(r.Body); err == nil && len(body) > 0 {
			last.node, _ = jsoncodec.ParseNode(body, jsoncodec.Limits{})
		}
		w.WriteHeader(http.StatusNotFound)
	}))
	t.Cleanup(server.Close)
	return server.URL, last
}

// TestEveryOperationHasACommand: each operation, and each other name of games, sends its method to its path.
func TestEveryOperationHasACommand(t *testing.T) {
	url, last := host404(t)
	p := newPrompt(t)
	for _, op := range contract.Operations() {
		service, method, _ := strings.Cut(op.ID, ".")
		if op.Class == contract.Login {
			continue // TestLogin
		}
		paths := map[string]string{service: op.Path}
		for _, alias := range op.Aliases {
			paths[alias.Service] = alias.Path
		}
		for service, path := range paths {
			args := []string{strings.ToLower(service), strings.ToLower(method), "--url", url, "--variant", "lacrosse"}
			p.want(exitRefused, append(args, p.flagsOf(op, "lacrosse")...)...)
			require.Equal(t, op.Method, last.method, op.ID)
			require.Equal(t, contract.BasePath+path, last.path)
		}
	}
}

// TestEveryFlagReachesItsMember: for every parameter of every variant, the value of the flag arrives under the name of
// the parameter. Members of lists and secrets come from --body.
func TestEveryFlagReachesItsMember(t *testing.T) {
	url, last := host404(t)
	for _, v := range contract.Variants() {
		t.Run(v.Name, func(t *testing.T) {
			p := newPrompt(t)
			for _, op := range contract.Operations() {
				service, method, _ := strings.Cut(op.ID, ".")
				if op.Class == contract.Login {
					continue
				}
				args := []string{strings.ToLower(service), strings.ToLower(method), "--url", url, "--variant", v.Name}
				p.want(exitRefused, append(args, p.flagsOf(op, v.Name)...)...)
				check.Unspell(op, v, &last.node)
				for i := range op.Params {
					row := &op.Params[i]
					if row.In(v) && row.Type != contract.Object && row.Type != contract.List {
						arrived := find(&last.node, row.Name)
						require.NotNil(t, arrived, "%s %s", op.ID, row.Name)
						require.Equal(t, sample(op, i), arrived.Text, "%s %s", op.ID, row.Name)
					}
				}
			}
		})
	}
}

// find returns the value with a dotted name, in the first item of a list.
func find(n *node.Node, name string) *node.Node {
	for part := range strings.SplitSeq(name, ".") {
		if n.Kind == node.List && len(n.Items) > 0 {
			n = &n.Items[0]
		}
		if n = n.Find(part); n == nil {
			return nil
		}
	}
	return n
}

// flagsOf returns a flag for each parameter of an operation, and --body with what no flag can give.
func (p *prompt) flagsOf(op *contract.Operation, variant string) (args []string) {
	p.t.Helper()
	v, _ := contract.LookupVariant(variant)
	o, body := &operation{op: op}, map[string]any{}
	for i := range op.Params {
		row := &op.Params[i]
		switch {
		case !row.In(v) || row.Type == contract.Object:
		case row.Secret || row.Type == contract.List || o.isInList(row):
			fill(op, body, i)
		case row.Name == "id":
			args = append(args, sample(op, i))
		case row.Name == "includes":
			args = append(args, "--include=Kits")
		case i%2 == 0: // the short name
			args = append(args, fmt.Sprintf("--%s=%s", shortName(row), sample(op, i)))
		default:
			args = append(args, fmt.Sprintf("--%s=%s", row.NameIn(v), sample(op, i)))
		}
	}
	if op.Class == contract.Read {
		return args
	}
	text, err := json.Marshal(body)
	require.NoError(p.t, err)
	file := filepath.Join(p.t.TempDir(), "body.json")
	require.NoError(p.t, os.WriteFile(file, text, 0o600))
	return append(args, "--yes", "--body="+file)
}

// fill adds a parameter to a body. A list gets one item.
func fill(op *contract.Operation, body map[string]any, i int) {
	parts := strings.Split(op.Params[i].Name, ".")
	for at := 1; at < len(parts); at++ {
		inner, _ := body[parts[at-1]].(map[string]any)
		if list, isList := body[parts[at-1]].([]any); isList {
			inner = list[0].(map[string]any)
		} else if inner == nil {
			inner = map[string]any{}
			body[parts[at-1]] = inner
		}
		body = inner
	}
	var value any = sample(op, i)
	switch op.Params[i].Type {
	case contract.List:
		value = []any{map[string]any{}}
	case contract.Object:
		value = map[string]any{}
	case contract.Integer, contract.Enum:
		value = json.Number(sample(op, i))
	case contract.Boolean:
		value = sample(op, i) == "true"
	}
	body[parts[len(parts)-1]] = value
}

// sample returns a value for the parameter i of an operation, another one for each where the rules allow it.
func sample(op *contract.Operation, i int) string {
	row := &op.Params[i]
	last := row.Name[strings.LastIndexByte(row.Name, '.')+1:]
	if text := map[string]string{
		"creditcardnumber": "4111111111111111", "creditcardcvv2": "123", "includes": "Kits", "display": "Pool",
		"name": "Otters", // of a statistic too
	}[last]; text != "" {
		return text
	}
	if text := map[contract.Format]string{
		contract.Email: "a@example.com", contract.HTTP: "http://a.example.com", contract.Statistic: "3", contract.Year: "2027",
		contract.TwoDigits: "29", contract.Month: "11", contract.CardType: "Visa", contract.Cents: "12.50",
	}[row.Format]; text != "" {
		return text
	}
	switch row.Type {
	case contract.Boolean:
		return fmt.Sprint(last == "primarycontact")
	case contract.Integer, contract.Enum, contract.NamedEnum:
		return fmt.Sprint(100 + i)
	case contract.Decimal:
		return fmt.Sprintf("%d.5", i)
	case contract.Date:
		return fmt.Sprintf("6/%d/2026", i+1)
	case contract.BirthDate:
		return "03/04/2010"
	case contract.Integers:
		return fmt.Sprintf("%d,%d", i+1, i+2)
	case contract.Names:
		return "ppg,rpg"
	}
	return fmt.Sprintf("t-%d", i)
}

// TestBody: flags change and add members of --body, what the program reads is a body too, and mistakes are named.
func TestBody(t *testing.T) {
	url, last := host404(t)
	p := newPrompt(t)
	args := []string{"teams", "create", "--url", url, "--variant", "rugby", "--yes", "--body=-"}
	p.in = `{"Name":"Otters","ADDRESS":{"City":"Bern"},"Players":[{"FirstName":"Ada"}]}`
	p.want(exitRefused, append(args, "--name=Badgers", "--address.postalcode=3000")...)
	text := string(jsoncodec.AppendNode(nil, last.node))
	require.JSONEq(t, `{"Name":"Badgers","Address":{"City":"Bern","PostalCode":"3000"},"Players":[{"FirstName":"Ada"}]}`, text)
	for in, says := range map[string]string{
		`{"Nam":"Otters"}`:                    "--body: Teams.Create has no member nam: the nearest is name",
		`{"Name":"Otters","name":"Badgers"}`:  "--body: name is given twice",
		`["Otters"]`:                          "--body: expected an object in JSON, found array",
		`{"Name":`:                            "--body: ",
		`{"Website":"ftp://example.com"}`:     "website must start with http://",
		`{"Players":[{"Bats":1}],"Gender":1}`: "bats",
		`{"EventId":0}`:                       "eventid must be at least 1",
	} {
		p.in = in
		_, errs := p.want(command.ExitUsage, args...)
		require.Contains(t, errs, says)
	}
	p.want(command.ExitUsage, slices.Concat(args[:7], []string{"--body=" + filepath.Join(t.TempDir(), "none.json")})...)
}
