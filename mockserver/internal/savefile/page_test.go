package savefile

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/rowjson"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// savedForm describes the JSON of a line, or of a value in a line.
type savedForm struct {
	name string
	form reflect.Type
}

// savedForms has a form for each kind of line, and for each kind of value in a line, in the order of docs/data.md.
var savedForms = slices.Concat(
	[]savedForm{
		{headerLine, reflect.TypeFor[headerForm]()},
		{accountsLine, reflect.TypeFor[accountForm]()},
		{"accounts.Keys", reflect.TypeFor[keysForm]()},
	},
	formsOfTables(),
	[]savedForm{
		{externalLine, reflect.TypeFor[externalForm]()},
		{stateLine, reflect.TypeFor[stateForm]()},
		{endLine, reflect.TypeFor[endForm]()},
		{"write", reflect.TypeFor[Write]()},
	},
)

// partsOfRows has, for each table, the forms of the values in its rows.
var partsOfRows = map[string][]savedForm{
	"events": {{"events.Details", reflect.TypeFor[stored.EventDetails]()}},
	"teams": {
		{"teams.Details", reflect.TypeFor[stored.TeamDetails]()},
		{"teams.Details.Coaches", reflect.TypeFor[stored.CoachDetails]()},
	},
	"payments":      {{"payments.Record", reflect.TypeFor[stored.Payment]()}},
	"registrations": {{"registrations.Record", reflect.TypeFor[stored.Registration]()}},
}

func formsOfTables() (all []savedForm) {
	for t := range tables {
		form := rowOf(t)
		if form == reflect.TypeFor[model.PersonRow]() {
			form = reflect.TypeFor[personForm]()
		}
		all = append(append(all, savedForm{t.name(), form}), partsOfRows[t.name()]...)
	}
	return all
}

// wordsFor names the form of a value. A type of the mock has rows of its own, and one of the package tourney the
// members that its documentation lists.
func wordsFor(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[time.Time]():
		return "time"
	case reflect.TypeFor[model.Scope]():
		return "pair of integers"
	case reflect.TypeFor[rowjson.Raw]():
		return "line"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return wordsFor(t.Elem())
	case reflect.Slice:
		return "list: " + wordsFor(t.Elem())
	case reflect.Map:
		return "by " + wordsFor(t.Key()) + ": " + wordsFor(t.Elem())
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64:
		if strings.HasPrefix(t.String(), "tourney.") {
			return "`" + t.String() + "`"
		}
		return "integer"
	case reflect.String:
		return "text"
	}
	if strings.Contains(t.PkgPath(), "/mockserver/") {
		return "object"
	}
	return "`" + t.String() + "`"
}

// TestDataPageNamesEveryMember: docs/data.md has each member of each line with its form, and names nothing else.
func TestDataPageNamesEveryMember(t *testing.T) {
	var want []string
	covered := map[reflect.Type]bool{}
	for _, f := range savedForms {
		covered[f.form] = true
		for m := range f.form.Fields() {
			if !m.IsExported() { // the result of a game, which follows from its other fields
				continue
			}
			want = append(want, "`"+f.name+"` `"+rowjson.Name(m)+"` "+wordsFor(m.Type))
		}
	}
	data, err := os.ReadFile("../../../docs/data.md")
	require.NoError(t, err)
	page := string(data)
	_, table, _ := strings.Cut(page, "<!-- members -->\n")
	table, _, found := strings.Cut(table, "<!-- end: members -->")
	require.True(t, found)
	explained := regexp.MustCompile(` \(.*\)$`)
	var got []string
	rows := regexp.MustCompile("(?m)^\\| (`[^|]*`) \\| (.*) \\|$").FindAllStringSubmatch(table, -1)
	for _, row := range rows {
		for member := range strings.SplitSeq(row[2], "; ") {
			got = append(got, row[1]+" "+explained.ReplaceAllString(member, ""))
		}
	}
	require.Empty(t, cmp.Diff(want, got))
	require.Equal(t, len(rows)+2, strings.Count(table, "\n"), "a line of the table is no row")

	names := values.Mapped(savedForms, func(f savedForm) string { return f.name })
	for _, name := range append(lineNames(), "write") {
		known := name == idsLine || name == refsLine || slices.Contains(names, name)
		require.True(t, known, "the page does not have the line %s", name)
	}
	for _, f := range savedForms {
		for m := range f.form.Fields() {
			if !m.IsExported() {
				continue
			}
			requireCovered(t, m.Type, covered)
		}
	}
	for _, name := range model.KindNames {
		require.Contains(t, page, "`"+name+"`", "the page does not have the kind of ids")
	}
}

// requireCovered requires that a type of the mock inside a form has rows of its own.
func requireCovered(t *testing.T, form reflect.Type, covered map[reflect.Type]bool) {
	t.Helper()
	switch form.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		requireCovered(t, form.Elem(), covered)
	case reflect.Struct:
		if wordsFor(form) == "object" {
			require.True(t, covered[form], "%s has no rows on the page", form)
		}
	}
}
