package mockserver

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver/internal/rowjson"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// savedForms are the forms of the lines, and of what is in them, in the order of docs/data.md.
var savedForms = []struct {
	name string
	form reflect.Type
}{
	{headerLine, reflect.TypeFor[savedHeader]()},
	{accountsLine, reflect.TypeFor[savedAccount]()},
	{"accounts.Keys", reflect.TypeFor[savedKeys]()},
	{"events", reflect.TypeFor[eventRow]()},
	{"events.Details", reflect.TypeFor[stored.EventDetails]()},
	{"venues", reflect.TypeFor[venueRow]()},
	{"divisions", reflect.TypeFor[divisionRow]()},
	{"pools", reflect.TypeFor[poolRow]()},
	{"teamPools", reflect.TypeFor[teamPoolRow]()},
	{"teams", reflect.TypeFor[teamRow]()},
	{"teams.Details", reflect.TypeFor[stored.TeamDetails]()},
	{"teams.Details.Coaches", reflect.TypeFor[stored.CoachDetails]()},
	{"people", reflect.TypeFor[savedPerson]()},
	{"games", reflect.TypeFor[gameRow]()},
	{"statistics", reflect.TypeFor[statisticRow]()},
	{"payments", reflect.TypeFor[paymentRow]()},
	{"payments.Record", reflect.TypeFor[stored.Payment]()},
	{"registrations", reflect.TypeFor[registrationRow]()},
	{"registrations.Record", reflect.TypeFor[stored.Registration]()},
	{externalLine, reflect.TypeFor[savedExternal]()},
	{stateLine, reflect.TypeFor[savedState]()},
	{endLine, reflect.TypeFor[savedEnd]()},
	{"write", reflect.TypeFor[savedWrite]()},
}

// wordsFor names the form of a value. A type of the mock has rows of its own, and one of the package tourney the
// members that its documentation lists.
func wordsFor(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[time.Time]():
		return "time"
	case reflect.TypeFor[scope]():
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
	if name := t.String(); strings.HasPrefix(name, "mockserver.") || strings.HasPrefix(name, "stored.") {
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
	page, table := tableOn(t, "../docs/data.md", "<!-- members -->\n", "<!-- end: members -->")
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

	names := mapped(savedForms, func(f struct {
		name string
		form reflect.Type
	}) string {
		return f.name
	})
	for _, name := range append(lineNames(), "write") {
		require.True(t, name == idsLine || name == refsLine || slices.Contains(names, name), "the page does not have the line %s", name)
	}
	for _, f := range savedForms {
		for m := range f.form.Fields() {
			if !m.IsExported() {
				continue
			}
			requireCovered(t, m.Type, covered)
		}
	}
	for _, name := range kindNames {
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
