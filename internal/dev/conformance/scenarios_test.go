package conformance

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// fixedScenarios returns the scenarios whose numbers of rows are no choice.
func fixedScenarios() []mockserver.ScenarioInfo {
	return slices.DeleteFunc(mockserver.Scenarios(), func(s mockserver.ScenarioInfo) bool { return s.Teams > 0 })
}

// startedAt returns a server of each scenario.
func startedAt(t *testing.T) (servers []*mockserver.Server) {
	t.Helper()
	for _, scenario := range fixedScenarios() {
		srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario(scenario.Name))
		require.NoError(t, err)
		servers = append(servers, srv)
	}
	return servers
}

// specialTable has a line for each special row, with its ids and their scenarios.
func specialTable(t *testing.T) string {
	t.Helper()
	about, servers := aboutSpecials(t), startedAt(t)
	text := "| handle | what it is | id |\n|---|---|---|\n"
	for _, special := range mockserver.Specials() {
		require.NotEmpty(t, about[string(special)], special)
		var ids []int64
		scenarios := map[int64][]string{}
		for i, srv := range servers {
			if id, ok := srv.Special(special); ok {
				ids = append(ids, id)
				scenarios[id] = append(scenarios[id], "`"+fixedScenarios()[i].Name+"`")
			}
		}
		var cells []string
		for _, id := range slices.Compact(ids) {
			where := ""
			if len(scenarios[id]) < len(servers)-1 { // all but the empty one
				where = " in " + strings.Join(scenarios[id], ", ")
			}
			cells = append(cells, strconv.FormatInt(id, 10)+where)
		}
		text += fmt.Sprintf("| %#q | %s: %s | %s |\n", special, special.Noun(), about[string(special)], strings.Join(cells, "; "))
	}
	return text
}

// aboutSpecials returns the comments of the constants, by their names.
func aboutSpecials(t *testing.T) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), root+"/mockserver/scenario.go", nil, parser.ParseComments)
	require.NoError(t, err)
	about := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && spec.Comment != nil {
			about[strings.TrimPrefix(spec.Names[0].Name, "Special")] = strings.TrimSpace(spec.Comment.Text())
		}
		return true
	})
	return about
}
