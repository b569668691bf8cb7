package conformance

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
)

var update = flag.Bool("update", false, "write the tables of docs anew")

// TestTables compares the tables of docs/operations.md and docs/data.md with the contract, the
// client and the mock.
func TestTables(t *testing.T) {
	for _, table := range []struct{ page, name, text string }{
		{"docs/operations", "operations", operationsTable(t)},
		{"docs/operations", "fields", fieldsTable()},
		{"docs/operations", "variants", variantsTable()},
		{"docs/data", "special", specialTable(t)},
	} {
		page := root + "/" + table.page + ".md"
		before, err := os.ReadFile(page)
		require.NoError(t, err)
		after := replaceTable(t, string(before), table.name, table.text)
		if *update {
			require.NoError(t, os.WriteFile(page, []byte(after), 0o600))
			continue
		}
		require.Equal(t, after, string(before), "%s differs from the contract or the mock: run make tables", page)
	}
}

func replaceTable(t *testing.T, text, name, table string) string {
	t.Helper()
	from, to := "<!-- table: "+name+" -->\n", "<!-- end: "+name+" -->"
	i, j := strings.Index(text, from), strings.Index(text, to)
	require.Positive(t, i, "the page has no marker %s", from)
	require.Greater(t, j, i, "the page has no marker %s", to)
	return text[:i+len(from)] + table + text[j:]
}

// operationsTable has a line for every operation, which the client sends and the mock serves.
func operationsTable(t *testing.T) string {
	t.Helper()
	srv, err := mockserver.New(tourney.MultiSport)
	require.NoError(t, err)
	var b strings.Builder
	b.WriteString("| name | request | section | sent again | shown for |\n|---|---|---|---|---|\n")
	for _, op := range contract.Operations() {
		requireMethods(t, srv.Client(), op)
		requireServed(t, srv, op)
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", op.ID, requestsOf(op), op.Section, op.Class, shownFor(op))
	}
	return b.String()
}

// fieldsTable has a line for every type, limit and set of writes, with the paths of the parameters that have them.
func fieldsTable() string {
	where, text := map[string][]string{}, map[string]string{}
	var names, keys []string
	for _, op := range contract.Operations() {
		for i := range op.Params {
			p := &op.Params[i]
			if op.Class == contract.Read || p.Type == contract.Object {
				continue
			}
			name := p.Name
			for outer := parentOf(name); outer != ""; outer = parentOf(outer) {
				if op.Param(outer).Type == contract.List {
					name = outer + "[]" + name[len(outer):]
				}
			}
			if p.Max > 0 {
				name += " (" + strconv.Itoa(p.Max) + ")"
			}
			if where[name] == nil {
				names = append(names, name)
			}
			where[name], text[name] = append(where[name], op.ID), p.Type.String()
		}
	}
	paths := map[string][]string{}
	for _, name := range names {
		key := strings.Join(where[name], ", ") + " | " + text[name]
		if paths[key] == nil {
			keys = append(keys, key)
		}
		paths[key] = append(paths[key], "`"+strings.Replace(name, " (", "` (", 1))
		if last := &paths[key][len(paths[key])-1]; !strings.HasSuffix(*last, ")") {
			*last += "`"
		}
	}
	table := "| writes | type | paths |\n|---|---|---|\n"
	for _, key := range keys {
		table += "| " + key + " | " + strings.Join(paths[key], ", ") + " |\n"
	}
	return table
}

func parentOf(name string) string { return name[:max(strings.LastIndexByte(name, '.'), 0)] }

// requestsOf lists the methods and paths of an operation.
func requestsOf(op *contract.Operation) string {
	query := ""
	if op.ByID {
		query = "?id="
	}
	requests := []string{"`" + op.Method + " " + contract.BasePath + op.Path + query + "`"}
	for _, alias := range op.Aliases {
		requests = append(requests, "`"+alias.Path+query+"`")
	}
	return strings.Join(requests, ", ")
}

func shownFor(op *contract.Operation) string {
	switch {
	case op.Observed:
		return "–"
	case op.Shown == 0:
		return "all"
	}
	var names []string
	for _, v := range contract.Variants() {
		if op.Shown.Has(v) {
			names = append(names, v.Name)
		}
	}
	return strings.Join(names, ", ")
}

// requireMethods requires the methods of the client that send an operation.
func requireMethods(t *testing.T, client *tourney.Client, op *contract.Operation) {
	t.Helper()
	service, method, _ := strings.Cut(op.ID, ".")
	if op.Open {
		_, ok := reflect.TypeOf(client).MethodByName(method)
		require.True(t, ok, "the client has no method %s", method)
		return
	}
	names := []string{service}
	for _, alias := range op.Aliases {
		names = append(names, alias.Service)
	}
	for _, name := range names {
		field := reflect.ValueOf(client).Elem().FieldByName(name)
		require.True(t, field.IsValid(), "the client has no service %s", name)
		_, ok := field.Type().MethodByName(method)
		require.True(t, ok, "the service %s has no method %s", name, method)
	}
}

// requireServed requires that the mock serves an operation at each of its paths.
func requireServed(t *testing.T, srv *mockserver.Server, op *contract.Operation) {
	t.Helper()
	paths := []string{op.Path}
	for _, alias := range op.Aliases {
		paths = append(paths, alias.Path)
	}
	for _, path := range paths {
		if op.ByID {
			path += "?id=1"
		}
		req, err := http.NewRequestWithContext(t.Context(), op.Method, srv.URL()+contract.BasePath+path, http.NoBody)
		require.NoError(t, err)
		res, err := srv.RoundTrip(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, op.ID, res.Header.Get("X-Mock-Operation"), "%s %s", op.Method, path)
	}
}

// variantsTable has a line for every set of variants that differ in the same way: in fields of responses, or in
// parameters of an operation.
func variantsTable() string {
	var keys []string
	names := map[string][]string{}
	line := func(what, name string, cell func(*contract.Variant) string) {
		key := variantsBy(cell) + " | " + what
		if names[key] == nil {
			keys = append(keys, key)
		}
		names[key] = append(names[key], name)
	}
	for _, f := range contract.ResponseFields() {
		kind := "response"
		if f.Observed {
			kind = "observed"
		}
		line(kind, "`"+f.Type+"."+f.Member+"`", func(v *contract.Variant) string { return yes(f.In(v)) })
	}
	for _, op := range contract.Operations() {
		for i := range op.Params {
			paramLines(line, op, &op.Params[i])
		}
		for _, rule := range op.Rules {
			if rule.Only != 0 && rule.Kind <= contract.ExactlyOne {
				line(op.ID, ruleText(rule), func(v *contract.Variant) string { return yes(rule.Only.Has(v)) })
			}
		}
	}
	line("registration", "meta, coaches, players", func(v *contract.Variant) string { return limit(v.RegistrationMeta) })
	line("registration", "meta of a person", func(v *contract.Variant) string { return limit(v.PersonMeta) })
	line("registration", "default year", func(v *contract.Variant) string { return limit(v.RegistrationYear) })
	text := "| variants | where | what |\n|---|---|---|\n"
	for _, key := range keys {
		text += "| " + key + " | " + strings.Join(names[key], ", ") + " |\n"
	}
	return text
}

// paramLines adds a line for a parameter that some variants lack or spell differently.
func paramLines(line func(string, string, func(*contract.Variant) string), op *contract.Operation, p *contract.Param) {
	parent, _, nested := strings.Cut(p.Name, ".")
	if outer := op.Param(parent); nested && outer != nil && outer.Only == p.Only && outer.Except == p.Except {
		return // the line of its list or object covers it
	}
	if p.Only != 0 || p.Except != 0 {
		line(op.ID, "`"+p.Name+"`", func(v *contract.Variant) string { return yes(p.In(v)) })
	}
	if slices.ContainsFunc(p.Spelled, func(s contract.Spelling) bool { return s.In != 0 }) {
		line(op.ID, "`"+p.Name+"` is spelled", func(v *contract.Variant) string { return "`" + p.NameIn(v) + "`" })
	}
}

func ruleText(r contract.Rule) string {
	var alternatives []string
	for _, names := range r.Names {
		alternatives = append(alternatives, "`"+strings.Join(names, "` and `")+"`")
	}
	return strings.Join(alternatives, " or ") + " is required"
}

// variantsBy lists the variants by the value of a cell. A value of most variants stands for all others, and a cell that
// is yes for some and empty for others names those with yes, or those without.
func variantsBy(cell func(*contract.Variant) string) string {
	var values []string
	names := map[string][]string{}
	for _, v := range contract.Variants() {
		value := cell(v)
		if names[value] == nil {
			values = append(values, value)
		}
		names[value] = append(names[value], v.Name)
	}
	slices.SortStableFunc(values, func(a, b string) int { return len(names[a]) - len(names[b]) })
	most, some, none := values[len(values)-1], strings.Join(names[yes(true)], ", "), strings.Join(names[yes(false)], ", ")
	switch {
	case some != "" && none == "":
		return "all"
	case some != "" && most == yes(true):
		return "all but " + none
	case some != "":
		return some
	}
	text := ""
	for _, value := range values[:len(values)-1] {
		text += value + " in " + strings.Join(names[value], ", ") + "; "
	}
	return text + "else " + most
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return ""
}

func limit(n int) string {
	if n == 0 {
		return "not stated"
	}
	return strconv.Itoa(n)
}
